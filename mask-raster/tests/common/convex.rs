//! Convex bodies by their planes: what lies below a level is known without a triangle.

use crate::common::meshes::Mesh;
use glam::{DVec3, Vec3};
use mask_raster::Body;

/// What lies below all planes `n · x ≤ d` of a posed mesh, m.
#[derive(Debug)]
pub(crate) struct Convex(Vec<(DVec3, f64)>);

impl Convex {
    /// Of a body whose mesh is convex and closed.
    pub(crate) fn new(body: &Body<'_>) -> Self {
        let place = |v: Vec3| (body.rotation * v + body.translation_m).as_dvec3();
        let vertices: Vec<DVec3> = body.vertices.iter().map(|&v| place(v)).collect();
        let middle = vertices.iter().sum::<DVec3>() / vertices.len() as f64;
        let plane = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|k| vertices[k as usize]);
            let normal = (b - a).cross(c - a).normalize();
            let outward = normal * (a - middle).dot(normal).signum();
            (outward, outward.dot(a))
        };
        let planes: Vec<_> = body.triangles.iter().map(plane).collect();
        for (normal, d) in &planes {
            assert!(vertices.iter().all(|v| normal.dot(*v) < d + 1e-4), "the mesh is not convex");
        }
        Self(planes)
    }

    /// Whether a part of the body, its faces moved out by `grown_m`, is lower than the level at `(x, y)`.
    pub(crate) fn is_wet(&self, [x, y]: [f64; 2], level_m: f64, grown_m: f64) -> bool {
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        for (n, d) in &self.0 {
            let rest = d + grown_m - n.x * x - n.y * y;
            if n.z.abs() < 1e-9 {
                low = if rest < 0.0 { f64::INFINITY } else { low };
            } else if n.z < 0.0 {
                low = low.max(rest / n.z);
            } else {
                high = high.min(rest / n.z);
            }
        }
        low <= high && low < level_m
    }
}

/// A hull like a wedge: a keel, flared sides, a raked bow and an upright stern; wider above than below everywhere.
pub(crate) fn wedge(length: f32, breadth: f32, depth: f32) -> Mesh {
    let at = |x: f32, y: f32, z: f32| Vec3::new(x * length, y * breadth, z * depth);
    let vertices = vec![
        at(-0.45, 0.0, -0.5),
        at(0.25, 0.0, -0.5),
        at(-0.45, 0.5, 0.5),
        at(-0.45, -0.5, 0.5),
        at(0.15, 0.5, 0.5),
        at(0.15, -0.5, 0.5),
        at(0.55, 0.0, 0.5),
    ];
    let triangles = vec![
        [0, 1, 4],
        [0, 4, 2],
        [0, 5, 1],
        [0, 3, 5],
        [1, 6, 4],
        [1, 5, 6],
        [0, 2, 3],
        [3, 2, 4],
        [3, 4, 5],
        [5, 4, 6],
    ];
    Mesh { vertices, triangles }
}
