//! Forces change continuously while a body sinks.

use glam::DVec3;
use hydro_forces::{Coefficients, ForceModel, Motion, Plane};
use proptest::prelude::*;

use crate::inputs::{coefficients, mesh, motion, sea_water, vector};

proptest! {
    /// A step down changes the pressure by at most ρ g δ everywhere, and the wet share of a triangle
    /// that spans a height by at most 2 δ / height.
    #[test]
    fn a_small_step_down_changes_the_force_a_little(
        mesh in mesh(), motion in motion(), linvel in vector(5.0), c in coefficients(),
        exponent in -9.0..-1.0,
    ) {
        let step = 10f64.powf(exponent);
        let hull = mesh.hull();
        let motion = Motion { linvel_m_s: linvel, angvel_rad_s: DVec3::ZERO, ..motion };
        let lower = Motion { translation_m: motion.translation_m - DVec3::Z * step, ..motion };
        let forces = |motion, c: Coefficients| {
            ForceModel::new(sea_water(), c).unwrap().forces(&hull, motion, &Plane::flat(0.0), 0.0)
        };
        let (before, after) = (forces(&motion, c), forces(&lower, c));

        let wet_share_change: f64 = mesh
            .world(&motion)
            .iter()
            .enumerate()
            .map(|(i, t)| {
                let height = t[0].z.max(t[1].z).max(t[2].z) - t[0].z.min(t[1].z).min(t[2].z);
                hull.triangle_area_m2(i) * (2.0 * step / height).min(1.0)
            })
            .sum();
        let rounding = 1e-12 * 1025.0 * hull.area_m2() * 300.0;
        let hydrostatic = 1025.0 * 9.81 * hull.area_m2() * step;
        let dynamic = 0.5 * 1025.0 * (c.drag + c.lift) * linvel.length_squared() * wet_share_change;
        let change = (after.force_n - before.force_n).length();
        prop_assert!(change <= 1.0001 * (hydrostatic + dynamic) + rounding, "{change} {hydrostatic} {dynamic}");
        prop_assert!((after.wet_area_m2 - before.wet_area_m2).abs() <= 1.0001 * wet_share_change + 1e-10);
        prop_assert!(after.submerged_volume_m3 >= before.submerged_volume_m3 - 1e-12);
    }
}
