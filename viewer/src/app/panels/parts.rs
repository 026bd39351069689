//! Parts of several panels.

use egui::{Key, Role, TextEdit, Ui, WidgetInfo};

/// A row of a table: name and value.
pub(super) fn row(ui: &mut Ui, name: &str, value: String) {
    ui.label(name);
    ui.monospace(value);
    ui.end_row();
}

/// A line to type a path in, with a name; true where Enter was pressed. It keeps the focus then, so that what is typed next is text, too.
pub(super) fn path_field(ui: &mut Ui, path: &mut String, name: &str, hint: &str) -> bool {
    let typed = ui.add(TextEdit::singleline(path).hint_text(hint));
    typed.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, name));
    let is_entered = typed.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if is_entered {
        typed.request_focus();
    }
    is_entered
}
