//! Triangles/s on one thread, for crowds in which all bodies, every other one or one moves, and for single bodies; beside them a
//! plain rasterizer.

#[path = "crowds/mod.rs"]
mod crowds;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use crowds::{Moved, crowds, growing_bodies, growing_crowds, plain};
use mask_raster::{CellMask, Rasterizer};

fn moved(c: &mut Criterion) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("threads");
    for crowd in crowds().into_iter().chain(growing_crowds()).chain(growing_bodies()) {
        let mut group = c.benchmark_group(&crowd.name);
        group.throughput(Throughput::Elements(crowd.triangles() as u64));
        for (name, moved) in
            [("all moved", Moved::All), ("half moved", Moved::Half), ("one moved", Moved::One)]
        {
            let moving = [0, 1].map(|time| crowd.bodies(moved, time));
            let (mut rasterizer, mut mask) = (Rasterizer::new(crowd.grid).expect("a grid"), CellMask::new());
            let mut times = moving.iter().cycle();
            group.bench_function(name, |b| {
                b.iter(|| {
                    pool.install(|| times.next().map(|bodies| rasterizer.rasterize(bodies, &mut mask)))
                });
            });
        }
        let (still, mut out) = (crowd.bodies(Moved::All, 0), plain::Plain::default());
        group.bench_function("plain", |b| b.iter(|| plain::rasterize(&crowd.grid, &still, &mut out)));
        group.finish();
    }
}

criterion_group!(benches, moved);
criterion_main!(benches);
