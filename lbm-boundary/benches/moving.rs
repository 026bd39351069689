//! Rotating propellers: the boundaries' part of a step (move, classify, refill, rebuild, book) against the sweep of the same
//! step. Elements/s are links of the propellers/s: the time grows with their perimeter and that of the grid.

#[path = "cases/mod.rs"]
mod cases;

use std::time::{Duration, Instant};

use cases::{Case, GROWTH, Setup};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// Time of the boundaries within whole steps: with the sweep in between, caches and flow are as in a run.
fn boundaries(case: &mut Case, steps: u64) -> Duration {
    (0..steps)
        .map(|_| {
            case.turn();
            let start = Instant::now();
            case.boundaries();
            let taken = start.elapsed();
            assert!(case.lattice.step());
            taken
        })
        .sum()
}

fn turning(c: &mut Criterion) {
    let mut group = c.benchmark_group("propellers");
    let scenario = [100, 1000].map(|n| Setup::propeller(n, true));
    println!(
        "{:>5} {:>10} {:>7} {:>8} {:>8} {:>12} {:>11} {:>15}",
        "grid", "propellers", "links", "µs", "ns/link", "of the sweep", "sides alone", "of access alone"
    );
    for setup in GROWTH.into_iter().chain(scenario) {
        let mut case = Case::new(setup);
        let (count, links) = (setup.per_side * setup.per_side, case.links());
        let laps = (1_000_000 / (setup.n * setup.n)).max(3);
        let ([work, sweep], floor) = (case.times(laps), case.floor(laps));
        let (us, ns, percent) = (1e6 * work, 1e9 * work / f64::from(links), 100.0 * work / sweep);
        let (sides, of_access) = (100.0 * setup.sides_alone(laps) / sweep, work / floor);
        println!(
            "{:>4}² {count:>10} {links:>7} {us:>8.1} {ns:>8.1} {percent:>10.1} % {sides:>9.1} % {of_access:>15.1}",
            setup.n
        );
        group.throughput(Throughput::Elements(u64::from(links)));
        let name = format!("{count} reaching {}", setup.reach);
        group.bench_function(BenchmarkId::new(name, setup.n), |b| {
            b.iter_custom(|steps| boundaries(&mut case, steps));
        });
    }
    group.finish();
}

criterion_group!(benches, turning);
criterion_main!(benches);
