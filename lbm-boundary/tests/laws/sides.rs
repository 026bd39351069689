//! Sides: still water stays at rest and a uniform stream undisturbed for any kinds that meet at corners; waves leave, or are
//! reflected as by a mirror; discharges and depths take their given values.

use crate::setups::units;
use lbm_boundary::{Boundary, Error, Side, SideKind, Slip, Wall};
use lbm_core::{Collision, Lattice, Units};
use proptest::prelude::*;

fn build(lattice: &Lattice, sides: [SideKind; 4]) -> Boundary {
    let mut builder = Boundary::builder();
    for (side, kind) in Side::ALL.into_iter().zip(sides) {
        builder = builder.side(side, kind);
    }
    builder.build(lattice).unwrap()
}

fn run(lattice: &mut Lattice, boundary: &mut Boundary, steps: usize) {
    for _ in 0..steps {
        boundary.apply(lattice);
        assert!(lattice.step());
    }
}

fn still_side() -> impl Strategy<Value = SideKind> {
    prop_oneof![
        Just(SideKind::Wall(Wall::NO_SLIP)),
        Just(SideKind::Wall(Wall::FREE_SLIP)),
        Just(SideKind::Wall(Wall::OnGrid(Slip::NoSlip))),
        Just(SideKind::Wall(Wall::OnGrid(Slip::FreeSlip))),
        Just(SideKind::Wall(Wall::Modified)),
        Just(SideKind::Wall(Wall::Interpolated(Slip::NoSlip))),
        Just(SideKind::Wall(Wall::Interpolated(Slip::FreeSlip))),
        Just(SideKind::Wall(Wall::Extrapolated)),
        Just(SideKind::Outflow),
        Just(SideKind::Inflow { velocity_m_s: 0.0, level_m: Some(1.0) }),
        Just(SideKind::Discharge { discharge_m3_s: 0.0, ramp_s: 0.0 }),
        Just(SideKind::Level { level_m: 1.0 }),
        Just(SideKind::Characteristic { level_m: 1.0, velocity_m_s: 0.0 }),
        Just(SideKind::Sponge { width_m: 4.0 }),
    ]
}

/// Sides that do not disturb a stream of 0.8 m/s: at its inlet, at its outlet, and along it.
fn streaming_sides() -> impl Strategy<Value = [SideKind; 4]> {
    let (u, h) = (0.8, 1.0);
    let west = prop_oneof![
        Just(SideKind::Inflow { velocity_m_s: u, level_m: Some(h) }),
        Just(SideKind::Inflow { velocity_m_s: u, level_m: None }),
        Just(SideKind::Discharge { discharge_m3_s: 12.0 * u * h, ramp_s: 0.0 }),
        Just(SideKind::Characteristic { level_m: h, velocity_m_s: u }),
    ];
    let east = prop_oneof![
        Just(SideKind::Outflow),
        Just(SideKind::Level { level_m: h }),
        Just(SideKind::Characteristic { level_m: h, velocity_m_s: -u }),
    ];
    let beside = prop_oneof![
        Just(SideKind::Wall(Wall::FREE_SLIP)),
        Just(SideKind::Wall(Wall::OnGrid(Slip::FreeSlip))),
        Just(SideKind::Outflow),
    ];
    (west, east, beside.clone(), beside).prop_map(|(w, e, s, n)| [w, e, s, n])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn still_water_stays_still_between_sides_of_any_mix(sides in prop::array::uniform4(still_side())) {
        let mut lattice = Lattice::builder(9, 7, units()).build().unwrap();
        let mut boundary = build(&lattice, sides);
        run(&mut lattice, &mut boundary, 100);
        for k in 0..63 {
            let m = lattice.moments(lattice.layout().site(k % 9, k / 9));
            prop_assert!(m.eta.abs() < 1e-6 && m.u.abs() < 1e-6 && m.v.abs() < 1e-6, "cell {}: {:?}", k, m);
        }
    }

    #[test]
    fn a_stream_is_not_disturbed_at_sides_that_let_it_pass(
        [inlet, outlet, a, b] in streaming_sides(), along_y in any::<bool>(),
    ) {
        let units = units();
        let (nx, ny) = if along_y { (12, 20) } else { (20, 12) };
        let sides = if along_y { [a, b, inlet, outlet] } else { [inlet, outlet, a, b] };
        let stream = if along_y { [0.0, 0.8] } else { [0.8, 0.0] };
        let mut lattice = Lattice::builder(nx, ny, units).build().unwrap();
        for k in 0..240 {
            lattice.set_cell_m(k % nx, k / nx, 1.0, stream);
        }
        let mut boundary = build(&lattice, sides);
        run(&mut lattice, &mut boundary, 200);
        for k in 0..240 {
            let m = lattice.moments(lattice.layout().site((k % nx) as isize, (k / nx) as isize));
            let off = [m.u, m.v].into_iter().zip(stream).map(|(u, s)| (units.to_m_s(u.into()) - s).abs());
            prop_assert!(off.fold(0.0, f64::max) < 1e-4 && m.eta.abs() < 1e-5, "cell {}: {:?}", k, m);
        }
    }
}

