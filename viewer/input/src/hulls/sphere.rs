use std::collections::HashMap;

use glam::Vec3;

use super::Mesh;

/// A sphere as an icosahedron whose faces are divided in four `subdivisions` times, all vertices on the sphere.
///
/// It has `20 · 4ⁿ` triangles, its center at `(0, 0, radius)` and a vertex at `z = 0`.
pub fn sphere(radius_m: f32, subdivisions: u32) -> Mesh {
    let (mut vertices, mut triangles) = icosahedron();
    for _ in 0..subdivisions {
        let mut middles = HashMap::new();
        let mut middle = |a: u32, b: u32| {
            *middles.entry((a.min(b), a.max(b))).or_insert_with(|| {
                vertices.push((vertices[a as usize] + vertices[b as usize]).normalize());
                vertices.len() as u32 - 1
            })
        };
        triangles = triangles
            .into_iter()
            .flat_map(|[a, b, c]| {
                let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
                [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
            })
            .collect();
    }
    Mesh { vertices: vertices.into_iter().map(|unit| radius_m * (unit + Vec3::Z)).collect(), triangles }
}

/// A regular icosahedron with vertices at the poles and on two rings of five, on the unit sphere.
fn icosahedron() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let ring = |latitude_sine: f32, turn: f32, i: u32| {
        let (sine, cosine) = (std::f32::consts::TAU * (i as f32 + turn) / 5.0).sin_cos();
        let radius = (1.0 - latitude_sine * latitude_sine).sqrt();
        Vec3::new(radius * cosine, radius * sine, latitude_sine)
    };
    let sine = 1.0 / 5.0_f32.sqrt();
    let mut vertices = vec![Vec3::NEG_Z, Vec3::Z];
    vertices.extend((0..5).map(|i| ring(-sine, 0.0, i)));
    vertices.extend((0..5).map(|i| ring(sine, 0.5, i)));
    let triangles = (0..5).flat_map(|i| {
        let next = (i + 1) % 5;
        let [low, low_next, high, high_next] = [2 + i, 2 + next, 7 + i, 7 + next];
        [[0, low_next, low], [low, low_next, high], [high, low_next, high_next], [1, high, high_next]]
    });
    (vertices, triangles.collect())
}
