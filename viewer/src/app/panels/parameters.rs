//! Keys of the scenario as sliders. The world takes them at its start.

use egui::{Slider, Ui};

use crate::app::controls::Controls;
use crate::app::session::Snapshot;
use crate::scene::{Field, Look, View};
use crate::sim::scenario::{Scenario, Wave};

/// A key, its value in the scenario, its unit, and the values to choose from.
struct Parameter {
    key: String,
    value: f64,
    unit: &'static str,
    range: [f64; 2],
}

impl Parameter {
    /// A positive value that may be four times as large or small.
    fn scaled(key: impl Into<String>, value: f64, unit: &'static str) -> Self {
        Self { key: key.into(), value, unit, range: [0.25 * value, 4.0 * value] }
    }
}

fn amplitude_m(wave: &Wave) -> f64 {
    let (Wave::Crests { amplitude_m, .. }
    | Wave::Airy { amplitude_m, .. }
    | Wave::Stokes { amplitude_m, .. }) = wave;
    *amplitude_m
}

/// The parameters of a scenario and of one of its bodies.
fn parameters(scenario: &Scenario, chosen: Option<&str>) -> Vec<Parameter> {
    let solver = &scenario.solver;
    let mut all = vec![
        Parameter::scaled("water.depth_m", scenario.water.depth_m, "m"),
        Parameter { key: "solver.tau".into(), value: solver.tau, unit: "", range: [0.5, 1.0] },
        Parameter {
            key: "solver.smagorinsky".into(),
            value: solver.smagorinsky,
            unit: "",
            range: [0.0, 0.5],
        },
    ];
    let waves = scenario.wave.iter().enumerate();
    all.extend(
        waves.map(|(i, wave)| Parameter::scaled(format!("wave.{i}.amplitude_m"), amplitude_m(wave), "m")),
    );
    let Some((name, body)) = chosen.and_then(|name| scenario.body.get_key_value(name)) else { return all };
    let of = |leaf: &str| format!("body.{name}.{leaf}");
    if let Some(mass_kg) = body.mass_kg.filter(|_| body.kind().afloat().is_some()) {
        all.push(Parameter::scaled(of("mass_kg"), mass_kg, "kg"));
    }
    if let Some(propeller) = &body.propeller {
        all.push(Parameter::scaled(of("propeller.thrust_n"), propeller.thrust_n, "N"));
    }
    if let Some(tow) = &body.tow {
        all.push(Parameter::scaled(of("tow.speed_m_s"), tow.speed_m_s, "m/s"));
    }
    all
}

/// Shows what the water looks like, to be chosen.
fn appearance(ui: &mut Ui, view: &mut View) {
    let looks = [
        (Look::Water, "water"),
        (Look::Ripples, "ripples"),
        (Look::Slab, "slab"),
        (Look::Science, "science"),
    ];
    choose(ui, "look of the water", &mut view.look, &looks);
    if view.look.is_water() {
        return;
    }
    let fields = [
        (Field::Level, "level"),
        (Field::Depth, "depth"),
        (Field::Speed, "speed"),
        (Field::Vorticity, "vorticity"),
        (Field::Froude, "Froude number"),
        (Field::Thickness, "thickness of hulls"),
        (Field::Mask, "mask"),
    ];
    let before = view.field;
    choose(ui, "field", &mut view.field, &fields);
    if view.field != before {
        // The range of another field does not hold.
        view.field_range = None;
    }
    if view.look == Look::Slab {
        let heights = Slider::new(&mut view.vertical_scale, 1.0..=20.0).logarithmic(true);
        ui.add(heights.text("heights drawn, times"));
    }
}

/// A list to choose one value from.
fn choose<T: Copy + PartialEq>(ui: &mut Ui, label: &str, value: &mut T, all: &[(T, &str)]) {
    let name = all.iter().find(|(one, _)| one == value).map_or("", |(_, name)| name);
    egui::ComboBox::from_label(label).selected_text(name).show_ui(ui, |ui| {
        for (one, name) in all {
            ui.selectable_value(value, *one, *name);
        }
    });
}

/// Shows them.
pub(super) fn page(ui: &mut Ui, controls: &mut Controls, snapshot: &Snapshot) {
    let Some(scenario) = snapshot.scenario.as_deref() else { return };
    appearance(ui, controls.eye.base_mut());
    ui.separator();
    for Parameter { key, value, unit, range: [low, high] } in parameters(scenario, controls.chosen.as_deref())
    {
        if low >= high {
            continue;
        }
        let mut chosen = controls.edits.get(&key).copied().unwrap_or(value);
        let label = if unit.is_empty() { key.clone() } else { format!("{key} ({unit})") };
        ui.label(&label);
        let slider = Slider::new(&mut chosen, low..=high).max_decimals(4);
        let response = ui.add(slider);
        // The name that a screen reader speaks.
        response.widget_info(|| egui::WidgetInfo::slider(true, chosen, &label));
        if response.changed() {
            controls.edits.insert(key, chosen);
        }
    }
    ui.separator();
    ui.label("The world takes these at its start.");
    ui.horizontal(|ui| {
        if ui.add_enabled(!controls.edits.is_empty(), egui::Button::new("Start over with these")).clicked() {
            controls.apply_edits(snapshot);
        }
        let is_changed = !controls.edits.is_empty() || !snapshot.changes.is_empty();
        if ui.add_enabled(is_changed, egui::Button::new("As in the file")).clicked() {
            controls.edits.clear();
            if !snapshot.changes.is_empty() {
                controls.open(scenario.origin.name.clone(), Vec::new());
            }
        }
    });
    for change in &snapshot.changes {
        ui.weak(format!("changed: {change}"));
    }
}