/// A free-slip wall is a mirror: waves at any angle of incidence continue as if their images came from beyond.
#[test]
fn a_free_slip_wall_reflects_like_a_mirror() {
    let (nx, ny) = (48usize, 30usize);
    let packet = |i: usize, j: usize| {
        let (x, y) = (i as f64 - 16.0, j as f64 - 20.0);
        0.02 * (-(x * x + y * y) / 40.0).exp() * (0.5 * x + 0.4 * y).sin()
    };
    let walled = {
        let mut lattice = Lattice::builder(nx, ny, units()).build().unwrap();
        for k in 0..nx * ny {
            lattice.set_cell_m(k % nx, k / nx, 1.0 + packet(k % nx, k / nx), [0.1, 0.05]);
        }
        let mut boundary = build(&lattice, [SideKind::Wall(Wall::FREE_SLIP); 4]);
        run(&mut lattice, &mut boundary, 120);
        lattice
    };
    let mut doubled = Lattice::builder(nx, 2 * ny, units()).build().unwrap();
    for k in 0..nx * ny {
        let (i, j) = (k % nx, k / nx);
        doubled.set_cell_m(i, j, 1.0 + packet(i, j), [0.1, 0.05]);
        doubled.set_cell_m(i, 2 * ny - 1 - j, 1.0 + packet(i, j), [0.1, -0.05]);
    }
    let mut boundary = build(&doubled, [SideKind::Wall(Wall::FREE_SLIP); 4]);
    run(&mut doubled, &mut boundary, 120);
    let mut largest = 0.0f32;
    for k in 0..(nx * ny) as isize {
        let at = |lattice: &Lattice| lattice.moments(lattice.layout().site(k % nx as isize, k / nx as isize));
        let (wall, mirror) = (at(&walled), at(&doubled));
        largest = largest.max(mirror.eta.abs());
        let same = (wall.eta - mirror.eta).abs() < 1e-6 && (wall.v - mirror.v).abs() < 1e-6;
        assert!(same, "cell {k}: {wall:?}, with a mirror {mirror:?}");
    }
    assert!(largest > 1e-3);
}

/// Fraction of the energy of a hump that remains after twice the time that it takes to leave, in a channel along x
/// (`ny` = 1) or a square basin.
fn energy_left(nx: usize, ny: usize, kind: SideKind) -> f64 {
    let units = Units::from_gravity_number(0.5, 4.0, 0.15, 9.81).unwrap();
    let mut lattice = Lattice::builder(nx, ny, units).rest_depth_m(4.0).build().unwrap();
    let middle = |n: usize| 0.5 * (n as f64 - 1.0);
    for k in 0..nx * ny {
        let (x, y) = ((k % nx) as f64 - middle(nx), (k / nx) as f64 - middle(ny));
        lattice.set_cell_m(k % nx, k / nx, 4.0 + 0.2 * (-(x * x + y * y) / 20.0).exp(), [0.0; 2]);
    }
    let energy = |lattice: &Lattice| -> f64 {
        (0..nx * ny)
            .map(|k| lattice.moments(lattice.layout().site((k % nx) as isize, (k / nx) as isize)))
            .map(|m| {
                let kinetic = f64::from(m.h) * (f64::from(m.u).powi(2) + f64::from(m.v).powi(2));
                kinetic + f64::from(lattice.gravity()) * f64::from(m.eta).powi(2)
            })
            .sum()
    };
    let across = if ny == 1 { SideKind::Periodic } else { kind };
    let mut boundary = build(&lattice, [kind, kind, across, across]);
    let before = energy(&lattice);
    run(&mut lattice, &mut boundary, 5 * nx);
    energy(&lattice) / before
}

#[test]
fn waves_leave_by_characteristics() {
    let kind = SideKind::Characteristic { level_m: 4.0, velocity_m_s: 0.0 };
    let (head_on, round) = (energy_left(80, 1, kind), energy_left(80, 80, kind));
    assert!(head_on < 1e-4, "head on: {head_on}");
    assert!(round < 1e-2, "in all directions: {round}");
}

