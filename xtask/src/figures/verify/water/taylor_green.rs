//! Vortices that viscosity wears down: E ∝ exp(−4 ν k² t).

use lbm_core::{Collision, Lattice, Units};

use crate::verify::row::Row;
use crate::verify::tank::{GRAVITY, Tank};

/// The viscosity that the decay of the vortices shows, over the one that τ states.
fn viscosity(cells: usize, collision: Collision, gas: bool) -> f64 {
    let (length, depth) = (1.0, 1.0);
    let units = Units::from_gravity_number(length / cells as f64, depth, 0.3, GRAVITY).expect("in range");
    let speed = 0.01 * units.lattice_speed_m_s() * 16.0 / cells as f64;
    let k = std::f64::consts::TAU / length;
    let builder = Lattice::builder(cells, cells, units).collision(collision);
    let mut tank = Tank::periodic(if gas { builder.ideal_gas() } else { builder });
    tank.fill(|x, y| {
        let [(sx, cx), (sy, cy)] = [(k * x).sin_cos(), (k * y).sin_cos()];
        let eta = speed * speed / (4.0 * GRAVITY) * ((2.0 * k * x).cos() + (2.0 * k * y).cos());
        (depth + eta, [speed * sx * cy, -speed * cx * sy])
    });
    let energy = |tank: &Tank| -> f64 {
        let speed2 = |c: usize| tank.velocity_m_s(c % cells, c / cells).iter().map(|u| u * u).sum::<f64>();
        (0..cells * cells).map(speed2).sum()
    };
    let stated = units.viscosity_m2_s(collision.tau());
    let time = 1.0 / (4.0 * stated * k * k);
    tank.run_for(0.2 * time);
    let (start, before) = (tank.lattice.steps(), energy(&tank));
    tank.run_for(time);
    let passed = (tank.lattice.steps() - start) as f64 * units.time_step_s();
    (before / energy(&tank)).ln() / (4.0 * k * k * passed) / stated
}

pub(in crate::verify) fn rows() -> Vec<Row> {
    let operators = [
        ("BGK", Collision::Bgk { tau: 0.8 }),
        ("TRT", Collision::Trt { tau: 0.8, magic: 0.25 }),
        ("central moments", Collision::CentralMoments { tau: 0.8, bulk_tau: 0.8 }),
    ];
    let row = |quantity: String, value, reference, tolerance| Row {
        case: "Taylor–Green",
        quantity,
        value,
        reference,
        tolerance,
    };
    let mut rows: Vec<Row> = operators
        .iter()
        .map(|&(name, collision)| {
            row(format!("ν over stated, {name}"), viscosity(32, collision, false), 1.0, 0.01)
        })
        .collect();
    rows.push(row("ν over stated, BGK, gas".to_owned(), viscosity(32, operators[0].1, true), 1.0, 0.01));
    let [coarse, fine] = [32, 64].map(|cells| (viscosity(cells, operators[0].1, false) - 1.0).abs());
    rows.push(row("order, BGK (at least 1.9)".to_owned(), (coarse / fine).log2().min(2.1), 2.1, 0.2));
    rows
}
