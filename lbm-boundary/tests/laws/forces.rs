//! Force and torque of the water on solids.

use lbm_boundary::{Boundary, Load, Mask, Motion, Side, SideKind, Slip, Wall};
use lbm_core::{Collision, Lattice, Units};

use crate::setups::ring;

fn disc(n: [usize; 2], center: [f64; 2], radius: f64) -> Vec<u16> {
    let inside = |k: usize| {
        let [x, y] = [(k % n[0]) as f64 + 0.5 - center[0], (k / n[0]) as f64 + 0.5 - center[1]];
        x.hypot(y) < radius
    };
    (0..n[0] * n[1]).map(|k| u16::from(inside(k))).collect()
}

/// Hydrostatics: no force on a closed solid of any shape; `½ ρ g h²` per meter on each half of a barrier.
#[test]
fn still_water_pushes_by_half_the_square_of_its_depth() {
    let (nx, ny, depth_m) = (24usize, 16usize, 2.0);
    let units = Units::from_gravity_number(0.5, depth_m, 0.15, 9.81).unwrap();
    let mut lattice = Lattice::builder(nx, ny, units).rest_depth_m(depth_m).build().unwrap();
    // A barrier across the channel in two halves, west (1) and east (2), and an irregular shape (3).
    let labels: Vec<u16> = (0..nx * ny)
        .map(|k| match (k % nx, k / nx) {
            (5..=7, _) => 1,
            (8..=10, _) => 2,
            (16..=18, 5..=6) | (17..=20, 7..=9) | (16, 10) => 3,
            _ => 0,
        })
        .collect();
    let center_m = [4.0, 4.0];
    let below = Motion { center_m: [4.0, 3.0], ..Motion::default() };
    let motions = [(1, Motion { center_m, ..Motion::default() }), (2, below)];
    let mut boundary = Boundary::builder()
        .side(Side::South, SideKind::Periodic)
        .side(Side::North, SideKind::Periodic)
        .solids(&labels)
        .motions(&motions)
        .build(&lattice)
        .unwrap();
    boundary.apply(&mut lattice);
    let si = |label| boundary.ledger().load(label).to_si(&units, 1000.0);
    let face_n = 0.5 * 1000.0 * 9.81 * depth_m * depth_m * units.to_meters(ny as f64);
    let ([west, across], torque) = si(1);
    assert!((west / face_n - 1.0).abs() < 1e-5, "{west} of {face_n}");
    assert!((si(2).0[0] / face_n + 1.0).abs() < 1e-5);
    assert!(across.abs() < 1e-6 * face_n && torque.abs() < 1e-6 * face_n, "{across}, {torque}");
    // Westwards, a meter north of the center.
    assert!((si(2).1 / face_n - 1.0).abs() < 1e-5, "{}", si(2).1);
    let ([x, y], _) = si(3);
    assert!(x.abs() < 1e-6 * face_n && y.abs() < 1e-6 * face_n, "{x}, {y}");
}

