//! A weak thermal: a puff of smoke that rises and spreads, as wide as it has risen.
//!
//! Where viscosity `ν` spreads momentum as smoke spreads, and the flow is too slow to deform the puff (Morton 1960, *Weak thermal vortex
//! rings*), a puff of smoke `Q` that starts at a point at time 0 is a Gaussian of the variance `2 ν t`, and the flow is that of its buoyancy
//! without the part that pressure takes: in Fourier space `ŵ = (1 − k_z²/k²) b Q t exp(−ν k² t)`. Of these follows the mean speed of its
//! smoke, `(1/Q) ∫ C w dV`, and with it how far it has risen:
//!
//! ```text
//! w = b Q / 12 (2 π)^(3/2) ν^(3/2) t^(1/2),   z = b Q t^(1/2) / 6 (2 π)^(3/2) ν^(3/2) ∝ σ
//! ```
//!
//! A puff of the variance `2 ν t₀` that starts at rest has `(t − t₀) / t` times that speed. In a periodic box of volume `V` it rises in a
//! frame that its buoyancy accelerates, `b Q / V`, and the same flow lacks its mean, ⅔ of that.

use std::f64::consts::PI;

use lbm_core::{Air, AirMoments, Collision};

use super::each;
use crate::verify::row::Row;

/// Of momentum and of smoke, cells² a step.
const VISCOSITY: f64 = 0.1;

/// Rise over width of a puff from a point: a tenth, so that it is weak.
const RISE: f64 = 0.1;

/// Growth of the variance, speed and rise over those of the law, in a cube of 32 `σ` of the puff at the start and ten at the end.
fn over_law(cells: usize) -> [f64; 3] {
    let n = [cells; 3];
    let nu = VISCOSITY;
    let (start, end) = [32.0, 10.0].map(|part| (cells as f64 / part).powi(2) / (2.0 * nu)).into();
    let steps = (end - start).round();
    let end = start + steps;
    // `b Q` of a puff whose rise is a tenth of its width, and the smoke whose greatest concentration is 1 at the start.
    let around = (2.0 * PI).powf(1.5);
    let flux = RISE * 6.0 * 2.0f64.sqrt() * around * nu * nu;
    let smoke = around * (2.0 * nu * start).powf(1.5);
    let builder = Air::builder(n).collision(Collision::Bgk { tau: 0.5 + 3.0 * nu }).diffusivity(nu);
    let mut air = builder.buoyancy(flux / smoke).build().expect("in range");
    let middle = 0.5 * (cells - 1) as f64;
    for cell in each(n) {
        let apart: f64 = cell.iter().map(|&at| (at as f64 - middle).powi(2)).sum();
        let concentration = (-apart / (4.0 * nu * start)).exp() as f32;
        air.set_cell(cell, AirMoments { density: 1.0, velocity: [0.0; 3], concentration });
    }
    let spread = |air: &Air| {
        let sum = |of: &dyn Fn([isize; 3]) -> f64| -> f64 {
            each(n).map(|cell| f64::from(air.moments(cell).concentration) * of(cell)).sum()
        };
        let all = sum(&|_| 1.0);
        let variance = sum(&|cell| (cell[0] as f64 - middle).powi(2)) / all;
        (variance, sum(&|cell| cell[2] as f64) / all, all)
    };
    let (narrow, low, all) = spread(&air);
    let flux = air.buoyancy() * all;
    (0..steps as u64).for_each(|_| assert!(air.step(), "a thermal rises"));
    let (wide, high, _) = spread(&air);
    let rising: f64 = each(n)
        .map(|cell| air.moments(cell))
        .map(|of| f64::from(of.concentration) * f64::from(of.velocity[2]))
        .sum();
    let volume = (cells * cells * cells) as f64;
    // Of the box: its frame, less the mean that the flow lacks.
    let of_box = flux / volume / 3.0;
    let of_law = flux / (12.0 * around * nu.powf(1.5));
    let speed = of_law * steps / end.powf(1.5) + of_box * steps;
    let rise = of_law * (2.0 * end.sqrt() + 2.0 * start / end.sqrt() - 4.0 * start.sqrt());
    let rise = rise + 0.5 * of_box * steps * steps;
    [(wide - narrow) / (2.0 * nu * steps), rising / all / speed, (high - low) / rise]
}

pub(in crate::verify) fn thermal() -> Vec<Row> {
    let mut rows = Vec::new();
    for (cells, tolerance) in [(32, 0.05), (64, 0.02)] {
        let [growth, speed, rise] = over_law(cells);
        for (of, value) in
            [("growth of σ² / 2νt", growth), ("speed over law", speed), ("rise over law", rise)]
        {
            let quantity = format!("{of}, {cells}³ cells");
            rows.push(Row { case: "weak thermal", quantity, value, reference: 1.0, tolerance });
        }
    }
    rows
}
