//! The policies for water that flows too fast for the scheme to be stable.

use std::f32::consts::TAU;

use crate::common::{collide, equilibrium, moments, narrowest, wrap};
use lbm_core::d2q9::{MIRROR_X, Q};
use lbm_core::{Collision, Error, Lattice, LatticeBuilder, Policy, Units};
use proptest::prelude::*;

const BGK: Collision = Collision::Bgk { tau: 0.55 };
const CENTRAL: Collision = Collision::CentralMoments { tau: 0.505, bulk_tau: 1.0 };

fn builder(n: usize, collision: Collision, policy: Policy) -> LatticeBuilder {
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    Lattice::builder(n, n, units).collision(collision).policy(policy)
}

/// A stream of this Froude number along `angle` with noise on every population.
fn stream(builder: LatticeBuilder, froude: f32, angle: f32, noise: &[f32]) -> Lattice {
    let mut lattice = builder.build().unwrap();
    let speed = froude * (lattice.gravity() * lattice.reference_depth()).sqrt();
    let n = lattice.layout().nx();
    for k in 0..n * n {
        let site = lattice.layout().site((k % n) as isize, (k / n) as isize);
        lattice.set_equilibrium(site, 0.0, speed * angle.cos(), speed * angle.sin());
        for q in 0..Q {
            let noisy = lattice.population(q, site) + noise[(9 * k + q) % noise.len()];
            lattice.set_population(q, site, noisy);
        }
    }
    lattice
}

/// Takes steps as long as all cells are valid; returns how many.
fn run(lattice: &mut Lattice, steps: usize) -> usize {
    (0..steps)
        .take_while(|_| {
            wrap(lattice);
            lattice.step()
        })
        .count()
}

fn state(lattice: &Lattice) -> Vec<[u32; Q]> {
    let n = lattice.layout().nx();
    let site = |k: usize| lattice.layout().site((k % n) as isize, (k / n) as isize);
    // Adding 0 turns −0 into 0: they are the same number.
    (0..n * n).map(|k| lattice.populations(site(k)).map(|f| (f + 0.0).to_bits())).collect()
}

