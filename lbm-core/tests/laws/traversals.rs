//! Several steps in one traversal of memory give the same result as single ones.

use lbm_core::d2q9::{C, OPPOSITE, Q};
use lbm_core::{BorderRow, Collision, Forces, Lattice, Storage, Units};
use proptest::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Half-way bounce-back at the sides and at solid cells.
struct Walls {
    nx: isize,
    ny: isize,
    solid: Vec<bool>,
}

impl Walls {
    fn is_water(&self, i: isize, j: isize) -> bool {
        let inside = (0..self.nx).contains(&i) && (0..self.ny).contains(&j);
        inside && !self.solid[(j * self.nx + i) as usize]
    }

    /// The populations that enter the water from row `j`: direction, column, and the water cell they bounce back to.
    fn entering(&self, j: isize) -> impl Iterator<Item = (usize, isize, [isize; 2])> + '_ {
        let dry = (-1..=self.nx).filter(move |&i| !self.is_water(i, j));
        dry.flat_map(move |i| (1..Q).map(move |q| (q, i, [i + C[q][0] as isize, j + C[q][1] as isize])))
            .filter(|&(_, _, [i, j])| self.is_water(i, j))
    }

    fn enter(&self, row: &mut BorderRow<'_>) {
        for (q, i, [wet_i, wet_j]) in self.entering(row.j()) {
            row.set_population(q, i, row.population(OPPOSITE[q], wet_i, wet_j));
        }
    }

    fn enter_all(&self, lattice: &mut Lattice) {
        for j in -1..=self.ny {
            for (q, i, [wet_i, wet_j]) in self.entering(j) {
                let value = lattice.population(OPPOSITE[q], lattice.layout().site(wet_i, wet_j));
                lattice.set_population(q, lattice.layout().site(i, j), value);
            }
        }
    }

    /// Bits of the populations of all water cells.
    fn state(&self, lattice: &Lattice) -> Vec<[u32; Q]> {
        let cells = (0..self.nx * self.ny).map(|k| (k % self.nx, k / self.nx));
        let water = cells.filter(|&(i, j)| self.is_water(i, j));
        water.map(|(i, j)| lattice.populations(lattice.layout().site(i, j)).map(f32::to_bits)).collect()
    }
}

fn lattice(walls: &Walls, steps_per_traversal: usize, uneven: bool, heights: &[f32]) -> Lattice {
    lattice_in(walls, steps_per_traversal, uneven, Storage::Single, heights)
}

