//! Water under a lid that moves: Couette's line between two walls, Ghia's vortex in a cavity.

use lbm_boundary::{SideKind, Slip, Wall};
use lbm_core::d2q9::{C, OPPOSITE, Q, W};
use lbm_core::{Collision, Lattice, Units};

use crate::verify::row::Row;
use crate::verify::tank::{GRAVITY, Tank};

/// Magic parameter Λ = 3/16, which puts half-way walls half a cell beyond the last cell at any viscosity.
const MAGIC: f64 = 0.1875;

/// A square of `cells²`, or a strip of two columns, with a lid on its north side; lattice units of velocity.
struct Lid {
    tank: Tank,
    speed: f32,
}

impl Lid {
    /// A square or strip of water under a lid; `ends` are the sides across the lid, `floor` the one below it.
    fn new([nx, ny]: [usize; 2], ends: SideKind, floor: Wall, viscosity: f64, speed: f32) -> Self {
        let units = Units::from_gravity_number(1.0, 1.0, 0.3, GRAVITY).expect("in range");
        let collision = Collision::Trt { tau: 0.5 + 3.0 * viscosity, magic: MAGIC };
        let builder = Lattice::builder(nx, ny, units).collision(collision);
        let sides = [ends, ends, SideKind::Wall(floor), SideKind::Wall(Wall::NO_SLIP)];
        Self { tank: Tank::new(builder, sides), speed }
    }

    /// Half-way bounce-back from a wall that moves: `f_q = f_q̄ + 2 w_q h e_q·u / 3` (Ladd 1994, for the weights of
    /// shallow water).
    fn drag(&mut self) {
        let lattice = &mut self.tank.lattice;
        let (nx, ny) = (lattice.layout().nx() as isize, lattice.layout().ny() as isize);
        for i in 0..nx {
            let site = lattice.layout().site(i, ny - 1);
            let h = lattice.moments(site).h;
            for q in (1..Q).filter(|&q| C[q][1] == -1) {
                let origin = lattice.layout().neighbor(site, OPPOSITE[q]);
                let gain = 2.0 / 3.0 * W[q] * h * C[q][0] as f32 * self.speed;
                let value = lattice.population(OPPOSITE[q], site) + gain;
                lattice.set_population(q, origin, value);
            }
        }
    }

    /// Steps until the velocity along the middle column changes by less than `1e-6` of the lid's in as many steps as the
    /// lid takes to pass the width, or for `most` such times.
    fn settle(&mut self, most: usize) {
        let passage = (self.tank.lattice.layout().ny() as f32 / self.speed) as usize;
        let mut before = self.profile();
        for _ in 0..most {
            for _ in 0..passage {
                self.tank.boundary.apply(&mut self.tank.lattice);
                self.drag();
                assert!(self.tank.lattice.step());
            }
            let now = self.profile();
            if now.iter().zip(&before).all(|(a, b)| (a - b).abs() < 1e-6) {
                break;
            }
            before = now;
        }
    }

    /// Velocity along the lid over the lid's, in the middle column.
    fn profile(&self) -> Vec<f64> {
        let lattice = &self.tank.lattice;
        let (column, ny) = ((lattice.layout().nx() / 2) as isize, lattice.layout().ny() as isize);
        let u = |j| f64::from(lattice.moments(lattice.layout().site(column, j)).u / self.speed);
        (0..ny).map(u).collect()
    }
}

/// Couette flow over a floor half a cell below the first cells, or on them.
pub(in crate::verify) fn couette() -> Vec<Row> {
    let cells = 16;
    let error = |(name, floor, below): (&str, Wall, f64)| {
        let mut lid = Lid::new([2, cells], SideKind::Periodic, floor, 0.2, 0.02);
        lid.settle(40);
        let line = |j: usize| (j as f64 + below) / (cells as f64 - 0.5 + below);
        let off = lid.profile().into_iter().enumerate().map(|(j, u)| (u - line(j)).abs());
        Row {
            case: "Couette",
            quantity: format!("error over the lid's speed, {name}"),
            value: off.fold(0.0, |a, b| if b > a || b.is_nan() { b } else { a }),
            reference: 0.0,
            tolerance: 1e-4,
        }
    };
    let floors = [
        ("half-way", Wall::NO_SLIP, 0.5),
        ("on-grid", Wall::OnGrid(Slip::NoSlip), 0.0),
        ("modified", Wall::Modified, 0.0),
        ("interpolated", Wall::Interpolated(Slip::NoSlip), 0.5),
        ("extrapolated", Wall::Extrapolated, 0.5),
    ];
    floors.map(error).into()
}

/// Ghia, Ghia & Shin (1982), table I: the smallest velocity on the vertical line through the center, and its height.
fn cavity(case: &'static str, reynolds: f64, cells: usize, ghia: [f64; 2]) -> Vec<Row> {
    // Fr² = 2 %: at half the speed the figures change by a tenth of a per cent.
    let speed = 0.08;
    let viscosity = f64::from(speed) * cells as f64 / reynolds;
    let mut lid = Lid::new([cells; 2], SideKind::Wall(Wall::NO_SLIP), Wall::NO_SLIP, viscosity, speed);
    lid.settle(300);
    let u = lid.profile();
    let lowest = (1..cells - 1).min_by(|&a, &b| u[a].total_cmp(&u[b])).unwrap_or(1);
    let [below, here, above] = [u[lowest - 1], u[lowest], u[lowest + 1]];
    // The vertex of the parabola through three cells.
    let [slope, bend] = [0.5 * (above - below), above - 2.0 * here + below];
    let row = |quantity: &str, value: f64, reference: f64, tolerance: f64| Row {
        case,
        quantity: quantity.to_owned(),
        value,
        reference,
        tolerance,
    };
    vec![
        row(
            "smallest u over the lid's speed",
            here - slope * slope / (2.0 * bend),
            ghia[0],
            -0.015 * ghia[0],
        ),
        row("its height", (lowest as f64 + 0.5 - slope / bend) / cells as f64, ghia[1], 0.01),
    ]
}

pub(in crate::verify) fn cavity_100() -> Vec<Row> {
    cavity("cavity, Re 100", 100.0, 97, [-0.21090, 0.4531])
}

pub(in crate::verify) fn cavity_1000() -> Vec<Row> {
    cavity("cavity, Re 1000", 1000.0, 193, [-0.38289, 0.1719])
}
