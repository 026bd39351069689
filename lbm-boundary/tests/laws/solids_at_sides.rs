//! Solids that touch a side, lie in a corner or move through a side, for each kind of side; and backflow through
//! outflows.

use lbm_boundary::{Boundary, Error, Mask, Motion, Side, SideKind};
use lbm_core::{Collision, Lattice, Units};

/// Number of cells along either axis, 1 m wide, and the depth, m.
const N: usize = 30;
const DEPTH_M: f64 = 1.0;
/// Speed of the stream, cells per step: Froude number 0.13.
const STREAM: f64 = 0.05;

fn units() -> Units {
    Units::from_gravity_number(1.0, DEPTH_M, 0.15, 9.81).unwrap()
}

/// Every kind of open side, with the stream entering through it where the kind has a velocity.
fn kinds() -> [SideKind; 8] {
    let velocity_m_s = units().to_m_s(STREAM);
    [
        SideKind::Inflow { velocity_m_s, level_m: None },
        SideKind::Inflow { velocity_m_s, level_m: Some(DEPTH_M) },
        SideKind::Discharge { discharge_m3_s: velocity_m_s * DEPTH_M * 20.0, ramp_s: 10.0 },
        SideKind::Level { level_m: DEPTH_M },
        SideKind::Characteristic { level_m: DEPTH_M, velocity_m_s },
        SideKind::Outflow,
        SideKind::Sponge { width_m: 6.0 },
        SideKind::Periodic,
    ]
}

/// A cell `[i, j]` or vector of the stream from the west, turned such that the stream comes from `side`.
fn turned([x, y]: [f64; 2], side: Side) -> [f64; 2] {
    match side {
        Side::West => [x, y],
        Side::East => [-x, -y],
        Side::South => [-y, x],
        Side::North => [y, -x],
    }
}

/// Labels of a square of 10 cells with its center `along` the stream from the west side and `across` it, all turned.
fn square(along: f64, across: f64, side: Side) -> Vec<u16> {
    let half = 0.5 * N as f64;
    let middle = turned([along - half, across - half], side);
    let near = |k: usize, middle: f64| (k as f64 + 0.5 - half - middle).abs() < 5.0;
    (0..N * N).map(|k| u16::from(near(k % N, middle[0]) && near(k / N, middle[1]))).collect()
}

/// A stream from `side`, of the given kind, between no-slip walls to a side of constant depth; from an inflow if `side` is an
/// outflow, which would empty a lake.
fn stream(side: Side, kind: SideKind, labels: &[u16]) -> (Lattice, Boundary) {
    let units = units();
    let collision = Collision::Trt { tau: 0.55, magic: 0.25 };
    let mut lattice = Lattice::builder(N, N, units).collision(collision).build().unwrap();
    let velocity_m_s = units.to_m_s(STREAM);
    let (across, along) = match kind {
        SideKind::Periodic => (SideKind::Periodic, velocity_m_s),
        SideKind::Outflow => (SideKind::Inflow { velocity_m_s, level_m: None }, -velocity_m_s),
        _ => (SideKind::Level { level_m: DEPTH_M }, velocity_m_s),
    };
    let velocity = turned([along, 0.0], side);
    (0..N * N).for_each(|k| lattice.set_cell_m(k % N, k / N, DEPTH_M, velocity));
    let boundary = Boundary::builder()
        .side(side, kind)
        .side(side.opposite(), across)
        .solids(labels)
        .build(&lattice)
        .unwrap();
    (lattice, boundary)
}

/// Performs steps; the ledger of each step is the water's change, and the water stays slower than its waves.
fn step(lattice: &mut Lattice, boundary: &mut Boundary, solid: Option<(&[u16], Motion)>, what: &str) {
    let before = lattice.totals(|k| boundary.labels()[k] == 0).mass;
    if let Some((labels, motion)) = solid {
        boundary.move_solids(lattice, &Mask::new(labels), &[(1, motion)]).unwrap();
    }
    boundary.apply(lattice);
    let booked = boundary.ledger().sides().mass + boundary.ledger().solids().mass;
    assert!(lattice.step(), "{what}: {:?}", lattice.trouble(|k| boundary.labels()[k] == 0));
    let gained = lattice.totals(|k| boundary.labels()[k] == 0).mass - before;
    assert!((gained - booked).abs() < 1e-5, "{what}: gained {gained}, booked {booked}");
    if lattice.steps().is_multiple_of(50) {
        let froude = lattice.max_froude(|k| boundary.labels()[k] == 0);
        assert!(froude < 1.0, "{what}: Froude number {froude}");
    }
}

