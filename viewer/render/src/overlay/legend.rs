//! The legend: a bar of colors with the values they stand for.

use embedded_graphics::mono_font::iso_8859_1::{FONT_7X13, FONT_8X13};

use super::canvas::{Canvas, Corner, width};
use crate::color::{ColorMap, Linear, colors_of, map_of, round_down, to_srgb8};
use crate::scene::Field;

const BAR_WIDTH: u32 = 16;
const TICK: u32 = 4;
const LINE: u32 = 14;
/// Width of the sign at an end beyond which there are values.
const SIGN: u32 = 10;

/// A row of colors and the values at its ends.
#[derive(Clone, Debug)]
pub(crate) struct Legend {
    heading: [&'static str; 2],
    low: f32,
    high: f32,
    /// Whether values above 0 are written with a plus.
    signed: bool,
    /// Whether there are values below the first color, and above the last.
    beyond: [bool; 2],
    /// Low to high.
    colors: Vec<Linear>,
    corner: Corner,
}

impl Legend {
    /// A legend for the values of a field.
    pub(crate) fn of_field(field: Field, low: f32, high: f32) -> Self {
        let heading = heading_of(field);
        let signed = matches!(field, Field::Level | Field::Vorticity | Field::Residual);
        let (beyond, colors) = ([false; 2], map_of(field).table().into());
        Self { heading, low, high, signed, beyond, colors, corner: Corner::MiddleRight }
    }

    /// Quantity and unit of a field, as it is written at its legend.
    pub(crate) fn name_of(field: Field) -> String {
        heading_of(field).join(" ")
    }

    /// With the colors of a field on a dark background, or not.
    pub(crate) fn on_dark(self, field: Field, dark: bool) -> Self {
        Self { colors: colors_of(field, dark).into(), ..self }
    }

    /// Says at its ends whether there are lower and higher values, which have the same colors.
    pub(crate) fn with_beyond(self, beyond: [bool; 2]) -> Self {
        Self { beyond, ..self }
    }

    /// A legend for pressures on hulls from 0 to `high_pa`.
    pub(crate) fn of_pressures(high_pa: f32) -> Self {
        Self {
            heading: ["pressure, kPa", "(gray: dry)"],
            low: 0.0,
            high: high_pa / 1000.0,
            signed: false,
            beyond: [false; 2],
            colors: ColorMap::Heat.table().into(),
            corner: Corner::MiddleLeft,
        }
    }

    /// A legend for values from `low` to `high`.
    pub(crate) fn of_values(heading: [&'static str; 2], [low, high]: [f32; 2], map: ColorMap) -> Self {
        let (beyond, colors) = ([false; 2], map.table().into());
        Self { heading, low, high, signed: false, beyond, colors, corner: Corner::MiddleRight }
    }

    pub(super) fn draw(&self, canvas: &mut Canvas) {
        let labels = self.labels();
        let sign_width = if self.beyond.contains(&true) { SIGN } else { 0 };
        let text_width = labels.iter().map(|(_, label)| width(label, &FONT_8X13)).max().unwrap_or(0);
        let heading_width = self.heading.map(|line| width(line, &FONT_7X13)).into_iter().max().unwrap_or(0);
        let contents = (BAR_WIDTH + TICK + 4 + sign_width + text_width).max(heading_width);
        let bar_height = (canvas.height() / 2).min(220);
        let heading_height = LINE * self.heading.len() as u32 + 8;
        let (x, y) = canvas.panel(self.corner, contents, heading_height + bar_height + 6);
        for (line, text) in self.heading.iter().enumerate() {
            canvas.text(text, &FONT_7X13, x, y + line as i32 * LINE as i32);
        }
        let top = y + heading_height as i32;
        for row in 0..bar_height {
            let fraction = 1.0 - (row as f32 + 0.5) / bar_height as f32;
            let entry = (fraction * (self.colors.len() - 1) as f32).round() as usize;
            canvas.fill(x, top + row as i32, BAR_WIDTH, 1, to_srgb8(self.colors[entry]));
        }
        for (value, label) in labels {
            let fraction = (value - self.low) / (self.high - self.low);
            let row = ((1.0 - fraction) * (bar_height - 1) as f32).round() as i32;
            canvas.fill(x + BAR_WIDTH as i32, top + row, TICK, 1, canvas.ink());
            let text_x = x + (BAR_WIDTH + TICK + 4) as i32;
            if let Some(sign) = self.sign(value) {
                canvas.text(sign, &FONT_8X13, text_x, top + row - 8);
                // The fonts have no such sign.
                canvas.fill(text_x, top + row + 4, SIGN - 3, 1, canvas.ink());
            }
            canvas.text(&label, &FONT_8X13, text_x + sign_width as i32, top + row - 6);
        }
    }

    /// The same in words: quantity, unit, and the values at its ends.
    pub(super) fn words(&self) -> String {
        let labels = self.labels();
        let ends =
            labels.first().zip(labels.last()).map(|((_, low), (_, high))| format!(": {low} to {high}"));
        format!("{}{}", self.heading.join(" "), ends.unwrap_or_default())
    }

    /// The sign at an end of the colors beyond which there are values: `<` or `>`, which with a line below reads as ≤ or ≥.
    fn sign(&self, value: f32) -> Option<&'static str> {
        let near = 1e-3 * (self.high - self.low);
        match self.beyond {
            [true, _] if value <= self.low + near => Some("<"),
            [_, true] if value >= self.high - near => Some(">"),
            _ => None,
        }
    }

