//! The scale: a bar of a round length.

use embedded_graphics::mono_font::iso_8859_1::FONT_8X13;

use super::canvas::{Canvas, Corner, width};
use crate::color::round_down;

/// Longest bar, as a fraction of the picture's width.
const LONGEST: f32 = 0.17;

/// Draws the bar; `parallel` if it holds for the whole picture.
pub(super) fn draw(canvas: &mut Canvas, pixels_per_meter: f32, parallel: bool, vertical_scale: f32) {
    let zoom = canvas.zoom() as f32;
    let pixels_per_meter = pixels_per_meter / zoom;
    let longest_m = LONGEST * canvas.width() as f32 / pixels_per_meter;
    if !(longest_m.is_finite() && longest_m > 0.0) {
        return;
    }
    let length_m = round_down(longest_m);
    let bar = (length_m * pixels_per_meter).round() as u32;
    let place = if parallel { "" } else { " at the middle" };
    let mut label = format!("{length_m} m{place}");
    if vertical_scale != 1.0 && !parallel {
        label += &format!(", heights \u{d7}{}", vertical_scale);
    }
    let (x, y) = canvas.panel(Corner::BottomLeft, bar.max(width(&label, &FONT_8X13)), 26);
    canvas.text(&label, &FONT_8X13, x, y);
    canvas.fill(x, y + 21, bar, 2, canvas.ink());
    canvas.fill(x, y + 17, 2, 9, canvas.ink());
    canvas.fill(x + bar as i32 - 2, y + 17, 2, 9, canvas.ink());
}