/// A solid touches the side in its middle or in a corner, or the opposite side: the water flows through the open part, and a
/// discharge has its given value.
#[test]
fn a_solid_may_stand_at_any_side() {
    for side in [Side::East, Side::South] {
        for kind in kinds() {
            for (along, across) in
                [(5.0, 15.2), (5.0, 5.0), (N as f64 - 5.0, 15.2), (N as f64 - 5.0, N as f64 - 5.0)]
            {
                let what =
                    format!("{kind:?} at the {side} side, solid {along} m from it and {across} m along it");
                let labels = square(along, across, side);
                let (mut lattice, mut boundary) = stream(side, kind, &labels);
                for _ in 0..800 {
                    step(&mut lattice, &mut boundary, None, &what);
                }
                if let SideKind::Discharge { discharge_m3_s, .. } = kind {
                    let units = units();
                    let enters =
                        boundary.ledger().side(side).mass * units.cell_size_m().powi(3) / units.time_step_s();
                    assert!((enters / discharge_m3_s - 1.0).abs() < 0.01, "{what}: {enters} m³/s");
                }
            }
        }
    }
}

/// A solid enters through the side and leaves again, in the middle and along the corner; through an outflow it only leaves.
#[test]
fn a_solid_comes_and_goes_through_any_side() {
    let (units, speed) = (units(), 0.04);
    for side in [Side::West, Side::North] {
        for kind in kinds() {
            let steps = if kind == SideKind::Outflow { 500..1000 } else { 0..1000 };
            for across in [15.2, 5.0] {
                let what = format!("{kind:?} at the {side} side, solid {across} m along it");
                let along = |time: i32| speed * f64::from(time.min(1000 - time)) - 6.0;
                let (mut lattice, mut boundary) =
                    stream(side, kind, &square(along(steps.start), across, side));
                for time in steps.clone() {
                    let linvel_m_s =
                        turned([units.to_m_s(if time < 500 { speed } else { -speed }), 0.0], side);
                    let motion = Motion { linvel_m_s, ..Motion::default() };
                    let labels = square(along(time), across, side);
                    step(&mut lattice, &mut boundary, Some((&labels, motion)), &what);
                }
                let covered = boundary.labels().iter().filter(|&&label| label != 0).count();
                assert_eq!(covered, 0, "{what}: {covered} cells are covered");
            }
        }
    }
}

/// A wall across the channel moves towards a side with inflow: the water of the gap between them moves with the wall, `−W`, and
/// has the depth of a wave that leaves through the side, `2c − W = 2c_0 + U`.
#[test]
fn an_inflow_gives_way_in_the_gap_before_a_solid() {
    let units = units();
    let celerity = units.gravity_number(DEPTH_M).sqrt();
    for side in Side::ALL {
        for (kind, speed) in kinds().into_iter().take(2).flat_map(|kind| [(kind, 0.03), (kind, 0.06)]) {
            let what = format!("{kind:?} at the {side} side, wall {speed} out");
            let wall = |front: f64| -> Vec<u16> {
                let half = 0.5 * N as f64;
                let inside = |k: usize| {
                    let place = [k % N, k / N].map(|c| c as f64 + 0.5 - half);
                    let along = (0..2).map(|axis| side.inward()[axis] * place[axis]).sum::<f64>() + half;
                    (front..front + 10.0).contains(&along)
                };
                (0..N * N).map(|k| u16::from(inside(k))).collect()
            };
            let (mut lattice, mut boundary) = stream(side, kind, &wall(5.2));
            let linvel_m_s = turned([-units.to_m_s(speed), 0.0], side);
            let mut depth = 0.0;
            for time in 0.. {
                let front = 5.2 - speed * f64::from(time);
                if front < 0.4 {
                    break;
                }
                let motion = Motion { linvel_m_s, ..Motion::default() };
                step(&mut lattice, &mut boundary, Some((&wall(front), motion)), &what);
                if front > 2.0 {
                    // In the middle of the side.
                    let at = turned([0.5 - 0.5 * N as f64, 0.0], side).map(|c| (c + 0.5 * N as f64) as isize);
                    depth = f64::from(lattice.moments(lattice.layout().site(at[0], at[1])).h);
                }
            }
            // The water of whole cells leaves at once as the mask moves: the depth fluctuates by some thousandths.
            let expected = (1.0 + 0.5 * (STREAM + speed) / celerity).powi(2);
            assert!((depth / expected - 1.0).abs() < 0.01, "{what}: depth {depth}, {expected} expected");
        }
    }
}

