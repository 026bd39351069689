//! The papers' rim forces, mode `paper`.

use glam::DVec2;
use hydro_forces::RimForce;
use mask_raster::RimCell;

use super::impulses::Impulses;
use crate::bodies::Bodies;
use crate::water::Water;

/// Adds the impulses of all rim cells over a time step; returns their sum, N s.
pub(super) fn push(
    force: &RimForce,
    rim: &[RimCell],
    bodies: &Bodies,
    water: &Water,
    impulses: &mut Impulses,
) -> DVec2 {
    let units = water.fluid.lattice.units();
    let cells = water.fluid.cells();
    let mut total = DVec2::ZERO;
    let impulse_per_force = water.density_kg_m3 * units.cell_area_m2() * units.time_step_s();
    for cell in rim {
        let at_m = cells.center_m(cell.index);
        let velocity = bodies.velocity_at_level(cell.label, at_m, water.fluid.still_level_m);
        let impulse = force.on_water(velocity, cell.normal.as_dvec2()) * impulse_per_force;
        impulses.put(cell.index as usize, impulse);
        total += impulse;
    }
    total
}
