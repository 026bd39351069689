//! Meshes in body axes, eight edges and eight triangles side by side.

use super::lanes::EIGHT;
use crate::Body;
use crate::edges::{Edges, OfMesh};
use glam::{DVec3, Vec3};

/// Coordinates of places side by side, m.
pub(super) type Places = [[f32; EIGHT]; 3];

/// Normals of triangles side by side, twice as long as their areas, m²; zero where there is none.
pub(super) type Normals = [[f64; EIGHT]; 3];

/// A mesh in body axes. What lies close together is in one block, which the level leaves dry as a whole.
#[derive(Debug)]
pub(super) struct Mesh {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    pub(super) points: Vec<Places>,
    pub(super) edges: Vec<EdgeBlock>,
    pub(super) faces: Vec<TriangleBlock>,
}

/// Eight edges; those beyond the last one begin and end at one place.
#[derive(Debug, Clone, Default)]
#[repr(align(64))]
pub(super) struct EdgeBlock {
    /// Normals of the triangle on the left and of that on the right.
    pub(super) normals: [Normals; 2],
    pub(super) ends: [Places; 2],
}

/// Eight triangles; those beyond the last one have no area.
#[derive(Debug, Clone, Default)]
#[repr(align(64))]
pub(super) struct TriangleBlock {
    pub(super) normals: Normals,
    pub(super) corners: [Places; 3],
}

impl EdgeBlock {
    /// Sets an edge to one of a block.
    #[inline(always)]
    pub(super) fn set(&mut self, to: usize, block: &Self, from: usize) {
        for k in 0..2 {
            for axis in 0..3 {
                self.normals[k][axis][to] = block.normals[k][axis][from];
                self.ends[k][axis][to] = block.ends[k][axis][from];
            }
        }
    }
}

impl TriangleBlock {
    /// Sets a triangle to one of a block.
    #[inline(always)]
    pub(super) fn set(&mut self, to: usize, block: &Self, from: usize) {
        for axis in 0..3 {
            self.normals[axis][to] = block.normals[axis][from];
            for corner in 0..3 {
                self.corners[corner][axis][to] = block.corners[corner][axis][from];
            }
        }
    }
}

impl OfMesh for Mesh {
    fn of(body: &Body<'_>) -> Self {
        let at = |vertex: u32| body.vertices[vertex as usize];
        let normal = |[a, b, c]: [u32; 3]| {
            let [a, b, c] = [a, b, c].map(|corner| at(corner).as_dvec3());
            (b - a).cross(c - a)
        };
        let mut edges = Edges::of(body).list().to_vec();
        sort_in_space(&mut edges, |edge| (at(edge.ends[0]) + at(edge.ends[1])) / 2.0);
        let of_edges = |edges: &[crate::edges::MeshEdge]| {
            let mut block = EdgeBlock::default();
            for (lane, edge) in edges.iter().enumerate() {
                for k in 0..2 {
                    set(&mut block.ends[k], lane, at(edge.ends[k]).to_array());
                    let of_side =
                        body.triangles.get(edge.sides[k] as usize).copied().map_or(DVec3::ZERO, normal);
                    set(&mut block.normals[k], lane, of_side.to_array());
                }
            }
            block
        };
        let mut triangles = body.triangles.to_vec();
        sort_in_space(&mut triangles, |[a, b, c]| (at(*a) + at(*b) + at(*c)) / 3.0);
        let of_triangles = |triangles: &[[u32; 3]]| {
            let mut block = TriangleBlock::default();
            for (lane, corners) in triangles.iter().enumerate() {
                set(&mut block.normals, lane, normal(*corners).to_array());
                for k in 0..3 {
                    set(&mut block.corners[k], lane, at(corners[k]).to_array());
                }
            }
            block
        };
        let of_points = |points: &[Vec3]| {
            let mut block = Places::default();
            // The last one fills the block up.
            for lane in 0..EIGHT {
                set(&mut block, lane, points[lane.min(points.len() - 1)].to_array());
            }
            block
        };
        Self {
            points: body.vertices.chunks(EIGHT).map(of_points).collect(),
            edges: edges.chunks(EIGHT).map(of_edges).collect(),
            faces: triangles.chunks(EIGHT).map(of_triangles).collect(),
            vertices: body.vertices.to_vec(),
            triangles: body.triangles.to_vec(),
        }
    }

    fn is_of(&self, body: &Body<'_>) -> bool {
        self.vertices == body.vertices && self.triangles.as_flattened() == body.triangles.as_flattened()
    }
}

/// Sets a vector among those side by side.
fn set<T: Copy>(block: &mut [[T; EIGHT]; 3], lane: usize, vector: [T; 3]) {
    for axis in 0..3 {
        block[axis][lane] = vector[axis];
    }
}

/// Sorts along a Morton curve, so that neighbors in space lie side by side.
fn sort_in_space<T>(all: &mut [T], place_m: impl Fn(&T) -> Vec3) {
    let (mut least, mut most) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for one in all.iter() {
        (least, most) = (least.min(place_m(one)), most.max(place_m(one)));
    }
    let per_meter = 1023.0 / (most - least).max_element().max(f32::MIN_POSITIVE);
    let spread = |x: f32| (0..10).map(|bit| (x as u32 >> bit & 1) << (3 * bit)).sum::<u32>();
    all.sort_by_cached_key(|one| {
        let [x, y, z] = ((place_m(one) - least) * per_meter).to_array().map(spread);
        x | y << 1 | z << 2
    });
}
