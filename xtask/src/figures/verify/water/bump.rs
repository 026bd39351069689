//! Subcritical flow over a bump: Bernoulli's law.

use lbm_boundary::SideKind;
use lbm_core::{Collision, Lattice, Units};

use crate::verify::row::Row;
use crate::verify::tank::{GRAVITY, Tank};

const CELLS: usize = 250;
const DEPTH_M: f64 = 2.0;
const DISCHARGE_M2_S: f64 = 4.42;

pub(in crate::verify) fn rows() -> Vec<Row> {
    let dx = 25.0 / CELLS as f64;
    let units = Units::from_gravity_number(dx, DEPTH_M, 0.1, GRAVITY).expect("in range");
    let bed = |x: f64, _: f64| (0.2 - 0.05 * (x - 10.0).powi(2)).max(0.0);
    let collision = Collision::CentralMoments { tau: 0.52, bulk_tau: 0.7 };
    let builder = Lattice::builder(CELLS, 1, units).rest_depth_m(DEPTH_M).bed_m(bed).collision(collision);
    let velocity_m_s = DISCHARGE_M2_S / DEPTH_M;
    let sides = [
        SideKind::Inflow { velocity_m_s, level_m: Some(DEPTH_M) },
        SideKind::Outflow,
        SideKind::Periodic,
        SideKind::Periodic,
    ];
    let mut tank = Tank::new(builder, sides);
    tank.fill(|x, y| {
        let depth = DEPTH_M - bed(x, y);
        (depth, [DISCHARGE_M2_S / depth, 0.0])
    });
    let sane = tank.run_for(200.0);
    let crest = (10.0 / dx) as usize;
    let row = |quantity: &str, value: f64, reference: f64, tolerance: f64| Row {
        case: "subcritical bump",
        quantity: quantity.to_owned(),
        value: if sane { value } else { f64::NAN },
        reference,
        tolerance,
    };
    let exact = bernoulli(bed(center(crest, dx), 0.0));
    let discharge = tank.depth_m(crest, 0) * tank.velocity_m_s(crest, 0)[0];
    vec![
        row("depth on the crest [m]", tank.depth_m(crest, 0), exact, 0.002 * exact),
        row("discharge on the crest [m²/s]", discharge, DISCHARGE_M2_S, 0.002 * DISCHARGE_M2_S),
    ]
}

fn center(cell: usize, dx: f64) -> f64 {
    (cell as f64 + 0.5) * dx
}

/// The subcritical depth over a bed of this height with the head of the inflow.
fn bernoulli(bed_m: f64) -> f64 {
    let head = |h: f64| h + DISCHARGE_M2_S.powi(2) / (2.0 * GRAVITY * h * h);
    let wanted = head(DEPTH_M) - bed_m;
    let critical = (DISCHARGE_M2_S.powi(2) / GRAVITY).cbrt();
    let (mut low, mut high) = (critical, DEPTH_M);
    for _ in 0..100 {
        let h = 0.5 * (low + high);
        if head(h) < wanted { low = h } else { high = h }
    }
    low
}
