//! Each kind of no-slip wall against flows with known profiles.

use crate::setups::{ring, units};
use lbm_boundary::{Boundary, Mask, Motion, Side, SideKind, Slip, Wall};
use lbm_core::d2q9::{C, OPPOSITE, Q};
use lbm_core::{Collision, Lattice};

const TAU: f64 = 0.9;
const VISCOSITY: f64 = (2.0 * TAU - 1.0) / 6.0;
/// Speed of a driving wall, or greatest speed of a flow between walls, cells per step.
const TOP_SPEED: f64 = 0.01;

/// Link distance of a kind of wall to which the link distance `given` is given.
fn place(wall: Wall, given: f64) -> f64 {
    match wall {
        Wall::OnGrid(_) | Wall::Modified => 0.0,
        Wall::Interpolated(Slip::NoSlip) | Wall::Extrapolated => given,
        _ => 0.5,
    }
}

/// Relative L2 error of the steady profile along x between two solids `ny` cells apart, driven by a body force or by the
/// upper solid.
fn channel_error(ny: usize, wall: Wall, given: f64, driven_by_wall: bool) -> f64 {
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
        .distance(&|_, _, _| given)
        .build(&lattice)
        .unwrap();
    let offset = place(wall, given);
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
        assert!(lattice.step());
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
        // The velocity of the populations lacks half of this step's force.
        error += (f64::from(m.u) + force / 2.0 - exact).powi(2);
        norm += exact * exact;
    }
    (error / norm).sqrt()
}

/// Errors of the force-driven profile at two widths, and their order of convergence.
fn order(wall: Wall, given: f64) -> ([f64; 2], f64) {
    let rows = [8, 16];
    let errors = rows.map(|ny| channel_error(ny, wall, given, false));
    let widths = rows.map(|ny| ny as f64 - 1.0 + 2.0 * place(wall, given));
    (errors, (errors[0] / errors[1]).ln() / (widths[1] / widths[0]).ln())
}

const PLACED: [(Wall, f64); 6] = [
    (Wall::NO_SLIP, 0.5),
    (Wall::Modified, 0.0),
    (Wall::Interpolated(Slip::NoSlip), 0.2),
    (Wall::Interpolated(Slip::NoSlip), 0.7),
    (Wall::Extrapolated, 0.3),
    (Wall::Extrapolated, 0.9),
];

#[test]
fn no_slip_walls_are_second_order() {
    for (wall, given) in PLACED {
        let (errors, order) = order(wall, given);
        let most = if wall == Wall::NO_SLIP { 5e-3 } else { 1e-2 };
        assert!(errors[1] < most && order > 1.9, "{wall:?} at {given}: errors {errors:?}, order {order}");
    }
}

/// The slip at an on-grid wall is proportional to the force, which decreases with the square of the width.
#[test]
fn on_grid_walls_slip_where_modified_ones_do_not() {
    let (errors, order) = order(Wall::OnGrid(Slip::NoSlip), 0.0);
    let modified = channel_error(16, Wall::Modified, 0.0, false);
    assert!(
        order > 1.9 && errors[1] > 4.0 * modified,
        "errors {errors:?}, order {order}, modified {modified}"
    );
}

/// A linear profile has no error of second order: it is exact for any link distance.
#[test]
fn a_moving_wall_draws_the_water_into_a_line() {
    for (wall, given) in PLACED.into_iter().chain([(Wall::OnGrid(Slip::NoSlip), 0.0)]) {
        let error = channel_error(8, wall, given, true);
        assert!(error < 1e-5, "{wall:?} at {given}: {error}");
    }
}

/// A lattice of `[nx, ny]` cells with water that moves in all directions.
fn stirred([nx, ny]: [usize; 2]) -> Lattice {
    let mut lattice = Lattice::builder(nx, ny, units()).build().unwrap();
    for k in 0..nx * ny {
        let x = k as f64;
        let velocity_m_s = [0.3 * (0.9 * x).cos(), 0.2 * x.sin()];
        lattice.set_cell_m(k % nx, k / nx, 1.0 + 0.02 * (1.7 * x).sin(), velocity_m_s);
    }
    lattice
}

/// Depth of a cell before streaming, and its momentum after streaming.
fn streamed(mut lattice: Lattice, mut boundary: Boundary, cells: &[[usize; 2]]) -> Vec<(f64, [f64; 2])> {
    let site = |lattice: &Lattice, [i, j]: [usize; 2]| lattice.layout().site(i as isize, j as isize);
    let depths: Vec<f64> = cells.iter().map(|&cell| lattice.moments(site(&lattice, cell)).h.into()).collect();
    boundary.apply(&mut lattice);
    let momentum = |cell: [usize; 2]| {
        let arrived = |q: usize| {
            f64::from(lattice.population(q, lattice.layout().neighbor(site(&lattice, cell), OPPOSITE[q])))
        };
        [0, 1].map(|axis| (1..Q).map(|q| f64::from(C[q][axis]) * arrived(q)).sum::<f64>())
    };
    depths.into_iter().zip(cells.iter().map(|&cell| momentum(cell))).collect()
}

