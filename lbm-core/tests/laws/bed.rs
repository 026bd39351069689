//! Water over uneven beds: the scheme as published, and lakes at rest at any level.

use crate::common::{collide, wrap};
use lbm_core::d2q9::{C, Q, W};
use lbm_core::{Collision, Lattice, Site, Units};
use proptest::prelude::*;

const CELL_M: f64 = 0.5;
const DEPTH_M: f64 = 2.0;

fn units() -> Units {
    Units::from_gravity_number(CELL_M, 3.0, 0.15, 9.81).unwrap()
}

/// A rugged bed of these heights.
fn rugged<'a>(heights: &'a [f64]) -> impl Fn(f64, f64) -> f64 + 'a {
    move |x, y| {
        let cell = |c: f64| (c / CELL_M) as usize;
        heights[(5 * cell(x) + 3 * cell(y)) % heights.len()]
    }
}

fn site(lattice: &Lattice, i: usize, j: usize) -> Site {
    lattice.layout().site(i as isize, j as isize)
}

fn cells(nx: usize, ny: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..nx * ny).map(move |k| (k % nx, k / nx))
}

/// Sets a lake at rest `level_m` above the still level.
fn raise(lattice: &mut Lattice, level_m: f64) {
    let eta = lattice.units().to_cells(level_m) as f32;
    let [nx, ny] = [lattice.layout().nx(), lattice.layout().ny()];
    cells(nx, ny).for_each(|(i, j)| lattice.set_equilibrium(site(lattice, i, j), eta, 0.0, 0.0));
}

/// Largest speed and largest distance of the surface from `level_m`, m/s and m.
fn unrest(lattice: &Lattice, level_m: f64) -> (f64, f64) {
    let [nx, ny] = [lattice.layout().nx(), lattice.layout().ny()];
    let largest = cells(nx, ny).map(|(i, j)| {
        let m = lattice.moments(site(lattice, i, j));
        let off = lattice.units().to_meters(f64::from(m.eta)) - level_m;
        (lattice.units().to_m_s(f64::from(m.u.hypot(m.v))), off.abs())
    });
    largest.fold((0.0, 0.0), |a, b| (a.0.max(b.0), a.1.max(b.1)))
}

/// Full populations over a bed by the definition, in f64: every population gets the bed's force on its link, `w_q g h Δd / 3`,
/// one half with the depth of the cell that it leaves and one with that of the cell that it reaches.
struct Scheme {
    n: [usize; 2],
    gravity: f64,
    collision: Collision,
    depth: Vec<f64>,
    f: Vec<[f64; Q]>,
}

impl Scheme {
    fn neighbor(&self, k: usize, q: usize, sign: i32) -> usize {
        let [nx, ny] = self.n;
        let along = |at: usize, c: i32, n: usize| (at as i32 + sign * c).rem_euclid(n as i32) as usize;
        along(k / nx, C[q][1], ny) * nx + along(k % nx, C[q][0], nx)
    }

    /// Adds `½ w_q g h Δd / 3` for the links to (`sign` 1) or from (−1) the neighbors, and subtracts the mass of that
    /// from the population at rest.
    fn lean(&self, k: usize, sign: i32, f: &mut [f64; Q]) {
        let h: f64 = f.iter().sum();
        for q in 1..Q {
            let falls = f64::from(sign) * (self.depth[self.neighbor(k, q, sign)] - self.depth[k]);
            f[q] += 0.5 * f64::from(W[q]) * self.gravity * h * falls / 3.0;
        }
        f[0] += h - f.iter().sum::<f64>();
    }

    /// Still water about to leave, whose deviations are stored.
    fn still(&self, lattice: &Lattice, k: usize) -> [f64; Q] {
        let at = site(lattice, k % self.n[0], k / self.n[0]);
        let mut f = std::array::from_fn(|q| f64::from(lattice.reference_population(q, at)));
        self.lean(k, 1, &mut f);
        f
    }

    fn step(&mut self) {
        let old = self.f.clone();
        for k in 0..old.len() {
            let mut f = std::array::from_fn(|q| old[self.neighbor(k, q, -1)][q]);
            self.lean(k, -1, &mut f);
            let mut f = collide(self.collision, self.gravity, f);
            self.lean(k, 1, &mut f);
            self.f[k] = f;
        }
    }
}

