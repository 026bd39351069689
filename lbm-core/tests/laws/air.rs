//! Air with smoke: against the scheme as published, in f64, and its laws.

use std::f64::consts::PI;

use lbm_core::d3q19::{C, Q, W};
use lbm_core::{Air, AirBuilder, AirMoments, Collision, Ends, Error, Lattice, Units};
use proptest::prelude::*;

use super::lattice3::{collide, equilibrium, scattered};

fn each(cells: [usize; 3]) -> impl Iterator<Item = [isize; 3]> {
    let [nx, ny, nz] = cells;
    (0..nx * ny * nz).map(move |k| [k % nx, k / nx % ny, k / (nx * ny)].map(|at| at as isize))
}

/// A cell of gas and smoke after a collision, from the populations that streamed into it, both full.
fn collided(
    f: &[f64; Air::POPULATIONS],
    [tau, tau_odd]: [f64; 2],
    smagorinsky: f64,
    diffusivity: f64,
    b: f64,
) -> [f64; Air::POPULATIONS] {
    let (gas, smoke) = f.split_at(Air::SMOKE);
    let gas: [f64; Q] = gas.try_into().unwrap();
    let c: f64 = smoke.iter().sum();
    let after = collide(&gas, [0.0, 0.0, b * c], [tau, tau_odd], smagorinsky);
    let odd = 4.0 * (diffusivity + (after.tau - tau) / 3.0 / 0.7);
    let even = 0.25 / odd;
    let mut new = [0.0; Air::POPULATIONS];
    for q in 0..Q {
        // The trace relaxes in one step.
        let along = C[q].iter().map(|c| f64::from(c * c)).sum::<f64>() - 1.0;
        new[q] = after.f[q] - (1.0 - 1.0 / after.tau) * 1.5 * f64::from(W[q]) * along * after.trace;
    }
    let mut sums = [0.0; 3];
    let mut differences = [0.0; 3];
    for axis in 0..3 {
        let u = after.velocity[axis];
        let [forth, back] = [smoke[1 + axis], smoke[4 + axis]];
        sums[axis] = forth + back - (forth + back - c * (0.25 + u * u)) / (even + 0.5);
        differences[axis] = forth - back - (forth - back - c * u) / (odd + 0.5);
    }
    // Nothing negative: sums as large as the differences, then no larger than the concentration allows, then all of it.
    let needed: f64 = differences.iter().map(|of| of.abs()).sum();
    (0..3).for_each(|axis| sums[axis] = sums[axis].max(differences[axis].abs()));
    let moving: f64 = sums.iter().sum();
    let part = if moving > c { ((c - needed) / (moving - needed)).max(0.0) } else { 1.0 };
    let factor = if needed > c { c / needed } else { 1.0 };
    for axis in 0..3 {
        let least = differences[axis].abs();
        let sum = (least + (sums[axis] - least) * part) * factor;
        new[Q + 1 + axis] = 0.5 * (sum + differences[axis] * factor);
        new[Q + 4 + axis] = 0.5 * (sum - differences[axis] * factor);
    }
    new[Q] = c - new[Q + 1..].iter().sum::<f64>();
    new
}

/// A cube of smoke with sharp faces in a wind: nothing becomes negative, nothing is lost, and its center moves as the wind does.
#[test]
fn smoke_is_never_negative_and_keeps_pace() {
    let cells = [24, 12, 12];
    for wind in [[0.05, 0.0, 0.0], [0.15, 0.1, -0.05]] {
        let builder = Air::builder(cells).collision(Collision::Bgk { tau: 0.503 }).smagorinsky(0.12);
        let mut air = builder.diffusivity(1e-3).build().unwrap();
        let cube = |[i, j, k]: [isize; 3]| [i, j, k].iter().all(|at| (4..8).contains(at));
        for cell in each(cells) {
            let concentration = if cube(cell) { 1.0 } else { 0.0 };
            air.set_cell(cell, AirMoments { density: 1.0, velocity: wind, concentration });
        }
        // On periodic axes the angle of the first Fourier mode is the center's place.
        let angle = |air: &Air, axis: usize| {
            let of = |cell: [isize; 3]| 2.0 * PI * cell[axis] as f64 / cells[axis] as f64;
            let sum = |part: fn(f64) -> f64| -> f64 {
                each(cells).map(|cell| f64::from(air.moments(cell).concentration) * part(of(cell))).sum()
            };
            sum(f64::sin).atan2(sum(f64::cos))
        };
        let start: [f64; 3] = std::array::from_fn(|axis| angle(&air, axis));
        for step in 1..=240 {
            assert!(air.step());
            let least =
                each(cells).flat_map(|cell| air.populations(cell)[Air::SMOKE..].to_vec()).fold(0.0, f32::min);
            assert!(least > -1e-6, "{wind:?}, step {step}: {least:e}");
        }
        assert!((air.totals(|_| true).smoke - 64.0).abs() < 1e-4);
        for axis in 0..3 {
            let turned = (angle(&air, axis) - start[axis]).rem_euclid(2.0 * PI);
            let cells_moved = turned / (2.0 * PI) * cells[axis] as f64;
            let expected = (240.0 * f64::from(wind[axis])).rem_euclid(cells[axis] as f64);
            let apart = (cells_moved - expected).abs();
            let allowed = 0.02 * 240.0 * f64::from(wind[axis]).abs() + 0.01;
            assert!(
                apart.min(cells[axis] as f64 - apart) < allowed,
                "{wind:?} axis {axis}: {cells_moved} of {expected}"
            );
        }
    }
}

