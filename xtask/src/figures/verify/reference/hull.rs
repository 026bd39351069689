//! The parabolic hull of the scenarios by its formula.

use hydro_forces::slender::Sections;

/// Intervals between the sections of a hull.
const INTERVALS: usize = 1000;

/// A hull of half-breadth `B/2 (1 − (2x/L)²) (z/D)^p` at a draft `T ≤ D`, upright and on an even keel; x is measured
/// from its middle.
#[derive(Debug, Clone, Copy)]
pub(in crate::verify) struct ParabolicHull {
    pub(in crate::verify) length_m: f64,
    /// Greatest width at the height `depth_m`.
    pub(in crate::verify) beam_m: f64,
    pub(in crate::verify) depth_m: f64,
    /// Exponent `p`, above 0.
    pub(in crate::verify) fullness: f64,
    pub(in crate::verify) draft_m: f64,
}

impl ParabolicHull {
    /// Fraction of the greatest width at a place along the hull.
    fn taper(&self, x_m: f64) -> f64 {
        (1.0 - (2.0 * x_m / self.length_m).powi(2)).max(0.0)
    }

    /// Greatest width at the waterline, m.
    pub(in crate::verify) fn waterline_beam_m(&self) -> f64 {
        self.beam_m * (self.draft_m / self.depth_m).powf(self.fullness)
    }

    /// Width at the waterline, m.
    pub(in crate::verify) fn breadth_m(&self, x_m: f64) -> f64 {
        self.waterline_beam_m() * self.taper(x_m)
    }

    /// Submerged sectional area, m².
    pub(in crate::verify) fn area_m2(&self, x_m: f64) -> f64 {
        self.breadth_m(x_m) * self.draft_m / (self.fullness + 1.0)
    }

    /// Its sections, from stern to bow.
    pub(in crate::verify) fn sections(&self) -> Sections {
        let half = 0.5 * self.length_m;
        let of = |x: f64| [self.area_m2(x), self.breadth_m(x)];
        Sections::from_fn([-half, half], INTERVALS, of).expect("the hull has a length")
    }

    /// Submerged volume, m³.
    pub(in crate::verify) fn volume_m3(&self) -> f64 {
        2.0 / 3.0 * self.length_m * self.area_m2(0.0)
    }

    /// Submerged thickness at a place, m.
    pub(in crate::verify) fn thickness_m(&self, x_m: f64, y_m: f64) -> f64 {
        let breadth = self.breadth_m(x_m);
        if 2.0 * y_m.abs() >= breadth {
            return 0.0;
        }
        self.draft_m * (1.0 - (2.0 * y_m.abs() / breadth).powf(1.0 / self.fullness))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thickness_adds_up_to_sections_and_volume() {
        let hull = ParabolicHull { length_m: 5.0, beam_m: 0.9, depth_m: 0.2, fullness: 0.4, draft_m: 0.1 };
        let (nx, ny) = (400, 400);
        let (dx, dy) = (hull.length_m / f64::from(nx), hull.beam_m / f64::from(ny));
        let section = |x: f64| -> f64 {
            (0..ny).map(|j| hull.thickness_m(x, (f64::from(j) + 0.5) * dy - 0.5 * hull.beam_m) * dy).sum()
        };
        let volume: f64 =
            (0..nx).map(|i| section((f64::from(i) + 0.5) * dx - 0.5 * hull.length_m) * dx).sum();
        assert!((section(1.0) / hull.area_m2(1.0) - 1.0).abs() < 2e-3);
        assert!((volume / hull.volume_m3() - 1.0).abs() < 2e-3);
        assert_eq!(hull.breadth_m(0.0), hull.waterline_beam_m());
        assert!(hull.thickness_m(2.6, 0.0) == 0.0 && hull.thickness_m(0.0, 0.0) == 0.1);
    }
}
