//! Time per triangle on the crowds of Lazo et al. Table 1 and larger ones, beside a plain rasteriser.
//!
//! Every figure is the best of many runs, the kinds by turns, so that ratios hold on a machine that does other things too.

use glam::{Quat, Vec2, Vec3};
use mask_raster::{Body, CellMask, Grid, Rasterizer};
use meshes::Mesh;
use std::time::Instant;

#[path = "../tests/common/meshes.rs"]
#[allow(dead_code, reason = "the box is for the tests")]
mod meshes;
#[path = "../tests/common/plain.rs"]
mod plain;

/// Runs of a kind, one after the other, in each turn.
const RUNS: usize = 10;

struct Crowd {
    name: &'static str,
    grid: Grid,
    mesh: Mesh,
    count: usize,
    turns: usize,
}

impl Crowd {
    /// Bodies scattered over the grid, at drafts between a quarter and three quarters; those with odd numbers elsewhere and
    /// turned for another `time`.
    fn bodies(&self, time: usize) -> Vec<Body<'_>> {
        let spread = |k: usize, base: f32| (k as f32 * base).fract();
        let side_m = self.grid.nx as f32 * self.grid.cell_size_m - 2.0;
        let place = |k: usize, moved: f32| Body {
            vertices: &self.mesh.vertices,
            triangles: &self.mesh.triangles,
            rotation: Quat::from_rotation_x(k as f32 + moved) * Quat::from_rotation_z(0.7 * k as f32),
            translation_m: Vec3::new(
                1.0 + side_m * spread(k, 0.754_877_7) + 0.1 * moved,
                1.0 + side_m * spread(k, 0.569_840_3),
                spread(k, 0.618_034) - 0.5,
            ),
            label: (k % 65_535) as u16 + 1,
        };
        (0..self.count).map(|k| place(k, if k % 2 == 1 { time as f32 } else { 0.0 })).collect()
    }

    fn measure(&self) {
        let all_moved = |time: usize| -> Vec<Body<'_>> {
            let lift = |body: &mut Body<'_>| body.translation_m.z += 0.01 * time as f32;
            let mut bodies = self.bodies(0);
            bodies.iter_mut().for_each(lift);
            bodies
        };
        let moving = [all_moved(0), all_moved(1)];
        let half = [self.bodies(0), self.bodies(1)];
        let triangles = self.count * self.mesh.triangles.len();
        let mut plain_mask = plain::Plain { label: Vec::new(), top_m: Vec::new(), bottom_m: Vec::new() };
        let mut best = [f64::INFINITY; 5];
        let pools = [1, 2].map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("threads"));
        let mut rasterizers = [(); 4].map(|()| (Rasterizer::new(self.grid).expect("grid"), CellMask::new()));
        for _turn in 0..self.turns {
            for kind in 0..best.len() {
                for run in 0..RUNS {
                    let bodies =
                        [&moving[run % 2], &moving[run % 2], &half[run % 2], &half[0], &moving[run % 2]]
                            [kind];
                    let start = Instant::now();
                    if let Some((rasterizer, mask)) = rasterizers.get_mut(kind) {
                        let pool = &pools[usize::from(kind == 1)];
                        pool.install(|| rasterizer.rasterize(bodies, mask)).expect("bodies");
                    } else {
                        plain::rasterize(&self.grid, bodies, &mut plain_mask);
                    }
                    // The first runs make room and fill caches.
                    if run > 2 {
                        best[kind] = best[kind].min(start.elapsed().as_secs_f64());
                    }
                }
            }
        }
        let covered = rasterizers[0].1.labels().iter().filter(|&&label| label != 0).count();
        let [one, two, half, none, plain] = best;
        let bound = 10e-9 * triangles as f64 + 1e-9 * covered as f64;
        println!("{}: {triangles} triangles, {covered} cells covered", self.name);
        println!(
            "  one thread      {:8.2} ns a triangle, {:.2} of the bound",
            1e9 * one / triangles as f64,
            one / bound
        );
        println!(
            "  two threads     {:8.2} ns a triangle, {:.2} times as fast",
            1e9 * two / triangles as f64,
            one / two
        );
        println!("  half of them moved  {:.2} of the time, none moved {:.2}", half / one, none / one);
        println!("  plain rasteriser    {:.2} times the time", plain / one);
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

fn main() {
    let grid = |n: usize| Grid { nx: n, ny: n, cell_size_m: 0.25, origin_m: Vec2::ZERO };
    let crowds = [
        Crowd {
            name: "200 spheres on 175²",
            grid: grid(175),
            mesh: meshes::icosphere(1.0, 1),
            count: 200,
            turns: 40,
        },
        Crowd { name: "50 ridged bodies on 175²", grid: grid(175), mesh: ridged(), count: 50, turns: 40 },
        Crowd {
            name: "12,500 spheres on 2048²",
            grid: grid(2048),
            mesh: meshes::icosphere(1.0, 1),
            count: 12_500,
            turns: 2,
        },
    ];
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let is_wanted = |crowd: &&Crowd| wanted.is_empty() || wanted.iter().any(|word| crowd.name.contains(word));
    crowds.iter().filter(is_wanted).for_each(Crowd::measure);
}
