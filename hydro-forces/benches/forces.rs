//! Forces on half-wet spheres that move through rough water, against the plain loop of the tests.

#[path = "../tests/laws/meshes.rs"]
#[allow(dead_code, reason = "the laws use all of it")]
mod meshes;
#[path = "../tests/laws/plain.rs"]
#[allow(dead_code, reason = "the laws use all of it")]
mod plain;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use glam::{DQuat, DVec2, DVec3};
use hydro_forces::{Coefficients, Cut, ForceModel, GriddedSurface, Motion, Plane, SurfaceGrid, Water};

const COEFFICIENTS: Coefficients = Coefficients { drag: 0.5, lift: 0.2, alpha: 0.8 };

fn forces(criterion: &mut Criterion) {
    let grid = SurfaceGrid::new(64, 64, 0.1, DVec2::splat(-3.2)).expect("a grid");
    let level: Vec<f32> = (0..grid.cells()).map(|k| 0.05 * (k as f32 * 0.1).sin()).collect();
    let current = vec![0.2; grid.cells()];
    let rough = GriddedSurface::new(grid, &level, &current, &current).expect("fields of the grid's shape");
    let model = ForceModel::new(Water::default(), COEFFICIENTS).expect("valid coefficients");
    let motion = Motion {
        linvel_m_s: DVec3::new(3.0, 1.0, -0.5),
        angvel_rad_s: DVec3::new(0.1, 0.2, 0.3),
        ..Motion::at_rest(DQuat::from_rotation_x(0.3), DVec3::ZERO)
    };

    let mut group = criterion.benchmark_group("forces");
    group.sample_size(20).measurement_time(std::time::Duration::from_secs(2));
    for divisions in [3, 6] {
        let mesh = meshes::sphere(divisions);
        let hull = mesh.hull();
        let triangles = hull.triangle_count();
        group.throughput(Throughput::Elements(triangles as u64));
        group.bench_function(BenchmarkId::new("flat", triangles), |b| {
            b.iter(|| model.forces(&hull, &motion, &Plane::flat(0.0), 0.0));
        });
        group.bench_function(BenchmarkId::new("gridded", triangles), |b| {
            b.iter(|| model.forces(&hull, &motion, &rough, 0.0));
        });
        group.bench_function(BenchmarkId::new("gridded, cut at the corners", triangles), |b| {
            let model = model.cut(Cut::Corners);
            b.iter(|| model.forces(&hull, &motion, &rough, 0.0));
        });
        group.bench_function(BenchmarkId::new("gridded, plain loop", triangles), |b| {
            b.iter(|| {
                let world = mesh.world(&motion);
                let water = Water::default();
                plain::forces(&world, &motion, &rough, 0.0, &water, &COEFFICIENTS, Cut::Centroid)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, forces);
criterion_main!(benches);
