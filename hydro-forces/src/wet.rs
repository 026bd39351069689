use glam::DVec3;

use crate::Pressure;
use crate::clip::{WetTriangle, clip_triangle};

/// Integrals over the wet part of a triangle, each divided by the area of the whole triangle.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct WetPart {
    /// ∫ dA: the wet share of the area.
    pub(crate) area: f64,
    /// ∫ x dA.
    pub(crate) first_moment: DVec3,
    /// ∫ d dA, d the depth.
    pub(crate) depth: f64,
    /// ∫ d x dA.
    pub(crate) depth_moment: DVec3,
    /// ∫ d² dA.
    pub(crate) depth_squared: f64,
    /// ∫ d dA times the point where the pressure force acts: `depth_moment` or, for
    /// [`Pressure::Paper`], the sum over the wet triangles with their centroids.
    pub(crate) force_moment: DVec3,
}

impl WetPart {
    #[inline(always)]
    pub(crate) fn new(corners: [DVec3; 3], depths: [f64; 3], pressure: Pressure) -> Self {
        let mut part = Self::default();
        clip_triangle(corners, depths, |wet| part.add(wet, pressure));
        part
    }

    /// With λ the barycentric coordinates, ∫ λi dA = A / 3 and ∫ λi λj dA = A (1 + δij) / 12.
    #[inline(always)]
    fn add(&mut self, wet: WetTriangle, pressure: Pressure) {
        let WetTriangle { corners_m: [a, b, c], depths_m: [p, q, r], fraction } = wet;
        let (x, d) = (a + b + c, p + q + r);
        let depth_moment = (x * d + a * p + b * q + c * r) * (fraction / 12.0);
        self.area += fraction;
        self.first_moment += x * (fraction / 3.0);
        self.depth += d * (fraction / 3.0);
        self.depth_moment += depth_moment;
        self.depth_squared += (d * d + p * p + q * q + r * r) * (fraction / 12.0);
        self.force_moment += match pressure {
            Pressure::Exact => depth_moment,
            Pressure::Paper => x * (d * fraction / 9.0),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A vertical plate, 1 m wide, from the surface down: the classic gate.
    #[test]
    fn centre_of_pressure_of_a_gate_is_two_thirds_down() {
        let (a, b, c) = (DVec3::ZERO, DVec3::new(0.0, 0.0, -3.0), DVec3::new(1.0, 0.0, -3.0));
        let d = DVec3::X;
        let halves = [[a, b, c], [a, c, d]].map(|t| WetPart::new(t, t.map(|p| -p.z), Pressure::Exact));
        let depth = halves[0].depth + halves[1].depth;
        let moment = halves[0].depth_moment + halves[1].depth_moment;
        assert!((depth / 2.0 - 1.5).abs() < 1e-15);
        assert!((moment / depth - DVec3::new(0.5, 0.0, -2.0)).length() < 1e-15);
        assert!((halves[0].depth_squared + halves[1].depth_squared - 2.0 * 3.0).abs() < 1e-14);
    }
}
