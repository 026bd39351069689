//! Curves over time of the chosen body and of the gauges.

use egui::{Color32, Role, Sense, Shape, Stroke, TextStyle, TextWrapMode, Ui, WidgetInfo, WidgetText, vec2};
use egui_plot::{GridInput, GridMark, Line, LineStyle, Plot, PlotPoints, VLine};

use crate::app::session::{Quantity, Snapshot};
use crate::sim::ExactReading;

const HEIGHT: f32 = 130.0;
/// Colors of curves, which can be told from each other by who cannot tell red from green (Okabe and Ito 2008), on light and on dark.
const COLORS: [Color32; 6] = [
    Color32::from_rgb(0, 114, 178),
    Color32::from_rgb(213, 94, 0),
    Color32::from_rgb(0, 158, 115),
    Color32::from_rgb(204, 121, 167),
    Color32::from_rgb(86, 180, 233),
    Color32::from_rgb(230, 159, 0),
];
/// Width and thickness of a curve's sign beside its name.
const SIGN: [f32; 2] = [16.0, 2.0];

/// The color of the curve of a number, and the length of its dashes, points: those with a color in common differ in them.
fn look(number: usize) -> (Color32, Option<f32>) {
    (COLORS[number % COLORS.len()], [None, Some(5.0), Some(2.0)][number / COLORS.len() % 3])
}

/// The curve of a number through some points.
fn line<'a>(number: usize, name: &'a str, points: PlotPoints<'a>) -> Line<'a> {
    let (color, dashes) = look(number);
    Line::new(name, points)
        .color(color)
        .style(dashes.map_or(LineStyle::Solid, |length| LineStyle::Dashed { length }))
}

/// Shows the names of curves in a line above their plot, where they hide nothing of it.
fn key<'a>(ui: &mut Ui, names: impl Iterator<Item = &'a str>) {
    ui.horizontal_wrapped(|ui| {
        for (number, name) in names.enumerate() {
            // A sign and its name are in one line.
            let text = WidgetText::from(name).into_galley(
                ui,
                Some(TextWrapMode::Extend),
                f32::INFINITY,
                TextStyle::Body,
            );
            let gap = ui.spacing().item_spacing.x;
            let size = vec2(SIGN[0] + gap + text.size().x, ui.spacing().interact_size.y);
            let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, name));
            let (color, dashes) = look(number);
            let (from, stroke) = (rect.left_center(), Stroke::new(SIGN[1], color));
            let ends = [from, from + vec2(SIGN[0], 0.0)];
            let length = dashes.unwrap_or(SIGN[0]);
            ui.painter().extend(Shape::dashed_line(&ends, stroke, length, 0.5 * length));
            let corner = from + vec2(SIGN[0] + gap, -0.5 * text.size().y);
            ui.painter().galley(corner, text, ui.visuals().text_color());
        }
    });
}

/// Least height of a plot of levels, m: less is no wave but rounding.
const LEAST_M: f64 = 0.01;

/// Marks of an axis at multiples of 1, 2 or 5 × 10ⁿ, two to six of them: so far from each other that all have their numbers beside them.
fn round_marks(input: GridInput) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let least = (high - low) / 5.0;
    if !(least > 0.0 && least.is_finite()) {
        return Vec::new();
    }
    let decade = 10f64.powf(least.log10().floor());
    let step_size = [1.0, 2.0, 5.0, 10.0].map(|m| m * decade).into_iter().find(|step| *step >= least);
    let step_size = step_size.unwrap_or(least);
    let mark = |k: i64| GridMark { value: k as f64 * step_size, step_size };
    ((low / step_size).ceil() as i64..=(high / step_size).floor() as i64).map(mark).collect()
}

/// A value with as many decimals as a step of an axis has.
fn label(value: f64, step: f64) -> String {
    let decimals = (-step.log10().floor()).clamp(0.0, 9.0) as usize;
    format!("{value:.decimals$}")
}

