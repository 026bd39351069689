//! Several steps in one traversal give the same as single ones.

use lbm_boundary::{Boundary, Side, SideKind, Slip, Wall};
use lbm_core::d2q9::Q;
use lbm_core::{Lattice, LatticeBuilder, Units};
use proptest::prelude::*;

/// Kinds of sides for which several steps in one traversal are possible, and some for which they are not.
fn side_kind() -> impl Strategy<Value = SideKind> {
    prop_oneof![
        3 => Just(SideKind::Wall(Wall::NO_SLIP)),
        3 => Just(SideKind::Wall(Wall::FREE_SLIP)),
        1 => Just(SideKind::Wall(Wall::OnGrid(Slip::NoSlip))),
        2 => Just(SideKind::Outflow),
        2 => (0.9f64..1.1).prop_map(|depth_m| SideKind::Level { level_m: depth_m }),
        2 => Just(SideKind::Characteristic { level_m: 1.01, velocity_m_s: 0.1 }),
        2 => Just(SideKind::Inflow { velocity_m_s: 0.1, level_m: None }),
        1 => Just(SideKind::Discharge { discharge_m3_s: 0.5, ramp_s: 2.0 }),
        1 => Just(SideKind::Sponge { width_m: 3.0 }),
    ]
}

/// Kinds of two opposite sides: both periodic or neither.
fn pair() -> impl Strategy<Value = [SideKind; 2]> {
    prop_oneof![1 => Just([SideKind::Periodic; 2]), 3 => [side_kind(), side_kind()]]
}

/// A column of water that collapses too fast for the lattice: with any number of steps per traversal the run ends soon after
/// the first cell in trouble, and names the same cell as single steps do.
#[test]
fn trouble_ends_the_steps_and_is_named() {
    let start = |side: SideKind, steps_per_traversal: usize| {
        let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
        let mut lattice =
            Lattice::builder(24, 70, units).steps_per_traversal(steps_per_traversal).build().unwrap();
        for k in 0..80 {
            lattice.set_cell_m(8 + k % 8, 35 + k / 8, 6.0, [0.0, 0.0]);
        }
        let boundary = Boundary::builder().side(Side::North, side).build(&lattice).unwrap();
        (lattice, boundary)
    };
    // By traversals, and step by step.
    for side in [SideKind::Wall(Wall::NO_SLIP), SideKind::Sponge { width_m: 3.0 }] {
        let (mut single, mut of_single) = start(side, 1);
        let before = (0..100).take_while(|_| {
            of_single.apply(&mut single);
            single.step()
        });
        let failed_at = before.count() as u64 + 1;
        assert_eq!(single.steps(), failed_at);
        assert!(failed_at > 4);
        let named = single.trouble(|_| true).unwrap();
        assert!(named.depth_m.is_finite(), "{named:?}");
        for steps_per_traversal in [1, 3, 8] {
            let (mut fast, mut of_fast) = start(side, steps_per_traversal);
            assert!(!of_fast.steps(&mut fast, 100));
            assert_eq!(fast.trouble(|_| true), Some(named));
            let last = failed_at.next_multiple_of(steps_per_traversal as u64);
            assert!((failed_at..=last).contains(&fast.steps()), "{} steps", fast.steps());
        }
    }
}

proptest! {
    #[test]
    fn steps_are_single_steps(
        ([west, east], [south, north]) in (pair(), pair()),
        posts in prop::collection::vec((0usize..24, 0usize..70), 0..6),
        wall in prop_oneof![3 => Just(Wall::NO_SLIP), 1 => Just(Wall::FREE_SLIP), 1 => Just(Wall::Interpolated(Slip::NoSlip))],
        counts in prop::collection::vec(0usize..12, 1..4), rough in prop_oneof![Just(0.0), Just(0.2)],
    ) {
        let (nx, ny) = (24usize, 70usize);
        let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
        let mut solids = vec![0u16; nx * ny];
        for (label, (i, j)) in (1..).zip(posts) {
            solids[j * nx + i] = label;
            solids[j * nx + (i + 1) % nx] = label;
        }
        let start = || {
            let bed = |x: f64, y: f64| rough * (1.3 * x + 2.9 * y + 0.2 * x * y).sin();
            let builder = Lattice::builder(nx, ny, units);
            let over_bed = |builder: LatticeBuilder| builder.bed_m(bed).bed_beyond_m(bed);
            let mut lattice = if rough > 0.0 { over_bed(builder) } else { builder }.build().unwrap();
            for k in 0..nx * ny {
                let wave = (0.4 * (k % nx) as f64).sin() * (0.3 * (k / nx) as f64).cos();
                lattice.set_cell_m(k % nx, k / nx, 1.0 + 0.02 * wave, [0.1 * wave, -0.05 * wave]);
            }
            let mut builder = Boundary::builder().solids(&solids).solid_wall(wall);
            for (side, kind) in Side::ALL.into_iter().zip([west, east, south, north]) {
                builder = builder.side(side, kind);
            }
            let boundary = builder.build(&lattice).unwrap();
            (lattice, boundary)
        };
        let ((mut fast, mut of_fast), (mut single, mut of_single)) = (start(), start());
        for count in counts {
            let mut well = true;
            for _ in 0..count {
                of_single.apply(&mut single);
                well &= single.step();
            }
            prop_assert_eq!(of_fast.steps(&mut fast, count), well);
            prop_assert_eq!(of_fast.ledger(), of_single.ledger());
            for k in (0..nx * ny).filter(|&k| solids[k] == 0) {
                let site = fast.layout().site((k % nx) as isize, (k / nx) as isize);
                let [a, b]: [[f32; Q]; 2] = [&fast, &single].map(|lattice| lattice.populations(site));
                prop_assert_eq!(a, b, "cell {}", k);
            }
        }
    }
}
