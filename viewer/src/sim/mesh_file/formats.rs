use std::io::Cursor;
use std::path::Path;

use glam::{Mat4, Vec3};

use super::{Error, gltf_buffers};

/// The corners of every triangle in a file, in the file's units and order.
pub(super) fn read(path: &Path) -> Result<Vec<[Vec3; 3]>, Error> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let reader: fn(&Path, Vec<u8>) -> Result<_, Malformed> = match extension.as_str() {
        "stl" => |_, bytes| stl(bytes),
        "obj" => |_, bytes| obj(&bytes),
        "gltf" | "glb" => |path, bytes| gltf(path, &bytes),
        _ => return Err(Error::UnknownFormat { path: path.into() }),
    };
    let bytes = std::fs::read(path).map_err(|source| Error::Read { path: path.into(), source })?;
    reader(path, bytes).map_err(|Malformed { format, message }| Error::Malformed {
        path: path.into(),
        format,
        message,
    })
}

struct Malformed {
    format: &'static str,
    message: String,
}

impl Malformed {
    fn new(format: &'static str, message: impl ToString) -> Self {
        Self { format, message: message.to_string() }
    }
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

/// Every triangle primitive of the scene with its node's transform, y up turned to z up, so that a boat that looks
/// along glTF's +z looks along +x.
fn gltf(path: &Path, bytes: &[u8]) -> Result<Vec<[Vec3; 3]>, Malformed> {
    let gltf::Gltf { document, blob } =
        gltf::Gltf::from_slice(bytes).map_err(|error| Malformed::new("glTF", error))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let buffers =
        gltf_buffers::read(&document, folder, blob).map_err(|error| Malformed::new("glTF", error))?;
    let mut corners = Vec::new();
    let scene = document.default_scene().or_else(|| document.scenes().next());
    let z_up = Mat4::from_cols_array_2d(&[
        [0.0, 1.0, 0.0, 0.0], // glTF's x, to the left when looking along +z
        [0.0, 0.0, 1.0, 0.0], // up
        [1.0, 0.0, 0.0, 0.0], // ahead
        [0.0, 0.0, 0.0, 1.0],
    ]);
    let mut nodes: Vec<_> =
        scene.into_iter().flat_map(|scene| scene.nodes()).map(|node| (node, z_up)).collect();
    while let Some((node, parent)) = nodes.pop() {
        let transform = parent * Mat4::from_cols_array_2d(&node.transform().matrix());
        nodes.extend(node.children().map(|child| (child, transform)));
        for primitive in node.mesh().into_iter().flat_map(|mesh| mesh.primitives()) {
            if primitive.mode() != gltf::mesh::Mode::Triangles {
                let message = format!("it draws {:?}; only Triangles make a surface", primitive.mode());
                return Err(Malformed::new("glTF", message));
            }
            let reader = primitive.reader(|buffer| buffers.get(buffer.index()).map(|data| &data[..]));
            let positions: Vec<Vec3> = reader
                .read_positions()
                .ok_or_else(|| Malformed::new("glTF", "a primitive has no positions"))?
                .map(|position| transform.transform_point3(Vec3::from_array(position)))
                .collect();
            let indices: Vec<u32> = match reader.read_indices() {
                Some(indices) => indices.into_u32().collect(),
                None => (0..positions.len() as u32).collect(),
            };
            for face in indices.chunks_exact(3) {
                let corner = |i: u32| positions.get(i as usize).copied();
                let [Some(a), Some(b), Some(c)] = [face[0], face[1], face[2]].map(corner) else {
                    let message = format!("indices {face:?} beyond its {} positions", positions.len());
                    return Err(Malformed::new("glTF", message));
                };
                // A mirroring transform reverses the winding (glTF 2.0 §3.7.4).
                corners.push(if transform.determinant() < 0.0 { [a, c, b] } else { [a, b, c] });
            }
        }
    }
    Ok(corners)
}
