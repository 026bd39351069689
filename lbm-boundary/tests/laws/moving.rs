//! Moving solids: no water is lost, no link is missing, no direction is preferred.

use crate::setups::{Cross, any_wall, assert_booked, units, water_mass};
use lbm_boundary::{Boundary, Mask, Motion, Refill, Side, SideKind, Wall, classify};
use lbm_core::Lattice;
use lbm_core::d2q9::{C, Q};
use proptest::prelude::*;
use proptest::test_runner::TestRng;

const N: usize = 32;

/// Adds or removes one cell of the solids of a mask, somewhere at their rim with water nearby.
fn nibble(labels: &mut [u16], rng: &mut TestRng) {
    let beside = |k: usize| {
        let (i, j) = ((k % N) as i32, (k / N) as i32);
        (1..Q)
            .map(move |q| (i + C[q][0], j + C[q][1]))
            .filter(|&(x, y)| (0..N as i32).contains(&x) && (0..N as i32).contains(&y))
            .map(|(x, y)| y as usize * N + x as usize)
    };
    let rim: Vec<(usize, u16)> = (0..N * N)
        .flat_map(|k| beside(k).map(move |n| (k, n)))
        .filter(|&(k, n)| (labels[k] == 0) != (labels[n] == 0))
        .map(|(k, n)| (k, labels[n]))
        .collect();
    let solid = labels.iter().filter(|&&label| label != 0).count();
    let (k, label) = rim[rng.next_u32() as usize % rim.len()];
    let only = labels[k] != 0 && labels.iter().filter(|&&label| label == labels[k]).count() < 3;
    if !only && (solid < N * N / 4 || label == 0) {
        labels[k] = label;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// The water's mass over 10³ steps of solids whose rims and motions change at random: the only error is the rounding of
    /// the populations (deviations from rest), less than one rounding of the sum to `f32`.
    #[test]
    fn mass_is_exact_under_random_moving_masks(
        walls in prop::array::uniform2(any_wall()),
        non_equilibrium in any::<bool>(),
        speed in prop::array::uniform3(-0.02f64..0.02),
        mut rng in Just(()).prop_perturb(|(), rng| rng),
    ) {
        let units = units();
        let mut lattice = Lattice::builder(N, N, units).collision(lbm_core::Collision::Bgk { tau: 0.8 }).build().unwrap();
        let mut labels: Vec<u16> = (0..N * N)
            .map(|k| match (k % N, k / N) {
                (8..=12, 9..=13) => 1,
                (20..=23, 15..=22) => 2,
                _ => 0,
            })
            .collect();
        let refill = if non_equilibrium { Refill::NonEquilibrium } else { Refill::Equilibrium };
        let mut boundary = Boundary::builder()
            .solids(&labels)
            .wall_of(1, walls[0])
            .wall_of(2, walls[1])
            .refill(refill)
            .build(&lattice)
            .unwrap();
        let e = units.lattice_speed_m_s();
        let motion = |phase: f64| Motion {
            center_m: [10.5, 11.5],
            linvel_m_s: [speed[0] * e * phase.cos(), speed[1] * e * phase.sin()],
            angvel_rad_s: 0.1 * speed[2] * e,
        };
        let before = water_mass(&lattice, &labels);
        let bound = 0.5 * f64::from(f32::EPSILON) * before;
        for step in 0..1000 {
            if step % 4 == 0 {
                nibble(&mut labels, &mut rng);
            }
            let distance = |label: u16, _: [f64; 2], _: [f64; 2]| f64::from(label) * 0.3;
            let motions = [(1, motion(0.01 * f64::from(step))), (2, motion(1.0 - 0.02 * f64::from(step)))];
            let mask = Mask::new(&labels).distance(&distance);
            boundary.move_solids(&mut lattice, &mask, &motions).unwrap();
            let all = classify(N, N, &labels).unwrap();
            prop_assert_eq!(boundary.contour().collect::<Vec<_>>(), all);
            boundary.apply(&mut lattice);
            assert!(lattice.step());
            let mass = water_mass(&lattice, &labels) + boundary.owed_mass();
            prop_assert!((mass - before).abs() < bound, "step {}: {} of {}", step, mass - before, bound);
        }
        prop_assert!(lattice.trouble(|k| labels[k] == 0).is_none());
    }

    #[test]
    fn the_ledger_closes_with_moving_solids(
        wall in prop_oneof![7 => any_wall(), 1 => Just(Wall::AsPrinted)], speed in -0.6f64..0.6, turn in -0.03f64..0.03, side in prop_oneof![
            Just(SideKind::Inflow { velocity_m_s: 0.2, level_m: None }),
            Just(SideKind::Outflow),
            Just(SideKind::Sponge { width_m: 12.0 }),
        ],
    ) {
        let units = units();
        let mut lattice = Lattice::builder(N, N, units).build().unwrap();
        let mut cross = Cross::new([14.3, 15.8], 6.0, 2.2);
        cross.motion.linvel_m_s = [speed, 0.3 * speed];
        cross.motion.angvel_rad_s = turn * units.lattice_speed_m_s();
        let mut labels = cross.labels(N, N);
        let mut boundary = Boundary::builder()
            .solids(&labels)
            .solid_wall(wall)
            .side(Side::West, side)
            .build(&lattice)
            .unwrap();
        for _ in 0..100 {
            let before = lattice.totals(|k| labels[k] == 0);
            cross.advance(units.time_step_s());
            labels = cross.labels(N, N);
            boundary.move_solids(&mut lattice, &Mask::new(&labels), &[(1, cross.motion)]).unwrap();
            boundary.apply(&mut lattice);
            assert!(lattice.step());
            assert_booked(&before, &lattice.totals(|k| labels[k] == 0), boundary.ledger(), 2e-5);
        }
    }
}

#[test]
fn bad_moves_are_refused_and_change_nothing() {
    let units = units();
    let mut lattice = Lattice::builder(N, N, units).build().unwrap();
    let square = |i0: usize, size: usize| -> Vec<u16> {
        let inside = |k: usize| (i0..i0 + size).contains(&(k % N)) && (10..10 + size).contains(&(k / N));
        (0..N * N).map(|k| u16::from(inside(k))).collect()
    };
    let mut boundary = Boundary::builder().solids(&square(4, 6)).build(&lattice).unwrap();
    let still = Motion::default();
    let mut refusal = |labels: &[u16], motion| {
        let message =
            boundary.move_solids(&mut lattice, &Mask::new(labels), &[(1, motion)]).unwrap_err().to_string();
        assert_eq!(boundary.labels(), square(4, 6));
        assert_eq!(lattice.totals(|_| true).momentum, [0.0; 2]);
        message
    };
    assert_eq!(
        refusal(&[0; N * N], still),
        "solid 1 uncovers cell (6, 12) with no water within two cells of it: move it by at most a cell per step"
    );
    let mut far = square(4, 6);
    far[20 * N + 20] = 1;
    assert_eq!(
        refusal(&far, still),
        "solid 1 covers cell (20, 20) without having been within two cells of it: move it by at most a cell per step"
    );
    let e = units.lattice_speed_m_s();
    let message = refusal(&square(20, 6), Motion { linvel_m_s: [0.1 * e, 0.0], ..still });
    assert!(message.contains("covers cell (") && message.contains("within two cells of it"), "{message}");
    let message = refusal(&square(4, 6), Motion { linvel_m_s: [0.4 * e, 0.0], ..still });
    assert!(message.starts_with("solid 1 moves with 3.23") && message.contains("cell (3, 9)"), "{message}");
    let message = refusal(&square(4, 6), Motion { linvel_m_s: [f64::NAN, 0.0], ..still });
    assert!(message.contains("NaN m/s"), "{message}");
    assert_eq!(refusal(&[0; 7], still), "7 solid labels: must be 1024, one for each cell");
    let built = Boundary::builder()
        .solids(&square(4, 6))
        .motions(&[(1, Motion { angvel_rad_s: 10.0, ..still })])
        .build(&lattice);
    assert!(built.unwrap_err().to_string().starts_with("solid 1 moves with"));
}

/// A solid may rotate so fast that it would be too fast elsewhere on the grid, as long as its own walls are slow enough.
#[test]
fn the_speed_that_counts_is_that_of_the_walls() {
    let units = units();
    let lattice = Lattice::builder(N, N, units).build().unwrap();
    let inside = |k: usize| (4..10).contains(&(k % N)) && (10..16).contains(&(k / N));
    let labels: Vec<u16> = (0..N * N).map(|k| u16::from(inside(k))).collect();
    // The farthest water next to it is at (−3.5, −3.5) from the center.
    let limit = 1.0 / (3.0 * 3.5f64.hypot(3.5) * units.time_step_s());
    for (fraction, works) in [(0.99, true), (1.01, false)] {
        let center_m = [7.0, 13.0].map(|c| units.to_meters(c));
        let motion = Motion { center_m, angvel_rad_s: fraction * limit, ..Motion::default() };
        let built = Boundary::builder().solids(&labels).motions(&[(1, motion)]).build(&lattice);
        assert_eq!(built.is_ok(), works, "{fraction} of the limit");
    }
}

/// Water around the cell that a solid leaves has the same stress everywhere, and so has the water that takes its place.
#[test]
fn refilled_cells_continue_the_stress_around_them() {
    let n = 9;
    let stress: [f32; Q] = std::array::from_fn(|q| 1e-3 * (C[q][0] * C[q][1]) as f32);
    for refill in [Refill::Equilibrium, Refill::NonEquilibrium] {
        let mut lattice = Lattice::builder(n, n, units()).build().unwrap();
        let mut labels = vec![0u16; n * n];
        labels[4 * n + 4] = 1;
        let mut boundary = Boundary::builder().solids(&labels).refill(refill).build(&lattice).unwrap();
        let eta = 0.01;
        for (i, j) in (0..n * n).map(|k| (k % n, k / n)) {
            let site = lattice.layout().site(i as isize, j as isize);
            let mut f = lattice.equilibrium(site, eta, 0.0, 0.0);
            f.iter_mut().zip(stress).for_each(|(f, stress)| *f += stress);
            lattice.set_populations(site, f);
        }
        labels[4 * n + 4] = 0;
        boundary.move_solids(&mut lattice, &Mask::new(&labels), &[]).unwrap();
        let site = lattice.layout().site(4, 4);
        let (got, still) = (lattice.populations(site), lattice.equilibrium(site, eta, 0.0, 0.0));
        for q in 0..Q {
            let wanted = if refill == Refill::NonEquilibrium { stress[q] } else { 0.0 };
            assert!(
                (got[q] - still[q] - wanted).abs() < 1e-6,
                "{refill:?}, {q}: {} for {wanted}",
                got[q] - still[q]
            );
        }
    }
}