    /// Round values inside the range, at least two, each with its text.
    fn labels(&self) -> Vec<(f32, String)> {
        let step = round_down((self.high - self.low) / 4.0);
        let decimals = (-step.log10().floor()).max(0.0) as usize;
        let first = (self.low / step - 1e-3).ceil() as i32;
        let last = (self.high / step + 1e-3).floor() as i32;
        (first..=last)
            .map(|k| {
                let value = k as f32 * step;
                let sign = if k > 0 && self.signed { "+" } else { "" };
                (value, format!("{sign}{value:.decimals$}"))
            })
            .collect()
    }
}

/// Quantity and unit of a field, in two lines.
fn heading_of(field: Field) -> [&'static str; 2] {
    match field {
        Field::Level => ["level above", "still, m"],
        Field::Depth => ["depth above", "the bed, m"],
        Field::Speed => ["speed (depth", "mean), m/s"],
        Field::Vorticity => ["vorticity", "(+ left), 1/s"],
        Field::Froude => ["Froude number", "of the depth"],
        Field::Courant => ["Courant number", "(cells a step)"],
        Field::Thickness => ["hull below", "still, m"],
        Field::Mask => ["0 water 1 hull", "2 solid"],
        Field::Residual => ["residual of the", "volume, mm/s"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(legend: &Legend) -> Vec<String> {
        legend.labels().into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn labels_are_round_and_reach_the_ends() {
        let levels = |low, high| written(&Legend::of_field(Field::Level, low, high));
        assert_eq!(levels(-0.3, 0.3), ["-0.3", "-0.2", "-0.1", "0.0", "+0.1", "+0.2", "+0.3"]);
        assert_eq!(levels(-2.0, 2.0), ["-2", "-1", "0", "+1", "+2"]);
        assert_eq!(levels(-4.0, 0.0), ["-4", "-3", "-2", "-1", "0"]);
        assert_eq!(levels(-0.01, 0.01), ["-0.010", "-0.005", "0.000", "+0.005", "+0.010"]);
        assert_eq!(written(&Legend::of_pressures(2000.0)), ["0.0", "0.5", "1.0", "1.5", "2.0"]);
    }

    #[test]
    fn an_end_says_that_there_is_more() {
        let signs = |beyond| {
            let legend = Legend::of_field(Field::Speed, 0.0, 1.2).with_beyond(beyond);
            [0.0, 0.8, 1.2].map(|value| legend.sign(value))
        };
        assert_eq!(signs([false, true]), [None, None, Some(">")]);
        assert_eq!(signs([true, false]), [Some("<"), None, None]);
        assert_eq!(signs([false, false]), [None; 3]);
    }
}
