//! What the body takes from the water is what goes back into it.

use glam::DVec2;
use hydro_forces::{Coefficients, Cut, ForceModel, ForceOptions, Motion, Plane};
use proptest::prelude::*;

use crate::inputs::{coefficients, hydrostatics, mesh, motion, rough_water, sea_water};

fn any_cut() -> impl Strategy<Value = Cut> {
    prop_oneof![Just(Cut::Centroid), Just(Cut::Corners)]
}

proptest! {
    #[test]
    fn a_resting_body_exchanges_exactly_nothing_with_still_water(
        mesh in mesh(), motion in motion(), level in -1.0..1.0, cut in any_cut(),
    ) {
        let motion = Motion::at_rest(motion.rotation, motion.translation_m);
        let model = ForceModel::new(sea_water(), Coefficients { drag: 1.0, lift: 1.0, alpha: 0.5 });
        let forces = model.unwrap().cut(cut).forces(&mesh.hull(), &motion, &Plane::flat(level), ForceOptions::default().still_level_m(level).triangles(&mut |t| assert_eq!(t.exchange_n, DVec2::ZERO)));
        prop_assert_eq!(forces.exchange_force_n, DVec2::ZERO);
        prop_assert_eq!(forces.exchange_torque_z_n_m, 0.0);
    }

    #[test]
    fn the_exchange_of_a_closed_mesh_is_its_horizontal_force(
        mesh in mesh(), motion in motion(), water in rough_water(), still_level in -2.0..2.0,
        c in coefficients(), cut in any_cut(),
    ) {
        let hull = mesh.hull();
        let model = ForceModel::new(sea_water(), c).unwrap().cut(cut);
        let mut sum = DVec2::ZERO;
        let forces = model.forces(&hull, &motion, &water.surface(), ForceOptions::default().still_level_m(still_level).triangles(&mut |t| sum += t.exchange_n));
        let scale = 1e-11 * 1025.0 * hull.area_m2() * 2000.0;
        prop_assert!((forces.exchange_force_n - sum).length() <= scale);
        prop_assert!((forces.exchange_force_n - forces.force_n.truncate()).length() <= scale);
        prop_assert!((forces.exchange_torque_z_n_m - forces.torque_n_m.z).abs() <= 20.0 * scale);
    }

    #[test]
    fn the_exchange_does_not_depend_on_the_still_level_for_a_closed_mesh(
        mesh in mesh(), motion in motion(), water in rough_water(), levels in [-2.0..2.0, -2.0..2.0],
    ) {
        let hull = mesh.hull();
        let [a, b] = levels.map(|still| hydrostatics().forces(&hull, &motion, &water.surface(), ForceOptions::default().still_level_m(still)));
        let scale = 1e-11 * 1025.0 * hull.area_m2() * 200.0;
        prop_assert!((a.exchange_force_n - b.exchange_force_n).length() <= scale);
        prop_assert!((a.exchange_torque_z_n_m - b.exchange_torque_z_n_m).abs() <= 20.0 * scale);
        prop_assert!((a.force_n - b.force_n).length() <= scale);
    }
}
