//! A circular dam breaks in the middle of a square basin: it spreads, and comes back from the walls, alike on all sides.

use lbm_core::{Collision, Lattice, Units};

use crate::verify::row::Row;
use crate::verify::tank::{GRAVITY, Tank};

const CELLS: usize = 101;
const CELL_M: f64 = 0.5;

/// Number of cells whose elevation differs in any bit from that of their image by a quarter turn or a mirror.
fn asymmetric(collision: Collision) -> usize {
    let units = Units::from_gravity_number(CELL_M, 8.0, 0.15, GRAVITY).expect("in range");
    let builder = Lattice::builder(CELLS, CELLS, units).rest_depth_m(4.0).collision(collision);
    let mut tank = Tank::closed(builder);
    let middle = 0.5 * CELLS as f64 * CELL_M;
    tank.fill(|x, y| (if (x - middle).hypot(y - middle) < 10.0 { 8.0 } else { 4.0 }, [0.0; 2]));
    // The bore has been at the walls and is back in the middle.
    assert!(tank.run_for(8.0), "the flow is subcritical");
    let eta = |i: usize, j: usize| tank.eta_m(i, j);
    let last = CELLS - 1;
    (0..CELLS * CELLS)
        .map(|k| (k % CELLS, k / CELLS))
        .filter(|&(i, j)| {
            [eta(last - j, i), eta(last - i, j), eta(j, i)].iter().any(|&other| other != eta(i, j))
        })
        .count()
}

pub(in crate::verify) fn rows() -> Vec<Row> {
    let operators = [
        ("BGK", Collision::Bgk { tau: 0.6 }),
        ("TRT", Collision::Trt { tau: 0.6, magic: 0.25 }),
        ("central", Collision::CentralMoments { tau: 0.6, bulk_tau: 1.0 }),
    ];
    let row = |(name, collision)| Row {
        case: "circular dam 8/4 m",
        quantity: format!("cells that differ if turned, {name}"),
        value: asymmetric(collision) as f64,
        reference: 0.0,
        tolerance: 0.0,
    };
    operators.into_iter().map(row).collect()
}
