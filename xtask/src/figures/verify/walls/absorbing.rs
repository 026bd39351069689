//! A pulse leaves a basin with sponges on all sides, and spreads alike in all directions; another leaves a channel by
//! characteristics.

use lbm_boundary::SideKind;
use lbm_core::{Lattice, Units};

use crate::verify::row::Row;
use crate::verify::tank::{GRAVITY, Tank};

const DEPTH_M: f64 = 4.0;

/// Kinetic and potential energy of an `nx × ny` tank, but for a factor.
fn energy(tank: &Tank, [nx, ny]: [usize; 2]) -> f64 {
    let of = |i: usize, j: usize| {
        let kinetic: f64 = tank.velocity_m_s(i, j).iter().map(|u| u * u).sum();
        tank.depth_m(i, j) * kinetic + GRAVITY * tank.eta_m(i, j).powi(2)
    };
    (0..nx * ny).map(|k| of(k % nx, k / nx)).sum()
}

/// A pulse in the middle of a tank of `size` cells.
fn pulse(size: [usize; 2], sides: [SideKind; 4]) -> Tank {
    let units = Units::from_gravity_number(0.5, DEPTH_M, 0.15, GRAVITY).expect("in range");
    let builder = Lattice::builder(size[0], size[1], units).rest_depth_m(DEPTH_M);
    let mut tank = Tank::new(builder, sides);
    let [middle_x, middle_y] = size.map(|n| 0.25 * n as f64);
    tank.fill(|x, y| {
        let r2 = (x - middle_x).powi(2) + (y - middle_y).powi(2);
        (DEPTH_M + 0.2 * (-r2 / 5.0).exp(), [0.0; 2])
    });
    tank
}

pub(in crate::verify) fn rows() -> Vec<Row> {
    let (n, channel) = (81usize, [200usize, 1]);
    let mut tank = pulse([n; 2], [SideKind::Sponge { width_m: 8.0 }; 4]);
    let before = energy(&tank, [n; 2]);
    tank.run(60);
    let eta = |i: usize, j: usize| tank.eta_m(i, j);
    let asymmetric = (0..n * n)
        .filter(|&k| {
            let (i, j) = (k % n, k / n);
            let turned = [eta(n - 1 - j, i), eta(n - 1 - i, j), eta(j, i)];
            turned.iter().any(|&other| other != eta(i, j))
        })
        .count();
    tank.run(340);
    let left = energy(&tank, [n; 2]) / before;

    let open = SideKind::Characteristic { level_m: DEPTH_M, velocity_m_s: 0.0 };
    let mut tank = pulse(channel, [open, open, SideKind::Periodic, SideKind::Periodic]);
    let before = energy(&tank, channel);
    tank.run(600);
    let left_in_channel = energy(&tank, channel) / before;

    let row = |case, quantity: &str, value, tolerance| Row {
        case,
        quantity: quantity.to_owned(),
        value,
        reference: 0.0,
        tolerance,
    };
    vec![
        row("circular pulse", "cells that differ under a turn", asymmetric as f64, 0.0),
        row("absorbing side", "energy left, sponges", left, 0.01),
        row("absorbing side", "energy left, characteristics", left_in_channel, 0.01),
    ]
}
