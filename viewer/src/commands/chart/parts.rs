//! What a chart is made of.

use plotters::style::RGBColor;

/// Color of a shaded range.
pub(super) const BAND: RGBColor = RGBColor(225, 225, 225);

/// Coordinates beyond this, either way, are drawn as little as those that are not finite: no axis reaches farther.
pub(super) const FARTHEST: f64 = 1e30;

/// Radius of a point, pixels.
pub(super) const POINT: i32 = 4;

/// Colors of lines, distinguishable in print and by color-blind eyes (Okabe and Ito 2008).
pub(super) const LINES: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(70, 70, 70),
    RGBColor(120, 85, 40),
];

/// One line, or its points alone.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::commands) struct Line {
    /// Its name in the legend. Lines of one name have one color and one entry there.
    pub(in crate::commands) name: String,
    /// Its points, in order. One that is not finite, or beyond [`FARTHEST`], interrupts the line.
    pub(in crate::commands) points: Vec<(f64, f64)>,
    /// Whether the points are drawn as dots, without a line.
    pub(in crate::commands) dots: bool,
}

impl Line {
    /// A line through points.
    pub(in crate::commands) fn through(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), points, dots: false }
    }
}

/// A range of the horizontal axis, shaded.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::commands) struct Band {
    /// Its name in the legend.
    pub(in crate::commands) name: String,
    pub(in crate::commands) range: [f64; 2],
}

/// Lines over a common axis.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::commands) struct Chart<'a> {
    pub(in crate::commands) title: &'a str,
    /// Labels of the axes, with units.
    pub(in crate::commands) axes: [&'a str; 2],
    pub(in crate::commands) lines: Vec<Line>,
    /// A shaded range behind the lines.
    pub(in crate::commands) band: Option<Band>,
}
