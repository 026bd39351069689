//! A pulse leaves a basin with sponges on all sides, and spreads alike in all directions.

use lbm_boundary::SideKind;
use lbm_core::{Lattice, Units};

use super::Row;
use super::tank::{GRAVITY, Tank};

pub(super) fn rows() -> Vec<Row> {
    let (n, depth) = (81usize, 4.0);
    let units = Units::from_gravity_number(0.5, depth, 0.15, GRAVITY).expect("in range");
    let builder = Lattice::builder(n, n, units).rest_depth_m(depth);
    let mut tank = Tank::new(builder, [SideKind::Sponge { width_m: 8.0 }; 4]);
    let middle = 0.25 * n as f64;
    tank.fill(|x, y| {
        let r2 = (x - middle).powi(2) + (y - middle).powi(2);
        (depth + 0.2 * (-r2 / 5.0).exp(), [0.0; 2])
    });
    let energy = |tank: &Tank| -> f64 {
        (0..n * n)
            .map(|k| {
                let (i, j) = (k % n, k / n);
                let kinetic: f64 = tank.velocity_m_s(i, j).iter().map(|u| u * u).sum();
                tank.depth_m(i, j) * kinetic + GRAVITY * tank.elevation_m(i, j).powi(2)
            })
            .sum()
    };
    let before = energy(&tank);
    tank.run(60);
    let eta = |i: usize, j: usize| tank.elevation_m(i, j);
    let asymmetric = (0..n * n)
        .filter(|&k| {
            let (i, j) = (k % n, k / n);
            let turned = [eta(n - 1 - j, i), eta(n - 1 - i, j), eta(j, i)];
            turned.iter().any(|&other| other != eta(i, j))
        })
        .count();
    tank.run(340);
    let row = |case, quantity: &str, value, tolerance| Row {
        case,
        quantity: quantity.to_owned(),
        value,
        reference: 0.0,
        tolerance,
    };
    vec![
        row("circular pulse", "cells that differ under a turn", asymmetric as f64, 0.0),
        row("absorbing side", "energy left", energy(&tank) / before, 0.01),
    ]
}
