//! Body meshes from files: STL (binary and ASCII), OBJ, glTF; welded, checked and repaired.
//!
//! Forces need a closed surface with outward normals. Faults of a file are repaired where the repair is unambiguous
//! ([`Repairs`] lists them); otherwise reading fails with an [`Error`]. Corners that do not quite meet are merged where that
//! closes the mesh, up to a thousandth of its size. Faces that two parts have in common are walls within the body, which no
//! water meets: they are taken out.
//!
//! All commands, `hydrostatics` included, use the repaired mesh: each hole is closed with a fan about the mean point of its
//! rim. `hydro-forces` itself repairs nothing: its results for a mesh with holes differ once water reaches a hole.

mod error;
mod formats;
mod gltf;
mod obj;
mod overlap;
mod repair;
mod soup;
mod stl;
mod walls;
mod weld;
mod winding;

use std::path::Path;

use glam::Vec3;

use super::hulls::Mesh;
pub use error::Error;
pub use formats::is_mesh;
pub use repair::{Repairs, repair};
use soup::Soup;
pub use weld::weld;

/// Greatest coordinate; beyond it volumes of f32 meshes lose all digits.
const FARTHEST_M: f32 = 1e6;

/// Reads a mesh in meters, `scale` meters for each unit of the file; glTF's y-up frame is turned to z-up.
///
/// # Errors
///
/// If the file cannot be read or is no mesh, or has no triangle, a corner that is not finite or beyond a
/// million meters, or no volume.
pub fn read(path: &Path, scale: f64) -> Result<(Mesh, Repairs), Error> {
    let corners = read_corners(path, scale)?;
    let (mesh, repairs) = repair::join_and_repair(&corners).map_err(|parts| {
        let (path, most) = (path.into(), repair::MOST_PARTS);
        Error::TooManyParts { path, parts, most }
    })?;
    let [low, high] = mesh.bounds_m();
    // Closing the holes of a flat sheet leaves a flat sheet.
    if mesh.volume_m3() <= 1e-9 * f64::from((high - low).length()).powi(3) {
        let (triangles, open_edges) = (corners.len(), repairs.open_edges);
        return Err(Error::NoVolume { path: path.into(), triangles, open_edges });
    }
    Ok((mesh, repairs))
}

/// Reads a mesh that is only looked at, in meters, `scale` meters for each unit of the file: as it is, with its holes and sheets.
///
/// # Errors
///
/// As [`read`], but for the volume.
pub fn read_as_it_is(path: &Path, scale: f64) -> Result<Mesh, Error> {
    read_corners(path, scale).map(|corners| weld(&corners))
}

/// The corners of the triangles of a file, m.
fn read_corners(path: &Path, scale: f64) -> Result<Vec<[Vec3; 3]>, Error> {
    let Soup { mut corners } = formats::read(path)?;
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
        return Err(Error::NotFinite { what: "coordinates", path: path.into(), count, triangle });
    }
    let beyond = |triangle: &[Vec3; 3]| triangle.iter().any(|corner| corner.abs().max_element() > FARTHEST_M);
    if let Some(triangle) = corners.iter().position(beyond) {
        let count = corners.iter().filter(|triangle| beyond(triangle)).count();
        let magnitudes = corners[triangle].iter().map(|corner| corner.abs().max_element());
        let value = f64::from(magnitudes.fold(0.0, f32::max));
        let (what, range) = ("coordinates", "1e6 m");
        return Err(Error::OutOfRange { what, value, range, path: path.into(), count, triangle });
    }
    Ok(corners)
}
