use glam::DVec2;

/// Water pushed apart about a point at once, as by a stone that falls in: it leaves a trough, from which a ring wave runs out.
///
/// The velocity at a distance `r` is radial and smooth, `u = V (3√3/2) (r/R) (1 − (r/R)²)` within the radius `R` and none beyond;
/// `V` is the greatest. It is the gradient of a potential, so it has no vorticity, and over a level bed no momentum in sum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Splash {
    /// Middle of the splash, m.
    pub center_m: DVec2,
    /// Radius `R`, m.
    pub radius_m: f64,
    /// Froude number of the greatest velocity: `V = Fr √(g h)`.
    pub froude: f64,
}

impl Splash {
    /// Velocity that it adds at a point where the water is `depth_m` deep, m/s.
    pub fn velocity_m_s(&self, at_m: DVec2, depth_m: f64, gravity_m_s2: f64) -> DVec2 {
        let scaled = (at_m - self.center_m) / self.radius_m;
        let inside = (1.0 - scaled.length_squared()).max(0.0);
        let greatest_m_s = self.froude * (gravity_m_s2 * depth_m.max(0.0)).sqrt();
        1.5 * 3f64.sqrt() * greatest_m_s * inside * scaled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_runs_outwards_is_fastest_within_and_ends_at_its_radius() {
        let splash = Splash { center_m: DVec2::new(3.0, 4.0), radius_m: 2.0, froude: 0.25 };
        let at = |r_m: f64| splash.velocity_m_s(splash.center_m + DVec2::new(0.6, 0.8) * r_m, 1.5, 9.81);
        let greatest_m_s = 0.25 * (1.5f64 * 9.81).sqrt();
        assert!((at(2.0 / 3f64.sqrt()).length() - greatest_m_s).abs() < 1e-12);
        for k in 0..=40 {
            let r_m = 0.1 * f64::from(k);
            let velocity = at(r_m);
            assert!(velocity.length() <= greatest_m_s + 1e-12);
            assert!(velocity.dot(DVec2::new(0.6, 0.8)) >= 0.0, "{velocity} at {r_m} m");
            let is_still = velocity.length() < 1e-12;
            assert_eq!(is_still, k == 0 || k >= 20, "{velocity} at {r_m} m");
        }
    }
}
