//! The triangles, textures and lighting of one picture, which a backend draws.

mod ground;
mod inputs;

use std::ops::Range as Span;

use serde::{Deserialize, Serialize};

use super::camera::Camera;
use super::color::{FieldRange, LevelRange, PressureRange, Range};
use super::geometry::{
    Beside, Drawing, ForceScale, Hulls, Mesh, Surface, ThinWalls, append_blocks, append_cut, append_lines,
    append_sheet, append_specks, elevations,
};
use super::made::Made;
use super::shading::{
    Footprint, Lighting, SUN, TEXELS, Values, append_bank_faces, append_land, append_sea, land_m,
};
use super::smoke::Smoke;
use crate::scene::{Field, Look, Scene, View};
pub use ground::bank_m;
use inputs::{Air, Bodies};
pub(super) use inputs::{Revisions, Water};

/// One picture before it is drawn; kept from picture to picture for its memory, its color ranges, and all that follows from what did not
/// change: where the view alone moves, nothing is made anew but lines and specks, which are never thinner than a pixel.
#[derive(Default)]
pub(super) struct Composition {
    hulls: Hulls,
    levels: LevelRange,
    fields: FieldRange,
    forces: ForceScale,
    bodies: Bodies,
    air: Air,
    /// Pressures that the colors of hulls stand for.
    pub pressures: PressureRange,
    /// The water.
    pub water: Water,
    /// Elevations of its cells above the level from which it is drawn, m.
    pub elevations: Made<ElevationsKey, Vec<f32>>,
    /// The same beside thin walls.
    pub beside: Made<[u64; 2], Beside>,
    walls: Made<[u64; 2], ThinWalls>,
    /// Values of the view's field in its cells.
    pub values: Made<ValuesKey, Values>,
    /// The same beside thin walls.
    pub values_beside: Made<[u64; 2], Beside>,
    /// The field that is shown, if any is.
    pub shown: Option<Field>,
    /// Whether the surface is drawn as the levels have it.
    pub has_surface: bool,
    /// Shadows, and places without water.
    pub footprint: Made<FootprintKey, Footprint>,
    /// Smoke, if any is seen.
    pub smoke: Made<(u64, bool), Option<Smoke>>,
    /// Whether the CPU casts rays through it at half the resolution.
    pub half_smoke: bool,
    hull: Made<HullKey, Hull>,
    near: Part,
    land: Part,
    blocks: Made<BlocksKey, Mesh>,
    cut: Made<CutKey, Mesh>,
    level: Part,
}

/// Numbers of what follows: frame, levels and solids; the level that they are above, and whether they fade.
type ElevationsKey = ([u64; 3], f32, bool);
/// The field; frame, levels, solids, velocities, bed, thickness and residual; gravity and time step.
type ValuesKey = (Field, [u64; 7], [f32; 2]);
/// The hulls, the elevations and the bed, and the exaggeration of heights.
type FootprintKey = ([u64; 3], f32);
/// The bodies and the frame, the pressure of the last color, whether there are fittings, and the elevations that lift them or end
/// their pressure.
type HullKey = ([u64; 2], f32, bool, Option<(u64, f32)>);
/// Frame and solids, and their height; nothing where none are drawn.
type BlocksKey = Option<([u64; 2], f32)>;

/// Frame, elevations and bed, and the exaggeration of heights; nothing where it is not drawn.
type CutKey = Option<([u64; 3], f32)>;

/// The triangles of the bodies, and those of the hull of each.
#[derive(Default)]
struct Hull {
    mesh: Mesh,
    spans: Vec<Span<usize>>,
}

/// A few triangles, which are made for each picture.
#[derive(Default)]
struct Part {
    mesh: Mesh,
    /// Grows when they change.
    revision: u64,
    scratch: Mesh,
}

impl Part {
    fn update(&mut self, append: impl FnOnce(&mut Mesh)) {
        self.scratch.clear();
        append(&mut self.scratch);
        if self.scratch != self.mesh {
            std::mem::swap(&mut self.scratch, &mut self.mesh);
            self.revision += 1;
        }
    }
}

/// Triangles, and a number that grows when they change.
pub(super) type Triangles<'a> = (&'a Mesh, u64);

