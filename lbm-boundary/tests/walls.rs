//! Channel flow between walls, against its parabola.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use lbm_boundary::{Boundary, Side, SideKind, Slip, Wall};
use lbm_core::{Collision, Lattice, Units};

/// Relative L2 error of the steady profile that a body force drives between two walls, `ny` cells wide.
fn poiseuille_error(ny: usize, wall: Wall) -> f64 {
    let (nx, tau) = (3usize, 0.9);
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let mut lattice = Lattice::builder(nx, ny, units).collision(Collision::Bgk { tau }).build().unwrap();
    let mut boundary = Boundary::builder()
        .side(Side::West, SideKind::Periodic)
        .side(Side::East, SideKind::Periodic)
        .side(Side::South, SideKind::Wall(wall))
        .side(Side::North, SideKind::Wall(wall))
        .build(&lattice)
        .unwrap();
    let viscosity = (2.0 * tau - 1.0) / 6.0;
    // Half-way walls stand half a cell beyond the outer cells, on-grid walls on them.
    let (width, offset) = match wall {
        Wall::OnGrid(_) => (ny as f64 - 1.0, 0.0),
        _ => (ny as f64, 0.5),
    };
    let top_speed = 0.01;
    let force = 8.0 * viscosity * top_speed / (width * width);
    for _ in 0..(12.0 * width * width / viscosity / 4.0) as usize {
        for j in 0..ny {
            for i in 0..nx {
                let site = lattice.layout().site(i as isize, j as isize);
                lattice.add_momentum(site, [(force * f64::from(lattice.moments(site).h)) as f32, 0.0]);
            }
        }
        boundary.apply(&mut lattice);
        lattice.step();
    }
    let (mut error, mut norm) = (0.0, 0.0);
    for j in 0..ny {
        let y = j as f64 + offset;
        let exact = 4.0 * top_speed * y * (width - y) / (width * width);
        let m = lattice.moments(lattice.layout().site(1, j as isize));
        // Half of this step's force has yet to act on the velocity that the populations carry.
        error += (f64::from(m.u) + force / 2.0 - exact).powi(2);
        norm += exact * exact;
    }
    (error / norm).sqrt()
}

#[test]
fn half_way_no_slip_is_second_order() {
    let errors = [8, 16].map(|ny| poiseuille_error(ny, Wall::NO_SLIP));
    let order = (errors[0] / errors[1]).log2();
    assert!(errors[1] < 5e-3 && order > 1.9, "errors {errors:?}, order {order}");
}

#[test]
fn on_grid_no_slip_is_first_order() {
    let wall = Wall::OnGrid(Slip::NoSlip);
    let errors = [8, 16].map(|ny| poiseuille_error(ny, wall));
    let order = (errors[0] / errors[1]).log2();
    assert!(errors[1] < 0.2 && order > 0.8, "errors {errors:?}, order {order}");
}
