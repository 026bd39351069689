//! A lake at rest over a bumpy bed.

use lbm_core::{Collision, Lattice, Units};

use super::Row;
use super::tank::{GRAVITY, Tank};

pub(super) fn rows() -> Vec<Row> {
    let units = Units::from_gravity_number(0.5, 2.0, 0.15, GRAVITY).expect("in range");
    let bed = |x: f64, y: f64| {
        (1.2 * (-((x - 10.0).powi(2) + (y - 8.0).powi(2)) / 12.0).exp()).max(0.1 * (x * y).sin())
    };
    let builder = Lattice::builder(40, 32, units).rest_depth_m(2.0).bed_m(bed);
    let mut tank = Tank::closed(builder.collision(Collision::Bgk { tau: 0.6 }));
    tank.run(10_000);
    let cells = (0..40 * 32).map(|k| tank.velocity_m_s(k % 40, k / 40));
    let fastest = cells.map(|[u, v]| u.hypot(v)).fold(0.0, f64::max);
    vec![Row {
        case: "lake at rest",
        quantity: "largest speed after 10⁴ steps [m/s]".to_owned(),
        value: fastest,
        reference: 0.0,
        tolerance: 1e-5,
    }]
}
