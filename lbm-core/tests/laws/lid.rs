//! Water under rigid lids.

use std::f64::consts::PI;

use crate::common::wrap;
use lbm_core::{Collision, Cover, CoveredCell, CoveredEnd, Lattice, Lid, LidCell, Units};

const DEPTH: f64 = 10.0;

/// Still water with `g h` = 0.15 of the lattice speed squared.
fn still(nx: usize, ny: usize) -> Lattice {
    raised(nx, ny, 0.0)
}

/// The same water on a lattice whose still level lies so much lower.
fn raised(nx: usize, ny: usize, level: f64) -> Lattice {
    let units = Units::from_gravity_number(1.0, DEPTH, 0.15, 9.81).unwrap();
    let tau = Collision::Bgk { tau: 0.6 };
    let mut lattice =
        Lattice::builder(nx, ny, units).rest_depth_m(DEPTH - level).collision(tau).build().unwrap();
    if level != 0.0 {
        for j in 0..ny {
            (0..nx).for_each(|i| lattice.set_cell_m(i, j, DEPTH, [0.0; 2]));
        }
    }
    lattice
}

/// Cells of a lid, in row order, of this covered part and thickness.
fn cells(lattice: &Lattice, shape: impl Fn(usize, usize) -> [f64; 2], change: f64) -> Vec<LidCell> {
    let (nx, ny) = (lattice.layout().nx(), lattice.layout().ny());
    let grid = (0..ny).flat_map(|j| (0..nx).map(move |i| (i, j)));
    let cell = |(i, j)| {
        let [covered, thickness] = shape(i, j).map(|value| value as f32);
        let site = lattice.layout().site(i as isize, j as isize);
        LidCell { site, covered, level: 0.0, thickness, change: (0.5 * change) as f32 * covered }
    };
    grid.map(cell).filter(|cell| cell.covered > 0.0).collect()
}

/// A disc: covered part and thickness of a cell.
fn disc(center: [f64; 2], radius: f64, thickness: f64) -> impl Fn(usize, usize) -> [f64; 2] {
    const SAMPLES: usize = 8;
    move |i, j| {
        let at = |k: usize, s: usize, axis: usize| {
            k as f64 + (s as f64 + 0.5) / SAMPLES as f64 - 0.5 - center[axis]
        };
        let samples = (0..SAMPLES * SAMPLES).map(|s| at(i, s % SAMPLES, 0).hypot(at(j, s / SAMPLES, 1)));
        let covered = samples.filter(|r| *r < radius).count() as f64 / (SAMPLES * SAMPLES) as f64;
        [covered, covered * thickness]
    }
}

fn flat(cells: &[LidCell]) -> Vec<CoveredCell> {
    let cell = |cell: &LidCell| CoveredCell {
        site: cell.site,
        thickness: cell.thickness,
        slope: [0.0; 2],
        change: 2.0 * cell.change,
        coverage: 1.0,
    };
    cells.iter().map(cell).collect()
}

/// Adds the first half of the volume.
fn begin(lattice: &mut Lattice, cells: &[LidCell]) {
    let even = CoveredEnd { rest_depth: DEPTH as f32, ..CoveredEnd::default() };
    cells.iter().for_each(|cell| lattice.begin_covered(cell.site, 2.0 * cell.change, even, [even; 8]));
}

/// A step under a lid that gives way nowhere. Returns whether it could be done.
fn step(lattice: &mut Lattice, lid: &mut Lid, cells: &[LidCell], solid: &[bool]) -> bool {
    begin(lattice, cells);
    wrap(lattice);
    lid.cover(lattice, cells, solid);
    let pressed = lid.press(lattice).is_ok();
    let valid = lattice.step();
    lid.finish(lattice);
    lattice.relax_covered(&flat(cells));
    pressed && valid
}

