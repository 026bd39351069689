//! Particles in the air as octahedra.

use glam::Vec3;

use super::mesh::{Mesh, Vertex, bare};
use crate::scene::Speck;

/// Appends an octahedron for each particle, at least so large that `pixels` of its radius at a distance are seen: what a pixel covers at a
/// place, m.
pub(crate) fn append_specks(specks: &[Speck], pixel_m: impl Fn(Vec3) -> f32, mesh: &mut Mesh) {
    for speck in specks.iter().filter(|speck| speck.at_m.is_finite()) {
        let radius_m = speck.radius_m.max(0.7 * pixel_m(speck.at_m));
        let paint = bare(speck.color);
        let first = mesh.vertices.len() as u32;
        let corners = [Vec3::X, Vec3::Y, Vec3::NEG_X, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z];
        mesh.vertices.extend(corners.map(|normal| Vertex {
            position: (speck.at_m + normal * radius_m).into(),
            normal: normal.into(),
            paint,
        }));
        for k in 0..4 {
            let next = (k + 1) % 4;
            mesh.triangles.extend([[k, next, 4], [next, k, 5]].map(|of| of.map(|corner| first + corner)));
        }
    }
}
