//! Covers and lids that go with a stream.

use std::f64::consts::PI;

use crate::common::wrap;
use lbm_core::d2q9::{C, gradient};
use lbm_core::{Collision, Cover, Lattice, Lid, LidCell, Units};

const DEPTH: f64 = 10.0;

/// Force of the water on a cover of a few cells that goes with a stream of `speed`, turned by some degrees from the x-axis, along the stream: its mean per density from step 150 to 300,
/// as a fraction of `½ u² L b`.
fn force_of_a_stream_along_itself(collision: Collision, degrees: f64) -> f64 {
    const N: usize = 64;
    const THICKEST: f64 = 2.0;
    const LENGTH: f64 = 9.0;
    const SPEED: f64 = 0.02;
    let (sin, cos) = degrees.to_radians().sin_cos();
    let units = Units::from_gravity_number(1.0, DEPTH, 0.15, 9.81).unwrap();
    let builder = Lattice::builder(N, N, units).rest_depth_m(DEPTH);
    let mut lattice = builder.collision(collision).build().unwrap();
    let (gravity, to_m_s) = (lattice.gravity(), units.lattice_speed_m_s() as f32);
    let sites: Vec<_> =
        (0..N * N).map(|k| lattice.layout().site((k % N) as isize, (k / N) as isize)).collect();
    let thickness_after = |steps: f64| -> Vec<f32> {
        let [x, y] = [cos, sin].map(|part| 32.3 + SPEED * part * (steps - 150.0));
        let from = |k: usize| ((k % N) as f64 - x).hypot((k / N) as f64 - y).min(0.5 * LENGTH);
        (0..N * N).map(|k| (THICKEST * (PI * from(k) / LENGTH).cos().powi(2)) as f32).collect()
    };
    let mut before = thickness_after(0.0);
    for (site, b) in sites.iter().zip(&before) {
        let share = (DEPTH - f64::from(*b)) / DEPTH * SPEED;
        lattice.set_equilibrium(*site, 0.0, (share * cos) as f32, (share * sin) as f32);
    }
    let (solid, columns, mut sum) = (vec![false; N * N], vec![0..N; N], 0.0);
    for n in 1..=300 {
        let eta: Vec<f32> = sites.iter().map(|site| lattice.eta(*site)).collect();
        let flow: Vec<_> =
            sites.iter().zip(&before).map(|(site, b)| lattice.covered_velocity(*site, *b)).collect();
        let [u, v] = [0, 1].map(|axis| flow.iter().map(|flow| flow[axis] * to_m_s).collect::<Vec<_>>());
        let thickness = thickness_after(f64::from(n));
        let change: Vec<f32> = thickness.iter().zip(&before).map(|(now, before)| now - before).collect();
        for k in N + 1..N * (N - 1) - 1 {
            let around = C.map(|[x, y]| eta[(k as i32 + y * N as i32 + x) as usize]);
            let slope = gradient(around[1..].try_into().unwrap(), 1.0);
            let momentum = slope.map(|slope| gravity * before[k] * slope);
            lattice.add_momentum(sites[k], momentum);
            if n > 150 {
                sum -= (f64::from(momentum[0]) * cos + f64::from(momentum[1]) * sin) / 150.0;
            }
        }
        let cover = Cover { thickness_m: &thickness, change_m: &change, solid: &solid, columns: &columns };
        lattice.begin_cover(&cover, [&eta, &u, &v]);
        wrap(&mut lattice);
        assert!(lattice.step());
        lattice.end_cover(&cover);
        before = thickness;
    }
    sum / (0.5 * SPEED * SPEED * LENGTH * THICKEST)
}

/// A cover that goes with a stream meets no force, whichever way the stream goes. With its change in place of the mean around each cell it is braked, at τ = 1 by 6e-3 of `½ u² L b`; with the pressure of that
/// volume in populations that are not those of an equilibrium it is driven, at τ = 0.51 by 2.5e-3.
#[test]
fn a_cover_that_goes_with_a_stream_meets_no_force_whichever_way_it_goes() {
    for tau in [0.51, 0.6, 1.0] {
        for degrees in [0.0, 30.0, 45.0] {
            let force = force_of_a_stream_along_itself(Collision::Bgk { tau }, degrees);
            assert!(force.abs() < 8e-4, "{tau}, {degrees} deg: {force}");
        }
    }
}