/// A step of the water comes to a plate: the flow under it, `m`, obeys `dm/dt = g w (η₁ − η₂) / L` between the levels at its
/// ends, `η₁ = 2 η₀ − m/c` and `η₂ = m/c`, so that `m = c η₀ (1 − exp(−2 g w t / c L))`.
#[test]
fn a_wave_passes_under_a_fixed_plate_by_the_inertia_of_the_water_there() {
    let (nx, ny, first, length, thickness) = (1200, 60, 600, 80, 6.0);
    let mut lattice = still(nx, ny);
    let wave_speed = (f64::from(lattice.gravity()) * DEPTH).sqrt();
    let rise = 1e-3;
    for j in 0..ny as isize {
        for i in 0..first - 50 {
            let u = wave_speed * rise / DEPTH;
            lattice.set_equilibrium(lattice.layout().site(i as isize, j), rise as f32, u as f32, 0.0);
        }
    }
    let solid = vec![false; nx * ny];
    let under = |i: usize, _: usize| {
        if (first..first + length).contains(&i) { [1.0, thickness] } else { [0.0; 2] }
    };
    let plate = cells(&lattice, under, 0.0);
    let mut lid = Lid::new(&lattice);
    let arrival = 50.0 / wave_speed;
    let decay = wave_speed * length as f64 / (2.0 * f64::from(lattice.gravity()) * (DEPTH - thickness));
    for n in 1..=600u32 {
        assert!(step(&mut lattice, &mut lid, &plate, &solid), "step {n}");
        // The lid passes nothing where the lattice goes on at its other side: rows differ, and their mean does by 1 in 3 ny.
        let row = |j: usize| {
            let m = lattice.moments(lattice.layout().site((first + length / 2) as isize, j as isize));
            f64::from(m.h * m.u)
        };
        let flow = (0..ny).map(row).sum::<f64>() / ny as f64 / (wave_speed * rise);
        let exact = 1.0 - (-(f64::from(n) - arrival).max(0.0) / decay).exp();
        // The front is a few cells long where it arrives.
        let bound = if (f64::from(n) - arrival).abs() < 40.0 { 0.02 } else { 5e-3 };
        assert!((flow - exact).abs() < bound, "step {n}: {flow} for {exact}, of the flow of the wave");
        for cell in &plate {
            let eta = lattice.eta(cell.site);
            assert!(eta.abs() < 2e-3 * rise as f32, "step {n}: {eta}");
        }
    }
}

/// `A = π R⁴ / 8 w` of a disc, per density.
#[test]
fn a_disc_that_rises_or_falls_has_the_added_mass_of_the_water_under_it() {
    let thickness = 4.0;
    let error = |radius: f64| {
        let n = (2.0 * radius) as usize + 8;
        let mut lattice = still(n, n);
        let center = [n as f64 / 2.0 - 0.3, n as f64 / 2.0 - 0.6];
        let cover = cells(&lattice, disc(center, radius, thickness), 0.0);
        let mut lid = Lid::new(&lattice);
        wrap(&mut lattice);
        lid.cover(&lattice, &cover, &vec![false; n * n]);
        let rates: Vec<f64> = cover.iter().map(|cell| f64::from(cell.covered)).collect();
        let mut lambda = vec![0.0; cover.len()];
        lid.answer(&lattice, &rates, &mut lambda, 1e-9).unwrap();
        let sum: f64 = rates.iter().zip(&lambda).map(|(rate, lambda)| rate * lambda).sum();
        f64::from(lattice.gravity()) * sum / (PI * radius.powi(4) / (8.0 * (DEPTH - thickness))) - 1.0
    };
    // The disc's area is sampled, and its rim lies in cells covered in part.
    for (radius, bound) in [(5.0, 6e-3), (10.0, 2e-3), (40.0, 2e-3)] {
        let error = error(radius);
        assert!(error.abs() < bound, "R = {radius}: {error}");
    }
}

/// As where all the water under a body has left it: what is left of a guess would have nothing to be small beside.
#[test]
fn a_lid_that_does_not_move_is_answered_by_no_heads() {
    let n = 20;
    let mut lattice = still(n, n);
    let cover = cells(&lattice, disc([10.0, 10.0], 5.0, 4.0), 0.0);
    let mut lid = Lid::new(&lattice);
    wrap(&mut lattice);
    lid.cover(&lattice, &cover, &vec![false; n * n]);
    let mut lambda: Vec<f64> = (0..cover.len()).map(|n| (0.7 * n as f64).sin()).collect();
    assert_eq!(lid.answer(&lattice, &vec![0.0; cover.len()], &mut lambda, 1e-2), Ok(()));
    assert_eq!(lambda, vec![0.0; cover.len()]);
}

