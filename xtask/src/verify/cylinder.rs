//! A cylinder in a channel, Re 20: the test case 2D-1 of Schäfer & Turek (1996).

use lbm_boundary::{Boundary, Side, SideKind, Wall};
use lbm_core::d2q9::{C, OPPOSITE, Q, W};
use lbm_core::{Collision, Lattice, Units};

use super::Row;
use super::tank::{GRAVITY, Tank};

/// Cells across the cylinder; lengths of the case are multiples of a twentieth of it.
const DIAMETER: usize = 20;
const LENGTH: usize = DIAMETER * 22;
const WIDTH: usize = DIAMETER * 41 / 10;
/// Where the cylinder stands: nearer to the south wall.
const CENTRE: [f64; 2] = [2.0 * DIAMETER as f64; 2];
const RADIUS: f64 = 0.5 * DIAMETER as f64;
/// Mean velocity, cells a step: Fr² = 0.2 %.
const SPEED: f64 = 0.025;
const REYNOLDS: f64 = 20.0;
/// Half-way walls stand half a cell beyond the last one at any viscosity.
const MAGIC: f64 = 0.1875;

struct Channel {
    tank: Tank,
    steps: usize,
}

impl Channel {
    fn new() -> Self {
        let units = Units::from_gravity_number(1.0, 1.0, 0.3, GRAVITY).expect("in range");
        let viscosity = SPEED * DIAMETER as f64 / REYNOLDS;
        let collision = Collision::Trt { tau: 0.5 + 3.0 * viscosity, magic: MAGIC };
        let lattice = Lattice::builder(LENGTH, WIDTH, units).collision(collision).build().expect("in range");
        let inside = |k: usize| {
            let [x, y] = [k % LENGTH, k / LENGTH].map(|c| c as f64 + 0.5);
            (x - CENTRE[0]).hypot(y - CENTRE[1]) < RADIUS
        };
        let labels: Vec<u16> = (0..LENGTH * WIDTH).map(|k| u16::from(inside(k))).collect();
        let boundary = Boundary::builder()
            .side(Side::East, SideKind::Depth { depth_m: 1.0 })
            .solids(&labels)
            .solid_wall(Wall::Interpolated)
            .distance(&|_, water, solid| crossing(water, solid))
            .build(&lattice)
            .expect("in range");
        Self { tank: Tank { lattice, boundary }, steps: 0 }
    }

    /// Half-way bounce-back from the west wall, which lets the parabola in: `f_q = f_q̄ + 2 w_q h e_q·u / 3`.
    fn drive(&mut self, share: f64) {
        let lattice = &mut self.tank.lattice;
        for j in 0..WIDTH as isize {
            let site = lattice.layout().site(0, j);
            let h = f64::from(lattice.moments(site).h);
            for q in (1..Q).filter(|&q| C[q][0] == 1) {
                let origin = lattice.layout().neighbour(site, OPPOSITE[q]);
                // In the middle of the link.
                let y = j as f64 + 0.5 - 0.5 * f64::from(C[q][1]);
                let eta = y / WIDTH as f64;
                let gain = 2.0 / 3.0 * f64::from(W[q]) * h * share * SPEED * 6.0 * eta * (1.0 - eta);
                let value = f64::from(lattice.population(OPPOSITE[q], site)) + gain;
                lattice.set_population(q, origin, value as f32);
            }
        }
    }

    /// Steps for the time in which the mean flow passes the channel; the inflow grows during the first one.
    fn pass(&mut self) {
        let passage = (LENGTH as f64 / SPEED) as usize;
        for _ in 0..passage {
            self.steps += 1;
            self.tank.boundary.apply(&mut self.tank.lattice);
            self.drive((2.0 * self.steps as f64 / passage as f64).min(1.0));
            self.tank.lattice.step();
        }
    }

    /// `c_D = 2 F / (h U² D)`.
    fn drag(&self) -> f64 {
        2.0 * self.tank.boundary.ledger().load(1).force[0] / (SPEED * SPEED * DIAMETER as f64)
    }

    /// Pressure at the front of the cylinder less that at its back, `Δ(½ g h²) / (h U²)`, extrapolated from the two
    /// nearest columns.
    fn pressure_difference(&self) -> f64 {
        let g = f64::from(self.tank.lattice.gravity());
        let pressure = |x: f64| {
            let rows = [CENTRE[1] as usize - 1, CENTRE[1] as usize];
            rows.map(|j| 0.25 * g * self.tank.depth_m(x as usize, j).powi(2)).iter().sum::<f64>()
        };
        let at = |edge: f64, out: f64| 1.5 * pressure(edge + 0.5 * out) - 0.5 * pressure(edge + 1.5 * out);
        (at(CENTRE[0] - RADIUS, -1.0) - at(CENTRE[0] + RADIUS, 1.0)) / (SPEED * SPEED)
    }
}

/// The share of the way from a place outside the cylinder to one inside at which its surface is.
fn crossing(water: [f64; 2], solid: [f64; 2]) -> f64 {
    let from = [0, 1].map(|k| water[k] - CENTRE[k]);
    let along = [0, 1].map(|k| solid[k] - water[k]);
    let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
    let (a, b, c) = (dot(along, along), dot(from, along), dot(from, from) - RADIUS * RADIUS);
    (-b - (b * b - a * c).sqrt()) / a
}

pub(super) fn rows() -> Vec<Row> {
    let mut channel = Channel::new();
    let mut drag = f64::NAN;
    for _ in 0..10 {
        channel.pass();
        let before = std::mem::replace(&mut drag, channel.drag());
        if (drag - before).abs() < 1e-4 * drag {
            break;
        }
    }
    let row = |quantity: &str, value: f64, reference: f64, tolerance: f64| Row {
        case: "cylinder, Re 20",
        quantity: quantity.to_owned(),
        value,
        reference,
        tolerance,
    };
    // Schäfer & Turek: c_D 5.57 to 5.59, Δp 0.1172 to 0.1176 Pa at 1 kg/m³ and 0.2 m/s.
    vec![
        row("drag coefficient, 20 cells across", drag, 5.58, 0.02 * 5.58),
        row("pressure difference / ρ U²", channel.pressure_difference(), 2.935, 0.02 * 2.935),
    ]
}
