//! What the body takes from the flow is what goes back into it: drag, lift and friction, without the pressure.

use glam::{DVec2, DVec3};
use hydro_forces::{Coefficients, Cut, Exchanges, ForceModel, ForceOptions, Motion, Plane, SkinFriction};
use proptest::prelude::*;

use crate::inputs::{coefficients, mesh, motion, rough_water, sea_water};

fn any_cut() -> impl Strategy<Value = Cut> {
    prop_oneof![Just(Cut::Centroid), Just(Cut::Corners)]
}

proptest! {
    #[test]
    fn a_resting_body_exchanges_exactly_nothing_with_water_at_rest(
        mesh in mesh(), motion in motion(), level in -1.0..1.0, slope in [-0.3..0.3, -0.3..0.3], cut in any_cut(),
    ) {
        let motion = Motion::at_rest(motion.rotation, motion.translation_m);
        let model = ForceModel::new(sea_water(), Coefficients { drag: 1.0, lift: 1.0, alpha: 0.5 });
        let water = Plane::flat(level).with_slope(DVec2::from_array(slope));
        let mut exchanges = Exchanges::default();
        let options = ForceOptions::default().exchanges(&mut exchanges);
        let forces = model.unwrap().cut(cut).forces(&mesh.hull(), &motion, &water, options);
        prop_assert_eq!(exchanges.iter().count(), 0);
        prop_assert_eq!((forces.dynamic_n, forces.dynamic_torque_n_m), (DVec3::ZERO, DVec3::ZERO));
    }

    #[test]
    fn the_exchange_is_what_the_flow_does(
        mesh in mesh(), motion in motion(), water in rough_water(), c in coefficients(), cut in any_cut(),
        rubs in any::<bool>(),
    ) {
        let hull = mesh.hull();
        let model = ForceModel::new(sea_water(), c).unwrap().cut(cut);
        let friction = SkinFriction::new(2.0, SkinFriction::FRESH_WATER_M2_S).unwrap();
        let model = if rubs { model.skin_friction(friction) } else { model };
        let mut of_triangles = vec![None; hull.triangle_count()];
        let (mut sum, mut torque, mut pushed) = (DVec3::ZERO, DVec3::ZERO, 0);
        let forces = model.forces(&hull, &motion, &water.surface(), ForceOptions::default().triangles(&mut |t| {
            sum += t.dynamic_n;
            torque += (t.wet_centroid_m - motion.reference_m).cross(t.dynamic_n);
            of_triangles[t.triangle] = Some((t.sample_m, t.dynamic_n.truncate()));
            pushed += usize::from(t.dynamic_n.truncate() != DVec2::ZERO);
        }));
        let mut exchanges = Exchanges::default();
        model.forces(&hull, &motion, &water.surface(), ForceOptions::default().exchanges(&mut exchanges));
        let scale = 1e-11 * 1025.0 * hull.area_m2() * 2000.0;
        prop_assert!((forces.dynamic_n - sum).length() <= scale);
        prop_assert!((forces.dynamic_torque_n_m - torque).length() <= 20.0 * scale);
        prop_assert_eq!(exchanges.iter().count(), pushed);
        for exchange in exchanges.iter() {
            prop_assert_eq!(of_triangles[exchange.triangle], Some((exchange.sample_m, exchange.force_n)));
        }
    }
}
