//! Where and how upright hulls float.

use glam::{DMat2, DQuat, DVec2, DVec3, Vec3};
use hydro_forces::equilibrium::float_waterline;
use hydro_forces::{ForceOptions, Motion, Plane, Water, WaterSample, submerged};
use proptest::prelude::*;

use crate::inputs::{hydrostatics, mesh, rotation};
use crate::meshes::{cuboid, sphere};

proptest! {
    #[test]
    fn a_hull_at_its_float_waterline_displaces_the_volume(
        mesh in mesh(), rotation in rotation(), fraction in 0.0..=1.0,
    ) {
        let hull = mesh.hull();
        let volume = fraction * hull.volume_m3();
        let level = float_waterline(&hull, rotation, volume).unwrap();
        let at = submerged(&hull, rotation, level).unwrap();
        prop_assert!((at.volume_m3 - volume).abs() <= 1e-12 * hull.volume_m3());
        let motion = Motion::at_rest(rotation, DVec3::new(7.0, -3.0, 10.0 - level));
        let forces = hydrostatics().forces(&hull, &motion, &Plane::flat(10.0), ForceOptions::default());
        prop_assert!((forces.wet_area_m2 - at.wet_area_m2).abs() <= 1e-10 * hull.area_m2());
        prop_assert!((forces.submerged_volume_m3 - volume).abs() <= 1e-10 * hull.area_m2());
        if let (Some(a), Some(b)) = (at.center_of_buoyancy_m, forces.center_of_buoyancy_m) {
            prop_assert!((a + motion.translation_m - b).length() * volume <= 1e-8 * hull.area_m2());
        }
        prop_assert!((forces.force_n.z - 1025.0 * 9.81 * volume).abs() <= 1e-7 * hull.volume_m3());
    }

    /// dV / dz is the area of the section.
    #[test]
    fn the_waterplane_is_the_slope_of_the_volume(
        mesh in mesh(), rotation in rotation(), fraction in 0.1..0.9,
    ) {
        let hull = mesh.hull();
        let level = float_waterline(&hull, rotation, fraction * hull.volume_m3()).unwrap();
        let at = |z| submerged(&hull, rotation, z).unwrap();
        let step = 1e-5;
        let slope = (at(level + step).volume_m3 - at(level - step).volume_m3) / (2.0 * step);
        // The section itself changes within the step, most where it meets a flat face.
        let change = (at(level + step).waterplane_area_m2 - at(level - step).waterplane_area_m2).abs();
        let section = at(level).waterplane_area_m2;
        prop_assert!((slope - section).abs() <= change + 1e-7 * hull.area_m2(), "{slope} {section}");
    }
}

proptest! {
    /// The buoyancy is what the work of lifting the displaced water grows by: `dE / dz = ρ g V`.
    #[test]
    fn the_work_of_sinking_a_hull_is_done_against_its_buoyancy(
        mesh in mesh(), rotation in rotation(), fraction in 0.1..0.9,
    ) {
        let hull = mesh.hull();
        let waterline = float_waterline(&hull, rotation, fraction * hull.volume_m3()).unwrap();
        let water = Water { density_kg_m3: 1025.0, gravity_m_s2: 9.81 };
        let at = |z| submerged(&hull, rotation, z).unwrap();
        let work = |z: f64| at(z).lifting_work_j(z, water);
        let step = 1e-4;
        let slope = (work(waterline + step) - work(waterline - step)) / (2.0 * step);
        let buoyancy = 1025.0 * 9.81 * at(waterline).volume_m3;
        let change = 1025.0 * 9.81 * (at(waterline + step).volume_m3 - at(waterline - step).volume_m3).abs();
        prop_assert!((slope - buoyancy).abs() <= change + 1e-6 * buoyancy, "{slope} {buoyancy}");
    }
}

/// A long wave carries `ρ g η² c` a meter of its crest.
#[test]
fn the_power_of_a_long_wave_is_its_energy_at_its_speed() {
    let (depth, eta) = (2.0f64, 1e-4);
    let speed = (9.81 * depth).sqrt();
    let sample = WaterSample { level_m: eta, velocity_m_s: DVec2::new(0.6, 0.8) * (eta * speed / depth) };
    let power = sample.power_w_m(depth + eta, 1000.0, 9.81);
    let exact = DVec2::new(0.6, 0.8) * (1000.0 * 9.81 * eta * eta * speed);
    assert!((power - exact).length() < 1e-3 * exact.length(), "{power} {exact}");
}

/// An upright box has the waterplane of its lid at every level.
#[test]
fn the_waterplane_of_a_box_is_its_lid() {
    let hull = cuboid(Vec3::new(8.0, 4.0, 2.0)).hull();
    let at = submerged(&hull, DQuat::IDENTITY, 0.1).unwrap();
    assert!((at.waterplane_area_m2 - 32.0).abs() < 1e-9, "{at:?}");
    assert!(at.center_of_flotation_m.unwrap().length() < 1e-9, "{at:?}");
    let second = DMat2::from_diagonal(DVec2::new(4.0 * 8f64.powi(3) / 12.0, 8.0 * 4f64.powi(3) / 12.0));
    let off = at.waterplane_second_moments_m4 - second;
    assert!(off.to_cols_array().iter().all(|m| m.abs() < 1e-9), "{off}");
}

/// Righting lever of the 8 × 4 × 2 m box of half density with its center of mass in the middle.
fn box_lever(heel: f64) -> f64 {
    let hull = cuboid(Vec3::new(8.0, 4.0, 2.0)).hull();
    let rotation = DQuat::from_rotation_x(heel);
    let level = float_waterline(&hull, rotation, 32.0).unwrap();
    submerged(&hull, rotation, level).unwrap().center_of_buoyancy_m.unwrap().y
}

#[test]
fn a_box_of_half_density_floats_at_half_depth_with_the_levers_of_the_book() {
    let hull = cuboid(Vec3::new(8.0, 4.0, 2.0)).hull();
    let level = float_waterline(&hull, DQuat::IDENTITY, 32.0).unwrap();
    assert!((level + 1.0 - 1.0).abs() < 1e-12, "draft {}", level + 1.0);
    // Heel about +x moves the center of buoyancy to −y: GZ = −y. GM = BM − BG = 4² / 12 − 1 / 2.
    let gz = |degrees: f64| -box_lever(degrees.to_radians());
    assert!((gz(0.001) / 0.001f64.to_radians() - 0.8333).abs() < 2e-4);
    assert!((gz(10.0) - 0.1483).abs() < 1e-4, "{}", gz(10.0));
    assert!((gz(20.0) - 0.3152).abs() < 1e-4, "{}", gz(20.0));
}

#[test]
fn a_sphere_of_half_density_floats_at_its_equator() {
    let hull = sphere(4).hull();
    let level = float_waterline(&hull, DQuat::from_rotation_x(0.3), hull.volume_m3() / 2.0).unwrap();
    assert!(level.abs() < 1e-6, "{level}");
}
