//! What the shaders read: uniforms, inputs that are uploaded where they change, and the water's textures, which are made of these.

use super::globals::Globals;
use super::held::{Texels, Uniforms};
use super::pipelines::{GROUP, Pipelines, RELIEF_FORMAT};
use super::store::{Image, Store};
use super::water::{Cells, Sheet};
use crate::composition::{Composition, Revisions, Water};
use crate::made::Made;
use crate::scene::{Field, Look};
use crate::shading::{Lighting, tiles};

/// Optical depth and sunlight of smoke, and whether its blocks hold any.
const SMOKE_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rg32Float;
const BLOCK_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::R8Unorm;

/// Uniforms and textures of pictures.
pub(super) struct Scenery {
    globals: Uniforms<Globals>,
    footprint: Texels,
    /// The invented patterns, slopes and curvatures of ripples, in the order of their bindings.
    tiles: [Texels; 3],
    smoke: Texels,
    blocks: Texels,
    /// Texels of smoke and of its blocks for pictures without any.
    clear: [Texels; 2],
    cells: Cells,
    /// Textures of the surface and of what is below, and corners of its squares.
    relief: [Image; 2],
    squares: Image,
    /// By these the textures and the squares are known.
    raised: Made<(Look, Option<Field>, [u64; 5]), ()>,
    squared: Made<([u64; 3], [f32; 2]), ()>,
    group: Option<wgpu::BindGroup>,
    squares_group: Option<wgpu::BindGroup>,
    /// Inputs, and what is read and written, of the surface, of what is below, and of the squares.
    makers: Option<(wgpu::BindGroup, [wgpu::BindGroup; 3])>,
    shows_smoke: bool,
}

impl Scenery {
    pub(super) fn new(store: &Store) -> Self {
        let side = |texels: usize| [texels, texels, 1];
        let tile = |side, format, bytes: &[u8]| {
            let mut texels = Texels::flat(store, format);
            texels.hold(store, 0, side, bytes);
            texels
        };
        let (patterns, ripples) = (&tiles::PATTERNS[..], &*tiles::RIPPLE);
        let of_ripples = |values: &[[f32; 4]]| {
            tile(side(tiles::RIPPLES), wgpu::TextureFormat::Rgba32Float, bytemuck::cast_slice(values))
        };
        let tiles = [
            tile(side(tiles::PATTERN), wgpu::TextureFormat::Rgba8Unorm, bytemuck::cast_slice(patterns)),
            of_ripples(&ripples.slopes.values()),
            of_ripples(&ripples.curvatures.values()),
        ];
        let [smoke, clear_smoke] = [(); 2].map(|()| Texels::space(store, SMOKE_FORMAT));
        let [blocks, clear_blocks] = [(); 2].map(|()| Texels::space(store, BLOCK_FORMAT));
        Self {
            globals: Uniforms::new(store),
            footprint: Texels::with_room(store, wgpu::TextureFormat::Rgba8Unorm),
            tiles,
            smoke,
            blocks,
            clear: [clear_smoke, clear_blocks],
            cells: Cells::new(store),
            relief: [(); 2].map(|()| made(store, [1; 2])),
            squares: made(store, [1; 2]),
            raised: Made::default(),
            squared: Made::default(),
            group: None,
            squares_group: None,
            makers: None,
            shows_smoke: false,
        }
    }

    /// Becomes that of a composition; encodes the passes that make the water's textures of what was uploaded.
    pub(super) fn update(
        &mut self,
        (store, pipelines): (&Store, &Pipelines),
        encoder: &mut wgpu::CommandEncoder,
        composition: &Composition,
        lighting: &Lighting,
        picture: [f32; 4],
    ) {
        self.globals.hold(store, Globals::new(composition, lighting, picture));
        let footprint = &composition.footprint;
        let [width, height] = footprint.thing.size;
        let texels = footprint.thing.texels.as_flattened();
        let mut is_other =
            self.footprint.hold(store, footprint.revision, [width, height, 1], bytemuck::cast_slice(texels));
        let smoke = &composition.smoke;
        is_other |= std::mem::replace(&mut self.shows_smoke, smoke.thing.is_some()) != self.shows_smoke;
        if let Some(of) = smoke.thing.as_ref().filter(|_| !self.smoke.holds(smoke.revision)) {
            let ((size, values), (blocks, filled)) = (of.texels(), of.blocks());
            is_other |= self.smoke.hold(store, smoke.revision, size, bytemuck::cast_slice(values));
            is_other |= self.blocks.hold(store, smoke.revision, blocks, &filled);
        }
        is_other |= self.cells.hold(store, composition, lighting);
        is_other |= self.resize_relief(store, composition);
        if is_other || self.group.is_none() {
            self.makers = Some(self.bind_makers(store, pipelines));
            self.group = Some(self.bind(store, pipelines));
            self.squares_group = Some(store.bind(&pipelines.squares_layout, None, &[&self.squares.view]));
        }
        self.make(pipelines, encoder, composition, lighting);
    }

