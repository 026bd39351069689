//! Posed meshes of all kinds, for the comparison of CPU and GPU.

use super::meshes::{self, Mesh};
use super::{body, rotation, vertex};
use glam::{Quat, Vec2, Vec3};
use mask_raster::{Body, Grid};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// Cells along the side of a slot. Each small mesh has a slot of its own, so that none covers another.
const SLOT: usize = 24;
const SLOTS: usize = 10;
pub(crate) const GRID: Grid = Grid { nx: SLOT * SLOTS, ny: SLOT, cell_size_m: 1.0, origin_m: Vec2::ZERO };
const MIDDLE: Vec3 = Vec3::new(12.0, 12.0, 0.0);
/// Largest coordinate of a vertex with which shaders can draw, in samples.
const REACH: f32 = (1 << 21) as f32;

#[derive(Debug)]
pub(crate) struct Posed {
    mesh: Mesh,
    rotation: Quat,
    translation_m: Vec3,
}

fn strip(vertices: Vec<Vec3>) -> Mesh {
    let triangles = (2..vertices.len() as u32).map(|k| [k - 2, k - 1, k]).collect();
    Mesh { vertices, triangles }
}

/// Offsets from half cells down to single steps of the fixed-point grid: vertices on centers, edges through them.
fn on_lattices() -> impl Strategy<Value = Mesh> {
    let offsets = prop::collection::vec((-9_i32..9, -9_i32..9, -1_i32..2), 3..9);
    (vertex(), offsets, 0..9).prop_map(|(corner, offsets, fine)| {
        let (corner, unit) = (corner.clamp(Vec3::splat(-1.0), Vec3::splat(23.0)), 0.5_f32.powi(fine));
        strip(
            offsets
                .iter()
                .map(|&(x, y, z)| corner + Vec3::new(x as f32, y as f32, z as f32) * unit)
                .collect(),
        )
    })
}

fn sliver() -> impl Strategy<Value = Mesh> {
    let inside = [0.0_f32..24.0, 0.0..24.0, -5.0..5.0];
    (inside.clone(), inside, -0.5_f32..1.5, -0.02_f32..0.02).prop_map(|(a, b, along, off)| {
        let (a, b) = (Vec3::from(a), Vec3::from(b));
        strip(vec![a, b, a.lerp(b, along) + Vec3::new(off, -off, 1.0)])
    })
}

/// Boxes and spheres from tiny to larger than a slot, in any pose.
fn solid() -> impl Strategy<Value = Posed> {
    let size = (-6.0_f32..4.0).prop_map(f32::exp2);
    (any::<bool>(), size, rotation(), [-6.0_f32..30.0, -6.0..30.0, -2.0..2.0]).prop_map(
        |(round, size, rotation, place)| Posed {
            mesh: if round {
                meshes::icosphere(size, 1)
            } else {
                meshes::cuboid(Vec3::new(size, 2.0 * size, size))
            },
            rotation,
            translation_m: place.into(),
        },
    )
}

fn still(mesh: Mesh) -> Posed {
    Posed { mesh, rotation: Quat::IDENTITY, translation_m: Vec3::ZERO }
}

/// Turned about the middle of the slot.
fn turned((mut mesh, rotation): (Mesh, Quat)) -> Posed {
    mesh.vertices.iter_mut().for_each(|vertex| *vertex -= MIDDLE);
    Posed { mesh, rotation, translation_m: MIDDLE }
}

fn small() -> impl Strategy<Value = Posed> {
    prop_oneof![
        4 => solid(),
        1 => on_lattices().prop_map(still),
        1 => (on_lattices(), rotation()).prop_map(turned),
        1 => sliver().prop_map(still),
        1 => (sliver(), rotation()).prop_map(turned),
    ]
}

/// Vertices about the grid and just within the reach of shaders, for one sample a cell or for nine.
fn far() -> impl Strategy<Value = Posed> {
    let coordinate = |limit: f32| {
        prop_oneof![
            3 => -4.0_f32..28.0,
            2 => (any::<bool>(), 0.0_f32..64.0).prop_map(move |(west, off)| if west { off - limit } else { limit - off }),
            1 => -3e4_f32..3e4,
        ]
    };
    let vertices = prop::sample::select(vec![REACH, REACH / 3.0]).prop_flat_map(move |limit| {
        let vertex = (coordinate(limit), coordinate(limit), -5.0_f32..5.0);
        prop::collection::vec(vertex.prop_map(|(x, y, z)| Vec3::new(x, y, z)), 3..9)
    });
    let turn = prop_oneof![
        3 => Just(Quat::IDENTITY),
        1 => (0_i32..4).prop_map(|k| Quat::from_rotation_z(k as f32 * std::f32::consts::FRAC_PI_2)),
        1 => rotation(),
    ];
    (vertices, turn).prop_map(|(vertices, rotation)| Posed { rotation, ..still(strip(vertices)) })
}

