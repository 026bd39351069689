use std::io::Cursor;
use std::path::Path;

use glam::Vec3;

use super::error::{Error, Malformed};
#[cfg(feature = "gltf")]
use super::gltf;

/// The corners of every triangle in a file, in the file's units and order.
pub(super) fn read(path: &Path) -> Result<Vec<[Vec3; 3]>, Error> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let reader: fn(&Path, Vec<u8>) -> Result<_, Malformed> = match extension.as_str() {
        "stl" => |_, bytes| stl(bytes),
        "obj" => |_, bytes| obj(&bytes),
        #[cfg(feature = "gltf")]
        "gltf" | "glb" => |path, bytes| gltf::read(path, &bytes),
        #[cfg(not(feature = "gltf"))]
        "gltf" | "glb" => return Err(Error::NoGltf { path: path.into() }),
        _ => return Err(Error::UnknownFormat { path: path.into() }),
    };
    let bytes = std::fs::read(path).map_err(|source| Error::Read { path: path.into(), source })?;
    reader(path, bytes).map_err(|Malformed { format, message }| Error::Malformed {
        path: path.into(),
        format,
        message,
    })
}

/// Header and count of a binary STL, then 50 bytes a triangle.
const STL_HEADER: usize = 80;
const STL_FACE: usize = 50;

fn stl(mut bytes: Vec<u8>) -> Result<Vec<[Vec3; 3]>, Malformed> {
    let count = bytes.get(STL_HEADER..STL_HEADER + 4).and_then(|count| count.try_into().ok());
    let binary_length = count.map(|count| STL_HEADER + 4 + STL_FACE * u32::from_le_bytes(count) as usize);
    let binary = binary_length == Some(bytes.len());
    let solid = bytes.trim_ascii_start().starts_with(b"solid");
    // The reader recognizes ASCII by the word `solid `, which also stands in some binary headers, and may end with a newline.
    if binary {
        bytes[..STL_HEADER].fill(0);
    } else if solid {
        let start = bytes.len() - bytes.trim_ascii_start().len();
        bytes.splice(..start + b"solid".len(), *b"solid ");
    } else {
        let message = match binary_length {
            Some(length) => format!("{} bytes where its header announces {length}", bytes.len()),
            None => format!("{} bytes are less than a header", bytes.len()),
        };
        return Err(Malformed::new("STL", message));
    }
    let mut cursor = Cursor::new(bytes);
    let triangles = stl_io::create_stl_reader(&mut cursor).map_err(|error| Malformed::new("STL", error))?;
    triangles
        .map(|triangle| triangle.map(|triangle| triangle.vertices.map(|vertex| Vec3::from_array(vertex.0))))
        .collect::<Result<_, _>>()
        .map_err(|error| Malformed::new("STL", error))
}

fn obj(mut bytes: &[u8]) -> Result<Vec<[Vec3; 3]>, Malformed> {
    let options = tobj::LoadOptions {
        triangulate: true,
        ignore_points: true,
        ignore_lines: true,
        ..tobj::LoadOptions::default()
    };
    // Materials do not matter to the shape.
    let no_materials = |_: &Path| Ok(Default::default());
    let (models, _) = tobj::load_obj_buf(&mut bytes, &options, no_materials)
        .map_err(|error| Malformed::new("OBJ", error))?;
    let mut corners = Vec::new();
    for tobj::Model { mesh, .. } in models {
        let vertex = |i: u32| Vec3::from_slice(&mesh.positions[3 * i as usize..]);
        corners.extend(mesh.indices.chunks_exact(3).map(|face| [face[0], face[1], face[2]].map(vertex)));
    }
    Ok(corners)
}