/// A lid that takes up a part of each cell at its rim, rises and falls, among waves.
#[test]
fn lids_keep_volume_and_return_momentum() {
    let (nx, ny) = (48, 40);
    let mut lattice = still(nx, ny);
    for j in 0..ny {
        for i in 0..nx {
            let eta = 0.05 * (0.4 * i as f64).sin() * (0.3 * j as f64 + 0.5).cos();
            lattice.set_equilibrium(lattice.layout().site(i as isize, j as isize), eta as f32, 0.01, -0.02);
        }
    }
    let solid: Vec<bool> = (0..nx * ny).map(|k| (30..33).contains(&(k % nx)) && k / nx == 20).collect();
    let mut lid = Lid::new(&lattice);
    for n in 0..60 {
        let change = 0.02 * (0.2 * f64::from(n)).cos();
        let thickness = 3.0 + 0.1 * (0.2 * f64::from(n)).sin();
        let shape = disc([24.0 + 0.05 * f64::from(n), 20.0], 8.3, thickness);
        let is_solid = |i: usize, j: usize| solid[j * nx + i];
        let shape = |i, j| if is_solid(i, j) { [0.0; 2] } else { shape(i, j) };
        let cover = cells(&lattice, shape, change);
        begin(&mut lattice, &cover);
        wrap(&mut lattice);
        lid.cover(&lattice, &cover, &solid);
        let before = lattice.totals(|_| true);
        lid.press(&mut lattice).unwrap();
        let after = lattice.totals(|_| true);
        assert!((after.mass / before.mass - 1.0).abs() < 1e-10, "step {n}");
        let strength: f64 = lid.momenta().iter().map(|[x, y]| x.hypot(*y)).sum();
        for axis in 0..2 {
            let of_walls: f64 = lid.of_walls().map(|(.., momentum)| momentum[axis]).sum();
            let given: f64 = of_walls + lid.momenta().iter().map(|momentum| momentum[axis]).sum::<f64>();
            let got = after.momentum[axis] - before.momentum[axis];
            assert!(strength > 1e-3 && (got - given).abs() < 1e-9 * strength, "step {n}: {got} for {given}");
        }
        assert!(lattice.step());
        lid.finish(&mut lattice);
        lattice.relax_covered(&flat(&cover));
        let scale = 1e-3 + cover.iter().map(|cell| lattice.eta(cell.site).abs()).fold(0.0, f32::max);
        let lambda = lid.lambda().to_vec();
        for (cell, lambda) in cover.iter().zip(lambda) {
            // That of the whole cell, of which the lattice holds what is open.
            let held = f64::from(lattice.eta(cell.site));
            let wanted = (1.0 - f64::from(cell.covered)) / f64::from(cell.covered) * lambda;
            assert!((held - wanted).abs() < 2e-4 * f64::from(scale) + 2e-5, "step {n}: {held} for {wanted}");
        }
    }
    assert_eq!(lid.apart(), 0);
}

/// Water does not hang on a lid that is pulled up faster than the water can follow.
#[test]
fn water_leaves_a_lid_that_is_pulled_up_and_comes_back_to_one_that_stops() {
    let n = 60;
    let mut lattice = still(n, n);
    let mut lid = Lid::new(&lattice);
    let solid = vec![false; n * n];
    let (mut thickness, mut most) = (0.5, 0);
    for k in 0..400 {
        let change: f64 = if k < 40 { -0.01 } else { 0.0 };
        thickness += change;
        let cover = cells(&lattice, disc([30.0, 30.0], 12.0, thickness), change);
        assert!(step(&mut lattice, &mut lid, &cover, &solid), "step {k}");
        for (cell, lambda) in cover.iter().zip(lid.lambda()) {
            assert!(
                *lambda >= -f64::from(cell.thickness) - 1e-6,
                "step {k}: {lambda} under {}",
                cell.thickness
            );
        }
        most = most.max(lid.apart());
    }
    assert!(most > 100 && lid.apart() == 0, "{most}, {}", lid.apart());
}

