//! Rebuilding the unknown populations: elements/s are links/s. The time grows with the perimeter, not with the grid's area.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lbm_boundary::{Boundary, Side, SideKind, Wall};
use lbm_core::{Lattice, Units};

fn walls(c: &mut Criterion) {
    let mut group = c.benchmark_group("walls");
    for n in [100, 200, 400] {
        let units = Units::from_gravity_number(0.5, 4.0, 0.15, 9.81).expect("in range");
        let mut lattice = Lattice::builder(n, n, units).rest_depth_m(4.0).build().expect("in range");
        let mut boundary = Boundary::builder()
            .side(Side::North, SideKind::Wall(Wall::FREE_SLIP))
            .build(&lattice)
            .expect("in range");
        let links: u32 = boundary.contour().map(|c| c.adjacency.count_ones()).sum();
        group.throughput(Throughput::Elements(u64::from(links)));
        group.bench_function(BenchmarkId::from_parameter(n), |b| b.iter(|| boundary.apply(&mut lattice)));
    }
    group.finish();
}

criterion_group!(benches, walls);
criterion_main!(benches);
