//! Closed meshes with outward normals.

use std::collections::HashMap;
use std::f32::consts::TAU;

use glam::{DVec3, Vec3};
use hydro_forces::{Hull, Motion};

#[derive(Debug, Clone)]
pub(crate) struct Mesh {
    pub(crate) vertices: Vec<Vec3>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

impl Mesh {
    pub(crate) fn hull(&self) -> Hull {
        Hull::new(&self.vertices, &self.triangles).expect("a mesh made here is valid")
    }

    pub(crate) fn world(&self, motion: &Motion) -> Vec<[DVec3; 3]> {
        let place = |i: u32| motion.translation_m + motion.rotation * self.vertices[i as usize].as_dvec3();
        self.triangles.iter().map(|t| t.map(place)).collect()
    }

    pub(crate) fn map(mut self, f: impl Fn(Vec3) -> Vec3) -> Self {
        for v in &mut self.vertices {
            *v = f(*v);
        }
        self
    }

    /// The same surface with its normals pointing inward.
    pub(crate) fn inverted(mut self) -> Self {
        for t in &mut self.triangles {
            t.swap(1, 2);
        }
        self
    }
}

/// A box of the given size about the origin.
pub(crate) fn cuboid(size: Vec3) -> Mesh {
    let vertices = (0..8)
        .map(|i| Vec3::new((i & 1) as f32 - 0.5, (i >> 1 & 1) as f32 - 0.5, (i >> 2) as f32 - 0.5) * size)
        .collect();
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Mesh { vertices, triangles }
}

/// A unit sphere: an octahedron whose triangles are divided in four `divisions` times.
pub(crate) fn sphere(divisions: usize) -> Mesh {
    let mut vertices = vec![Vec3::X, Vec3::Y, Vec3::NEG_X, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z];
    let mut triangles: Vec<[u32; 3]> =
        (0..4u32).flat_map(|i| [[i, (i + 1) % 4, 4], [(i + 1) % 4, i, 5]]).collect();
    for _ in 0..divisions {
        let mut middles = HashMap::new();
        let mut middle = |a: u32, b: u32| {
            *middles.entry((a.min(b), a.max(b))).or_insert_with(|| {
                vertices.push((vertices[a as usize] + vertices[b as usize]).normalize());
                vertices.len() as u32 - 1
            })
        };
        triangles = triangles
            .iter()
            .flat_map(|&[a, b, c]| {
                let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
                [[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]
            })
            .collect();
    }
    Mesh { vertices, triangles }
}

/// A unit sphere of 8 `n`² triangles: an octahedron whose edges are divided in `n`.
pub(crate) fn fine_sphere(n: u32) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for octant in 0..8u32 {
        let sign = Vec3::from_array([0, 1, 2].map(|axis| 1.0 - 2.0 * (octant >> axis & 1) as f32));
        let first = vertices.len() as u32;
        // Row j has n + 1 − j corners.
        let at = |i: u32, j: u32| first + j * (2 * n + 3 - j) / 2 + i;
        for j in 0..=n {
            vertices.extend(
                (0..=n - j).map(|i| (Vec3::new(i as f32, j as f32, (n - i - j) as f32) * sign).normalize()),
            );
            for i in 0..n - j {
                triangles.push([at(i, j), at(i + 1, j), at(i, j + 1)]);
                if i + 1 < n - j {
                    triangles.push([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
                }
            }
        }
        if sign.x * sign.y * sign.z < 0.0 {
            let count = (n * n) as usize;
            let new = triangles.len() - count;
            triangles[new..].iter_mut().for_each(|t| t.swap(1, 2));
        }
    }
    Mesh { vertices, triangles }
}

/// A ring about the z axis, `n` sections of `m` corners.
pub(crate) fn torus(n: u32, m: u32, radius: f32, tube: f32) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for i in 0..n {
        for j in 0..m {
            let (u, v) = (TAU * i as f32 / n as f32, TAU * j as f32 / m as f32);
            let r = radius + tube * v.cos();
            vertices.push(Vec3::new(r * u.cos(), r * u.sin(), tube * v.sin()));
            let at = |i: u32, j: u32| (i % n) * m + j % m;
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    Mesh { vertices, triangles }
}

/// A V-bottomed boat with a transom and a raked stem: keel at z = 0, transom at x = −length / 2.
pub(crate) fn boat(length: f32, beam: f32, depth: f32) -> Mesh {
    let (l, b) = (length / 2.0, beam / 2.0);
    let vertices = [
        [-l, 0.0, 0.0],
        [-l, b, 0.4 * depth],
        [-l, b, depth],
        [-l, -b, depth],
        [-l, -b, 0.4 * depth],
        [0.3 * l, 0.0, 0.0],
        [0.3 * l, b, 0.5 * depth],
        [0.3 * l, b, depth],
        [0.3 * l, -b, depth],
        [0.3 * l, -b, 0.5 * depth],
        [l, 0.0, depth],
    ];
    let strips = (0..5u32).flat_map(|i| {
        let [a, b, c, d] = [i, (i + 1) % 5, 5 + i, 5 + (i + 1) % 5];
        // Mirrored diagonals keep port and starboard alike.
        if i < 2 { [[a, b, d], [a, d, c]] } else { [[a, b, c], [b, d, c]] }
    });
    let bow = (0..5u32).map(|i| [5 + i, 5 + (i + 1) % 5, 10]);
    let transom = [[0, 2, 1], [0, 3, 2], [0, 4, 3]];
    let triangles = strips.chain(bow).chain(transom).collect();
    Mesh { vertices: vertices.map(Vec3::from_array).to_vec(), triangles }
}
