//! A packet of waves meets a free-slip wall at an angle and leaves it at the same angle, as high as it was.

use lbm_boundary::{SideKind, Wall};
use lbm_core::{Collision, Lattice, Units};

use super::Row;
use super::tank::{GRAVITY, Tank};

/// Of the still water, m; cells are 1 m wide.
const DEPTH_M: f64 = 1.0;
/// Crest, length and half-width of the packet, and where it starts above the wall, m.
const HEIGHT_M: f64 = 1e-3;
const LENGTH_M: f64 = 16.0;
const SPREAD_M: f64 = 12.0;
const START_M: [f64; 2] = [60.0, 60.0];
/// Of its crests' direction against the wall.
const ANGLE_DEG: f64 = 35.0;

/// What the waves in a tank carry: their energy, and the direction of `Σ η u` against the wall.
struct Waves {
    energy: f64,
    angle_deg: f64,
}

fn waves(tank: &Tank) -> Waves {
    let layout = *tank.lattice.layout();
    let (mut energy, mut flux) = (0.0, [0.0; 2]);
    for (i, j) in (0..layout.ny()).flat_map(|j| (0..layout.nx()).map(move |i| (i, j))) {
        let (eta, [u, v]) = (tank.elevation_m(i, j), tank.velocity_m_s(i, j));
        energy += GRAVITY * eta * eta + DEPTH_M * (u * u + v * v);
        flux = [flux[0] + eta * u, flux[1] + eta * v];
    }
    Waves { energy, angle_deg: flux[1].abs().atan2(flux[0]).to_degrees() }
}

/// A tank with the packet on its way to the south wall, which lies so far `below`.
fn tank(below: usize) -> Tank {
    let units = Units::from_gravity_number(1.0, DEPTH_M, 0.15, GRAVITY).expect("in range");
    let builder = Lattice::builder(320, 130 + below, units)
        .rest_depth_m(DEPTH_M)
        .collision(Collision::Trt { tau: 0.51, magic: 0.25 });
    let mut tank = Tank::new(builder, [SideKind::Wall(Wall::FREE_SLIP); 4]);
    let (sin, cos) = ANGLE_DEG.to_radians().sin_cos();
    let celerity = (GRAVITY * DEPTH_M).sqrt();
    tank.fill(|x, y| {
        let [x, y] = [x - START_M[0], y - START_M[1] - below as f64];
        let along = x * cos - y * sin;
        let envelope = HEIGHT_M * (-(x * x + y * y) / (2.0 * SPREAD_M * SPREAD_M)).exp();
        let eta = envelope * (std::f64::consts::TAU * along / LENGTH_M).cos();
        let speed = celerity * eta / DEPTH_M;
        (DEPTH_M + eta, [speed * cos, -speed * sin])
    });
    tank
}

pub(super) fn rows() -> Vec<Row> {
    // √0.15 cells a step: at the wall half-way, then as far from it as at first.
    let steps = 540;
    let [mut walled, mut free] = [0, 130].map(tank);
    walled.run(steps);
    free.run(steps);
    // At the same time: as it spreads, the packet's mean direction changes with and without the wall.
    let [out, on] = [&walled, &free].map(waves);
    let row = |quantity: &str, value: f64, reference: f64| Row {
        case: "wall reflection",
        quantity: quantity.to_owned(),
        value,
        reference,
        tolerance: 0.02 * reference,
    };
    vec![
        row("amplitude / that without a wall", (out.energy / on.energy).sqrt(), 1.0),
        row("angle out, without a wall in [°]", out.angle_deg, on.angle_deg),
    ]
}
