//! Work of the levels below which hulls displace water.

use crate::bodies::{Afloat, Bodies};
use crate::coupling::Projection;
use crate::water::Water;

/// Work that the levels `η₀` below which soft hulls displace water do on it as they change in a step, J: `ρ g Σ a (η − η₀) Δη₀ A` over the cells under each hull with the
/// parts `a` of them that its waterplane takes, the mean `η₀` of both levels, and the elevation `η` that the water has now, as the mean around the cell by which it takes the change
/// ([`lbm_core::Cover::mean_change_m`]).
///
/// The head gains `ρ g η a Δη₀` by area, and the work of lifting the displaced water to the still level falls by `ρ g η₀ a Δη₀`. Under a rigid lid the water's room is that between hull and bed,
/// whatever its level is; a hull that displaces water as it does at rest displaces the same at all levels.
pub(in crate::world) fn levels_j(bodies: &Bodies, projection: &Projection, water: &Water) -> f64 {
    let (fluid, cells) = (&water.fluid, water.fluid.cells());
    let solid = water.solids.exist().then_some(&fluid.solid[..]);
    let per_m2 =
        water.density_kg_m3 * bodies.rigid.gravity_m_s2.length() * fluid.lattice.units().cell_area_m2();
    let mut sum_m2 = 0.0;
    for (number, (body, _)) in bodies.iter().enumerate() {
        let is_soft = |afloat: &Afloat| !afloat.is_lid && !afloat.displaces_at_rest();
        let [before_m, now_m] = projection.mean_etas_m(number);
        if before_m == now_m || !body.afloat().is_some_and(is_soft) {
            continue;
        }
        let eta_m = |cell: usize| fluid.fields.eta_m[cell];
        let above_m2 =
            projection.wet_of(number).iter().filter(|wet| !fluid.solid[wet.index as usize]).map(|wet| {
                let cell = wet.index as usize;
                let taken_m = cells.mean(cells.place(cell), eta_m(cell), solid, eta_m);
                f64::from(wet.waterplane) * (f64::from(taken_m) - 0.5 * (before_m + now_m))
            });
        sum_m2 += above_m2.sum::<f64>() * (now_m - before_m);
    }
    per_m2 * sum_m2
}
