use super::numbers::{Curve, Numbers};
use crate::commands::chart::{Chart, Line};

/// Height of the picture, pixels.
pub(super) const HEIGHT: u32 = 480;

/// Righting arms over the heel, with the slope that GM gives them at the start.
pub(super) fn righting_arms<'a>(numbers: &Numbers, curve: &Curve, title: &'a str) -> Chart<'a> {
    let vanishing =
        curve.vanishing_deg.map(|angle| format!(", vanishing at {angle:.1}°")).unwrap_or_default();
    let arms = curve.arms.iter().map(|arm| (arm.heel_deg, arm.gz_m));
    let mut lines = vec![Line::through(format!("GZ{vanishing}"), arms.collect())];
    // The tangent at the origin reaches GM at one radian.
    let gm = numbers.gm_transverse_m;
    if gm > 0.0 && numbers.heel_deg.abs() < 1.0 {
        let end = (curve.greatest_gz_m / gm).min(1.0);
        let slope = vec![(0.0, 0.0), (end.to_degrees(), gm * end)];
        lines.push(Line::through(format!("slope of GM = {gm:.3} m"), slope));
    }
    Chart { title, axes: ["heel to starboard, °", "GZ, m"], lines, band: None }
}
