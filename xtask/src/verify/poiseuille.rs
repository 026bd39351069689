//! Water driven between two walls: a parabola.

use lbm_boundary::{SideKind, Wall};
use lbm_core::{Collision, Forces, Lattice, Units};

use super::Row;
use super::tank::{GRAVITY, Tank};

/// Largest error of the velocity over its maximum, half a step after the force acted, with `cells` across the channel at the same viscosity and speed.
fn error(cells: usize, collision: Collision) -> f64 {
    let (width, speed) = (1.0, 0.01);
    let dx = width / cells as f64;
    let units = Units::from_gravity_number(dx, 1.0, 0.15, GRAVITY).expect("in range");
    let viscosity = units.viscosity_m2_s(collision.tau());
    let acceleration = 8.0 * viscosity * speed / (width * width);
    let forces = Forces { acceleration_m_s2: [acceleration, 0.0], ..Forces::default() };
    let sides = [
        SideKind::Periodic,
        SideKind::Periodic,
        SideKind::Wall(Wall::NO_SLIP),
        SideKind::Wall(Wall::NO_SLIP),
    ];
    let mut tank = Tank::new(Lattice::builder(2, cells, units).collision(collision).forces(forces), sides);
    let exact = |j: usize| {
        let y = (j as f64 + 0.5) * dx;
        4.0 * speed * y * (width - y) / (width * width)
    };
    tank.fill(|_, y| (1.0, [4.0 * speed * y * (width - y) / (width * width), 0.0]));
    // Between steps the velocity is that at the end of the force's stroke; the mean over the stroke is the steady one.
    // Three times the time in which viscosity crosses the channel.
    tank.run_for(3.0 * width * width / (9.87 * viscosity));
    let half_a_step = 0.5 * acceleration * units.time_step_s();
    (0..cells).map(|j| (tank.velocity_m_s(0, j)[0] - half_a_step - exact(j)).abs()).fold(0.0, f64::max)
        / speed
}

pub(super) fn rows() -> Vec<Row> {
    let bgk = Collision::Bgk { tau: 1.1 };
    let trt = Collision::Trt { tau: 1.1, magic: 0.1875 };
    let [coarse, fine] = [8, 16].map(|cells| error(cells, bgk));
    let row = |quantity: &str, value: f64, reference: f64, tolerance: f64| Row {
        case: "Poiseuille",
        quantity: quantity.to_owned(),
        value,
        reference,
        tolerance,
    };
    vec![
        row("order of half-way walls, BGK", (coarse / fine).log2(), 2.0, 0.1),
        row("error over maximum, 8 cells, TRT 3/16", error(8, trt), 0.0, 2e-3),
    ]
}
