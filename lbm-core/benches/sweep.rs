//! Lattice updates per second of the fused sweep: elements/s read as cells/s (LUP/s).

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lbm_core::{Lattice, Units};

fn wavy(n: usize) -> Lattice {
    let units = Units::from_gravity_number(0.5, 4.0, 0.15, 9.81).expect("in range");
    let mut lattice = Lattice::builder(n, n, units).rest_depth_m(4.0).build().expect("in range");
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
            let mut lattice = wavy(n);
            group.bench_function(BenchmarkId::new(format!("{n}²"), format!("{threads} threads")), |b| {
                pool.install(|| b.iter(|| lattice.step()));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, sweep);
criterion_main!(benches);
