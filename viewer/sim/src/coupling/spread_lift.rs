//! The lift of what a spread section displaces beside the hull.

use glam::DVec2;
use mask_raster::WetCell;

use super::lid::Lids;
use crate::water::Water;

/// Lift of a body whose section is spread, beyond that on its triangles, N, and its moments about x and y through its center of mass, N m: `ρ g Σ A (ā − a) η` with the waterplane
/// of each cell as it is, `a`, and spread, `ā`. The water gains `ρ g Σ A η ∂b̄/∂t` of energy where the body sinks; this is the work that it loses.
pub(super) fn lift_of_spread(
    (found, spread): (&[WetCell], &[WetCell]),
    place_m: DVec2,
    water: &Water,
    lids: Option<&Lids>,
) -> (f64, DVec2) {
    let (cells, units) = (water.fluid.cells(), water.fluid.lattice.units());
    let per_m = water.density_kg_m3 * units.gravity_m_s2() * units.cell_area_m2();
    let (mut lift_n, mut tilt_n_m) = (0.0, DVec2::ZERO);
    for (section, sign) in [(spread, per_m), (found, -per_m)] {
        for &WetCell { index, waterplane, .. } in section {
            let lambda_m = lids.map_or(0.0, |lids| lids.lambda_m()[index as usize]);
            let eta_m = water.fluid.fields.eta_m[index as usize] - lambda_m;
            let force_n = sign * f64::from(waterplane * eta_m);
            let arm_m = cells.center_m(index) - place_m;
            lift_n += force_n;
            tilt_n_m += DVec2::new(arm_m.y, -arm_m.x) * force_n;
        }
    }
    (lift_n, tilt_n_m)
}
