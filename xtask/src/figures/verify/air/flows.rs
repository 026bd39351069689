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

/// Steps of a hill of 32 cells.
const HILL_STEPS: u32 = 55;

/// Smoke, its center, and its variance along each axis.
type Spread = (f64, [f64; 3], [f64; 3]);

/// What the grid makes of a hill of smoke that spreads in a wind.
struct Hill {
    before: Spread,
    after: Spread,
    /// Paths along each axis, cells.
    path: [f64; 3],
    /// `2 D t`, cells².
    growth: f64,
    /// Root of the mean squared deviation from the exact hill at the end, over the root of its own mean square.
    error: f64,
}

/// A hill of the same shape, path and growth in grids of any number of cells: time steps go as the squares of cells.
fn hill(cells: usize) -> Hill {
    let scale = cells as f64 / 32.0;
    let (diffusivity, velocity) = (0.04, [0.06, -0.04, 0.02].map(|u| u / scale));
    let (sigma, steps) = (2.5 * scale, (f64::from(HILL_STEPS) * scale * scale) as u32);
    let n = [cells; 3];
    // Concentration of the exact hill after a time.
    let exact = |cell: [isize; 3], time: f64| {
        let variance = sigma * sigma + 2.0 * diffusivity * time;
        let along = |a: usize| cell[a] as f64 - 0.5 * cells as f64 - velocity[a] * time;
        let apart: f64 = (0..3).map(|a| along(a).powi(2)).sum();
        (sigma * sigma / variance).powf(1.5) * (-0.5 * apart / variance).exp()
    };
    let mut air = Air::builder(n).diffusivity(diffusivity).build().expect("in range");
    for cell in each(n) {
        let velocity = velocity.map(|u| u as f32);
        let concentration = exact(cell, 0.0) as f32;
        air.set_cell(cell, AirMoments { density: 1.0, velocity, concentration });
    }
    let spread = |air: &Air| -> Spread {
        let sum = |of: &dyn Fn([isize; 3]) -> f64| -> f64 {
            each(n).map(|cell| f64::from(air.moments(cell).concentration) * of(cell)).sum()
        };
        let smoke = sum(&|_| 1.0);
        let center = [0, 1, 2].map(|a| sum(&|cell| cell[a] as f64) / smoke);
        (smoke, center, [0, 1, 2].map(|a| sum(&|cell| (cell[a] as f64 - center[a]).powi(2)) / smoke))
    };
    let start = steps / 10;
    (0..start).for_each(|_| assert!(air.step(), "a hill spreads"));
    let before = spread(&air);
    (start..steps).for_each(|_| assert!(air.step(), "a hill spreads"));
    let time = f64::from(steps);
    let square = |of: &dyn Fn([isize; 3]) -> f64| -> f64 { each(n).map(|cell| of(cell).powi(2)).sum() };
    let off = square(&|cell| f64::from(air.moments(cell).concentration) - exact(cell, time));
    let measured = f64::from(steps - start);
    Hill {
        before,
        after: spread(&air),
        path: velocity.map(|u| u * measured),
        growth: 2.0 * diffusivity * measured,
        error: (off / square(&|cell| exact(cell, time))).sqrt(),
    }
}

/// Smoke, growth of the variance over `2 D t` and path over `u t` along each axis, and how fast a finer grid comes closer to the exact hill.
pub(in crate::verify) fn gaussian_hill() -> Vec<Row> {
    let row = |quantity: String, value, reference, tolerance| Row {
        case: "Gaussian hill in air",
        quantity,
        value,
        reference,
        tolerance,
    };
    let [coarse, fine] = [32, 64].map(hill);
    let (smoke, from, narrow) = fine.before;
    let (left, to, wide) = fine.after;
    let mut rows = vec![row("smoke, over that at the start".to_owned(), left / smoke, 1.0, 1e-6)];
    for (a, axis) in ["x", "y", "z"].into_iter().enumerate() {
        let grown = (wide[a] - narrow[a]) / fine.growth;
        rows.push(row(format!("growth of σ² along {axis} / 2Dt"), grown, 1.0, 0.01));
        let path = (to[a] - from[a]) / fine.path[a];
        rows.push(row(format!("path along {axis}, over exact"), path, 1.0, 0.003));
    }
    for (cells, of, tolerance) in [(32, &coarse, 0.03), (64, &fine, 0.008)] {
        rows.push(row(format!("deviation from the exact hill, {cells} cells"), of.error, 0.0, tolerance));
    }
    let order = (coarse.error / fine.error).log2().min(2.1);
    rows.push(row("order (at least 1.9)".to_owned(), order, 2.1, 0.2));
    rows
}
