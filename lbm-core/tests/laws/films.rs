//! Films under covers that lie on the bed, thinner than the least column.

use lbm_core::{CoveredCell, CoveredEnd, Lattice, Units};

/// In cells.
const DEPTH: f32 = 10.0;

/// What the two halves of a step add to the populations of moving water in a cell under a cover that leaves a part of the depth and slopes: by the cell, and on its links.
fn added(left: f32) -> [[f32; 9]; 2] {
    let units = Units::from_gravity_number(1.0, f64::from(DEPTH), 0.15, 9.81).unwrap();
    let mut lattice = Lattice::builder(8, 4, units).rest_depth_m(f64::from(DEPTH)).build().unwrap();
    let site = lattice.layout().site(5, 2);
    let thickness = DEPTH * (1.0 - left);
    let here = CoveredEnd { rest_depth: DEPTH, eta: 0.0, thickness, velocity: [0.03, 0.02] };
    let there = CoveredEnd { thickness: 0.5 * DEPTH, ..here };
    let mut of = |add: &dyn Fn(&mut Lattice)| {
        lattice.set_equilibrium(site, 0.0, 0.01, 0.006);
        let before = lattice.populations(site);
        add(&mut lattice);
        let after = lattice.populations(site);
        std::array::from_fn(|q| after[q] - before[q])
    };
    let cell = CoveredCell { site, thickness, slope: [0.3, -0.2], change: 0.0, coverage: 1.0 };
    [
        of(&|lattice| lattice.relax_covered(&[cell])),
        of(&|lattice| lattice.begin_covered(site, 0.0, here, [there; 8])),
    ]
}

/// Inertia and viscosity of the column count by the part of the least column that is there.
#[test]
fn a_film_counts_by_its_part_of_the_least_column() {
    let least = CoveredCell::LEAST_COLUMN;
    assert_eq!([added(0.0), added(-0.01)], [[[0.0; 9]; 2]; 2], "no water is left");
    let [half, quarter] = [0.5, 0.25].map(|part| added(part * least));
    for (half, quarter) in half.into_iter().zip(quarter) {
        let size = half.iter().fold(0.0_f32, |most, f| most.max(f.abs()));
        assert!(size > 1e-4, "{size}");
        for q in 0..9 {
            let off = (half[q] - 2.0 * quarter[q]).abs();
            assert!(off < 1e-4 * size, "{q}: {half:?} and {quarter:?}");
        }
    }
}