/// A solid that enters through an outflow, with its first cells or its last ones, is refused with the side and a cell at
/// it, and nothing has changed. One that leaves, rotates in its place or slides along may uncover the same cells.
#[test]
fn a_solid_that_comes_in_through_an_outflow_is_refused() {
    let units = units();
    for side in Side::ALL {
        for (along, across) in [(-4.8, 15.2), (-4.8, 5.2), (4.9, 15.2), (4.9, 24.8)] {
            let (was, is) = (square(along, across, side), square(along + 0.8, across, side));
            assert!(was != is, "{along} m from the {side} side: no cell changes");
            let moved = |is: &[u16], velocity: [f64; 2], angvel_rad_s: f64| {
                let (mut lattice, mut boundary) = stream(side, SideKind::Outflow, &was);
                let linvel_m_s = turned(velocity.map(|u| units.to_m_s(u)), side);
                let motion = Motion { linvel_m_s, angvel_rad_s, ..Motion::default() };
                let moved = boundary.move_solids(&mut lattice, &Mask::new(is), &[(1, motion)]);
                (moved, boundary.labels().to_vec())
            };
            for speed in [0.001, 0.1] {
                let (refused, labels) = moved(&is, [speed, 0.0], 0.0);
                let refused = refused.unwrap_err();
                assert!(
                    matches!(refused, Error::EntersThroughOutflow { label: 1, side: at, cell } if at == side && is_at(cell, side)),
                    "{along} m from the {side} side, {across} m along it: {refused:?}"
                );
                assert!(labels == was, "{along} m from the {side} side: cells have changed");
            }
            for (velocity, angvel_rad_s) in [([-0.1, 0.0], 0.0), ([0.0, 0.1], 0.0), ([0.0, 0.0], 0.01)] {
                moved(&is, velocity, angvel_rad_s).0.unwrap();
            }
        }
    }
}

fn is_at([i, j]: [usize; 2], side: Side) -> bool {
    match side {
        Side::West => i == 0,
        Side::East => i + 1 == N,
        Side::South => j == 0,
        Side::North => j + 1 == N,
    }
}

/// A stream between no-slip walls away from a closed end, or towards it: water is drawn in through the other end, an outflow.
/// That adds neither energy nor eddies to the water that enters.
#[test]
fn water_may_flow_back_through_a_side_that_lets_it_out() {
    for side in Side::ALL {
        for (kind, speed) in [
            SideKind::Level { level_m: DEPTH_M },
            SideKind::Outflow,
            SideKind::Characteristic { level_m: DEPTH_M, velocity_m_s: 0.0 },
        ]
        .into_iter()
        .flat_map(|kind| [(kind, STREAM), (kind, -STREAM)])
        {
            let what = format!("{kind:?} at the {side} side, stream {speed} into it");
            let (mut lattice, _) = stream(side, kind, &[]);
            let mut boundary = Boundary::builder().side(side, kind).build(&lattice).unwrap();
            let velocity = turned([-units().to_m_s(speed), 0.0], side);
            (0..N * N).for_each(|k| lattice.set_cell_m(k % N, k / N, DEPTH_M, velocity));
            let energy = |lattice: &Lattice| -> f64 {
                let of =
                    |k: usize| lattice.moments(lattice.layout().site((k % N) as isize, (k / N) as isize));
                (0..N * N).map(of).map(|m| f64::from(m.h) * f64::from(m.u * m.u + m.v * m.v)).sum()
            };
            let at_first = energy(&lattice);
            for _ in 0..2500 {
                step(&mut lattice, &mut boundary, None, &what);
            }
            let left = energy(&lattice) / at_first;
            println!("{what}: {left} of the stream's energy is left");
            assert!(left < 0.05, "{what}: {left} of the stream's energy is left");
        }
    }
}
