//! The force on a closed mesh below a plane surface is that on the water it displaces.

use glam::{DVec2, DVec3, Vec3};
use hydro_forces::{Cut, ForceOptions, Forces, Motion, Plane, Pressure, WaterSurface};
use proptest::prelude::*;

use crate::inputs::{hydrostatics, mesh, motion, plan, rotation, sea_water};
use crate::meshes::{Mesh, sphere};
use crate::plain::{integrate, wet_polygon};

/// Tolerance of force and moment, over ρ g V and ρ g V L of the whole hull. The law requires 1e-5; f64 sums are far more accurate.
const TOLERANCE: f64 = 1e-10;

const LENGTH: f64 = 5.0;

fn any_cut() -> impl Strategy<Value = Cut> {
    prop_oneof![Just(Cut::Centroid), Just(Cut::Corners)]
}

/// Volume under a plane and its first moment about the body's origin, from fluxes along x and y,
/// which the plane's own area does not enter once it is sheared level: independent of how the crate
/// closes the volume.
fn displaced(mesh: &Mesh, motion: &Motion, plane: &Plane) -> (f64, DVec3) {
    let origin = motion.translation_m;
    let level = plane.level_m(origin.truncate()) - origin.z;
    let (mut volume, mut moment) = (0.0, DVec3::ZERO);
    for corners in mesh.world(motion) {
        let sheared = corners.map(|p| {
            let r = p - origin;
            r - DVec3::Z * (level + plane.slope.dot(r.truncate()))
        });
        integrate(&wet_polygon(sheared, sheared.map(|p| -p.z)), |x, _, da| {
            volume += x.x * da.x;
            moment += DVec3::new(x.x * x.x / 2.0 * da.x, x.y * x.y / 2.0 * da.y, x.z * x.x * da.x);
        });
    }
    let unsheared = volume * level + plane.slope.dot(moment.truncate());
    (volume, moment + DVec3::Z * unsheared)
}

/// Distances from the law, over ρ g V and ρ g V L of the whole hull: force, moment.
fn defects(forces: &Forces, mesh: &Mesh, motion: &Motion, plane: &Plane) -> (f64, f64) {
    let weight = sea_water().density_kg_m3 * sea_water().gravity_m_s2;
    let full = weight * mesh.hull().volume_m3();
    let (volume, moment) = displaced(mesh, motion, plane);
    let gradient = weight * (-plane.slope).extend(1.0);
    let torque = (moment + volume * (motion.translation_m - motion.reference_m)).cross(gradient);
    let force = (forces.force_n - volume * gradient).length() / full;
    (force, (forces.torque_n_m - torque).length() / (full * LENGTH))
}

