//! The sweep of a gas, of what it carries, and of both together: bytes against what copying moves.

use lbm_core::{Air, Collision, Ends, Lattice3, Scalar2, Scalar3, d3q19};

use super::bounds::Bounds;
use super::row::Row;
use super::timing::{median_times, pool};

/// Cells along an edge of the cube.
const SIDE: usize = 64;
/// Cells along a side of the square.
const SQUARE: usize = 512;
/// Timed runs of each case, and steps of each.
const RUNS: usize = 21;
const STEPS: usize = 4;

/// Periodic lattices by one and two threads. An update moves each population from memory and back.
pub(super) fn measure() -> Vec<Row> {
    let cube = SIDE * SIDE * SIDE;
    let trt = Collision::Trt { tau: 0.51, magic: 0.25 };
    let mut gas = Lattice3::builder([SIDE; 3]).build().expect("in range");
    let builder = Air::builder([SIDE; 3]).buoyancy(1e-3);
    let mut smoky = builder.build().expect("in range");
    let mut stirred = builder.collision(trt).smagorinsky(0.12).build().expect("in range");
    let mut cloud = Scalar3::new([SIDE; 3], 0.1, [Ends::Periodic; 3]).expect("in range");
    let mut sheet = Scalar2::new([SQUARE; 2], 0.1, [Ends::Periodic; 2]).expect("in range");
    let calm = vec![0.0; cube.max(SQUARE * SQUARE)];
    let (of_cube, of_square) = (&calm[..cube], &calm[..SQUARE * SQUARE]);
    let mut rows = Vec::new();
    let mut measure = |case: &str, [cells, row, q]: [usize; 3], step: &mut (dyn FnMut() -> bool + Send)| {
        for threads in [1, 2] {
            let mut bounds = Bounds::new(row, cells / row, q);
            let copied = bounds.bytes_copied() * STEPS as f64;
            let moved = (2 * q * size_of::<f32>() * cells * STEPS) as f64;
            let [copy, sweep] = pool(threads).install(|| {
                let mut copy = || (0..STEPS).for_each(|_| bounds.copy());
                let mut sweep = || (0..STEPS).for_each(|_| assert!(step()));
                median_times([&mut copy, &mut sweep], RUNS)
            });
            let case = format!("{case}, {} B an update ({RUNS} runs)", 2 * q * size_of::<f32>());
            let [value, bound] = [moved / sweep, copied / copy].map(|rate| rate * 1e-6);
            rows.push(Row { bench: "smoke", case, threads, value, unit: "MB/s", bound });
        }
    };
    measure("gas 64³", [cube, SIDE, d3q19::Q], &mut || gas.step());
    measure("smoke 64³", [cube, SIDE, 7], &mut || cloud.step([of_cube; 3]));
    measure("gas and smoke 64³", [cube, SIDE, Air::POPULATIONS], &mut || smoky.step());
    measure("the same, TRT, eddies", [cube, SIDE, Air::POPULATIONS], &mut || stirred.step());
    measure("smoke 512²", [SQUARE * SQUARE, SQUARE, 5], &mut || sheet.step([of_square; 2]));
    rows
}
