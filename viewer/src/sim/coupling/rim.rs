//! The papers' rim forces, mode `paper`.

use glam::{DVec2, Vec2};
use mask_raster::RimCell;

use super::impulses::Impulses;
use crate::sim::bodies::Bodies;
use crate::sim::water::Water;

/// Rim forces of Lazo et al. Eq. 7, `F = k (V·n) n` with `k₊` where the body moves towards the water, else `k₋`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RimForce {
    /// `k₊`, m/s.
    pub(crate) push: f64,
    /// `k₋`, m/s.
    pub(crate) pull: f64,
}

impl RimForce {
    /// Force on the water per unit area and density, m²/s², of a rim with outward `normal` that moves at `velocity_m_s`.
    pub(crate) fn on_water(&self, velocity_m_s: DVec2, normal: Vec2) -> DVec2 {
        let normal = normal.as_dvec2();
        let outward = velocity_m_s.dot(normal);
        normal * (outward * if outward > 0.0 { self.push } else { self.pull })
    }

    /// Adds the impulses of all rim cells over a time step; returns their sum, N s.
    pub(crate) fn apply(
        &self,
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
            let impulse = self.on_water(velocity, cell.normal) * impulse_per_force;
            impulses.put(cell.index as usize, impulse);
            total += impulse;
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rims_push_harder_than_they_drag() {
        let force = RimForce { push: 10.0, pull: 1.0 };
        let normal = Vec2::new(0.0, 1.0);
        assert_eq!(force.on_water(DVec2::new(5.0, 2.0), normal), DVec2::new(0.0, 20.0));
        assert_eq!(force.on_water(DVec2::new(5.0, -2.0), normal), DVec2::new(0.0, -2.0));
    }
}
