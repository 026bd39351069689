//! A lake at rest over a bumpy bed, at the still level, above and below it.

use lbm_core::{Collision, Lattice, Units};

use crate::verify::row::Row;
use crate::verify::tank::{GRAVITY, Tank};

const SIZE: [usize; 2] = [40, 32];

pub(in crate::verify) fn rows() -> Vec<Row> {
    [0.0, 0.3, -0.3].into_iter().flat_map(lake).collect()
}

fn lake(level_m: f64) -> [Row; 2] {
    let [nx, ny] = SIZE;
    let units = Units::from_gravity_number(0.5, 2.0, 0.15, GRAVITY).expect("in range");
    let bed = |x: f64, y: f64| {
        (1.2 * (-((x - 10.0).powi(2) + (y - 8.0).powi(2)) / 12.0).exp()).max(0.1 * (x * y).sin())
    };
    let builder = Lattice::builder(nx, ny, units).rest_depth_m(2.0).bed_m(bed);
    let mut tank = Tank::closed(builder.collision(Collision::Bgk { tau: 0.6 }));
    tank.fill(|x, y| (2.0 + level_m - bed(x, y), [0.0; 2]));
    tank.run(10_000);
    let largest = |of: &dyn Fn(usize, usize) -> f64| {
        (0..nx * ny).map(|k| of(k % nx, k / nx)).fold(0.0, |a, b| if b > a || b.is_nan() { b } else { a })
    };
    let row = |quantity: &str, value: f64| Row {
        case: "lake at rest",
        quantity: format!("{quantity}, level {level_m:+} m"),
        value,
        reference: 0.0,
        tolerance: 1e-5,
    };
    let speed = |i, j| {
        let [u, v] = tank.velocity_m_s(i, j);
        u.hypot(v)
    };
    [
        row("speed [m/s]", largest(&speed)),
        row("surface off [m]", largest(&|i, j| (tank.eta_m(i, j) - level_m).abs())),
    ]
}
