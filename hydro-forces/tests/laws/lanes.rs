//! Several triangles at a time and one by one give the same.

use glam::{DQuat, DVec3};
use hydro_forces::{Coefficients, Cut, Exchange, ForceModel, Motion, Plane, Pressure};
use proptest::prelude::*;

use crate::inputs::{coefficients, mesh, motion, rough_water, sea_water};
use crate::meshes::sphere;

fn models() -> impl Strategy<Value = ForceModel> {
    let c = prop_oneof![1 => Just(Coefficients::NONE), 3 => coefficients()];
    let cut = prop_oneof![Just(Cut::Centroid), Just(Cut::Corners)];
    let pressure = prop_oneof![Just(Pressure::Exact), Just(Pressure::Paper)];
    (c, cut, pressure)
        .prop_map(|(c, cut, pressure)| ForceModel::new(sea_water(), c).unwrap().cut(cut).pressure(pressure))
}

proptest! {
    #[test]
    fn lanes_and_single_triangles_agree(
        mesh in mesh(), motion in motion(), water in rough_water(), model in models(),
        (sink, still) in (-4.0..1.0, -0.5..0.5),
    ) {
        let hull = mesh.hull();
        let motion = Motion {
            translation_m: motion.translation_m + DVec3::Z * sink,
            reference_m: motion.reference_m + DVec3::Z * sink,
            ..motion
        };
        let surface = water.surface();
        let (mut one_by_one, mut together) = (Vec::new(), Vec::<Exchange>::new());
        let singly = model.forces_with(&hull, &motion, &surface, still, |t| {
            one_by_one.push((t.triangle, t.sample_m, t.exchange_n));
        });
        let summed = model.forces_exchanging(&hull, &motion, &surface, still, |e| together.push(*e));
        prop_assert_eq!(model.forces(&hull, &motion, &surface, still), summed);

        let load = 1025.0 * 100.0 * hull.area_m2() * 10.0;
        for (a, b, scale) in [
            (singly.force_n, summed.force_n, load),
            (singly.torque_n_m, summed.torque_n_m, load * 10.0),
            (singly.dynamic_n, summed.dynamic_n, load),
            (singly.exchange_force_n.extend(0.0), summed.exchange_force_n.extend(0.0), load),
            (DVec3::Z * singly.exchange_torque_z_n_m, DVec3::Z * summed.exchange_torque_z_n_m, load * 10.0),
            (DVec3::X * singly.wet_area_m2, DVec3::X * summed.wet_area_m2, hull.area_m2()),
            (DVec3::X * singly.submerged_volume_m3, DVec3::X * summed.submerged_volume_m3, load / 1e4),
        ] {
            prop_assert!((a - b).length() <= 1e-12 * scale, "{a} {b}");
        }
        if let (Some(a), Some(b)) = (singly.centre_of_buoyancy_m, summed.centre_of_buoyancy_m)
            && singly.submerged_volume_m3 > 1e-3
        {
            prop_assert!((a - b).length() < 1e-8, "{a} {b}");
        }
        prop_assert_eq!(singly.skipped_triangles, summed.skipped_triangles);
        prop_assert_eq!(one_by_one.len(), together.len());
        for ((triangle, sample_m, exchange_n), e) in one_by_one.into_iter().zip(together) {
            prop_assert_eq!(triangle, e.triangle);
            prop_assert!((sample_m - e.sample_m).length() < 1e-12 * 100.0);
            prop_assert!((exchange_n - e.force_n).length() <= 1e-12 * load, "{exchange_n} {}", e.force_n);
        }
    }
}

/// Holes in the water and motions beyond all bounds are counted alike.
#[test]
fn what_is_not_finite_is_skipped_one_by_one() {
    let hull = sphere(3).hull();
    let model = ForceModel::new(sea_water(), Coefficients { drag: 1.0, lift: 1.0, alpha: 0.5 }).unwrap();
    let at_rest = Motion::at_rest(DQuat::IDENTITY, DVec3::ZERO);
    for (motion, level) in [
        (at_rest, f64::NAN),
        (at_rest, f64::INFINITY),
        (at_rest, 1e200),
        (Motion { linvel_m_s: DVec3::X * 1e200, ..at_rest }, 0.0),
        (Motion { angvel_rad_s: DVec3::X * 1e160, ..at_rest }, 0.3),
    ] {
        let water = Plane::flat(level);
        let singly = model.forces_with(&hull, &motion, &water, 0.0, |_| ());
        let summed = model.forces(&hull, &motion, &water, 0.0);
        assert_eq!(singly.skipped_triangles, summed.skipped_triangles, "{level}");
        assert!(summed.force_n.is_finite() && summed.torque_n_m.is_finite());
        assert!(summed.skipped_triangles > 0, "{level}");
    }
}

#[test]
fn a_body_above_the_water_is_left_alone() {
    let hull = sphere(3).hull();
    let model = ForceModel::new(sea_water(), Coefficients::NONE).unwrap();
    for (height, wet) in [(1.0 + 1e-6, false), (1.0 - 1e-3, true)] {
        let motion = Motion::at_rest(DQuat::IDENTITY, DVec3::Z * height);
        let forces = model.forces(&hull, &motion, &Plane::flat(0.0), 0.0);
        assert_eq!(forces.wet_area_m2 > 0.0, wet, "{height}");
    }
}
