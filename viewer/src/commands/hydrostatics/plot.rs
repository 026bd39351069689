use super::numbers::{Curve, Numbers};
use crate::commands::chart::{Chart, Line};

/// Height of the picture, pixels.
pub(super) const HEIGHT: u32 = 480;

/// Righting arms over the heel, with the slope that GM gives them at the start.
pub(super) fn righting_arms<'a>(numbers: &Numbers, curve: &Curve, title: &'a str) -> Chart<'a> {
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
    Chart { title, axes: ["heel to starboard, °", "GZ, m"], lines }
}
