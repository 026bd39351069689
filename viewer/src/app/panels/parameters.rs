//! Keys of the scenario as sliders: those that the world takes while it runs, and others that it takes at its start.

use egui::{Role, Slider, SliderClamping, Ui, WidgetInfo};

use crate::app::controls::{Controls, is_changed};
use crate::app::session::{Command, Snapshot};
use crate::scene::{Field, Look, View};
use crate::sim::Parameter;
use crate::sim::scenario::{Scenario, Wave};

/// A positive value that may be four times as large or small.
fn scaled(key: impl Into<String>, value: f64, unit: &'static str) -> Parameter {
    Parameter { key: key.into(), value, unit, range: [0.25 * value, 4.0 * value] }
}

fn amplitude_m(wave: &Wave) -> f64 {
    let (Wave::Crests { amplitude_m, .. }
    | Wave::Airy { amplitude_m, .. }
    | Wave::Stokes { amplitude_m, .. }) = wave;
    *amplitude_m
}

/// Keys of a scenario and of one of its bodies that the world takes at its start alone.
fn parameters(scenario: &Scenario, chosen: Option<&str>) -> Vec<Parameter> {
    let mut all = vec![scaled("water.depth_m", scenario.water.depth_m, "m")];
    if scenario.solver.smagorinsky == 0.0 {
        let key = "solver.smagorinsky".into();
        all.push(Parameter { key, value: 0.0, unit: "", range: [0.0, 0.5] });
    }
    let waves = scenario.wave.iter().enumerate();
    all.extend(waves.map(|(i, wave)| scaled(format!("wave.{i}.amplitude_m"), amplitude_m(wave), "m")));
    let Some((name, body)) = chosen.and_then(|name| scenario.body.get_key_value(name)) else { return all };
    let of = |leaf: &str| format!("body.{name}.{leaf}");
    if let Some(mass_kg) = body.mass_kg.filter(|_| body.is_afloat()) {
        all.push(scaled(of("mass_kg"), mass_kg, "kg"));
    }
    if let Some(tow) = &body.tow {
        all.push(scaled(of("tow.speed_m_s"), tow.speed_m_s, "m/s"));
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
    if view.track_s > 0.0 {
        ui.add(Slider::new(&mut view.track_s, 1.0..=120.0).logarithmic(true).text("ways reach back, s"));
    }
    if view.look.is_water() {
        return;
    }
    let fields = [
        (Field::Level, "level"),
        (Field::Depth, "depth"),
        (Field::Speed, "speed"),
        (Field::Vorticity, "vorticity"),
        (Field::Froude, "Froude number"),
        (Field::Courant, "Courant number"),
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

/// A slider with its label, by which a screen reader names it; what it was moved to.
fn slider(ui: &mut Ui, now: f64, Parameter { key, unit, range: [low, high], .. }: &Parameter) -> Option<f64> {
    let mut chosen = now;
    let label = if unit.is_empty() { key.clone() } else { format!("{key} ({unit})") };
    ui.label(&label);
    let slider = Slider::new(&mut chosen, *low..=*high).max_decimals(4).clamping(SliderClamping::Never);
    let response = ui.add(slider);
    response.widget_info(|| WidgetInfo::slider(true, chosen, &label));
    response.changed().then_some(chosen)
}

/// Shows the parameters that the world takes while it runs.
fn running(ui: &mut Ui, controls: &mut Controls, snapshot: &Snapshot) {
    ui.strong("While it runs");
    for parameter @ (now, first) in &snapshot.parameters {
        let chosen = slider(ui, *now, first);
        let resets = is_changed(parameter) && {
            let reset =
                ui.small_button("Reset").on_hover_text(format!("to {}, as at the start", first.value));
            reset.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Reset {}", first.key)));
            reset.clicked()
        };
        if let Some(value) = chosen.or(resets.then_some(first.value)) {
            controls.commands.push(Command::Set { key: first.key.clone(), value });
        }
    }
}

/// Shows them.
pub(super) fn page(ui: &mut Ui, controls: &mut Controls, snapshot: &Snapshot) {
    let Some(scenario) = snapshot.scenario.as_deref() else { return };
    appearance(ui, controls.eye.base_mut());
    ui.separator();
    running(ui, controls, snapshot);
    ui.separator();
    ui.strong("At a new start");
    for parameter in parameters(scenario, controls.chosen.as_deref()) {
        let now = controls.edits.get(&parameter.key).copied().unwrap_or(parameter.value);
        if parameter.range[0] < parameter.range[1]
            && let Some(value) = slider(ui, now, &parameter)
        {
            controls.edits.insert(parameter.key, value);
        }
    }
    ui.label("Starting over takes the values above that were changed, too.");
    ui.horizontal(|ui| {
        let can_start = !controls.edits.is_empty() || snapshot.parameters.iter().any(is_changed);
        if ui.add_enabled(can_start, egui::Button::new("Start over with these")).clicked() {
            controls.apply_edits(snapshot);
        }
        let is_changed = can_start || !snapshot.changes.is_empty();
        if ui.add_enabled(is_changed, egui::Button::new("As in the file")).clicked() {
            controls.edits.clear();
            controls.commands.push(Command::StartWith(Vec::new()));
        }
    });
    for change in &snapshot.changes {
        ui.weak(format!("changed: {change}"));
    }
}
