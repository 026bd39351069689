//! The horizontal plane has no preferred direction and no preferred place.

use glam::{DQuat, DVec2, Vec3};
use hydro_forces::{Cut, ForceModel, ForceOptions, Forces, Motion, Plane};
use proptest::prelude::*;

use crate::inputs::{coefficients, mesh, motion, plan, sea_water};

proptest! {
    #[test]
    fn turning_body_and_water_about_z_turns_the_forces(
        mesh in mesh(), motion in motion(), slope in plan(0.3), current in plan(3.0),
        yaw in -4.0..4.0f64, c in coefficients(),
        cut in prop_oneof![Just(Cut::Centroid), Just(Cut::Corners)],
    ) {
        let turn = DQuat::from_rotation_z(yaw);
        let plan_turn = DVec2::from_angle(yaw);
        let turned = Motion {
            rotation: turn * motion.rotation,
            translation_m: turn * motion.translation_m,
            linvel_m_s: turn * motion.linvel_m_s,
            angvel_rad_s: turn * motion.angvel_rad_s,
            reference_m: turn * motion.reference_m,
        };
        let water = Plane::flat(0.0).with_slope(slope).with_velocity(current);
        let turned_water =
            Plane::flat(0.0).with_slope(plan_turn.rotate(slope)).with_velocity(plan_turn.rotate(current));
        let model = ForceModel::new(sea_water(), c).unwrap().cut(cut);
        let hull = mesh.hull();
        let a = model.forces(&hull, &motion, &water, ForceOptions::default());
        let b = model.forces(&hull, &turned, &turned_water, ForceOptions::default());
        let scale = 1e-11 * 1025.0 * hull.area_m2() * 2000.0;
        prop_assert!((turn * a.force_n - b.force_n).length() <= scale);
        prop_assert!((turn * a.torque_n_m - b.torque_n_m).length() <= 20.0 * scale);
        prop_assert!((turn * a.dynamic_n - b.dynamic_n).length() <= scale);
        prop_assert!((turn * a.dynamic_torque_n_m - b.dynamic_torque_n_m).length() <= 20.0 * scale);
    }

    #[test]
    fn moving_body_and_water_moves_nothing_else(
        mesh in mesh(), motion in motion(), shift in plan(1e5), rise in -1e3..1e3, c in coefficients(),
    ) {
        let by = shift.extend(rise);
        let moved = Motion {
            translation_m: motion.translation_m + by,
            reference_m: motion.reference_m + by,
            ..motion
        };
        let model = ForceModel::new(sea_water(), c).unwrap();
        let hull = mesh.hull();
        let a = model.forces(&hull, &motion, &Plane::flat(0.0), ForceOptions::default());
        let b = model.forces(&hull, &moved, &Plane::flat(rise), ForceOptions::default());
        // An f64 at 1e5 m is good to 1.5e-11 m.
        let scale = 1e-9 * 1025.0 * hull.area_m2() * 2000.0;
        prop_assert!((a.force_n - b.force_n).length() <= scale);
        prop_assert!((a.torque_n_m - b.torque_n_m).length() <= 20.0 * scale);
    }

    /// The origin of a mesh is arbitrary: from 2 km away nothing but the rounding of the pose is seen.
    #[test]
    fn moving_the_mesh_in_its_own_frame_moves_nothing(
        mesh in mesh(), motion in motion(), c in coefficients(), shift in [-16i8..16, -16i8..16, -16i8..16],
    ) {
        // Both meshes have the same shape to the last bit.
        let mesh = mesh.map(|v| (v * 64.0).round() / 64.0);
        let by = Vec3::from_array(shift.map(f32::from)) * 128.0;
        let moved = Motion {
            translation_m: motion.translation_m - motion.rotation.normalize() * by.as_dvec3(),
            ..motion
        };
        let model = ForceModel::new(sea_water(), c).unwrap();
        let [a, b] = [(mesh.clone(), motion), (mesh.clone().map(|v| v + by), moved)]
            .map(|(mesh, motion)| model.forces(&mesh.hull(), &motion, &Plane::flat(0.1), ForceOptions::default()));
        let scale = 1e-10 * 1025.0 * mesh.hull().area_m2() * 2000.0;
        prop_assert!((a.force_n - b.force_n).length() <= scale);
        prop_assert!((a.torque_n_m - b.torque_n_m).length() <= 20.0 * scale);
        prop_assert!((a.dynamic_torque_n_m - b.dynamic_torque_n_m).length() <= 20.0 * scale);
        let moment = |f: &Forces| f.center_of_buoyancy_m.unwrap_or(motion.translation_m) * f.submerged_volume_m3;
        prop_assert!((moment(&a) - moment(&b)).length() <= 1e-9 * mesh.hull().area_m2() * 100.0);
    }

    #[test]
    fn the_torque_moves_with_its_reference_point(
        mesh in mesh(), motion in motion(), arm in crate::inputs::vector(10.0), c in coefficients(),
    ) {
        let other = Motion {
            reference_m: motion.reference_m + arm,
            linvel_m_s: motion.velocity_at(motion.reference_m + arm),
            ..motion
        };
        let model = ForceModel::new(sea_water(), c).unwrap();
        let hull = mesh.hull();
        let a = model.forces(&hull, &motion, &Plane::flat(0.0), ForceOptions::default());
        let b = model.forces(&hull, &other, &Plane::flat(0.0), ForceOptions::default());
        let scale = 1e-11 * 1025.0 * hull.area_m2() * 2000.0 * 20.0;
        prop_assert!((a.force_n - b.force_n).length() <= scale);
        prop_assert!((a.torque_n_m - arm.cross(a.force_n) - b.torque_n_m).length() <= scale);
        let dynamic = a.dynamic_torque_n_m - arm.cross(a.dynamic_n);
        prop_assert!((dynamic - b.dynamic_torque_n_m).length() <= scale);
    }
}
