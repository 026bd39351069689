//! Forces so weak that rounding of the populations changes them.

use crate::common::wrap;
use lbm_core::{Error, Forces, Lattice, Units};

const DEPTH_M: f64 = 5.0;

fn wind(stress_m2_s2: [f64; 2]) -> Forces {
    Forces { wind_m2_s2: stress_m2_s2, ..Forces::default() }
}

/// Even water in 6 × 4 cells of 0.1 m that stands by an elevation above the still level.
fn raised(eta_m: f64, forces: Forces) -> Lattice {
    let units = Units::from_gravity_number(0.1, DEPTH_M, 0.15, 9.81).unwrap();
    let mut lattice = Lattice::builder(6, 4, units).rest_depth_m(DEPTH_M).forces(forces).build().unwrap();
    (0..24).for_each(|k| lattice.set_cell_m(k % 6, k / 6, DEPTH_M + eta_m, [0.0, 0.0]));
    lattice
}

/// `part_of_forces` predicts what a step gives of a wind: all of it at the still level; off it nothing, or up to half too much.
#[test]
fn a_step_gives_the_part_of_forces_that_populations_take() {
    let mut most = 0.0_f64;
    for eta_m in [0.0, 0.05, 0.5, -0.5] {
        for stress in [[1e-6, 0.0], [5e-6, -2e-6], [1e-5, 1e-5], [2e-4, 1e-4]] {
            let mut lattice = raised(eta_m, wind(stress));
            let part = lattice.part_of_forces(&wind(stress), &[false; 24]).unwrap().unwrap();
            wrap(&mut lattice);
            assert!(lattice.step());
            let square = lattice.units().lattice_speed_m_s().powi(2);
            let [x, y] = lattice.totals(|_| true).momentum.map(|sum| sum * square / 24.0);
            let gained = (x * stress[0] + y * stress[1]) / (stress[0].powi(2) + stress[1].powi(2));
            assert!((part - gained).abs() < 1e-5, "{eta_m}, {stress:?}: {part} for {gained}");
            let off = (part - 1.0).abs();
            assert!(off < 1e-6 || eta_m != 0.0, "{stress:?}: {part} at the still level");
            most = most.max(off);
        }
    }
    assert!(most > 0.4, "{most}");
}

/// Cells that do not count have no part; nor has what is not there.
#[test]
fn the_part_is_of_cells_that_count() {
    let (mut lattice, weak) = (raised(0.5, Forces::default()), wind([1e-6, 0.0]));
    (0..12).for_each(|k| lattice.set_cell_m(k % 6, k / 6, DEPTH_M, [0.0, 0.0]));
    let part = |is_raised: fn(usize) -> bool| {
        lattice.part_of_forces(&weak, &std::array::from_fn::<_, 24, _>(|k| !is_raised(k))).unwrap().unwrap()
    };
    let [all, still, raised] = [part(|_| true), part(|k| k < 12), part(|k| k >= 12)];
    assert!(
        (all - 0.5).abs() < 1e-6 && (still - 1.0).abs() < 1e-6 && raised == 0.0,
        "{all} {still} {raised}"
    );
    assert_eq!(lattice.part_of_forces(&Forces::default(), &[false; 24]).unwrap(), None);
    let error = lattice.part_of_forces(&wind([f64::NAN, 0.0]), &[false; 24]).unwrap_err();
    assert!(matches!(error, Error::NotFinite { .. }), "{error}");
}
