//! The triangles, textures and lighting of one picture, which a backend draws.

use serde::{Deserialize, Serialize};

use super::camera::Camera;
use super::color::{LevelRange, PressureRange, Range};
use super::geometry::{ForceScale, Hulls, Mesh, Surface, append_blocks, append_cut};
use super::shading::{Footprint, Lighting, SUN};
use crate::scene::{Scene, View};

/// One picture before it is drawn; kept from picture to picture for its memory and its color ranges.
#[derive(Default)]
pub(super) struct Composition {
    hulls: Hulls,
    levels: LevelRange,
    forces: ForceScale,
    /// Pressures that the colors of hulls stand for.
    pub pressures: PressureRange,
    /// Triangles in drawing order.
    pub mesh: Mesh,
    /// Shadows, and places without water.
    pub footprint: Footprint,
}

/// What the colors and arrows of a renderer's pictures stand for: it grows from picture to picture.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Scales {
    /// Deviation from the still level of the last color, m.
    pub level_m: f32,
    /// Pressure of the last color, Pa.
    pub pressure_pa: f32,
    /// Force of the longest arrow, N.
    pub force_n: f32,
}

impl Composition {
    pub(super) fn scales(&self) -> Scales {
        let Self { levels, pressures, forces, .. } = self;
        Scales { level_m: levels.reach_m, pressure_pa: pressures.high_pa, force_n: forces.greatest_n }
    }

    pub(super) fn set_scales(&mut self, scales: Scales) {
        let Self { levels, pressures, forces, .. } = self;
        let Scales { level_m, pressure_pa, force_n } = scales;
        (levels.reach_m, pressures.high_pa, forces.greatest_n) = (level_m, pressure_pa, force_n);
    }

    /// Composes the picture of a scene.
    ///
    /// # Panics
    /// Unless the water has one level a cell.
    pub(super) fn compose(&mut self, scene: &Scene, view: &View) -> Lighting {
        let vertical_scale = if view.vertical_scale > 0.0 { view.vertical_scale } else { 1.0 };
        let water = &scene.water;
        let range = self.levels.for_picture(view, water);
        let mut lighting = Lighting::new(Camera::of(view, scene), range);
        lighting.headlight = view.hide_water;
        let surface = Surface::new(water, vertical_scale);

        self.mesh.clear();
        self.hulls.forget_unused();
        self.pressures.widen(&scene.bodies);
        let mut bodies = Vec::with_capacity(scene.bodies.len());
        for body in &scene.bodies {
            let first = self.mesh.triangles.len();
            self.hulls.append(body, water, &surface, vertical_scale, &self.pressures, &mut self.mesh);
            bodies.push(first..self.mesh.triangles.len());
        }
        self.footprint = Footprint::new(&self.mesh, &bodies, &surface, water.cell_size_m, SUN);
        let size =
            |body: &crate::scene::BodyModel| body.vertices.iter().map(|v| v.length()).fold(0.0, f32::max);
        let largest_m = 2.0 * scene.bodies.iter().map(size).fold(0.0, f32::max);
        self.forces.append(&scene.arrows, largest_m, &mut self.mesh);
        if view.hide_water {
            self.mesh.solids = self.mesh.triangles.len();
            return lighting;
        }
        append_blocks(water, block_height_m(range, vertical_scale), &mut self.mesh);
        append_cut(water, &surface, &mut self.mesh);
        self.mesh.solids = self.mesh.triangles.len();
        surface.append(&mut self.mesh);
        lighting
    }
}

/// Height of blocks, m: above the highest level that has a color of its own.
fn block_height_m(range: Range, vertical_scale: f32) -> f32 {
    1.25 * range.high_m * vertical_scale
}
