//! The poses in which hulls settle.

use glam::{DQuat, DVec3, Vec3};
use hydro_forces::equilibrium::{FloatPose, float_pose, float_waterline, gz_curve};
use hydro_forces::{Error, ForceOptions, Hull, Motion, Plane, submerged};
use proptest::prelude::*;

use crate::inputs::{hydrostatics, mesh, vector};
use crate::meshes::{boat, cuboid, sphere};

/// How far the center of mass lies above that of buoyancy, m.
fn energy(hull: &Hull, center: DVec3, volume: f64, rotation: DQuat) -> f64 {
    let level = float_waterline(hull, rotation, volume).unwrap();
    let buoyancy = submerged(hull, rotation, level).unwrap().center_of_buoyancy_m.unwrap();
    (rotation * center - buoyancy).z
}

proptest! {
    #[test]
    fn a_body_in_its_pose_is_carried_without_a_moment_and_rights_itself(
        mesh in mesh(),
        (fraction, arm, heading) in (0.1..0.9, vector(0.3), -180.0..180.0),
        (tilt, turn) in (vector(1.0), 0.002..0.02),
    ) {
        let hull = mesh.hull();
        let volume = fraction * hull.volume_m3();
        let center = hull.centroid_m().unwrap() + arm;
        let pose = float_pose(&hull, center, volume, heading).unwrap();

        let translation_m = DVec3::new(30.0, -20.0, 2.0 - pose.waterline_m);
        let reference_m = translation_m + pose.rotation * center;
        let motion = Motion { reference_m, ..Motion::at_rest(pose.rotation, translation_m) };
        let forces = hydrostatics().forces(&hull, &motion, &Plane::flat(2.0), ForceOptions::default());
        let weight = 1025.0 * 9.81 * volume;
        prop_assert!((forces.force_n - DVec3::Z * weight).length() <= 1e-9 * weight);
        prop_assert!(forces.torque_n_m.length() <= 1e-8 * weight, "{}", forces.torque_n_m / weight);

        let axis = tilt.truncate().extend(0.0).normalize_or(DVec3::X);
        let tilted = DQuat::from_axis_angle(axis, turn) * pose.rotation;
        let rise = energy(&hull, center, volume, tilted) - energy(&hull, center, volume, pose.rotation);
        prop_assert!(rise >= -1e-12, "tilted, the body falls by {}", -rise);
    }

    #[test]
    fn the_angles_are_those_of_the_rotation(
        mesh in mesh(), arm in vector(0.3), heading in -180.0..180.0,
    ) {
        let hull = mesh.hull();
        let center = hull.centroid_m().unwrap() + arm;
        let pose = float_pose(&hull, center, 0.4 * hull.volume_m3(), heading).unwrap();
        let up = pose.rotation.inverse() * DVec3::Z;
        let ahead = pose.rotation * DVec3::X;
        prop_assert!((up.y.atan2(up.z).to_degrees() - pose.heel_deg).abs() < 1e-6);
        prop_assert!((ahead.z - pose.trim_deg.to_radians().sin()).abs() < 1e-12);
        prop_assert!(
            ahead.truncate().length() < 1e-3
                || ((ahead.y.atan2(ahead.x).to_degrees() - heading + 180.0).rem_euclid(360.0) - 180.0).abs()
                    < 1e-6
        );
        let lowest = mesh.vertices.iter().map(|v| (pose.rotation * v.as_dvec3()).z).fold(f64::MAX, f64::min);
        prop_assert!((pose.waterline_m - lowest - pose.draft_m).abs() < 1e-12);
    }
}

/// The box of 8 × 4 × 2 m and half the water's density: BM_T = 4/3 m, BM_L = 16/3 m, BG = 1/2 m.
fn box_pose(center: DVec3) -> FloatPose {
    float_pose(&cuboid(Vec3::new(8.0, 4.0, 2.0)).hull(), center, 32.0, 0.0).unwrap()
}

