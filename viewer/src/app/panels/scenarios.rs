//! Scenarios to choose from.

use egui::{Role, TextEdit, Ui, WidgetInfo};

use crate::app::controls::Controls;
use crate::app::session::Snapshot;
use crate::sim::scenario::shipped;

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
    for name in shipped::names() {
        if ui.button(name).clicked() {
            controls.open(name.to_owned(), Vec::new());
        }
    }
}
