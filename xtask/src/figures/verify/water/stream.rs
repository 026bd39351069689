//! A uniform stream is in equilibrium: all nine moments that its populations settle at.

use lbm_core::d2q9::{C, Q, W};
use lbm_core::{Collision, Ends, Lattice, Lattice3, Scalar, Scalar2, Scalar3, Units, d3q19};

use crate::verify::row::Row;
use crate::verify::tank::{GRAVITY, Tank};

/// Depth of the water and of the rest state that populations deviate from; a cell is 1 m wide.
const DEPTH_M: f64 = 1.25;
const REST_DEPTH_M: f64 = 1.0;
/// Velocity of the stream, over the lattice speed.
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

/// Moments of Lazo et al. completed by `h u² v`, `h u v²` and `h u² v²`.
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
    largest(got.iter().flatten().zip(expected.iter().flatten()).map(|(a, b)| a - b))
}

fn largest(errors: impl Iterator<Item = f64>) -> f64 {
    errors.map(f64::abs).fold(0.0, |a, b| if b > a || b.is_nan() { b } else { a })
}

/// `w ρ (1 + 3 c·u + 9/2 (c·u)² − 3/2 u²)` (Qian et al. 1992).
fn of_a_gas<const D: usize>(weight: f64, c: [i32; D], density: f64, u: [f64; D]) -> f64 {
    let along: f64 = (0..D).map(|axis| f64::from(c[axis]) * u[axis]).sum();
    let squared: f64 = u.iter().map(|u| u * u).sum();
    weight * density * (1.0 + 3.0 * along + 4.5 * along * along - 1.5 * squared)
}

/// Largest error of a population of a gas, of a density of 1 at rest.
fn gas() -> f64 {
    let units = Units::new(1.0, 1.0, GRAVITY).expect("in range");
    let builder = Lattice::builder(3, 3, units).ideal_gas().rest_depth_m(1.0);
    let mut tank = Tank::periodic(builder.collision(Collision::Bgk { tau: 0.8 }));
    tank.fill(|_, _| (DEPTH_M, VELOCITY));
    tank.run(200);
    let site = tank.lattice.layout().site(1, 1);
    largest((0..Q).map(|q| {
        let weight = if q == 0 { 4.0 / 9.0 } else { f64::from(W[q]) / 9.0 };
        let got = tank.lattice.population(q, site) + tank.lattice.reference_population(q, site);
        f64::from(got) - of_a_gas(weight, C[q], DEPTH_M, VELOCITY)
    }))
}

/// Largest error of a population in three dimensions.
fn gas_in_space() -> f64 {
    let velocity = [0.1, -0.05, 0.07];
    let mut air = Lattice3::builder([3; 3]).collision(Collision::Bgk { tau: 0.8 }).build().expect("in range");
    for k in 0..27 {
        air.set_cell([k % 3, k / 3 % 3, k / 9], 1.2, velocity.map(|u| u as f32));
    }
    (0..200).for_each(|_| assert!(air.step(), "a stream goes on"));
    largest((0..d3q19::Q).map(|q| {
        let weight = f64::from(d3q19::W[q]);
        let got = f64::from(air.population(q, [1; 3])) + weight;
        got - of_a_gas(weight, d3q19::C[q], 1.2, velocity)
    }))
}

/// Largest error of a population of a scalar that a stream carries: `½ C (c_s² + u² ± u)` along each axis, the rest at rest.
fn carried<const D: usize, const Q: usize>(mut smoke: Scalar<D, Q>, sound_squared: f64) -> f64 {
    let velocity: [f64; D] = std::array::from_fn(|axis| [0.2, -0.1, 0.15][axis]);
    let cells = smoke.cells().iter().product::<usize>();
    for k in 0..cells {
        smoke.set(std::array::from_fn(|axis| k / 3usize.pow(axis as u32) % 3), 1.0);
    }
    let flow = velocity.map(|u| vec![u as f32; cells]);
    for _ in 0..200 {
        assert!(smoke.step(std::array::from_fn(|axis| flow[axis].as_slice())), "a stream goes on");
    }
    largest((0..Q).map(|q| {
        let along =
            |axis: usize, sign: f64| 0.5 * (sound_squared + velocity[axis].powi(2) + sign * velocity[axis]);
        let expected = match q {
            0 => 1.0 - velocity.iter().map(|u| sound_squared + u * u).sum::<f64>(),
            q if q <= D => along(q - 1, 1.0),
            q => along(q - 1 - D, -1.0),
        };
        f64::from(smoke.population(q, [1; D])) - expected
    }))
}

pub(in crate::verify) fn rows() -> Vec<Row> {
    let row = |of: &str, value: f64| Row {
        case: "uniform stream",
        quantity: format!("largest error of a {of}"),
        value,
        reference: 0.0,
        tolerance: 2e-6,
    };
    vec![
        row("moment, BGK", error(Collision::Bgk { tau: 0.8 }, of_shallow_water)),
        row("moment, TRT", error(Collision::Trt { tau: 0.8, magic: 0.25 }, of_shallow_water)),
        row(
            "moment, central",
            error(Collision::CentralMoments { tau: 0.8, bulk_tau: 0.9 }, of_central_moments),
        ),
        row("population, gas", gas()),
        row("population, D3Q19", gas_in_space()),
        row(
            "population, D2Q5",
            carried(Scalar2::new([3; 2], 0.1, [Ends::Periodic; 2]).expect("in range"), 1.0 / 3.0),
        ),
        row(
            "population, D3Q7",
            carried(Scalar3::new([3; 3], 0.1, [Ends::Periodic; 3]).expect("in range"), 0.25),
        ),
    ]
}
