//! The names of a chart's lines, in a column beside it.

use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::*;

use super::parts::{BAND, Chart, LINES, POINT};

/// Height of a row; width of a letter, and of what is beside the letters, pixels.
const ROW: i32 = 16;
const LETTER: u32 = 7;
const BESIDE: u32 = 46;

/// Height of the title and of the labels of the horizontal axis, beside which there are no names.
const ABOVE: i32 = 40;
const BELOW: i32 = 14;

/// Letters of a name that are shown.
const LETTERS: usize = 32;

/// Lines of one name: they have one color, and one row of the legend.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entry<'a> {
    name: &'a str,
    pub(super) color: RGBColor,
    shape: Shape,
    /// Number of lines of that name.
    pub(super) count: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Band,
    Line,
    Dots,
}

impl<'a> Entry<'a> {
    /// The band of a chart and its lines by name, in order.
    pub(super) fn of(chart: &'a Chart<'_>) -> Vec<Self> {
        let band = chart.band.iter().map(|band| Entry {
            name: &band.name,
            color: BAND,
            shape: Shape::Band,
            count: 1,
        });
        let mut entries: Vec<Self> = band.collect();
        let bands = entries.len();
        for line in &chart.lines {
            if let Some(entry) = entries[bands..].iter_mut().find(|entry| entry.name == line.name) {
                entry.count += 1;
                continue;
            }
            let color = LINES[(entries.len() - bands) % LINES.len()];
            let shape = if line.dots { Shape::Dots } else { Shape::Line };
            entries.push(Entry { name: &line.name, color, shape, count: 1 });
        }
        entries
    }

    /// The entry of a line's name.
    pub(super) fn named<'b>(entries: &'b [Self], name: &str) -> Option<&'b Self> {
        entries.iter().rev().find(|entry| entry.name == name)
    }

    fn text(&self) -> String {
        let mut name: String = self.name.chars().take(LETTERS).collect();
        if name.len() < self.name.len() {
            name.push('…');
        }
        if self.count > 1 { format!("{name} ({})", self.count) } else { name }
    }
}

/// Pixels across the column of a legend.
pub(super) fn width(entries: &[Entry<'_>]) -> u32 {
    let letters = entries.iter().map(|entry| entry.text().chars().count()).max();
    letters.map_or(0, |letters| BESIDE + LETTER * letters as u32)
}

/// Draws as many names as there is room for, and the number of the others.
pub(super) fn draw<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    entries: &[Entry<'_>],
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    let rows = ((area.dim_in_pixel().1 as i32 - ABOVE - BELOW) / ROW).max(1) as usize;
    let shown = if entries.len() > rows { rows - 1 } else { entries.len() };
    let style = ("sans-serif", 12).into_font();
    for (n, entry) in entries[..shown].iter().enumerate() {
        let y = ABOVE + ROW * n as i32;
        let color = entry.color;
        match entry.shape {
            Shape::Band => area.draw(&Rectangle::new([(4, y - 5), (22, y + 5)], color.filled()))?,
            Shape::Line => area.draw(&PathElement::new([(4, y), (22, y)], color.stroke_width(2)))?,
            Shape::Dots => area.draw(&Circle::new((13, y), POINT, color.filled()))?,
        }
        area.draw(&Text::new(entry.text(), (28, y - 6), style.clone()))?;
    }
    if shown < entries.len() {
        let more = format!("and {} more", entries.len() - shown);
        area.draw(&Text::new(more, (28, ABOVE + ROW * shown as i32 - 6), style))?;
    }
    Ok(())
}
