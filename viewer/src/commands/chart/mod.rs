//! Charts of lines and points, as SVG or pixels.

mod raster;

use std::path::Path;

use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::*;

use crate::render::Picture;
use crate::sim::records;
use crate::whole_file;
use raster::Raster;

/// Pixels across a picture.
const WIDTH: u32 = 860;

/// Height of title, margins and the labels of the horizontal axis; of a legend without lines, and of each of its lines.
const FRAME: f64 = 100.0;
const LEGEND: [f64; 2] = [22.0, 16.0];

const FAINT: RGBColor = RGBColor(120, 120, 120);
const BAND: RGBColor = RGBColor(225, 225, 225);

/// Coordinates beyond this, either way, are drawn as little as those that are not finite: no axis reaches farther.
const FARTHEST: f64 = 1e30;

/// Radius of a point, pixels.
const POINT: i32 = 4;

/// Colors of lines, distinguishable in print and by color-blind eyes (Okabe and Ito 2008).
const LINES: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
];

/// One line, or its points alone.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    /// Its name in the legend.
    pub(super) name: String,
    /// Its points, in order. One that is not finite, or beyond [`FARTHEST`], interrupts the line.
    pub(super) points: Vec<(f64, f64)>,
    /// Whether the points are drawn as dots, without a line.
    pub(super) dots: bool,
}

impl Line {
    /// A line through points.
    pub(super) fn through(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), points, dots: false }
    }
}

/// A range of the horizontal axis, shaded.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Band {
    /// Its name in the legend.
    pub(super) name: String,
    pub(super) range: [f64; 2],
}

/// Lines over a common axis.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Chart<'a> {
    pub(super) title: &'a str,
    /// Labels of the axes, with units.
    pub(super) axes: [&'a str; 2],
    pub(super) lines: Vec<Line>,
    /// A shaded range behind the lines.
    pub(super) band: Option<Band>,
}

/// Writes charts, each `height` pixels high, as an SVG file; returns its name.
pub(super) fn write(path: &Path, charts: &[Chart<'_>], height: u32) -> Result<String, records::Error> {
    whole_file::write(path, svg(charts, height).as_bytes()).map_err(records::Error::at(path))?;
    Ok(path.display().to_string())
}

/// Charts below each other, each `height` pixels high, as an SVG picture.
fn svg(charts: &[Chart<'_>], height: u32) -> String {
    let mut picture = String::new();
    let area =
        SVGBackend::with_string(&mut picture, (WIDTH, height * charts.len() as u32)).into_drawing_area();
    draw(&area, charts).expect("a string takes all drawing");
    drop(area);
    picture
}

/// Charts below each other as pixels.
pub(super) fn pixels(charts: &[Chart<'_>], height: u32) -> Picture {
    let mut picture = Picture::filled([WIDTH, height * charts.len() as u32], [0, 0, 0, 255]);
    let area = Raster(&mut picture).into_drawing_area();
    draw(&area, charts).expect("a picture takes all drawing");
    drop(area);
    picture
}

fn draw<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    charts: &[Chart<'_>],
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    area.fill(&WHITE)?;
    for (chart, part) in charts.iter().zip(area.split_evenly((charts.len(), 1))) {
        chart.draw(&part)?;
    }
    area.present()
}

impl Chart<'_> {
    fn draw<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
    ) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
        let points = || self.lines.iter().flat_map(|line| &line.points).filter(|point| is_drawn(point));
        let [left, right] = reach(points().map(|(x, _)| *x));
        let [low, high] = reach(points().map(|(_, y)| *y));
        let margin = 0.08 * (high - low);
        // Lines stay below the legend, for which the axis is extended.
        let entries = self.lines.len() + usize::from(self.band.is_some());
        let legend = LEGEND[0] + LEGEND[1] * entries as f64;
        let plotted = f64::from(area.dim_in_pixel().1) - FRAME;
        let headroom = (high - low + margin) * legend / (plotted - legend).max(0.3 * plotted);
        let (bottom, top) = (low - margin, high + headroom.max(margin));
        let mut context = ChartBuilder::on(area)
            .caption(self.title, ("sans-serif", 18))
            .margin(14)
            .x_label_area_size(42)
            .y_label_area_size(72)
            .build_cartesian_2d(left..right, bottom..top)?;
        if let Some(Band { name, range: [from, to] }) = &self.band {
            let [from, to] = [from, to].map(|x| x.clamp(left, right));
            context
                .draw_series([Rectangle::new([(from, bottom), (to, top)], BAND.filled())])?
                .label(name)
                .legend(|(x, y)| Rectangle::new([(x, y - 5), (x + 18, y + 5)], BAND.filled()));
        }
        context
            .configure_mesh()
            .x_labels(19)
            .max_light_lines(1)
            .light_line_style(RGBColor(240, 240, 240))
            .x_label_formatter(&|x| short(*x, right - left))
            .y_label_formatter(&|y| short(*y, high - low))
            .x_desc(self.axes[0])
            .y_desc(self.axes[1])
            .draw()?;
        if low < 0.0 && high > 0.0 {
            context.draw_series(LineSeries::new([(left, 0.0), (right, 0.0)], BLACK))?;
        }
        // Dots over lines.
        let colored = || self.lines.iter().zip(LINES.iter().cycle());
        let lines = colored().filter(|(line, _)| !line.dots);
        for (line, &color) in lines.chain(colored().filter(|(line, _)| line.dots)) {
            if line.dots {
                let dot = move |at| Circle::new(at, POINT, color.filled());
                context
                    .draw_series(line.points.iter().copied().filter(is_drawn).map(dot))?
                    .label(&line.name)
                    .legend(move |(x, y)| Circle::new((x + 9, y), POINT, color.filled()));
                continue;
            }
            let parts = line.points.split(|point| !is_drawn(point)).filter(|part| !part.is_empty());
            for (n, part) in parts.enumerate() {
                let drawn =
                    context.draw_series(LineSeries::new(part.iter().copied(), color.stroke_width(2)))?;
                if n == 0 {
                    drawn
                        .label(&line.name)
                        .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
                }
            }
        }
        context
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE)
            .border_style(FAINT)
            .draw()
    }
}