/// A gate from wall to wall between two levels has `½ ρ g (h₁² − h₂²)` on all of its width, and the walls beside it have what the others of
/// their length have, whichever walls both are and on whichever sides.
#[test]
fn a_gate_from_wall_to_wall_bears_all_of_the_water() {
    let units = Units::from_gravity_number(0.25, 2.0, 0.15, 9.81).unwrap();
    let walls = [
        Wall::NO_SLIP,
        Wall::FREE_SLIP,
        Wall::OnGrid(Slip::NoSlip),
        Wall::OnGrid(Slip::FreeSlip),
        Wall::Modified,
        Wall::Interpolated(Slip::NoSlip),
        Wall::Extrapolated,
    ];
    for (turned, of_sides, of_gate) in
        [false, true].into_iter().flat_map(|t| walls.map(|a| walls.map(|b| (t, a, b)))).flatten()
    {
        let (along, across) = (12usize, 4usize);
        let [nx, ny] = if turned { [across, along] } else { [along, across] };
        let at = |k: usize| if turned { k / nx } else { k % nx };
        let labels: Vec<u16> = (0..nx * ny).map(|k| u16::from((5..7).contains(&at(k)))).collect();
        let mut lattice = Lattice::builder(nx, ny, units).rest_depth_m(1.0).build().unwrap();
        for k in (0..nx * ny).filter(|k| at(*k) < 5) {
            lattice.set_cell_m(k % nx, k / nx, 2.0, [0.0; 2]);
        }
        let center_m = [if turned { 0.5 } else { 1.5 }, if turned { 1.5 } else { 0.5 }];
        let motions = [(1, Motion { center_m, ..Motion::default() })];
        let mut builder = Boundary::builder().solids(&labels).motions(&motions).wall_of(1, of_gate);
        for side in Side::ALL {
            builder = builder.side(side, SideKind::Wall(of_sides));
        }
        let mut boundary = builder.build(&lattice).unwrap();
        boundary.apply(&mut lattice);
        let (force_n, torque_n_m) = boundary.ledger().load(1).to_si(&units, 1000.0);
        let [thrust_n, aside_n] = if turned { [force_n[1], force_n[0]] } else { force_n };
        let exact_n = 0.5 * 1000.0 * 9.81 * (4.0 - 1.0) * 1.0;
        let set_up = format!("{of_gate:?} between {of_sides:?}, turned {turned}");
        assert!((thrust_n / exact_n - 1.0).abs() < 1e-5, "{set_up}: {thrust_n} of {exact_n}");
        assert!(
            aside_n.abs() < 1e-5 * exact_n && torque_n_m.abs() < 1e-5 * exact_n,
            "{set_up}: {aside_n}, {torque_n_m}"
        );
        // Of the walls beside it the momentum is in lattice units, and holds what is beyond still water of the depth at rest.
        let beside = if turned { [Side::West, Side::East] } else { [Side::South, Side::North] };
        let [low, high] = beside.map(|side| boundary.ledger().side(side).momentum);
        let along_wall = usize::from(turned);
        let newtons = 1000.0 * units.to_momentum_m4_s(1.0) / units.time_step_s();
        let of_wall_n = 0.5 * 1000.0 * 9.81 * (4.0 * 5.0 + 1.0 * 5.0) * 0.25;
        for (wall, sign) in [(low, 1.0), (high, -1.0)] {
            let [slides, pushes] = [along_wall, 1 - along_wall].map(|axis| wall[axis] * newtons);
            assert!(slides.abs() < 1e-5 * exact_n, "{set_up}: {slides} along a wall");
            assert!((sign * pushes / of_wall_n - 1.0).abs() < 1e-5, "{set_up}: {pushes} of {of_wall_n}");
        }
    }
}

/// Mean force on a disc in the last part of a run, and the momentum that the water lost meanwhile, in lattice units. The
/// disc moves with `disc_speed` through water with the velocity `stream` (lattice units); the channel is periodic along x
/// and its walls are free-slip.
fn disc_in_stream(disc_speed: f64, stream: f64, steps: usize) -> (Load, [f64; 2]) {
    let n = [160, 60];
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let mut lattice =
        Lattice::builder(n[0], n[1], units).collision(Collision::Bgk { tau: 1.1 }).build().unwrap();
    for k in 0..n[0] * n[1] {
        lattice.set_cell_m(k % n[0], k / n[0], 1.0, [units.to_m_s(stream), 0.0]);
    }
    let mut motion =
        Motion { center_m: [40.2, 30.0], linvel_m_s: [units.to_m_s(disc_speed), 0.0], angvel_rad_s: 0.0 };
    let mut labels = disc(n, motion.center_m, 6.3);
    let mut boundary = Boundary::builder()
        .side(Side::West, SideKind::Periodic)
        .side(Side::East, SideKind::Periodic)
        .side(Side::South, SideKind::Wall(Wall::FREE_SLIP))
        .side(Side::North, SideKind::Wall(Wall::FREE_SLIP))
        .solids(&labels)
        .build(&lattice)
        .unwrap();
    let (mut sum, mut start) = (Load::default(), [0.0; 2]);
    let averaged = steps / 2;
    for step in 0..steps {
        if step == steps - averaged {
            start = lattice.totals(|k| labels[k] == 0).momentum;
        }
        motion.center_m[0] += motion.linvel_m_s[0] * units.time_step_s();
        labels = disc(n, motion.center_m, 6.3);
        boundary.move_solids(&mut lattice, &Mask::new(&labels), &[(1, motion)]).unwrap();
        boundary.apply(&mut lattice);
        if step >= steps - averaged {
            sum.add(&boundary.ledger().load(1));
        }
        assert!(lattice.step());
    }
    let end = lattice.totals(|k| labels[k] == 0).momentum;
    let per_step = |sum: f64| sum / averaged as f64;
    let mean = Load { force: sum.force.map(per_step), torque: per_step(sum.torque) };
    (mean, [0, 1].map(|axis| per_step(start[axis] - end[axis])))
}

