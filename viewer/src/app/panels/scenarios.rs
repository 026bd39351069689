//! Scenarios to choose from.

use std::path::Path;
use std::time::Duration;

use egui::{Button, Ui, Vec2};

use super::parts::path_field;
use crate::app::controls::Controls;
use crate::app::session::Snapshot;
use crate::sim::scenario::shipped;

/// Width and height of a picture, points.
const THUMBNAIL: Vec2 = Vec2::new(160.0, 90.0);
/// Time after which it is looked whether more pictures are drawn.
const LOOK_AGAIN: Duration = Duration::from_millis(200);

/// Shows them.
pub(super) fn page(ui: &mut Ui, controls: &mut Controls, snapshot: &Snapshot) {
    if let Some(scenario) = &snapshot.scenario {
        ui.strong(&scenario.title);
        ui.label(&scenario.description);
        ui.weak(&scenario.source);
        ui.separator();
    }
    ui.label("A scenario, a replay or a mesh: drop the file on the window, or type where it is.");
    ui.horizontal(|ui| {
        let is_entered = path_field(ui, &mut controls.path, "file", "harbor.toml");
        let path = controls.path.trim().to_owned();
        if (ui.button("Open").clicked() || is_entered) && !path.is_empty() {
            controls.take_file(Path::new(&path), snapshot);
        }
    });
    ui.separator();
    if controls.thumbnails.update() {
        ui.ctx().request_repaint_after(LOOK_AGAIN);
    }
    for name in shipped::names() {
        let texture = controls.thumbnails.texture(name, ui.ctx()).map(|texture| texture.id());
        let choose = match texture {
            Some(id) => Button::image_and_text((id, THUMBNAIL), name),
            None => Button::new(name),
        };
        let choose = ui.add(choose.wrap());
        let (note, tip) = match controls.thumbnails.of(name) {
            None => ("…".to_owned(), "its picture is being drawn".to_owned()),
            Some(Ok(drawn)) => (drawn.title.clone(), format!("as it is after {:.1} s", drawn.time_s)),
            Some(Err(why)) => ("no picture".to_owned(), why.to_owned()),
        };
        ui.weak(note);
        if choose.on_hover_text(tip).clicked() {
            controls.open(name.to_owned(), Vec::new());
        }
    }
}
