//! A cross turns and drifts in a basin: mass is conserved as it covers and uncovers cells.

use lbm_boundary::{Boundary, Mask, Motion, Wall};
use lbm_core::{Lattice, Units};

use crate::verify::row::Row;
use crate::verify::tank::GRAVITY;

const CELLS: usize = 60;
const STEPS: u32 = 10_000;

/// `[ny][nx]` labels of two crossed bars around `center`, in cells.
fn cross(center: [f64; 2], turned: f64) -> Vec<u16> {
    let (sin, cos) = turned.sin_cos();
    let inside = |k: usize| {
        let [x, y] = [(k % CELLS) as f64 + 0.5 - center[0], (k / CELLS) as f64 + 0.5 - center[1]];
        let [along, across] = [x * cos + y * sin, y * cos - x * sin].map(f64::abs);
        along.max(across) < 14.0 && along.min(across) < 3.0
    };
    (0..CELLS * CELLS).map(|k| u16::from(inside(k))).collect()
}

/// Largest change of the water's mass, relative to that at the start.
fn drift(wall: Wall) -> f64 {
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, GRAVITY).expect("in range");
    let mut lattice = Lattice::builder(CELLS, CELLS, units).build().expect("in range");
    let [turn, swing] = [0.003, 0.02];
    let place = |step: u32| 30.0 + 6.0 * (swing / 6.0 * f64::from(step)).sin();
    let first = cross([place(0), 30.0], 0.0);
    let mut boundary =
        Boundary::builder().solids(&first).wall_of(1, wall).build(&lattice).expect("the case is in range");
    let mass = |lattice: &Lattice, boundary: &Boundary| {
        lattice.totals(|k| boundary.labels()[k] == 0).mass + boundary.owed_mass()
    };
    let before = mass(&lattice, &boundary);
    let mut most: f64 = 0.0;
    for step in 1..=STEPS {
        let labels = cross([place(step), 30.0], turn * f64::from(step));
        let speed = swing * (swing / 6.0 * f64::from(step)).cos();
        let motion = Motion {
            center_m: [place(step), 30.0],
            linvel_m_s: [units.to_m_s(speed), 0.0],
            angvel_rad_s: turn / units.time_step_s(),
        };
        let moved = boundary.move_solids(&mut lattice, &Mask::new(&labels), &[(1, motion)]);
        boundary.apply(&mut lattice);
        if moved.is_err() || !lattice.step() {
            return f64::NAN;
        }
        most = most.max((mass(&lattice, &boundary) / before - 1.0).abs());
    }
    most
}

pub(in crate::verify) fn rows() -> Vec<Row> {
    let row = |wall: &str, value: f64| Row {
        case: "mass ledger",
        quantity: format!("largest drift in 10⁴ steps, {wall}"),
        value,
        reference: 0.0,
        tolerance: 1e-6,
    };
    vec![row("no-slip", drift(Wall::NO_SLIP)), row("modified", drift(Wall::Modified))]
}
