//! Advection and diffusion: against the scheme as published, in f64, and its laws.

use lbm_core::{Ends, Error, Scalar, Scalar2, Scalar3};
use proptest::prelude::*;

/// Two relaxation times on `2 D + 1` directions in a periodic box, cell by cell.
struct Reference<const D: usize> {
    cells: [usize; D],
    /// `[rest, forth, back]` by axis.
    f: Vec<(f64, [[f64; 2]; D])>,
    diffusivity: f64,
}

impl<const D: usize> Reference<D> {
    fn sound_squared() -> f64 {
        if D == 2 { 1.0 / 3.0 } else { 0.25 }
    }

    fn index(&self, cell: [usize; D]) -> usize {
        (0..D).rev().fold(0, |index, axis| index * self.cells[axis] + cell[axis])
    }

    fn cell(&self, mut index: usize) -> [usize; D] {
        self.cells.map(|n| {
            let at = index % n;
            index /= n;
            at
        })
    }

    fn new(cells: [usize; D], diffusivity: f64, concentration: impl Fn([usize; D]) -> f64) -> Self {
        let mut made = Self { cells, f: Vec::new(), diffusivity };
        for k in 0..cells.iter().product() {
            let c = concentration(made.cell(k));
            let along_axis = 0.5 * Self::sound_squared() * c;
            made.f.push((c - 2.0 * D as f64 * along_axis, [[along_axis; 2]; D]));
        }
        made
    }

    fn concentration(&self, k: usize) -> f64 {
        self.f[k].0 + self.f[k].1.iter().flatten().sum::<f64>()
    }

    fn step(&mut self, velocity: &[Vec<f32>; D]) {
        let old = std::mem::take(&mut self.f);
        let odd = self.diffusivity / Self::sound_squared();
        let [tau_even, tau_odd] = [0.25 / odd + 0.5, odd + 0.5];
        for k in 0..old.len() {
            let cell = self.cell(k);
            let mut pairs = [[0.0; 2]; D];
            for axis in 0..D {
                for (side, pair) in pairs[axis].iter_mut().enumerate() {
                    let mut from = cell;
                    let n = self.cells[axis];
                    from[axis] = (cell[axis] + if side == 0 { n - 1 } else { 1 }) % n;
                    *pair = old[self.index(from)].1[axis][side];
                }
            }
            let c = old[k].0 + pairs.iter().flatten().sum::<f64>();
            let mut rest = c;
            for axis in 0..D {
                let u = f64::from(velocity[axis][k]);
                let [forth, back] = pairs[axis];
                let (even, odd) = (0.5 * (forth + back), 0.5 * (forth - back));
                let even = even - (even - 0.5 * c * (Self::sound_squared() + u * u)) / tau_even;
                let odd = odd - (odd - 0.5 * c * u) / tau_odd;
                pairs[axis] = [even + odd, even - odd];
                rest -= 2.0 * even;
            }
            self.f.push((rest, pairs));
        }
    }
}

