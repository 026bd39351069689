//! The clock: running, stepping, speed, the past; and the buttons of the other tools.

use egui::{Button, ComboBox, Event, PointerButton, Rect, ScrollArea, Slider, Ui, gui_zoom, vec2};

use super::parameters::FIELDS;
use super::parts::{NARROW, number, read};
use crate::app::camera::Preset;
use crate::app::controls::{Action, Applies, Controls, Page, Tool};
use crate::app::session::{Command, Snapshot, Speed, State};

/// A button that carries out an action.
fn button(ui: &mut Ui, label: &str, tip: &str) -> bool {
    ui.button(label).on_hover_text(tip).clicked()
}

/// The buttons above the picture; in a narrow window all but the first are in a menu.
pub(super) fn tools(ui: &mut Ui, controls: &mut Controls, snapshot: &Snapshot) {
    let size = ui.ctx().content_rect().size();
    if size.x >= NARROW {
        return buttons(ui, controls, snapshot);
    }
    ui.horizontal(|ui| {
        let runs = snapshot.state == State::Running;
        if button(ui, if runs { "Pause" } else { "Run" }, "Space") {
            controls.act(Action::RunOrPause, snapshot);
        }
        if button(ui, "Step", "one step on: .") {
            controls.act(Action::Step(1), snapshot);
        }
        ui.menu_button("Menu", |ui| {
            ui.set_width(0.8 * size.x);
            ScrollArea::vertical().max_height(0.7 * size.y).show(ui, |ui| buttons(ui, controls, snapshot));
        });
    });
}

