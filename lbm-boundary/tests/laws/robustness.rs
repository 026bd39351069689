//! Moving masks: through sides, into gaps that close, in long rotations.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::setups::{Cross, units, water_mass};
use lbm_boundary::{Boundary, Error, Mask, Motion, Refill, Side, SideKind, Slip, Wall};
use lbm_core::{Lattice, Units};

/// A square with label 1 and its lower left corner at `x, y` cells.
fn square(n: [usize; 2], [x, y]: [f64; 2], size: f64) -> Vec<u16> {
    let within = |k: usize, from: f64| (from..from + size).contains(&(k as f64 + 0.5));
    (0..n[0] * n[1]).map(|k| u16::from(within(k % n[0], x) && within(k / n[0], y))).collect()
}

/// A solid enters through an inflow, crosses the stream and leaves at the other end: the ledger closes in every step.
#[test]
fn a_solid_comes_in_through_an_inflow_and_leaves_through_an_outflow() {
    let (n, units) = ([40usize, 24usize], units());
    let mut lattice = Lattice::builder(n[0], n[1], units).build().unwrap();
    let stream = 0.04;
    for k in 0..n[0] * n[1] {
        lattice.set_cell_m(k % n[0], k / n[0], 1.0, [units.to_m_s(stream), 0.0]);
    }
    let mut boundary = Boundary::builder()
        .side(Side::West, SideKind::Inflow { velocity_m_s: units.to_m_s(stream), level_m: None })
        .side(Side::East, SideKind::Characteristic { level_m: 1.0, velocity_m_s: -units.to_m_s(stream) })
        .build(&lattice)
        .unwrap();
    let speed = 0.08;
    let motion = Motion { linvel_m_s: [units.to_m_s(speed), 0.0], ..Motion::default() };
    let mut labels = vec![0u16; n[0] * n[1]];
    let (mut seen, mut most) = (0usize, 0.0f64);
    for step in 0..700 {
        let before = lattice.totals(|k| labels[k] == 0);
        labels = square(n, [speed * f64::from(step) - 8.0, 9.0], 6.0);
        seen = seen.max(labels.iter().filter(|&&label| label == 1).count());
        boundary.move_solids(&mut lattice, &Mask::new(&labels), &[(1, motion)]).unwrap();
        boundary.apply(&mut lattice);
        let ledger = boundary.ledger();
        let booked = ledger.sides().mass + ledger.solids().mass;
        assert!(lattice.step(), "step {step}: {:?}", lattice.trouble(|k| labels[k] == 0));
        let gained = lattice.totals(|k| labels[k] == 0).mass - before.mass;
        most = most.max((gained - booked).abs());
    }
    assert_eq!((seen, labels.iter().filter(|&&label| label == 1).count()), (36, 0));
    assert!(most < 1e-5, "{most}");
}

fn walls() -> [Wall; 5] {
    let interpolated = [Slip::NoSlip, Slip::FreeSlip].map(Wall::Interpolated);
    [Wall::NO_SLIP, Wall::FREE_SLIP, interpolated[0], interpolated[1], Wall::Modified]
}

/// A plate is pushed against a wall until no water is left between them: the gap is one cell wide for a while, then
/// closed. All its water is conserved elsewhere.
#[test]
fn a_gap_closes_and_gives_its_water_up() {
    for wall in walls() {
        let (n, units) = ([30usize, 20usize], units());
        let mut lattice = Lattice::builder(n[0], n[1], units).build().unwrap();
        let start = square(n, [20.0, 6.0], 7.0);
        let mut boundary = Boundary::builder().solids(&start).solid_wall(wall).build(&lattice).unwrap();
        let before = water_mass(&lattice, &start);
        let speed = 0.02;
        let motion = Motion { linvel_m_s: [units.to_m_s(speed), 0.0], ..Motion::default() };
        let mut labels = start;
        for step in 0..160 {
            labels = square(n, [20.0 + speed * f64::from(step), 6.0], 7.0);
            boundary.move_solids(&mut lattice, &Mask::new(&labels), &[(1, motion)]).unwrap();
            boundary.apply(&mut lattice);
            assert!(lattice.step());
            let trouble = lattice.trouble(|k| labels[k] == 0);
            assert!(trouble.is_none(), "{wall:?}, step {step}: {trouble:?}");
        }
        assert!((6..13).all(|j| labels[j * n[0] + 29] == 1), "the gap is closed");
        let lost = water_mass(&lattice, &labels) + boundary.owed_mass() - before;
        assert!(lost.abs() < 1e-6 * before, "{wall:?}: {lost} of {before}");
    }
}