fn against_the_scheme<const D: usize, const Q: usize>(
    cells: [usize; D],
    diffusivity: f64,
    speed: f32,
) -> Result<(), TestCaseError> {
    let wave = |cell: [usize; D], phase: f64| {
        (phase + cell.iter().zip(cells).map(|(&at, n)| at as f64 / n as f64).sum::<f64>() * 6.3).sin()
    };
    let mut reference = Reference::new(cells, diffusivity, |cell| 1.0 + 0.5 * wave(cell, 0.3));
    let mut fast = Scalar::<D, Q>::new(cells, diffusivity, [Ends::Periodic; D]).unwrap();
    for k in 0..reference.f.len() {
        fast.set(reference.cell(k), reference.concentration(k) as f32);
    }
    let velocity: [Vec<f32>; D] = std::array::from_fn(|axis| {
        (0..reference.f.len()).map(|k| speed * wave(reference.cell(k), axis as f64) as f32).collect()
    });
    let before = fast.total();
    for _ in 0..50 {
        reference.step(&velocity);
        prop_assert!(fast.step(std::array::from_fn(|axis| velocity[axis].as_slice())));
    }
    // A convergent flow increases the concentration.
    let most = (0..reference.f.len()).map(|k| reference.concentration(k).abs()).fold(1.0, f64::max);
    for k in 0..reference.f.len() {
        let (got, want) = (f64::from(fast.concentration(reference.cell(k))), reference.concentration(k));
        // Rounding, at random over the steps.
        prop_assert!((got - want).abs() < 3e-6 * most, "cell {:?}: {got} against {want}", reference.cell(k));
    }
    prop_assert!((fast.total() / before - 1.0).abs() < 1e-6);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn two_dimensions_are_the_scheme(nx in 1usize..40, ny in 1usize..12, d in 0.01f64..0.3, u in -0.2f32..0.2) {
        against_the_scheme::<2, 5>([nx, ny], d, u)?;
    }

    #[test]
    fn three_dimensions_are_the_scheme(
        nx in 1usize..20, ny in 1usize..9, nz in 1usize..9, d in 0.01f64..0.2, u in -0.15f32..0.15,
    ) {
        against_the_scheme::<3, 7>([nx, ny, nz], d, u)?;
    }
}

/// `[total, mean x, mean y, variance x, variance y]`.
fn spread(smoke: &Scalar2) -> [f64; 5] {
    let [nx, ny] = smoke.cells();
    let sum = |weight: &dyn Fn(f64, f64) -> f64| -> f64 {
        let c = |k: usize| f64::from(smoke.concentration([k % nx, k / nx]));
        (0..nx * ny).map(|k| c(k) * weight((k % nx) as f64, (k / nx) as f64)).sum()
    };
    let total = sum(&|_, _| 1.0);
    let [x, y] = [sum(&|x, _| x) / total, sum(&|_, y| y) / total];
    [total, x, y, sum(&|i, _| (i - x).powi(2)) / total, sum(&|_, j| (j - y).powi(2)) / total]
}

#[test]
fn a_drop_moves_with_the_flow_and_its_variance_grows_by_twice_the_diffusivity() {
    let (diffusivity, u, v) = (0.05, 0.06, -0.03);
    let mut smoke = Scalar2::new([96, 80], diffusivity, [Ends::Periodic; 2]).unwrap();
    smoke.set([30, 50], 1.0);
    let flow = [vec![u as f32; 96 * 80], vec![v as f32; 96 * 80]];
    let steps = |smoke: &mut Scalar2, count: usize| {
        (0..count).for_each(|_| assert!(smoke.step([&flow[0], &flow[1]])));
        spread(smoke)
    };
    // The drop, set at rest, first has to reach the speed of the flow.
    let before = steps(&mut smoke, 100);
    let after = steps(&mut smoke, 300);
    assert!((after[0] - 1.0).abs() < 1e-5);
    for (axis, speed) in [u, v].into_iter().enumerate() {
        let moved = (after[1 + axis] - before[1 + axis]) / (300.0 * speed);
        let grown = (after[3 + axis] - before[3 + axis]) / (2.0 * diffusivity * 300.0);
        assert!((moved - 1.0).abs() < 1e-3 && (grown - 1.0).abs() < 1e-3, "axis {axis}: {moved}, {grown}");
    }
}

#[test]
fn nothing_goes_through_walls() {
    let mut smoke = Scalar3::new([6, 5, 4], 0.1, [Ends::Walls; 3]).unwrap();
    smoke.set([0, 4, 1], 3.0);
    smoke.add([5, 0, 3], 2.0);
    let still = vec![0.0; 120];
    for _ in 0..3000 {
        assert!(smoke.step([&still, &still, &still]));
    }
    assert!((smoke.total() - 5.0).abs() < 1e-5);
    for k in 0..120 {
        let here = smoke.concentration([k % 6, k / 6 % 5, k / 30]);
        assert!((here - 5.0 / 120.0).abs() < 1e-5, "cell {k}: {here}");
    }
}

