//! Lattice updates per second of the fused sweep: elements/s read as cells/s (LUP/s).

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lbm_core::{Lattice, Policy, Units};

fn wavy(n: usize, policy: Policy) -> Lattice {
    let units = Units::from_gravity_number(0.5, 4.0, 0.15, 9.81).expect("in range");
    let mut lattice =
        Lattice::builder(n, n, units).rest_depth_m(4.0).policy(policy).build().expect("in range");
    for j in 0..n {
        for i in 0..n {
            let wave = 0.1 * (0.1 * i as f64).sin() * (0.07 * j as f64).cos();
            lattice.set_cell_m(i, j, 4.0 + wave, [0.0, 0.0]);
        }
    }
    lattice
}

fn sweep(c: &mut Criterion) {
    let mut group = c.benchmark_group("sweep");
    for n in [175, 1024] {
        group.throughput(Throughput::Elements((n * n) as u64));
        for threads in [1, 2] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let mut lattice = wavy(n, Policy::Warn);
            group.bench_function(BenchmarkId::new(format!("{n}²"), format!("{threads} threads")), |b| {
                pool.install(|| b.iter(|| lattice.step()));
            });
        }
    }
    group.finish();
}

/// The costs of policies: the sweep that adapts the viscosity, and a check, in cells/s as the sweep.
fn policies(c: &mut Criterion) {
    let mut group = c.benchmark_group("policies");
    let n = 175;
    group.throughput(Throughput::Elements((n * n) as u64));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("threads");
    for policy in [Policy::Warn, Policy::AdaptViscosity] {
        let mut lattice = wavy(n, policy);
        group.bench_function(BenchmarkId::new("sweep", format!("{policy:?}")), |b| {
            pool.install(|| b.iter(|| lattice.step()));
        });
        group.bench_function(BenchmarkId::new("check", format!("{policy:?}")), |b| {
            pool.install(|| b.iter(|| lattice.check(|_| true)));
        });
    }
    group.finish();
}

criterion_group!(benches, sweep, policies);
criterion_main!(benches);
