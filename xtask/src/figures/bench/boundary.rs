use lbm_boundary::{Boundary, Slip, Wall};
use lbm_core::{Collision, Lattice, Units};

use super::row::Row;
use super::timing::{median_times, pool};

#[path = "../../../../lbm-boundary/benches/cases/mod.rs"]
mod cases;

use cases::{Case, GROWTH, Setup};

/// Laps of the propellers; the best counts.
fn laps(n: usize) -> usize {
    (3_000_000 / (n * n)).clamp(5, 100)
}

/// The boundaries' work for the scenario's propeller against the sweep of the same step, by one and two threads, what of it is
/// the sides', and against what it takes to reach the populations that it needs; with interpolated walls, whose distances are given. Then steps
/// of a basin, several in one traversal against single ones. Then what it grows
/// with: a propeller on larger and larger grids against the smallest one, a link of several against one of one.
pub(super) fn measure() -> Vec<Row> {
    let mut rows = Vec::new();
    for (n, stream) in [(100, false), (100, true), (1000, false), (1000, true)] {
        for threads in [1, 2] {
            let times = times(Setup::propeller(n, stream), threads);
            let Times { work, sweep, floor, sides, .. } = times;
            let place = if stream { "a stream" } else { "a basin" };
            let mut row = |what: &str, value: f64, against: &str, bound: f64| {
                let case = format!("{n}² {what} {place} / {against}");
                let [value, bound] = [value, bound].map(|time| 1e6 * time);
                rows.push(Row { bench: "boundary", case, threads, value, unit: "µs", bound });
            };
            row("propeller in", work, "sweep", sweep);
            if threads == 1 {
                row("the sides alone of", sides, "sweep", sweep);
                row("propeller in", work, "access alone", floor);
            }
        }
    }
    let interpolated = Setup { wall: Wall::Interpolated(Slip::NoSlip), ..Setup::propeller(100, false) };
    let [value, bound] = {
        let times = times(interpolated, 1);
        [times.work, times.sweep].map(|time| 1e6 * time)
    };
    let case = "100² propeller with interpolated walls / sweep".into();
    rows.push(Row { bench: "boundary", case, threads: 1, value, unit: "µs", bound });
    for n in [200, 512, 1024] {
        for threads in [1, 2] {
            rows.push(traversals(n, threads));
        }
    }
    let (mut smallest, mut alone) = (None, f64::NAN);
    for setup in GROWTH {
        let Times { links, work, .. } = times(setup, 1);
        let (time, a_link) = (1e6 * work, 1e9 * work / f64::from(links));
        let count = setup.per_side * setup.per_side;
        let (value, bound, unit) = if count == 1 {
            alone = a_link;
            (time, *smallest.get_or_insert(time), "µs")
        } else {
            (a_link, alone, "ns/link")
        };
        let case = format!("{}² {count} propellers, {links} links", setup.n);
        rows.push(Row { bench: "boundary", case, threads: 1, value, unit, bound });
    }
    rows
}

/// Steps in one traversal, of a turn, and turns.
const TOGETHER: usize = 4;
const STEPS: usize = 17;
const TURNS: usize = 21;

/// Steps of water between four walls with its boundaries, several in one traversal of memory against single ones.
fn traversals(n: usize, threads: usize) -> Row {
    let basin = |steps_per_traversal: usize| {
        let units = Units::from_gravity_number(0.5, 4.0, 0.15, 9.81).expect("in range");
        let builder = Lattice::builder(n, n, units).rest_depth_m(4.0).collision(Collision::Bgk { tau: 0.6 });
        let mut lattice = builder.steps_per_traversal(steps_per_traversal).build().expect("in range");
        for k in 0..n * n {
            let wave = 0.1 * (0.1 * (k % n) as f64).sin() * (0.07 * (k / n) as f64).cos();
            lattice.set_cell_m(k % n, k / n, 4.0 + wave, [0.0; 2]);
        }
        let boundary = Boundary::builder().build(&lattice).expect("in range");
        (lattice, boundary)
    };
    let [value, bound] = pool(threads).install(|| {
        let ((mut several, mut of_several), (mut single, mut of_single)) = (basin(TOGETHER), basin(1));
        let mut traverse = || assert!(of_several.steps(&mut several, STEPS));
        let mut step = || {
            for _ in 0..STEPS {
                of_single.apply(&mut single);
                assert!(single.step());
            }
        };
        median_times([&mut traverse, &mut step], TURNS).map(|time| 1e6 * time / STEPS as f64)
    });
    let case = format!("{n}² basin, {TOGETHER} steps a traversal / single, {TURNS} turns");
    Row { bench: "boundary", case, threads, value, unit: "µs", bound }
}

/// Links of a set-up, and seconds a step.
struct Times {
    links: u32,
    work: f64,
    sweep: f64,
    floor: f64,
    sides: f64,
}

fn times(setup: Setup, threads: usize) -> Times {
    pool(threads).install(|| {
        let mut case = Case::new(setup);
        let links = case.links();
        let [work, sweep] = case.times(laps(setup.n));
        let (floor, sides) = (case.floor(laps(setup.n)), setup.sides_alone(laps(setup.n)));
        Times { links, work, sweep, floor, sides }
    })
}
