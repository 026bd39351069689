//! A cylinder in a channel, at Re 20 and Re 100: the test cases 2D-1 and 2D-2 of Schäfer & Turek (1996).

use lbm_boundary::{Boundary, Side, SideKind, Slip, Wall};
use lbm_core::d2q9::{C, OPPOSITE, Q, W};
use lbm_core::{Collision, Lattice, Units};

use crate::verify::row::Row;
use crate::verify::tank::{GRAVITY, Tank};

/// Mean velocity, cells a step: Fr² = 0.2 %.
const SPEED: f64 = 0.025;
/// Magic parameter with which half-way walls stand half a cell beyond the last cell at any viscosity.
const MAGIC: f64 = 0.1875;
/// Cells across the cylinder that sheds vortices.
const SHEDDING_DIAMETER: usize = 40;

struct Channel {
    tank: Tank,
    /// Cells across the cylinder; lengths of the case are multiples of a twentieth of it.
    diameter: f64,
    size: [usize; 2],
    /// Position of the cylinder, nearer to the south wall.
    center: [f64; 2],
    steps: usize,
}

impl Channel {
    fn new(diameter: usize, reynolds: f64) -> Self {
        let size = [diameter * 22, diameter * 41 / 10];
        let diameter = diameter as f64;
        let center = [2.0 * diameter; 2];
        let units = Units::from_gravity_number(1.0, 1.0, 0.3, GRAVITY).expect("in range");
        let viscosity = SPEED * diameter / reynolds;
        let collision = Collision::Trt { tau: 0.5 + 3.0 * viscosity, magic: MAGIC };
        let lattice =
            Lattice::builder(size[0], size[1], units).collision(collision).build().expect("in range");
        let inside = |k: usize| {
            let [x, y] = [k % size[0], k / size[0]].map(|c| c as f64 + 0.5);
            (x - center[0]).hypot(y - center[1]) < 0.5 * diameter
        };
        let labels: Vec<u16> = (0..size[0] * size[1]).map(|k| u16::from(inside(k))).collect();
        let boundary = Boundary::builder()
            .side(Side::East, SideKind::Level { level_m: 1.0 })
            .solids(&labels)
            .solid_wall(Wall::Interpolated(Slip::NoSlip))
            .distance(&|_, water, solid| crossing(center, 0.5 * diameter, water, solid))
            .build(&lattice)
            .expect("in range");
        Self { tank: Tank { lattice, boundary }, diameter, size, center, steps: 0 }
    }

    /// Steps in which the mean flow passes the channel.
    fn passage(&self) -> usize {
        (self.size[0] as f64 / SPEED) as usize
    }

    /// Half-way bounce-back from the west wall, which lets the parabola in: `f_q = f_q̄ + 2 w_q h e_q·u / 3`.
    fn drive(&mut self, fraction: f64) {
        let lattice = &mut self.tank.lattice;
        let width = self.size[1] as f64;
        for j in 0..self.size[1] as isize {
            let site = lattice.layout().site(0, j);
            let h = f64::from(lattice.moments(site).h);
            for q in (1..Q).filter(|&q| C[q][0] == 1) {
                let origin = lattice.layout().neighbor(site, OPPOSITE[q]);
                // In the middle of the link.
                let y = j as f64 + 0.5 - 0.5 * f64::from(C[q][1]);
                let eta = y / width;
                let gain = 2.0 / 3.0 * f64::from(W[q]) * h * fraction * SPEED * 6.0 * eta * (1.0 - eta);
                let value = f64::from(lattice.population(OPPOSITE[q], site)) + gain;
                lattice.set_population(q, origin, value as f32);
            }
        }
    }

    /// The inflow grows while the mean flow passes half of the channel.
    fn step(&mut self) {
        self.steps += 1;
        let fraction = 2.0 * self.steps as f64 / self.passage() as f64;
        self.tank.boundary.apply(&mut self.tank.lattice);
        self.drive(fraction.min(1.0));
        assert!(self.tank.lattice.step());
    }