fn noise() -> impl Strategy<Value = Vec<f32>> {
    prop::collection::vec(-1e-4f32..1e-4, 97)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// The Froude number is 0.95, where BGK with τ = 0.55 is not stable by itself.
    #[test]
    fn adapted_viscosity_carries_a_stream_that_is_unstable_without(noise in noise(), angle in 0.0f32..TAU) {
        let mut plain = stream(builder(24, BGK, Policy::Warn), 0.95, angle, &noise);
        let steps = run(&mut plain, 5000);
        prop_assert!(steps < 5000, "BGK is stable in it by itself");
        let mut adapted = stream(builder(24, BGK, Policy::AdaptViscosity), 0.95, angle, &noise);
        prop_assert_eq!(run(&mut adapted, 2 * steps), 2 * steps);
    }

    #[test]
    fn adapted_collisions_keep_mass_momentum_symmetry_and_bits(noise in noise(), angle in 0.0f32..TAU) {
        let turn = |q: usize| if q == 0 { 0 } else { (q + 1) % 8 + 1 };
        let n = 13;
        let build = || builder(n, BGK, Policy::AdaptViscosity).smagorinsky(0.1);
        let mut lattice = stream(build(), 0.9, angle, &noise);
        let mut plain = stream(build(), 0.9, angle, &noise);
        plain.set_instructions(narrowest());
        let [mut turned, mut mirrored] = [0, 1].map(|_| build().build().unwrap());
        let copy = |from: &Lattice, turned: &mut Lattice, mirrored: &mut Lattice| {
            for k in 0..n * n {
                let (i, j, last) = ((k % n) as isize, (k / n) as isize, n as isize - 1);
                for q in 0..Q {
                    let f = from.population(q, from.layout().site(i, j));
                    turned.set_population(turn(q), from.layout().site(last - j, i), f);
                    mirrored.set_population(MIRROR_X[q], from.layout().site(last - i, j), f);
                }
            }
        };
        copy(&lattice, &mut turned, &mut mirrored);
        let before = lattice.totals(|_| true);
        for lattice in [&mut lattice, &mut plain, &mut turned, &mut mirrored] {
            prop_assert_eq!(run(lattice, 30), 30);
        }
        let after = lattice.totals(|_| true);
        // The cells of a stream round alike: at most half a digit of a population below 0.25 in each step.
        let rounding = 30.0 * 2f64.powi(-26) * before.mass;
        prop_assert!((after.mass - before.mass).abs() < rounding);
        for axis in 0..2 {
            prop_assert!((after.momentum[axis] - before.momentum[axis]).abs() < rounding);
        }
        prop_assert!(state(&lattice) == state(&plain), "other instructions, other bits");
        let results = [state(&turned), state(&mirrored)];
        copy(&lattice, &mut turned, &mut mirrored);
        prop_assert!(results == [state(&turned), state(&mirrored)], "does not turn or mirror");
    }

    /// Compares a periodic box of one cell with the definition, with the relaxation time of the cell's Froude number.
    #[test]
    fn a_cell_relaxes_no_faster_than_its_least_relaxation_time(
        froude in 0.0f32..1.5, angle in 0.0f32..TAU, noise in prop::array::uniform9(-0.01f32..0.01), tau in 0.5001f64..1.2,
    ) {
        let collision = Collision::Bgk { tau };
        let mut lattice = stream(builder(1, collision, Policy::AdaptViscosity), froude, angle, &noise);
        let site = lattice.layout().site(0, 0);
        let gravity = f64::from(lattice.gravity());
        let rest = equilibrium(gravity, f64::from(lattice.reference_depth()), 0.0, 0.0);
        let full = |lattice: &Lattice| -> [f64; Q] {
            std::array::from_fn(|q| f64::from(lattice.population(q, site)) + rest[q])
        };
        let f = full(&lattice);
        let (h, u, v) = moments(&f);
        let least = collision.min_tau(u.hypot(v) / (gravity * h).sqrt()).unwrap();
        let expected = collide(Collision::Bgk { tau: tau.max(least) }, gravity, f);
        prop_assert_eq!(run(&mut lattice, 1), 1);
        for (q, (got, expected)) in full(&lattice).into_iter().zip(expected).enumerate() {
            prop_assert!((got - expected).abs() < 3e-6, "direction {q}: {got} against {expected}");
        }
    }

    /// Holds in any state and with any policy: as long as steps report valid cells, no value is NaN; otherwise a cell is named.
    #[test]
    fn no_cell_is_lost_before_one_is_named(
        depths in prop::collection::vec(0.001f64..3.0, 5), speeds in prop::collection::vec(-0.6f64..0.6, 7),
        (collision, policy) in prop::sample::select(vec![
            (BGK, Policy::AdaptViscosity), (Collision::Bgk { tau: 1.0 }, Policy::Warn), (CENTRAL, Policy::Stop),
        ]),
    ) {
        let n = 16;
        let mut lattice = builder(n, collision, policy).build().unwrap();
        for k in 0..n * n {
            let e = lattice.units().lattice_speed_m_s();
            let velocity = [speeds[k % 7] * e, speeds[k * k % 7] * e];
            lattice.set_cell_m(k % n, k / n, depths[(k / 5 + k) % 5], velocity);
        }
        for _ in 0..400 {
            wrap(&mut lattice);
            let well = lattice.step();
            if !well {
                prop_assert!(lattice.trouble(|_| true).is_some(), "no cell is named");
                break;
            }
            let finite = (0..n * n).all(|k| {
                let site = lattice.layout().site((k % n) as isize, (k / n) as isize);
                lattice.populations(site).iter().all(|f| f.is_finite())
            });
            prop_assert!(finite, "step {}: not a number, and no cell was named", lattice.steps());
        }
    }
}

