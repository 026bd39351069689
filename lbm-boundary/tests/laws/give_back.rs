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

/// A column in a lake over a bed that slopes both ways is taken away: all water sinks to fill its room, and none begins to flow.
#[test]
fn mass_that_is_taken_over_a_slope_does_not_push_the_water() {
    let (nx, ny) = (32, 12);
    let units = Units::from_gravity_number(0.5, 2.0, 0.15, 9.81).unwrap();
    let bed = |x: f64, y: f64| 0.06 * x - 0.03 * y;
    let mut lattice = Lattice::builder(nx, ny, units).rest_depth_m(2.0).bed_m(bed).build().unwrap();
    let labels: Vec<u16> =
        (0..nx * ny).map(|k| u16::from((14..17).contains(&(k % nx)) && (5..8).contains(&(k / nx)))).collect();
    let mut boundary = Boundary::builder().solids(&labels).build(&lattice).unwrap();
    let before = water_mass(&lattice, &labels);
    let water = vec![0; nx * ny];
    boundary.move_solids(&mut lattice, &Mask::new(&water), &[]).unwrap();
    let mut fastest = 0.0f32;
    for _ in 0..40 {
        boundary.apply(&mut lattice);
        assert!(lattice.step());
        for k in 0..nx * ny {
            let m = lattice.moments(lattice.layout().site((k % nx) as isize, (k / nx) as isize));
            fastest = fastest.max(m.u.abs()).max(m.v.abs());
        }
    }
    let sunk = lattice.eta(lattice.layout().site(3, 3));
    assert!(sunk < -0.01, "{sunk}");
    let lost = water_mass(&lattice, &water) + boundary.owed_mass() - before;
    assert!(
        lost.abs() < 1e-6 * before,
        "{lost} of {before}, owed {}, fastest {fastest}, sunk {sunk}",
        boundary.owed_mass()
    );
    // In the population at rest alone the volume would bring it to 4e-5.
    assert!(fastest < 2e-6, "{fastest}");
}
