//! The sweep against the reference implementation, and its invariants: threads, symmetry, still water.

use crate::common::{moments, pair, pair_with, wrap};
use lbm_core::d2q9::OPPOSITE;
use lbm_core::equilibrium::{deviation_equilibrium, equilibrium};
use lbm_core::{Collision, Lattice};
use proptest::prelude::*;

/// Largest difference of depth or velocity, in lattice units, after 100 steps: rounding of `f32` deviations below 0.1,
/// accumulated at random over the steps.
const TOLERANCE: f64 = 2e-6;

fn collisions() -> impl Strategy<Value = Collision> {
    (0usize..3, 0.55f64..1.5, 0.1f64..0.3, 0.6f64..1.2).prop_map(|(kind, tau, magic, bulk_tau)| match kind {
        0 => Collision::Bgk { tau },
        1 => Collision::Trt { tau, magic },
        _ => Collision::CentralMoments { tau, bulk_tau },
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_sweep_is_the_scheme(
        nx in 1usize..50, ny in 1usize..20, collision in collisions(),
        height in -0.02f64..0.02, phase in 0.0f64..6.0, along in -0.03f64..0.03, across in -0.03f64..0.03,
    ) {
        let (mut lattice, mut reference) = pair_with(nx, ny, collision, &[[height, phase, along, across]]);
        for _ in 0..100 {
            wrap(&mut lattice);
            assert!(lattice.step());
            reference.step();
        }
        for j in 0..ny {
            for i in 0..nx {
                let m = lattice.moments(lattice.layout().site(i as isize, j as isize));
                let (h, u, v) = moments(&reference.f[j * nx + i]);
                let error = [f64::from(m.h) - h, f64::from(m.u) - u, f64::from(m.v) - v];
                prop_assert!(error.iter().all(|e| e.abs() < TOLERANCE), "cell ({i}, {j}): {error:?}");
            }
        }
    }
}

fn state(lattice: &Lattice) -> Vec<[u32; 9]> {
    let (nx, ny) = (lattice.layout().nx(), lattice.layout().ny());
    (0..nx * ny)
        .map(|k| {
            lattice.populations(lattice.layout().site((k % nx) as isize, (k / nx) as isize)).map(f32::to_bits)
        })
        .collect()
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let (mut lattice, _) = pair(70, 65, 0.6, &[[0.02, 0.3, 0.01, 0.02]]);
            for _ in 0..50 {
                wrap(&mut lattice);
                assert!(lattice.step());
            }
            state(&lattice)
        })
    };
    let one = run(1);
    assert_eq!(one, run(2));
    assert_eq!(one, run(5));
}

/// A drop in the middle of a square must spread alike along x and along y: the kernel treats the axes alike up to the
/// order of its sums.
#[test]
fn a_drop_spreads_alike_in_all_four_directions() {
    let (mut lattice, _) = pair(41, 41, 0.7, &[]);
    lattice.set_equilibrium(lattice.layout().site(20, 20), 0.1, 0.0, 0.0);
    for _ in 0..30 {
        wrap(&mut lattice);
        assert!(lattice.step());
    }
    let eta = |i: isize, j: isize| lattice.moments(lattice.layout().site(20 + i, 20 + j)).eta;
    for j in -20..=20 {
        for i in -20..=20 {
            for turned in [eta(-j, i), eta(-i, -j), eta(j, -i), eta(-i, j), eta(j, i)] {
                assert!((eta(i, j) - turned).abs() < 1e-7, "({i}, {j}): {} against {turned}", eta(i, j));
            }
        }
    }
}

#[test]
fn still_water_stays_still_to_the_bit() {
    let (mut lattice, _) = pair(20, 20, 0.6, &[]);
    for _ in 0..1000 {
        wrap(&mut lattice);
        assert!(lattice.step());
    }
    assert!(state(&lattice).iter().flatten().all(|&bits| bits == 0 || bits == (-0.0f32).to_bits()));
}

#[test]
fn trouble_names_the_worst_cell() {
    let (mut lattice, _) = pair(10, 10, 0.6, &[]);
    assert_eq!(lattice.trouble(|_| true), None);
    lattice.set_equilibrium(lattice.layout().site(2, 3), 0.0, 1.5, 0.0);
    lattice.set_equilibrium(lattice.layout().site(4, 5), -1.5, 0.0, 0.0);
    assert_eq!(lattice.trouble(|_| true).unwrap().cell, [4, 5]);
    assert_eq!(lattice.trouble(|cell| cell != 54).unwrap().cell, [2, 3]);
    lattice.set_population(3, lattice.layout().site(7, 8), f32::NAN);
    assert_eq!(lattice.trouble(|_| true).unwrap().cell, [7, 8]);
    wrap(&mut lattice);
    assert!(!lattice.step(), "a sweep over such cells says so");
}

/// The nine populations that stream into the cell make it dry, or faster than the lattice speed along x or y; all other
/// cells are valid.
#[test]
fn a_sweep_reports_one_cell_in_trouble_wherever_it_is() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let (nx, ny) = (37, 70);
    let columns = [0, 15, 16, 31, 32, 36];
    let rows = [0, 1, 34, 35, 69];
    for (i, j) in columns.into_iter().flat_map(|i| rows.map(|j| (i, j))) {
        for state in [None, Some([-1.5, 0.0, 0.0]), Some([0.0, 1.5, 0.0]), Some([0.0, 0.0, -1.5])] {
            let (mut lattice, _) = pair(nx, ny, 0.6, &[]);
            let site = lattice.layout().site(i, j);
            if let Some([eta, u, v]) = state {
                let f = deviation_equilibrium(lattice.gravity(), lattice.reference_depth(), eta, u, v);
                for q in 0..9 {
                    lattice.set_population(q, lattice.layout().neighbor(site, OPPOSITE[q]), f[q]);
                }
            }
            let sane = pool.install(|| lattice.step());
            assert_eq!(sane, state.is_none(), "cell ({i}, {j}) at {state:?}");
            let named = lattice.trouble(|_| true).map(|trouble| trouble.cell.map(|at| at as isize));
            assert_eq!(named, state.map(|_| [i, j]));
        }
    }
}

#[test]
fn reference_populations_are_the_equilibrium_at_rest() {
    let (lattice, _) = pair(3, 3, 0.6, &[]);
    let rest = equilibrium(lattice.gravity(), lattice.reference_depth(), 0.0, 0.0);
    for (q, expected) in rest.into_iter().enumerate() {
        let got = lattice.reference_population(q, lattice.layout().site(1, 1));
        assert!((got - expected).abs() < 1e-6, "direction {q}: {got} against {expected}");
    }
}