/// Galilean invariance: the force depends on the relative speed alone; and the momentum that the solid takes, the water loses.
#[test]
fn the_force_does_not_depend_on_who_moves() {
    let speed = 0.05;
    let (still, lost) = disc_in_stream(0.0, speed, 600);
    assert!(still.force[0] > 0.0 && (still.force[0] - lost[0]).abs() < 1e-3 * still.force[0]);
    for (disc_speed, stream) in [(-speed, 0.0), (-0.5 * speed, 0.5 * speed)] {
        let (moving, lost) = disc_in_stream(disc_speed, stream, 600);
        let relative = |x: f64| (x / still.force[0] - 1.0).abs();
        assert!(relative(moving.force[0]) < 0.02, "{moving:?}, at rest {still:?}");
        assert!(relative(lost[0]) < 0.01, "the water lost {lost:?}, at rest {still:?}");
    }
}

/// Torque on a disc that rotates in a round basin: `T = 4 π μ Ω / (1/a² − 1/b²)` per meter of depth, against the rotation.
#[test]
fn a_turning_disc_feels_the_torque_of_the_flow_between_cylinders() {
    let (n, tau) = (64usize, 0.9);
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let mut lattice = Lattice::builder(n, n, units).collision(Collision::Bgk { tau }).build().unwrap();
    let (middle, inner, outer) = (0.5 * n as f64, 0.2 * n as f64, 0.45 * n as f64);
    let radius = |[x, y]: [f64; 2]| (x - middle).hypot(y - middle);
    let labels = ring(n, [inner, outer]);
    let distance = |label: u16, water: [f64; 2], solid: [f64; 2]| {
        let limit = if label == 1 { inner } else { outer };
        let (near, far) = (radius(water) - limit, radius(solid) - limit);
        near / (near - far)
    };
    let rate = 0.01 / inner;
    let center_m = [middle, middle];
    let turning = Motion { center_m, angvel_rad_s: rate * units.lattice_speed_m_s(), ..Motion::default() };
    let motions = [(1, turning), (2, Motion { center_m, ..Motion::default() })];
    let mut boundary = Boundary::builder()
        .solids(&labels)
        .solid_wall(Wall::Interpolated(Slip::NoSlip))
        .distance(&distance)
        .motions(&motions)
        .build(&lattice)
        .unwrap();
    for _ in 0..3000 {
        boundary.apply(&mut lattice);
        assert!(lattice.step());
    }
    let viscosity = (2.0 * tau - 1.0) / 6.0;
    let expected = 4.0 * std::f64::consts::PI * viscosity * rate / (inner.powi(-2) - outer.powi(-2));
    let [torque, counter] = [1, 2].map(|label| boundary.ledger().load(label).torque);
    assert!((torque / -expected - 1.0).abs() < 0.005, "{torque} of {expected}");
    assert!((counter / expected - 1.0).abs() < 0.005, "{counter} of {expected}");
}

/// The load on half a barrier that moves with the water is hydrostatic, like that on one at rest in still water; what of the mass owed comes back, a
/// sixty-fourth, is at rest and takes momentum from the barrier.
#[test]
fn a_piece_that_goes_with_the_stream_feels_the_depth_alone() {
    let (nx, ny) = (24usize, 8usize);
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let push = |speed_m_s: f64| {
        let mut lattice = Lattice::builder(nx, ny, units).build().unwrap();
        for k in 0..nx * ny {
            lattice.set_cell_m(k % nx, k / nx, 1.0, [speed_m_s, 0.0]);
        }
        let labels: Vec<u16> = (0..nx * ny)
            .map(|k| match k % nx {
                9..=10 => 1,
                11..=12 => 2,
                _ => 0,
            })
            .collect();
        let motion = Motion { linvel_m_s: [speed_m_s, 0.0], ..Motion::default() };
        let mut boundary = Boundary::builder()
            .side(Side::West, SideKind::Periodic)
            .side(Side::East, SideKind::Periodic)
            .side(Side::South, SideKind::Periodic)
            .side(Side::North, SideKind::Periodic)
            .solids(&labels)
            .motions(&[(1, motion), (2, motion)])
            .build(&lattice)
            .unwrap();
        boundary.apply(&mut lattice);
        [1, 2].map(|label| {
            let come_back = boundary.state().owed_by_solids[usize::from(label)] / 63.0;
            boundary.ledger().load(label).force[0] - come_back * units.to_lattice_velocity(speed_m_s)
        })
    };
    let ([west, east], [west_moving, east_moving]) = (push(0.0), push(0.8));
    assert!(west > 0.0 && (west + east).abs() < 1e-6 * west);
    assert!((west_moving / west - 1.0).abs() < 1e-5, "{west_moving} of {west}");
    assert!((east_moving / east - 1.0).abs() < 1e-5, "{east_moving} of {east}");
}