/// After streaming the momentum in the cells of a straight modified wall is `h u_w` to the last digits, for any flow, at
/// each of the four sides of the grid and of a solid.
///
/// There three populations are unknown and their opposites known: `f_q = f_q̄` across the wall, and the two diagonals
/// include half of the difference along it. It does not hold at corners: a convex one has a single unknown population,
/// which cannot satisfy two conditions; in a concave one the two along its diagonal are both unknown, and are bounced
/// back half-way.
#[test]
fn water_at_a_modified_wall_moves_with_it() {
    let (n, units) = ([16usize, 14usize], units());
    let still = |momentum: [f64; 2]| momentum.into_iter().all(|p| p.abs() < 1e-6);

    let along_x = |j: usize| (1..n[0] - 1).map(move |i| [i, j]);
    let along_y = |i: usize| (1..n[1] - 1).map(move |j| [i, j]);
    let cells: [Vec<[usize; 2]>; 4] = [
        along_y(0).collect(),
        along_y(n[0] - 1).collect(),
        along_x(0).collect(),
        along_x(n[1] - 1).collect(),
    ];
    for (side, cells) in Side::ALL.into_iter().zip(&cells) {
        let lattice = stirred(n);
        let boundary =
            Boundary::builder().side(side, SideKind::Wall(Wall::Modified)).build(&lattice).unwrap();
        for (cell, (_, momentum)) in cells.iter().zip(streamed(lattice, boundary, cells)) {
            assert!(still(momentum), "{side} side, cell {cell:?}: {momentum:?}");
        }
    }

    // A solid of 6 × 4 cells, and the cells beside its faces that are not at its corners.
    let labels: Vec<u16> = (0..n[0] * n[1])
        .map(|k| u16::from((5..11).contains(&(k % n[0])) && (5..9).contains(&(k / n[0]))))
        .collect();
    let beside_x = (6..10).flat_map(|i| [[i, 4], [i, 9]]);
    let beside_y = (6..8).flat_map(|j| [[4, j], [11, j]]);
    let cells: Vec<[usize; 2]> = beside_x.chain(beside_y).collect();
    for velocity in [[0.0, 0.0], [0.03, 0.0], [0.0, 0.02], [-0.02, 0.01]] {
        let motion = Motion { linvel_m_s: velocity.map(|u| units.to_m_s(u)), ..Motion::default() };
        let lattice = stirred(n);
        let boundary = Boundary::builder()
            .solids(&labels)
            .solid_wall(Wall::Modified)
            .motions(&[(1, motion)])
            .build(&lattice)
            .unwrap();
        for (cell, (depth, momentum)) in cells.iter().zip(streamed(lattice, boundary, &cells)) {
            let over = [0, 1].map(|axis| momentum[axis] - depth * velocity[axis]);
            assert!(still(over), "wall {velocity:?}, cell {cell:?}: {momentum:?}");
        }
    }
}

/// Relative L2 error of the flow between a rotating cylinder and one at rest, `u_θ = A r + B / r`, on `n × n` cells.
fn cylinders_error(n: usize, wall: Wall) -> f64 {
    let units = units();
    let collision = Collision::Bgk { tau: TAU };
    let mut lattice = Lattice::builder(n, n, units).collision(collision).build().unwrap();
    let middle = 0.5 * n as f64;
    let (inner, outer) = (0.2 * n as f64, 0.45 * n as f64);
    let radius = |[x, y]: [f64; 2]| (x - middle).hypot(y - middle);
    let center = |k: usize| [(k % n) as f64 + 0.5, (k / n) as f64 + 0.5];
    let labels = ring(n, [inner, outer]);
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
        center_m: [middle, middle],
        angvel_rad_s: rate * units.lattice_speed_m_s(),
        ..Motion::default()
    };
    boundary.move_solids(&mut lattice, &Mask::new(&labels), &[(1, motion)]).unwrap();
    for _ in 0..((outer - inner).powi(2) / VISCOSITY) as usize {
        boundary.apply(&mut lattice);
        assert!(lattice.step());
    }
    let a = -rate * inner * inner / (outer * outer - inner * inner);
    let (mut error, mut norm) = (0.0, 0.0);
    for k in (0..n * n).filter(|&k| labels[k] == 0) {
        let [x, y] = center(k);
        let r = radius([x, y]);
        let exact = a * r - a * outer * outer / r;
        let m = lattice.moments(lattice.layout().site((k % n) as isize, (k / n) as isize));
        let [u, v] = [-(y - middle) / r * exact, (x - middle) / r * exact];
        error += (f64::from(m.u) - u).powi(2) + (f64::from(m.v) - v).powi(2);
        norm += exact * exact;
    }
    (error / norm).sqrt()
}

/// Interpolation reduces the error of curved walls.
#[test]
fn a_turning_cylinder_drives_the_flow_between_cylinders() {
    let half_way = cylinders_error(64, Wall::NO_SLIP);
    assert!(half_way < 0.05, "half-way: {half_way}");
    for wall in [Wall::Interpolated(Slip::NoSlip), Wall::Extrapolated] {
        let errors = [32, 64].map(|n| cylinders_error(n, wall));
        let order = (errors[0] / errors[1]).log2();
        let ok = order > 1.9 && errors[1] < 0.05 * half_way;
        assert!(ok, "{wall:?}: {errors:?}, order {order}; half-way {half_way}");
    }
}
