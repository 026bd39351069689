use pulp::Simd;

use crate::Error;
use crate::error::require_positive;
use crate::simd::{Reals, Vectors, dot, three};

/// Reynolds number below which the coefficient stays that at this number: smaller ones are outside the range of the line.
const LOWEST_REYNOLDS: f64 = 1e4;

/// Skin friction by the ITTC-57 correlation line, `C_F = 0.075 / (log₁₀ Re − 2)²`.
///
/// The force on a wet triangle is `−½ ρ C_F A |V_t| V_t`, with `V_t` the component of its velocity along its own surface
/// and `Re = |V_t| L / ν`, on all sides of the hull.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SkinFriction {
    length_m: f64,
    viscosity_m2_s: f64,
}

impl SkinFriction {
    /// Kinematic viscosity of fresh water at 15 °C, m²/s.
    pub const FRESH_WATER_M2_S: f64 = 1.139e-6;

    /// Friction on a hull with a wetted length of `length_m`, in water of kinematic viscosity
    /// `viscosity_m2_s`.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] or [`Error::NotFinite`] if one of them is not above 0 or not finite.
    pub fn new(length_m: f64, viscosity_m2_s: f64) -> Result<Self, Error> {
        require_positive("length_m", length_m)?;
        require_positive("viscosity_m2_s", viscosity_m2_s)?;
        Ok(Self { length_m, viscosity_m2_s })
    }

    /// `C_F` at `speed_m_s`.
    pub fn coefficient(&self, speed_m_s: f64) -> f64 {
        let reynolds = (speed_m_s * self.length_m / self.viscosity_m2_s).max(LOWEST_REYNOLDS);
        0.075 / (reynolds.log10() - 2.0).powi(2)
    }

    /// The force, over ½ ρ, on wet areas `area` with the area vectors `a` (A n).
    #[inline(always)]
    pub(crate) fn force<S: Simd>(
        &self,
        simd: S,
        a: Vectors<S>,
        area: Reals<S>,
        velocity: Vectors<S>,
        part: usize,
    ) -> Vectors<S> {
        let zero = Reals::splat(simd, 0.0);
        let inflow = area.above(zero).or_zero(dot(a, velocity) / (area * area));
        let along = three!(k => velocity[k] - a[k] * inflow);
        let speed = dot(along, along).sqrt();
        let mut coefficient = speed.to_lanes(part);
        for value in &mut coefficient[part * S::F64_LANES..(part + 1) * S::F64_LANES] {
            *value = self.coefficient(*value);
        }
        let brake = -(Reals::load(simd, &coefficient, part) * area * speed);
        three!(k => along[k] * brake)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::splat;
    use glam::DVec3;
    use pulp::Scalar;

    #[test]
    fn the_line_passes_through_its_table() {
        // ITTC 1957: 10³ C_F at Re 10⁶, 10⁷, 10⁸, 10⁹.
        let friction = SkinFriction::new(1.0, 1.0).unwrap();
        for (reynolds, expected) in [(1e6, 4.688), (1e7, 3.000), (1e8, 2.083), (1e9, 1.531)] {
            assert!((friction.coefficient(reynolds) * 1e3 - expected).abs() < 1e-3);
        }
        assert_eq!(friction.coefficient(0.0), friction.coefficient(1e4));
    }

    #[test]
    fn only_the_velocity_along_the_surface_rubs() {
        let friction = SkinFriction::new(5.0, 1e-6).unwrap();
        let simd = Scalar::new();
        let force = |velocity| {
            let (a, area) = (splat(simd, DVec3::Z * 2.0), Reals::splat(simd, 2.0));
            let force = friction.force(simd, a, area, splat(simd, velocity), 0);
            DVec3::from_array(force.map(|x| x.to_lanes(0)[0]))
        };
        assert_eq!(force(DVec3::Z * 3.0), DVec3::ZERO);
        let force = force(DVec3::new(3.0, 0.0, -4.0));
        assert!((force - DVec3::X * (-2.0 * 9.0 * friction.coefficient(3.0))).length() < 1e-15);
    }

    #[test]
    fn what_no_water_has_is_refused() {
        for (length, viscosity) in [(0.0, 1e-6), (1.0, 0.0), (f64::NAN, 1e-6), (1.0, f64::INFINITY)] {
            assert!(matches!(
                SkinFriction::new(length, viscosity),
                Err(Error::OutOfRange { .. } | Error::NotFinite { .. })
            ));
        }
    }
}