fn is_drawn((x, y): &(f64, f64)) -> bool {
    x.abs() <= FARTHEST && y.abs() <= FARTHEST
}

/// Least and greatest of some numbers, a little apart where they are one.
fn reach(values: impl Iterator<Item = f64>) -> [f64; 2] {
    let [low, high] =
        values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], v| [low.min(v), high.max(v)]);
    if low > high {
        return [0.0, 1.0];
    }
    let least = 1e-6 * low.abs().max(high.abs()).max(1e-3);
    if high - low < least { [low - least, high + least] } else { [low, high] }
}

/// A number with the digits that distinguish it from its neighbors on an axis of this length.
fn short(value: f64, length: f64) -> String {
    let decimals = (1.5 - length.log10()).ceil().clamp(0.0, 9.0) as usize;
    // Adding zero turns −0 into 0.
    let text = format!("{:.decimals$}", value + 0.0);
    if text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.') {
        text.trim_start_matches('-').into()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_have_the_digits_they_need() {
        assert_eq!(short(30.0, 180.0), "30");
        assert_eq!(short(-0.2, 1.9), "-0.20");
        assert_eq!(short(-1e-17, 1.9), "0.00");
        assert_eq!(short(2.0001, 0.004), "2.0001");
    }

    #[test]
    fn a_line_of_one_value_has_room() {
        let [low, high] = reach([2.0, 2.0].into_iter());
        assert!(low < 2.0 && high > 2.0);
        assert_eq!(reach([].into_iter()), [0.0, 1.0]);
    }

    #[test]
    fn points_beyond_all_bounds_are_left_out() {
        let bad = [(1e300, 0.0), (-1e300, 1e308), (0.5, f64::NAN), (f64::INFINITY, 1.0), (0.2, -1e31)];
        let chart = |points: Vec<(f64, f64)>| {
            let lines =
                vec![Line::through("a", points.clone()), Line { name: "b".into(), points, dots: true }];
            svg(&[Chart { title: "t", axes: ["x", "y"], lines, band: None }], 200)
        };
        // Beside good points, alone, and at the edge.
        let good = [(0.0, 1.0), (1.0, 2.0), (2.0, 0.0)];
        let drawn = chart([&good[..], &bad, &good[..]].concat());
        assert_eq!(drawn.matches("<circle").count(), 2 * good.len() + 1, "and one in the legend");
        assert_eq!(
            chart(bad.to_vec()).matches("<polyline").count(),
            chart(Vec::new()).matches("<polyline").count()
        );
        chart(vec![(-FARTHEST, FARTHEST), (FARTHEST, -FARTHEST)]);
    }
}
