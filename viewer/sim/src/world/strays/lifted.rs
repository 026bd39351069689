//! Warnings of rigid lids that the water lifts by their draft.

use crate::world::World;

/// Part of its weight that a lid displaces below the level from which that counts, below which there is hardly any lid.
const LEAST: f64 = 0.2;

impl World {
    /// Warns once of each lid that has risen with the water around it by nearly its draft: below the mean level, from which its room counts, nothing is left of it.
    pub(in crate::world) fn find_lifted(&mut self) {
        let Self { clock, water, bodies, projection, coupling, findings, .. } = self;
        if !coupling.has_lids() {
            return;
        }
        let area_m2 = water.fluid.lattice.units().cell_area_m2();
        for (number, (body, rigid)) in bodies.iter().enumerate().filter(|(_, (body, _))| body.is_lid()) {
            let draws_m3 = rigid.mass_properties().mass_kg / water.density_kg_m3;
            let below_m3 =
                projection.wet_of(number).iter().map(|wet| f64::from(wet.thickness_m)).sum::<f64>() * area_m2;
            if below_m3 > LEAST * draws_m3 || body.hull.forces.submerged_volume_m3 < 0.5 * draws_m3 {
                continue;
            }
            findings.warn_once(&format!("body.{}: the water lifts it as a rigid lid by its draft", body.name), || {
                format!(
                    ", first at t = {:.3} s, so that the lid comes and goes with each such wave, and throws it: take coupling.hull = \"soft\", lower waves, or a \
                     body that draws more",
                    clock.step_end_s()
                )
            });
        }
    }
}
