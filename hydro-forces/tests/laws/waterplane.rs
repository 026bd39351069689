//! Sections of hulls by water that is not flat.

use glam::{DMat2, DVec2, DVec3};
use hydro_forces::{Cut, Error, Motion, Plane, WaterSample, WaterSurface, submerged, submerged_in};
use proptest::prelude::*;

use crate::inputs::{hydrostatics, mesh, motion, plan, rough_water};

/// A long wave across x.
struct Swell;

impl WaterSurface for Swell {
    fn sample(&self, position_m: DVec2) -> WaterSample {
        WaterSample { level_m: 0.3 * (0.5 * position_m.x).sin(), velocity_m_s: DVec2::ZERO }
    }
}

proptest! {
    #[test]
    fn on_flat_water_it_is_the_plane_section(mesh in mesh(), motion in motion(), level in -1.0..1.0) {
        let hull = mesh.hull();
        let water = submerged_in(&hull, &motion, &Plane::flat(level)).unwrap();
        let plane = submerged(&hull, motion.rotation, level - motion.translation_m.z).unwrap();
        let close = |a: f64, b: f64, scale: f64| (a - b).abs() <= 1e-11 * scale;
        let area = hull.area_m2();
        prop_assert!(close(water.volume_m3, plane.volume_m3, area * 10.0));
        prop_assert!(close(water.waterplane_area_m2, plane.waterplane_area_m2, area));
        let off = water.waterplane_second_moments_m4 - plane.waterplane_second_moments_m4;
        prop_assert!(off.to_cols_array().iter().all(|m| m.abs() <= 1e-9 * area), "{off}");
    }

    /// Volume, centre and wet area are those that the forces have found with the same cut.
    #[test]
    fn in_rough_water_it_agrees_with_the_forces(mesh in mesh(), motion in motion(), water in rough_water()) {
        let hull = mesh.hull();
        let at = submerged_in(&hull, &motion, &water.surface()).unwrap();
        let forces = hydrostatics().cut(Cut::Corners).forces(&hull, &motion, &water.surface(), 0.0);
        prop_assert!((at.volume_m3 - forces.submerged_volume_m3).abs() <= 1e-10 * hull.area_m2());
        prop_assert!((at.wet_area_m2 - forces.wet_area_m2).abs() <= 1e-10 * hull.area_m2());
        if let (Some(a), Some(b)) = (at.centre_of_buoyancy_m, forces.centre_of_buoyancy_m) {
            let apart = (a + motion.translation_m - b).length() * at.volume_m3.abs();
            prop_assert!(apart <= 1e-8 * hull.area_m2(), "{apart}");
        }
    }

    /// Raised by δ, a surface of whatever shape adds δ times the section to the volume.
    #[test]
    fn the_section_is_the_slope_of_the_volume_on_a_slope(
        mesh in mesh(), motion in motion(), slope in plan(0.3),
    ) {
        let hull = mesh.hull();
        let level = -slope.dot(motion.translation_m.truncate());
        let at = |rise: f64| {
            submerged_in(&hull, &motion, &Plane::flat(level + rise).with_slope(slope)).unwrap()
        };
        let step = 1e-5;
        let (low, high) = (at(-step), at(step));
        let rate = (high.volume_m3 - low.volume_m3) / (2.0 * step);
        let change = (high.waterplane_area_m2 - low.waterplane_area_m2).abs();
        prop_assert!((rate - at(0.0).waterplane_area_m2).abs() <= change + 1e-7 * hull.area_m2());
    }
}

/// An upright box has the same section in plan in any water that passes neither lid nor bottom.
#[test]
fn a_wall_sided_box_keeps_its_section_in_waves() {
    let hull = crate::meshes::cuboid(glam::Vec3::new(8.0, 4.0, 2.0)).hull();
    let motion = Motion::at_rest(glam::DQuat::IDENTITY, DVec3::new(100.0, 50.0, 0.1));
    let at = submerged_in(&hull, &motion, &Swell).unwrap();
    assert!((at.waterplane_area_m2 - 32.0).abs() < 1e-9, "{at:?}");
    assert!(at.centre_of_flotation_m.unwrap().length() < 1e-9, "{at:?}");
    let second = DMat2::from_diagonal(DVec2::new(4.0 * 8f64.powi(3) / 12.0, 8.0 * 4f64.powi(3) / 12.0));
    let off = at.waterplane_second_moments_m4 - second;
    assert!(off.to_cols_array().iter().all(|m| m.abs() < 1e-9), "{off}");
}

#[test]
fn holes_in_the_water_are_refused() {
    let hull = crate::meshes::sphere(1).hull();
    let at_rest = Motion::at_rest(glam::DQuat::IDENTITY, DVec3::ZERO);
    let lost = Motion { translation_m: DVec3::NAN, ..at_rest };
    for (motion, level) in [(at_rest, f64::NAN), (at_rest, f64::INFINITY), (lost, 0.0)] {
        let error = submerged_in(&hull, &motion, &Plane::flat(level)).unwrap_err();
        assert!(matches!(error, Error::InvalidParameter { .. }), "{error}");
    }
}
