//! Parts of several panels.

use egui::{Key, Role, TextEdit, Ui, WidgetInfo};

/// Width of a window, points, below which there is room for one panel beside the picture, and for a few buttons above it.
pub(super) const NARROW: f32 = 640.0;

/// A row of a table: name and value.
pub(super) fn row(ui: &mut Ui, name: &str, value: String) {
    ui.label(name);
    ui.monospace(value);
    ui.end_row();
}

/// A length or a speed with enough digits to see it change: thousandths of the unit, below a tenth of it more, below a hundredth in thousandths.
pub(crate) fn fine(value: f64, unit: &str) -> String {
    match value.abs() {
        large if large >= 0.1 => format!("{value:.3} {unit}"),
        small if small >= 0.01 => format!("{value:.4} {unit}"),
        tiny if tiny >= 5e-6 => format!("{:.2} m{unit}", 1e3 * value),
        // No minus before zero.
        _ => format!("{:.2} m{unit}", 0.0),
    }
}

/// The same with a sign.
pub(super) fn fine_signed(value: f64, unit: &str) -> String {
    let sign = if value < 0.0 { "" } else { "+" };
    format!("{sign}{}", fine(value, unit))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_readings_have_digits_that_change() {
        let shown = [1.2345, 0.05678, -0.00123, -0.00134, 0.0].map(|value| fine(value, "m"));
        assert_eq!(shown, ["1.234 m", "0.0568 m", "-1.23 mm", "-1.34 mm", "0.00 mm"]);
        assert_eq!(fine(0.0042, "m/s"), "4.20 mm/s");
        let signed = [0.00123, -0.25, -1e-9].map(|value| fine_signed(value, "m"));
        assert_eq!(signed, ["+1.23 mm", "-0.250 m", "0.00 mm"]);
    }
}