/// Still water with one fast cell.
fn one_fast_cell(policy: Policy, froude: f64) -> Lattice {
    let mut lattice = builder(140, BGK, policy).build().unwrap();
    let speed = froude * (9.81f64 * 1.0).sqrt();
    lattice.set_cell_m(131, 7, 1.0, [0.6 * speed, -0.8 * speed]);
    lattice.set_cell_m(3, 17, 1.0, [0.5 * speed, 0.0]);
    lattice
}

#[test]
fn a_check_names_the_worst_cell_and_counts() {
    let found = one_fast_cell(Policy::Warn, 0.65).check(|_| true).unwrap();
    let worst = found.worst.unwrap();
    assert_eq!((worst.cell, found.beyond, found.raised), ([131, 7], 0, 0));
    assert!((found.froude - 0.65).abs() < 1e-5);
    assert!((worst.froude - 0.65).abs() < 1e-5 && (worst.limit - BGK.stable_froude(0.15)).abs() < 1e-6);
    assert_eq!(
        worst.to_string(),
        "cell [131, 7]: depth 1.000 m, velocity [1.222, -1.629] m/s, Froude number 0.65 of 0.70"
    );
    let found = one_fast_cell(Policy::Warn, 0.75).check(|_| true).unwrap();
    assert_eq!((found.worst.unwrap().cell, found.beyond), ([131, 7], 1));
    // Only included cells count.
    let found = one_fast_cell(Policy::Warn, 0.75).check(|cell| cell != 7 * 140 + 131).unwrap();
    assert_eq!((found.worst.unwrap().cell, found.beyond), ([3, 17], 0));
    assert!((found.froude - 0.375).abs() < 1e-5);
    assert_eq!(one_fast_cell(Policy::Warn, 0.75).check(|_| false).unwrap().worst, None);
}

/// The cell lies in deep water, where the limit decreases steeply with the depth.
#[test]
fn a_cell_beyond_its_own_limit_is_counted() {
    for number in [0.301f64, 0.305, 0.309] {
        let limit = BGK.stable_froude(number);
        let depth = number / 0.15;
        let mut lattice = builder(140, BGK, Policy::Warn).build().unwrap();
        lattice.set_cell_m(77, 5, depth, [0.0, (limit + 1e-4) * (9.81 * depth).sqrt()]);
        let found = lattice.check(|_| true).unwrap();
        assert_eq!((found.beyond, found.worst.unwrap().cell), (1, [77, 5]), "{number}: {found:?}");
    }
}

/// The worst cell is the one that is nearest to its own limit, not the fastest.
#[test]
fn the_worst_cell_is_counted_by_its_own_limit() {
    let mut lattice = builder(140, BGK, Policy::Warn).build().unwrap();
    let mut set = |i: usize, depth: f64, froude: f64| {
        lattice.set_cell_m(i, 5, depth, [froude * (9.81 * depth).sqrt(), 0.0]);
    };
    // Limits of 0.70 and 0.44.
    set(70, 1.0, 0.5);
    set(77, 2.0, 0.4);
    set(80, 1.0, 0.5);
    let worst = lattice.check(|_| true).unwrap().worst.unwrap();
    assert_eq!(worst.cell, [77, 5], "{worst}");
}

/// Where the limit decreases steeply, a cell slightly below it is not counted as beyond.
#[test]
fn a_cell_within_its_limit_is_not_counted() {
    let collision = Collision::Bgk { tau: 0.505 };
    for (number, froude) in [(0.335f64, 0.058), (0.345, 0.038), (0.355, 0.028)] {
        let depth = number / 0.15;
        let mut lattice = builder(20, collision, Policy::Warn).build().unwrap();
        lattice.set_cell_m(7, 5, depth, [0.0, froude * (9.81 * depth).sqrt()]);
        assert_eq!(lattice.check(|_| true).unwrap().beyond, 0, "{number}");
    }
}

/// The cell lies over a bed, far from the first column.
#[test]
fn depths_are_counted_from_the_bed() {
    let slope = |x: f64, _: f64| -0.004 * x;
    let limit = BGK.stable_froude(0.15);
    for (excess, beyond) in [(-0.03, 0), (0.03, 1)] {
        let mut lattice = builder(140, BGK, Policy::Warn).bed_m(slope).build().unwrap();
        lattice.set_cell_m(131, 7, 1.0, [0.0, -(limit + excess) * 9.81f64.sqrt()]);
        let found = lattice.check(|_| true).unwrap();
        assert_eq!((found.beyond, found.worst.unwrap().cell), (beyond, [131, 7]));
    }
}