/// A ram is pushed into a dock between two walls, with a gap on both sides or without, until no water is left in it: the water
/// flows over the ram, and all of it is conserved elsewhere.
#[test]
fn a_ram_empties_a_dock() {
    for (wall, gap, speed) in [
        (Wall::NO_SLIP, 0, 0.03),
        (Wall::NO_SLIP, 1, 0.03),
        (Wall::NO_SLIP, 1, 0.1),
        (Wall::FREE_SLIP, 0, 0.03),
        (Wall::Interpolated(Slip::NoSlip), 0, 0.03),
        (Wall::Interpolated(Slip::FreeSlip), 0, 0.03),
        (Wall::Interpolated(Slip::FreeSlip), 1, 0.1),
        (Wall::Interpolated(Slip::NoSlip), 1, 0.1),
        (Wall::Modified, 0, 0.03),
    ] {
        let (n, units) = ([40usize, 50usize], units());
        let labels = |y: f64| -> Vec<u16> {
            let dock = |i: usize, j: usize| j >= 34 && ((8..12).contains(&i) || (28..32).contains(&i));
            let ram = |i: usize, j: usize| {
                (12 + gap..28 - gap).contains(&i) && (y..y + 12.0).contains(&(j as f64 + 0.5))
            };
            let label = |i, j| if dock(i, j) { 2 } else { u16::from(ram(i, j)) };
            (0..n[0] * n[1]).map(|k| label(k % n[0], k / n[0])).collect()
        };
        let mut lattice = Lattice::builder(n[0], n[1], units).build().unwrap();
        let start = labels(18.0);
        let mut boundary = Boundary::builder().solids(&start).solid_wall(wall).build(&lattice).unwrap();
        let before = water_mass(&lattice, &start);
        let motion = Motion { linvel_m_s: [0.0, units.to_m_s(speed)], ..Motion::default() };
        let mut highest = 1.0f32;
        for step in 0..(24.0 / speed) as u32 {
            let labels = labels(18.0 + speed * f64::from(step));
            boundary.move_solids(&mut lattice, &Mask::new(&labels), &[(1, motion)]).unwrap();
            boundary.apply(&mut lattice);
            assert!(lattice.step());
            let trouble = lattice.trouble(|k| labels[k] == 0);
            assert!(trouble.is_none(), "{wall:?}, {gap}, {speed}, step {step}: {trouble:?}");
            let moments =
                |k: usize| lattice.moments(lattice.layout().site((k % n[0]) as isize, (k / n[0]) as isize));
            let depths = (0..labels.len()).filter(|&k| labels[k] == 0).map(|k| moments(k).h);
            highest = depths.fold(highest, f32::max);
        }
        let labels = boundary.labels();
        let lost = water_mass(&lattice, labels) + boundary.owed_mass() - before;
        assert!(lost.abs() < 1e-6 * before, "{wall:?}, {gap}, {speed}: {lost} of {before}");
        // Twice as deep as at rest, apart from the change in the last step.
        assert!((1.9..2.6).contains(&highest), "{wall:?}, {gap}, {speed}: water stood {highest} m high");
    }
}