#[test]
fn a_lid_that_closes_water_in_is_named() {
    let (nx, ny) = (10, 6);
    let mut lattice = still(nx, ny);
    let shut = |i: usize, j: usize| i == 0 || j == 0 || i == nx - 1 || j == ny - 1;
    let solid: Vec<bool> = (0..nx * ny).map(|k| shut(k % nx, k / nx)).collect();
    let under = |i: usize, j: usize| if shut(i, j) { [0.0; 2] } else { [1.0, 2.0] };
    let cover = cells(&lattice, under, 0.01);
    let mut lid = Lid::new(&lattice);
    wrap(&mut lattice);
    lid.cover(&lattice, &cover, &solid);
    let stall = lid.press(&mut lattice).unwrap_err();
    let [i, j] = stall.cell;
    assert!(!shut(i, j) && stall.excess > 1e-3 && stall.iterations > 0, "{stall:?}");
}

/// `λ` is found on one thread; a guess from the step before does not depend on threads either.
#[test]
fn lids_give_the_same_bits_for_any_number_of_threads() {
    let bits = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let (nx, ny) = (50, 130);
            let mut lattice = still(nx, ny);
            lattice.set_cell_m(10, 60, DEPTH + 0.5, [0.1, 0.0]);
            let mut lid = Lid::new(&lattice);
            let cover = cells(&lattice, disc([25.0, 64.0], 10.0, 3.0), 0.0);
            (0..50).for_each(|_| assert!(step(&mut lattice, &mut lid, &cover, &vec![false; nx * ny])));
            let sites = (0..nx * ny).map(|k| lattice.layout().site((k % nx) as isize, (k / nx) as isize));
            sites.map(|site| lattice.eta(site).to_bits()).collect::<Vec<_>>()
        })
    };
    assert_eq!(bits(1), bits(2));
    assert_eq!(bits(1), bits(3));
}

/// A disc that falls and rises, on still water and on water that stands above or below the level at which it were still: its heads and the water's level are the same, from
/// the level that the lid is told of.
#[test]
fn a_lid_on_high_water_is_one_on_still_water() {
    let n = 40;
    let run = |level: f64| {
        let mut lattice = raised(n, n, level);
        let (mut lid, solid) = (Lid::new(&lattice), vec![false; n * n]);
        let mut thickness = 3.0;
        for k in 0..60 {
            let change = 0.01 * (0.2 * f64::from(k)).sin();
            thickness += change;
            let mut cover = cells(&lattice, disc([20.0, 20.0], 8.0, thickness), change);
            cover.iter_mut().for_each(|cell| cell.level = level as f32);
            assert!(step(&mut lattice, &mut lid, &cover, &solid), "step {k}");
        }
        let sites = (0..n * n).map(|k| lattice.layout().site((k % n) as isize, (k / n) as isize));
        let eta: Vec<f64> = sites.map(|site| f64::from(lattice.eta(site)) - level).collect();
        (lid.lambda().to_vec(), eta)
    };
    let (lambda, eta) = run(0.0);
    let most = |of: &[f64]| of.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    assert!(most(&lambda) > 0.1 && most(&eta) > 1e-3, "{} {}", most(&lambda), most(&eta));
    for level in [-1.5, 0.5, 4.0] {
        let (raised_lambda, raised_eta) = run(level);
        let off =
            |a: &[f64], b: &[f64]| a.iter().zip(b).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
        let of_lambda = off(&lambda, &raised_lambda) / most(&lambda);
        let of_eta = off(&eta, &raised_eta) / most(&eta);
        assert!(of_lambda < 1e-3 && of_eta < 1e-2, "{level}: {of_lambda} {of_eta}");
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
            .map(|k| LidCell {
                site: site(&lattice, k),
                covered: parts[k] as f32,
                level: 0.0,
                thickness: thickness[k],
                change: 0.5 * change[k],
            })
            .collect();
        lid.cover(&lattice, &cells, &solid);
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
        (Collision::Bgk { tau: 0.51 }, 0.03),
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
