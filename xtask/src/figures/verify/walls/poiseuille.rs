//! Water driven between two walls: a parabola.

use lbm_boundary::{SideKind, Slip, Wall};
use lbm_core::{Collision, Forces, Lattice, Units};

use crate::verify::row::Row;
use crate::verify::tank::{GRAVITY, Tank};

/// Largest error of the velocity over its maximum, half a step after the force acted, with `cells` cells across the
/// channel at the same viscosity and speed.
fn error(cells: usize, collision: Collision, wall: Wall) -> f64 {
    let (width, speed) = (1.0, 0.01);
    let dx = width / cells as f64;
    // On-grid and modified walls stand on the outermost centers, the others half a cell beyond.
    let (rows, offset) =
        if matches!(wall, Wall::OnGrid(_) | Wall::Modified) { (cells + 1, 0.0) } else { (cells, 0.5) };
    let units = Units::from_gravity_number(dx, 1.0, 0.15, GRAVITY).expect("in range");
    let viscosity = units.viscosity_m2_s(collision.tau());
    let acceleration = 8.0 * viscosity * speed / (width * width);
    let forces = Forces { acceleration_m_s2: [acceleration, 0.0], ..Forces::default() };
    let sides = [SideKind::Periodic, SideKind::Periodic, SideKind::Wall(wall), SideKind::Wall(wall)];
    let mut tank = Tank::new(Lattice::builder(2, rows, units).collision(collision).forces(forces), sides);
    let parabola = |y: f64| 4.0 * speed * y * (width - y) / (width * width);
    let height = |j: usize| (j as f64 + offset) * dx;
    tank.fill(|_, y| (1.0, [parabola(y - (0.5 - offset) * dx), 0.0]));
    // Between steps the velocity is that at the end of the force's stroke; the mean over the stroke is the steady one.
    // Three times the time in which viscosity crosses the channel.
    tank.run_for(3.0 * width * width / (9.87 * viscosity));
    let half_a_step = 0.5 * acceleration * units.time_step_s();
    (0..rows)
        .map(|j| (tank.velocity_m_s(0, j)[0] - half_a_step - parabola(height(j))).abs())
        .fold(0.0, f64::max)
        / speed
}

pub(in crate::verify) fn rows() -> Vec<Row> {
    let bgk = Collision::Bgk { tau: 1.1 };
    let trt = Collision::Trt { tau: 1.1, magic: 0.1875 };
    let order = |wall| {
        let [coarse, fine] = [8, 16].map(|cells| error(cells, bgk, wall));
        (coarse / fine).log2()
    };
    let row = |quantity: &str, value: f64, reference: f64, tolerance: f64| Row {
        case: "Poiseuille",
        quantity: quantity.to_owned(),
        value,
        reference,
        tolerance,
    };
    vec![
        row("order of half-way walls, BGK", order(Wall::NO_SLIP), 2.0, 0.1),
        row("order of on-grid walls, BGK", order(Wall::OnGrid(Slip::NoSlip)), 2.0, 0.1),
        row("order of modified walls, BGK", order(Wall::Modified), 2.0, 0.1),
        row("order of interpolated walls, BGK", order(Wall::Interpolated(Slip::NoSlip)), 2.0, 0.1),
        row("order of extrapolated walls, BGK", order(Wall::Extrapolated), 2.0, 0.1),
        row("error over maximum, 8 cells, TRT 3/16", error(8, trt, Wall::NO_SLIP), 0.0, 2e-3),
    ]
}
