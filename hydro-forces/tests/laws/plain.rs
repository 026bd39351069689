//! The plain loop: every triangle in world axes, polygon clipping, quadrature, formulas as printed
//! (with the sign of Lazo et al. Eq. 6 corrected). Shares no code with the crate.

use glam::DVec3;
use hydro_forces::{Coefficients, Cut, Lift, Motion, Water, WaterSurface};

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Plain {
    pub(crate) force: DVec3,
    pub(crate) torque: DVec3,
    pub(crate) dynamic: DVec3,
    pub(crate) wet_area: f64,
    pub(crate) volume: f64,
    pub(crate) volume_moment: DVec3,
    pub(crate) dynamic_torque: DVec3,
}

/// The part of a triangle with a depth above zero, after Sutherland and Hodgman: corners, depths.
pub(crate) fn wet_polygon(corners: [DVec3; 3], depths: [f64; 3]) -> Vec<(DVec3, f64)> {
    let mut polygon = Vec::new();
    for i in 0..3 {
        let j = (i + 1) % 3;
        if depths[i] > 0.0 {
            polygon.push((corners[i], depths[i]));
        }
        if (depths[i] > 0.0) != (depths[j] > 0.0) {
            let t = depths[i] / (depths[i] - depths[j]);
            polygon.push((corners[i].lerp(corners[j], t), 0.0));
        }
    }
    polygon
}

/// Calls `f(x, d, n dA)` at the middles of the edges of a fan of triangles: exact to degree two.
pub(crate) fn integrate(polygon: &[(DVec3, f64)], mut f: impl FnMut(DVec3, f64, DVec3)) {
    for k in 2..polygon.len() {
        let fan = [polygon[0], polygon[k - 1], polygon[k]];
        let area = (fan[1].0 - fan[0].0).cross(fan[2].0 - fan[0].0) / 2.0;
        for (a, b) in [(0, 1), (1, 2), (2, 0)] {
            f((fan[a].0 + fan[b].0) / 2.0, (fan[a].1 + fan[b].1) / 2.0, area / 3.0);
        }
    }
}

pub(crate) fn forces(
    world: &[[DVec3; 3]],
    motion: &Motion,
    surface: &impl WaterSurface,
    water: &Water,
    c: &Coefficients,
    (cut, lift): (Cut, Lift),
) -> Plain {
    let weight = water.density_kg_m3 * water.gravity_m_s2;
    let mut sum = Plain::default();
    for &corners in world {
        let sample = surface.sample(((corners[0] + corners[1] + corners[2]) / 3.0).truncate());
        let depths = corners.map(|p| match cut {
            Cut::Centroid => sample.level_m - p.z,
            _ => surface.sample(p.truncate()).level_m - p.z,
        });
        let (mut area, mut first_moment) = (0.0, DVec3::ZERO);
        integrate(&wet_polygon(corners, depths), |x, d, da| {
            let f = -weight * d * da;
            sum.force += f;
            sum.torque += (x - motion.reference_m).cross(f);
            sum.volume -= d * da.z;
            sum.volume_moment -= (x + DVec3::Z * d / 2.0) * d * da.z;
            area += da.length();
            first_moment += x * da.length();
        });
        sum.wet_area += area;
        if area > 0.0 {
            let x = first_moment / area;
            let n = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize();
            let v = motion.velocity_at(x) - sample.velocity_m_s.extend(0.0);
            let f = drag_and_lift(n, area, v, water.density_kg_m3, c, lift);
            sum.force += f;
            sum.dynamic += f;
            sum.torque += (x - motion.reference_m).cross(f);
            sum.dynamic_torque += (x - motion.reference_m).cross(f);
        }
    }
    sum
}

fn drag_and_lift(n: DVec3, area: f64, v: DVec3, density: f64, c: &Coefficients, lift: Lift) -> DVec3 {
    if n.dot(v) <= 0.0 {
        return DVec3::ZERO;
    }
    let effective = (n.dot(v) / v.length() * c.alpha + (1.0 - c.alpha)) * area;
    let drag = -0.5 * density * c.drag * effective * v.length() * v;
    let lift = match lift {
        Lift::Exact => -0.5 * density * c.lift * area * n.dot(v.normalize()) * v.cross(n.cross(v)),
        _ => -0.5 * density * c.lift * effective * v.length() * v.cross(n.cross(v).normalize()),
    };
    drag + lift
}
