//! The stated ranges of the operators against von Neumann analysis of their definitions.

use crate::common::von_neumann::is_stable;
use lbm_core::{Collision, Lattice, Units};
use proptest::prelude::*;
use rayon::prelude::*;

fn operators(tau: f64) -> [Collision; 8] {
    [
        Collision::Bgk { tau },
        Collision::Trt { tau, magic: 0.25 },
        Collision::Trt { tau, magic: 3.0 / 16.0 },
        Collision::CentralMoments { tau, bulk_tau: 0.6 },
        Collision::CentralMoments { tau, bulk_tau: 0.7 },
        Collision::CentralMoments { tau, bulk_tau: 1.0 },
        Collision::CentralMoments { tau, bulk_tau: 2.0 },
        Collision::CentralMoments { tau, bulk_tau: tau },
    ]
}

/// Every third wave number of the tables' analysis, to save time.
#[test]
fn streams_up_to_the_limit_are_stable() {
    let taus = [0.505, 0.51, 0.52, 0.55, 0.6, 0.7, 1.0].into_par_iter();
    taus.flat_map_iter(operators).for_each(|collision| {
        for number in [0.001, 0.01, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.33, 0.34, 0.35, 0.37, 0.4, 0.5, 0.6] {
            let limit = collision.stable_froude(number);
            if limit > 0.0 {
                assert!(is_stable(collision, number, limit, 8), "{collision:?} at {number}, Fr {limit}");
            }
        }
    });
}

#[test]
fn streams_beyond_the_limit_are_not() {
    let taus = [0.505, 0.52, 0.6, 1.0].into_par_iter();
    taus.flat_map_iter(operators).for_each(|collision| {
        for number in [0.05, 0.15, 0.3, 0.5] {
            let beyond = collision.stable_froude(number) + 0.03;
            assert!(!is_stable(collision, number, beyond, 24), "{collision:?} at {number}, Fr {beyond}");
        }
    });
}