/// `tan φ (GM + ½ BM tan² φ)`: how far off its center a mass makes a wall-sided hull heel by φ.
fn wall_sided(angle_deg: f64, gm: f64, bm: f64) -> f64 {
    let tan = angle_deg.to_radians().tan();
    tan * (gm + bm * tan * tan / 2.0)
}

#[test]
fn a_box_tilts_to_its_load_as_wall_sided_hulls_do() {
    let even = box_pose(DVec3::ZERO);
    assert!(even.heel_deg.abs() < 1e-9 && even.trim_deg.abs() < 1e-9);
    assert!((even.draft_m - 1.0).abs() < 1e-12 && even.waterline_m.abs() < 1e-12);
    assert!((even.least_gm_m - (4.0 / 3.0 - 0.5)).abs() < 1e-9);

    let port = box_pose(DVec3::new(0.0, 0.25, 0.0));
    assert!((wall_sided(-port.heel_deg, 5.0 / 6.0, 4.0 / 3.0) - 0.25).abs() < 1e-9, "{port:?}");
    assert!(port.trim_deg.abs() < 1e-9);
    let ahead = box_pose(DVec3::new(0.5, 0.0, 0.0));
    assert!((wall_sided(-ahead.trim_deg, 29.0 / 6.0, 16.0 / 3.0) - 0.5).abs() < 1e-9, "{ahead:?}");
    assert!(ahead.heel_deg.abs() < 1e-9);
}

#[test]
fn a_top_heavy_box_lolls_to_starboard() {
    // GM = 1/2 + 4/3 − 1.9 < 0: upright it balances, and rests where ½ BM tan² φ = −GM.
    let pose = box_pose(DVec3::new(0.0, 0.0, 0.9));
    let loll = (2.0 * (1.9 - 0.5 - 4.0 / 3.0) / (4.0 / 3.0_f64)).sqrt().atan();
    assert!((pose.heel_deg - loll.to_degrees()).abs() < 1e-6, "{pose:?}");
    assert!(pose.trim_deg.abs() < 1e-9 && pose.least_gm_m > 0.0);
}

#[test]
fn a_square_beam_of_half_density_floats_on_its_edge() {
    let pose = float_pose(&cuboid(Vec3::new(8.0, 1.0, 1.0)).hull(), DVec3::ZERO, 4.0, 90.0).unwrap();
    assert!((pose.heel_deg - 45.0).abs() < 1e-6, "{pose:?}");
    assert!((pose.draft_m - 0.5f64.sqrt()).abs() < 1e-9);
    assert!((pose.rotation * DVec3::X - DVec3::Y).length() < 1e-9);
}

#[test]
fn a_plank_on_its_edge_and_a_post_on_its_end_lie_down() {
    let plank = float_pose(&cuboid(Vec3::new(8.0, 0.5, 4.0)).hull(), DVec3::ZERO, 8.0, 0.0).unwrap();
    assert!((plank.heel_deg - 90.0).abs() < 1e-6, "{plank:?}");
    let post = float_pose(&cuboid(Vec3::new(1.0, 2.0, 8.0)).hull(), DVec3::ZERO, 4.0, 0.0).unwrap();
    assert!((post.draft_m - 0.25).abs() < 1e-6 || (post.draft_m - 0.5).abs() < 1e-6, "{post:?}");
}

#[test]
fn a_ball_rolls_until_its_mass_is_lowest_and_a_submerged_one_likewise() {
    let hull = sphere(4).hull();
    for fraction in [0.5, 1.0] {
        let volume = fraction * hull.volume_m3();
        let pose = float_pose(&hull, DVec3::new(-0.1, 0.0, 0.1), volume, 0.0).unwrap();
        let down = pose.rotation * DVec3::new(-0.1, 0.0, 0.1).normalize();
        assert!((down + DVec3::Z).length() < 1e-2 * (2.0 - fraction), "{fraction}: {pose:?}");
    }
}

