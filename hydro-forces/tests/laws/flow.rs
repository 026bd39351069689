//! Drag and lift are those of the water where the triangles are, not of the surface over them.

use glam::{DQuat, DVec2, DVec3, Vec3};
use hydro_forces::waves::{Sea, Superposition, Wave, WaveTrain};
use hydro_forces::{
    Coefficients, Flow, ForceModel, ForceOptions, Hull, Motion, Plane, WaterSample, WaterSurface,
};
use proptest::prelude::*;

use crate::inputs::{coefficients, mesh, motion, sea_water, vector};

/// Water of level 0 that moves as one, upward too.
struct Stream(DVec3);

impl WaterSurface for Stream {
    fn sample(&self, _: DVec2) -> WaterSample {
        // Not what `flow` says: where there is a flow, it counts.
        WaterSample { level_m: 0.0, velocity_m_s: DVec2::new(7.0, -3.0) }
    }

    fn has_flow(&self) -> bool {
        true
    }

    fn flow(&self, _: DVec2, depth_m: f64) -> Flow {
        assert!(depth_m >= 0.0);
        Flow { velocity_m_s: self.0, acceleration_m_s2: DVec3::ZERO }
    }
}

proptest! {
    /// The forces in a stream are those in still water on a body with the opposite velocity.
    #[test]
    fn a_stream_is_a_motion_the_other_way(
        mesh in mesh(), motion in motion(), stream in vector(3.0), c in coefficients(),
    ) {
        let (hull, model) = (mesh.hull(), ForceModel::new(sea_water(), c).unwrap());
        let got = model.forces(&hull, &motion, &Stream(stream), ForceOptions::default());
        let other = Motion { linvel_m_s: motion.linvel_m_s - stream, ..motion };
        let want = model.forces(&hull, &other, &Plane::flat(0.0), ForceOptions::default());
        let scale = 1e5 * hull.area_m2();
        prop_assert!((got.dynamic_n - want.dynamic_n).length() <= 1e-12 * scale, "{got:?} {want:?}");
        prop_assert!((got.force_n - want.force_n).length() <= 1e-12 * scale);
        let levered = 1e-10 * scale;
        prop_assert!((got.torque_n_m - want.torque_n_m).length() <= levered, "{got:?} {want:?}");
    }

    /// A small plate under waves, on a stream.
    #[test]
    fn a_plate_feels_the_orbital_motion_at_its_own_depth(
        normal in vector(1.0), at in vector(10.0), depth in 0.5..6.0f64, phase_deg in 0.0..360.0,
        v in vector(2.0), east in -1.0..1.0f64,
    ) {
        prop_assume!(normal.length() > 0.1);
        let train = WaveTrain { amplitude_m: 0.3, length_m: 15.0, towards_deg: 20.0, phase_deg };
        let sea = Sea { waves: vec![Wave::airy(train, 8.0, 9.81).unwrap()], time_s: 0.7, ..Sea::default() };
        let plate = [[0.0, 0.0, 0.0], [0.01, 0.0, 0.0], [0.0, 0.01, 0.0]].map(Vec3::from_array);
        let hull = Hull::new(&plate, &[[0, 1, 2]]).unwrap();
        let c = Coefficients { drag: 1.3, lift: 0.0, alpha: 1.0 };
        let model = ForceModel::new(sea_water(), c).unwrap();
        let rotation = DQuat::from_rotation_arc(DVec3::Z, normal.normalize());
        let place = at.with_z(sea.level_m(at.truncate()) - depth);
        let motion = Motion { linvel_m_s: v, ..Motion::at_rest(rotation, place) };
        let current = DVec2::new(east, 0.5);
        let surface = Superposition { base: Plane::flat(0.0).with_velocity(current), added: &sea };
        let got = model.forces(&hull, &motion, &surface, ForceOptions::default()).dynamic_n;
        // Eq. 5 with the velocity at the depth below the local surface.
        let orbital = sea.velocity_m_s(place.with_z(-depth));
        let relative = v - current.extend(0.0) - orbital;
        let facing = rotation * DVec3::Z;
        let entering = (relative.length() * facing.dot(relative)).max(0.0);
        let want = -relative.normalize_or_zero() * 0.5 * 1025.0 * 1.3 * hull.area_m2() * entering;
        // The plate is 1 cm wide: the velocity changes by 1 % of itself along it.
        prop_assert!((got - want).length() <= 0.02 * want.length() + 1e-3, "{got} {want}");
    }
}

#[test]
fn a_flow_that_is_not_finite_is_that_of_the_surface() {
    let hull = crate::meshes::sphere(2).hull();
    let model = ForceModel::new(sea_water(), Coefficients { drag: 1.0, lift: 0.5, alpha: 0.5 }).unwrap();
    let motion = Motion::at_rest(DQuat::IDENTITY, DVec3::ZERO);
    let of_surface = Plane::flat(0.0).with_velocity(DVec2::new(7.0, -3.0));
    let want = model.forces(&hull, &motion, &of_surface, ForceOptions::default()).dynamic_n;
    for lost in [f64::NAN, f64::INFINITY, 1e60] {
        let got = model.forces(&hull, &motion, &Stream(DVec3::Z * lost), ForceOptions::default()).dynamic_n;
        assert!((got - want).length() <= 1e-12 * want.length(), "{lost}: {got} {want}");
    }
}