/// Mean force of a stream on a rectangular lid that goes with it, whose thickness counts from a level that the head exceeds by `rise`: per density, as a fraction of `g u b rise`
/// times its width.
fn force_of_a_stream_at_its_speed(collision: Collision, rise: f64) -> f64 {
    const SIZE: [usize; 2] = [64, 24];
    const SPEED: f64 = 0.02;
    const THICKNESS: f64 = 1.5;
    const SIDES: [f64; 2] = [14.0, 10.0];
    let ([nx, ny], first, steps) = (SIZE, [8.3, 7.6], 400);
    let units = Units::from_gravity_number(1.0, DEPTH, 0.15, 9.81).unwrap();
    let mut lattice =
        Lattice::builder(nx, ny, units).rest_depth_m(DEPTH).collision(collision).build().unwrap();
    // Covered parts when the lid has gone a way.
    let parts_after = |way: f64| -> Vec<f64> {
        let part =
            |k: usize, start: f64, length: f64| (start + length).min(k as f64 + 1.0) - start.max(k as f64);
        let along = |i: usize| part(i, first[0] + way, SIDES[0]).clamp(0.0, 1.0);
        let across = |j: usize| part(j, first[1], SIDES[1]).clamp(0.0, 1.0);
        (0..nx * ny).map(|k| along(k % nx) * across(k / nx)).collect()
    };
    let site = |lattice: &Lattice, k: usize| lattice.layout().site((k % nx) as isize, (k / nx) as isize);
    let thickness_of =
        |parts: &[f64]| -> Vec<f32> { parts.iter().map(|part| (part * THICKNESS) as f32).collect() };
    let mut before = thickness_of(&parts_after(0.0));
    for (k, part) in parts_after(0.0).into_iter().enumerate() {
        // The level of the lid is the lattice's still level.
        let eta = (1.0 - part) * rise;
        let column = DEPTH + eta - part * THICKNESS;
        let at = site(&lattice, k);
        lattice.set_equilibrium(at, eta as f32, (SPEED * column / (DEPTH + eta)) as f32, 0.0);
    }
    let (solid, columns) = (vec![false; nx * ny], vec![0..nx; ny]);
    let (mut lid, mut sum) = (Lid::new(&lattice), 0.0);
    for n in 1..=steps {
        let velocities: Vec<_> =
            (0..nx * ny).map(|k| lattice.covered_velocity(site(&lattice, k), before[k])).collect();
        let to_m_s = units.lattice_speed_m_s() as f32;
        let velocity_m_s = [0, 1].map(|axis| velocities.iter().map(|u| u[axis] * to_m_s).collect::<Vec<_>>());
        let parts = parts_after(SPEED * f64::from(n));
        let thickness = thickness_of(&parts);
        let change: Vec<f32> = thickness.iter().zip(&before).map(|(now, before)| now - before).collect();
        let cover = Cover { thickness_m: &thickness, change_m: &change, solid: &solid, columns: &columns };
        let eta_m: Vec<_> = (0..nx * ny).map(|k| lattice.eta(site(&lattice, k))).collect();
        lattice.begin_cover(&cover, [&eta_m, &velocity_m_s[0], &velocity_m_s[1]]);
        wrap(&mut lattice);
        let cells: Vec<_> = (0..nx * ny)
            .filter(|k| parts[*k] > 0.0)
            .map(|k| LidCell { site: site(&lattice, k), covered: parts[k] as f32, level: 0.0 })
            .collect();
        lid.cover(&lattice, &cells, &cover);
        lid.press(&mut lattice).unwrap();
        if n > steps / 4 {
            sum -= lid.momenta().iter().map(|[x, _]| x).sum::<f64>() / f64::from(steps - steps / 4);
        }
        assert!(lattice.step());
        lid.finish(&mut lattice);
        lattice.end_cover(&cover);
        before = thickness;
    }
    sum / (f64::from(lattice.gravity()) * SPEED * THICKNESS * rise * SIDES[1])
}

/// A lid that waves take along has a head under it that goes with its speed: a force in proportion to both would drive it.
#[test]
fn a_lid_that_goes_with_a_stream_meets_no_force_whatever_the_head() {
    for (collision, bound) in [
        (Collision::Bgk { tau: 0.51 }, 0.02),
        (Collision::Bgk { tau: 0.6 }, 0.2),
        (Collision::Bgk { tau: 1.0 }, 0.6),
        (Collision::CentralMoments { tau: 0.6, bulk_tau: 1.0 }, 0.5),
    ] {
        for rise in [-0.5, 0.5, 1.0] {
            let force = force_of_a_stream_at_its_speed(collision, rise);
            assert!(force.abs() < bound, "{collision:?}, {rise}: {force}");
        }
    }
}
