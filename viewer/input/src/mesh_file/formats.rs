use std::path::Path;

use super::error::Error;
use super::soup::Soup;
use super::{gltf, obj, stl};
use crate::bounded;

/// Greatest length of a file: of text with as many triangles as are read.
const MOST_BYTES: usize = 1 << 30;

/// The triangles of a file.
pub(super) fn read(path: &Path) -> Result<Soup, Error> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    type Reader = fn(&Path, &[u8]) -> Result<Soup, String>;
    let (format, reader): (_, Reader) = match extension.as_str() {
        "stl" => ("STL", |_, bytes| stl::read(bytes)),
        "obj" => ("OBJ", |_, bytes| obj::read(bytes)),
        "gltf" | "glb" => ("glTF", gltf::read),
        _ => return Err(Error::UnknownFormat { path: path.into() }),
    };
    let bytes =
        bounded::read(path, MOST_BYTES).map_err(|source| Error::Read { path: path.into(), source })?;
    reader(path, &bytes).map_err(|message| Error::Malformed { path: path.into(), format, message })
}