#[test]
fn what_is_added_joins_what_is_there() {
    let mut smoke = Scalar2::new([5, 4], 0.1, [Ends::Periodic; 2]).unwrap();
    smoke.set([2, 1], 3.0);
    let flow = [vec![0.1; 20], vec![-0.05; 20]];
    assert!(smoke.step([&flow[0], &flow[1]]));
    let before: Vec<f32> = (0..20).map(|k| smoke.concentration([k % 5, k / 5])).collect();
    let forth = smoke.population(1, [2, 1]);
    smoke.add([2, 1], 2.0);
    for (k, before) in before.into_iter().enumerate() {
        let more = if k == 7 { 2.0 } else { 0.0 };
        assert!((smoke.concentration([k % 5, k / 5]) - before - more).abs() < 1e-6, "cell {k}");
    }
    // At rest: w = c_s² / 2 of it moves east.
    assert!((smoke.population(1, [2, 1]) - forth - 2.0 / 6.0).abs() < 1e-6);
}

#[test]
fn each_axis_ends_in_its_own_way() {
    for walls in [0, 1] {
        let ends = [0, 1].map(|axis| if axis == walls { Ends::Walls } else { Ends::Periodic });
        let mut smoke = Scalar2::new([6, 6], 0.2, ends).unwrap();
        smoke.set([5, 5], 1.0);
        let still = vec![0.0; 36];
        assert!(smoke.step([&still, &still]) && smoke.step([&still, &still]));
        let other_end = |axis: usize| smoke.concentration([0, 1].map(|k| if k == axis { 0 } else { 5 }));
        assert_eq!(other_end(walls), 0.0, "went through walls along axis {walls}");
        assert!(other_end(1 - walls) > 0.0, "did not come in again along axis {}", 1 - walls);
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut smoke = Scalar2::new([37, 90], 0.02, [Ends::Periodic, Ends::Walls]).unwrap();
            smoke.set([20, 45], 1.0);
            let flow = [vec![0.1; 37 * 90], vec![0.05; 37 * 90]];
            (0..200).for_each(|_| assert!(smoke.step([&flow[0], &flow[1]])));
            (0..37 * 90).map(|k| smoke.concentration([k % 37, k / 37]).to_bits()).collect::<Vec<_>>()
        })
    };
    assert_eq!(run(1), run(2));
    assert_eq!(run(1), run(5));
}

#[test]
fn what_is_no_number_is_reported() {
    let mut smoke = Scalar2::new([20, 20], 0.1, [Ends::Walls; 2]).unwrap();
    let still = vec![0.0; 400];
    assert!(smoke.step([&still, &still]));
    assert_eq!(smoke.trouble(), None);
    // At rest it stays in its cell.
    smoke.set_population(0, [19, 3], f32::NAN);
    assert!(!smoke.step([&still, &still]));
    assert_eq!(smoke.trouble(), Some([19, 3]));
    let mut cloud = Scalar3::new([5, 6, 7], 0.1, [Ends::Walls; 3]).unwrap();
    cloud.set_population(0, [4, 2, 5], f32::INFINITY);
    let still = vec![0.0; 210];
    assert!(!cloud.step([&still, &still, &still]));
    assert_eq!(cloud.trouble(), Some([4, 2, 5]));
}

#[test]
fn sides_and_diffusivities_out_of_range_are_refused() {
    for diffusivity in [0.0, -1.0, f64::NAN] {
        let error = Scalar2::new([4, 4], diffusivity, [Ends::Walls; 2]).unwrap_err();
        let (Error::OutOfRange { what, .. } | Error::NotFinite { what }) = error else { panic!("{error}") };
        assert_eq!(what, "diffusivity [cells² a step]");
    }
    let error = Scalar3::new([4, 4, 0], 0.1, [Ends::Walls; 3]).unwrap_err().to_string();
    assert_eq!(error, "cells along z = 0: must be 1 to 4096");
}