/// Shows them.
pub(super) fn page(ui: &mut Ui, snapshot: &Snapshot) {
    if snapshot.has_exact {
        exact(ui, &snapshot.exact);
    }
    if let Some(body) = snapshot.chosen.as_ref().filter(|_| !snapshot.bodies.is_empty()) {
        for (quantity, points) in Quantity::ALL.into_iter().zip(&snapshot.body_curves) {
            let [name, unit] = quantity.label();
            let title = format!("{name} of {body}, {unit}");
            let least = quantity.least();
            plot(ui, &title, snapshot.time_s, least, [(name, points.as_slice())].into_iter());
        }
    }
    if snapshot.gauges.is_empty() {
        ui.label("The tool Gauge places gauges on the water; their curves come here.");
        return;
    }
    let names = snapshot.gauges.iter().map(|(reading, ..)| &*reading.name);
    let curves = names.zip(snapshot.gauge_curves.iter().map(Vec::as_slice));
    plot(ui, "level at gauges, m", snapshot.time_s, LEAST_M, curves);
}

/// Shows the level along the middle of the water beside the exact one, and its error.
fn exact(ui: &mut Ui, reading: &ExactReading) {
    let axis = ["x", "y"][reading.axis];
    ui.label(format!("level along {axis}, m: this run and the exact solution ({})", reading.name));
    let names = ["exact", "this run"];
    key(ui, names.into_iter());
    let plot = Plot::new("exact").height(HEIGHT).allow_scroll(false);
    plot.show(ui, |plot| {
        for (number, name) in names.into_iter().enumerate() {
            let points = reading.points.iter().map(|point| [point[0], point[number + 1]]);
            plot.line(line(number, name, points.collect()));
        }
    });
    let percent = |error_m: f64| 100.0 * error_m / reading.scale_m;
    let [mean, greatest] = [reading.mean_error_m, reading.greatest_error_m].map(percent);
    let scale_m = reading.scale_m;
    let of = if scale_m < 0.01 { format!("{:.3} mm", 1e3 * scale_m) } else { format!("{scale_m:.3} m") };
    ui.label(format!("error: {mean:.2} % in the mean, {greatest:.2} % at most, of {of}"));
}

/// Draws curves over time, with the present time; the plot is at least so high, about their middle.
fn plot<'a>(
    ui: &mut Ui,
    title: &str,
    now_s: f64,
    least: f64,
    curves: impl ExactSizeIterator<Item = (&'a str, &'a [[f64; 2]])> + Clone,
) {
    ui.label(title);
    let mut plot = Plot::new(title.to_owned()).height(HEIGHT);
    plot = plot.y_grid_spacer(round_marks).y_axis_formatter(|mark, _| label(mark.value, mark.step_size));
    if curves.len() > 1 {
        key(ui, curves.clone().map(|(name, _)| name));
    }
    let values =
        curves.clone().flat_map(|(_, points)| points).map(|point| point[1]).filter(|y| y.is_finite());
    let [low, high] =
        values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], y| [low.min(y), high.max(y)]);
    let middle = if low <= high { 0.5 * (low + high) } else { 0.0 };
    let plot = plot.include_y(middle - 0.5 * least).include_y(middle + 0.5 * least);
    plot.allow_scroll(false).show(ui, |plot| {
        for (number, (name, points)) in curves.enumerate() {
            plot.line(line(number, name, PlotPoints::from(points.to_vec())));
        }
        plot.vline(VLine::new("", now_s));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_curves_of_a_plot_look_alike() {
        let looks: Vec<_> = (0..18).map(look).collect();
        for (number, one) in looks.iter().enumerate() {
            assert!(!looks[..number].contains(one), "{number}: {one:?}");
        }
    }

    #[test]
    fn every_axis_has_numbers_to_read() {
        for (low, high, first, last) in [
            (-0.7, 1.4, "-0.5", "1.0"),
            (0.0, 12.0, "0", "10"),
            (8.605, 8.695, "8.62", "8.68"),
            (-0.0041, 0.0031, "-0.004", "0.002"),
            (0.0, 30000.0, "0", "30000"),
        ] {
            let marks = round_marks(GridInput { bounds: (low, high), base_step_size: 1e-3 });
            let labels: Vec<String> = marks.iter().map(|mark| label(mark.value, mark.step_size)).collect();
            assert!((2..=6).contains(&labels.len()), "{labels:?}");
            assert_eq!((labels[0].as_str(), labels[labels.len() - 1].as_str()), (first, last), "{labels:?}");
            let mut different = labels.clone();
            different.dedup();
            assert_eq!(different, labels);
        }
        assert!(round_marks(GridInput { bounds: (1.0, 1.0), base_step_size: 1.0 }).is_empty());
    }
}