#[test]
fn adapted_viscosity_counts_as_stable_only_where_it_was_shown_to_be() {
    for (number, carried) in [(0.19f64, true), (0.25, false)] {
        let depth = number / 0.15;
        let mut lattice = builder(20, BGK, Policy::AdaptViscosity).build().unwrap();
        lattice.set_cell_m(7, 5, depth, [0.9 * (9.81 * depth).sqrt(), 0.0]);
        let found = lattice.check(|_| true).unwrap();
        assert_eq!(found.beyond, usize::from(!carried), "{number}: {found:?}");
    }
}

/// Slower than Froude number 1, and yet unstable for lack of viscosity.
#[test]
fn adapted_viscosity_carries_slow_streams_at_the_shortest_relaxation_times() {
    let noise: Vec<f32> = (0..97).map(|k| 1e-3 * ((k * 37 % 97) as f32 - 48.0) / 48.0).collect();
    for (tau, froude) in [(0.505, 0.3), (0.501, 0.25), (0.5001, 0.1)] {
        let [plain, adapted] = [Policy::Warn, Policy::AdaptViscosity].map(|policy| {
            let mut lattice = stream(builder(64, Collision::Bgk { tau }, policy), froude, TAU / 16.0, &noise);
            let found = lattice.check(|_| true).unwrap();
            assert_eq!(found.beyond > 0, policy == Policy::Warn, "{tau}: {found:?}");
            let steps = run(&mut lattice, 4000);
            (steps, lattice.max_froude(|_| true))
        });
        assert!(
            plain.0 < 4000 || plain.1 > 1.5 * f64::from(froude),
            "BGK is stable in it by itself: {plain:?}"
        );
        assert!(adapted.0 == 4000 && adapted.1 < 1.02 * f64::from(froude), "{tau}: {adapted:?}");
    }
}

/// The limit under adapted viscosity, that of the raised relaxation time.
#[test]
fn adapted_limits_are_those_of_the_raised_relaxation_time() {
    for tau in [0.5001, 0.505, 0.52, 0.6] {
        for number in [0.01f64, 0.15, 0.2, 0.25, 0.35] {
            let collision = Collision::Bgk { tau };
            let limit = |policy| {
                let mut lattice = builder(3, collision, policy).build().unwrap();
                (0..9).for_each(|k| lattice.set_cell_m(k % 3, k / 3, number / 0.15, [0.0; 2]));
                lattice.check(|_| true).unwrap().worst.unwrap().limit
            };
            let [plain, adapted] = [limit(Policy::Warn), limit(Policy::AdaptViscosity)];
            assert!(adapted >= plain, "{tau} at {number}: {adapted} of {plain}");
            assert_eq!(adapted > 0.999, number < 0.201, "{tau} at {number}: {adapted}");
            let raised = Collision::Bgk { tau: tau.max(collision.min_tau(adapted).unwrap()) };
            assert!((raised.stable_froude(number) - adapted).abs() < 1e-3, "{tau} at {number}: {adapted}");
        }
    }
}

