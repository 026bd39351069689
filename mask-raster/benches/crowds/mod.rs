//! Crowds of bodies: those of Lazo et al. Table 1 and a larger one, which the rasteriser is measured on.

#[path = "../../tests/common/meshes.rs"]
#[allow(dead_code, reason = "the box is for the tests")]
mod meshes;
#[path = "../../tests/common/plain.rs"]
pub(crate) mod plain;

use glam::{Quat, Vec2, Vec3};
use mask_raster::{Body, Grid};
use meshes::Mesh;

/// Bodies of one shape, scattered over a grid.
pub(crate) struct Crowd {
    pub(crate) name: &'static str,
    pub(crate) grid: Grid,
    mesh: Mesh,
    count: usize,
}

/// Which bodies of a crowd are elsewhere at another time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moved {
    /// All of them, lifted a little.
    All,
    /// Those with odd numbers, moved and turned.
    Half,
}

/// 16,000, 26,000 and a million triangles.
pub(crate) fn crowds() -> [Crowd; 3] {
    let grid = |n: usize| Grid { nx: n, ny: n, cell_size_m: 0.25, origin_m: Vec2::ZERO };
    let crowd = |name, n, mesh, count| Crowd { name, grid: grid(n), mesh, count };
    [
        crowd("200 spheres on 175²", 175, meshes::icosphere(1.0, 1), 200),
        crowd("50 ridged bodies on 175²", 175, ridged(), 50),
        crowd("12,500 spheres on 2048²", 2048, meshes::icosphere(1.0, 1), 12_500),
    ]
}

impl Crowd {
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
        let side_m = self.grid.nx as f32 * self.grid.cell_size_m - 2.0;
        let (lift_m, shift) = match moved {
            Moved::All => (0.01 * time, 0.0),
            Moved::Half => (0.0, if k % 2 == 1 { time } else { 0.0 }),
        };
        Body {
            vertices: &self.mesh.vertices,
            triangles: &self.mesh.triangles,
            rotation: Quat::from_rotation_x(k as f32 + shift) * Quat::from_rotation_z(0.7 * k as f32),
            translation_m: Vec3::new(
                1.0 + side_m * spread(0.754_877_7) + 0.1 * shift,
                1.0 + side_m * spread(0.569_840_3),
                spread(0.618_034) - 0.5 + lift_m,
            ),
            label: (k % 65_535) as u16 + 1,
        }
    }
}

/// A sphere pulled out to a body with ridges, of 520 triangles.
fn ridged() -> Mesh {
    let (rings, sectors) = (14_u32, 20_u32);
    let place = |ring: u32, sector: u32| {
        let polar = std::f32::consts::PI * ring as f32 / rings as f32;
        let azimuth = std::f32::consts::TAU * sector as f32 / sectors as f32;
        let radius = 1.0 + 0.2 * (5.0 * azimuth).sin() * polar.sin();
        radius * Vec3::new(3.0 * polar.cos(), polar.sin() * azimuth.cos(), polar.sin() * azimuth.sin())
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
