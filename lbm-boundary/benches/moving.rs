//! A propeller that turns: the boundaries' work of a step (move, classify, refill, rebuild, account) beside the sweep of
//! the same step. Elements/s are cells/s for the sweep and contour cells/s for the boundaries, which should not depend on
//! the size: the work grows with the perimeter.

use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lbm_boundary::{Boundary, ContourCell, Mask, Motion, SideKind, Wall};
use lbm_core::{Lattice, Region, Units};

/// Fastest point, in cells a step.
const TIP_SPEED: f64 = 0.1;
/// Positions, gone through forwards and backwards.
const POSITIONS: usize = 32;

/// Three blades in the middle of `n × n` cells that reach `0.3 n` far.
fn propeller(n: usize, angle: f64) -> Vec<u16> {
    let (middle, reach) = (0.5 * n as f64, 0.3 * n as f64);
    let inside = |k: usize| {
        let (x, y) = ((k % n) as f64 + 0.5 - middle, (k / n) as f64 + 0.5 - middle);
        let (r, phi) = (x.hypot(y), y.atan2(x) - angle);
        r < 0.15 * reach || (r < reach && (1.5 * phi).cos().abs() > 1.0 - 0.02 * (1.0 + reach / r))
    };
    (0..n * n).map(|k| u16::from(inside(k))).collect()
}

struct Case {
    lattice: Lattice,
    boundary: Boundary,
    masks: Vec<Vec<u16>>,
    motion: Motion,
    swept: Region,
    step: usize,
}

impl Case {
    fn new(n: usize) -> Self {
        let units = Units::from_gravity_number(0.5, 4.0, 0.15, 9.81).expect("in range");
        let lattice = Lattice::builder(n, n, units).rest_depth_m(4.0).build().expect("in range");
        let turn = TIP_SPEED / (0.3 * n as f64);
        let masks: Vec<_> = (0..POSITIONS).map(|k| propeller(n, turn * k as f64)).collect();
        let middle_m = units.to_metres(0.5 * n as f64);
        let motion = Motion {
            centre_m: [middle_m, middle_m],
            angvel_rad_s: turn / units.time_step_s(),
            ..Motion::default()
        };
        let boundary = Boundary::builder()
            .side(lbm_boundary::Side::North, SideKind::Wall(Wall::FREE_SLIP))
            .solids(&masks[0])
            .build(&lattice)
            .expect("in range");
        let (low, high) = (n / 5 - 1, n - n / 5 + 1);
        let swept = Region { i0: low, i1: high, j0: low, j1: high };
        Self { lattice, boundary, masks, motion, swept, step: 0 }
    }

    fn boundaries(&mut self) {
        self.step += 1;
        let lap = self.step % (2 * POSITIONS - 2);
        let forwards = lap < POSITIONS;
        let position = if forwards { lap } else { 2 * POSITIONS - 2 - lap };
        let mut motion = self.motion;
        if !forwards {
            motion.angvel_rad_s = -motion.angvel_rad_s;
        }
        let mask = Mask::new(&self.masks[position]).changed_within(self.swept);
        let moved = self.boundary.move_solids(&mut self.lattice, &mask, &[(1, motion)]);
        moved.expect("a tenth of a cell a step");
        self.boundary.apply(&mut self.lattice);
    }
}

/// Time that `part` takes out of whole steps.
fn time(case: &mut Case, steps: u64, part: impl Fn(&mut Case), rest: impl Fn(&mut Case)) -> Duration {
    (0..steps)
        .map(|_| {
            let start = Instant::now();
            part(case);
            let taken = start.elapsed();
            rest(case);
            taken
        })
        .sum()
}

/// The boundaries' part of a step over the sweep's, medians of many steps.
fn share(case: &mut Case, steps: usize) -> f64 {
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..steps {
        let start = Instant::now();
        case.boundaries();
        times[0].push(start.elapsed());
        let start = Instant::now();
        case.lattice.step();
        times[1].push(start.elapsed());
    }
    let [boundaries, sweep] = times.map(|mut times| {
        times.sort_unstable();
        times[steps / 2].as_secs_f64()
    });
    boundaries / sweep
}

fn turning(c: &mut Criterion) {
    let mut group = c.benchmark_group("propeller");
    for n in [100, 300, 1000] {
        let mut case = Case::new(n);
        let percent = 100.0 * share(&mut case, 20_000_000 / (n * n));
        println!("{n} × {n} cells: the boundaries take {percent:.1} % of the sweep's time");
        let sweep = |case: &mut Case| {
            case.lattice.step();
        };
        let inner = |c: &ContourCell| c.cell.iter().all(|k| (1..n - 1).contains(k));
        let solid_cells = case.boundary.contour().filter(inner).count();
        group.throughput(Throughput::Elements(case.boundary.contour().count() as u64));
        group.bench_function(
            BenchmarkId::new(format!("boundaries, {solid_cells} cells beside it"), n),
            |b| {
                // The sweep in between is not timed; it keeps the caches and the flow as they are in a run.
                b.iter_custom(|steps| time(&mut case, steps, Case::boundaries, sweep));
            },
        );
        group.throughput(Throughput::Elements((n * n) as u64));
        group.bench_function(BenchmarkId::new("sweep", n), |b| {
            b.iter_custom(|steps| {
                (0..steps)
                    .map(|_| {
                        case.boundaries();
                        time(&mut case, 1, sweep, |_| {})
                    })
                    .sum()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, turning);
criterion_main!(benches);
