//! Body meshes from files: STL (binary and ASCII), OBJ, glTF; welded, checked and mended.
//!
//! What forces need is a closed surface with outward normals. What is not so in a file is mended where that can be
//! done without guessing ([`Repairs`] says what was done), and refused with an [`Error`] where not.
//!
//! Corners that do not quite meet are joined where that closes the mesh, up to a thousandth of its size.
//!
//! One rule holds for every command, `hydrostatics` included: the mesh is mended first, each hole closed with a flat fan
//! about the middle of its rim, and all numbers are those of the closed mesh. `hydro-forces` itself mends nothing: a mesh
//! given to it with holes is taken as it is, so that its numbers differ from these once water reaches a hole.

mod error;
mod formats;
mod gltf_buffers;
mod overlap;
mod repair;
mod weld;

use std::path::Path;

use glam::Vec3;

use super::hulls::Mesh;
pub use error::Error;
pub use repair::{Repairs, repair};
pub use weld::weld;

/// Coordinates beyond this are damage: no body is so large that its sums could still be told from noise.
const FARTHEST_M: f32 = 1e6;

/// Reads a mesh in metres, `scale` metres for each unit of the file; glTF's y-up frame is turned to z-up.
///
/// # Errors
///
/// When the file cannot be read or is no mesh, when there is no triangle, a corner that is not finite or beyond a million
/// metres, or no volume.
pub fn read(path: &Path, scale: f64) -> Result<(Mesh, Repairs), Error> {
    let mut corners = formats::read(path)?;
    if corners.is_empty() {
        return Err(Error::Empty { path: path.into() });
    }
    for corner in corners.iter_mut().flatten() {
        *corner = (corner.as_dvec3() * scale).as_vec3();
    }
    if let Some(triangle) =
        corners.iter().position(|triangle| !triangle.iter().all(|corner| corner.is_finite()))
    {
        let count =
            corners.iter().filter(|triangle| !triangle.iter().all(|corner| corner.is_finite())).count();
        return Err(Error::NotFinite { path: path.into(), count, triangle });
    }
    let beyond = |triangle: &[Vec3; 3]| triangle.iter().any(|corner| corner.abs().max_element() > FARTHEST_M);
    if let Some(triangle) = corners.iter().position(beyond) {
        let count = corners.iter().filter(|triangle| beyond(triangle)).count();
        return Err(Error::TooFar { path: path.into(), count, triangle });
    }
    let (mesh, repairs) = repair::join_and_repair(&corners);
    let [low, high] = mesh.bounds_m();
    // A flat sheet stays one after its holes are closed with itself.
    if mesh.volume_m3() <= 1e-9 * f64::from((high - low).length()).powi(3) {
        let (triangles, open_edges) = (corners.len(), repairs.open_edges);
        return Err(Error::NoVolume { path: path.into(), triangles, open_edges });
    }
    Ok((mesh, repairs))
}
