//! Populations stored in 16 bits: their distance from those in 32, and the laws that still hold to the bit.

use crate::common::wrap;
use lbm_core::d2q9::{C, OPPOSITE};
use lbm_core::{BorderRow, Collision, Lattice, Storage, Units};
use proptest::prelude::*;

fn basin(
    nx: usize,
    ny: usize,
    storage: Storage,
    collision: Collision,
    steps_per_traversal: usize,
) -> Lattice {
    let units = Units::from_gravity_number(0.5, 4.0, 0.15, 9.81).unwrap();
    let mut lattice = Lattice::builder(nx, ny, units)
        .rest_depth_m(4.0)
        .collision(collision)
        .storage(storage)
        .steps_per_traversal(steps_per_traversal)
        .build()
        .unwrap();
    for k in 0..nx * ny {
        let (x, y) = ((k % nx) as f64 / nx as f64, (k / nx) as f64 / ny as f64);
        let angle = std::f64::consts::TAU * (x + 2.0 * y);
        lattice.set_cell_m(k % nx, k / nx, 4.0 + 0.1 * angle.sin(), [0.3 * angle.cos(), -0.2 * angle.sin()]);
    }
    lattice
}

/// Half-way bounce-back at the four sides.
fn walls(row: &mut BorderRow<'_>) {
    let [nx, ny] = [row.layout().nx() as isize, row.layout().ny() as isize];
    let j = row.j();
    for q in 1..9 {
        let [dx, dy] = C[q].map(|c| c as isize);
        for i in -1..=nx {
            let inside = |i, j| (0..nx).contains(&i) && (0..ny).contains(&j);
            if !inside(i, j) && inside(i + dx, j + dy) {
                row.set_population(q, i, row.population(OPPOSITE[q], i + dx, j + dy));
            }
        }
    }
}

fn surface(lattice: &Lattice) -> Vec<f64> {
    let nx = lattice.layout().nx();
    let eta = |k: usize| lattice.moments(lattice.layout().site((k % nx) as isize, (k / nx) as isize)).eta;
    (0..lattice.layout().cells()).map(|k| f64::from(eta(k))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Each step rounds each population by at most 2⁻¹¹ of itself, up to 0.03 of the depth here, mostly at random: the
    /// bounds are some three times what was measured.
    #[test]
    fn a_periodic_box_stays_near_that_in_32_bits(nx in 8usize..60, ny in 8usize..70, kind in 0usize..3) {
        let collision = [
            Collision::Bgk { tau: 0.6 },
            Collision::Trt { tau: 0.6, magic: 0.25 },
            Collision::CentralMoments { tau: 0.6, bulk_tau: 1.0 },
        ][kind];
        let mut half = basin(nx, ny, Storage::Half, collision, 1);
        let mut single = basin(nx, ny, Storage::Single, collision, 1);
        let before = half.totals(|_| true);
        for _ in 0..200 {
            wrap(&mut half);
            wrap(&mut single);
            prop_assert!(half.step() && single.step());
        }
        let after = half.totals(|_| true);
        let drift = (after.mass / before.mass - 1.0).abs();
        prop_assert!(drift < 3e-5, "mass drifts by {drift:e}");
        let speed = before.mass * 0.02;
        for axis in 0..2 {
            let drift = (after.momentum[axis] - before.momentum[axis]).abs() / speed;
            prop_assert!(drift < 3e-2, "momentum drifts by {drift:e} of the mass at a fiftieth of the lattice speed");
        }
        let worst = surface(&half).iter().zip(surface(&single)).fold(0.0, |worst: f64, (a, b)| worst.max((a - b).abs()));
        prop_assert!(worst < 5e-4 * 8.0, "surface off by {worst:e} cells of 8");
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for steps_per_traversal in [1, 3, 8] {
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let collision = Collision::Bgk { tau: 0.6 };
                let mut lattice = basin(45, 150, Storage::Half, collision, steps_per_traversal);
                assert!(lattice.steps_with(37, &walls));
                lattice.state_hash()
            })
        };
        assert_eq!(run(1), run(2));
        assert_eq!(run(1), run(4));
    }
}

#[test]
fn one_step_a_traversal_is_the_border_and_a_step() {
    let collision = Collision::Bgk { tau: 0.6 };
    let mut traversed = basin(33, 41, Storage::Half, collision, 1);
    let mut stepped = basin(33, 41, Storage::Half, collision, 1);
    assert!(traversed.steps_with(20, &walls));
    for _ in 0..20 {
        let [nx, ny] = [33, 41];
        for q in 1..9 {
            let [dx, dy] = C[q].map(|c| c as isize);
            for (i, j) in (-1..=nx).flat_map(|i| (-1..=ny).map(move |j| (i, j))) {
                let inside = |i, j| (0..nx).contains(&i) && (0..ny).contains(&j);
                if !inside(i, j) && inside(i + dx, j + dy) {
                    let layout = stepped.layout();
                    let [ring, water] = [layout.site(i, j), layout.site(i + dx, j + dy)];
                    stepped.set_population(q, ring, stepped.population(OPPOSITE[q], water));
                }
            }
        }
        assert!(stepped.step());
    }
    assert_eq!(traversed.state_hash(), stepped.state_hash());
}

#[test]
fn longer_traversals_round_less_often() {
    let collision = Collision::Bgk { tau: 0.6 };
    let run = |storage, steps_per_traversal| {
        let mut lattice = basin(48, 40, storage, collision, steps_per_traversal);
        assert!(lattice.steps_with(400, &walls));
        surface(&lattice)
    };
    let exact = run(Storage::Single, 8);
    let error = |steps| {
        let off = run(Storage::Half, steps).iter().zip(&exact).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
        (off / exact.len() as f64).sqrt()
    };
    assert!(error(8) < 0.8 * error(1), "{:e} against {:e}", error(8), error(1));
}

/// The position of the grid in memory after a short traversal must not shorten the next one, as each rounds.
#[test]
fn a_checkpoint_goes_on_with_the_same_bits() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let build = |storage, steps_per_traversal| {
        basin(30, 70, storage, Collision::Bgk { tau: 0.6 }, steps_per_traversal)
    };
    for before in [1, 3, 8, 12] {
        let mut first = build(Storage::Half, 8);
        assert!(first.steps_with(before, &walls));
        first.save(file.path()).unwrap();
        let mut second = build(Storage::Half, 8);
        second.load(file.path()).unwrap();
        assert_eq!(first.state_hash(), second.state_hash());
        for steps in [8, 5, 8] {
            assert!(first.steps_with(steps, &walls) && second.steps_with(steps, &walls));
            assert_eq!(first.state_hash(), second.state_hash(), "{steps} steps after {before}");
        }
    }
    for mut other in [build(Storage::Single, 8), build(Storage::Half, 4)] {
        let refused = other.load(file.path()).unwrap_err().to_string();
        assert!(refused.contains("built") || refused.contains("other"), "{refused}");
    }
    // In 32 bits the length of traversals has no effect.
    build(Storage::Single, 8).save(file.path()).unwrap();
    build(Storage::Single, 4).load(file.path()).unwrap();
}

#[test]
fn trouble_is_named_in_16_bits_too() {
    let mut lattice = basin(20, 20, Storage::Half, Collision::Bgk { tau: 0.6 }, 1);
    lattice.set_population(0, lattice.layout().site(7, 3), f32::NAN);
    assert_eq!(lattice.trouble(|_| true).unwrap().cell, [7, 3]);
    assert!(!lattice.steps_with(1, &walls));
    assert_eq!(lattice.trouble(|_| true).unwrap().cell, [7, 3]);
}