/// Parts of a picture that are solid, in drawing order, and how many of them the water mirrors: the first ones.
pub(super) const SOLIDS: usize = 5;
pub(super) const MIRRORED: usize = 2;

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
        *fields = FieldRange { low, high, ..FieldRange::default() };
    }

    /// Composes the picture of a scene.
    ///
    /// # Panics
    /// Unless the water has one level a cell.
    pub(super) fn compose(&mut self, scene: &Scene, view: &View) -> Lighting {
        let is_water = view.look.is_water();
        self.water.take(&scene.water, is_water);
        self.bodies.take(&scene.bodies);
        self.air.take(&scene.smoke);
        let Water { sheet: water, revisions, .. } = &self.water;
        let Revisions { frame, level, solid, velocity, bed, thickness, residual, .. } = *revisions;
        let exaggerates = view.look == Look::Slab && view.vertical_scale > 0.0;
        let vertical_scale = if exaggerates { view.vertical_scale } else { 1.0 };
        self.shown = (!is_water).then_some(view.field);
        if self.shown.is_some() || view.field != Field::Level {
            let key = (
                view.field,
                [frame, level, solid, velocity, bed, thickness, residual],
                [water.gravity_m_s2, water.time_step_s],
            );
            self.values.update(key, |values| values.find(water, view.field));
        }
        let levels = self.levels.for_picture(view, water);
        let range = if view.field == Field::Level {
            levels
        } else {
            self.fields.for_picture(view, water.still_level_m, &self.values.thing.found)
        };
        let mut lighting = Lighting::new(Camera::of(view, scene), scene, view, range);
        lighting.vertical_scale = vertical_scale;
        // With the waves beyond its sides.
        lighting.domain_m = [water.origin_m, water.origin_m + water.extent_m()];
        let reach_m = levels.high.max(-levels.low).max(0.0);
        lighting.land_m = land_m(water.still_level_m, reach_m, water.extent_m().min_element());
        lighting.swell_m = reach_m.min(0.5 * (lighting.land_m - water.still_level_m));
        // Water is drawn from the level of the sea, colors from the still level.
        let sea_level_m = water.sea_level_m.filter(|_| is_water);
        lighting.still_level_m = sea_level_m.unwrap_or(water.still_level_m);
        self.elevations.update(([frame, level, solid], lighting.still_level_m, is_water), |eta_m| {
            elevations(water, lighting.still_level_m, is_water, eta_m);
        });
        self.walls.update([frame, solid], |walls| walls.find(water));
        let (walls, revision) = (&self.walls.thing, self.walls.revision);
        self.beside.update([revision, self.elevations.revision], |beside| {
            beside.find(walls, water, &self.elevations.thing, TEXELS);
        });
        if self.shown.is_some() {
            self.values_beside.update([revision, self.values.revision], |beside| {
                beside.find(walls, water, &self.values.thing.filled, TEXELS);
            });
        }
        self.half_smoke = view.half_smoke;
        // Heights of the air are not exaggerated.
        self.smoke.update((self.air.revision, vertical_scale == 1.0), |smoke| {
            *smoke = Smoke::new(&self.air.smoke, SUN).filter(|_| vertical_scale == 1.0);
        });
        self.has_surface = !view.hide_water && view.look != Look::Science && !water.level_m.is_empty();
        self.append(scene, view, &lighting, levels);
        lighting
    }

    /// The water's surface.
    pub(super) fn surface(&self, lighting: &Lighting) -> Surface<'_> {
        let heights = (&self.elevations.thing[..], &self.beside.thing);
        Surface::new(&self.water.sheet, lighting.still_level_m, heights, lighting.vertical_scale)
    }

    /// The triangles of a picture but for the surface, and the shadows of its bodies.
    fn append(&mut self, scene: &Scene, view: &View, lighting: &Lighting, levels: Range) {
        let Water { sheet: water, revisions, .. } = &self.water;
        let Revisions { frame, solid, bed, .. } = *revisions;
        let (vertical_scale, heights) = (lighting.vertical_scale, self.elevations.revision);
        let eta_m = (&self.elevations.thing[..], &self.beside.thing);
        let surface = Surface::new(water, lighting.still_level_m, eta_m, vertical_scale);
        self.pressures.widen(&scene.bodies);
        // Pressure ends at the water.
        let shows_pressure = self.bodies.models.iter().any(|body| !body.pressure_pa.is_empty());
        let lifted = (vertical_scale != 1.0 || shows_pressure).then_some((heights, vertical_scale));
        let key = ([self.bodies.revision, frame], self.pressures.high_pa, decorates(view), lifted);
        self.hull.update(key, |Hull { mesh, spans }| {
            let drawing = Drawing {
                sheet: water,
                surface: &surface,
                vertical_scale,
                pressures: &self.pressures,
                decorates: decorates(view),
            };
            mesh.clear();
            spans.clear();
            self.hulls.forget_unused();
            spans.extend(self.bodies.models.iter().map(|body| self.hulls.append(body, drawing, mesh)));
        });
        let Hull { mesh, spans } = &self.hull.thing;
        // Of no bodies it does not follow from the water.
        let at_hulls = if spans.is_empty() { [0; 2] } else { [heights, bed] };
        let key = ([self.hull.revision, at_hulls[0], at_hulls[1]], vertical_scale);
        self.footprint.update(key, |footprint| {
            footprint.update(mesh, spans, &surface, water.cell_size_m, SUN);
        });
        let shows_water = !view.hide_water;
        self.near.update(|mesh| {
            append_lines(&scene.lines, water, |at| lighting.pixel_at_m(at), mesh);
            append_specks(&scene.specks, |at| lighting.pixel_at_m(at), mesh);
            if view.look.is_water() && shows_water {
                append_bank_faces(lighting, water, mesh);
            }
        });
        self.land.update(|mesh| {
            if view.look.is_water() && shows_water {
                append_land(lighting, water, mesh);
            }
            if view.forces {
                let size = |body: &crate::scene::BodyModel| {
                    body.vertices.iter().map(|v| v.length()).fold(0.0, f32::max)
                };
                let largest_m = 2.0 * scene.bodies.iter().map(size).fold(0.0, f32::max);
                self.forces.append(&scene.arrows, largest_m, mesh);
            }
        });
        let solid = if water.solids_are_bodies { 0 } else { solid };
        let height_m = block_height_m(levels, vertical_scale);
        self.blocks.update(shows_water.then_some(([frame, solid], height_m)), |mesh| {
            mesh.clear();
            if shows_water {
                append_blocks(water, height_m, mesh);
            }
        });
        let shows_cut = shows_water && view.look == Look::Slab;
        self.cut.update(shows_cut.then_some(([frame, heights, bed], vertical_scale)), |mesh| {
            mesh.clear();
            if shows_cut {
                append_cut(water, &surface, mesh);
            }
        });
        self.level.update(|mesh| {
            if shows_water && view.look == Look::Science {
                append_sheet(water, mesh);
            } else if shows_water && view.look.is_water() {
                append_sea(lighting, water, mesh);
            }
        });
    }

    /// Solid triangles of a picture.
    pub(super) fn solids(&self) -> [Triangles<'_>; SOLIDS] {
        let Self { hull, near, land, blocks, cut, .. } = self;
        [
            (&hull.thing.mesh, hull.revision),
            (&near.mesh, near.revision),
            (&land.mesh, land.revision),
            (&blocks.thing, blocks.revision),
            (&cut.thing, cut.revision),
        ]
    }

    /// Level water beside the surface, or in place of it.
    pub(super) fn level(&self) -> Triangles<'_> {
        (&self.level.mesh, self.level.revision)
    }

    /// Whether the water mirrors anything.
    #[cfg(feature = "gpu")]
    pub(super) fn is_mirrored(&self) -> bool {
        self.solids()[..MIRRORED].iter().any(|(mesh, _)| !mesh.triangles.is_empty())
    }
}

/// Whether a picture shows invented fittings of bodies.
pub(super) fn decorates(view: &View) -> bool {
    view.invented.fittings && view.look.is_water() && !view.hide_water
}

/// Height of blocks, m: above the highest level that has a color of its own.
fn block_height_m(range: Range, vertical_scale: f32) -> f32 {
    1.25 * range.high * vertical_scale
}