/// All of them.
fn buttons(ui: &mut Ui, controls: &mut Controls, snapshot: &Snapshot) {
    let mut action = None;
    let mut act = |is_clicked: bool, of: Action| {
        if is_clicked {
            action = Some(of);
        }
    };
    ui.horizontal_wrapped(|ui| {
        let runs = snapshot.state == State::Running;
        act(button(ui, if runs { "Pause" } else { "Run" }, "Space"), Action::RunOrPause);
        act(button(ui, "Back", "one step back: ,"), Action::Step(-1));
        act(button(ui, "Step", "one step on: ."), Action::Step(1));
        act(button(ui, "Restart", "from the start; what was done is forgotten: R"), Action::Restart);
        let undo = ui.add_enabled(snapshot.undo.is_some(), Button::new("Undo"));
        let undone = format!("take back {}: Ctrl Z", snapshot.undo.unwrap_or("what was done last"));
        act(undo.on_hover_text(undone).clicked(), Action::Undo);
        let mut loops = snapshot.loops;
        act(ui.checkbox(&mut loops, "Loop").on_hover_text("over and over: L").clicked(), Action::Loop);
        ui.separator();
        ui.label("Speed");
        for speed in Speed::ALL {
            let is_chosen = snapshot.speed == Some(speed);
            if ui.selectable_label(is_chosen, speed.label()).on_hover_text("slower [ faster ]").clicked() {
                controls.commands.push(Command::Speed(speed));
            }
        }
        ui.separator();
        for preset in Preset::ALL {
            let is_enabled = !preset.is_of_body() || controls.applies(Applies::Bodies, snapshot);
            let is_there = preset == Preset::Top && controls.eye.is_from_above();
            let goes = Button::new(preset.label()).selected(is_there);
            act(ui.add_enabled(is_enabled, goes).clicked(), Action::View(preset));
        }
        let fly = ui.add(Button::new("Fly").selected(controls.eye.is_flying()));
        let tip = "goes anywhere: A D W S + -, with Shift to turn: F9";
        act(fly.on_hover_text(tip).clicked(), Action::Fly);
        let follows = controls.eye.follows().is_some();
        let has_bodies = controls.applies(Applies::Bodies, snapshot);
        let follow = ui.add_enabled(has_bodies, Button::new("Follow").selected(follows));
        act(follow.on_hover_text("moves the view with the chosen body: F").clicked(), Action::Follow);
        ui.separator();
        let view = controls.eye.base();
        let (is_water, field) = (view.look.is_water(), view.field);
        let science = ui.add(Button::new("Science").selected(!is_water));
        act(science.on_hover_text("the colors of a field alone, from above: Y").clicked(), Action::Science);
        let names = FIELDS.into_iter().find(|(of, _)| *of == field && !is_water);
        let colors = ComboBox::from_label("colors").selected_text(names.map_or("water", |(_, name)| name));
        colors.show_ui(ui, |ui| {
            let all = std::iter::once((None, "water")).chain(FIELDS.map(|(field, name)| (Some(field), name)));
            for (of, name) in all {
                let is_chosen = of == names.map(|(field, _)| field);
                act(ui.selectable_label(is_chosen, name).clicked(), Action::Color(of));
            }
        });
        if controls.applies(Applies::Afloat, snapshot) {
            let pressure = ui.add(Button::new("Pressure").selected(controls.shows_pressure(snapshot)));
            act(pressure.on_hover_text("of the water on hulls: Shift Y").clicked(), Action::Pressure);
        }
        ui.separator();
        for tool in Tool::ALL {
            let is_enabled = tool != Tool::Pull || controls.applies(Applies::Bodies, snapshot);
            let [label, tip] = tool.label();
            let chooses = ui.add_enabled(is_enabled, Button::new(label).selected(controls.tool == tool));
            act(chooses.on_hover_text(tip).clicked(), Action::Tool(tool));
        }
        ui.separator();
        let readings = ui.add(Button::new("Readings").selected(controls.shows_readings));
        act(readings.on_hover_text("I").clicked(), Action::Readings);
        for page in Page::ALL {
            let label = match page {
                Page::Messages if !snapshot.log.is_empty() => {
                    format!("{} ({})", page.label(), snapshot.log.len())
                }
                page => page.label().to_owned(),
            };
            let is_open = controls.page == Some(page);
            act(ui.add(Button::new(label).selected(is_open)).clicked(), Action::Page(page));
        }
        act(ui.add(Button::new("Names").selected(controls.shows_names)).clicked(), Action::Names);
        let view = controls.eye.base();
        if controls.applies(Applies::Afloat, snapshot) {
            let loads = ui.add(Button::new("Forces").selected(view.loads));
            act(loads.on_hover_text("forces on bodies by kind: F7").clicked(), Action::Loads);
            let forces = ui.add(Button::new("Forces on triangles").selected(view.forces));
            let tip = "pressure blue, drag and lift red: F10";
            act(forces.on_hover_text(tip).clicked(), Action::Forces);
        }
        if controls.applies(Applies::Bodies, snapshot) {
            let track = ui.add(Button::new("Ways").selected(view.track_s > 0.0));
            act(track.on_hover_text("where bodies have come from: F8").clicked(), Action::Track);
        }
        if controls.applies(Applies::Exact, snapshot) {
            let exact = ui.add(Button::new("Exact").selected(controls.shows_exact));
            act(exact.on_hover_text("the exact solution over the water: F3").clicked(), Action::Exact);
        }
        if controls.applies(Applies::Science, snapshot) {
            let tracers = ui.add(Button::new("Tracers").selected(controls.tracers.is_some()));
            act(tracers.on_hover_text("they ride with the water: F4").clicked(), Action::Tracers);
            let lines = ui.add(Button::new("Streamlines").selected(controls.eye.base().streamlines));
            act(lines.on_hover_text("lines that follow the flow: F6").clicked(), Action::Streamlines);
        }
        ui.separator();
        act(button(ui, "Screenshot", "the picture as a PNG file: X"), Action::Screenshot);
        let films = snapshot.film.is_some();
        let record = Button::new(if films { "Stop recording" } else { "Record" });
        let tip = format!("a film of the picture, {}: V", controls.film.format.name());
        act(ui.add(record.selected(films)).on_hover_text(tip).clicked(), Action::Record);
        let tip = "what it takes to play this run again, into a file that estela open plays: 0";
        act(button(ui, "Save replay", tip), Action::Replay);
        if button(ui, "Smaller text", "Ctrl -") {
            gui_zoom::zoom_out(ui.ctx());
        }
        if button(ui, "Larger text", "Ctrl +") {
            gui_zoom::zoom_in(ui.ctx());
        }
        act(button(ui, if controls.is_dark { "Light" } else { "Dark" }, "K"), Action::Theme);
        act(ui.add(Button::new("Help").selected(controls.shows_help)).clicked(), Action::Help);
    });
    if let Some(action) = action {
        controls.act(action, snapshot);
    }
}