/// Any vertices near and far, beyond the reach of shaders too.
fn anywhere() -> impl Strategy<Value = Posed> {
    let turn = prop_oneof![Just(Quat::IDENTITY), rotation()];
    (prop::collection::vec(vertex(), 3..9), turn)
        .prop_map(|(vertices, rotation)| Posed { rotation, ..still(strip(vertices)) })
}

/// Solids of which some vertices are not numbers, not finite or too high.
fn broken() -> impl Strategy<Value = Posed> {
    let bad = prop::sample::select(vec![f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN]);
    let faults = prop::collection::vec((0_usize..8, 0_usize..3, bad), 1..3);
    (solid(), faults, any::<bool>()).prop_map(|(mut posed, faults, upright)| {
        faults.into_iter().for_each(|(vertex, axis, bad)| posed.mesh.vertices[vertex][axis] = bad);
        // In a turned body a bad coordinate makes all three bad.
        let rotation = if upright { Quat::IDENTITY } else { posed.rotation };
        Posed { rotation, ..posed }
    })
}

fn wild() -> impl Strategy<Value = Posed> {
    prop_oneof![3 => far(), 1 => anywhere(), 1 => broken()]
}

/// Number of calls with one wild mesh each; they come first.
pub(crate) const WILD: usize = 2_000;

/// The meshes of each call: one wild mesh, or a small one in each slot.
pub(crate) fn calls() -> impl Iterator<Item = Vec<Posed>> {
    let mut runner = TestRunner::deterministic();
    let mut wilds = TestRunner::deterministic();
    let alone = (0..WILD).map(move |_| vec![wild().new_tree(&mut wilds).unwrap().current()]);
    let together = (0..800).map(move |_| {
        (0..SLOTS)
            .map(|slot| {
                let mut posed = small().new_tree(&mut runner).unwrap().current();
                posed.translation_m.x += (slot * SLOT) as f32;
                posed
            })
            .collect::<Vec<_>>()
    });
    alone.chain(together)
}

impl Posed {
    /// Moves the mesh to the same cells of another grid.
    pub(crate) fn put_onto(&mut self, grid: &Grid) {
        self.mesh.vertices.iter_mut().for_each(|vertex| *vertex *= grid.cell_size_m);
        self.translation_m = self.translation_m * grid.cell_size_m + grid.origin_m.extend(0.0);
    }

    /// Moves the mesh east.
    pub(crate) fn push(&mut self, x_m: f32) {
        self.translation_m.x += x_m;
    }
}

pub(crate) fn bodies(posed: &[Posed]) -> Vec<Body<'_>> {
    let numbered = posed.iter().zip(1..);
    numbered
        .map(|(p, label)| Body {
            rotation: p.rotation,
            translation_m: p.translation_m,
            ..body(&p.mesh, label)
        })
        .collect()
}

/// Number of triangles whose bounding box meets the grid, by where they are drawn.
#[derive(Debug, Default)]
pub(crate) struct Triangles {
    pub(crate) by_shaders: usize,
    /// Number of these with a vertex in the outer half of the reach.
    pub(crate) just_in_reach: usize,
    pub(crate) by_cpu: usize,
    /// Number of triangles with a vertex that is not finite or too high, wherever they are.
    pub(crate) by_nobody: usize,
}

impl std::ops::AddAssign for Triangles {
    fn add_assign(&mut self, other: Self) {
        self.by_shaders += other.by_shaders;
        self.just_in_reach += other.just_in_reach;
        self.by_cpu += other.by_cpu;
        self.by_nobody += other.by_nobody;
    }
}

pub(crate) fn triangles(posed: &[Posed], samples_per_side: usize) -> Triangles {
    let mut count = Triangles::default();
    for Posed { mesh, rotation, translation_m } in posed {
        for triangle in &mesh.triangles {
            let v = triangle.map(|k| *rotation * mesh.vertices[k as usize] + translation_m);
            if v.iter().any(|v| !v.is_finite() || v.z.abs() > f32::MAX / 4.0) {
                count.by_nobody += 1;
                continue;
            }
            let (low, high) = (v[0].min(v[1]).min(v[2]), v[0].max(v[1]).max(v[2]));
            let [nx, ny] = [GRID.nx, GRID.ny].map(|n| n as f32);
            if low.x > nx || low.y > ny || high.x < 0.0 || high.y < 0.0 {
                continue;
            }
            let farthest = low.truncate().abs().max(high.truncate().abs()).max_element();
            match farthest * samples_per_side as f32 / REACH {
                fraction if fraction > 1.0 => count.by_cpu += 1,
                fraction => {
                    count.by_shaders += 1;
                    count.just_in_reach += usize::from(fraction > 0.5);
                }
            }
        }
    }
    count
}
