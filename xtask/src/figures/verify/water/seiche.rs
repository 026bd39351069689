//! Water sloshes in a closed basin: T = 2 L / √(g h).

use lbm_core::{Collision, Lattice, Units};

use crate::verify::row::Row;
use crate::verify::tank::{GRAVITY, Tank};

pub(in crate::verify) fn rows() -> Vec<Row> {
    let (cells, length, depth) = (100usize, 10.0, 1.0);
    let units = Units::from_gravity_number(length / cells as f64, depth, 0.15, GRAVITY).expect("in range");
    let mut tank = Tank::closed(Lattice::builder(cells, 1, units).collision(Collision::Bgk { tau: 0.51 }));
    let mode = |x: f64| (std::f64::consts::PI * x / length).cos();
    tank.fill(|x, _| (depth + 1e-3 * mode(x), [0.0; 2]));
    let slope = |tank: &Tank| -> f64 {
        (0..cells).map(|i| tank.eta_m(i, 0) * mode((i as f64 + 0.5) * length / cells as f64)).sum()
    };
    // Times of the zeros of the mode, a half period apart, between two steps by a straight line.
    let dt = units.time_step_s();
    let (mut before, mut zeros) = (slope(&tank), Vec::new());
    let periods = 5;
    for step in 0.. {
        if zeros.len() > 2 * periods || step > 100_000 {
            break;
        }
        tank.run(1);
        let now = slope(&tank);
        if before * now < 0.0 {
            zeros.push((f64::from(step) + before / (before - now)) * dt);
        }
        before = now;
    }
    let period = match zeros[..] {
        [first, .., last] => (last - first) / periods as f64,
        _ => f64::NAN,
    };
    let exact = 2.0 * length / (GRAVITY * depth).sqrt();
    vec![Row {
        case: "seiche",
        quantity: "period [s]".to_owned(),
        value: period,
        reference: exact,
        tolerance: 0.002 * exact,
    }]
}
