//! The text of the scenario, to be changed, started and saved.

use egui::{Button, Id, Key, Modifiers, Role, TextEdit, Ui, WidgetInfo};

use super::parts::path_field;
use crate::app::controls::Controls;
use crate::app::session::Snapshot;

/// Shows it.
pub(super) fn page(ui: &mut Ui, controls: &mut Controls, snapshot: &Snapshot) {
    controls.draft.follow(snapshot);
    let pressed = |ui: &mut Ui, key| ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, key));
    let [starts, saves] = [Key::Enter, Key::S].map(|key| pressed(ui, key));
    ui.horizontal_wrapped(|ui| {
        if ui.button("Start this text").on_hover_text("Ctrl Enter").clicked() || starts {
            controls.commands.push(controls.draft.start());
        }
        if ui.button("Save").on_hover_text("into the file below: Ctrl S").clicked() || saves {
            controls.commands.push(controls.draft.save());
        }
        if ui.button("Reload the file").on_hover_text("opens it as it is on the disk").clicked() {
            controls.open(controls.draft.file.trim().to_owned(), Vec::new());
        }
        let edited = controls.draft.is_edited();
        if ui.add_enabled(edited, Button::new("Back to what runs")).clicked() {
            controls.draft.take_over(snapshot);
        }
        let changes = controls.changes(snapshot);
        let writes = ui.add_enabled(!changes.is_empty(), Button::new("Write changed parameters"));
        if writes.on_hover_text("into the text; its comments stay").clicked()
            && let Err(why) = controls.draft.change(&changes)
        {
            controls.trouble = Some(why);
        }
    });
    ui.horizontal(|ui| {
        ui.label("file");
        path_field(ui, &mut controls.draft.file, "file of the text", "harbor.toml");
        ui.weak(if controls.draft.is_edited() { "edited" } else { "as it runs" });
    });
    let said = controls.trouble.as_deref();
    let last = snapshot.log.last().filter(|line| line.is_error).map(|line| line.text.as_str());
    if let Some(why) = said.or(last) {
        ui.colored_label(ui.visuals().error_fg_color, why);
    }
    let text = TextEdit::multiline(&mut controls.draft.text).code_editor().desired_width(f32::INFINITY);
    // What is said above it does not take the focus from it.
    let typed = ui.add(text.desired_rows(30).id(Id::unique("text of the scenario")));
    typed.widget_info(|| WidgetInfo::labeled(Role::MultilineTextInput, true, "text of the scenario"));
    if typed.changed() {
        (controls.trouble, controls.asks_to_close) = (None, false);
    }
}