/// All operators share this limit: the wave speeds have to lie between the lattice speeds.
#[test]
fn no_operator_carries_supercritical_flow() {
    for collision in [0.55, 1.0, 1.5].into_iter().flat_map(operators) {
        for number in [0.01, 0.15] {
            assert!(!is_stable(collision, number, 1.02, 24), "{collision:?} at {number}");
        }
        let number = 0.3;
        assert!(!is_stable(collision, number, 1.0 / number.sqrt() - 0.99, 24), "{collision:?} at {number}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_least_relaxation_time_makes_subcritical_streams_stable(
        tau in 0.505f64..1.2, number in 0.002f64..0.2, froude in 0.05f64..0.97,
    ) {
        let least = Collision::Bgk { tau }.min_tau(froude).unwrap();
        prop_assert!(is_stable(Collision::Bgk { tau: tau.max(least) }, number, froude, 8), "{least}");
    }

    /// Holds at any τ: the slowest streams need the least viscosity.
    #[test]
    fn the_least_relaxation_time_makes_slow_streams_stable(
        excess in -4.0f64..-1.5, number in 0.001f64..0.2, froude in -2.5f64..-0.3,
    ) {
        let (tau, froude) = (0.5 + 10f64.powf(excess), 10f64.powf(froude));
        let least = Collision::Bgk { tau }.min_tau(froude).unwrap();
        prop_assert!(is_stable(Collision::Bgk { tau: tau.max(least) }, number, froude, 12), "{tau}, {froude}: {least}");
    }

    /// Holds at any Λ; below 3/16 nothing is known.
    #[test]
    fn streams_up_to_the_limit_of_their_magic_parameter_are_stable(
        tau in 0.502f64..1.1, number in 0.001f64..0.6, magic in -1.1f64..0.9,
    ) {
        let magic = 10f64.powf(magic);
        let collision = Collision::Trt { tau, magic };
        let limit = collision.stable_froude(number);
        prop_assert!((limit > 0.0) == (magic >= 3.0 / 16.0), "{collision:?}: {limit}");
        let below = 0.9 * limit - 0.02;
        prop_assert!(below < 0.0 || is_stable(collision, number, below, 8), "{collision:?} at {number}: {limit}");
    }

    #[test]
    fn limits_between_the_entries_lie_between_them(
        tau in 0.505f64..1.0, number in 0.001f64..0.4,
    ) {
        for collision in operators(tau) {
            let limit = collision.stable_froude(number);
            prop_assert!(limit <= 1.0 && limit <= 1.0 / number.sqrt() - 1.0 + 0.05, "{collision:?}: {limit}");
            let below = 0.8 * limit - 0.02;
            prop_assert!(below < 0.0 || is_stable(collision, number, below, 8), "{collision:?}: {limit}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn limits_between_relaxation_times_of_the_trace_lie_between_them(
        tau in 0.505f64..1.0, bulk in 0.0f64..1.0, number in 0.001f64..0.4,
    ) {
        let least = tau.min(Collision::SAFE_BULK_TAU);
        let collision = Collision::CentralMoments { tau, bulk_tau: least + bulk * bulk * (2.0 - least) };
        let below = 0.9 * collision.stable_froude(number) - 0.02;
        prop_assert!(below < 0.0 || is_stable(collision, number, below, 8), "{collision:?} at {number}: {below}");
    }
}

/// Below the first entry the limits decrease linearly to 0: without viscosity nothing is stable.
#[test]
fn limits_fall_to_nothing_without_viscosity() {
    for (first, half) in operators(0.505).into_iter().zip(operators(0.5025)) {
        let [first, half] = [first, half].map(|collision| collision.stable_froude(0.05));
        assert!(first > 0.0 && (half / first - 0.5).abs() < 1e-9, "{first}, {half}");
    }
}

/// Streams that are unstable beyond the limits of another Λ.
#[test]
fn a_larger_magic_parameter_has_a_lower_limit() {
    for (tau, magic, froude) in [(0.6, 1.0, 0.5), (0.6, 5.0, 0.5), (0.55, 0.5, 0.45)] {
        let collision = Collision::Trt { tau, magic };
        assert!(!is_stable(collision, 0.15, froude, 24), "{collision:?}");
        assert!(collision.stable_froude(0.15) < froude, "{collision:?}");
    }
}

/// Compares the largest depth that a lattice may be built with, and a slightly larger one.
#[test]
fn water_at_rest_is_stable_up_to_its_greatest_depth() {
    let trt = [0.05, 0.25, 5.0].map(|magic| Collision::Trt { tau: 0.505, magic });
    let central = |tau, bulk_tau| Collision::CentralMoments { tau, bulk_tau };
    let shallow = [central(0.505, 0.505), central(0.51, 0.7), central(1.0, 0.6), central(0.505, 1.3)];
    let deep = [Collision::Bgk { tau: 0.5001 }, Collision::Bgk { tau: 0.6 }];
    let deep = deep.into_iter().chain(trt).chain([0.8, 1.0, 1.2].map(|bulk_tau| central(0.505, bulk_tau)));
    let cases = deep.map(|collision| (collision, 0.6)).chain(shallow.map(|collision| (collision, 0.5)));
    for (collision, most) in cases {
        assert!(is_stable(collision, most, 0.0, 24), "{collision:?}");
        assert_eq!(collision.stable_froude(most + 1e-3), 0.0, "{collision:?}");
        let build = |number: f64| {
            let units = Units::from_gravity_number(1.0, 1.0, 0.3, 9.81).unwrap();
            Lattice::builder(3, 3, units).collision(collision).rest_depth_m(number / 0.3).build()
        };
        assert!(build(most - 1e-6).is_ok() && build(most + 1e-6).is_err(), "{collision:?}");
    }
}

/// Where `1 / (bulk_tau − ½)` passes `12 + 1 / (τ − ½)`, and beyond 3.5, whatever the depth; what is refused is beyond, or near it.
#[test]
fn water_at_rest_needs_a_trace_of_the_stress_that_relaxes_slowly_enough() {
    let central = |tau, bulk_tau| Collision::CentralMoments { tau, bulk_tau };
    for tau in [0.51, 0.55, 0.6, 0.8, 2.0] {
        let least = 0.5 + 1.0 / (12.0 + 1.0 / (tau - 0.5));
        for number in [0.001, 0.15, 0.5] {
            let at_rest = |bulk_tau| is_stable(central(tau, bulk_tau), number, 0.0, 24);
            assert!(at_rest(0.5 + 1.02 * (least - 0.5)) && at_rest(3.49), "{tau}, {number}");
            assert!(!at_rest(0.5 + 0.98 * (least - 0.5)) && !at_rest(3.55), "{tau}, {number}");
        }
        assert!(
            central(tau, 0.999 * least).check().is_err() && central(tau, tau.min(0.6)).check().is_ok(),
            "{tau}"
        );
        assert!(central(tau, 2.0).check().is_ok() && central(tau, 2.001).check().is_err(), "{tau}");
    }
}

#[test]
fn a_flow_gets_the_longest_time_step_that_bears_it() {
    let units = |speed: f64, collision| Units::for_flow(0.5, 4.0, speed, 9.81, collision);
    let bgk = Collision::Bgk { tau: 0.6 };
    let central = Collision::CentralMoments { tau: 0.51, bulk_tau: 1.0 };
    let number = |units: Units| units.gravity_number(4.0);
    // √(g h) = 6.264 m/s.
    assert!((number(units(4.5, bgk).unwrap()) - 0.15).abs() < 1e-12);
    assert!((number(units(6.0, central).unwrap()) - 0.1).abs() < 1e-12);
    let message = units(6.0, bgk).unwrap_err().to_string();
    assert!(message.contains("less for this operator: take a larger tau or central moments"), "{message}");
    let message = units(6.3, central).unwrap_err().to_string();
    assert!(message.starts_with("Froude number of the flow = 1.00"), "{message}");
    assert!(message.contains("below 1: the lattice cannot carry water that is faster"), "{message}");
    for speed in [-1.0, f64::NAN] {
        assert!(units(speed, bgk).unwrap_err().to_string().starts_with("speed [m/s]"));
    }
    assert!(units(1.0, Collision::Bgk { tau: 0.5 }).is_err());
}
