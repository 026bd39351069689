//! The change of the water's mass and momentum over a step is the sum of the ledger.

use lbm_boundary::{Boundary, Side, SideKind, Wall};
use lbm_core::{Lattice, Units};
use proptest::prelude::*;

use crate::setups::{any_wall, assert_booked};

fn side_kind() -> impl Strategy<Value = SideKind> {
    prop_oneof![
        4 => any_wall().prop_map(SideKind::Wall),
        1 => Just(SideKind::Outflow),
        1 => (-1.5f64..1.5)
            .prop_map(|discharge_m3_s| SideKind::Discharge { discharge_m3_s, ramp_s: 3.0 }),
        1 => (0.9f64..1.1).prop_map(|depth_m| SideKind::Level { level_m: depth_m }),
        1 => (-0.2f64..0.2)
            .prop_map(|velocity_m_s| SideKind::Characteristic { level_m: 1.02, velocity_m_s }),
        1 => (-0.3f64..0.3).prop_map(|velocity_m_s| SideKind::Inflow { velocity_m_s, level_m: None }),
        1 => (0.9f64..1.1).prop_map(|h| SideKind::Inflow { velocity_m_s: 0.1, level_m: Some(h) }),
        1 => (1.0f64..5.0).prop_map(|width_m| SideKind::Sponge { width_m }),
    ]
}

/// A basin with waves, two solids and the given sides.
fn basin(sides: [SideKind; 4], solid_wall: Wall) -> (Lattice, Boundary, Vec<u16>) {
    let (nx, ny) = (21, 17);
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let mut lattice = Lattice::builder(nx, ny, units).build().unwrap();
    for j in 0..ny {
        for i in 0..nx {
            let wave = (0.4 * i as f64).sin() * (0.5 * j as f64 + 0.3).cos();
            lattice.set_cell_m(i, j, 1.0 + 0.05 * wave, [0.1 * wave, -0.15 * wave]);
        }
    }
    let labels: Vec<u16> = (0..nx * ny)
        .map(|k| match (k % nx, k / nx) {
            (5..=8, 4..=6) => 1,
            (i, j) if i + j == 25 => 2,
            _ => 0,
        })
        .collect();
    let mut builder = Boundary::builder().solids(&labels).solid_wall(solid_wall);
    for (side, kind) in Side::ALL.into_iter().zip(sides) {
        builder = builder.side(side, kind);
    }
    let boundary = builder.build(&lattice).unwrap();
    (lattice, boundary, labels)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_ledger_closes_for_any_mix_of_sides(
        sides in prop::array::uniform4(side_kind()),
        wall in prop_oneof![7 => any_wall(), 1 => Just(Wall::AsPrinted)],
        periodic in prop_oneof![3 => Just(4), 1 => 0usize..2],
    ) {
        // West with east, or south with north; but walls as printed overwrite what a periodic side brings.
        let is_periodic = |k: usize| k / 2 == periodic && wall != Wall::AsPrinted;
        let side = |k: usize| if is_periodic(k) { SideKind::Periodic } else { sides[k] };
        let sides = [0, 1, 2, 3].map(side);
        let (mut lattice, mut boundary, labels) = basin(sides, wall);
        let totals = |lattice: &Lattice| lattice.totals(|cell| labels[cell] == 0);
        for _ in 0..40 {
            let before = totals(&lattice);
            boundary.apply(&mut lattice);
            assert!(lattice.step());
            assert_booked(&before, &totals(&lattice), boundary.ledger(), 1e-6);
        }
    }

    /// Every population that leaves returns: no mass is owed.
    #[test]
    fn half_way_walls_keep_mass_exactly(free in prop::array::uniform5(any::<bool>())) {
        let wall = |free: bool| if free { Wall::FREE_SLIP } else { Wall::NO_SLIP };
        let sides = [0, 1, 2, 3].map(|k| SideKind::Wall(wall(free[k])));
        let (mut lattice, mut boundary, _) = basin(sides, wall(free[4]));
        for _ in 0..20 {
            boundary.apply(&mut lattice);
            assert!(lattice.step());
            let books = boundary.ledger().sides().mass + boundary.ledger().solids().mass;
            prop_assert!(books.abs() < 1e-12, "{books}");
        }
    }

    #[test]
    fn mass_is_kept_in_closed_basins(sides in prop::array::uniform4(any_wall()), wall in any_wall()) {
        let sides = sides.map(SideKind::Wall);
        let (mut lattice, mut boundary, labels) = basin(sides, wall);
        let mass = |lattice: &Lattice| lattice.totals(|cell| labels[cell] == 0).mass;
        let before = mass(&lattice);
        for step in 0..300 {
            boundary.apply(&mut lattice);
            assert!(lattice.step());
            let lost = mass(&lattice) + boundary.owed_mass() - before;
            prop_assert!(lost.abs() < 1e-7 * before, "step {step}: {lost} of {before}");
        }
    }
}