fn lattice_in(
    walls: &Walls,
    steps_per_traversal: usize,
    uneven: bool,
    storage: Storage,
    heights: &[f32],
) -> Lattice {
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let builder = Lattice::builder(walls.nx as usize, walls.ny as usize, units)
        .steps_per_traversal(steps_per_traversal)
        .storage(storage)
        .collision(Collision::CentralMoments { tau: 0.55, bulk_tau: 0.9 });
    let builder = if uneven {
        let forces = Forces { wind_m2_s2: [1e-4, 2e-4], manning_s_m13: 0.02, ..Forces::default() };
        builder.bed_m(|x, y| 0.1 * (0.3 * x).sin() * (0.2 * y).cos()).forces(forces)
    } else {
        builder
    };
    let mut lattice = builder.build().unwrap();
    for (k, eta) in (0..walls.nx * walls.ny).zip(heights.iter().cycle()) {
        lattice.set_equilibrium(lattice.layout().site(k % walls.nx, k / walls.nx), *eta, 0.01, -0.02);
    }
    lattice
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_traversal_of_several_steps_has_the_bits_of_single_steps(
        nx in 1isize..40, ny in 1isize..140, per_traversal in 1usize..7, threads in 1usize..4, uneven in any::<bool>(),
        counts in prop::collection::vec(1usize..9, 1..5), heights in prop::collection::vec(-0.03f32..0.03, 89),
    ) {
        let solid = (0..nx * ny).map(|k| (k * k + 3 * k) % 23 == 5).collect();
        let walls = Walls { nx, ny, solid };
        let mut single = lattice(&walls, 1, uneven, &heights);
        let mut traversed = lattice(&walls, per_traversal, uneven, &heights);
        let before = traversed.totals(|_| true).mass;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        for count in counts {
            for _ in 0..count {
                walls.enter_all(&mut single);
                assert!(single.step());
            }
            pool.install(|| traversed.steps_with(count, &|row: &mut BorderRow<'_>| walls.enter(row)));
            prop_assert_eq!(single.steps(), traversed.steps());
            prop_assert!(walls.state(&single) == walls.state(&traversed), "after {} steps", single.steps());
        }
        prop_assert!(traversed.totals(|_| true).mass.is_finite() && before > 0.0);
    }
}

/// Sets the populations that stream into a cell so that it becomes dry; in the step after, its neighbors fill it.
fn drain(lattice: &mut Lattice, i: isize, j: isize, each: f32) {
    for q in 1..Q {
        let site = lattice.layout().neighbor(lattice.layout().site(i, j), OPPOSITE[q]);
        lattice.set_population(q, site, each);
    }
}

/// It is the same cell as with single steps, in its state at that step, for all traversals, bands and storages.
#[test]
fn a_cell_that_is_in_trouble_for_one_step_is_named_and_ends_the_traversals() {
    for (per_traversal, threads, storage) in [
        (1, 1, Storage::Single),
        (4, 1, Storage::Single),
        (4, 3, Storage::Single),
        #[cfg(feature = "half")]
        (5, 2, Storage::Half),
    ] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let walls = Walls { nx: 20, ny: 190, solid: vec![false; 3800] };
        let mut lattice = lattice_in(&walls, per_traversal, false, storage, &[0.0]);
        let border = |row: &mut BorderRow<'_>| walls.enter(row);
        assert!(pool.install(|| lattice.steps_with(4, &border)));
        // Of two in the same step the one in the lower row, of two in a row the one in the lower column.
        for (i, j) in [(3, 171), (9, 40), (15, 40)] {
            drain(&mut lattice, i, j, -0.128);
        }
        assert!(!pool.install(|| lattice.steps_with(12, &border)));
        let trouble = lattice.trouble(|_| true).unwrap();
        assert_eq!(trouble.cell, [9, 40]);
        // The population at rest and the others: 1 − 8 · 0.128 of the depth.
        assert!((trouble.depth_m + 0.024).abs() < 0.01 && trouble.depth_m < 0.0, "{trouble:?}");
        assert!(trouble.cause.starts_with("no water:"), "{trouble:?}");
        assert!((5..=4 + per_traversal as u64).contains(&lattice.steps()), "{} steps", lattice.steps());
        let other = lattice.trouble(|cell| cell != 40 * 20 + 9);
        assert!(other.is_none_or(|other| other.cell != [9, 40]));
    }
}

/// Another cell fails three steps later, in a lower row, or in a higher one that a traversal computes first.
#[test]
fn the_earliest_step_comes_first() {
    for (per_traversal, late) in [(1, 5), (8, 5), (8, 55)] {
        let walls = Walls { nx: 20, ny: 60, solid: vec![false; 1200] };
        let mut lattice = lattice(&walls, per_traversal, false, &[0.0]);
        let drained = |row: &mut BorderRow<'_>, step: &AtomicUsize| {
            walls.enter(row);
            if row.j() == late && step.fetch_add(1, Ordering::Relaxed) == 3 {
                row.set_population(0, 4, -3.0);
            }
        };
        drain(&mut lattice, 9, 40, -0.128);
        let step = AtomicUsize::new(0);
        assert!(!lattice.steps_with(8, &|row: &mut BorderRow<'_>| drained(row, &step)));
        assert_eq!(
            lattice.trouble(|_| true).unwrap().cell,
            [9, 40],
            "{per_traversal} steps a traversal, {late}"
        );
    }
}

#[test]
fn what_goes_on_after_trouble_forgets_it() {
    let walls = Walls { nx: 20, ny: 20, solid: vec![false; 400] };
    let mut lattice = lattice(&walls, 4, false, &[0.0]);
    let border = |row: &mut BorderRow<'_>| walls.enter(row);
    drain(&mut lattice, 9, 10, -0.128);
    assert!(!lattice.steps_with(1, &border));
    assert_eq!(lattice.trouble(|_| true).unwrap().cell, [9, 10]);
    for k in 0..400 {
        lattice.set_equilibrium(lattice.layout().site(k % 20, k / 20), 0.0, 0.0, 0.0);
    }
    assert!(lattice.steps_with(4, &border));
    assert_eq!(lattice.trouble(|_| true), None);
}
