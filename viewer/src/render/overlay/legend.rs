//! The bar that says which colour is which level.

use embedded_graphics::mono_font::iso_8859_1::{FONT_7X13, FONT_8X13};

use super::canvas::{Canvas, Corner, INK, width};
use super::{Overlay, round_down};
use crate::render::encode::to_srgb8;

const BAR_WIDTH: u32 = 16;
const TICK: u32 = 4;
const HEADING: [&str; 2] = ["above still", "level, m"];
const LINE: u32 = 14;

pub(super) fn draw(overlay: &Overlay, canvas: &mut Canvas) {
    let labels = labels(overlay);
    let text_width = labels.iter().map(|(_, label)| width(label, &FONT_8X13)).max().unwrap_or(0);
    let contents = (BAR_WIDTH + TICK + 4 + text_width).max(width(HEADING[0], &FONT_7X13));
    let bar_height = (canvas.height() / 2).min(220);
    let heading_height = LINE * HEADING.len() as u32 + 8;
    let (x, y) = canvas.panel(Corner::MiddleRight, contents, heading_height + bar_height + 6);
    for (line, text) in HEADING.iter().enumerate() {
        canvas.text(text, &FONT_7X13, x, y + line as i32 * LINE as i32);
    }
    let top = y + heading_height as i32;
    for row in 0..bar_height {
        let fraction = 1.0 - (row as f32 + 0.5) / bar_height as f32;
        let entry = (fraction * (overlay.colors.len() - 1) as f32).round() as usize;
        canvas.fill(x, top + row as i32, BAR_WIDTH, 1, to_srgb8(overlay.colors[entry]));
    }
    for (level_m, label) in labels {
        let row = ((1.0 - overlay.range.fraction(level_m)) * (bar_height - 1) as f32).round() as i32;
        canvas.fill(x + BAR_WIDTH as i32, top + row, TICK, 1, INK);
        let text_x = x + (BAR_WIDTH + TICK + 4) as i32;
        canvas.text(&label, &FONT_8X13, text_x, top + row - 6);
    }
}

/// Round levels inside the range, at least two, and how they are written.
fn labels(overlay: &Overlay) -> Vec<(f32, String)> {
    let range = overlay.range;
    let step = round_down((range.high_m - range.low_m) / 4.0);
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    let first = (range.low_m / step - 1e-3).ceil() as i32;
    let last = (range.high_m / step + 1e-3).floor() as i32;
    (first..=last)
        .map(|k| {
            let level_m = k as f32 * step;
            let sign = if k > 0 { "+" } else { "" };
            (level_m, format!("{sign}{level_m:.decimals$}"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::range::Range;

    fn written(low_m: f32, high_m: f32) -> Vec<String> {
        let overlay = Overlay {
            title: "",
            time_s: 0.0,
            notes: &Default::default(),
            range: Range { low_m, high_m },
            colors: &[],
            pixels_per_metre: 1.0,
            parallel: false,
            vertical_scale: 1.0,
        };
        labels(&overlay).into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn labels_are_round_and_reach_the_ends() {
        assert_eq!(written(-0.3, 0.3), ["-0.3", "-0.2", "-0.1", "0.0", "+0.1", "+0.2", "+0.3"]);
        assert_eq!(written(-2.0, 2.0), ["-2", "-1", "0", "+1", "+2"]);
        assert_eq!(written(-4.0, 0.0), ["-4", "-3", "-2", "-1", "0"]);
        assert_eq!(written(-0.01, 0.01), ["-0.010", "-0.005", "0.000", "+0.005", "+0.010"]);
    }
}
