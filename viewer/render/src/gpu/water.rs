//! The values of the water's cells on the GPU.

use super::beside::BesideWalls;
use super::held::{Texels, Uniforms};
use super::store::Store;
use crate::composition::{Composition, Revisions, Water};
use crate::made::Made;
use crate::scene::{Edge, Field, Look};
use crate::shading::{Lighting, TEXELS, is_carried, is_foamy, streams};

/// Inputs of the passes that make the water's textures, in the order of their bindings.
pub(super) struct Cells {
    sheet: Uniforms<Sheet>,
    elevations: Texels,
    foam: Texels,
    bed: Texels,
    values: Texels,
    unknown: Texels,
    solid: Texels,
    velocity: Texels,
    beside: BesideWalls,
    /// Velocities as that texture holds them.
    velocities: Made<u64, Vec<[f32; 2]>>,
}

impl Cells {
    pub(super) fn new(store: &Store) -> Self {
        let number = || Texels::flat(store, wgpu::TextureFormat::R32Float);
        let flag = || Texels::flat(store, wgpu::TextureFormat::R8Unorm);
        Self {
            sheet: Uniforms::new(store),
            elevations: number(),
            foam: number(),
            bed: number(),
            values: number(),
            unknown: flag(),
            solid: flag(),
            velocity: Texels::flat(store, wgpu::TextureFormat::Rg32Float),
            beside: BesideWalls::new(store),
            velocities: Made::default(),
        }
    }

    /// Holds what a composition shows of its water; whether any texture is another one then.
    pub(super) fn hold(&mut self, store: &Store, composition: &Composition, lighting: &Lighting) -> bool {
        let Composition { water: Water { sheet, revisions, .. }, elevations, values, shown, .. } =
            composition;
        let Revisions { velocity, bed, solid, foam, .. } = *revisions;
        let uniforms = Sheet::new(composition, lighting);
        self.sheet.hold(store, uniforms);
        let is_set = |flag: f32| flag > 0.0;
        let [has_elevations, has_foam, has_bed, has_solids] = uniforms.has.map(is_set);
        let cells = [sheet.nx, sheet.ny, 1];
        let mut is_other = self.beside.hold(store, composition, lighting);
        let mut hold = |texels: &mut Texels, revision, size, bytes: &[u8]| {
            is_other |= texels.hold(store, revision, size, bytes);
        };
        if has_elevations {
            let eta_m = bytemuck::cast_slice(&elevations.thing);
            hold(&mut self.elevations, elevations.revision, cells, eta_m);
        }
        if has_foam {
            let [width, height] = Sheet::texels(composition);
            let density = bytemuck::cast_slice(&sheet.foam.density);
            hold(&mut self.foam, foam, [width, height, 1], density);
        }
        if has_bed {
            hold(&mut self.bed, bed, cells, bytemuck::cast_slice(&sheet.bed_m));
        }
        if has_solids {
            hold(&mut self.solid, solid, cells, bytemuck::cast_slice(&sheet.solid));
        }
        if shown.is_some() {
            hold(&mut self.values, values.revision, cells, bytemuck::cast_slice(&values.thing.filled));
            hold(&mut self.unknown, values.revision, cells, bytemuck::cast_slice(&values.thing.unknown));
        }
        if is_carried(sheet, lighting.look) {
            self.velocities.update(velocity, |velocities| streams(sheet, velocities));
            hold(&mut self.velocity, velocity, cells, bytemuck::cast_slice(&self.velocities.thing));
        }
        is_other
    }

    pub(super) fn bind(&self, store: &Store, layout: &wgpu::BindGroupLayout) -> wgpu::BindGroup {
        let Self { sheet, elevations, foam, bed, values, unknown, solid, beside, .. } = self;
        let textures = [elevations, foam, bed, values, unknown, solid].map(Texels::view);
        store.bind(layout, Some(&sheet.buffer), &[&textures[..], &beside.views()].concat())
    }

    pub(super) fn elevations(&self) -> &wgpu::TextureView {
        self.elevations.view()
    }

    pub(super) fn velocity(&self) -> &wgpu::TextureView {
        self.velocity.view()
    }
}

/// The uniform block `Sheet`.
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(super) struct Sheet {
    grid: [f32; 4],
    edges: [f32; 4],
    level: [f32; 4],
    has: [f32; 4],
}

impl Sheet {
    fn new(composition: &Composition, lighting: &Lighting) -> Self {
        let sheet = &composition.water.sheet;
        let shown = match composition.shown {
            None => 0.0,
            Some(Field::Mask) => 2.0,
            Some(_) => 1.0,
        };
        let is_some = !sheet.level_m.is_empty();
        let width = |edge| match edge {
            Edge::Bank => 0.0,
            Edge::Sea(width_m) => sheet.cell_size_m.max(width_m),
        };
        let has = [
            // Without light, a field alone is seen.
            is_some && lighting.look != Look::Science,
            is_some && is_foamy(sheet, lighting.look),
            is_some && lighting.look.is_water() && sheet.bed_m.len() == sheet.level_m.len(),
            is_some && composition.has_surface && !sheet.solids_are_bodies && !sheet.solid.is_empty(),
        ];
        let has_walls = if composition.beside.thing.texels.is_empty() { 0.0 } else { 1.0 };
        Self {
            grid: [sheet.nx as f32, sheet.ny as f32, sheet.cell_size_m, shown],
            edges: sheet.edges.map(width),
            level: [lighting.still_level_m, lighting.vertical_scale, has_walls, 0.0],
            has: has.map(|has| if has { 1.0 } else { 0.0 }),
        }
    }

    /// Texels of the water's textures along x and y, one without water.
    pub(super) fn texels(composition: &Composition) -> [usize; 2] {
        let sheet = &composition.water.sheet;
        if sheet.level_m.is_empty() { [1; 2] } else { [sheet.nx, sheet.ny].map(|n| n * TEXELS) }
    }

    /// Squares between the middles of cells and to the edge, along x and y; one without water.
    pub(super) fn squares(composition: &Composition) -> [usize; 2] {
        let sheet = &composition.water.sheet;
        if sheet.level_m.is_empty() { [1; 2] } else { [sheet.nx, sheet.ny].map(|n| n + 1) }
    }
}
