//! What others see of a world: surfaces, masks, levels.

use glam::DVec2;
use hydro_forces::WaterSurface;
use mask_raster::{CellMask, WetCell};

use super::coupling::{cell_centre_m, velocity_over};
use super::surface::BodySurface;
use super::world::World;

impl World {
    /// The surfaces of all bodies where they are now, in the order of their names.
    pub fn surfaces(&self) -> impl ExactSizeIterator<Item = BodySurface<'_>> {
        self.floating.iter().map(|float| {
            let rigid = &self.bodies[float.handle];
            let pressure_pa = float.detail.pressure_pa.as_deref();
            let (vertices, triangles) = match pressure_pa {
                Some(_) => (&float.felt.0, &float.felt.1),
                None => (&float.vertices, &float.triangles),
            };
            BodySurface {
                name: &float.name,
                vertices,
                triangles,
                rotation: rigid.rotation(),
                origin_m: rigid.origin_m(),
                color: float.color,
                pressure_pa,
                forces: float.detail.forces.as_deref(),
            }
        })
    }

    /// The bodies over each cell, as they were drawn last.
    pub fn mask(&self) -> &CellMask {
        &self.mask
    }

    /// Cells in which a body afloat reaches below the surface: the still level, or in mode `paper` the water's own.
    pub fn wet_section(&self) -> &[WetCell] {
        &self.wet
    }

    /// Whether each cell is inside a body that is fixed or driven, `[ny][nx]`, x fastest.
    pub fn solid(&self) -> &[bool] {
        &self.fluid.solid
    }

    /// Horizontal velocity of the body with a label at the still level over or under the center of a cell, m/s.
    ///
    /// # Panics
    /// If no body has the label.
    pub fn velocity_over(&self, label: u16, cell: u32) -> DVec2 {
        let rigid = &self.bodies[self.floating[usize::from(label) - 1].handle];
        let at = cell_centre_m(self.cell_size_m(), self.cells()[0], cell);
        velocity_over(rigid, at, self.still_level_m())
    }

    /// Cells that the bodies gave an impulse to in the last step, each with the force that would give it over the step,
    /// N: the rim forces in mode `paper`, the reaction to all that bodies and propellers took in mode `conservative`.
    /// A cell may come more than once.
    pub fn forces_on_water_n(&self) -> impl Iterator<Item = (u32, DVec2)> {
        self.impulses.given().iter().map(|&(cell, impulse)| (cell, impulse / self.time_step_s))
    }

    /// Writes the height of the water's surface above the bed in each cell, waves by formula included, m: `[ny][nx]`, x
    /// fastest.
    pub fn write_levels(&self, level_m: &mut Vec<f32>) {
        let still_level_m = self.still_level_m() as f32;
        level_m.clear();
        level_m.extend(self.fields().elevation_m.iter().map(|eta| still_level_m + eta));
        if !self.sea.waves.is_empty() {
            let [nx, _] = self.cells();
            for (cell, level_m) in (0u32..).zip(level_m) {
                *level_m += self.sea.level_m(cell_centre_m(self.cell_size_m(), nx, cell)) as f32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use crate::sim::scenario::Scenario;

    /// What displaced water owes the bodies came with the water and is not given to it once more.
    #[test]
    fn the_reaction_is_what_the_bodies_took_but_for_what_they_were_owed() {
        let mut world = World::new(&Scenario::load("speedboat", &[]).unwrap()).unwrap();
        for _ in 0..60 {
            let owed: DVec2 = world.floating.iter().map(|float| float.owed_n_s / world.time_step_s).sum();
            world.step();
            let taken: DVec2 =
                world.floating.iter().map(|float| float.applied.0.truncate()).sum::<DVec2>() - owed;
            let given: DVec2 = world.forces_on_water_n().map(|(_, force)| force).sum();
            assert!(
                taken.length() > 1000.0 && (given + taken).length() < 1e-9 * taken.length(),
                "{given} {taken}"
            );
        }
        assert!(world.floating[0].owed_n_s.length() > 0.0);
    }
}