/// A plate that touches another one along its length is moved away, so that no water is near the middle of the new gap.
#[test]
fn solids_part() {
    for wall in walls() {
        let (n, units) = ([40usize, 30usize], units());
        let labels = |y: f64| -> Vec<u16> {
            let moving = square(n, [10.0, y], 20.0);
            let lies = |k: usize| (10..30).contains(&(k % n[0])) && (4..8).contains(&(k / n[0]));
            (0..n[0] * n[1]).map(|k| if lies(k) { 2 } else { moving[k] }).collect()
        };
        let mut lattice = Lattice::builder(n[0], n[1], units).build().unwrap();
        let start = labels(7.9);
        let mut boundary = Boundary::builder().solids(&start).solid_wall(wall).build(&lattice).unwrap();
        let before = water_mass(&lattice, &start);
        let speed = 0.003;
        let motion = Motion { linvel_m_s: [0.0, units.to_m_s(speed)], ..Motion::default() };
        for step in 0..600 {
            let labels = labels(7.9 + speed * f64::from(step));
            boundary.move_solids(&mut lattice, &Mask::new(&labels), &[(1, motion)]).unwrap();
            boundary.apply(&mut lattice);
            assert!(lattice.step());
            let trouble = lattice.trouble(|k| labels[k] == 0);
            assert!(trouble.is_none(), "{wall:?}, step {step}: {trouble:?}");
        }
        let labels = boundary.labels();
        assert!((10..30).all(|i| labels[8 * n[0] + i] == 0), "there is water between them");
        let lost = water_mass(&lattice, labels) + boundary.owed_mass() - before;
        assert!(lost.abs() < 1e-6 * before, "{wall:?}: {lost} of {before}");
    }
}

/// Cells can be refilled only from water that was there before; the mass of the water is conserved in any case.
#[test]
fn a_solid_may_leap_two_cells_a_step_but_not_three() {
    let (n, units) = ([40usize, 20usize], units());
    for (leap, works) in [(1, true), (2, true), (3, false)] {
        let mut lattice = Lattice::builder(n[0], n[1], units).build().unwrap();
        let start = square(n, [4.0, 6.0], 6.0);
        let mut boundary = Boundary::builder().solids(&start).build(&lattice).unwrap();
        let before = water_mass(&lattice, &start);
        let mut labels = start;
        for step in 1..5 {
            let next = square(n, [f64::from(4 + leap * step), 6.0], 6.0);
            let moved = boundary.move_solids(&mut lattice, &Mask::new(&next), &[]);
            assert_eq!(moved.is_ok(), works, "{leap} cells: {moved:?}");
            if let Err(error) = moved {
                assert!(
                    error.to_string().contains("cell (1") || error.to_string().contains("cell (4"),
                    "{error}"
                );
                break;
            }
            labels = next;
            boundary.apply(&mut lattice);
            assert!(lattice.step());
        }
        let lost = water_mass(&lattice, &labels) + boundary.owed_mass() - before;
        assert!(lost.abs() < 1e-7 * before, "{leap} cells: {lost}");
    }
}

#[test]
fn the_last_water_is_not_covered() {
    let (nx, ny) = (4, 3);
    let mut lattice = Lattice::builder(nx, ny, units()).build().unwrap();
    let mut labels = vec![1u16; nx * ny];
    let refused = Boundary::builder().solids(&labels).build(&lattice).unwrap_err();
    assert_eq!(refused.to_string(), "solids cover all 12 cells: leave at least one for the water");
    labels[5] = 0;
    let mut boundary = Boundary::builder().solids(&labels).build(&lattice).unwrap();
    let before = lattice.totals(|_| true);
    labels[5] = 1;
    let error = boundary.move_solids(&mut lattice, &Mask::new(&labels), &[]).unwrap_err();
    assert_eq!(error.to_string(), "solids cover all 12 cells: leave at least one for the water");
    assert_eq!((lattice.totals(|_| true), boundary.labels()[5]), (before, 0));
}

