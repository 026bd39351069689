mod buffers;

use std::path::Path;

use glam::{Mat4, Vec3};

use super::error::Malformed;

/// Every triangle primitive of the scene with its node's transform, y up turned to z up, so that a boat that looks
/// along glTF's +z looks along +x.
pub(super) fn read(path: &Path, bytes: &[u8]) -> Result<Vec<[Vec3; 3]>, Malformed> {
    let gltf::Gltf { document, blob } =
        gltf::Gltf::from_slice(bytes).map_err(|error| Malformed::new("glTF", error))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let buffers = buffers::read(&document, folder, blob).map_err(|error| Malformed::new("glTF", error))?;
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
