//! Keys of the scenario as sliders: those that the world takes while it runs, and others that it takes at its start.

use std::ops::RangeInclusive;

use egui::{DragValue, Role, Slider, SliderClamping, Ui, WidgetInfo};

use super::parts::{number, plain, read};
use super::shown::Shown;
use crate::app::controls::{Controls, Request, is_changed};
use crate::app::session::{Command, Snapshot};
use crate::scene::{Field, Invented, Look, Scene, View, WaterSheet, values};
use crate::sim::Parameter;
use crate::sim::scenario::{Scenario, Wave};

/// Fractions of the water whose values the colors can be made to hold.
const FRACTIONS: [f32; 3] = [0.98, 1.0, 0.9];

/// The fields that colors stand for, and their names.
pub(super) const FIELDS: [(Field, &str); Field::ALL.len()] = [
    (Field::Level, "level"),
    (Field::Depth, "depth"),
    (Field::Speed, "speed"),
    (Field::Vorticity, "vorticity"),
    (Field::Froude, "Froude number"),
    (Field::Courant, "Courant number"),
    (Field::Thickness, "thickness of hulls"),
    (Field::Mask, "mask"),
    (Field::Residual, "residual of the volume"),
];

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
    let mut all = vec![scaled("water.level_m", scenario.water.level_m, "m")];
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
fn appearance(ui: &mut Ui, view: &mut View, scene: &Scene) {
    let looks = [
        (Look::Water, "water"),
        (Look::Ripples, "ripples"),
        (Look::Slab, "slab"),
        (Look::Science, "science"),
    ];
    choose(ui, "look of the water", &mut view.look, &looks);
    if view.track_s > 0.0 {
        narrow(ui, "ways reach back, s", &mut view.track_s, 1.0..=120.0);
    }
    if view.look.is_water() {
        return invented(ui, view, scene);
    }
    let before = view.field;
    choose(ui, "field", &mut view.field, &FIELDS);
    if view.field != before {
        // The range of another field does not hold.
        view.field_range = None;
    }
    ends(ui, view, &scene.water);
    if view.look == Look::Slab {
        narrow(ui, "heights drawn, times", &mut view.vertical_scale, 1.0..=20.0);
    }
}

/// Shows what is drawn that was not simulated, to be left out.
fn invented(ui: &mut Ui, view: &mut View, scene: &Scene) {
    ui.horizontal_wrapped(|ui| {
        ui.label("invented");
        let mut ripples = view.look == Look::Ripples;
        ui.checkbox(&mut ripples, "ripples");
        view.look = if ripples { Look::Ripples } else { Look::Water };
        if scene.bodies.iter().any(|body| body.decoration.is_some()) {
            ui.checkbox(&mut view.invented.fittings, "fittings");
        }
        let Invented { clouds, haze, sand, foam, .. } = &mut view.invented;
        for (part, name) in
            [(clouds, "clouds"), (haze, "haze"), (sand, "grain of the sand"), (foam, "pattern of the foam")]
        {
            ui.checkbox(part, name);
        }
        ui.weak("the look science is without all that is invented");
    });
}

/// A logarithmic slider of a number of the view.
fn narrow(ui: &mut Ui, label: &str, value: &mut f32, range: RangeInclusive<f64>) {
    let mut wide = f64::from(*value);
    let slider = number(ui, label, &mut wide, (plain, read), |wide| {
        Slider::new(wide, range).logarithmic(true).text(label)
    });
    if slider.changed() {
        *value = wide as f32;
    }
}

/// Shows the values at the ends of the colors: what the run needs, or fixed ones, which may be those of a part of the present water.
fn ends(ui: &mut Ui, view: &mut View, water: &WaterSheet) {
    let (field, unit) = match view.field {
        Field::Mask => return,
        field @ (Field::Level | Field::Depth | Field::Thickness) => (field, " m"),
        Field::Speed => (Field::Speed, " m/s"),
        Field::Vorticity => (Field::Vorticity, " 1/s"),
        Field::Residual => (Field::Residual, " mm/s"),
        field @ (Field::Froude | Field::Courant) => (field, ""),
    };
    let ends = if field == Field::Level { &mut view.color_range_m } else { &mut view.field_range };
    let mut is_fixed = ends.is_some();
    let box_ = ui.checkbox(&mut is_fixed, "fixed ends of the colors");
    if box_.on_hover_text("Else they are round numbers that grow as the run needs.").changed() {
        *ends = is_fixed.then(|| ends_of(water, field, FRACTIONS[0]));
    }
    let Some((low, high)) = ends else { return };
    ui.horizontal(|ui| {
        let speed = 0.01 * f64::from(*high - *low).abs().max(1e-3);
        for (name, value) in [("first", low), ("last", high)] {
            let end = DragValue::new(value).speed(speed).update_while_editing(false);
            ui.add(end.prefix(format!("{name} ")).suffix(unit));
        }
    });
    ui.horizontal(|ui| {
        ui.label("to hold, of the water now,");
        for fraction in FRACTIONS {
            if ui.small_button(format!("{} %", 100.0 * fraction)).clicked() {
                *ends = Some(ends_of(water, field, fraction));
            }
        }
    });
}

/// Ends of the colors between which a fraction of the cells' values is: symmetric about 0 or the still level, or from 0 on.
fn ends_of(water: &WaterSheet, field: Field, fraction: f32) -> (f32, f32) {
    let middle = if field == Field::Depth { water.still_level_m } else { 0.0 };
    let away = values(water, field).into_iter().map(|value| (value - middle).abs());
    let mut away: Vec<f32> = away.filter(|value| value.is_finite()).collect();
    let rank = (away.len().saturating_sub(1) as f32 * fraction).round() as usize;
    let reach = if away.is_empty() { 0.0 } else { *away.select_nth_unstable_by(rank, f32::total_cmp).1 };
    // Two digits are enough.
    let digit = 10f32.powf(reach.max(1e-3).log10().floor() - 1.0);
    let reach = (reach / digit).ceil().max(1.0) * digit;
    match field {
        Field::Level | Field::Vorticity | Field::Depth | Field::Residual => (middle - reach, middle + reach),
        _ => (0.0, reach),
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
    let response = number(ui, &label, &mut chosen, (plain, read), |chosen| {
        Slider::new(chosen, *low..=*high).clamping(SliderClamping::Never)
    });
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

/// Shows what draws the window, to be chosen.
fn renderer(ui: &mut Ui, controls: &mut Controls, shown: &Shown) {
    let is_gpu = shown.device != "CPU";
    let mut gpu = is_gpu;
    choose(ui, "renderer", &mut gpu, &[(false, "CPU"), (true, "GPU")]);
    if gpu != is_gpu {
        controls.requests.push(Request::DrawBy { gpu });
    }
}

/// Shows them.
pub(super) fn page(ui: &mut Ui, controls: &mut Controls, snapshot: &Snapshot, shown: &Shown) {
    let Some(scenario) = snapshot.scenario.as_deref() else { return };
    appearance(ui, controls.eye.base_mut(), &snapshot.scene);
    renderer(ui, controls, shown);
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