proptest! {
    #[test]
    fn horizontal_water_pushes_straight_up_through_the_center_of_buoyancy(
        mesh in mesh(), motion in motion(), level in -1.0..1.0, cut in any_cut(),
    ) {
        let plane = Plane::flat(level);
        let forces = hydrostatics().cut(cut).forces(&mesh.hull(), &motion, &plane, ForceOptions::default());
        let (force, moment) = defects(&forces, &mesh, &motion, &plane);
        prop_assert!(force <= TOLERANCE && moment <= TOLERANCE, "{force:e} {moment:e}");
    }

    #[test]
    fn the_reported_volume_and_center_are_those_of_the_displaced_water(
        mesh in mesh(), motion in motion(), slope in plan(0.5), level in -1.0..1.0,
    ) {
        let plane = Plane::flat(level - slope.dot(motion.translation_m.truncate())).with_slope(slope);
        let forces = hydrostatics().cut(Cut::Corners).forces(&mesh.hull(), &motion, &plane, ForceOptions::default());
        let (volume, moment) = displaced(&mesh, &motion, &plane);
        let full = mesh.hull().volume_m3();
        prop_assert!((forces.submerged_volume_m3 - volume).abs() <= TOLERANCE * full);
        if volume > 1e-3 * full {
            let center = motion.translation_m + moment / volume;
            prop_assert!((forces.center_of_buoyancy_m.unwrap() - center).length() <= 1e-8);
        }
    }

    #[test]
    fn tilted_water_cut_at_the_corners_pushes_along_its_pressure_gradient(
        mesh in mesh(), motion in motion(), slope in plan(0.5), level in -1.0..1.0,
    ) {
        let plane = Plane::flat(level - slope.dot(motion.translation_m.truncate())).with_slope(slope);
        let forces = hydrostatics().cut(Cut::Corners).forces(&mesh.hull(), &motion, &plane, ForceOptions::default());
        let (force, moment) = defects(&forces, &mesh, &motion, &plane);
        prop_assert!(force <= TOLERANCE && moment <= TOLERANCE, "{force:e} {moment:e}");
    }

    #[test]
    fn tilted_water_far_above_gives_the_exact_force_with_either_cut(
        mesh in mesh(), motion in motion(), slope in plan(0.5), cut in any_cut(),
    ) {
        let plane = Plane::flat(20.0 - slope.dot(motion.translation_m.truncate())).with_slope(slope);
        let forces = hydrostatics().cut(cut).forces(&mesh.hull(), &motion, &plane, ForceOptions::default());
        let (force, _) = defects(&forces, &mesh, &motion, &plane);
        prop_assert!(force <= TOLERANCE, "{force:e}");
    }

    #[test]
    fn at_a_hundred_kilometers_from_the_origin_nothing_is_lost(
        mesh in mesh(), rotation in rotation(), at in plan(1e5), z in -3.0..3.0, cut in any_cut(),
    ) {
        let motion = Motion::at_rest(rotation, at.extend(1e5 + z));
        let plane = Plane::flat(1e5);
        let forces = hydrostatics().cut(cut).forces(&mesh.hull(), &motion, &plane, ForceOptions::default());
        let (force, moment) = defects(&forces, &mesh, &motion, &plane);
        // An f64 at 1e5 m is good to 1.5e-11 m.
        prop_assert!(force <= 1e-9 && moment <= 1e-9, "{force:e} {moment:e}");
    }
}

fn ellipsoid_defects(divisions: usize, plane: &Plane, cut: Cut, pressure: Pressure) -> (f64, f64) {
    let mesh = sphere(divisions).map(|v| v * Vec3::new(2.0, 1.0, 0.7));
    let motion = Motion::at_rest(glam::DQuat::from_rotation_y(0.3), DVec3::new(0.0, 0.0, 0.2));
    let model = hydrostatics().cut(cut).pressure(pressure);
    defects(&model.forces(&mesh.hull(), &motion, plane, ForceOptions::default()), &mesh, &motion, plane)
}

#[test]
fn on_a_slope_the_error_of_the_horizontal_cut_falls_with_the_triangles() {
    let plane = Plane::flat(0.0).with_slope(DVec2::new(0.2, -0.1));
    let [coarse, fine] = [2, 4].map(|n| ellipsoid_defects(n, &plane, Cut::Centroid, Pressure::Exact));
    assert!(coarse.0 > 1e-6 && coarse.1 > 1e-6, "there is an error to fall: {coarse:?}");
    assert!(fine.0 < coarse.0 / 4.0 && fine.1 < coarse.1 / 4.0, "{coarse:?} {fine:?}");
}

#[test]
fn pressure_at_the_centroids_keeps_the_force_and_misses_the_moment_to_second_order() {
    let plane = Plane::flat(0.0);
    let [coarse, fine] = [2, 4].map(|n| ellipsoid_defects(n, &plane, Cut::Centroid, Pressure::Paper));
    assert!(coarse.0 < TOLERANCE && fine.0 < TOLERANCE);
    assert!(coarse.1 > 1e-6, "{coarse:?}");
    assert!(fine.1 < coarse.1 / 10.0, "{coarse:?} {fine:?}");
}