/// A cross rotates in a stream between no-slip walls: the water stays slower than its waves, the ledger closed, the
/// torque opposed to the rotation, and no impulse far above the others.
#[test]
fn a_cross_turns_for_long() {
    for wall in [Wall::NO_SLIP, Wall::FREE_SLIP, Wall::OnGrid(Slip::NoSlip), Wall::AsPrinted] {
        let (n, units) = (60usize, units());
        let mut lattice = Lattice::builder(n, n, units).build().unwrap();
        let stream = 0.03;
        for k in 0..n * n {
            lattice.set_cell_m(k % n, k / n, 1.0, [units.to_m_s(stream), 0.0]);
        }
        let mut cross = Cross::new([30.2, 29.7], 11.0, 2.3);
        cross.motion.angvel_rad_s = -0.06 / 11.0 * units.lattice_speed_m_s();
        let start = cross.labels(n, n);
        let mut boundary = Boundary::builder()
            .side(Side::West, SideKind::Inflow { velocity_m_s: units.to_m_s(stream), level_m: None })
            .side(Side::East, SideKind::Characteristic { level_m: 1.0, velocity_m_s: -units.to_m_s(stream) })
            .solids(&start)
            .solid_wall(wall)
            .build(&lattice)
            .unwrap();
        let mut labels = start;
        let (mut torque, mut square, mut peak, mut froude) = (0.0, 0.0, 0.0f64, 0.0f64);
        let (steps, skipped) = (4000, 1000);
        for step in 0..steps {
            cross.advance(units.time_step_s());
            labels = cross.labels(n, n);
            boundary.move_solids(&mut lattice, &Mask::new(&labels), &[(1, cross.motion)]).unwrap();
            boundary.apply(&mut lattice);
            assert!(lattice.step());
            if step >= skipped {
                let load = boundary.ledger().load(1);
                torque += load.torque;
                square += load.torque * load.torque;
                peak = peak.max(load.torque.abs());
            }
            if step % 100 == 0 {
                froude = froude.max(lattice.max_froude(|k| labels[k] == 0));
            }
        }
        let root_mean_square = (square / f64::from(steps - skipped)).sqrt();
        assert!(lattice.trouble(|k| labels[k] == 0).is_none() && froude < 0.7, "{wall:?}: Froude {froude}");
        assert!(peak < 5.0 * root_mean_square, "{wall:?}: peak {peak}, rms {root_mean_square}");
        assert!(wall == Wall::AsPrinted || torque > 0.0, "{wall:?}: mean torque {torque}");
    }
}

/// The equilibria of refilled cells are those of the lattice's equation of state: uncovered cells of a gas at rest are at
/// rest, and the mass is conserved.
#[test]
fn solids_move_through_a_gas() {
    let n = [30usize, 24usize];
    let gas = || Lattice::builder(n[0], n[1], Units::new(1.0, 1.0, 9.81).unwrap()).ideal_gas();
    for refill in [Refill::Equilibrium, Refill::NonEquilibrium] {
        let mut lattice = gas().build().unwrap();
        // Denser than the reference state of its populations: with the pressure of water it would not stay at rest.
        (0..n[0] * n[1]).for_each(|k| lattice.set_cell_m(k % n[0], k / n[0], 1.4, [0.0, 0.0]));
        let mut labels = square(n, [5.0, 8.0], 6.0);
        let mut boundary = Boundary::builder().solids(&labels).refill(refill).build(&lattice).unwrap();
        let before = water_mass(&lattice, &labels) + boundary.owed_mass();
        let mut mach = 0.0f64;
        for step in 1..=200 {
            let x = 5.0 + 0.05 * f64::from(step);
            labels = square(n, [x, 8.0], 6.0);
            let motion = Motion { linvel_m_s: [0.05, 0.0], ..Motion::default() };
            boundary.move_solids(&mut lattice, &Mask::new(&labels), &[(1, motion)]).unwrap();
            boundary.apply(&mut lattice);
            assert!(lattice.step());
            mach = mach.max(lattice.max_froude(|k| labels[k] == 0));
        }
        assert!(mach < 0.15, "{refill:?}: Mach {mach}");
        let after = water_mass(&lattice, &labels) + boundary.owed_mass();
        // The basin is closed: the mass that the solid displaces stays in the gas.
        assert!((after / before - 1.0).abs() < 1e-6, "{refill:?}: {before} became {after}");
    }
    let side = SideKind::Outflow;
    let refused = Boundary::builder().side(Side::East, side).build(&gas().build().unwrap()).unwrap_err();
    assert_eq!(refused, Error::OpenGas { side: Side::East });
}

#[cfg(feature = "half")]
#[test]
fn sixteen_bits_are_refused() {
    let lattice = Lattice::builder(8, 8, units()).storage(lbm_core::Storage::Half).build().unwrap();
    assert_eq!(Boundary::builder().build(&lattice).unwrap_err(), Error::HalfPrecision);
}

