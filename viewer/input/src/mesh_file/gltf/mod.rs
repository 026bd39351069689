//! glTF 2.0, as JSON or as a binary container: the triangles of its default scene.
//!
//! Nothing is taken from a file before it is checked: every index, offset, length and count, and that nodes are trees.

mod accessors;
mod buffers;
mod container;
mod document;

use std::path::Path;

use glam::{Mat4, Quat, Vec3};

use super::soup::Soup;
use accessors::Accessors;
use document::{Document, Node, Primitive};

/// Greatest number of primitives that are drawn, each as often as a node shows it.
const MOST_PRIMITIVES: usize = 1_000_000;

/// Primitives in mode 4 are lists of triangles.
const TRIANGLES: u32 = 4;

/// Every triangle of the scene with its node's transform, y up turned to z up, so that a boat that looks along glTF's
/// +z looks along +x.
pub(super) fn read(path: &Path, bytes: &[u8]) -> Result<Soup, String> {
    let (json, chunk) = container::split(bytes)?;
    let document = Document::parse(json).map_err(|message| {
        let is_binary = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("glb"));
        let is_torn = is_binary && chunk.is_none() && !json.trim_ascii_start().starts_with(b"{");
        if is_torn {
            "its header does not begin with `glTF`, as that of a GLB file does".into()
        } else {
            message
        }
    })?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let buffers = buffers::read(&document, folder, chunk)?;
    let mut accessors = Accessors::new(&document, &buffers);
    let z_up = Mat4::from_cols_array_2d(&[
        [0.0, 1.0, 0.0, 0.0], // glTF's x, to the left when looking along +z
        [0.0, 0.0, 1.0, 0.0], // up
        [1.0, 0.0, 0.0, 0.0], // ahead
        [0.0, 0.0, 0.0, 1.0],
    ]);
    let mut soup = Soup::default();
    let mut drawn = 0;
    let mut passed = vec![false; document.nodes.len()];
    let roots = document.roots()?;
    let mut open: Vec<(usize, Mat4)> = roots.iter().map(|root| (*root, z_up)).collect();
    while let Some((index, parent)) = open.pop() {
        let node = &document.nodes[index];
        if std::mem::replace(&mut passed[index], true) {
            return Err(format!(
                "nodes[{index}] is reached twice, as a child of two nodes or of itself; nodes must be trees (glTF 2.0 §3.5.2)"
            ));
        }
        let transform = parent * local(node).map_err(|message| format!("nodes[{index}].{message}"))?;
        for child in node.children.iter() {
            if *child >= document.nodes.len() {
                return Err(format!("nodes[{index}].children: there is no node {child}"));
            }
            open.push((*child, transform));
        }
        let Some(mesh) = node.mesh else { continue };
        let Some(primitives) = document.meshes.get(mesh).map(|mesh| &mesh.primitives) else {
            return Err(format!("nodes[{index}].mesh: there is no mesh {mesh}"));
        };
        // A mirroring transform reverses the winding (glTF 2.0 §3.7.4).
        let mirrors = transform.determinant() < 0.0;
        for (i, primitive) in primitives.iter().enumerate() {
            drawn += 1;
            if drawn > MOST_PRIMITIVES {
                return Err(format!(
                    "more than {MOST_PRIMITIVES} primitives are drawn, which is as many as are read"
                ));
            }
            draw(primitive, &mut accessors, |triangle| {
                let [a, b, c] = triangle.map(|corner| transform.transform_point3(corner));
                soup.push(if mirrors { [a, c, b] } else { [a, b, c] })
            })
            .map_err(|message| {
                // A key in the primitive, or what it brings the file to.
                let key = if message.starts_with('.') { "" } else { ": " };
                format!("meshes[{mesh}].primitives[{i}]{key}{message}")
            })?;
        }
    }
    Ok(soup)
}

/// The transform of a node relative to its parent; an error names its key.
fn local(node: &Node) -> Result<Mat4, String> {
    if let Some(matrix) = node.matrix {
        return Ok(Mat4::from_cols_array(&matrix));
    }
    let rotation = Quat::from_array(node.rotation.unwrap_or(Quat::IDENTITY.to_array()));
    // `try_normalize` has no counterpart for quaternions; zero, and what overflows, has no direction.
    let length = rotation.length();
    if !(length.is_finite() && length > 0.0) {
        return Err(format!(
            "rotation: {:?} is no rotation: its length is zero or not finite",
            rotation.to_array()
        ));
    }
    let scale = node.scale.map_or(Vec3::ONE, Vec3::from_array);
    let translation = node.translation.map_or(Vec3::ZERO, Vec3::from_array);
    Ok(Mat4::from_scale_rotation_translation(scale, rotation / length, translation))
}

/// Calls `push` with every triangle of a primitive; an error names the key in it.
fn draw(
    primitive: &Primitive,
    accessors: &mut Accessors<'_>,
    mut push: impl FnMut([Vec3; 3]) -> Result<(), String>,
) -> Result<(), String> {
    let mode = primitive.mode.unwrap_or(TRIANGLES);
    if mode != TRIANGLES {
        return Err(format!(".mode: {mode}; only {TRIANGLES}, triangles, makes a surface"));
    }
    let position = primitive.attributes.position.ok_or(".attributes.POSITION: missing")?;
    let of = |key: &'static str| move |message: String| format!(".{key}: {message}");
    let positions = accessors.positions(position).map_err(of("attributes.POSITION"))?;
    let whole = |corners: usize| match corners % 3 {
        0 => Ok(()),
        _ => Err(format!("{corners} corners are no whole number of triangles")),
    };
    let Some(indices) = primitive.indices else {
        whole(positions.len()).map_err(of("attributes.POSITION"))?;
        return positions.chunks_exact(3).try_for_each(|corners| push([corners[0], corners[1], corners[2]]));
    };
    let indices = accessors.indices(indices).map_err(of("indices"))?;
    whole(indices.len()).map_err(of("indices"))?;
    indices.chunks_exact(3).try_for_each(|face| {
        let corner = |index: u32| {
            let known = positions.get(index as usize).copied();
            known.ok_or_else(|| format!(".indices: there is no position {index}, only {}", positions.len()))
        };
        push([corner(face[0])?, corner(face[1])?, corner(face[2])?])
    })
}
