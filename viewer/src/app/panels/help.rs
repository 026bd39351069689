//! The keys that have an effect now.

use egui::{Align2, Context, Grid, Label, ScrollArea, TextStyle, Ui, Window};

use crate::app::controls::{Controls, HELP};
use crate::app::session::Snapshot;

/// Width of all lines where there is room, points, and what is left at the sides of the window where there is not.
const WIDTH: f32 = 640.0;
const ASIDE: f32 = 48.0;
/// The longest names of keys in a line, letters.
const KEYS: f32 = 17.0;

/// Shows them.
pub(super) fn show(context: &Context, controls: &mut Controls, snapshot: &Snapshot) {
    let height = (context.content_rect().height() - 130.0).max(100.0);
    let width = WIDTH.min(context.content_rect().width() - ASIDE).max(200.0);
    let mut is_open = controls.shows_help;
    let window = Window::new("Keys").open(&mut is_open).anchor(Align2::CENTER_CENTER, [0.0, 0.0]);
    window.default_width(width).collapsible(false).resizable(false).show(context, |ui| {
        ui.set_width(width);
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            let letter =
                ui.fonts_mut(|fonts| fonts.glyph_width(&TextStyle::Monospace.resolve(ui.style()), 'W'));
            let rest = ui.available_width() - KEYS * letter - 2.0 * ui.spacing().item_spacing.x;
            let row = |ui: &mut Ui, keys: &str, what: &str| {
                ui.monospace(keys);
                ui.allocate_ui(egui::vec2(rest, 0.0), |ui| ui.add(Label::new(what).wrap()));
                ui.end_row();
            };
            Grid::new("keys").num_columns(2).striped(true).show(ui, |ui| {
                #[cfg(feature = "gamepad")]
                let lines = HELP.into_iter().chain(crate::app::controls::gamepad::HELP);
                #[cfg(not(feature = "gamepad"))]
                let lines = HELP;
                for (keys, what, applies) in lines {
                    if controls.applies(applies, snapshot) {
                        row(ui, keys, what);
                    }
                }
                let [_, what] = controls.tool.label();
                row(ui, "Mouse", what);
                row(ui, "Wheel", "zoom; drag with the right button to move");
                row(
                    ui,
                    "Drop",
                    "a scenario or a replay on the window to open it, a mesh to put it on the water",
                );
            });
        });
    });
    controls.shows_help = is_open;
}