    /// Drag and lift, `2 F / (h U² D)`.
    fn coefficients(&self) -> [f64; 2] {
        self.tank.boundary.ledger().load(1).force.map(|force| 2.0 * force / (SPEED * SPEED * self.diameter))
    }

    /// Pressure at the front of the cylinder less that at its back, `Δ(½ g h²) / (h U²)`, extrapolated from the two
    /// nearest columns.
    fn pressure_difference(&self) -> f64 {
        let g = f64::from(self.tank.lattice.gravity());
        let pressure = |x: f64| {
            let rows = [self.center[1] as usize - 1, self.center[1] as usize];
            rows.map(|j| 0.25 * g * self.tank.depth_m(x as usize, j).powi(2)).iter().sum::<f64>()
        };
        let at = |edge: f64, out: f64| 1.5 * pressure(edge + 0.5 * out) - 0.5 * pressure(edge + 1.5 * out);
        (at(self.center[0] - 0.5 * self.diameter, -1.0) - at(self.center[0] + 0.5 * self.diameter, 1.0))
            / (SPEED * SPEED)
    }
}

/// Fraction of a segment, from a point outside the circle to one inside, at which it crosses the circle.
fn crossing(center: [f64; 2], radius: f64, water: [f64; 2], solid: [f64; 2]) -> f64 {
    let from = [0, 1].map(|k| water[k] - center[k]);
    let along = [0, 1].map(|k| solid[k] - water[k]);
    let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
    let (a, b, c) = (dot(along, along), dot(from, along), dot(from, from) - radius * radius);
    (-b - (b * b - a * c).sqrt()) / a
}

/// 2D-1: c_D 5.57 to 5.59, Δp 0.1172 to 0.1176 Pa at 1 kg/m³ and 0.2 m/s.
pub(in crate::verify) fn steady() -> Vec<Row> {
    let mut channel = Channel::new(20, 20.0);
    let mut drag = f64::NAN;
    for _ in 0..10 {
        (0..channel.passage()).for_each(|_| channel.step());
        let before = std::mem::replace(&mut drag, channel.coefficients()[0]);
        if (drag - before).abs() < 1e-4 * drag {
            break;
        }
    }
    let row = |quantity: &str, value: f64, reference: f64| Row {
        case: "cylinder, Re 20",
        quantity: quantity.to_owned(),
        value,
        reference,
        tolerance: 0.02 * reference,
    };
    vec![
        row("drag coefficient, 20 cells across", drag, 5.58),
        row("pressure difference / ρ U²", channel.pressure_difference(), 2.935),
    ]
}

/// 2D-2: St 0.295 to 0.305, largest c_D 3.22 to 3.24, largest c_L 0.99 to 1.01.
pub(in crate::verify) fn shedding() -> Vec<Row> {
    let mut channel = Channel::new(SHEDDING_DIAMETER, 100.0);
    // Vortices have been shed evenly for some time when the flow has passed the channel so often.
    (0..5 * channel.passage()).for_each(|_| channel.step());
    // Some seven periods, D / (St U) each.
    let steps = (7.5 * channel.diameter / (0.3 * SPEED)) as usize;
    let (mut largest, mut crossings) = ([f64::NEG_INFINITY; 2], Vec::new());
    let mut before = f64::NAN;
    for step in 0..steps {
        channel.step();
        let now = channel.coefficients();
        largest = [0, 1].map(|k: usize| now[k].max(largest[k]));
        if before < 0.0 && now[1] >= 0.0 {
            crossings.push(step as f64 - now[1] / (now[1] - before));
        }
        before = now[1];
    }
    let period = match crossings[..] {
        [first, .., last] => (last - first) / (crossings.len() - 1) as f64,
        _ => f64::NAN,
    };
    let row = |quantity: &str, value: f64, reference: f64| Row {
        case: "cylinder, Re 100",
        quantity: format!("{quantity}, {SHEDDING_DIAMETER} cells across"),
        value,
        reference,
        tolerance: 0.03 * reference,
    };
    vec![
        row("Strouhal number", channel.diameter / (SPEED * period), 0.3),
        row("largest drag", largest[0], 3.23),
        row("largest lift", largest[1], 1.0),
    ]
}