/// Far from equilibrium, so that each coefficient of the collision affects each population.
#[test]
fn one_step_from_any_state_is_the_scheme() {
    let cells = [11usize, 3, 4];
    for (tau, magic, smagorinsky) in [(0.55, None, 0.2), (0.9, Some(0.2), 0.0), (0.6, Some(0.1875), 0.15)] {
        let collision = magic.map_or(Collision::Bgk { tau }, |magic| Collision::Trt { tau, magic });
        let tau_odd = magic.map_or(tau, |magic| 0.5 + magic / (tau - 0.5));
        let builder = Air::builder(cells).collision(collision).smagorinsky(smagorinsky);
        let mut air = builder.diffusivity(0.03).buoyancy(2e-3).build().unwrap();
        for (k, cell) in each(cells).enumerate() {
            let f = std::array::from_fn(|q| {
                let scattered = scattered(k * 26 + q) as f32;
                if q < Q { 0.3 * W[q] * scattered } else { 0.2 * scattered.abs() }
            });
            air.set_populations(cell, f);
        }
        let old = |cell: [isize; 3], q: usize| {
            let c = Air::DIRECTIONS[q];
            let from = std::array::from_fn(|a| (cell[a] - c[a] as isize).rem_euclid(cells[a] as isize));
            let rest = if q < Q { f64::from(W[q]) } else { 0.0 };
            f64::from(air.populations(from)[q]) + rest
        };
        let expected: Vec<_> = each(cells)
            .map(|cell| {
                let f = std::array::from_fn(|q| old(cell, q));
                collided(&f, [tau, tau_odd], smagorinsky, 0.03, 2e-3)
            })
            .collect();
        assert!(air.step());
        for (cell, expected) in each(cells).zip(expected) {
            for (q, f) in air.populations(cell).into_iter().enumerate() {
                let rest = if q < Q { f64::from(W[q]) } else { 0.0 };
                let error = f64::from(f) - (expected[q] - rest);
                assert!(error.abs() < 3e-7, "{collision:?} {cell:?} {q}: {error:e}");
            }
        }
    }
}

#[test]
fn smoke_everywhere_lifts_the_gas_as_a_stone_falls() {
    let mut air = Air::builder([4, 3, 5]).buoyancy(1e-4).build().unwrap();
    let start = AirMoments { density: 1.0, velocity: [0.01, 0.0, 0.0], concentration: 2.0 };
    each([4, 3, 5]).for_each(|cell| air.set_cell(cell, start));
    let before = air.totals(|_| true);
    (0..200).for_each(|_| assert!(air.step()));
    let AirMoments { velocity: [x, y, z], .. } = air.moments([2, 1, 3]);
    // b C t, in the middle of each push: exact at any step.
    assert!((x - 0.01).abs() < 1e-6 && y.abs() < 1e-6 && (z - 200.0 * 2e-4).abs() < 1e-6, "{x} {y} {z}");
    let gained = air.totals(|_| true).momentum[2] - before.momentum[2];
    assert!((gained / (200.0 * 1e-4 * before.smoke) - 1.0).abs() < 1e-5, "{gained}");
}

fn hill(builder: AirBuilder, cells: [usize; 3], velocity: [f32; 3], sigma: f64) -> Air {
    let mut air = builder.build().unwrap();
    for cell in each(cells) {
        let apart = (0..3).map(|a| (cell[a] as f64 - cells[a] as f64 / 2.0).powi(2)).sum::<f64>();
        let concentration = (-0.5 * apart / (sigma * sigma)).exp() as f32;
        air.set_cell(cell, AirMoments { density: 1.0, velocity, concentration });
    }
    air
}

