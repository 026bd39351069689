//! What pictures show of a world.

use glam::{DVec2, Vec2, Vec3};
use hydro_forces::WaterSurface;

use super::coupling::{cell_centre_m, velocity_over};
use super::world::World;
use crate::scene::{Arrow, BodyModel, Maps, RimCell, Scene, WaterSheet, WetCell};

impl World {
    /// Fills a scene with the present state.
    pub fn scene(&self, scene: &mut Scene) {
        scene.time_s = self.time_s();
        if scene.title != *self.title {
            scene.title = self.title.to_string();
        }
        self.sheet(&mut scene.water);
        scene.bodies.clear();
        scene.bodies.extend(self.floating.iter().map(|float| {
            let rigid = &self.bodies[float.handle];
            let (vertices, triangles) = match float.shown.pressure_pa {
                Some(_) => (&float.felt.0, &float.felt.1),
                None => (&float.vertices, &float.triangles),
            };
            BodyModel {
                name: float.name.clone(),
                vertices: vertices.clone(),
                triangles: triangles.clone(),
                pressure_pa: float.shown.pressure_pa.clone().unwrap_or_default(),
                rotation: rigid.rotation().as_quat(),
                translation_m: rigid.origin_m().as_vec3(),
                color: float.color,
            }
        }));
        scene.arrows.clear();
        let still = Vec3::Z * scene.water.still_level_m;
        for arrow in self.floating.iter().flat_map(|float| float.shown.arrows.iter().flatten()) {
            scene.arrows.push(Arrow { tip_m: arrow.tip_m + still, ..*arrow });
        }
    }

    /// The present state cell by cell, as Lazo et al. Fig. 8 and 9 map it; the forces are those of the last step.
    ///
    /// The wet section and its rim are those of the bodies afloat: what is fixed or driven is a wall to the water.
    pub fn maps(&self) -> Maps {
        let mut water = WaterSheet::default();
        self.sheet(&mut water);
        let mut rim = Vec::new();
        mask_raster::rim(self.mask.grid(), &self.wet, &mut rim);
        let velocity_m_s = |cell: u32, label: u16| {
            let rigid = &self.bodies[self.floating[usize::from(label) - 1].handle];
            let at = cell_centre_m(self.cell_size_m(), water.nx, cell);
            velocity_over(rigid, at, self.still_level_m()).as_vec2()
        };
        let wet = self.wet.iter().map(|cell| WetCell {
            cell: cell.index,
            thickness_m: cell.thickness_m,
            velocity_m_s: velocity_m_s(cell.index, cell.label),
        });
        Maps {
            time_s: self.time_s(),
            title: self.title.to_string(),
            bottom_m: self.mask.bottom_m().to_vec(),
            wet: wet.collect(),
            rim: rim.iter().map(|cell| RimCell { cell: cell.index, normal: cell.normal }).collect(),
            forces_n: self.forces_on_water_n().map(|(cell, force)| (cell, force.as_vec2())).collect(),
            water,
        }
    }

    /// Cells that the bodies gave an impulse to in the last step, each with the force that would give it over the step,
    /// N: the rim forces in mode `paper`, the reaction to all that bodies and propellers took in mode `conservative`.
    /// A cell may come more than once.
    pub fn forces_on_water_n(&self) -> impl Iterator<Item = (u32, DVec2)> {
        self.impulses.given().iter().map(|&(cell, impulse)| (cell, impulse / self.time_step_s))
    }

    /// The level of the water in each cell, waves by formula included, m.
    pub(super) fn levels_m(&self, out: &mut Vec<f32>) {
        let still_level_m = self.still_level_m() as f32;
        out.clear();
        out.extend(self.fields().elevation_m.iter().map(|eta| still_level_m + eta));
        if !self.sea.waves.is_empty() {
            let [nx, _] = self.cells();
            for (cell, level_m) in (0u32..).zip(out) {
                *level_m += self.sea.level_m(cell_centre_m(self.cell_size_m(), nx, cell)) as f32;
            }
        }
    }

    /// Fills a sheet with the water's levels, waves by formula included, and the solids in it.
    fn sheet(&self, water: &mut WaterSheet) {
        [water.nx, water.ny] = self.cells();
        water.cell_size_m = self.cell_size_m() as f32;
        water.origin_m = Vec2::ZERO;
        water.still_level_m = self.still_level_m() as f32;
        self.levels_m(&mut water.level_m);
        water.solid.clear();
        water.solid.extend_from_slice(&self.fluid.solid);
        water.solids_are_bodies = true;
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
