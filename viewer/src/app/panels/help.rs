//! The keys that have an effect now.

use egui::{Align2, Context, Grid, ScrollArea, Window};

use crate::app::controls::{Controls, HELP};
use crate::app::session::Snapshot;

/// Width of all lines, points.
const WIDTH: f32 = 640.0;

/// Shows them.
pub(super) fn show(context: &Context, controls: &mut Controls, snapshot: &Snapshot) {
    let height = (context.content_rect().height() - 130.0).max(100.0);
    let mut is_open = controls.shows_help;
    let window = Window::new("Keys").open(&mut is_open).anchor(Align2::CENTER_CENTER, [0.0, 0.0]);
    window.default_width(WIDTH).collapsible(false).resizable(false).show(context, |ui| {
        ui.set_width(WIDTH);
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            Grid::new("keys").num_columns(2).striped(true).show(ui, |ui| {
                #[cfg(feature = "gamepad")]
                let lines = HELP.into_iter().chain(crate::app::controls::gamepad::HELP);
                #[cfg(not(feature = "gamepad"))]
                let lines = HELP;
                for (keys, what, applies) in lines {
                    if controls.applies(applies, snapshot) {
                        ui.monospace(keys);
                        ui.label(what);
                        ui.end_row();
                    }
                }
                let [_, what] = controls.tool.label();
                ui.monospace("Mouse");
                ui.label(what);
                ui.end_row();
                ui.monospace("Wheel");
                ui.label("zoom; drag with the right button to move");
                ui.end_row();
                ui.monospace("Drop");
                ui.label("a scenario or a replay on the window to open it, a mesh to put it on the water");
                ui.end_row();
            });
        });
    });
    controls.shows_help = is_open;
}
