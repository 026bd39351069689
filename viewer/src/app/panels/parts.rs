//! Parts of several panels.

use egui::{Id, Key, Response, Role, Slider, TextEdit, Ui, UiBuilder, WidgetInfo};

/// Width of a window, points, below which there is room for one panel beside the picture, and for a few buttons above it.
pub(super) const NARROW: f32 = 640.0;

/// Width of what is beside a line to type in, points.
const BESIDE: f32 = 120.0;

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

/// A value with so many decimals.
pub(super) fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let is_zero = |text: &&str| text.chars().all(|c| matches!(c, '0' | '.'));
    // No minus before zero.
    text.strip_prefix('-').filter(is_zero).map(str::to_owned).unwrap_or(text)
}

/// A line to type a path in, with a name; true where Enter was pressed. It keeps the focus then, so that what is typed next is text, too.
pub(super) fn path_field(ui: &mut Ui, path: &mut String, name: &str, hint: &str) -> bool {
    // Beside it is a button.
    let width = (ui.available_width() - BESIDE).max(60.0);
    let typed = ui.add(TextEdit::singleline(path).hint_text(hint).desired_width(width));
    typed.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, name));
    let is_entered = typed.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if is_entered {
        typed.request_focus();
    }
    is_entered
}

/// A slider of a name with a box for its number, which is shown and read in some form. What is typed counts when Enter is pressed or the box is left, and no
/// newer value takes its place before; a number that is left as it is shown stays as it is.
pub(super) fn number(
    ui: &mut Ui,
    name: &str,
    value: &mut f64,
    (shown, read): (impl Fn(f64) -> String, impl Fn(&str) -> Option<f64>),
    slider: impl FnOnce(&mut f64) -> Slider<'_>,
) -> Response {
    let id = Id::unique(("number", name));
    // The value that was being edited in the last pass, the number of which is beside it, and whether that was given up: the box is told a pass later
    // that it was left.
    let pass = ui.ctx().cumulative_pass_nr();
    let kept = ui.data(|data| data.get_temp::<(f64, u64, bool)>(id)).filter(|(_, of, _)| of + 1 == pass);
    let is_given_up = kept.is_some_and(|(.., is_given_up)| is_given_up);
    if let Some((kept, ..)) = kept.filter(|_| !is_given_up) {
        *value = kept;
    }
    let (now, as_shown) = (*value, shown(*value));
    let slider = slider(value)
        .update_while_editing(false)
        .custom_formatter(|value, _| shown(value))
        .custom_parser(|text| if is_given_up || text == as_shown { Some(now) } else { read(text) });
    // What comes and goes before it does not take the focus from it.
    let response = ui.scope_builder(UiBuilder::new().scope_id(id), |ui| ui.add(slider)).inner;
    let is_edited = response.has_focus() && ui.ctx().text_edit_focused();
    let role = if is_edited { Role::SpinButton } else { Role::Slider };
    response.widget_info(|| WidgetInfo { role, ..WidgetInfo::slider(ui.is_enabled(), *value, name) });
    let gives_up = kept.is_some() && !is_given_up && ui.input(|input| input.key_pressed(Key::Escape));
    if is_edited || gives_up {
        ui.data_mut(|data| data.insert_temp(id, (*value, pass, gives_up)));
    }
    response
}

/// A number with six digits.
pub(super) fn plain(value: f64) -> String {
    let rounded = format!("{value:.5e}").parse().unwrap_or(value);
    // No minus before zero.
    format!("{}", rounded + 0.0)
}

/// A number as it is typed.
pub(super) fn read(text: &str) -> Option<f64> {
    text.trim().replace('\u{2212}', "-").parse().ok()
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

    #[test]
    fn zero_has_no_minus() {
        let shown = [-0.0004, -0.0006, -0.0, 12.0].map(|value| fixed(value, 3));
        assert_eq!(shown, ["0.000", "-0.001", "0.000", "12.000"]);
        assert_eq!(fixed(-0.4, 0), "0");
    }

    #[test]
    fn numbers_have_six_digits_wherever_their_point_is() {
        let shown = [166_666.666_7, 0.580_000_4, 1.0e-5, 8.0e4, -0.0].map(plain);
        assert_eq!(shown, ["166667", "0.58", "0.00001", "80000", "0"]);
        assert_eq!(["0.58", " -3 ", "\u{2212}2", "x"].map(read), [Some(0.58), Some(-3.0), Some(-2.0), None]);
    }
}
