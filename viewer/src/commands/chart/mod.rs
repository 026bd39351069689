//! Charts of lines and points, as SVG or pixels.

mod legend;
mod parts;
mod raster;

use std::path::Path;

use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::*;

use crate::render::Picture;
use crate::sim::records;
use legend::Entry;
use parts::{BAND, FARTHEST, POINT};
pub(super) use parts::{Band, Chart, Line};
use raster::Raster;

/// Pixels across a picture.
const WIDTH: u32 = 860;

/// Least span of an axis, as a fraction of the greatest value or of this one: less is noise.
const LEAST_SPAN: f64 = 1e-4;
const LEAST_VALUE: f64 = 1e-2;

/// Opacity of a line that shares its color with others.
const SHARED: f64 = 0.4;

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
    // One column of names beside all charts, so that their axes are below each other.
    let beside = charts.iter().map(|chart| legend::width(&Entry::of(chart))).max().unwrap_or(0);
    for (chart, part) in charts.iter().zip(area.split_evenly((charts.len(), 1))) {
        chart.draw(&part, beside)?;
    }
    area.present()
}

impl Chart<'_> {
    fn draw<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        beside: u32,
    ) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
        let points = || self.lines.iter().flat_map(|line| &line.points).filter(|point| is_drawn(point));
        let [left, right] = reach(points().map(|(x, _)| *x));
        let [low, high] = reach(points().map(|(_, y)| *y));
        let margin = 0.08 * (high - low);
        let (bottom, top) = (low - margin, high + margin);
        let entries = Entry::of(self);
        let across = area.dim_in_pixel().0.saturating_sub(beside);
        let (area, beside) = area.split_horizontally(across);
        let mut context = ChartBuilder::on(&area)
            .caption(self.title, ("sans-serif", 18))
            .margin(14)
            .x_label_area_size(42)
            .y_label_area_size(72)
            .build_cartesian_2d(left..right, bottom..top)?;
        if let Some(Band { range: [from, to], .. }) = &self.band {
            let [from, to] = [from, to].map(|x| x.clamp(left, right));
            context.draw_series([Rectangle::new([(from, bottom), (to, top)], BAND.filled())])?;
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
        let dots = self.lines.iter().filter(|line| line.dots);
        for line in self.lines.iter().filter(|line| !line.dots).chain(dots) {
            let Some(entry) = Entry::named(&entries, &line.name) else { continue };
            if line.dots {
                let dot = |at| Circle::new(at, POINT, entry.color.filled());
                context.draw_series(line.points.iter().copied().filter(is_drawn).map(dot))?;
                continue;
            }
            let style = match entry.count {
                1 => entry.color.stroke_width(2),
                _ => entry.color.mix(SHARED).stroke_width(1),
            };
            for part in line.points.split(|point| !is_drawn(point)).filter(|part| !part.is_empty()) {
                context.draw_series(LineSeries::new(part.iter().copied(), style))?;
            }
        }
        legend::draw(&beside, &entries)
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
    let least = LEAST_SPAN * low.abs().max(high.abs()).max(LEAST_VALUE);
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

    /// The least and greatest `y` of a chart's lines, in pixels from the top.
    fn extent(chart: &Chart<'_>, color: &str) -> [f64; 2] {
        let svg = svg(std::slice::from_ref(chart), 240);
        let lines = svg.split("<polyline").filter(|line| line.contains(color));
        let points = lines.filter_map(|line| line.split("points=\"").nth(1)?.split('"').next());
        let ys = points.flat_map(str::split_whitespace).filter_map(|point| point.split(',').nth(1));
        ys.filter_map(|y| y.parse().ok())
            .fold([f64::MAX, 0.0], |[low, high], y: f64| [low.min(y), high.max(y)])
    }

    #[test]
    fn many_names_leave_a_line_the_height_of_the_chart() {
        let wave: Vec<_> = (0..50).map(|k| (f64::from(k), f64::from(k).sin())).collect();
        let chart = |names: usize| {
            let lines = (0..names).map(|n| Line::through(format!("body {n}"), wave.clone())).collect();
            Chart { title: "t", axes: ["x", "y"], lines, band: None }
        };
        let [alone, among] = [1, 100].map(|names| extent(&chart(names), "#0072B2"));
        assert_eq!(alone, among);
        assert!(alone[1] - alone[0] > 120.0, "{alone:?} of 240 pixels");
        assert!(svg(&[chart(100)], 240).contains("and 90 more"));
    }

    #[test]
    fn charts_below_each_other_have_one_axis_of_time() {
        let line = |name: &str| vec![Line::through(name, vec![(0.0, 0.0), (1.0, 1.0)])];
        let chart = |name| Chart { title: "t", axes: ["x", "y"], lines: line(name), band: None };
        let both = svg(&[chart("boat"), chart("a boat with a long name")], 240);
        let ends: Vec<&str> = both
            .split("<polyline")
            .filter(|line| line.contains("#0072B2") && line.contains("stroke-width=\"2\""))
            .filter_map(|line| line.split("points=\"").nth(1)?.split('"').next()?.split_whitespace().last())
            .filter_map(|point| point.split(',').next())
            .collect();
        assert!(ends.len() >= 2 && ends.iter().filter(|x| **x == ends[0]).count() == 2, "{ends:?}");
    }

    #[test]
    fn lines_of_one_name_have_one_entry() {
        let lines = ["buoys", "boat", "buoys"].map(|name| Line::through(name, vec![(0.0, 0.0), (1.0, 1.0)]));
        let svg = svg(&[Chart { title: "t", axes: ["x", "y"], lines: lines.into(), band: None }], 240);
        assert_eq!(svg.matches("buoys (2)").count(), 1);
        assert_eq!(svg.matches("boat").count(), 1);
    }
}