fn any_operator() -> impl Strategy<Value = Collision> {
    prop_oneof![
        Just(Collision::Bgk { tau: 0.6 }),
        Just(Collision::Trt { tau: 0.55, magic: 0.25 }),
        Just(Collision::CentralMoments { tau: 0.51, bulk_tau: 0.8 }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn steps_over_a_bed_are_the_scheme(
        heights in prop::collection::vec(-1.0f64..1.0, 31), collision in any_operator(), level in -0.2f32..0.2,
    ) {
        let n = [19usize, 7];
        let builder = Lattice::builder(n[0], n[1], units()).rest_depth_m(DEPTH_M).collision(collision);
        let mut lattice = builder.bed_m(rugged(&heights)).periodic_bed([true; 2]).build().unwrap();
        let mut scheme = Scheme { n, gravity: f64::from(lattice.gravity()), collision, depth: vec![], f: vec![] };
        for (k, (i, j)) in cells(n[0], n[1]).enumerate() {
            let at = site(&lattice, i, j);
            let some = |k: usize| heights[k % heights.len()] as f32;
            lattice.set_equilibrium(at, level + 0.1 * some(3 * k), 0.05 * some(7 * k), 0.05 * some(11 * k + 1));
            scheme.depth.push(f64::from(lattice.rest_depth(at)));
        }
        for (k, (i, j)) in cells(n[0], n[1]).enumerate() {
            let (still, more) = (scheme.still(&lattice, k), lattice.populations(site(&lattice, i, j)));
            scheme.f.push(std::array::from_fn(|q| still[q] + f64::from(more[q])));
        }
        for _ in 0..4 {
            wrap(&mut lattice);
            prop_assert!(lattice.step());
            scheme.step();
        }
        for (k, (i, j)) in cells(n[0], n[1]).enumerate() {
            let still = scheme.still(&lattice, k);
            for q in 0..Q {
                let got = f64::from(lattice.population(q, site(&lattice, i, j)));
                let expected = scheme.f[k][q] - still[q];
                prop_assert!((got - expected).abs() < 2e-6, "cell ({i}, {j}), direction {q}: {got} against {expected}");
            }
        }
    }

    #[test]
    fn a_lake_at_rest_stays_at_rest_at_any_level(
        nx in 1usize..40, ny in 1usize..12, heights in prop::collection::vec(-1.0f64..1.2, 61),
        collision in any_operator(), level_m in -0.5f64..1.0,
    ) {
        let builder = Lattice::builder(nx, ny, units()).rest_depth_m(DEPTH_M).collision(collision);
        let mut lattice = builder.bed_m(rugged(&heights)).periodic_bed([true; 2]).build().unwrap();
        raise(&mut lattice, level_m);
        for _ in 0..500 {
            wrap(&mut lattice);
            prop_assert!(lattice.step());
        }
        let (fastest_m_s, off_m) = unrest(&lattice, level_m);
        prop_assert!(fastest_m_s < 2e-5 && off_m < 1e-5, "{fastest_m_s} m/s, {off_m} m");
    }

    #[test]
    fn a_bed_mirrored_at_the_diagonal_mirrors_the_flow_to_the_bit(
        heights in prop::collection::vec(0.0f64..0.5, 31), collision in any_operator(),
    ) {
        const MIRROR: [usize; Q] = [0, 3, 2, 1, 8, 7, 6, 5, 4];
        let n = 12usize;
        let builder = || Lattice::builder(n, n, units()).rest_depth_m(DEPTH_M).collision(collision);
        let bed = rugged(&heights);
        let mut lattice = builder().bed_m(&bed).periodic_bed([true; 2]).build().unwrap();
        let mut mirrored = builder().bed_m(|x, y| bed(y, x)).periodic_bed([true; 2]).build().unwrap();
        for (i, j) in cells(n, n) {
            let eta = 0.1 * heights[(7 * i + j) % heights.len()] as f32;
            lattice.set_equilibrium(site(&lattice, i, j), eta, 0.01 * eta, 0.02);
            mirrored.set_equilibrium(site(&lattice, j, i), eta, 0.02, 0.01 * eta);
        }
        for _ in 0..20 {
            wrap(&mut lattice);
            wrap(&mut mirrored);
            prop_assert!(lattice.step() && mirrored.step());
        }
        for (i, j) in cells(n, n) {
            for (q, mirror) in MIRROR.into_iter().enumerate() {
                let [a, b] = [lattice.population(q, site(&lattice, i, j)),
                    mirrored.population(mirror, site(&mirrored, j, i))];
                prop_assert_eq!(a.to_bits(), b.to_bits(), "cell ({}, {}), direction {}: {} against {}", i, j, q, a, b);
            }
        }
    }
}

/// A domain split by hand: populations that leave one part are copied into the ghost cells of the other, whose bed goes on.
#[test]
fn two_parts_over_a_bed_compute_what_the_whole_does() {
    let (nx, ny, left) = (40isize, 24isize, 17isize);
    let bed = |x: f64, y: f64| 0.5 + 0.4 * (0.9 * x).sin() * (0.7 * y + 0.3).cos();
    let part = |first: isize, columns: isize| {
        let here = |x: f64, y: f64| bed(x + first as f64 * CELL_M, y);
        let builder = Lattice::builder(columns as usize, ny as usize, units());
        let mut lattice = builder.rest_depth_m(DEPTH_M).bed_m(here).bed_beyond_m(here).build().unwrap();
        for (i, j) in cells(columns as usize, ny as usize) {
            let bump = (-0.05 * ((first + i as isize - 15) as f32).powi(2)).exp() * (0.4 * j as f32).cos();
            let at = site(&lattice, i, j);
            lattice.set_equilibrium(at, 0.1 * bump, 0.02, -0.01);
        }
        lattice
    };
    let [mut whole, mut west, mut east] = [part(0, nx), part(0, left), part(left, nx - left)];
    // What enters from outside is what leaves the nearest cell.
    let outer = |lattice: &mut Lattice| {
        let n = lattice.layout().nx() as isize;
        let ring = (-1..=n).flat_map(|i| [[i, -1], [i, ny]]).chain((0..ny).flat_map(|j| [[-1, j], [n, j]]));
        for [i, j] in ring {
            let from = lattice.layout().site(i.clamp(0, n - 1), j.clamp(0, ny - 1));
            lattice.set_populations(lattice.layout().site(i, j), lattice.populations(from));
        }
    };
    for step in 0..200 {
        [&mut whole, &mut west, &mut east].into_iter().for_each(outer);
        for j in -1..=ny {
            let row = j.clamp(0, ny - 1);
            let copy = |to: &mut Lattice, i: isize, from: &Lattice, k: isize| {
                let populations = from.populations(from.layout().site(k, row));
                to.set_populations(to.layout().site(i, j), populations);
            };
            copy(&mut west, left, &east, 0);
            copy(&mut east, -1, &west, left - 1);
        }
        assert!(whole.step() && west.step() && east.step());
        for (i, j) in cells(nx as usize, ny as usize) {
            let (lattice, k) = if (i as isize) < left { (&west, i) } else { (&east, i - left as usize) };
            let [part, all] =
                [lattice.populations(site(lattice, k, j)), whole.populations(site(&whole, i, j))];
            assert_eq!(part, all, "step {step}, cell [{i}, {j}]");
        }
    }
}

proptest! {
    #[test]
    fn a_cell_reads_as_it_was_set(
        heights in prop::collection::vec(-0.5f64..1.0, 5..20), depth in 0.3f64..2.5, velocity in prop::array::uniform2(-1.0f64..1.0),
    ) {
        let bed = rugged(&heights);
        let mut lattice = Lattice::builder(6, 4, units()).rest_depth_m(DEPTH_M).bed_m(&bed).build().unwrap();
        lattice.set_cell_m(2, 3, depth, velocity);
        let cell = lattice.cell_m(2, 3);
        prop_assert!((cell.depth_m - depth).abs() < 1e-5);
        let [x, y] = [2.5 * CELL_M, 3.5 * CELL_M];
        prop_assert!((cell.eta_m - (depth + bed(x, y) - DEPTH_M)).abs() < 1e-5);
        // Velocities keep the rounding of populations, which are beside the depth at rest.
        (0..2).for_each(|axis| assert!((cell.velocity_m_s[axis] - velocity[axis]).abs() < 1e-4));
    }
}
