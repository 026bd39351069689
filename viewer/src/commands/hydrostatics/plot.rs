use super::numbers::{Curve, Numbers};
use crate::commands::chart::{self, Chart, Line};

/// Righting arms over the heel as an SVG picture, with the slope that GM gives them at the start.
pub(super) fn righting_arms(numbers: &Numbers, curve: &Curve) -> String {
    let vanishing =
        curve.vanishing_deg.map(|angle| format!(", vanishing at {angle:.1}°")).unwrap_or_default();
    let mut lines = vec![Line {
        name: format!("GZ{vanishing}"),
        points: curve.arms.iter().map(|arm| (arm.heel_deg, arm.gz_m)).collect(),
    }];
    // The tangent at the origin reaches GM at one radian.
    let gm = numbers.gm_transverse_m;
    if gm > 0.0 && numbers.heel_deg.abs() < 1.0 {
        let end = (curve.greatest_gz_m / gm).min(1.0);
        lines.push(Line {
            name: format!("slope of GM = {gm:.3} m"),
            points: vec![(0.0, 0.0), (end.to_degrees(), gm * end)],
        });
    }
    let title = format!("Righting arm GZ of {}, {} kg", numbers.mesh, numbers.mass_kg);
    chart::svg(&[Chart { title: &title, axes: ["heel to starboard, °", "GZ, m"], lines }], 480)
}
