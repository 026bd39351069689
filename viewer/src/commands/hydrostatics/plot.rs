use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::*;

use super::numbers::{Curve, Numbers};

const SIZE: (u32, u32) = (800, 480);
const WATER: RGBColor = RGBColor(20, 90, 160);
const FAINT: RGBColor = RGBColor(120, 120, 120);

/// Righting arms over the heel as an SVG picture, with the slope that GM gives them at the start.
pub(super) fn righting_arms(numbers: &Numbers, curve: &Curve) -> String {
    let mut picture = String::new();
    let area = SVGBackend::with_string(&mut picture, SIZE).into_drawing_area();
    draw(&area, numbers, curve).expect("a string takes all drawing");
    drop(area);
    picture
}

fn draw<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    numbers: &Numbers,
    curve: &Curve,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    area.fill(&WHITE)?;
    let reach = curve.arms.iter().map(|arm| arm.gz_m.abs()).fold(1e-6, f64::max);
    let lowest = curve.arms.iter().map(|arm| arm.gz_m).fold(0.0, f64::min);
    let title = format!("Righting arm GZ of {}, {} kg", numbers.mesh, numbers.mass_kg);
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 18))
        .margin(14)
        .x_label_area_size(42)
        .y_label_area_size(64)
        .build_cartesian_2d(0.0..180.0, (lowest - 0.1 * reach)..1.1 * reach)?;
    chart
        .configure_mesh()
        .x_labels(19)
        .x_label_formatter(&|heel_deg| format!("{heel_deg:.0}"))
        .y_label_formatter(&|gz_m| format!("{:.2}", gz_m + 0.0))
        .x_desc("heel to starboard, °")
        .y_desc("GZ, m")
        .max_light_lines(1)
        .light_line_style(RGBColor(240, 240, 240))
        .draw()?;
    chart.draw_series(LineSeries::new([(0.0, 0.0), (180.0, 0.0)], BLACK))?;
    // The tangent at the origin reaches GM at one radian.
    let gm = numbers.gm_transverse_m;
    if gm > 0.0 && numbers.heel_deg.abs() < 1.0 {
        let end = (1.1 * reach / gm).min(1.0);
        chart
            .draw_series(LineSeries::new([(0.0, 0.0), (end.to_degrees(), gm * end)], FAINT))?
            .label(format!("slope of GM = {gm:.3} m"))
            .legend(|(x, y)| PathElement::new([(x, y), (x + 18, y)], FAINT));
    }
    let arms = curve.arms.iter().map(|arm| (arm.heel_deg, arm.gz_m));
    chart
        .draw_series(LineSeries::new(arms, WATER.stroke_width(2)))?
        .label(match curve.vanishing_deg {
            Some(angle) => format!("GZ, vanishing at {angle:.1}°"),
            None => "GZ".into(),
        })
        .legend(|(x, y)| PathElement::new([(x, y), (x + 18, y)], WATER.stroke_width(2)));
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE)
        .border_style(FAINT)
        .draw()?;
    area.present()
}