#[test]
fn a_boat_sits_upright_and_trims_by_where_its_mass_is() {
    let hull = boat(12.0, 4.0, 2.0).hull();
    let pose = |x, y, z| float_pose(&hull, DVec3::new(x, y, z), 12.0, 0.0).unwrap();
    let at_rest = pose(-1.0, 0.0, 1.0);
    assert!(at_rest.heel_deg.abs() < 1e-6, "{at_rest:?}");
    assert!(pose(-1.5, 0.0, 1.0).trim_deg > at_rest.trim_deg + 1.0);
    assert!(pose(-0.5, 0.0, 1.0).trim_deg < at_rest.trim_deg - 1.0);
    assert!(pose(-1.0, 0.1, 1.0).heel_deg < -1.0);
    // With its mass on a mast it turns right over.
    let over = pose(-1.0, 0.0, 8.0);
    assert!(over.heel_deg.abs() > 170.0, "{over:?}");
}

#[test]
fn too_heavy_says_how_much_the_hull_can_carry() {
    let error = float_pose(&cuboid(Vec3::ONE).hull(), DVec3::ZERO, 1.2, 0.0).unwrap_err();
    assert!(matches!(error, Error::OutOfRange { value: 1.2, .. }), "{error}");
    assert!(error.to_string().ends_with(" = 1.2: must be 0 to 1, the volume of the hull"), "{error}");
}

/// A cube of half density on its edge has no metacentric height lengthwise, and falls on.
#[test]
fn a_cube_of_half_density_floats_corner_down() {
    let pose = float_pose(&cuboid(Vec3::ONE).hull(), DVec3::ZERO, 0.5, 0.0).unwrap();
    let up = pose.rotation.inverse() * DVec3::Z;
    assert!((up.abs() - DVec3::splat(1.0 / 3f64.sqrt())).length() < 1e-9, "{pose:?}");
    // A hexagon of sides ½ √2: BM = (5 √3 / 16) / 4 / ½; B lies where two pyramids have it.
    let bm = 5.0 * 3f64.sqrt() / 32.0;
    assert!((pose.least_gm_m - (bm - 0.2345)).abs() < 1e-4, "{pose:?}");
}

/// Nothing rights a ball under water that floats at its middle, nor tips it over.
#[test]
fn a_body_wholly_under_water_about_its_middle_is_neutral() {
    let hull = sphere(2).hull();
    let pose = float_pose(&hull, DVec3::ZERO, hull.volume_m3(), 0.0).unwrap();
    assert_eq!(pose.least_gm_m, 0.0);
    assert!(pose.heel_deg.abs() < 1e-9 && pose.trim_deg.abs() < 1e-9, "{pose:?}");
}

/// Lumps with spikes: their volume is small beside their size, so that moments cancel.
fn spiky() -> impl Strategy<Value = crate::meshes::Mesh> {
    (proptest::collection::vec(0.05f32..3.0, 258), -3i32..4).prop_map(|(radii, exponent)| {
        let mut mesh = sphere(3);
        for (v, r) in mesh.vertices.iter_mut().zip(radii) {
            *v *= r * 10f32.powi(exponent);
        }
        mesh
    })
}

proptest! {
    #[test]
    fn a_spiky_lump_finds_its_pose_whatever_its_size(
        mesh in spiky(), fraction in 0.05..0.95, arm in vector(0.3),
    ) {
        let hull = mesh.hull();
        let volume = fraction * hull.volume_m3();
        let center = hull.centroid_m().unwrap() + arm * hull.bounding_sphere().1;
        let pose = float_pose(&hull, center, volume, 0.0).unwrap();
        let motion = Motion {
            reference_m: pose.rotation * center,
            ..Motion::at_rest(pose.rotation, DVec3::ZERO)
        };
        let forces = hydrostatics().forces(&hull, &motion, &Plane::flat(pose.waterline_m), ForceOptions::default());
        let lever = forces.torque_n_m.length() / (1025.0 * 9.81 * volume);
        prop_assert!(lever <= 1e-8 * hull.bounding_sphere().1, "{lever}");
        // Held at a heel it comes to rest too.
        prop_assert!(gz_curve(&hull, center, volume, 36).is_ok());
    }
}
