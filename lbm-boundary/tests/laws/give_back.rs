//! Mass owed by moving solids is returned gradually, and completely.

use crate::setups::{Cross, water_mass};
use lbm_boundary::{Boundary, Mask};
use lbm_core::{Collision, Lattice, Units};

const N: usize = 80;

/// A cross that rotates in the middle of a basin, with a tip speed of a tenth of the lattice speed.
fn turning() -> (Lattice, Boundary, Cross) {
    let units = Units::from_gravity_number(1.0, 2.0, 0.1, 9.81).unwrap();
    let collision = Collision::CentralMoments { tau: 0.55, bulk_tau: 1.0 };
    let lattice = Lattice::builder(N, N, units).rest_depth_m(2.0).collision(collision).build().unwrap();
    let mut cross = Cross::new([40.0, 40.0], 16.0, 4.0);
    cross.motion.angvel_rad_s = 0.1 / 16.0 / units.time_step_s();
    let boundary = Boundary::builder().solids(&cross.labels(N, N)).build(&lattice).unwrap();
    (lattice, boundary, cross)
}

fn depth(lattice: &Lattice, k: usize) -> f64 {
    let site = lattice.layout().site((k % N) as isize, (k / N) as isize);
    f64::from(lattice.rest_depth(site)) + f64::from(lattice.moments(site).eta)
}

/// The cells outside `inner` that touch it, and the union of both.
fn ring(inner: &[bool]) -> (Vec<usize>, Vec<bool>) {
    let touches = |k: usize| {
        [k - N - 1, k - N, k - N + 1, k - 1, k + 1, k + N - 1, k + N, k + N + 1].iter().any(|&n| inner[n])
    };
    let is_inside = |k: usize| (1..N - 1).contains(&(k % N)) && (1..N - 1).contains(&(k / N));
    let ring: Vec<usize> = (0..N * N).filter(|&k| is_inside(k) && !inner[k] && touches(k)).collect();
    let mut both = inner.to_vec();
    ring.iter().for_each(|&k| both[k] = true);
    (ring, both)
}

/// Jumps of the mask's area do not show in the water next to the solid, compared with the water beyond.
#[test]
fn the_water_next_to_a_turning_solid_does_not_throb() {
    let (mut lattice, mut boundary, mut cross) = turning();
    let mut steps = Vec::new();
    for step in 0..1200 {
        cross.advance(lattice.units().time_step_s());
        boundary.move_solids(&mut lattice, &Mask::new(&cross.labels(N, N)), &[(1, cross.motion)]).unwrap();
        boundary.apply(&mut lattice);
        assert!(lattice.step());
        if step >= 600 {
            let solid: Vec<bool> = boundary.labels().iter().map(|&label| label != 0).collect();
            let (first, within) = ring(&solid);
            let (second, _) = ring(&within);
            let mean =
                |cells: &[usize]| cells.iter().map(|&k| depth(&lattice, k)).sum::<f64>() / cells.len() as f64;
            steps.push(mean(&first) - mean(&second));
        }
    }
    let mean = steps.iter().sum::<f64>() / steps.len() as f64;
    let rms = (steps.iter().map(|step| (step - mean).powi(2)).sum::<f64>() / steps.len() as f64).sqrt();
    println!("{rms:.5} of the depth");
    assert!(rms < 0.01, "{rms}");
}

/// The sum of the water and the mass owed is constant in every step; when the solid stops, all of it is returned.
#[test]
fn what_is_owed_comes_back() {
    let (mut lattice, mut boundary, mut cross) = turning();
    let before = water_mass(&lattice, boundary.labels());
    let mut most = 0.0f64;
    for step in 0..2000 {
        if step < 300 {
            cross.advance(lattice.units().time_step_s());
            boundary
                .move_solids(&mut lattice, &Mask::new(&cross.labels(N, N)), &[(1, cross.motion)])
                .unwrap();
        } else if step == 300 {
            boundary.move_solids(&mut lattice, &Mask::new(&cross.labels(N, N)), &[]).unwrap();
        }
        boundary.apply(&mut lattice);
        assert!(lattice.step());
        let off = water_mass(&lattice, boundary.labels()) + boundary.owed_mass() - before;
        assert!(off.abs() < 1e-7 * before, "step {step}: {off}");
        most = most.max(boundary.owed_mass().abs());
    }
    assert!(most > 1.0, "nothing was owed: {most}");
    assert!(boundary.owed_mass().abs() < 1e-6, "{}", boundary.owed_mass());
}

