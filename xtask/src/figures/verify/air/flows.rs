//! Vortices that viscosity wears down, and a hill of smoke in a wind: both with all of the sweep of air.

use std::f64::consts::TAU;

use lbm_core::{Air, AirMoments, Collision};

use super::each;
use crate::verify::row::Row;

/// Relaxation time of the vortices.
const VORTEX_TAU: f64 = 0.8;

/// The viscosity that vortices `sin x cos y cos z` show by `E ∝ exp(−6 ν k² t)`, over the one that τ states, at a Reynolds
/// number of 0.02: there they do not stretch each other.
fn viscosity(cells: usize) -> f64 {
    let n = [cells; 3];
    let k = TAU / cells as f64;
    let stated = (VORTEX_TAU - 0.5) / 3.0;
    let speed = 0.02 * stated * k;
    let mut air = Air::builder(n).collision(Collision::Bgk { tau: VORTEX_TAU }).build().expect("in range");
    for cell in each(n) {
        let [(sx, cx), (sy, cy), (_, cz)] = cell.map(|at| (k * at as f64).sin_cos());
        let velocity = [speed * sx * cy * cz, -speed * cx * sy * cz, 0.0].map(|u| u as f32);
        air.set_cell(cell, AirMoments { density: 1.0, velocity, concentration: 0.0 });
    }
    let energy = |air: &Air| -> f64 {
        let squared = |cell| air.moments(cell).velocity.iter().map(|&u| f64::from(u).powi(2)).sum::<f64>();
        each(n).map(squared).sum()
    };
    let steps = (1.0 / (6.0 * stated * k * k)).round() as usize;
    (0..steps / 4).for_each(|_| assert!(air.step(), "vortices decay"));
    let before = energy(&air);
    (0..steps).for_each(|_| assert!(air.step(), "vortices decay"));
    (before / energy(&air)).ln() / (6.0 * k * k * steps as f64) / stated
}

pub(in crate::verify) fn taylor_green() -> Vec<Row> {
    let row = |quantity: &str, value, reference, tolerance| Row {
        case: "Taylor–Green in space",
        quantity: quantity.to_owned(),
        value,
        reference,
        tolerance,
    };
    let [coarse, fine] = [16, 32].map(viscosity);
    let order = ((coarse - 1.0) / (fine - 1.0)).abs().log2().min(2.1);
    vec![
        row("ν over stated, air, 16 cells", coarse, 1.0, 0.04),
        row("ν over stated, air, 32 cells", fine, 1.0, 0.01),
        row("order (at least 1.9)", order, 2.1, 0.2),
    ]
}

/// Cells along each axis of the box that the hill is in.
const SIDE: usize = 64;

/// Growth of the variance over `2 D t`, and path over `u t`, along each axis.
pub(in crate::verify) fn gaussian_hill() -> Vec<Row> {
    let (diffusivity, velocity, sigma, steps) = (0.04, [0.03, -0.02, 0.01], 5.0, 200);
    let mut air = Air::builder([SIDE; 3]).diffusivity(diffusivity).build().expect("in range");
    for cell in each([SIDE; 3]) {
        let apart: f64 = cell.iter().map(|&at| (at as f64 - SIDE as f64 / 2.0).powi(2)).sum();
        let concentration = (-0.5 * apart / (sigma * sigma)).exp() as f32;
        let velocity = velocity.map(|u| u as f32);
        air.set_cell(cell, AirMoments { density: 1.0, velocity, concentration });
    }
    let spread = |air: &Air| -> (f64, [f64; 3], [f64; 3]) {
        let sum = |of: &dyn Fn([isize; 3]) -> f64| -> f64 {
            each([SIDE; 3]).map(|cell| f64::from(air.moments(cell).concentration) * of(cell)).sum()
        };
        let smoke = sum(&|_| 1.0);
        let center = [0, 1, 2].map(|a| sum(&|cell| cell[a] as f64) / smoke);
        (smoke, center, [0, 1, 2].map(|a| sum(&|cell| (cell[a] as f64 - center[a]).powi(2)) / smoke))
    };
    (0..20).for_each(|_| assert!(air.step(), "a hill spreads"));
    let (smoke, from, narrow) = spread(&air);
    (0..steps).for_each(|_| assert!(air.step(), "a hill spreads"));
    let (left, to, wide) = spread(&air);
    let row = |quantity: String, value, tolerance| Row {
        case: "Gaussian hill in air",
        quantity,
        value,
        reference: 1.0,
        tolerance,
    };
    let mut rows = vec![row("smoke, over that at the start".to_owned(), left / smoke, 1e-6)];
    for (a, axis) in ["x", "y", "z"].into_iter().enumerate() {
        let grown = (wide[a] - narrow[a]) / (2.0 * diffusivity * f64::from(steps));
        rows.push(row(format!("growth of σ² along {axis} / 2Dt"), grown, 0.01));
        let path = (to[a] - from[a]) / (velocity[a] * f64::from(steps));
        rows.push(row(format!("path along {axis}, over exact"), path, 0.003));
    }
    rows
}
