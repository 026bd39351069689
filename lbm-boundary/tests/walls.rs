//! Each kind of no-slip wall against flows whose profile is known.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use lbm_boundary::{Boundary, Mask, Motion, Side, SideKind, Slip, Wall};
use lbm_core::d2q9::{C, OPPOSITE, Q};
use lbm_core::{Collision, Lattice, Units};

const TAU: f64 = 0.9;
const VISCOSITY: f64 = (2.0 * TAU - 1.0) / 6.0;
/// In cells a step.
const TOP_SPEED: f64 = 0.01;

fn units() -> Units {
    Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap()
}

/// Share of the last link at which a wall stands that is told of a place at `told`.
fn place(wall: Wall, told: f64) -> f64 {
    match wall {
        Wall::OnGrid(_) | Wall::Modified => 0.0,
        Wall::Interpolated | Wall::Extrapolated => told,
        _ => 0.5,
    }
}

/// Relative L2 error of the steady profile along x between two solids, `ny` cells apart: driven by a body force, or by
/// the upper solid.
fn channel_error(ny: usize, wall: Wall, told: f64, driven_by_wall: bool) -> f64 {
    let nx = 3;
    let units = units();
    let collision = Collision::Bgk { tau: TAU };
    let mut lattice = Lattice::builder(nx, ny + 2, units).collision(collision).build().unwrap();
    let labels: Vec<u16> = (0..nx * (ny + 2))
        .map(|k| match k / nx {
            0 => 1,
            j if j == ny + 1 => 2,
            _ => 0,
        })
        .collect();
    let mut boundary = Boundary::builder()
        .side(Side::West, SideKind::Periodic)
        .side(Side::East, SideKind::Periodic)
        .solids(&labels)
        .solid_wall(wall)
        .distance(&|_, _, _| told)
        .build(&lattice)
        .unwrap();
    let offset = place(wall, told);
    let width = ny as f64 - 1.0 + 2.0 * offset;
    let (force, speed) =
        if driven_by_wall { (0.0, TOP_SPEED) } else { (8.0 * VISCOSITY * TOP_SPEED / (width * width), 0.0) };
    let motion = Motion { linvel_m_s: [units.to_m_s(speed), 0.0], ..Motion::default() };
    boundary.move_solids(&mut lattice, &Mask::new(&labels), &[(2, motion)]).unwrap();
    for _ in 0..(3.0 * width * width / VISCOSITY) as usize {
        if force != 0.0 {
            for k in nx..nx * (ny + 1) {
                let site = lattice.layout().site((k % nx) as isize, (k / nx) as isize);
                lattice.add_momentum(site, [(force * f64::from(lattice.moments(site).h)) as f32, 0.0]);
            }
        }
        boundary.apply(&mut lattice);
        lattice.step();
    }
    let (mut error, mut norm) = (0.0, 0.0);
    for j in 1..=ny {
        let y = j as f64 - 1.0 + offset;
        let exact = if driven_by_wall {
            TOP_SPEED * y / width
        } else {
            4.0 * TOP_SPEED * y * (width - y) / (width * width)
        };
        let m = lattice.moments(lattice.layout().site(1, j as isize));
        // Half of this step's force has yet to act on the velocity that the populations carry.
        error += (f64::from(m.u) + force / 2.0 - exact).powi(2);
        norm += exact * exact;
    }
    (error / norm).sqrt()
}

/// Errors of the profile that a force drives at two widths, and the order between them.
fn order(wall: Wall, told: f64) -> ([f64; 2], f64) {
    let rows = [8, 16];
    let errors = rows.map(|ny| channel_error(ny, wall, told, false));
    let widths = rows.map(|ny| ny as f64 - 1.0 + 2.0 * place(wall, told));
    (errors, (errors[0] / errors[1]).ln() / (widths[1] / widths[0]).ln())
}

const PLACED: [(Wall, f64); 6] = [
    (Wall::NO_SLIP, 0.5),
    (Wall::Modified, 0.0),
    (Wall::Interpolated, 0.2),
    (Wall::Interpolated, 0.7),
    (Wall::Extrapolated, 0.3),
    (Wall::Extrapolated, 0.9),
];

#[test]
fn no_slip_walls_are_second_order() {
    for (wall, told) in PLACED {
        let (errors, order) = order(wall, told);
        let most = if wall == Wall::NO_SLIP { 5e-3 } else { 1e-2 };
        assert!(errors[1] < most && order > 1.9, "{wall:?} at {told}: errors {errors:?}, order {order}");
    }
}

/// The water slips past an on-grid wall in proportion to the force, which falls with the square of the width.
#[test]
fn on_grid_walls_slip_where_modified_ones_do_not() {
    let (errors, order) = order(Wall::OnGrid(Slip::NoSlip), 0.0);
    let modified = channel_error(16, Wall::Modified, 0.0, false);
    assert!(
        order > 1.9 && errors[1] > 4.0 * modified,
        "errors {errors:?}, order {order}, modified {modified}"
    );
}

/// A line is a line to second order: no error is left, wherever the wall stands.
#[test]
fn a_moving_wall_draws_the_water_into_a_line() {
    for (wall, told) in PLACED.into_iter().chain([(Wall::OnGrid(Slip::NoSlip), 0.0)]) {
        let error = channel_error(8, wall, told, true);
        assert!(error < 1e-5, "{wall:?} at {told}: {error}");
    }
}

