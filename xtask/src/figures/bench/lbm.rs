use std::cell::RefCell;
use std::time::Duration;

use lbm_core::d2q9::{C, OPPOSITE, Q};
use lbm_core::{BorderRow, Collision, Instructions, Lattice, LatticeBuilder, Units};

use super::bounds::Bounds;
use super::row::Row;
use super::timing::{medians, pool};

const TAU: f64 = 0.6;
const BGK: Collision = Collision::Bgk { tau: TAU };
/// Repetitions of each case, and the minimum time of one.
const ROUNDS: usize = 8;
const BURST: Duration = Duration::from_millis(50);

/// The sweep on three grids by one and two threads, then the other operators against BGK.
pub(super) fn measure(sizes: &[usize], traversals: &[usize]) -> Vec<Row> {
    let mut rows = Vec::new();
    for &n in sizes {
        for threads in [1, 2] {
            rows.extend(grid(n, threads, traversals));
        }
    }
    rows.extend(operators(175));
    rows
}

fn lattice(n: usize, change: impl FnOnce(LatticeBuilder) -> LatticeBuilder) -> Lattice {
    let units = Units::from_gravity_number(0.5, 4.0, 0.15, 9.81).expect("in range");
    let builder = Lattice::builder(n, n, units).rest_depth_m(4.0);
    let mut lattice = change(builder).build().expect("in range");
    for j in 0..n {
        for i in 0..n {
            let wave = 0.1 * (0.1 * i as f64).sin() * (0.07 * j as f64).cos();
            lattice.set_cell_m(i, j, 4.0 + wave, [0.0, 0.0]);
        }
    }
    lattice
}

/// Steps that make a call worth timing.
fn steps(n: usize) -> usize {
    (300_000 / (n * n)).max(16)
}

fn mlups(n: usize, time: f64) -> f64 {
    (n * n * steps(n)) as f64 / time * 1e-6
}

/// Nine populations, read once and written once.
const BYTES_PER_UPDATE: f64 = 2.0 * Q as f64 * 4.0;

/// One step at a time, then several in one traversal of memory, in a basin with four walls: updates against those of
/// memory alone, bytes against what copying moves.
fn grid(n: usize, threads: usize, traversals: &[usize]) -> Vec<Row> {
    let mut bounds = Bounds::new(n, n, Q);
    let mut rows = Vec::new();
    let mut measure = |case: &str, work: &mut (dyn FnMut(usize) + Send)| {
        let steps = steps(n);
        let copied = bounds.bytes_copied() * steps as f64;
        let ([update, copy, time], runs) = pool(threads).install(|| {
            let bounds = RefCell::new(&mut bounds);
            let mut update = || (0..steps).for_each(|_| bounds.borrow_mut().update());
            let mut copy = || (0..steps).for_each(|_| bounds.borrow_mut().copy());
            let mut work = || work(steps);
            medians([&mut update, &mut copy, &mut work], ROUNDS, BURST)
        });
        let (case, value) = (format!("{n}² BGK {case}, {runs} runs"), mlups(n, time));
        let moved = format!("{case}, {BYTES_PER_UPDATE} B an update");
        let row = |case, value, unit, bound| Row { bench: "lbm", case, threads, value, unit, bound };
        rows.push(row(case, value, "MLUP/s", mlups(n, update)));
        rows.push(row(moved, value * BYTES_PER_UPDATE, "MB/s", copied / copy * 1e-6));
    };
    let mut water = lattice(n, |builder| builder.collision(BGK));
    measure("single steps", &mut |steps| (0..steps).for_each(|_| assert!(water.step())));
    drop(water);
    for &several in traversals {
        let mut water = lattice(n, |builder| builder.collision(BGK).steps_per_traversal(several));
        let sides = |row: &mut BorderRow<'_>| walls(row);
        measure(&format!("{several} steps a traversal"), &mut |steps| {
            assert!(water.steps_with(steps, &sides))
        });
    }
    rows
}

/// Half-way bounce-back at the four sides.
fn walls(row: &mut BorderRow<'_>) {
    let [nx, ny] = [row.layout().nx(), row.layout().ny()].map(|n| n as isize);
    let j = row.j();
    for q in 1..Q {
        let [dx, dy] = C[q].map(|c| c as isize);
        if !(0..ny).contains(&(j + dy)) {
            continue;
        }
        let mut bounce_back =
            |i: isize| row.set_population(q, i, row.population(OPPOSITE[q], i + dx, j + dy));
        match dx {
            _ if !(0..ny).contains(&j) => (-dx..nx - dx).for_each(bounce_back),
            1 => bounce_back(-1),
            -1 => bounce_back(nx),
            _ => {}
        }
    }
}

fn operators(n: usize) -> Vec<Row> {
    let mut narrowest = lattice(n, |b| b.collision(BGK));
    if let Some(vectors) = Instructions::all().into_iter().rfind(|instructions| instructions.lanes() > 1) {
        narrowest.set_instructions(vectors);
    }
    let cases: [(&str, Lattice); 4] = [
        ("TRT", lattice(n, |b| b.collision(Collision::Trt { tau: TAU, magic: 0.25 }))),
        (
            "central moments",
            lattice(n, |b| b.collision(Collision::CentralMoments { tau: TAU, bulk_tau: TAU })),
        ),
        ("BGK + Smagorinsky", lattice(n, |b| b.collision(BGK).smagorinsky(0.15))),
        ("BGK, narrowest vectors", narrowest),
    ];
    let mut bgk = lattice(n, |b| b.collision(BGK));
    let against_bgk = |(name, mut water): (&str, Lattice)| {
        let (times, runs) = pool(1).install(|| {
            let mut first = || (0..steps(n)).for_each(|_| assert!(bgk.step()));
            let mut second = || (0..steps(n)).for_each(|_| assert!(water.step()));
            medians([&mut first, &mut second], ROUNDS, BURST)
        });
        let [reference, value] = times.map(|time| mlups(n, time));
        let case = format!("{n}² {name} against BGK, {runs} runs");
        Row { bench: "lbm", case, threads: 1, value, unit: "MLUP/s", bound: reference }
    };
    cases.into_iter().map(against_bgk).collect()
}
