//! Forces and their reaction on half-wet spheres that move through rough water, and the plain scalar loop:
//! triangles a second. `cargo xtask bench forces` gives ratios from one run.

mod cases;

use std::time::Duration;

use cases::Case;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hydro_forces::{Cut, Exchanges};

fn forces(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("forces");
    group.sample_size(20).measurement_time(Duration::from_secs(2));
    for n in [8, 57] {
        let case = Case::new(n);
        let triangles = case.hull.triangle_count();
        let (mut kept, mut exchanges) = (Vec::new(), Exchanges::default());
        group.throughput(Throughput::Elements(triangles as u64));
        group.bench_function(BenchmarkId::new("flat", triangles), |b| b.iter(|| case.flat()));
        group.bench_function(BenchmarkId::new("gridded, with the reaction", triangles), |b| {
            b.iter(|| case.ours(Cut::Centroid, &mut exchanges));
        });
        group.bench_function(BenchmarkId::new("gridded, cut at the corners", triangles), |b| {
            b.iter(|| case.ours(Cut::Corners, &mut exchanges));
        });
        group.bench_function(BenchmarkId::new("plain loop, with the reaction", triangles), |b| {
            b.iter(|| case.plain(&mut kept));
        });
    }
    group.finish();
}

criterion_group!(benches, forces);
criterion_main!(benches);
