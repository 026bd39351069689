//! A uniform stream in a periodic box keeps its momentum.

use crate::common::{pair, wrap};
use lbm_core::{Collision, Lattice, Units};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Every cell rounds alike, so rounding errors would accumulate over steps and cells.
    #[test]
    fn rounding_does_not_push_a_stream(u in -0.1f32..0.1, v in -0.1f32..0.1, eta in -0.05f32..0.05, tau in 0.55f64..1.5) {
        let (mut lattice, _) = pair(4, 4, tau, &[]);
        for k in 0..16 {
            lattice.set_equilibrium(lattice.layout().site(k % 4, k / 4), eta, u, v);
        }
        let before = lattice.totals(|_| true);
        for _ in 0..3000 {
            wrap(&mut lattice);
            assert!(lattice.step());
        }
        let after = lattice.totals(|_| true);
        for axis in 0..2 {
            let drift = (after.momentum[axis] - before.momentum[axis]).abs() / before.mass;
            prop_assert!(drift < 2e-8, "axis {axis}: {drift} of a lattice speed");
        }
        prop_assert!((after.mass - before.mass).abs() < 1e-8 * before.mass);
    }
}

/// Waves on a stream: no cell rounds as its neighbors do, but all populations are made anew of the moments where τ is 1.
#[test]
fn rounding_does_not_slow_waves_on_a_stream() {
    let (nx, ny) = (64, 24);
    for tau in [0.51, 0.6, 0.9, 1.0, 1.3] {
        let (mut lattice, _) = pair(nx, ny, tau, &[]);
        for k in 0..nx * ny {
            let (i, j) = (k % nx, k / nx);
            let distance = ((i as f32 - 20.0) / 8.0).powi(2) + ((j as f32 - 9.0) / 8.0).powi(2);
            let eta = 0.02 * (-distance).exp();
            lattice.set_equilibrium(lattice.layout().site(i as isize, j as isize), eta, 0.09, 0.02);
        }
        let before = lattice.totals(|_| true).momentum[0];
        for _ in 0..500 {
            wrap(&mut lattice);
            assert!(lattice.step());
        }
        let drift = (lattice.totals(|_| true).momentum[0] / before - 1.0).abs();
        assert!(drift < 1e-7, "tau {tau}: {drift} of the stream's momentum");
    }
}

/// What is set as a stream stays it in every bit, at any relaxation time and depth.
#[test]
fn a_stream_stays_as_it_is_set() {
    let units = Units::from_gravity_number(0.25, 1.0, 0.15, 9.81).expect("valid units");
    let mut changed = 0;
    for (k, tau) in [0.52, 0.55, 0.6, 0.7, 1.0, 1.3].into_iter().enumerate() {
        for n in 0..100 {
            let [along, across, eddies] =
                [0.1 + 0.007 * n as f64, 0.11 * (n % 3) as f64, 0.1 * (n % 2) as f64];
            let [depth, u, v] = [0.95 + 0.013 * k as f64, along, -across];
            let builder = Lattice::builder(4, 4, units).rest_depth_m(1.0).collision(Collision::Bgk { tau });
            let mut lattice = builder.smagorinsky(eddies).build().expect("a valid lattice");
            let stream = lattice.stream_m(1.0, depth, [u, v]).expect("a valid stream");
            for k in 0..16 {
                lattice.set_populations(lattice.layout().site(k % 4, k / 4), stream);
            }
            let cell = lattice.cell_m(1, 1);
            for (asked, set) in [(depth, cell.depth_m), (u, cell.velocity_m_s[0]), (v, cell.velocity_m_s[1])]
            {
                assert!((asked - set).abs() < 3e-5, "{asked} m or m/s became {set}");
            }
            for _ in 0..20 {
                wrap(&mut lattice);
                assert!(lattice.step());
            }
            let sites = (0..16).map(|k| lattice.layout().site(k % 4, k / 4));
            changed += usize::from(sites.into_iter().any(|site| lattice.populations(site) != stream));
        }
    }
    assert_eq!(changed, 0, "so many of 600 streams changed");
}