/// After streaming the momentum at the cells of a modified wall is `h u_w`: to the last digits, whatever the flow.
#[test]
fn water_at_a_modified_wall_moves_with_it() {
    let (nx, ny) = (12, 7);
    for speed in [0.0, 0.03] {
        let units = units();
        let mut lattice = Lattice::builder(nx, ny, units).build().unwrap();
        let labels: Vec<u16> = (0..nx * ny).map(|k| u16::from(k / nx == ny - 1)).collect();
        let mut boundary = Boundary::builder()
            .side(Side::West, SideKind::Periodic)
            .side(Side::East, SideKind::Periodic)
            .solids(&labels)
            .solid_wall(Wall::Modified)
            .build(&lattice)
            .unwrap();
        for k in 0..nx * ny {
            let x = k as f64;
            lattice.set_cell_m(
                k % nx,
                k / nx,
                1.0 + 0.02 * (1.7 * x).sin(),
                [0.3 * (0.9 * x).cos(), 0.2 * x.sin()],
            );
        }
        let motion = Motion { linvel_m_s: [units.to_m_s(speed), 0.0], ..Motion::default() };
        boundary.move_solids(&mut lattice, &Mask::new(&labels), &[(1, motion)]).unwrap();
        let wall_site = |i: usize| lattice.layout().site(i as isize, ny as isize - 2);
        let depths: Vec<f64> = (0..nx).map(|i| f64::from(lattice.moments(wall_site(i)).h)).collect();
        boundary.apply(&mut lattice);
        for (i, depth) in depths.into_iter().enumerate() {
            let site = lattice.layout().site(i as isize, ny as isize - 2);
            let arrived = |q: usize| {
                let from = lattice.layout().neighbour(site, OPPOSITE[q]);
                f64::from(lattice.population(q, from))
            };
            let momentum = [0, 1].map(|axis| (1..Q).map(|q| f64::from(C[q][axis]) * arrived(q)).sum::<f64>());
            assert!((momentum[0] - depth * speed).abs() < 1e-6, "cell {i}: {momentum:?}");
            assert!(momentum[1].abs() < 1e-6, "cell {i}: {momentum:?}");
        }
    }
}

/// Relative L2 error of the flow between a turning cylinder and one at rest, `u_θ = A r + B / r`, on `n × n` cells.
fn cylinders_error(n: usize, wall: Wall) -> f64 {
    let units = units();
    let collision = Collision::Bgk { tau: TAU };
    let mut lattice = Lattice::builder(n, n, units).collision(collision).build().unwrap();
    let middle = 0.5 * n as f64;
    let (inner, outer) = (0.2 * n as f64, 0.45 * n as f64);
    let radius = |[x, y]: [f64; 2]| (x - middle).hypot(y - middle);
    let centre = |k: usize| [(k % n) as f64 + 0.5, (k / n) as f64 + 0.5];
    let labels: Vec<u16> = (0..n * n)
        .map(|k| match radius(centre(k)) {
            r if r < inner => 1,
            r if r > outer => 2,
            _ => 0,
        })
        .collect();
    let distance = |label: u16, water: [f64; 2], solid: [f64; 2]| {
        let limit = if label == 1 { inner } else { outer };
        let at = |s: f64| radius([0, 1].map(|axis| water[axis] + s * (solid[axis] - water[axis])));
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..30 {
            let s = 0.5 * (low + high);
            if (at(s) < limit) == (label == 1) { high = s } else { low = s }
        }
        low
    };
    let mut boundary =
        Boundary::builder().solids(&labels).solid_wall(wall).distance(&distance).build(&lattice).unwrap();
    let rate = TOP_SPEED / inner;
    let motion = Motion {
        centre_m: [middle, middle],
        angvel_rad_s: rate * units.lattice_speed_m_s(),
        ..Motion::default()
    };
    boundary.move_solids(&mut lattice, &Mask::new(&labels), &[(1, motion)]).unwrap();
    for _ in 0..((outer - inner).powi(2) / VISCOSITY) as usize {
        boundary.apply(&mut lattice);
        lattice.step();
    }
    let a = -rate * inner * inner / (outer * outer - inner * inner);
    let (mut error, mut norm) = (0.0, 0.0);
    for k in (0..n * n).filter(|&k| labels[k] == 0) {
        let [x, y] = centre(k);
        let r = radius([x, y]);
        let exact = a * r - a * outer * outer / r;
        let m = lattice.moments(lattice.layout().site((k % n) as isize, (k / n) as isize));
        let [u, v] = [-(y - middle) / r * exact, (x - middle) / r * exact];
        error += (f64::from(m.u) - u).powi(2) + (f64::from(m.v) - v).powi(2);
        norm += exact * exact;
    }
    (error / norm).sqrt()
}

/// What interpolation is for: curved walls.
#[test]
fn a_turning_cylinder_drives_the_flow_between_cylinders() {
    let half_way = cylinders_error(64, Wall::NO_SLIP);
    assert!(half_way < 0.05, "half-way: {half_way}");
    for wall in [Wall::Interpolated, Wall::Extrapolated] {
        let errors = [32, 64].map(|n| cylinders_error(n, wall));
        let order = (errors[0] / errors[1]).log2();
        let ok = order > 1.9 && errors[1] < 0.05 * half_way;
        assert!(ok, "{wall:?}: {errors:?}, order {order}; half-way {half_way}");
    }
}
