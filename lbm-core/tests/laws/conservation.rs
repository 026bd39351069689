//! Mass and momentum of a periodic box, and of sources in it.

use crate::common::{pair, wrap};
use proptest::prelude::*;

fn waves() -> impl Strategy<Value = Vec<[f64; 4]>> {
    let wave = (-0.02f64..0.02, 0.0..std::f64::consts::TAU, -0.03f64..0.03, -0.03f64..0.03);
    prop::collection::vec(wave.prop_map(|(a, b, c, d)| [a, b, c, d]), 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The rounding of a cell in a step is below 2⁻²⁴ of its deviation from rest, at random: far below 1e-9 of all water.
    #[test]
    fn a_periodic_box_keeps_its_mass_and_momentum(
        nx in 3usize..40, ny in 3usize..40, tau in 0.55f64..1.5, waves in waves(), steps in 1usize..200,
    ) {
        let (mut lattice, _) = pair(nx, ny, tau, &waves);
        let before = lattice.totals(|_| true);
        for _ in 0..steps {
            wrap(&mut lattice);
            prop_assert!(lattice.step());
        }
        let after = lattice.totals(|_| true);
        prop_assert!((after.mass - before.mass).abs() < 1e-8 * before.mass);
        for axis in 0..2 {
            let drift = (after.momentum[axis] - before.momentum[axis]).abs();
            prop_assert!(drift < 1e-8 * before.mass, "axis {axis}: {drift} of {}", before.mass);
        }
    }

    #[test]
    fn sources_add_what_they_say(
        waves in waves(), dh in -0.05f32..0.05, mx in -0.02f32..0.02, my in -0.02f32..0.02,
    ) {
        let (mut lattice, _) = pair(8, 8, 0.8, &waves);
        let site = lattice.layout().site(3, 4);
        let before = lattice.totals(|_| true);
        lattice.add_momentum(site, [mx, my]);
        lattice.add_volume(site, dh);
        let after = lattice.totals(|_| true);
        prop_assert!((after.mass - before.mass - f64::from(dh)).abs() < 1e-7);
        for (axis, given) in [mx, my].into_iter().enumerate() {
            let gain = after.momentum[axis] - before.momentum[axis];
            prop_assert!((gain - f64::from(given)).abs() < 1e-7);
        }
    }

    /// To first order in the velocity, momentum added to still water gives the equilibrium at that velocity.
    #[test]
    fn given_momentum_is_that_of_the_equilibrium(u in -0.01f32..0.01, v in -0.01f32..0.01, eta in -0.1f32..0.1) {
        let (mut pushed, _) = pair(3, 3, 0.8, &[]);
        let (mut moving, _) = pair(3, 3, 0.8, &[]);
        let site = pushed.layout().site(1, 1);
        pushed.set_equilibrium(site, eta, 0.0, 0.0);
        moving.set_equilibrium(site, eta, u, v);
        let h = pushed.moments(site).h;
        pushed.add_momentum(site, [h * u, h * v]);
        for q in 1..5 {
            let odd = |f: [f32; 9]| f[q] - f[q + 4];
            let [got, expected] = [odd(pushed.populations(site)), odd(moving.populations(site))];
            prop_assert!((got - expected).abs() < 1e-7, "direction {q}: {got} against {expected}");
        }
    }
}

/// The weights `w_q / 3` are rounded by 3e-8 to the same side: momentum given with them alone would lack as much of itself.
#[test]
fn given_momentum_is_all_there() {
    let (mut lattice, _) = pair(32, 32, 0.8, &[]);
    let mut given = [0.0; 2];
    for cell in 0..32 * 32 {
        let momentum = [0.01 + 1e-5 * cell as f32, 0.02 - 1.7e-5 * cell as f32];
        (0..2).for_each(|axis| given[axis] += f64::from(momentum[axis]));
        lattice.add_momentum(lattice.layout().site(cell % 32, cell / 32), momentum);
    }
    let got = lattice.totals(|_| true).momentum;
    for axis in 0..2 {
        assert!((got[axis] / given[axis] - 1.0).abs() < 5e-9, "{} of {}", got[axis], given[axis]);
    }
}

/// What rounding takes of a cell's momentum is given back to one of two opposite diagonal populations. What is left comes at random, so it
/// grows with the root of the roundings; it is 3.8e-10 of the depth a step, 3e-10 where the one with the finer digits is sought, and 7.0e-10
/// where both of a pair are given half.
#[test]
fn what_rounding_leaves_of_the_momentum_is_small() {
    let (runs, steps, n) = (24, 100, 32);
    let mut square = 0.0;
    for run in 0..runs {
        let phase = f64::from(run);
        let waves = [[0.02, phase, 0.02, 0.01], [0.01, 2.0 * phase, -0.01, 0.03]];
        let (mut lattice, _) = pair(n, n, 0.6 + 0.01 * phase, &waves);
        let before = lattice.totals(|_| true).momentum;
        for _ in 0..steps {
            wrap(&mut lattice);
            assert!(lattice.step());
        }
        let after = lattice.totals(|_| true).momentum;
        square += (0..2).map(|axis| (after[axis] - before[axis]).powi(2)).sum::<f64>();
    }
    let roundings = f64::from(runs * steps) * (n * n) as f64;
    let of_rounding = (square / roundings).sqrt();
    assert!(of_rounding < 4.5e-10, "{of_rounding:e} a cell and step");
}

/// A standing wave of amplitude `a` has `¼ g a²` a cell, all of it potential at the start, all kinetic a quarter of a period
/// later. Of it `exp(−ν' k² t)` is left, with the viscosity `ν' = (τ − ½)(1 − g h)` of a flow along its own gradient.
#[test]
fn the_energy_of_a_standing_wave_turns_from_potential_to_kinetic() {
    let (n, depth, amplitude, tau) = (100usize, 20.0, 0.01, 0.6);
    let units = lbm_core::Units::from_gravity_number(1.0, depth, 0.15, 9.81).unwrap();
    let builder = lbm_core::Lattice::builder(n, 4, units).rest_depth_m(depth);
    let mut lattice = builder.collision(lbm_core::Collision::Bgk { tau }).build().unwrap();
    let wavenumber = std::f64::consts::TAU / n as f64;
    for j in 0..4 {
        for i in 0..n {
            let eta = amplitude * (wavenumber * i as f64).cos();
            lattice.set_cell_m(i, j, depth + eta, [0.0; 2]);
        }
    }
    let exact = 0.25 * units.gravity() * amplitude * amplitude * (4 * n) as f64;
    let start = lattice.energy(|_| true, |_| 0.0);
    assert!(start.kinetic < 1e-6 * exact && (start.potential / exact - 1.0).abs() < 1e-4, "{start:?}");
    let quarter = (0.25 * n as f64 / 0.15f64.sqrt()).round() as usize;
    for _ in 0..quarter {
        wrap(&mut lattice);
        assert!(lattice.step());
    }
    let later = lattice.energy(|_| true, |_| 0.0);
    let left = (-(tau - 0.5) * (1.0 - 0.15) * wavenumber * wavenumber * quarter as f64).exp();
    assert!(later.potential < 1e-3 * exact, "{later:?}");
    assert!((later.kinetic / (exact * left) - 1.0).abs() < 5e-3, "{later:?}, {exact}");
}

/// `½ m² / w` of the column that a cover leaves, and `½ g η²` of the head.
#[test]
fn the_energy_under_a_cover_is_that_of_its_column() {
    let (mut lattice, _) = pair(6, 5, 0.8, &[]);
    let site = lattice.layout().site(2, 3);
    let h = f64::from(lattice.moments(site).h);
    lattice.add_momentum(site, [0.03, -0.04]);
    lattice.add_volume(site, 0.1);
    let covered = |cell: usize| if cell == 3 * 6 + 2 { 0.4 * h as f32 } else { 0.0 };
    let energy = lattice.energy(|_| true, covered);
    let [kinetic, potential] =
        [0.5 * 0.05 * 0.05 / (0.6 * h + 0.1), 0.5 * lattice.units().gravity() * 0.1 * 0.1];
    assert!((energy.kinetic / kinetic - 1.0).abs() < 1e-5, "{energy:?}, {kinetic}");
    assert!((energy.potential / potential - 1.0).abs() < 1e-4, "{energy:?}, {potential}");
    // Its arm from the middle of 6 × 5 cells is (−0.5, 1).
    let angular = lattice.totals(|_| true).angular_momentum;
    assert!((angular - (0.5 * 0.04 - 0.03)).abs() < 1e-7, "{angular}");
    let without = lattice.energy(|cell| cell != 3 * 6 + 2, covered);
    assert!(without.kinetic < 1e-12 && without.potential < 1e-12, "{without:?}");
}
