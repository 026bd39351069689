//! One collision, population by population, against the operator's definition in f64, far from rest and from
//! equilibrium, where every coefficient matters.

use crate::common::{collide, equilibrium, moments, wrap};
use lbm_core::d2q9::{C, Q};
use lbm_core::{Collision, Lattice, Units};
use proptest::prelude::*;

/// Largest difference of a population over the depth: a few dozen roundings of `f32` numbers below 1.
const TOLERANCE: f64 = 3e-6;

/// `τ_t = ½ (τ + √(τ² + 18 √2 C² √(Π Π) / h))` (Hou et al. 1996) with the non-equilibrium stress Π of `f`.
fn eddy_tau(tau: f64, constant: f64, gravity: f64, f: &[f64; Q]) -> f64 {
    let (h, u, v) = moments(f);
    let eq = equilibrium(gravity, h, u, v);
    let stress =
        |a: usize, b: usize| -> f64 { (0..Q).map(|q| f64::from(C[q][a] * C[q][b]) * (f[q] - eq[q])).sum() };
    let contraction: f64 = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(a, b)| stress(a, b).powi(2)).iter().sum();
    let turbulent = 18.0 * std::f64::consts::SQRT_2 * constant * constant * contraction.sqrt() / h;
    0.5 * (tau + (tau * tau + turbulent).sqrt())
}

fn with_tau(collision: Collision, tau: f64) -> Collision {
    match collision {
        Collision::Trt { magic, .. } => Collision::Trt { tau, magic },
        Collision::CentralMoments { bulk_tau, .. } => Collision::CentralMoments { tau, bulk_tau },
        _ => Collision::Bgk { tau },
    }
}

/// An eddy viscosity changes the rate of the even part only, not TRT's odd one.
fn reference(collision: Collision, eddies: Option<f64>, gravity: f64, f: [f64; Q]) -> [f64; Q] {
    let Some(constant) = eddies else { return collide(collision, gravity, f) };
    let tau = eddy_tau(collision.tau(), constant, gravity, &f);
    match collision {
        Collision::Trt { tau: laminar, magic } => {
            let magic = magic / (laminar - 0.5) * (tau - 0.5);
            collide(Collision::Trt { tau, magic }, gravity, f)
        }
        other => collide(with_tau(other, tau), gravity, f),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_collision_is_what_its_definition_says(
        number in 0.05f64..0.5, eta in -0.2f32..0.2, u in -0.25f32..0.25, v in -0.25f32..0.25,
        noise in prop::array::uniform9(-0.05f32..0.05), tau in 0.52f64..1.5, magic in 0.1f64..0.3,
        bulk_tau in 0.6f64..1.2, constant in 0.1f64..0.4,
    ) {
        for collision in
            [Collision::Bgk { tau }, Collision::Trt { tau, magic }, Collision::CentralMoments { tau, bulk_tau }]
        {
            for eddies in [None, Some(constant)] {
                let units = Units::from_gravity_number(1.0, 2.0, number, 9.81).unwrap();
                let builder = Lattice::builder(1, 1, units).rest_depth_m(2.0).collision(collision);
                let builder = match eddies {
                    Some(constant) => builder.smagorinsky(constant),
                    None => builder,
                };
                let mut lattice = builder.build().unwrap();
                let site = lattice.layout().site(0, 0);
                lattice.set_equilibrium(site, eta, u, v);
                let calm = lattice.populations(site);
                lattice.set_populations(site, std::array::from_fn(|q| calm[q] + noise[q]));
                let full = |lattice: &Lattice| -> [f64; Q] {
                    std::array::from_fn(|q| {
                        f64::from(lattice.population(q, site)) + rest(lattice, q)
                    })
                };
                let expected = reference(collision, eddies, f64::from(lattice.gravity()), full(&lattice));
                // In a periodic box of one cell streaming changes nothing.
                wrap(&mut lattice);
                prop_assert!(lattice.step());
                for (q, (got, expected)) in full(&lattice).into_iter().zip(expected).enumerate() {
                    prop_assert!(
                        (got - expected).abs() < 2.0 * TOLERANCE,
                        "{collision:?}, eddies {eddies:?}, direction {q}: {got} against {expected}"
                    );
                }
            }
        }
    }
}

/// The rest state's population, in f64.
fn rest(lattice: &Lattice, q: usize) -> f64 {
    equilibrium(f64::from(lattice.gravity()), f64::from(lattice.reference_depth()), 0.0, 0.0)[q]
}