/// A canal with a discharge at its inlet that grows over a ramp, and a given depth at its outlet.
#[test]
fn a_canal_carries_its_discharge_at_its_depth() {
    let (nx, ny) = (60, 8);
    let units = units();
    let collision = Collision::Bgk { tau: 1.0 };
    let mut lattice = Lattice::builder(nx, ny, units).collision(collision).build().unwrap();
    let (discharge, depth_m, ramp_s) = (2.4, 1.05, 20.0);
    let mut boundary = build(
        &lattice,
        [
            SideKind::Discharge { discharge_m3_s: discharge, ramp_s },
            SideKind::Level { level_m: depth_m },
            SideKind::Wall(Wall::FREE_SLIP),
            SideKind::Wall(Wall::FREE_SLIP),
        ],
    );
    let through = |boundary: &Boundary, side: Side| {
        boundary.ledger().side(side).mass * units.cell_size_m().powi(3) / units.time_step_s()
    };
    let half_ramp = (0.5 * ramp_s / units.time_step_s()) as usize;
    run(&mut lattice, &mut boundary, half_ramp);
    let rising = through(&boundary, Side::West);
    assert!((rising / discharge - 0.5).abs() < 0.1, "{rising} of {discharge} half-way up the ramp");
    run(&mut lattice, &mut boundary, 20_000);
    let (enters, leaves) = (through(&boundary, Side::West), -through(&boundary, Side::East));
    assert!((enters / discharge - 1.0).abs() < 1e-3, "{enters} of {discharge}");
    assert!((leaves / discharge - 1.0).abs() < 1e-3, "{leaves} of {discharge}");
    let last = lattice.moments(lattice.layout().site(nx as isize - 1, 4));
    let depth = units.to_meters(last.h.into());
    assert!((depth / depth_m - 1.0).abs() < 1e-3, "{depth} of {depth_m}");
}

#[test]
fn bad_open_sides_are_refused_by_name() {
    let units = units();
    let lattice = Lattice::builder(10, 10, units).build().unwrap();
    let closed: Vec<u16> = (0..100).map(|k| u16::from(k % 10 == 0)).collect();
    let message = |kind| {
        let builder = Boundary::builder().solids(&closed).side(Side::West, kind);
        builder.build(&lattice).unwrap_err().to_string()
    };
    assert_eq!(
        message(SideKind::Discharge { discharge_m3_s: 2.0, ramp_s: 0.0 }),
        "west side: discharge_m3_s = 2: must be that of a side with water: solids close this one"
    );
    assert_eq!(
        message(SideKind::Level { level_m: 0.0 }),
        "west side: level_m = 0: must be above 0, and so small that g h / e² is at most 0.6"
    );
    assert_eq!(
        message(SideKind::Characteristic { level_m: 1.0, velocity_m_s: f64::NAN }),
        "west side: velocity_m_s = NaN: must be at most a third of the lattice speed, 2.6957 m/s"
    );
    let fast = Boundary::builder()
        .side(Side::South, SideKind::Discharge { discharge_m3_s: 40.0, ramp_s: 0.0 })
        .build(&lattice)
        .unwrap_err();
    assert_eq!(
        fast.to_string(),
        "south side: velocity of the discharge [m/s] = 4: must be at most a third of the lattice speed, 2.6957 m/s"
    );
}

/// The populations that enter a corner cell through either of two open sides are those that enter its neighbors.
#[test]
fn corners_of_two_open_sides_take_from_each() {
    let n = 8isize;
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let mut lattice = Lattice::builder(n as usize, n as usize, units).build().unwrap();
    for k in 0..(n * n) as usize {
        lattice.set_cell_m(k % n as usize, k / n as usize, 1.02, [0.3, 0.2]);
    }
    let still = SideKind::Inflow { velocity_m_s: 0.0, level_m: None };
    let mut boundary = Boundary::builder()
        .side(Side::West, SideKind::Outflow)
        .side(Side::South, still)
        .build(&lattice)
        .unwrap();
    boundary.apply(&mut lattice);
    let ring = |q, i, j| lattice.population(q, lattice.layout().site(i, j));
    assert_eq!(ring(1, -1, 0), ring(1, -1, 4));
    assert_eq!(ring(3, 0, -1), ring(3, 4, -1));
    assert!((ring(3, 4, -1) - ring(3, 4, 4)).abs() > 1e-3);
}

