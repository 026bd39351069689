//! Water under rigid lids.

use std::f64::consts::PI;
use std::ops::Range;

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

/// A lid on a grid whose cells are 1 m long.
struct Plate {
    size: [usize; 2],
    cells: Vec<LidCell>,
    thickness_m: Vec<f32>,
    change_m: Vec<f32>,
    solid: Vec<bool>,
    columns: Vec<Range<usize>>,
}

impl Plate {
    /// A lid of this covered part and thickness in each cell, whose thickness changes by `change` times the covered part.
    fn new(lattice: &Lattice, shape: impl Fn(usize, usize) -> [f64; 2], change: f64) -> Self {
        let size @ [nx, ny] = [lattice.layout().nx(), lattice.layout().ny()];
        let shape: Vec<[f32; 2]> =
            (0..nx * ny).map(|k| shape(k % nx, k / nx).map(|value| value as f32)).collect();
        let site = |k: usize| lattice.layout().site((k % nx) as isize, (k / nx) as isize);
        let covered = (0..).zip(&shape).filter(|(_, [covered, _])| *covered > 0.0);
        Self {
            size,
            cells: covered.map(|(k, &[covered, _])| LidCell { site: site(k), covered, level: 0.0 }).collect(),
            thickness_m: shape.iter().map(|[_, thickness]| *thickness).collect(),
            change_m: shape.iter().map(|[covered, _]| change as f32 * covered).collect(),
            solid: vec![false; nx * ny],
            columns: vec![0..nx; ny],
        }
    }