/// Smoke, its center, and its variance along each axis.
fn spread(air: &Air) -> (f64, [f64; 3], [f64; 3]) {
    let sum = |of: &dyn Fn([isize; 3]) -> f64| -> f64 {
        each(air.cells()).map(|cell| f64::from(air.moments(cell).concentration) * of(cell)).sum()
    };
    let smoke = sum(&|_| 1.0);
    let center = [0, 1, 2].map(|a| sum(&|cell| cell[a] as f64) / smoke);
    (smoke, center, [0, 1, 2].map(|a| sum(&|cell| (cell[a] as f64 - center[a]).powi(2)) / smoke))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// A hill grows with `2 D t` and moves with the wind, in any wind as at rest.
    #[test]
    fn smoke_spreads_alike_in_any_wind(
        diffusivity in 0.02f64..0.05, x in -0.04f32..0.04, y in -0.04f32..0.04, z in -0.04f32..0.04,
    ) {
        // The even part settles in 1 / 16 D steps; at the end the sides are four σ away.
        let (cells, steps) = ([44, 44, 44], 60);
        let mut air = hill(Air::builder(cells).diffusivity(diffusivity), cells, [x, y, z], 2.5);
        (0..40).for_each(|_| assert!(air.step()));
        let (smoke, from, narrow) = spread(&air);
        (0..steps).for_each(|_| assert!(air.step()));
        let (later, to, wide) = spread(&air);
        prop_assert!((later / smoke - 1.0).abs() < 1e-6);
        for (axis, u) in [x, y, z].map(f64::from).into_iter().enumerate() {
            let moved = to[axis] - from[axis];
            prop_assert!((moved - u * steps as f64).abs() < 2e-3, "axis {axis}: {moved}");
            let grown = (wide[axis] - narrow[axis]) / (2.0 * diffusivity * steps as f64);
            prop_assert!((grown - 1.0).abs() < 0.01, "axis {axis}: {grown}");
        }
    }
}

/// A standing wave of sound dies away as `e^(−½ k² (4/3 ν + ζ) t)` (Landau, Lifshitz, § 79), whatever `τ` is.
#[test]
fn the_bulk_viscosity_damps_sound() {
    for tau in [0.503, 0.6, 1.0] {
        let (cells, wave) = ([60usize, 2, 3], 2.0 * PI / 60.0);
        let mut air = Air::builder(cells).collision(Collision::Bgk { tau }).build().unwrap();
        for cell in each(cells) {
            let velocity = [1e-3 * (wave * cell[0] as f64).sin() as f32, 0.0, 0.0];
            air.set_cell(cell, AirMoments { density: 1.0, velocity, concentration: 0.0 });
        }
        // Its energy: that of the motion and that of the pressure.
        let energy = |air: &Air| -> f64 {
            let of = |AirMoments { density, velocity: [u, ..], .. }| {
                f64::from(u).powi(2) + (f64::from(density) - 1.0).powi(2) / 3.0
            };
            each(cells).map(|cell| of(air.moments(cell))).sum()
        };
        // Whole periods of 60 √3 steps.
        (0..104).for_each(|_| assert!(air.step()));
        let start = energy(&air);
        (0..520).for_each(|_| assert!(air.step()));
        let damped = (start / energy(&air)).ln() / (520.0 * wave * wave);
        let expected = 4.0 / 3.0 * (tau - 0.5) / 3.0 + 1.0 / 9.0;
        assert!((damped / expected - 1.0).abs() < 0.03, "τ = {tau}: {damped} of {expected}");
    }
}

/// One cell along a periodic axis: D3Q19 is D2Q9 there; at this `τ` the bulk viscosity is that of BGK.
#[test]
fn a_plane_of_cells_is_the_gas_in_two_dimensions() {
    let [nx, nz] = [13usize, 11];
    let units = Units::new(1.0, 1.0, 9.81).unwrap();
    let collision = Collision::Bgk { tau: 1.0 };
    let mut plane = Lattice::builder(nx, nz, units).ideal_gas().collision(collision).build().unwrap();
    let mut air = Air::builder([nx, 1, nz]).collision(collision).build().unwrap();
    for [i, _, k] in each([nx, 1, nz]) {
        let angle = std::f64::consts::TAU * (i as f64 / nx as f64 + 2.0 * k as f64 / nz as f64);
        let (density, u) = (1.0 + 0.01 * angle.sin(), [0.03 * angle.cos(), 0.02 * (angle + 1.0).sin()]);
        plane.set_cell_m(i as usize, k as usize, density, u);
        let velocity = [u[0] as f32, 0.0, u[1] as f32];
        air.set_cell([i, 0, k], AirMoments { density: density as f32, velocity, concentration: 0.0 });
    }
    for _ in 0..30 {
        super::common::wrap(&mut plane);
        assert!(plane.step() && air.step());
    }
    for [i, _, k] in each([nx, 1, nz]) {
        let one = plane.cell_m(i as usize, k as usize);
        let AirMoments { density, velocity: [u, v, w], .. } = air.moments([i, 0, k]);
        let errors = [
            one.depth_m - f64::from(density),
            one.velocity_m_s[0] - f64::from(u),
            f64::from(v),
            one.velocity_m_s[1] - f64::from(w),
        ];
        assert!(errors.iter().all(|e| e.abs() < 2e-6), "{i} {k}: {errors:?}");
    }
}