/// A channel of a length in cells with a wall four cells thick across its middle, a pier near its west end, and water 1 m deep, west of the wall
/// of another depth.
fn dammed(nx: usize, west_m: f64) -> (Lattice, Vec<u16>) {
    let ny = 6;
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let collision = Collision::CentralMoments { tau: 0.6, bulk_tau: 1.0 };
    let mut lattice = Lattice::builder(nx, ny, units).collision(collision).build().unwrap();
    let label = |k: usize| {
        let [i, j] = [k % nx, k / nx];
        let is_pier = (30..33).contains(&i) && (2..4).contains(&j);
        u16::from(i.abs_diff(nx / 2) < 2 || i + 2 == nx / 2) + 2 * u16::from(is_pier)
    };
    (0..nx / 2 * ny).for_each(|k| lattice.set_cell_m(k % (nx / 2), k / (nx / 2), west_m, [0.0; 2]));
    (lattice, (0..nx * ny).map(label).collect())
}

/// A wall is taken out of still water, or of water that it dams up: the water where it stood falls in from beside it, and waves that run as fast as
/// waves do tell the rest, also that beside another solid. All that was owed is paid, where the wall was.
#[test]
fn the_place_of_a_wall_is_filled_by_waves() {
    let nx = 300;
    for west_m in [1.0, 1.4] {
        let (mut lattice, labels) = dammed(nx, west_m);
        let mut boundary = Boundary::builder().solids(&labels).build(&lattice).unwrap();
        let without: Vec<u16> = labels.iter().map(|&label| if label == 1 { 0 } else { label }).collect();
        let before = water_mass(&lattice, &labels);
        boundary.move_solids(&mut lattice, &Mask::new(&without), &[]).unwrap();
        let depth = |lattice: &Lattice, i: usize| {
            let site = lattice.layout().site(i as isize, 1);
            f64::from(lattice.rest_depth(site) + lattice.eta(site))
        };
        let celerity = (f64::from(lattice.gravity()) * west_m).sqrt();
        let mut paid_at = None;
        for step in 0..280 {
            boundary.apply(&mut lattice);
            assert!(lattice.step());
            // Precursors of the scheme run ahead by some cells.
            let reach = (1.05 * f64::from(step) * celerity).ceil() as usize + 24;
            for i in 0..nx {
                let still_m = if i < nx / 2 { west_m } else { 1.0 };
                let off = depth(&lattice, i) - still_m;
                assert!(
                    i.abs_diff(nx / 2) < reach || off.abs() < 1e-5,
                    "{west_m}: {off} at {i} in step {step}"
                );
            }
            let off = water_mass(&lattice, &without) + boundary.owed_mass() - before;
            assert!(off.abs() < 1e-7 * before, "{west_m}: {off} in step {step}");
            if paid_at.is_none() && boundary.owed_mass().abs() < 1e-6 {
                paid_at = Some(step);
            }
        }
        // A dam that breaks into a room of four cells from both sides fills it in 17 steps.
        assert!(paid_at.is_some_and(|step| (10..80).contains(&step)), "{west_m}: {paid_at:?}");
        assert_eq!(boundary.state().holes, []);
    }
}

/// Where the wall was is part of the state.
#[test]
fn a_hole_goes_on_from_a_state_with_the_same_bits() {
    let (mut lattice, labels) = dammed(100, 1.0);
    let mut boundary = Boundary::builder().solids(&labels).build(&lattice).unwrap();
    boundary.move_solids(&mut lattice, &Mask::new(&vec![0; labels.len()]), &[]).unwrap();
    let step = |lattice: &mut Lattice, boundary: &mut Boundary| {
        boundary.apply(lattice);
        assert!(lattice.step());
    };
    (0..5).for_each(|_| step(&mut lattice, &mut boundary));
    assert!(!boundary.state().holes.is_empty());
    let (mut other, _) = dammed(100, 1.0);
    let mut of_other = Boundary::builder().solids(&labels).build(&other).unwrap();
    other.restore(&lattice.state()).unwrap();
    of_other.restore(&other, &boundary.state()).unwrap();
    for _ in 0..5 {
        step(&mut lattice, &mut boundary);
        step(&mut other, &mut of_other);
    }
    assert_eq!(other.state_hash(), lattice.state_hash());
}