/// A deep hole: still water, but too deep to be stable.
#[test]
fn water_too_deep_at_rest_is_beyond_its_limit() {
    for policy in [Policy::Warn, Policy::AdaptViscosity] {
        let mut lattice = builder(70, BGK, policy).build().unwrap();
        lattice.set_cell_m(3, 4, 0.5999 / 0.15, [0.0; 2]);
        assert_eq!(lattice.check(|_| true).unwrap().beyond, 0);
        lattice.set_cell_m(65, 8, 0.62 / 0.15, [0.0; 2]);
        lattice.set_cell_m(66, 8, 0.65 / 0.15, [0.0; 2]);
        lattice.set_cell_m(3, 5, 1.0, [3.0, 0.0]);
        let found = lattice.check(|_| true).unwrap();
        let worst = found.worst.unwrap();
        assert!(
            (found.beyond, worst.cell, worst.too_deep)
                == (if policy == Policy::Warn { 3 } else { 2 }, [66, 8], true)
        );
        assert!(
            worst
                .to_string()
                .ends_with("Froude number 0.00 of 0.00, unstable even at rest: take a shorter time step")
        );
    }
    let mut lattice = builder(20, BGK, Policy::Stop).build().unwrap();
    lattice.set_cell_m(7, 8, 0.62 / 0.15, [0.0; 2]);
    let trouble = lattice.check(|_| true).unwrap_err();
    assert_eq!(trouble.cell, [7, 8]);
    assert!(trouble.cause.contains("even at rest"), "{}", trouble.cause);
}

#[test]
fn an_adapted_lattice_says_how_many_cells_are_raised() {
    // ½ + ½ Fr⁴ is 0.55 at the Froude number 0.562, ½ + ½ Fr⁻⁴ at 1.778.
    for (froude, raised) in [(0.55, 0), (0.58, 1), (1.1, 1), (1.2, 2), (1.9, 1)] {
        let found = one_fast_cell(Policy::AdaptViscosity, froude).check(|_| true).unwrap();
        assert_eq!((found.raised, found.beyond), (raised, usize::from(froude > 1.0)), "{froude}");
    }
}

#[test]
fn a_run_is_to_stop_at_the_worst_cell() {
    assert!(one_fast_cell(Policy::Stop, 0.65).check(|_| true).is_ok());
    let trouble = one_fast_cell(Policy::Stop, 0.75).check(|_| true).unwrap_err();
    assert_eq!(trouble.cell, [131, 7]);
    assert!(trouble.cause.contains("take a larger tau"), "{}", trouble.cause);
    let trouble = one_fast_cell(Policy::Stop, 1.1).check(|_| true).unwrap_err();
    assert!(trouble.cause.contains("no viscosity"), "{}", trouble.cause);
    // Faster than a cell a step.
    let mut lattice = builder(20, BGK, Policy::Warn).build().unwrap();
    lattice.set_cell_m(4, 6, 1.0, [1.3 * lattice.units().lattice_speed_m_s(), 0.0]);
    assert_eq!(lattice.check(|_| true).unwrap_err().cell, [4, 6]);
    // With any policy at a cell that has left the range of the method.
    for policy in [Policy::Warn, Policy::AdaptViscosity, Policy::Stop] {
        let mut lattice = one_fast_cell(policy, 0.75);
        lattice.set_population(3, lattice.layout().site(20, 30), f32::NAN);
        assert_eq!(lattice.check(|_| true).unwrap_err().cell, [20, 30]);
    }
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let noise: Vec<f32> = (0..97).map(|k| 1e-3 * ((k * 37 % 97) as f32 - 48.0) / 48.0).collect();
    let lattice = stream(builder(130, BGK, Policy::Warn), 0.7, 0.4, &noise);
    let check = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| lattice.check(|_| true))
    };
    assert!(check(1).as_ref().is_ok_and(|found| found.beyond > 100));
    assert_eq!(check(1), check(3));
}

#[test]
fn operators_that_cannot_be_adapted_are_refused() {
    for collision in [Collision::Trt { tau: 0.6, magic: 0.25 }, CENTRAL] {
        assert!(collision.min_tau(0.5).is_none());
        let error = builder(8, collision, Policy::AdaptViscosity).build().unwrap_err();
        assert!(matches!(error, Error::NotSupported { .. }), "{error}");
        builder(8, collision, Policy::Stop).build().unwrap();
    }
}

#[test]
fn a_checkpoint_of_another_viscosity_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state.lbm");
    builder(8, BGK, Policy::AdaptViscosity).build().unwrap().save(&path).unwrap();
    builder(8, BGK, Policy::AdaptViscosity).build().unwrap().load(&path).unwrap();
    assert!(builder(8, BGK, Policy::Warn).build().unwrap().load(&path).is_err());
}