/// Fraction of a pulse's energy that remains after it had time to leave a basin of `n × n` cells with four sides of one kind.
fn energy_left(n: usize, kind: SideKind) -> f64 {
    let units = Units::from_gravity_number(0.5, 4.0, 0.15, 9.81).unwrap();
    let mut lattice = Lattice::builder(n, n, units).rest_depth_m(4.0).build().unwrap();
    let middle = (n as f64 - 1.0) / 2.0;
    for k in 0..n * n {
        let r2 = ((k % n) as f64 - middle).powi(2) + ((k / n) as f64 - middle).powi(2);
        lattice.set_cell_m(k % n, k / n, 4.0 + 0.2 * (-r2 / 20.0).exp(), [0.0, 0.0]);
    }
    let energy = |lattice: &Lattice| -> f64 {
        let cell = |k: usize| lattice.moments(lattice.layout().site((k % n) as isize, (k / n) as isize));
        (0..n * n)
            .map(cell)
            .map(|m| {
                let kinetic = f64::from(m.h) * (f64::from(m.u).powi(2) + f64::from(m.v).powi(2));
                kinetic + f64::from(lattice.gravity()) * f64::from(m.eta).powi(2)
            })
            .sum()
    };
    let mut builder = Boundary::builder();
    for side in Side::ALL {
        builder = builder.side(side, kind);
    }
    let mut boundary = builder.build(&lattice).unwrap();
    let before = energy(&lattice);
    for _ in 0..5 * n {
        boundary.apply(&mut lattice);
        assert!(lattice.step());
    }
    energy(&lattice) / before
}

/// The strip absorbs the wave, not the still water beyond, which alone reflects a tenth of a wave at oblique incidence.
#[test]
fn a_sponge_swallows_a_pulse() {
    let left = energy_left(80, SideKind::Sponge { width_m: 8.0 });
    let without_strip = energy_left(80, SideKind::Sponge { width_m: 0.25 });
    assert!(left < 1e-4 && left < 0.1 * without_strip, "{left}, without a strip {without_strip}");
}

#[test]
fn bad_sides_are_refused_by_name() {
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let lattice = Lattice::builder(10, 10, units).build().unwrap();
    let message = |side, kind| Boundary::builder().side(side, kind).build(&lattice).unwrap_err().to_string();
    assert_eq!(
        message(Side::West, SideKind::Periodic),
        "the west side is periodic but the east side is not: both must be"
    );
    assert_eq!(
        message(Side::North, SideKind::Sponge { width_m: 11.0 }),
        "north side: width_m = 11: must be above 0 and at most the width of the grid"
    );
    assert_eq!(
        message(Side::East, SideKind::Inflow { velocity_m_s: 100.0, level_m: None }),
        "east side: velocity_m_s = 100: must be at most a third of the lattice speed, 2.6957 m/s"
    );
    let solid = vec![1; 100];
    assert_eq!(
        Boundary::builder().solids(&solid).build(&lattice).unwrap_err().to_string(),
        "solids cover all 100 cells: leave at least one for the water"
    );
}

/// Hydrostatics: a side of length L takes `½ g h² L` from still water; on a solid these forces cancel.
#[test]
fn still_water_leans_on_every_side() {
    let units = Units::from_gravity_number(1.0, 2.0, 0.15, 9.81).unwrap();
    let mut lattice = Lattice::builder(20, 12, units).rest_depth_m(2.0).build().unwrap();
    let labels: Vec<u16> = (0..240).map(|k| u16::from((8..11).contains(&(k % 20)) && k / 20 == 5)).collect();
    let mut boundary = Boundary::builder().solids(&labels).build(&lattice).unwrap();
    boundary.apply(&mut lattice);
    let h = units.to_cells(2.0);
    let push = 0.5 * units.gravity() * h * h;
    for (side, cells) in [(Side::West, 12.0), (Side::East, 12.0), (Side::South, 20.0), (Side::North, 20.0)] {
        let gained = boundary.ledger().side(side);
        // The diagonal links of corner cells touch both sides, and are booked on one.
        for axis in 0..2 {
            let expected = push * cells * side.inward()[axis];
            let corner = 2.0 * push;
            assert!(
                (gained.momentum[axis] - expected).abs() <= corner,
                "{side}: {gained:?}, axis {axis}: {expected}"
            );
        }
    }
    assert!(boundary.ledger().solid(1).momentum.iter().all(|m| m.abs() < 1e-6), "{:?}", boundary.ledger());
    assert!(boundary.ledger().sides().momentum.iter().all(|m| m.abs() < 1e-5), "{:?}", boundary.ledger());
}
