//! The lift of the water that a hull displaces beside itself.

use glam::DVec2;
use mask_raster::WetCell;

use super::lid::Lids;
use crate::bodies::Body;
use crate::water::Water;

/// Whether a body bears [`lift_beside`]: no lid whose section is as it was found, nor another light body, which would be thrown by it.
pub(super) fn bears_lift(body: &Body) -> bool {
    body.afloat().is_some_and(|afloat| if afloat.is_lid { afloat.filter.is_some() } else { !afloat.is_light })
}

/// Lift of a body beyond that on its triangles, N, and its moments about x and y through its center of mass, N m: `ρ g Σ (ā η̄ − a η)` with the waterplane of each cell as it was
/// `found`, `a`, and in the section by which the body displaces water, `ā`, and the mean of the elevation around the cell, `η̄`, both above the level `level_eta_m` below which the section counts: even water
/// has no moment, also beside walls, where a section is spread to one side alone.
///
/// The water takes the change of the section as the mean of the cells around ([`lbm_core::Cover::mean_change_m`]), and gains the energy `ρ g Σ η M(∂b̄/∂t) = ρ g Σ η̄ ∂b̄/∂t` with
/// it. This is the work that the body loses as it sinks. Of a lid the head counts, with `λ`, and that of each cell, as the answer of the water has it.
pub(super) fn lift_beside(
    (found, displaced): (&[WetCell], &[WetCell]),
    (place_m, level_eta_m): (DVec2, f64),
    (water, solid): (&Water, Option<&[bool]>),
    (lids, is_lid): (Option<&Lids>, bool),
) -> (f64, DVec2) {
    let (cells, units) = (water.fluid.cells(), water.fluid.lattice.units());
    let per_m = water.density_kg_m3 * units.gravity_m_s2() * units.cell_area_m2();
    let not_lid = lids.filter(|_| !is_lid);
    let eta_m = |cell: usize| {
        let lambda_m = not_lid.map_or(0.0, |lids| lids.lambda_m()[cell]);
        water.fluid.fields.eta_m[cell] - lambda_m - level_eta_m as f32
    };
    let (mut lift_n, mut tilt_n_m) = (0.0, DVec2::ZERO);
    let mut add = |place: [usize; 2], eta_m: f32| {
        let (force_n, arm_m) = (per_m * f64::from(eta_m), cells.center_at_m(place) - place_m);
        lift_n += force_n;
        tilt_n_m += DVec2::new(arm_m.y, -arm_m.x) * force_n;
    };
    // Both at once where nothing was spread.
    let is_spread = !std::ptr::eq(found, displaced);
    for &WetCell { index, waterplane, .. } in displaced {
        let (place, here_m) = (cells.place(index as usize), eta_m(index as usize));
        let taken_m = if is_lid { here_m } else { cells.mean(place, here_m, solid, eta_m) };
        add(place, waterplane * if is_spread { taken_m } else { taken_m - here_m });
    }
    for &WetCell { index, waterplane, .. } in found.iter().filter(|_| is_spread) {
        add(cells.place(index as usize), -waterplane * eta_m(index as usize));
    }
    (lift_n, tilt_n_m)
}
