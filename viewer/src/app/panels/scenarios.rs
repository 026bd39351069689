//! Scenarios to choose from.

use std::time::Duration;

use egui::{Button, Role, TextEdit, Ui, Vec2, WidgetInfo};

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
    ui.label("A file: drop it on the window, or type where it is.");
    ui.horizontal(|ui| {
        let path = TextEdit::singleline(&mut controls.path).hint_text("harbor.toml");
        let typed = ui.add(path);
        typed.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "file"));
        let is_entered = typed.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        if (ui.button("Open").clicked() || is_entered) && !controls.path.is_empty() {
            controls.open(controls.path.trim().to_owned(), Vec::new());
        }
    });
    ui.separator();
    if controls.gallery.update() {
        ui.ctx().request_repaint_after(LOOK_AGAIN);
    }
    for name in shipped::names() {
        let texture = controls.gallery.texture(name, ui.ctx()).map(|texture| texture.id());
        let choose = match texture {
            Some(id) => Button::image_and_text((id, THUMBNAIL), name),
            None => Button::new(name),
        };
        let choose = ui.add(choose.wrap());
        let (note, tip) = match controls.gallery.of(name) {
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
