//! Body meshes from files: STL (binary and ASCII), OBJ, glTF; welded, checked and mended.
//!
//! What forces need is a closed surface with outward normals. What is not so in a file is mended where that can be
//! done without guessing ([`Repairs`] says what was done), and refused with an [`Error`] where not.

mod error;
mod formats;
mod gltf_buffers;
mod repair;
mod weld;

use std::path::Path;

use super::hulls::Mesh;
pub use error::Error;
pub use repair::{Repairs, repair};
pub use weld::weld;

/// Reads a mesh in metres, `scale` metres for each unit of the file; glTF's y-up frame is turned to z-up.
///
/// # Errors
///
/// When the file cannot be read or is no mesh, when there is no triangle, a corner that is not finite, or no volume.
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
    let (mesh, repairs) = repair(weld(&corners));
    let [low, high] = mesh.bounds_m();
    // A flat sheet stays one after its holes are closed with itself.
    if mesh.volume_m3() <= 1e-9 * f64::from((high - low).length()).powi(3) {
        return Err(Error::NoVolume { path: path.into(), triangles: corners.len() });
    }
    Ok((mesh, repairs))
}
