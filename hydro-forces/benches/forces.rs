//! Forces and their reaction on half-wet spheres that move through rough water, against the plain
//! scalar loop: triangles a second, and at the end the ratio of both from one run.

#[path = "../tests/laws/meshes.rs"]
#[allow(dead_code, reason = "the laws use all of it")]
mod meshes;
mod scalar;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput};
use glam::{DQuat, DVec2, DVec3};
use hydro_forces::{
    Coefficients, Cut, Exchanges, ForceModel, GriddedSurface, Hull, Motion, Plane, SurfaceGrid, Water,
};

const COEFFICIENTS: Coefficients = Coefficients { drag: 0.5, lift: 0.2, alpha: 0.8 };
const CELLS: usize = 175;

struct Case {
    hull: Hull,
    triangles: Vec<[DVec3; 3]>,
    model: ForceModel,
    motion: Motion,
    level: Vec<f32>,
    current: Vec<f32>,
}

impl Case {
    /// 8 n² triangles.
    fn new(n: u32) -> Self {
        let mesh = meshes::fine_sphere(n);
        let corner = |i: u32| mesh.vertices[i as usize].as_dvec3();
        Self {
            hull: mesh.hull(),
            triangles: mesh.triangles.iter().map(|t| t.map(corner)).collect(),
            model: ForceModel::new(Water::default(), COEFFICIENTS).expect("valid coefficients"),
            motion: Motion {
                linvel_m_s: DVec3::new(3.0, 1.0, -0.5),
                angvel_rad_s: DVec3::new(0.1, 0.2, 0.3),
                ..Motion::at_rest(DQuat::from_rotation_x(0.3), DVec3::ZERO)
            },
            level: (0..CELLS * CELLS).map(|k| 0.05 * (k as f32 * 0.1).sin()).collect(),
            current: vec![0.2; CELLS * CELLS],
        }
    }

    fn surface(&self) -> GriddedSurface<'_> {
        let grid = SurfaceGrid::new(CELLS, CELLS, 0.04, DVec2::splat(-3.5)).expect("a grid");
        GriddedSurface::new(grid, &self.level, &self.current, &self.current)
            .expect("fields of the grid's shape")
    }

    fn ours(&self, exchanges: &mut Vec<(DVec2, DVec2)>) -> DVec3 {
        exchanges.clear();
        let keep = |several: &[hydro_forces::Exchange]| {
            exchanges.extend(several.iter().map(|e| (e.sample_m, e.force_n)));
        };
        self.model.forces_exchanging(&self.hull, &self.motion, &self.surface(), 0.0, keep).force_n
    }

    fn parallel(&self, exchanges: &mut Exchanges) -> DVec3 {
        self.model.forces_parallel(&self.hull, &self.motion, &self.surface(), 0.0, exchanges).force_n
    }

    fn plain(&self, exchanges: &mut Vec<(DVec2, DVec2)>) -> DVec3 {
        exchanges.clear();
        let water = Water::default();
        let (force, _) =
            scalar::forces(&self.triangles, &self.motion, &self.surface(), &water, &COEFFICIENTS, exchanges);
        force
    }
}

fn forces(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("forces");
    group.sample_size(20).measurement_time(Duration::from_secs(2));
    for n in [8, 57] {
        let case = Case::new(n);
        let triangles = case.hull.triangle_count();
        let mut exchanges = Vec::new();
        group.throughput(Throughput::Elements(triangles as u64));
        group.bench_function(BenchmarkId::new("flat", triangles), |b| {
            b.iter(|| case.model.forces(&case.hull, &case.motion, &Plane::flat(0.0), 0.0));
        });
        group.bench_function(BenchmarkId::new("gridded, with the reaction", triangles), |b| {
            b.iter(|| case.ours(&mut exchanges));
        });
        group.bench_function(BenchmarkId::new("gridded, cut at the corners", triangles), |b| {
            let model = case.model.cut(Cut::Corners);
            b.iter(|| model.forces(&case.hull, &case.motion, &case.surface(), 0.0));
        });
        group.bench_function(BenchmarkId::new("plain loop, with the reaction", triangles), |b| {
            b.iter(|| case.plain(&mut exchanges));
        });
    }
    group.finish();
}

/// The best of many turns, taken in turn so that a busy machine slows all alike; seconds.
fn best_of(case: &Case) -> [f64; 3] {
    let (mut kept, mut exchanges) = (Vec::new(), Exchanges::default());
    let mut best = [f64::INFINITY; 3];
    let until = Instant::now() + Duration::from_secs(2);
    let mut turns = 0;
    while turns < 3 || Instant::now() < until {
        turns += 1;
        let mut time = |which: usize, run: &mut dyn FnMut() -> DVec3| {
            let start = Instant::now();
            black_box(run());
            best[which] = best[which].min(start.elapsed().as_secs_f64());
        };
        time(0, &mut || case.ours(&mut kept));
        time(1, &mut || case.plain(&mut kept));
        time(2, &mut || case.parallel(&mut exchanges));
    }
    best
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    forces(&mut criterion);
    criterion.final_summary();
    if std::env::args().any(|arg| arg == "--bench") {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
        for n in [11, 35, 45, 57, 112, 354, 1118] {
            let case = Case::new(n);
            let triangles = case.hull.triangle_count();
            let apart = case.ours(&mut Vec::new()).distance(case.plain(&mut Vec::new()));
            assert!(apart < 1e-6 * case.plain(&mut Vec::new()).length(), "both compute the same");
            // From a thread of the pool, as a program calls that runs its steps there: no thread is woken but the other.
            let best = pool.install(|| best_of(&case));
            let [ours, plain, two] = best.map(|seconds| seconds * 1e9 / triangles as f64);
            println!(
                "{triangles:8} triangles: {ours:5.1} ns each, plain loop {plain:5.1} ns, ratio {:.1}; on two threads \
                 {two:.1} ns, {:.2} times as fast",
                plain / ours,
                ours / two
            );
        }
    }
}
