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