/// A pool hardly larger than what is taken out of it: there is water for less than half of its depth, and all is paid all the same.
#[test]
fn a_hole_larger_than_its_pool_is_filled() {
    let n = 16;
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let collision = Collision::CentralMoments { tau: 1.0, bulk_tau: 1.0 };
    let mut lattice = Lattice::builder(n, n, units).collision(collision).build().unwrap();
    // The water is in the west; the wall in the middle is four cells thick, and all beyond is another solid.
    let labels: Vec<u16> =
        (0..n * n).map(|k| if k % n < 2 { 0 } else { 1 + u16::from(k % n >= 6) }).collect();
    let without: Vec<u16> = labels.iter().map(|&label| if label == 1 { 0 } else { label }).collect();
    let mut boundary = Boundary::builder().solids(&labels).build(&lattice).unwrap();
    let before = water_mass(&lattice, &labels);
    // It retreats by a cell a step, as cells are filled from water at most two away.
    for first in [3, 4, 5, 6] {
        let now: Vec<u16> = (0..n * n).map(|k| if k % n < first { 0 } else { labels[k] }).collect();
        boundary.move_solids(&mut lattice, &Mask::new(&now), &[]).unwrap();
        boundary.apply(&mut lattice);
        assert!(lattice.step());
    }
    for _ in 0..20_000 {
        boundary.apply(&mut lattice);
        assert!(lattice.step());
    }
    let off = water_mass(&lattice, &without) + boundary.owed_mass() - before;
    assert!(off.abs() < 1e-5 * before, "{off}");
    assert!(boundary.owed_mass().abs() < 1e-4 * before, "{} of {before}", boundary.owed_mass());
}

/// A column in a lake over a bed that slopes both ways is taken away: the lake comes to rest at the level that its volume has, and no water is lost.
#[test]
fn a_column_that_is_taken_out_of_a_lake_over_a_slope_leaves_it_level() {
    let (nx, ny) = (32, 12);
    let units = Units::from_gravity_number(0.5, 2.0, 0.15, 9.81).unwrap();
    let bed = |x: f64, y: f64| 0.06 * x - 0.03 * y;
    let collision = Collision::CentralMoments { tau: 1.5, bulk_tau: 1.5 };
    let lake = Lattice::builder(nx, ny, units).collision(collision).rest_depth_m(2.0).bed_m(bed);
    let mut lattice = lake.build().unwrap();
    let labels: Vec<u16> =
        (0..nx * ny).map(|k| u16::from((14..17).contains(&(k % nx)) && (5..8).contains(&(k / nx)))).collect();
    let mut boundary = Boundary::builder().solids(&labels).build(&lattice).unwrap();
    let before = water_mass(&lattice, &labels);
    let water = vec![0; nx * ny];
    boundary.move_solids(&mut lattice, &Mask::new(&water), &[]).unwrap();
    let room = water_mass(&lattice, &water) - before;
    for _ in 0..3000 {
        boundary.apply(&mut lattice);
        assert!(lattice.step());
    }
    let lost = water_mass(&lattice, &water) + boundary.owed_mass() - before;
    assert!(lost.abs() < 1e-6 * before, "{lost} of {before}, owed {}", boundary.owed_mass());
    let sunk = -room / (nx * ny) as f64;
    for k in 0..nx * ny {
        let m = lattice.moments(lattice.layout().site((k % nx) as isize, (k / nx) as isize));
        assert!((f64::from(m.eta) - sunk).abs() < 1e-3 * -sunk, "{} for {sunk} in {k}", m.eta);
        assert!(m.u.hypot(m.v) < 1e-5, "{} in {k}", m.u.hypot(m.v));
    }
}
