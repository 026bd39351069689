//! What is not wet is dry.

use glam::{DMat3, DVec3};
use hydro_forces::{ForceOptions, Hull, Motion, Plane};
use proptest::prelude::*;

use crate::inputs::{hydrostatics, mesh, motion};
use crate::meshes::Mesh;

/// The mesh in world axes mirrored in the plane z = level: its wet side is the dry side of `mesh`.
fn mirrored(mesh: &Mesh, motion: &Motion, level: f64) -> (Hull, Motion) {
    let vertices = mesh.clone().map(|v| v * glam::Vec3::new(1.0, 1.0, -1.0)).inverted();
    // M R M is a rotation if M mirrors in z.
    let m = DMat3::from_diagonal(DVec3::new(1.0, 1.0, -1.0));
    let rotation = glam::DQuat::from_mat3(&(m * DMat3::from_quat(motion.rotation) * m));
    let at = motion.translation_m;
    (vertices.hull(), Motion::at_rest(rotation, DVec3::new(at.x, at.y, 2.0 * level - at.z)))
}

proptest! {
    #[test]
    fn wet_and_dry_area_and_volume_add_up(mesh in mesh(), motion in motion(), level in -1.0..1.0) {
        let hull = mesh.hull();
        let (dry_hull, dry_motion) = mirrored(&mesh, &motion, level);
        let water = Plane::flat(level);
        let wet = hydrostatics().forces(&hull, &motion, &water, ForceOptions::default());
        let dry = hydrostatics().forces(&dry_hull, &dry_motion, &water, ForceOptions::default());
        prop_assert!((wet.wet_area_m2 + dry.wet_area_m2 - hull.area_m2()).abs() <= 1e-11 * hull.area_m2());
        let volume = wet.submerged_volume_m3 + dry.submerged_volume_m3;
        prop_assert!((volume - hull.volume_m3()).abs() <= 1e-11 * hull.volume_m3());
    }

    #[test]
    fn triangles_add_up_to_the_sums(mesh in mesh(), motion in motion(), level in -1.0..1.0) {
        let hull = mesh.hull();
        let (mut area, mut force, mut torque) = (0.0, DVec3::ZERO, DVec3::ZERO);
        let forces = hydrostatics().forces(&hull, &motion, &Plane::flat(level), ForceOptions::default().triangles(&mut |t| {
            area += t.wet_area_m2;
            force += t.hydrostatic_n + t.dynamic_n;
            torque += (t.application_m - motion.reference_m).cross(t.hydrostatic_n);
            let mean = t.hydrostatic_n.length() / t.wet_area_m2;
            assert!((mean - t.pressure_pa).abs() <= 1e-6 * mean, "{mean} {}", t.pressure_pa);
        }));
        let scale = 1025.0 * 9.81 * 20.0 * hull.area_m2();
        prop_assert!((area - forces.wet_area_m2).abs() <= 1e-12 * hull.area_m2());
        prop_assert!((force - forces.force_n).length() <= 1e-12 * scale);
        prop_assert!((torque - forces.torque_n_m).length() <= 1e-11 * scale);
    }
}