/// Solids at rest and moving ones take different paths: the load on one that moves too slowly to change any digit of the
/// water is that on one at rest, and torques about two points differ by the force's moment.
#[test]
fn rest_is_the_limit_of_slow_motion() {
    let n = 24usize;
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let labels: Vec<u16> = (0..n * n)
        .map(|k| match (k % n, k / n) {
            (9..=11, 10..=11) | (10..=14, 12..=13) | (9, 14) => 1,
            (17..=18, 17..=19) => 2,
            _ => 0,
        })
        .collect();
    let near = Motion { center_m: [9.5, 13.25], ..Motion::default() };
    let far = Motion { center_m: [-3.0, 40.0], ..near };
    let slow = Motion { angvel_rad_s: 1e-13, ..near };
    for wall in [Wall::NO_SLIP, Wall::FREE_SLIP] {
        let loads: Vec<Vec<Load>> = [near, far, slow]
            .map(|motion| {
                let mut lattice = Lattice::builder(n, n, units).build().unwrap();
                for k in 0..n * n {
                    lattice.set_cell_m(k % n, k / n, 1.0 + 1e-3 * (k % 7) as f64, [0.3, 0.1]);
                }
                let mut boundary =
                    Boundary::builder().solids(&labels).solid_wall(wall).build(&lattice).unwrap();
                let step = |step| {
                    // At first it is in another place.
                    let motion = if step == 0 { Motion::default() } else { motion };
                    boundary.move_solids(&mut lattice, &Mask::new(&labels), &[(1, motion)]).unwrap();
                    boundary.apply(&mut lattice);
                    assert!(lattice.step());
                    boundary.ledger().load(1)
                };
                (0..20).map(step).skip(1).collect()
            })
            .into();
        for ((near, far), slow) in loads[0].iter().zip(&loads[1]).zip(&loads[2]) {
            let size = near.force[0].hypot(near.force[1]);
            let [x, y] = [0, 1].map(near_to_far);
            let moment = x * near.force[1] - y * near.force[0];
            assert!(size > 1e-3 && near.torque.abs() > 1e-3 && moment.abs() > 1e-3, "{near:?}");
            assert!((near.torque - far.torque - moment).abs() < 1e-9, "{near:?}, {far:?}");
            for (rest, slow) in
                [(near.force[0], slow.force[0]), (near.force[1], slow.force[1]), (near.torque, slow.torque)]
            {
                assert!((rest - slow).abs() < 1e-9, "{wall:?}: {rest}, slow {slow}");
            }
        }
    }

    /// Vector from the near center to the far one.
    fn near_to_far(axis: usize) -> f64 {
        [-3.0 - 9.5, 40.0 - 13.25][axis]
    }
}

/// Interpolated walls with the link distance ½ are half-way walls, which take another path.
#[test]
fn interpolated_half_way_is_half_way() {
    let n = 24usize;
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let labels = disc([n, n], [11.3, 12.1], 4.2);
    let motion = Motion {
        center_m: [10.0, 12.5],
        linvel_m_s: [0.4, -0.2],
        angvel_rad_s: 0.03 * units.lattice_speed_m_s(),
    };
    let runs = [Wall::NO_SLIP, Wall::Interpolated(Slip::NoSlip)].map(|wall| {
        let mut lattice = Lattice::builder(n, n, units).build().unwrap();
        let mut boundary = Boundary::builder().solids(&labels).solid_wall(wall).build(&lattice).unwrap();
        boundary.move_solids(&mut lattice, &Mask::new(&labels), &[(1, motion)]).unwrap();
        let mut loads = Vec::new();
        for _ in 0..20 {
            boundary.apply(&mut lattice);
            assert!(lattice.step());
            let (load, gained) = (boundary.ledger().load(1), boundary.ledger().solid(1));
            loads.push([load.force[0], load.force[1], load.torque, gained.momentum[0], gained.momentum[1]]);
        }
        loads
    });
    for (half_way, interpolated) in runs[0].iter().zip(&runs[1]) {
        for (a, b) in half_way.iter().zip(interpolated) {
            assert!((a - b).abs() < 2e-6 * a.abs().max(1.0), "{half_way:?}, {interpolated:?}");
        }
        assert!(half_way[..3].iter().all(|load| load.abs() > 1e-3), "nothing to compare: {half_way:?}");
    }
}
