//! Forces change continuously while a body sinks.

use glam::{DVec2, DVec3};
use hydro_forces::{
    Coefficients, Cut, ForceModel, ForceOptions, Lift, Motion, Plane, SkinFriction, WaterSurface,
};
use proptest::prelude::*;

use crate::inputs::{coefficients, mesh, motion, rough_water, sea_water, vector};

proptest! {
    /// A step down changes the pressure by at most ρ g δ everywhere, and the wet fraction of a triangle
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
            ForceModel::new(sea_water(), c).unwrap().forces(&hull, motion, &Plane::flat(0.0), ForceOptions::default())
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

/// The largest coefficient of friction, at the lowest Reynolds number.
const FRICTION: f64 = 0.075 / 4.0;

proptest! {
    /// Bodies sink in rough water too, with either cut and lift, with friction, and with spin where the force is a
    /// continuous function of the velocity: with the printed lift it is not where the water comes head on, and with
    /// alpha below 1 not where it passes along a face.
    #[test]
    fn so_it_does_in_rough_water_by_all_models(
        mesh in mesh(), motion in motion(), water in rough_water(), c in coefficients(),
        cut in prop_oneof![Just(Cut::Centroid), Just(Cut::Corners)],
        lift in prop_oneof![Just(Lift::Exact), Just(Lift::Paper)],
        spins in any::<bool>(), rubs in any::<bool>(), exponent in -9.0..-1.0,
    ) {
        let step = 10f64.powf(exponent);
        let (hull, surface) = (mesh.hull(), water.surface());
        let spins = spins && lift == Lift::Exact;
        let c = Coefficients { alpha: if spins { 1.0 } else { c.alpha }, ..c };
        let motion = Motion { angvel_rad_s: motion.angvel_rad_s * f64::from(spins), ..motion };
        let down = |point: DVec3| point - DVec3::Z * step;
        let lower = Motion {
            translation_m: down(motion.translation_m), reference_m: down(motion.reference_m), ..motion
        };
        let model = ForceModel::new(sea_water(), c).unwrap().cut(cut).lift(lift);
        let model = if rubs { model.skin_friction(SkinFriction::new(2.0, 1e-6).unwrap()) } else { model };
        let forces = |motion| model.forces(&hull, motion, &surface, ForceOptions::default());
        let (before, after) = (forces(&motion), forces(&lower));

        // The fraction of a triangle that gets wet, the fastest that it moves through the water, and how fast
        // that changes from one end of it to the other.
        let (mut wet_change, mut dynamic) = (0.0, 0.0);
        let coefficient = c.drag + c.lift + if rubs { FRICTION } else { 0.0 };
        for (i, t) in mesh.world(&motion).iter().enumerate() {
            let centroid = ((t[0] + t[1] + t[2]) / 3.0).truncate();
            let depths = t.map(|p| match cut {
                Cut::Centroid => -p.z,
                _ => surface.level_m(p.truncate()) - p.z,
            });
            let height = depths[0].max(depths[1]).max(depths[2]) - depths[0].min(depths[1]).min(depths[2]);
            let wet = hull.triangle_area_m2(i) * (2.0 * step / height).min(1.0);
            let current: DVec2 = surface.sample(centroid).velocity_m_s;
            let speed = t.map(|p| (motion.velocity_at(p) - current.extend(0.0)).length());
            let speed = speed[0].max(speed[1]).max(speed[2]);
            let apart = (t[1] - t[0]).length().max((t[2] - t[1]).length()).max((t[0] - t[2]).length());
            wet_change += wet;
            // |F(V')| − |F(V)| ≤ 3 C |V| |V' − V| A for forces of the second degree in V; the wet area times the
            // way of its centroid is at most twice what gets wet times the size.
            let turned = 3.0 * 2.0 * motion.angvel_rad_s.length() * apart;
            dynamic += 0.5 * 1025.0 * coefficient * wet * speed * (speed + turned);
        }
        let rounding = 1e-12 * 1025.0 * hull.area_m2() * 1000.0;
        let hydrostatic = 1025.0 * 9.81 * hull.area_m2() * step;
        let change = (after.force_n - before.force_n).length();
        prop_assert!(change <= 1.0001 * (hydrostatic + dynamic) + rounding, "{change} {hydrostatic} {dynamic}");
        prop_assert!((after.wet_area_m2 - before.wet_area_m2).abs() <= 1.0001 * wet_change + 1e-10);
        if cut == Cut::Corners {
            prop_assert!(after.submerged_volume_m3 >= before.submerged_volume_m3 - 1e-11);
        }
    }
}