/// Settled populations have the moments that they are to have, under the push of the smoke too.
#[test]
fn cells_have_the_moments_that_they_are_set_to() {
    let mut air = Air::builder([3; 3]).buoyancy(0.05).build().unwrap();
    let wanted = AirMoments { density: 1.1, velocity: [0.1, -0.05, 0.02], concentration: 0.7 };
    air.set_cell([1, 2, 0], wanted);
    let got = air.moments([1, 2, 0]);
    let error = (0..3).map(|a| (got.velocity[a] - wanted.velocity[a]).abs()).fold(0.0, f32::max);
    assert!(error < 1e-6 && (got.density - 1.1).abs() < 1e-6 && (got.concentration - 0.7).abs() < 1e-6);
    // Of a gas at rest: nothing but weights.
    let rest = equilibrium(1.0, [0.0; 3]);
    assert!((0..Q).all(|q| (rest[q] - f64::from(W[q])).abs() < 1e-9));
    let added = air.add([1, 2, 0], 0.25);
    assert!((added - 0.25).abs() < 1e-6);
    assert!((air.moments([1, 2, 0]).concentration - 0.95).abs() < 1e-6);
}

fn plume(cells: [usize; 3]) -> Air {
    let mut air = Air::builder(cells)
        .collision(Collision::Trt { tau: 0.53, magic: 0.1875 })
        .smagorinsky(0.12)
        .buoyancy(1e-3)
        .ends([Ends::Walls, Ends::Periodic, Ends::Walls])
        .build()
        .unwrap();
    air.add([4, 3, 5], 20.0);
    air
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut air = plume([9, 7, 100]);
            (0..60).for_each(|_| assert!(air.step()));
            let totals = air.totals(|cell| cell[0] > 2);
            (air.state_hash(), totals.smoke.to_bits(), totals.momentum.map(f64::to_bits))
        })
    };
    let one = run(1);
    assert_eq!(run(2), one);
    assert_eq!(run(3), one);
}

#[test]
fn a_state_goes_on_with_the_same_bits() {
    let mut air = plume([9, 7, 20]);
    (0..30).for_each(|_| assert!(air.step()));
    let state = air.state();
    let mut other = plume([9, 7, 20]);
    (0..7).for_each(|_| assert!(other.step()));
    other.restore(&state).unwrap();
    assert_eq!(other.fingerprint(), air.fingerprint());
    for _ in 0..30 {
        assert!(air.step() && other.step());
    }
    assert_eq!((air.state_hash(), air.steps()), (other.state_hash(), other.steps()));
    let error = plume([9, 7, 21]).restore(&state).unwrap_err();
    assert_eq!(error, Error::ShapeMismatch { what: "populations", expected: 34398, got: 32760 });
    let thicker = Air::builder([9, 7, 20]).buoyancy(2e-3).build().unwrap();
    assert_ne!(thicker.fingerprint(), air.fingerprint());
}

#[test]
fn a_cell_in_trouble_is_named() {
    let mut air = Air::builder([20, 6, 40]).build().unwrap();
    let mut f = [0.0; Air::POPULATIONS];
    f[Air::SMOKE] = f32::NAN;
    air.set_populations([17, 2, 33], f);
    assert!(!air.step());
    let trouble = air.trouble().unwrap();
    assert_eq!(trouble.cell, [17, 2, 33]);
    assert!(trouble.cause.starts_with("its concentration is no number"), "{trouble:?}");
}

#[test]
fn what_is_out_of_range_is_refused() {
    let of =
        |change: fn(AirBuilder) -> AirBuilder| change(Air::builder([4; 3])).build().unwrap_err().to_string();
    assert_eq!(of(|b| b.diffusivity(0.0)), "diffusivity [cells² a step] = 0: must be above 0 and at most 1");
    let error = of(|b| b.buoyancy(0.2));
    assert_eq!(error, "buoyancy [cells a step²] = 0.2: must be -0.1 to 0.1; 1e-6 to 1e-3 is usual");
    assert!(of(|b| b.smagorinsky(-1.0)).starts_with("Smagorinsky constant = -1"));
}