    fn cover(&self) -> Cover<'_> {
        let Self { thickness_m, change_m, solid, columns, .. } = self;
        Cover { thickness_m, change_m, solid, columns }
    }

    /// The same as a cover that gives way, without slopes.
    fn flat(&self, lattice: &Lattice) -> Vec<CoveredCell> {
        let (cover, nx) = (self.cover(), self.size[0]);
        let cell = |k: usize| CoveredCell {
            site: lattice.layout().site((k % nx) as isize, (k / nx) as isize),
            thickness: self.thickness_m[k],
            slope: [0.0; 2],
            change: cover.mean_change_m(k, self.size),
            coverage: 1.0,
        };
        (0..self.thickness_m.len())
            .map(cell)
            .filter(|cell| [cell.thickness, cell.change] != [0.0; 2])
            .collect()
    }

    /// Adds the first half of the volume.
    fn begin(&self, lattice: &mut Lattice) {
        let even = CoveredEnd { rest_depth: DEPTH as f32, ..CoveredEnd::default() };
        for cell in self.flat(lattice) {
            lattice.begin_covered(cell.site, cell.change, even, [even; 8]);
        }
    }

    /// A step under the lid. Returns whether it could be done.
    fn step(&self, lattice: &mut Lattice, lid: &mut Lid) -> bool {
        self.begin(lattice);
        wrap(lattice);
        lid.cover(lattice, &self.cells, &self.cover());
        let pressed = lid.press(lattice).is_ok();
        let valid = lattice.step();
        lid.finish(lattice);
        lattice.relax_covered(&self.flat(lattice));
        pressed && valid
    }
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
    let under = |i: usize, _: usize| {
        if (first..first + length).contains(&i) { [1.0, thickness] } else { [0.0; 2] }
    };
    let plate = Plate::new(&lattice, under, 0.0);
    let mut lid = Lid::new(&lattice);
    let arrival = 50.0 / wave_speed;
    let decay = wave_speed * length as f64 / (2.0 * f64::from(lattice.gravity()) * (DEPTH - thickness));
    for n in 1..=600u32 {
        assert!(plate.step(&mut lattice, &mut lid), "step {n}");
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
        for cell in &plate.cells {
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
        let cover = Plate::new(&lattice, disc(center, radius, thickness), 0.0);
        let mut lid = Lid::new(&lattice);
        wrap(&mut lattice);
        lid.cover(&lattice, &cover.cells, &cover.cover());
        let rates: Vec<f64> = cover.cells.iter().map(|cell| f64::from(cell.covered)).collect();
        let mut lambda = vec![0.0; cover.cells.len()];
        let [group] = lid.groups_mut() else { panic!("{} groups", lid.groups().len()) };
        group.answer(&rates, &mut lambda, 1e-9).unwrap();
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
    let cover = Plate::new(&lattice, disc([10.0, 10.0], 5.0, 4.0), 0.0);
    let mut lid = Lid::new(&lattice);
    wrap(&mut lattice);
    lid.cover(&lattice, &cover.cells, &cover.cover());
    let mut lambda: Vec<f64> = (0..cover.cells.len()).map(|n| (0.7 * n as f64).sin()).collect();
    assert_eq!(lid.groups_mut()[0].answer(&vec![0.0; cover.cells.len()], &mut lambda, 1e-2), Ok(()));
    assert_eq!(lambda, vec![0.0; cover.cells.len()]);
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
        let mut cover = Plate::new(&lattice, shape, change);
        cover.solid.clone_from(&solid);
        cover.begin(&mut lattice);
        wrap(&mut lattice);
        lid.cover(&lattice, &cover.cells, &cover.cover());
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
        lattice.relax_covered(&cover.flat(&lattice));
        let scale = 1e-3 + cover.cells.iter().map(|cell| lattice.eta(cell.site).abs()).fold(0.0, f32::max);
        let lambda = lid.lambda().to_vec();
        for (cell, lambda) in cover.cells.iter().zip(lambda) {
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
    let (mut thickness, mut most) = (0.5, 0);
    for k in 0..400 {
        let change: f64 = if k < 40 { -0.01 } else { 0.0 };
        thickness += change;
        let cover = Plate::new(&lattice, disc([30.0, 30.0], 12.0, thickness), change);
        assert!(cover.step(&mut lattice, &mut lid), "step {k}");
        let thicknesses = cover.thickness_m.iter().filter(|thickness| **thickness > 0.0);
        for (thickness, lambda) in thicknesses.zip(lid.lambda()) {
            assert!(*lambda >= -f64::from(*thickness) - 1e-6, "step {k}: {lambda} under {thickness}");
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
    let under = |i: usize, j: usize| if shut(i, j) { [0.0; 2] } else { [1.0, 2.0] };
    let mut cover = Plate::new(&lattice, under, 0.01);
    cover.solid = (0..nx * ny).map(|k| shut(k % nx, k / nx)).collect();
    let mut lid = Lid::new(&lattice);
    wrap(&mut lattice);
    lid.cover(&lattice, &cover.cells, &cover.cover());
    let stall = lid.press(&mut lattice).unwrap_err();
    let [i, j] = stall.cell;
    assert!(!shut(i, j) && stall.excess > 1e-3 && stall.iterations > 0, "{stall:?}");
}

/// Twenty discs, of which one in three lies against the next one of its row: covered part and thickness of a cell.
fn discs(i: usize, j: usize) -> [f64; 2] {
    let parts = (0..20).map(|k| {
        let beside = if k % 3 == 0 { 15.0 } else { 0.0 };
        let center = [16.0 + 25.0 * (k % 5) as f64 + beside, 14.0 + 25.0 * (k / 5) as f64];
        disc(center, 5.2, 3.0)(i, j)
    });
    parts.reduce(|a, b| [0, 1].map(|k| f64::min(a[k] + b[k], [1.0, 3.0][k]))).unwrap()
}

/// Hulls far from each other are solved by as many threads as there are.
#[test]
fn lids_give_the_same_bits_for_any_number_of_threads() {
    let bits = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let (nx, ny) = (140, 110);
            let mut lattice = still(nx, ny);
            lattice.set_cell_m(10, 60, DEPTH + 0.5, [0.1, 0.0]);
            let mut lid = Lid::new(&lattice);
            let cover = Plate::new(&lattice, discs, 0.0);
            (0..50).for_each(|_| assert!(cover.step(&mut lattice, &mut lid)));
            assert!(
                (8..20).contains(&lid.groups().len()) && lid.cells().len() > 1000,
                "{}",
                lid.groups().len()
            );
            let sites = (0..nx * ny).map(|k| lattice.layout().site((k % nx) as isize, (k / nx) as isize));
            sites.map(|site| lattice.eta(site).to_bits()).collect::<Vec<_>>()
        })
    };
    assert_eq!(bits(1), bits(2));
    assert_eq!(bits(1), bits(3));
}

/// One of two discs that lie apart has the heads that it has alone, bit for bit, until the waves of the other one come; two that lie against each other have not.
#[test]
fn lids_far_from_each_other_do_not_know_of_each_other() {
    let (nx, ny) = (90, 40);
    let run = |others: f64, steps: usize| {
        let mut lattice = still(nx, ny);
        let mut lid = Lid::new(&lattice);
        let shape = move |i, j| {
            let [mine, other] = [disc([20.0, 20.0], 6.0, 3.0)(i, j), disc([others, 20.0], 6.0, 3.0)(i, j)];
            [0, 1].map(|k| mine[k] + other[k])
        };
        let cover = Plate::new(&lattice, shape, 0.01);
        (0..steps).for_each(|_| assert!(cover.step(&mut lattice, &mut lid)));
        let heads =
            cover.cells.iter().zip(lid.lambda()).filter(|(cell, _)| lattice.layout().cell(cell.site).0 < 27);
        (heads.map(|(_, lambda)| lambda.to_bits()).collect::<Vec<_>>(), lid.groups().len())
    };
    let (alone, groups) = run(1000.0, 20);
    assert!(groups == 1 && alone.iter().any(|bits| *bits != 0));
    assert_eq!(run(70.0, 20), (alone, 2));
    let (beside, groups) = run(31.5, 1);
    assert!(groups == 1 && beside != run(1000.0, 1).0);
}

/// A disc that falls and rises, on still water and on water that stands above or below the level at which it were still: its heads and the water's level are the same, from
/// the level that the lid is told of.
#[test]
fn a_lid_on_high_water_is_one_on_still_water() {
    let n = 40;
    let run = |level: f64| {
        let mut lattice = raised(n, n, level);
        let mut lid = Lid::new(&lattice);
        let mut thickness = 3.0;
        for k in 0..60 {
            let change = 0.01 * (0.2 * f64::from(k)).sin();
            thickness += change;
            let mut cover = Plate::new(&lattice, disc([20.0, 20.0], 8.0, thickness), change);
            cover.cells.iter_mut().for_each(|cell| cell.level = level as f32);
            assert!(cover.step(&mut lattice, &mut lid), "step {k}");
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