    /// Makes room for the water's textures; whether they are others then.
    fn resize_relief(&mut self, store: &Store, composition: &Composition) -> bool {
        let size = Sheet::texels(composition).map(|n| n as u32);
        let has = &self.relief[0].texture;
        if [has.width(), has.height()] == size {
            return false;
        }
        self.relief = [(); 2].map(|()| made(store, size));
        self.squares = made(store, Sheet::squares(composition).map(|n| n as u32));
        (self.raised, self.squared) = Default::default();
        true
    }

    fn bind_makers(&self, store: &Store, pipelines: &Pipelines) -> (wgpu::BindGroup, [wgpu::BindGroup; 3]) {
        let [surface, below] = &self.relief;
        // The first and the last read no texture of these.
        let nothing = self.cells.elevations();
        let makers = [(nothing, surface), (&surface.view, below), (nothing, &self.squares)];
        let makers = makers.map(|(read, made)| store.bind(&pipelines.made_layout, None, &[read, &made.view]));
        (self.cells.bind(store, &pipelines.cells_layout), makers)
    }

    fn bind(&self, store: &Store, pipelines: &Pipelines) -> wgpu::BindGroup {
        let [surface, below] = &self.relief;
        let [patterns, slopes, curvatures] = self.tiles.each_ref().map(Texels::view);
        let [clear_smoke, clear_blocks] = &self.clear;
        let [smoke, blocks] =
            if self.shows_smoke { [&self.smoke, &self.blocks] } else { [clear_smoke, clear_blocks] };
        let textures = [
            self.footprint.view(),
            &surface.view,
            &below.view,
            self.cells.velocity(),
            patterns,
            slopes,
            curvatures,
            smoke.view(),
            blocks.view(),
        ];
        store.bind(&pipelines.scenery_layout, Some(&self.globals.buffer), &textures)
    }

    /// Encodes the passes that make the water's textures, where they follow from something else than before.
    fn make(
        &mut self,
        pipelines: &Pipelines,
        encoder: &mut wgpu::CommandEncoder,
        composition: &Composition,
        lighting: &Lighting,
    ) {
        let Composition { water: Water { sheet, revisions, .. }, elevations, values, shown, .. } =
            composition;
        let Some((cells, makers)) = self.makers.as_ref().filter(|_| !sheet.level_m.is_empty()) else {
            return;
        };
        let Revisions { frame, solid, bed, foam, .. } = *revisions;
        let [elevations, values] = [
            if lighting.look == Look::Science { 0 } else { elevations.revision },
            if shown.is_some() { values.revision } else { 0 },
        ];
        let mut make = |pipeline: &wgpu::ComputePipeline, maker: usize, texture: &wgpu::Texture| {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_bind_group(0, cells, &[]);
            pass.set_bind_group(1, &makers[maker], &[]);
            pass.set_pipeline(pipeline);
            let [x, y] = [texture.width(), texture.height()].map(|n| n.div_ceil(GROUP));
            pass.dispatch_workgroups(x, y, 1);
        };
        let [surface, below] = &self.relief;
        self.raised.update((lighting.look, *shown, [frame, elevations, values, bed, foam]), |()| {
            make(&pipelines.raise, 0, &surface.texture);
            make(&pipelines.curve, 1, &below.texture);
        });
        if composition.has_surface {
            let solid = if sheet.solids_are_bodies { 0 } else { solid };
            let heights = [lighting.still_level_m, lighting.vertical_scale];
            self.squared.update(([frame, elevations, solid], heights), |()| {
                make(&pipelines.squares, 2, &self.squares.texture);
            });
        }
    }

    pub(super) fn group(&self) -> &Option<wgpu::BindGroup> {
        &self.group
    }

    /// The group of the squares, and the number of their triangles' corners.
    pub(super) fn squares(&self) -> (&Option<wgpu::BindGroup>, u32) {
        let squares = &self.squares.texture;
        (&self.squares_group, 6 * squares.width() * squares.height())
    }
}

/// A texture that a pass makes.
fn made(store: &Store, size: [u32; 2]) -> Image {
    let usage = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::STORAGE_BINDING;
    store.flat("relief", size, RELIEF_FORMAT, usage)
}