/// Over a bed that slopes along the sides, sides of the still level leave a lake at rest; at another level the water
/// comes to that level everywhere.
#[test]
fn levels_at_sides_hold_over_a_bed() {
    let units = Units::from_gravity_number(0.5, 3.0, 0.15, 9.81).unwrap();
    let bed = |x: f64, y: f64| 0.1 * y + 0.3 * (-((x - 8.0) / 3.0).powi(2)).exp() - 0.5;
    for (kind, far) in [(0, 0.0), (1, 0.0), (2, 0.0), (0, 0.05), (1, 0.05)] {
        let side = |depth_m: f64| match kind {
            0 => SideKind::Characteristic { level_m: depth_m, velocity_m_s: 0.0 },
            1 => SideKind::Level { level_m: depth_m },
            _ => SideKind::Inflow { velocity_m_s: 0.0, level_m: Some(depth_m) },
        };
        let mut lattice = Lattice::builder(32, 12, units).rest_depth_m(2.0).bed_m(bed).build().unwrap();
        let mut boundary = Boundary::builder()
            .side(Side::West, side(2.0))
            .side(Side::East, side(2.0))
            .side(Side::South, SideKind::Wall(Wall::FREE_SLIP))
            .side(Side::North, SideKind::Wall(Wall::FREE_SLIP))
            .build(&lattice)
            .unwrap();
        for side_of in [Side::West, Side::East] {
            boundary.set_side(&lattice, side_of, side(2.0 + far)).unwrap();
        }
        // A side that holds its depth keeps most of a wave, which takes its time to come to rest.
        for _ in 0..if far == 0.0 { 4000 } else { 12_000 } {
            boundary.apply(&mut lattice);
            assert!(lattice.step());
        }
        for k in 0..32 * 12 {
            let m = lattice.moments(lattice.layout().site((k % 32) as isize, (k / 32) as isize));
            let off = units.to_meters(f64::from(m.eta)) - far;
            if far == 0.0 {
                // What the characteristics round in double precision.
                let most = [m.eta, m.u, m.v].into_iter().fold(0.0, |most: f32, of| most.max(of.abs()));
                assert!(most < 1e-14, "kind {kind}, cell {k}: {m:?}");
            } else {
                assert!(off.abs() < 2e-3, "kind {kind}, cell {k}: off by {off} m");
            }
        }
    }
}

#[test]
fn values_of_a_side_change_only_within_its_kind_and_range() {
    let units = Units::from_gravity_number(0.5, 3.0, 0.15, 9.81).unwrap();
    let bed = |x: f64, _: f64| if x > 15.0 { 1.0 } else { 0.0 };
    let lattice = Lattice::builder(32, 12, units).rest_depth_m(2.0).bed_m(bed).build().unwrap();
    let east = SideKind::Level { level_m: 2.0 };
    let mut boundary = Boundary::builder().side(Side::East, east).build(&lattice).unwrap();
    let mut set = |side, kind| boundary.set_side(&lattice, side, kind);
    assert!(matches!(set(Side::East, SideKind::Outflow), Err(Error::OtherKind { side: Side::East })));
    assert!(matches!(set(Side::West, SideKind::Wall(Wall::NO_SLIP)), Err(Error::OtherKind { .. })));
    // Below the bed along the side.
    let low = SideKind::Level { level_m: 0.9 };
    assert!(matches!(set(Side::East, low), Err(Error::OutOfRange { what: "level_m", .. })));
    set(Side::East, SideKind::Level { level_m: 1.1 }).unwrap();
}

/// It goes on as one that was built with the new width, with the same bits.
#[test]
fn a_sponge_takes_another_width() {
    let units = Units::from_gravity_number(0.5, 2.0, 0.15, 9.81).unwrap();
    let start = || {
        let mut lattice = Lattice::builder(32, 12, units).rest_depth_m(2.0).build().unwrap();
        lattice.set_cell_m(20, 6, 2.3, [0.2, 0.1]);
        lattice
    };
    let labels: Vec<u16> = (0..32 * 12).map(|k| u16::from(k % 32 == 29 && k / 32 < 4)).collect();
    let wide = |width_m| {
        let builder = Boundary::builder().side(Side::East, SideKind::Sponge { width_m }).solids(&labels);
        builder.build(&start()).unwrap()
    };
    let run = |boundary: &mut Boundary| {
        let mut lattice = start();
        assert!(boundary.steps(&mut lattice, 80));
        lattice.state_hash()
    };
    let mut changed = wide(3.0);
    changed.set_side(&start(), Side::East, SideKind::Sponge { width_m: 6.0 }).unwrap();
    let hash = run(&mut changed);
    assert_eq!(hash, run(&mut wide(6.0)));
    assert_ne!(hash, run(&mut wide(3.0)));
    let error = changed.set_side(&start(), Side::East, SideKind::Sponge { width_m: 0.0 });
    assert!(matches!(error, Err(Error::OutOfRange { .. })), "{error:?}");
}
