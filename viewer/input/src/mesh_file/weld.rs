use std::collections::HashMap;

use glam::Vec3;

use crate::hulls::Mesh;

/// A few rounding errors of f32, as a fraction of a mesh's size.
pub(super) const ROUNDING: f32 = 1e-6;

/// Merges the corners of separate triangles that are within `gap`, a fraction of the mesh's size, into shared vertices.
pub(super) fn weld_within(corners: &[[Vec3; 3]], gap: f32) -> Mesh {
    let (low, high) =
        corners.iter().flatten().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), corner| {
            (low.min(*corner), high.max(*corner))
        });
    let tolerance = (gap * (high - low).length()).max(f32::MIN_POSITIVE);
    let mut mesh = Mesh::default();
    let mut buckets: HashMap<[i64; 3], Vec<u32>> = HashMap::new();
    for triangle in corners {
        let indices = triangle.map(|corner| {
            let bucket = ((corner - low) / tolerance).to_array().map(|part| part.floor() as i64);
            let near = neighbors(bucket)
                .filter_map(|bucket| buckets.get(&bucket))
                .flatten()
                .find(|i| mesh.vertices[**i as usize].distance(corner) <= tolerance);
            near.copied().unwrap_or_else(|| {
                let new = mesh.vertices.len() as u32;
                mesh.vertices.push(corner);
                buckets.entry(bucket).or_default().push(new);
                new
            })
        });
        mesh.triangles.push(indices);
    }
    mesh
}

/// Merges the corners of separate triangles that are within a millionth of the mesh's size into shared vertices.
pub fn weld(corners: &[[Vec3; 3]]) -> Mesh {
    weld_within(corners, ROUNDING)
}

/// A bucket and the 26 around it, which contain every point within the tolerance.
fn neighbors([x, y, z]: [i64; 3]) -> impl Iterator<Item = [i64; 3]> {
    // The bucket itself first: nearly all partners of a corner are in it.
    let around = (0..27).filter(|i| *i != 13).map(move |i| [x + i % 3 - 1, y + i / 3 % 3 - 1, z + i / 9 - 1]);
    std::iter::once([x, y, z]).chain(around)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_a_rounding_apart_are_one_vertex_and_others_are_not() {
        let [a, b, c, d] =
            [[0.0, 0.0, 0.0], [10.0, 0.0, 0.0], [0.0, 10.0, 0.0], [10.0, 10.0, 0.0]].map(Vec3::from);
        let nudge = Vec3::splat(2e-6);
        let mesh = weld(&[[a, b, c], [b + nudge, d, c - nudge]]);
        assert_eq!(mesh.triangles, [[0, 1, 2], [1, 3, 2]]);
        let apart = weld(&[[a, b, c], [b + Vec3::X * 1e-3, d, c]]);
        assert_eq!(apart.vertices.len(), 5);
    }
}