/// Blades thinner than a cell appear and vanish on the grid as they rotate, whole rows of cells at a time.
#[test]
fn blades_too_thin_for_the_grid_turn_on() {
    let (n, units) = ([40usize, 40usize], units());
    let mut lattice = Lattice::builder(n[0], n[1], units).build().unwrap();
    let blade = |turned: f64| -> Vec<u16> {
        let (sin, cos) = turned.sin_cos();
        let within = |k: usize| {
            let [x, y] = [k % n[0], k / n[0]].map(|c| c as f64 + 0.5 - 20.0);
            let [along, across] = [x * cos + y * sin, y * cos - x * sin];
            along.hypot(across) < 2.0 || (along.abs() < 15.0 && across.abs() < 0.3)
        };
        (0..n[0] * n[1]).map(|k| u16::from(within(k))).collect()
    };
    let mut labels = blade(0.0);
    let mut boundary = Boundary::builder().solids(&labels).build(&lattice).unwrap();
    let before = water_mass(&lattice, boundary.labels());
    let turn = 0.004;
    let motion =
        Motion { center_m: [20.0; 2], angvel_rad_s: turn / units.time_step_s(), ..Motion::default() };
    for step in 1..800 {
        labels = blade(turn * f64::from(step));
        boundary.move_solids(&mut lattice, &Mask::new(&labels), &[(1, motion)]).unwrap();
        boundary.apply(&mut lattice);
        assert!(lattice.step(), "step {step}: {:?}", lattice.trouble(|k| labels[k] == 0));
    }
    let lost = water_mass(&lattice, boundary.labels()) + boundary.owed_mass() - before;
    assert!(lost.abs() < 1e-6 * before, "{lost}");
}

/// After the only solid has vanished, the basin contains all the water of the start.
#[test]
fn the_last_solid_leaves_its_water_behind() {
    let (n, units) = ([30usize, 20usize], units());
    let mut lattice = Lattice::builder(n[0], n[1], units).build().unwrap();
    let place = |step: i32| square(n, [20.0 + 0.05 * f64::from(step), 7.0], 5.0);
    let first = place(0);
    let mut boundary = Boundary::builder().solids(&first).build(&lattice).unwrap();
    let before = water_mass(&lattice, boundary.labels());
    let motion = Motion { linvel_m_s: [units.to_m_s(0.05), 0.0], ..Motion::default() };
    let mut since_gone = 0;
    for step in 1..300 {
        let labels = place(step);
        boundary.move_solids(&mut lattice, &Mask::new(&labels), &[(1, motion)]).unwrap();
        boundary.apply(&mut lattice);
        since_gone += i32::from(labels.iter().all(|&label| label == 0));
        if since_gone > 40 {
            // Where it was last, except for masses per cell that are too small and the rounding of populations far below the depth.
            let owed = boundary.owed_mass();
            assert!(
                owed.abs() < 600.0 * 1e-9 + 0.5 * f64::from(f32::EPSILON) * before,
                "step {step}: {owed}"
            );
        }
        assert!(lattice.step(), "step {step}: {:?}", lattice.trouble(|k| labels[k] == 0));
    }
    assert!(boundary.labels().iter().all(|&label| label == 0), "the solid has gone");
    let lost = water_mass(&lattice, boundary.labels()) - before;
    assert!(lost.abs() < 1e-7 * before, "{lost} of {before}");
}

/// Sides and motions are kept in lattice units.
#[test]
fn a_boundary_is_refused_by_a_lattice_that_it_was_not_built_for() {
    let lattice = |nx: usize, time_step_s: f64| {
        let units = Units::new(0.5, time_step_s, 9.81).unwrap();
        Lattice::builder(nx, 12, units).rest_depth_m(2.0).build().unwrap()
    };
    let own = lattice(16, 0.03);
    for mut other in [lattice(15, 0.03), lattice(17, 0.03), lattice(16, 0.02)] {
        let mut boundary = Boundary::builder().build(&own).unwrap();
        let applied = catch_unwind(AssertUnwindSafe(|| boundary.apply(&mut other)));
        let panic = applied.unwrap_err().downcast::<String>().unwrap();
        assert!(panic.contains("does not fit a lattice"), "{panic}");
    }
}
