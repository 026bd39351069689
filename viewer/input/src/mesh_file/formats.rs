use std::path::Path;

use super::error::Error;
use super::soup::Soup;
use super::{gltf, obj, stl};
use crate::bounded;

/// Greatest length of a file: of text with as many triangles as are read.
const MOST_BYTES: usize = 1 << 30;

type Reader = fn(&Path, &[u8]) -> Result<Soup, String>;

/// The name of a file's format and what reads it, by the ending of its name.
fn format(path: &Path) -> Option<(&'static str, Reader)> {
    let extension = path.extension()?.to_string_lossy().to_lowercase();
    match extension.as_str() {
        "stl" => Some(("STL", |_, bytes| stl::read(bytes))),
        "obj" => Some(("OBJ", |_, bytes| obj::read(bytes))),
        "gltf" | "glb" => Some(("glTF", gltf::read)),
        _ => None,
    }
}

/// Whether a file is a mesh, by the ending of its name.
pub fn is_mesh(path: &Path) -> bool {
    format(path).is_some()
}

/// The triangles of a file.
pub(super) fn read(path: &Path) -> Result<Soup, Error> {
    let (format, reader) = format(path).ok_or_else(|| Error::UnknownFormat { path: path.into() })?;
    let bytes =
        bounded::read(path, MOST_BYTES).map_err(|source| Error::Read { path: path.into(), source })?;
    reader(path, &bytes).map_err(|message| Error::Malformed { path: path.into(), format, message })
}