/// The past, to be gone back to.
pub(super) fn timeline(ui: &mut Ui, controls: &mut Controls, snapshot: &Snapshot) {
    // A step that was stopped by a fault is shown, though it is not gone back to.
    let [first, newest] = [snapshot.span[0], snapshot.span[1].max(snapshot.step)];
    let mut step = snapshot.step as f64;
    let shown_s = |step: f64| format!("{:.2} s", step * snapshot.time_step_s);
    let read_s = |text: &str| Some((read(text.trim().trim_end_matches('s'))? / snapshot.time_step_s).round());
    ui.horizontal(|ui| {
        ui.spacing_mut().slider_width = (ui.available_width() - 130.0).max(60.0);
        let width = ui.spacing().slider_width;
        let slider = number(ui, "time", &mut step, (shown_s, read_s), |step| {
            Slider::new(step, first as f64..=newest.max(first + 1) as f64).integer().text("time")
        });
        let changed = slider.on_hover_text(format!(
            "the past, by {} checkpoints that take {:.0} MB",
            snapshot.past.0,
            1e-6 * snapshot.past.1 as f64
        ));
        let rail = Rect::from_min_size(changed.rect.min, vec2(width, changed.rect.height()));
        // A click that is over within one picture is no drag.
        let clicked = struck(ui, rail)
            .map(|part| first + (part * (newest.max(first + 1) - first) as f32).round() as u64);
        let step = clicked.unwrap_or(step as u64);
        if (changed.changed() || clicked.is_some()) && step <= newest {
            controls.commands.push(Command::Seek(step));
        }
    });
}

/// Where along the rail of a slider, 0 to 1, the first button was pressed and let go again since the last picture.
fn struck(ui: &Ui, rail: Rect) -> Option<f32> {
    let radius = rail.height() / 2.5;
    let on_rail = |event: &Event, is_down: bool| match *event {
        Event::PointerButton { pos, button: PointerButton::Primary, pressed, .. } if pressed == is_down => {
            rail.contains(pos).then_some((pos.x - rail.left() - radius) / (rail.width() - 2.0 * radius))
        }
        _ => None,
    };
    ui.input(|input| {
        let mut events = input.events.iter();
        let part = events.find_map(|event| on_rail(event, true))?;
        events.find_map(|event| on_rail(event, false)).map(|_| part.clamp(0.0, 1.0))
    })
}

#[cfg(all(test, feature = "panel-tests"))]
mod tests {
    use egui::accesskit::Role;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;

    /// Where it was stopped at a step that cannot be gone back to, as by a fault, too.
    #[test]
    fn the_time_slider_says_the_time_of_the_state() {
        let (state, span) = (State::Ended, [0, 4]);
        let snapshot =
            Snapshot { state, span, step: 6, time_step_s: 0.25, time_s: 1.5, ..Snapshot::default() };
        let mut controls = Controls::new(&snapshot);
        let harness = Harness::new_ui(|ui| timeline(ui, &mut controls, &snapshot));
        let time = harness.get_by_role_and_label(Role::SpinButton, "time").value();
        assert_eq!(time.as_deref(), Some("1.50 s"));
    }
}
