use glam::DVec3;

use crate::Coefficients;

/// Below this sine of the angle between velocity and normal, the direction of the lift is noise of
/// the mesh's f32 coordinates; there is none.
pub(crate) const SMALLEST_SINE: f64 = 1e-6;

/// Drag and lift of a wet area, over ½ ρ (Lazo et al. Eq. 4–6).
///
/// Drag `−C_d A_e |V| V`, lift `−C_l A_e |V| V × (n × V) / |n × V|`, with the effective area
/// `A_e = [α n·V/|V| + (1 − α)] A`. The paper prints `(α − 1)`, with which drag would push.
/// Only faces that move into the water, `n·V > 0`, feel a force. `area_vector` is `A n` of the wet
/// part, `area` its length, `velocity` is relative to the water.
#[inline(always)]
pub(crate) fn drag_and_lift(area_vector: DVec3, area: f64, velocity: DVec3, c: &Coefficients) -> DVec3 {
    let inflow = area_vector.dot(velocity);
    if inflow <= 0.0 || area <= 0.0 {
        return DVec3::ZERO;
    }
    let speed = velocity.length();
    let effective = c.alpha * inflow + (1.0 - c.alpha) * area * speed;
    let mut force = velocity * (-c.drag * effective);
    if c.lift > 0.0 {
        let across = area_vector.cross(velocity);
        let across_length = across.length();
        if across_length > SMALLEST_SINE * area * speed {
            force -= velocity.cross(across) * (c.lift * effective / across_length);
        }
    }
    force
}

#[cfg(test)]
mod tests {
    use super::*;

    const C: Coefficients = Coefficients { drag: 1.0, lift: 1.0, alpha: 1.0 };

    /// A plate of 2 m² with its normal along x.
    fn plate(velocity: DVec3, c: Coefficients) -> DVec3 {
        drag_and_lift(DVec3::X * 2.0, 2.0, velocity, &c)
    }

    #[test]
    fn head_on_there_is_drag_and_no_lift() {
        assert_eq!(plate(DVec3::X * 3.0, C), -DVec3::X * 18.0);
    }

    #[test]
    fn at_rest_and_moving_away_there_is_nothing() {
        for velocity in [DVec3::ZERO, -DVec3::X, DVec3::Y, DVec3::X * 1e-200] {
            assert_eq!(plate(velocity, C), DVec3::ZERO, "{velocity}");
        }
    }

    #[test]
    fn lift_is_across_the_velocity_and_away_from_the_inflow() {
        let velocity = DVec3::new(1.0, 1.0, 0.0);
        let lift = plate(velocity, Coefficients { drag: 0.0, ..C });
        assert!(lift.dot(velocity).abs() < 1e-12);
        assert!(lift.x < 0.0, "the pressure of the inflow acts against the normal");
        // A_e = 2 cos 45°, |V|² = 2
        assert!((lift.length() - 2.0 * 2f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn alpha_blends_the_projected_area_and_the_whole() {
        let velocity = DVec3::new(1.0, 1.0, 0.0);
        let drag = |alpha| plate(velocity, Coefficients { alpha, lift: 0.0, ..C }).length();
        assert!((drag(0.0) - 2.0 * 2.0).abs() < 1e-12);
        assert!((drag(1.0) - 2.0 * 2.0 / 2f64.sqrt()).abs() < 1e-12);
        assert!((drag(0.25) - 0.25 * drag(1.0) - 0.75 * drag(0.0)).abs() < 1e-12);
    }
}
