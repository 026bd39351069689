//! Bodies for benchmarks: crowds like those of Lazo et al. Table 1 and larger ones, and a single large body.

#[path = "../../tests/laws/setup/meshes.rs"]
#[allow(dead_code, reason = "the box is for the tests")]
mod meshes;
#[path = "../../tests/laws/setup/plain.rs"]
pub(crate) mod plain;

use glam::{Quat, Vec2, Vec3};
use mask_raster::{Body, Grid};
use meshes::Mesh;

const CELL_M: f32 = 0.25;
/// Cells along a side of a small grid and of a large one.
const SMALL: usize = 175;
const LARGE: usize = 2048;

/// Bodies of one shape, scattered over a grid.
pub(crate) struct Crowd {
    pub(crate) name: String,
    pub(crate) grid: Grid,
    mesh: Mesh,
    count: usize,
    /// Radius of a body about its center.
    radius_m: f32,
}

/// Which bodies of a crowd move from one time to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moved {
    /// All of them, lifted a little.
    All,
    /// The bodies with odd numbers are moved and turned.
    Half,
    /// The second one, moved and turned.
    One,
}

/// 16,000, 26,000 and a million triangles.
pub(crate) fn crowds() -> [Crowd; 3] {
    [
        spheres(200, SMALL),
        Crowd::new("50 ridged bodies", SMALL, ridged_body(14, 20, Vec3::new(3.0, 1.0, 1.0)), 50, 1.0),
        spheres(12_500, LARGE),
    ]
}

/// A crowd of `count` spheres of 80 triangles each, on `side × side` cells.
fn spheres(count: usize, side: usize) -> Crowd {
    Crowd::new(&format!("{count} spheres"), side, meshes::icosphere(1.0, 1), count, 1.0)
}

/// Crowds of spheres on a large grid, of a thousand triangles, ten and a hundred times as many; the last of [`crowds`] continues
/// the series.
pub(crate) fn growing_crowds() -> Vec<Crowd> {
    [13, 125, 1250].into_iter().map(|count| spheres(count, LARGE)).collect()
}

/// A single body that covers most of a large grid, of a thousand triangles, ten, a hundred and a thousand times as many.
pub(crate) fn growing_bodies() -> Vec<Crowd> {
    let radius_m = 0.5 * LARGE as f32 * CELL_M;
    let body = |rings, sectors| {
        let mesh = ridged_body(rings, sectors, Vec3::new(1.0, 1.0, 0.1) * radius_m / 1.2);
        Crowd::new(&format!("a body of {} triangles", mesh.triangles.len()), LARGE, mesh, 1, radius_m)
    };
    [(26, 20), (101, 50), (251, 200), (1001, 500)].map(|(rings, sectors)| body(rings, sectors)).into()
}

impl Crowd {
    fn new(name: &str, side: usize, mesh: Mesh, count: usize, radius_m: f32) -> Self {
        let grid = Grid { nx: side, ny: side, cell_size_m: CELL_M, origin_m: Vec2::ZERO };
        Self { name: format!("{name} on {side}²"), grid, mesh, count, radius_m }
    }

    /// Triangles of all bodies.
    pub(crate) fn triangles(&self) -> usize {
        self.count * self.mesh.triangles.len()
    }

    /// The bodies at `time`, at drafts between a quarter and three quarters.
    pub(crate) fn bodies(&self, moved: Moved, time: usize) -> Vec<Body<'_>> {
        (0..self.count).map(|k| self.body(k, moved, time as f32)).collect()
    }

    fn body(&self, k: usize, moved: Moved, time: f32) -> Body<'_> {
        let spread = |base: f32| (k as f32 * base).fract();
        let radius_m = self.radius_m;
        let side_m = self.grid.nx as f32 * self.grid.cell_size_m - 2.0 * radius_m;
        let (lift_m, shift) = match moved {
            Moved::All => (0.01 * time, 0.0),
            Moved::Half => (0.0, if k % 2 == 1 { time } else { 0.0 }),
            Moved::One => (0.0, if k == 1 { time } else { 0.0 }),
        };
        // Bodies of a crowd are turned in all directions, a single body lies flat.
        let turn = if self.count == 1 { 0.1 } else { k as f32 + shift };
        Body {
            vertices: &self.mesh.vertices,
            triangles: &self.mesh.triangles,
            rotation: Quat::from_rotation_x(turn) * Quat::from_rotation_z(0.7 * k as f32),
            translation_m: Vec3::new(
                radius_m + side_m * spread(0.754_877_7) + 0.1 * shift,
                radius_m + side_m * spread(0.569_840_3),
                spread(0.618_034) - 0.5 + lift_m,
            ),
            label: (k % 65_535) as u16 + 1,
        }
    }
}

/// An ellipsoid with ridges, of `2 · sectors · (rings − 1)` triangles.
fn ridged_body(rings: u32, sectors: u32, axes_m: Vec3) -> Mesh {
    let place = |ring: u32, sector: u32| {
        let polar = std::f32::consts::PI * ring as f32 / rings as f32;
        let azimuth = std::f32::consts::TAU * sector as f32 / sectors as f32;
        let radius = 1.0 + 0.2 * (5.0 * azimuth).sin() * polar.sin();
        radius * axes_m * Vec3::new(polar.cos(), polar.sin() * azimuth.cos(), polar.sin() * azimuth.sin())
    };
    let vertices = (1..rings).flat_map(|ring| (0..sectors).map(move |sector| place(ring, sector)));
    let vertices: Vec<Vec3> = vertices.chain([place(0, 0), place(rings, 0)]).collect();
    let at = |ring: u32, sector: u32| match ring {
        0 => (rings - 1) * sectors,
        ring if ring == rings => (rings - 1) * sectors + 1,
        ring => (ring - 1) * sectors + sector % sectors,
    };
    let quads = (0..rings).flat_map(|ring| (0..sectors).map(move |sector| (ring, sector)));
    let triangles = quads.flat_map(|(r, s)| {
        let [a, b, c, d] = [at(r, s), at(r + 1, s), at(r + 1, s + 1), at(r, s + 1)];
        [[a, b, c], [a, c, d]]
    });
    Mesh { vertices, triangles: triangles.filter(|[a, b, c]| a != b && b != c && c != a).collect() }
}
