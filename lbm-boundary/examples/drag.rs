//! Drag on a square column in a channel, from the momentum that it takes from the stream.

use lbm_boundary::{Boundary, Side, SideKind, Wall};
use lbm_core::{Lattice, Units};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (nx, ny, side) = (160, 80, 10);
    let (depth_m, speed_m_s) = (2.0, 1.0);
    let units = Units::from_gravity_number(0.2, depth_m, 0.15, 9.81)?;
    let mut lattice = Lattice::builder(nx, ny, units).rest_depth_m(depth_m).build()?;
    let labels: Vec<u16> = (0..nx * ny)
        .map(|k| u16::from((50..50 + side).contains(&(k % nx)) && (35..35 + side).contains(&(k / nx))))
        .collect();
    let mut boundary = Boundary::builder()
        .side(Side::West, SideKind::Inflow { velocity_m_s: speed_m_s, level_m: None })
        .side(Side::East, SideKind::Outflow)
        .side(Side::South, SideKind::Wall(Wall::FREE_SLIP))
        .side(Side::North, SideKind::Wall(Wall::FREE_SLIP))
        .solids(&labels)
        .build(&lattice)?;
    for j in 0..ny {
        for i in 0..nx {
            lattice.set_cell_m(i, j, depth_m, [speed_m_s, 0.0]);
        }
    }
    let mut impulse = 0.0;
    let (transient, averaged) = (3000, 3000);
    for step in 0..transient + averaged {
        boundary.apply(&mut lattice);
        assert!(lattice.step());
        if step >= transient {
            impulse -= units.to_momentum_m4_s(boundary.ledger().solid(1).momentum[0]);
        }
    }
    let force = impulse / (f64::from(averaged) * units.time_step_s());
    let width_m = units.to_meters(side as f64);
    let coefficient = force / (0.5 * speed_m_s * speed_m_s * width_m * depth_m);
    println!(
        "drag {:.0} N, C_d = {coefficient:.2}; a square column in a free stream has about 2",
        1000.0 * force
    );
    Ok(())
}
