use pulp::Simd;

use super::parameters::Lift;
use crate::simd::{Reals, Vectors, dot, three};

/// Sine of the angle between velocity and normal below which the printed lift is left out: its direction would be noise of
/// the mesh's f32 coordinates.
const SMALLEST_SINE: f64 = 1e-6;

/// [`Coefficients`](crate::Coefficients) of a register of triangles.
#[derive(Clone, Copy)]
pub(crate) struct DragLiftCoefficients<S: Simd> {
    pub(crate) drag: Reals<S>,
    pub(crate) lift: Reals<S>,
    pub(crate) alpha: Reals<S>,
}

impl<S: Simd> DragLiftCoefficients<S> {
    /// Multiplies drag and lift by ½ ρ.
    #[inline(always)]
    pub(crate) fn times_half_density(self, density_kg_m3: f64) -> Self {
        let half = 0.5 * density_kg_m3;
        Self { drag: self.drag * half, lift: self.lift * half, ..self }
    }
}

/// Drag and lift of wet areas (Lazo et al. Eq. 4–6; see [`Lift`], whose exact law does not depend on α).
///
/// Drag `−C_d A_e |V| V`, with the effective area `A_e = [α n·V/|V| + (1 − α)] A`. The paper prints
/// `(α − 1)`, with which drag would push. Only faces that move into the water, `n·V > 0`, have a
/// force. `a` is `A n` of the wet part, `area` its length, `v` is relative to the water.
#[inline(always)]
pub(crate) fn drag_and_lift<S: Simd>(
    simd: S,
    a: Vectors<S>,
    area: Reals<S>,
    v: Vectors<S>,
    c: DragLiftCoefficients<S>,
    lift: Lift,
) -> Vectors<S> {
    let (zero, one) = (Reals::splat(simd, 0.0), Reals::splat(simd, 1.0));
    let inflow = dot(a, v);
    let speed_squared = dot(v, v);
    let speed = speed_squared.sqrt();
    let area_speed = area * speed;
    // The second does not follow from the first: the square of a speed below 1e-162 m/s is 0.
    let facing = inflow.above(zero).and(area_speed.above(zero));
    let effective = facing.or_zero(inflow.mul_add(c.alpha, area_speed * (one - c.alpha)));
    let lifting = c.lift
        * match lift {
            Lift::Exact => facing.or_zero(inflow / area_speed),
            Lift::Paper => {
                let across = three!(k => v[k].mul_sub_from(inflow, a[k] * speed_squared));
                let length = dot(across, across).sqrt();
                let directed = length.above(area_speed * speed * SMALLEST_SINE);
                directed.or_zero(effective * speed / length)
            }
        };
    // Lift acts along A V × (n × V) = A n |V|² − V (A n·V), across the velocity, in the plane of
    // velocity and normal.
    let along_normal = -(speed_squared * lifting);
    let along_velocity = inflow.mul_add(lifting, -(c.drag * effective));
    three!(k => a[k].mul_add(along_normal, v[k] * along_velocity))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Coefficients;
    use crate::simd::splat;
    use glam::DVec3;
    use pulp::Scalar;

    const C: Coefficients = Coefficients { drag: 1.0, lift: 1.0, alpha: 1.0 };
    const LAWS: [Lift; 2] = [Lift::Exact, Lift::Paper];

    /// A plate of 2 m² with its normal along x.
    fn plate(velocity: DVec3, c: Coefficients, lift: Lift) -> DVec3 {
        let simd = Scalar::new();
        let all = |value| Reals::splat(simd, value);
        let coefficients = DragLiftCoefficients { drag: all(c.drag), lift: all(c.lift), alpha: all(c.alpha) };
        let force = drag_and_lift(
            simd,
            splat(simd, DVec3::X * 2.0),
            all(2.0),
            splat(simd, velocity),
            coefficients,
            lift,
        );
        DVec3::from_array(force.map(|x| x.to_lanes(0)[0]))
    }

    #[test]
    fn head_on_there_is_drag_and_no_lift() {
        for lift in LAWS {
            assert_eq!(plate(DVec3::X * 3.0, C, lift), -DVec3::X * 18.0);
        }
    }

    #[test]
    fn at_rest_and_moving_away_there_is_nothing() {
        for (velocity, lift) in
            [DVec3::ZERO, -DVec3::X, DVec3::Y, DVec3::X * 1e-200].into_iter().zip(LAWS.into_iter().cycle())
        {
            assert_eq!(plate(velocity, C, lift), DVec3::ZERO, "{velocity}");
        }
    }

    #[test]
    fn lift_is_across_the_velocity_and_away_from_the_inflow() {
        let velocity = DVec3::new(1.0, 1.0, 0.0);
        // A_e = 2 cos 45°, |V|² = 2; the exact form has a sine on top.
        for (law, size) in [(Lift::Exact, 2.0), (Lift::Paper, 2.0 * 2f64.sqrt())] {
            let lift = plate(velocity, Coefficients { drag: 0.0, ..C }, law);
            assert!(lift.dot(velocity).abs() < 1e-12);
            assert!(lift.x < 0.0, "the pressure of the inflow acts against the normal");
            assert!((lift.length() - size).abs() < 1e-12, "{lift}");
        }
    }

    /// Near V ∥ n the printed lift keeps its size and turns about; the exact one fades.
    #[test]
    fn lift_is_continuous_where_the_velocity_is_along_the_normal() {
        let drag = plate(DVec3::X, Coefficients { lift: 0.0, ..C }, Lift::Exact);
        for angle in [1e-1, 1e-3, 1e-5f64] {
            let lift =
                |law, side: f64| plate(DVec3::new(angle.cos(), side * angle.sin(), 0.0), C, law) - drag;
            assert!((lift(Lift::Exact, 1.0) - lift(Lift::Exact, -1.0)).length() < 8.0 * angle);
            assert!((lift(Lift::Paper, 1.0) - lift(Lift::Paper, -1.0)).length() > 3.0);
        }
    }

    /// Along a face the exact lift comes to nothing for any α, and the printed one keeps `(1 − α)` of the whole area.
    #[test]
    fn alpha_is_in_the_printed_lift_alone() {
        let lift =
            |law, velocity, alpha| plate(velocity, Coefficients { alpha, drag: 0.0, ..C }, law).length();
        let slanted = DVec3::new(1.0, 1.0, 0.0);
        assert_eq!(lift(Lift::Exact, slanted, 0.25), lift(Lift::Exact, slanted, 1.0));
        assert!(
            (lift(Lift::Paper, slanted, 0.0) / lift(Lift::Paper, slanted, 1.0) - 2f64.sqrt()).abs() < 1e-12
        );
        let grazing = DVec3::new(1e-6, 1.0, 0.0);
        assert!(lift(Lift::Exact, grazing, 0.25) < 1e-5);
        assert!((lift(Lift::Paper, grazing, 0.25) - 0.75 * 2.0).abs() < 1e-5);
    }

    #[test]
    fn alpha_blends_the_projected_area_and_the_whole() {
        let velocity = DVec3::new(1.0, 1.0, 0.0);
        let drag = |alpha| plate(velocity, Coefficients { alpha, lift: 0.0, ..C }, Lift::Exact).length();
        assert!((drag(0.0) - 2.0 * 2.0).abs() < 1e-12);
        assert!((drag(1.0) - 2.0 * 2.0 / 2f64.sqrt()).abs() < 1e-12);
        assert!((drag(0.25) - 0.25 * drag(1.0) - 0.75 * drag(0.0)).abs() < 1e-12);
    }
}
