//! 200 spheres of 80 triangles on 175 × 175 cells (Lazo et al. Table 1), against a plain rasteriser.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use glam::{Quat, Vec2, Vec3};
use mask_raster::{Body, CellMask, Grid, Rasterizer};
use std::hint::black_box;
use std::time::Duration;

#[path = "../tests/common/meshes.rs"]
#[allow(dead_code, reason = "the box is for the tests")]
mod meshes;
#[path = "../tests/common/plain.rs"]
mod plain;

const GRID: Grid = Grid { nx: 175, ny: 175, cell_size_m: 0.25, origin_m: Vec2::ZERO };

/// Spheres of radius 1 m, four cells, scattered over the grid at drafts between a quarter and three quarters.
fn spheres(mesh: &meshes::Mesh) -> Vec<Body<'_>> {
    let spread = |k: usize, base: f32| (k as f32 * base).fract();
    (0..200)
        .map(|k| Body {
            vertices: &mesh.vertices,
            triangles: &mesh.triangles,
            rotation: Quat::from_rotation_x(k as f32) * Quat::from_rotation_z(0.7 * k as f32),
            translation_m: Vec3::new(
                1.0 + 41.75 * spread(k, 0.754_877_7),
                1.0 + 41.75 * spread(k, 0.569_840_3),
                spread(k, 0.618_034) - 0.5,
            ),
            label: k as u16 + 1,
        })
        .collect()
}

fn rasterize(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("spheres-200");
    group.sample_size(20).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    let mesh = meshes::icosphere(1.0, 1);
    let bodies = spheres(&mesh);
    group.throughput(Throughput::Elements((bodies.len() * mesh.triangles.len()) as u64));

    let mut out = plain::Plain { label: Vec::new(), top_m: Vec::new(), bottom_m: Vec::new() };
    group.bench_function("plain", |b| b.iter(|| plain::rasterize(black_box(&GRID), &bodies, &mut out)));

    for (samples, threads) in [(1, 1), (1, 2), (3, 1)] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let mut rasterizer = Rasterizer::new(GRID).and_then(|r| r.samples_per_side(samples)).expect("grid");
        let mut mask = CellMask::new();
        let name = format!("{samples}x{samples} samples");
        group.bench_function(BenchmarkId::new(name, format!("{threads} threads")), |b| {
            pool.install(|| b.iter(|| rasterizer.rasterize(black_box(&bodies), &mut mask)));
        });
        let covered = mask.labels().iter().filter(|&&label| label != 0).count();
        println!("{covered} cells covered, report {:?}", rasterizer.rasterize(&bodies, &mut mask));
    }
    group.finish();
}

criterion_group!(benches, rasterize);
criterion_main!(benches);
