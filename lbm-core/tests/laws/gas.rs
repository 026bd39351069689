//! The lattice with the equation of state of an ideal gas: the Navier–Stokes equations in two dimensions.

use crate::common::wrap;
use lbm_core::d2q9::{C, Q, W};
use lbm_core::{Collision, EquationOfState, Forces, Lattice, Policy, Units};
use proptest::prelude::*;

fn units() -> Units {
    Units::new(1.0, 1.0, 9.81).unwrap()
}

/// `w ρ (1 + 3 c·u + 9/2 (c·u)² − 3/2 u²)`.
fn equilibrium(density: f64, u: f64, v: f64) -> [f64; Q] {
    std::array::from_fn(|q| {
        let weight = if q == 0 { 4.0 / 9.0 } else { f64::from(W[q]) / 9.0 };
        let cu = f64::from(C[q][0]) * u + f64::from(C[q][1]) * v;
        weight * density * (1.0 + 3.0 * cu + 4.5 * cu * cu - 1.5 * (u * u + v * v))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn the_sweep_is_the_scheme(
        nx in 1usize..40, ny in 1usize..20, tau in 0.55f64..1.5, height in -0.02f64..0.02, speed in -0.05f64..0.05,
    ) {
        let collision = Collision::Bgk { tau };
        let mut gas = Lattice::builder(nx, ny, units()).ideal_gas().collision(collision).build().unwrap();
        let mut f = vec![[0.0; Q]; nx * ny];
        for k in 0..nx * ny {
            let angle = std::f64::consts::TAU * ((k % nx) as f64 / nx as f64 + (k / nx) as f64 / ny as f64);
            let state = [height * angle.sin(), speed * angle.cos(), -speed * (angle + 1.0).sin()].map(|x| x as f32);
            gas.set_equilibrium(gas.layout().site((k % nx) as isize, (k / nx) as isize), state[0], state[1], state[2]);
            let [above, u, v] = state.map(f64::from);
            f[k] = equilibrium(1.0 + above, u, v);
        }
        for _ in 0..60 {
            wrap(&mut gas);
            prop_assert!(gas.step());
            let old = f.clone();
            for k in 0..nx * ny {
                let streamed: [f64; Q] = std::array::from_fn(|q| {
                    let from = |at: usize, axis: usize, n: usize| (at as i32 - C[q][axis]).rem_euclid(n as i32) as usize;
                    old[from(k / nx, 1, ny) * nx + from(k % nx, 0, nx)][q]
                });
                let density: f64 = streamed.iter().sum();
                let along = |axis: usize| (0..Q).map(|q| f64::from(C[q][axis]) * streamed[q]).sum::<f64>() / density;
                let eq = equilibrium(density, along(0), along(1));
                f[k] = std::array::from_fn(|q| streamed[q] - (streamed[q] - eq[q]) / tau);
            }
        }
        for k in 0..nx * ny {
            let m = gas.moments(gas.layout().site((k % nx) as isize, (k / nx) as isize));
            let density: f64 = f[k].iter().sum();
            let u: f64 = (0..Q).map(|q| f64::from(C[q][0]) * f[k][q]).sum::<f64>() / density;
            prop_assert!((f64::from(m.h) - density).abs() < 2e-6 && (f64::from(m.u) - u).abs() < 2e-6, "cell {k}");
        }
    }
}

#[test]
fn sound_travels_at_a_root_of_a_third() {
    let n = 400;
    let mut gas =
        Lattice::builder(n, 1, units()).ideal_gas().collision(Collision::Bgk { tau: 0.52 }).build().unwrap();
    for i in 0..n {
        let x = (i as f64 - 100.0) / 8.0;
        let above = (1e-3 * (-x * x).exp()) as f32;
        // A wave that goes east: u = c ρ' / ρ.
        gas.set_equilibrium(gas.layout().site(i as isize, 0), above, above / 3.0f32.sqrt(), 0.0);
    }
    for _ in 0..300 {
        wrap(&mut gas);
        assert!(gas.step());
    }
    let above = |i: usize| f64::from(gas.moments(gas.layout().site(i as isize, 0)).eta);
    let total: f64 = (0..n).map(above).sum();
    let center = (0..n).map(|i| above(i) * i as f64).sum::<f64>() / total;
    assert!(((center - 100.0) / 300.0 * 3.0f64.sqrt() - 1.0).abs() < 2e-3, "center at {center}");
    let mach = gas.max_froude(|_| true);
    let expected =
        f64::from((0..n).map(|i| gas.moments(gas.layout().site(i as isize, 0)).u).fold(0.0, f32::max));
    assert!((mach / (expected * 3.0f64.sqrt()) - 1.0).abs() < 1e-3);
}

#[test]
fn reference_populations_are_the_gas_at_rest() {
    let gas = Lattice::builder(3, 3, units()).ideal_gas().rest_depth_m(1.3).build().unwrap();
    assert_eq!(gas.equation_of_state(), EquationOfState::IdealGas);
    for (q, expected) in equilibrium(1.3, 0.0, 0.0).into_iter().enumerate() {
        let got = f64::from(gas.reference_population(q, gas.layout().site(1, 1)));
        assert!((got - expected).abs() < 1e-6, "direction {q}: {got} against {expected}");
    }
}

#[test]
fn a_gas_has_no_bed_and_no_adapted_viscosity() {
    let bed = Lattice::builder(4, 4, units()).ideal_gas().bed_m(|_, _| 0.1).build();
    let friction = Forces { manning_s_m13: 0.03, ..Forces::default() };
    let adapted = Lattice::builder(4, 4, units()).ideal_gas().policy(Policy::AdaptViscosity).build();
    for refused in [bed, adapted, Lattice::builder(4, 4, units()).ideal_gas().forces(friction).build()] {
        assert!(refused.unwrap_err().to_string().contains("only water has them"));
    }
}
