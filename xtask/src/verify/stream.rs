//! A uniform stream is in equilibrium: all nine moments that its populations settle at.

use lbm_core::d2q9::{C, Q, W};
use lbm_core::{Collision, Lattice, Units};

use super::Row;
use super::tank::{GRAVITY, Tank};

/// Of the water and of the rest state that populations deviate from; a cell is 1 m wide.
const DEPTH_M: f64 = 1.25;
const REST_DEPTH_M: f64 = 1.0;
/// Over the lattice speed.
const VELOCITY: [f64; 2] = [0.2, -0.1];

/// `Σ e_x^m e_y^n f` for `m`, `n` from 0 to 2.
type Moments = [[f64; 3]; 3];

fn moments(f: [f64; Q]) -> Moments {
    let power = |e: i32, n: usize| f64::from(e.pow(n as u32));
    let sum = |m, n| (0..Q).map(|q| power(C[q][0], m) * power(C[q][1], n) * f[q]).sum();
    std::array::from_fn(|m| std::array::from_fn(|n| sum(m, n)))
}

/// Lazo et al. Eq. 2.
fn of_shallow_water(gravity: f64) -> Moments {
    let [u, v] = VELOCITY;
    let u2 = u * u + v * v;
    moments(std::array::from_fn(|q| {
        let eu = f64::from(C[q][0]) * u + f64::from(C[q][1]) * v;
        let head = gravity * DEPTH_M;
        match q {
            0 => DEPTH_M * (1.0 - 5.0 / 6.0 * head - 2.0 / 3.0 * u2),
            _ => DEPTH_M * f64::from(W[q]) * (head / 6.0 + eu / 3.0 + eu * eu / 2.0 - u2 / 6.0),
        }
    }))
}

/// The same, completed by `h u² v`, `h u v²` and `h u² v²`.
fn of_central_moments(gravity: f64) -> Moments {
    let [u, v] = VELOCITY;
    let (h, p) = (DEPTH_M, 0.5 * gravity * DEPTH_M * DEPTH_M);
    let [huu, hvv] = [h * u * u, h * v * v];
    [
        [h, h * v, p + hvv],
        [h * u, h * u * v, h * u / 3.0 + u * hvv],
        [p + huu, h * v / 3.0 + huu * v, (p + huu + hvv) / 3.0 + u * u * hvv],
    ]
}

/// Largest error of a moment, cells.
fn error(collision: Collision, expected: fn(f64) -> Moments) -> f64 {
    let units = Units::from_gravity_number(1.0, REST_DEPTH_M, 0.3, GRAVITY).expect("in range");
    let mut tank =
        Tank::periodic(Lattice::builder(3, 3, units).rest_depth_m(REST_DEPTH_M).collision(collision));
    tank.fill(|_, _| (DEPTH_M, VELOCITY.map(|u| u * units.lattice_speed_m_s())));
    tank.run(200);
    let site = tank.lattice.layout().site(1, 1);
    let rest = |q| f64::from(tank.lattice.reference_population(q, site));
    let got = moments(std::array::from_fn(|q| f64::from(tank.lattice.population(q, site)) + rest(q)));
    let expected = expected(units.gravity());
    let errors = got.iter().flatten().zip(expected.iter().flatten()).map(|(a, b)| (a - b).abs());
    errors.fold(0.0, |a, b| if b > a || b.is_nan() { b } else { a })
}

pub(super) fn rows() -> Vec<Row> {
    let row = |name: &str, value: f64| Row {
        case: "uniform stream",
        quantity: format!("largest error of a moment, {name}"),
        value,
        reference: 0.0,
        tolerance: 2e-6,
    };
    vec![
        row("BGK", error(Collision::Bgk { tau: 0.8 }, of_shallow_water)),
        row("TRT", error(Collision::Trt { tau: 0.8, magic: 0.25 }, of_shallow_water)),
        row("central", error(Collision::CentralMoments { tau: 0.8, bulk_tau: 0.9 }, of_central_moments)),
    ]
}
