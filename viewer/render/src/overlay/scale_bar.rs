//! The scale: a bar of a round length, and on maps a grid of that length and where north is.

use embedded_graphics::mono_font::iso_8859_1::FONT_8X13;

use glam::{Vec2, Vec3};

use super::canvas::{Canvas, Corner, INK, PALE_INK, width};
use super::strokes::draw_thin;
use crate::color::round_down;
use crate::picture::Picture;
use crate::scene::WaterSheet;

/// Longest bar, as a fraction of the picture's width.
const LONGEST: f32 = 0.17;
/// Room for the sign of north, dots.
const NORTH: u32 = 34;
/// Opacity of the grid.
const FAINT: u8 = 26;

/// Draws the bar; `parallel` if it holds for the whole picture.
pub(super) fn draw(canvas: &mut Canvas, pixels_per_meter: f32, parallel: bool, vertical_scale: f32) {
    let zoom = canvas.zoom() as f32;
    let pixels_per_meter = pixels_per_meter / zoom;
    let Some(length_m) = length_m(canvas.width() as f32, pixels_per_meter) else { return };
    let bar = (length_m * pixels_per_meter).round() as u32;
    let place = if parallel { "" } else { " at the middle" };
    let mut label = format!("{length_m} m{place}");
    if vertical_scale != 1.0 && !parallel {
        label += &format!(", heights \u{d7}{}", vertical_scale);
    }
    // North is up on maps.
    let north = if parallel { NORTH } else { 0 };
    let wide = bar.max(width(&label, &FONT_8X13) + north);
    let (x, y) = canvas.panel(Corner::BottomLeft, wide, 26);
    canvas.text(&label, &FONT_8X13, x, y);
    if parallel {
        let right = x + wide as i32;
        canvas.text("N", &FONT_8X13, right - 22, y);
        canvas.arrow(Vec2::new(right as f32 - 5.0, y as f32 + 11.0), Vec2::new(0.0, -10.0));
    }
    canvas.fill(x, y + 21, bar, 2, canvas.ink());
    canvas.fill(x, y + 17, 2, 9, canvas.ink());
    canvas.fill(x + bar as i32 - 2, y + 17, 2, 9, canvas.ink());
}

/// The greatest round length whose bar fits a picture of a width.
fn length_m(width: f32, pixels_per_meter: f32) -> Option<f32> {
    let longest_m = LONGEST * width / pixels_per_meter;
    (longest_m.is_finite() && longest_m > 0.0).then(|| round_down(longest_m))
}

/// Draws faint lines at whole multiples of the bar's length from the origin, over the water of a map.
pub(crate) fn draw_grid(
    picture: &mut Picture,
    water: &WaterSheet,
    pixels_per_meter: f32,
    dark: bool,
    project: impl Fn(Vec3) -> Option<Vec2>,
) {
    let Some(every_m) = length_m(picture.width() as f32, pixels_per_meter) else { return };
    let (low_m, high_m) = (water.origin_m, water.origin_m + water.extent_m());
    let seen = |x: f32, y: f32| project(Vec3::new(x, y, water.still_level_m));
    let mut lines = Vec::new();
    for axis in 0..2 {
        let (first, last) = ((low_m[axis] / every_m).ceil() as i32, (high_m[axis] / every_m).floor() as i32);
        for at in (first..=last).map(|k| k as f32 * every_m) {
            let ends = match axis {
                0 => [seen(at, low_m.y), seen(at, high_m.y)],
                _ => [seen(low_m.x, at), seen(high_m.x, at)],
            };
            if let [Some(from), Some(to)] = ends {
                lines.push((vec![from, to], 1.0));
            }
        }
    }
    let [r, g, b] = if dark { PALE_INK } else { INK };
    draw_thin(picture, &lines, [r, g, b, FAINT]);
}
