//! A hill of concentration that a uniform flow carries along: σ² = σ0² + 2 D t.

use lbm_core::{Ends, Scalar};

use crate::verify::row::Row;

const STEPS: usize = 400;
/// Steps from rest until the flow is established.
const START: usize = 20;
const DIFFUSIVITY: f64 = 0.04;
const SIGMA: f64 = 5.0;

/// Center and variance along each axis.
fn spread<const D: usize, const Q: usize>(
    hill: &Scalar<D, Q>,
    index: fn(usize) -> [usize; D],
) -> [[f64; 2]; D] {
    let cells = 0..hill.cells().iter().product::<usize>();
    let c = |k: usize| f64::from(hill.concentration(index(k)));
    let total: f64 = cells.clone().map(c).sum();
    std::array::from_fn(|axis| {
        let at = |k: usize| index(k)[axis] as f64;
        let center = cells.clone().map(|k| c(k) * at(k)).sum::<f64>() / total;
        [center, cells.clone().map(|k| c(k) * (at(k) - center).powi(2)).sum::<f64>() / total]
    })
}

fn hill<const D: usize, const Q: usize>(
    cells: [usize; D],
    index: fn(usize) -> [usize; D],
    velocity: [f64; D],
) -> Vec<(&'static str, f64, f64)> {
    let count = cells.iter().product::<usize>();
    let mut hill = Scalar::<D, Q>::new(cells, DIFFUSIVITY, [Ends::Periodic; D]).expect("in range");
    for cell in (0..count).map(index) {
        let apart: f64 = (0..D).map(|axis| (cell[axis] as f64 - cells[axis] as f64 * 0.5).powi(2)).sum();
        hill.set(cell, (-0.5 * apart / (SIGMA * SIGMA)).exp() as f32);
    }
    let flow = velocity.map(|u| vec![u as f32; count]);
    let run = |hill: &mut Scalar<D, Q>, steps: usize| {
        for _ in 0..steps {
            assert!(
                hill.step(std::array::from_fn(|axis| flow[axis].as_slice())),
                "concentrations stay numbers"
            );
        }
    };
    run(&mut hill, START);
    let start = spread(&hill, index);
    run(&mut hill, STEPS);
    let end = spread(&hill, index);
    let mut figures = Vec::new();
    for (axis, name) in ["x", "y", "z"].into_iter().enumerate().take(D) {
        figures.push((
            name,
            (end[axis][1] - start[axis][1]) / (2.0 * DIFFUSIVITY * STEPS as f64),
            (end[axis][0] - start[axis][0]) / (velocity[axis] * STEPS as f64),
        ));
    }
    figures
}

pub(in crate::verify) fn rows() -> Vec<Row> {
    let plane = hill::<2, 5>([96, 90], |k| [k % 96, k / 96], [0.03, -0.015]);
    let space = hill::<3, 7>([96, 90, 90], |k| [k % 96, k / 96 % 90, k / (96 * 90)], [0.02, -0.01, 0.01]);
    let mut rows = Vec::new();
    for (lattice, figures) in [("D2Q5", plane), ("D3Q7", space)] {
        for (axis, variance, path) in figures {
            let row = |quantity, value, tolerance| Row {
                case: "Gaussian hill",
                quantity,
                value,
                reference: 1.0,
                tolerance,
            };
            rows.push(row(format!("growth of σ² along {axis} / 2Dt, {lattice}"), variance, 0.003));
            rows.push(row(format!("path along {axis}, over exact, {lattice}"), path, 0.003));
        }
    }
    rows
}
