//! The triangles, textures and lighting of one picture, which a backend draws.

use serde::{Deserialize, Serialize};

use super::camera::Camera;
use super::color::{FieldRange, LevelRange, PressureRange, Range};
use super::geometry::{
    Drawing, ForceScale, Hulls, Mesh, Surface, append_blocks, append_cut, append_lines, append_sheet,
    append_specks, elevations,
};
use super::shading::{Footprint, Lighting, Relief, SUN, append_bank_faces, append_land, append_sea, land_m};
use super::smoke::Smoke;
use crate::scene::{Field, Look, Scene, View};

/// One picture before it is drawn; kept from picture to picture for its memory and its color ranges.
#[derive(Default)]
pub(super) struct Composition {
    hulls: Hulls,
    levels: LevelRange,
    fields: FieldRange,
    forces: ForceScale,
    /// Pressures that the colors of hulls stand for.
    pub pressures: PressureRange,
    /// Triangles in drawing order.
    pub mesh: Mesh,
    /// Shadows, and places without water.
    pub footprint: Footprint,
    /// Textures of the water.
    pub relief: Relief,
    /// Smoke, if any is seen.
    pub smoke: Option<Smoke>,
    /// Whether the CPU casts rays through it at half the resolution.
    pub half_smoke: bool,
}

/// Scales of the colors and arrows of a renderer's pictures: they grow from picture to picture.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Scales {
    /// Deviation from the still level of the last color, m.
    pub level_m: f32,
    /// Values of the first and the last color of another field.
    pub field: [f32; 2],
    /// Pressure of the last color, Pa.
    pub pressure_pa: f32,
    /// Force of the longest arrow, N.
    pub force_n: f32,
}

impl Composition {
    pub(super) fn scales(&self) -> Scales {
        let Self { levels, fields, pressures, forces, .. } = self;
        Scales {
            level_m: levels.reach_m,
            field: [fields.low, fields.high],
            pressure_pa: pressures.high_pa,
            force_n: forces.greatest_n,
        }
    }

    pub(super) fn set_scales(&mut self, scales: Scales) {
        let Self { levels, fields, pressures, forces, .. } = self;
        let Scales { level_m, field: [low, high], pressure_pa, force_n } = scales;
        (levels.reach_m, pressures.high_pa, forces.greatest_n) = (level_m, pressure_pa, force_n);
        *fields = FieldRange { low, high, of: None };
    }

    /// Composes the picture of a scene.
    ///
    /// # Panics
    /// Unless the water has one level a cell.
    pub(super) fn compose(&mut self, scene: &Scene, view: &View) -> Lighting {
        let exaggerates = view.look == Look::Slab && view.vertical_scale > 0.0;
        let vertical_scale = if exaggerates { view.vertical_scale } else { 1.0 };
        let water = &scene.water;
        let levels = self.levels.for_picture(view, water);
        let range = if view.field == Field::Level { levels } else { self.fields.for_picture(view, water) };
        let mut lighting = Lighting::new(Camera::of(view, scene), scene, view, range);
        lighting.vertical_scale = vertical_scale;
        let reach_m = levels.high.max(-levels.low).max(0.0);
        lighting.land_m = land_m(water.still_level_m, reach_m, water.extent_m().min_element());
        lighting.swell_m = reach_m.min(0.5 * (lighting.land_m - water.still_level_m));
        // Water is drawn from the level of the sea, colors from the still level.
        let sea_level_m = water.sea_level_m.filter(|_| view.look.is_water());
        lighting.still_level_m = sea_level_m.unwrap_or(water.still_level_m);
        let eta_m = elevations(water, lighting.still_level_m, view.look.is_water());
        let surface = Surface::new(water, lighting.still_level_m, &eta_m, vertical_scale);
        self.half_smoke = view.half_smoke;
        // Heights of the air are not exaggerated.
        self.smoke = Smoke::new(&scene.smoke, SUN).filter(|_| vertical_scale == 1.0);
        let mut relief = std::mem::take(&mut self.relief);
        rayon::join(
            || relief.update(water, &eta_m, view),
            || self.append(scene, view, &lighting, &surface, levels),
        );
        self.relief = relief;
        lighting
    }

    /// The triangles of a picture, and the shadows of its bodies.
    fn append(&mut self, scene: &Scene, view: &View, lighting: &Lighting, surface: &Surface, levels: Range) {
        let (water, vertical_scale) = (&scene.water, lighting.vertical_scale);
        self.mesh.clear();
        self.hulls.forget_unused();
        self.pressures.widen(&scene.bodies);
        let mut bodies = Vec::with_capacity(scene.bodies.len());
        for body in &scene.bodies {
            let drawing = Drawing {
                sheet: water,
                surface,
                vertical_scale,
                pressures: &self.pressures,
                decorates: decorates(view),
            };
            bodies.push(self.hulls.append(body, drawing, &mut self.mesh));
        }
        self.mesh.mirrored = self.mesh.triangles.len();
        self.footprint.update(&self.mesh, &bodies, surface, water.cell_size_m, SUN);
        append_lines(&scene.lines, water, |at| lighting.pixel_at_m(at), &mut self.mesh);
        append_specks(&scene.specks, |at| lighting.pixel_at_m(at), &mut self.mesh);
        self.mesh.mirrored = self.mesh.triangles.len();
        if view.look.is_water() && !view.hide_water {
            append_bank_faces(lighting, water, &mut self.mesh);
            self.mesh.mirrored = self.mesh.triangles.len();
            append_land(lighting, water, &mut self.mesh);
        }
        let size =
            |body: &crate::scene::BodyModel| body.vertices.iter().map(|v| v.length()).fold(0.0, f32::max);
        let largest_m = 2.0 * scene.bodies.iter().map(size).fold(0.0, f32::max);
        if view.forces {
            self.forces.append(&scene.arrows, largest_m, &mut self.mesh);
        }
        if view.hide_water {
            self.mesh.solids = self.mesh.triangles.len();
            return;
        }
        append_blocks(water, block_height_m(levels, vertical_scale), &mut self.mesh);
        if view.look == Look::Slab {
            append_cut(water, surface, &mut self.mesh);
        }
        self.mesh.solids = self.mesh.triangles.len();
        if view.look == Look::Science {
            append_sheet(water, &mut self.mesh);
        } else {
            surface.append(&mut self.mesh);
        }
        if view.look.is_water() {
            append_sea(lighting, water, &mut self.mesh);
        }
    }
}

/// Whether a picture shows invented fittings of bodies.
pub(super) fn decorates(view: &View) -> bool {
    view.look.is_water() && !view.hide_water
}

/// Height of blocks, m: above the highest level that has a color of its own.
fn block_height_m(range: Range, vertical_scale: f32) -> f32 {
    1.25 * range.high * vertical_scale
}
