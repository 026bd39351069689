//! Pictures drawn by a GPU: the twin of `render::cpu`, with the same triangles, formulas and samples.
//!
//! What a picture needs stays on the GPU from one to the next, and is uploaded again only where it changed: of a view that moves, its
//! uniforms; of water that moves, the elevations of its cells, its foam and its velocities, of which passes make the textures that
//! shading reads and the corners of the surface.

mod adapter;
mod beside;
mod globals;
mod held;
mod pipelines;
mod scenery;
mod store;
mod targets;
mod water;
mod words;

pub use adapter::{Gpu, is_software};
pub use store::Uploads;

use super::composition::{Composition, MIRRORED, SOLIDS};
use super::error::Error;
use super::picture::Picture;
use super::shading::Lighting;
use held::Triangles;
use pipelines::{GROUP, Pipelines};
use scenery::Scenery;
use store::{Image, Store};
use targets::Targets;
use water::Sheet;
use words::Words;

/// Draws on one GPU.
pub(crate) struct Painter {
    store: Store,
    pipelines: Pipelines,
    inputs: Inputs,
    targets: Option<Targets>,
    words: Words,
    /// The target on which the last picture was shown.
    shown_on: Option<(wgpu::Texture, wgpu::TextureView)>,
    most_texels: u32,
}

/// Inputs of pictures.
struct Inputs {
    scenery: Scenery,
    /// Solid triangles in drawing order, and level water.
    solids: [Triangles; SOLIDS],
    level: Triangles,
}

impl Painter {
    /// A painter of pictures that are read back.
    pub(crate) fn new(allow_software: bool) -> Result<Self, Error> {
        // Without OpenGL, whose libraries print errors where there is no display.
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: wgpu::Backends::PRIMARY.with_env(),
            ..wgpu::InstanceDescriptor::new_without_display_handle_from_env()
        });
        Ok(Self::on(Gpu::find(&instance, None, allow_software)?, None))
    }

    /// A painter that shows pictures on targets of a format too.
    pub(crate) fn for_target(gpu: Gpu, target: wgpu::TextureFormat) -> Self {
        Self::on(gpu, Some(target))
    }

    fn on(gpu: Gpu, target: Option<wgpu::TextureFormat>) -> Self {
        let most_texels = gpu.device.limits().max_texture_dimension_2d;
        let store = Store::new(gpu);
        Self {
            pipelines: Pipelines::new(&store, target),
            inputs: Inputs {
                scenery: Scenery::new(&store),
                solids: Default::default(),
                level: Triangles::default(),
            },
            targets: None,
            words: Words::new(&store),
            shown_on: None,
            most_texels,
            store,
        }
    }

    /// Name of the adapter.
    pub(crate) fn name(&self) -> &str {
        &self.store.gpu.name
    }

    /// Why its pictures are not to be relied on any more, if they are not.
    pub(crate) fn trouble(&self) -> Option<&str> {
        self.store.gpu.trouble()
    }

    /// The account so far.
    pub(crate) fn uploads(&self) -> Uploads {
        self.store.uploads()
    }

    /// Whether the device holds a composition: smoke or water of more cells along an axis than its textures have texels is drawn by the CPU.
    pub(super) fn holds(&self, composition: &Composition) -> bool {
        let most = self.store.gpu.device.limits().max_texture_dimension_3d as usize;
        let smoke = &composition.smoke.thing;
        Sheet::texels(composition).iter().all(|n| *n <= self.most_texels as usize)
            && smoke.as_ref().is_none_or(|smoke| smoke.texels().0.iter().all(|n| *n <= most))
    }

    /// An empty picture of what [`show`](Self::show) writes over pictures of a size.
    pub(super) fn words(&mut self, size: [u32; 2]) -> &mut Picture {
        self.words.blank(&self.store, size)
    }

    /// Draws a composition over all of a picture, which takes a size on.
    pub(super) fn draw(
        &mut self,
        composition: &Composition,
        lighting: &Lighting,
        size: [u32; 2],
        samples_per_side: usize,
        picture: &mut Picture,
    ) -> Result<(), Error> {
        let adapter = self.store.gpu.name.clone();
        let refused = |reason: String| Error::Gpu { adapter: adapter.clone(), reason };
        if size.contains(&0) {
            picture.resize(size);
            return Ok(());
        }
        if size.iter().any(|&side| side > self.most_texels) {
            return Err(refused(format!("a picture of {size:?} pixels is larger than {}", self.most_texels)));
        }
        let scope = self.store.gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
        self.paint(Some(composition), lighting, (size, samples_per_side), None);
        let trouble = |painter: &Self| painter.trouble().map(|trouble| refused(trouble.to_owned()));
        // A device that is lost cannot be waited for.
        if let Some(error) = trouble(self) {
            return Err(error);
        }
        if let Some(targets) = &self.targets {
            targets.read(&self.store, picture).map_err(refused)?;
        }
        match pollster::block_on(scope.pop()) {
            Some(error) => Err(refused(error.to_string())),
            None => trouble(self).map_or(Ok(()), Err),
        }
    }

    /// Draws a composition over all of `target`, the words on top; these alone if there is none.
    pub(super) fn show(
        &mut self,
        target: &wgpu::Texture,
        composition: Option<&Composition>,
        lighting: &Lighting,
        samples_per_side: usize,
    ) {
        self.words.upload(&self.store);
        if self.shown_on.as_ref().is_none_or(|(shown_on, _)| shown_on != target) {
            self.shown_on = Some((target.clone(), self.store.view(target)));
        }
        let size = [target.width(), target.height()];
        let view = self.shown_on.as_ref().map(|(_, view)| view.clone());
        self.paint(composition, lighting, (size, samples_per_side), view.as_ref());
    }

    /// Draws a picture of a size and shows it, or copies its pixels to where they are read.
    fn paint(
        &mut self,
        composition: Option<&Composition>,
        lighting: &Lighting,
        (size, samples_per_side): ([u32; 2], usize),
        target: Option<&wgpu::TextureView>,
    ) {
        let Self { store, pipelines, inputs, targets, words, most_texels, .. } = self;
        let store = &*store;
        let side = (samples_per_side as u32).min(*most_texels / size[0].max(size[1]).max(1)).max(1);
        if targets.as_ref().is_some_and(|targets| (targets.size, targets.per_side) != (size, side)) {
            *targets = None;
        }
        let targets = targets.get_or_insert_with(|| Targets::new(store, size, side));
        let mut encoder = store.gpu.device.create_command_encoder(&Default::default());
        if let Some(composition) = composition {
            inputs.hold((store, pipelines), &mut encoder, composition, lighting, targets);
            inputs.draw(pipelines, &mut encoder, composition, lighting, targets);
            if lighting.mirrors() && composition.is_mirrored() {
                targets.smear(store, pipelines, &mut encoder);
            }
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_bind_group(0, inputs.scenery.group(), &[]);
            let words = target.map(|_| words.view());
            pass.set_bind_group(1, targets.resolve(store, pipelines, words), &[]);
            pass.set_pipeline(&pipelines.resolve);
            let [x, y] = size.map(|n| n.div_ceil(GROUP));
            pass.dispatch_workgroups(x, y, 1);
        } else {
            store.write_texels(&targets.picture.texture, 0, [size[0], size[1], 1], words.bytes());
        }
        match (target, &pipelines.show) {
            (Some(target), Some(show)) => {
                let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                    label: Some("show"),
                    color_attachments: &[Some(over(target))],
                    ..Default::default()
                });
                pass.set_bind_group(0, targets.shown(store, pipelines), &[]);
                pass.set_pipeline(show);
                pass.draw(0..3, 0..1);
            }
            _ => targets.copy(store, &mut encoder),
        }
        store.gpu.queue.submit([encoder.finish()]);
    }
}

impl Inputs {
    /// Uploads what changed since the last picture, and encodes what is made of it.
    fn hold(
        &mut self,
        (store, pipelines): (&Store, &Pipelines),
        encoder: &mut wgpu::CommandEncoder,
        composition: &Composition,
        lighting: &Lighting,
        targets: &Targets,
    ) {
        let [across, down] = targets.size.map(|n| (n * targets.per_side) as f32);
        let picture = [across, down, targets.per_side as f32, 0.0];
        self.scenery.update((store, pipelines), encoder, composition, lighting, picture);
        self.solids.iter_mut().zip(composition.solids()).for_each(|(held, part)| held.hold(store, part));
        self.level.hold(store, composition.level());
    }

    /// Encodes the passes that draw samples, and bodies as they are seen in water.
    fn draw(
        &self,
        pipelines: &Pipelines,
        encoder: &mut wgpu::CommandEncoder,
        composition: &Composition,
        lighting: &Lighting,
        targets: &Targets,
    ) {
        let Self { scenery, solids, level } = self;
        let [colors, depths] = &targets.samples;
        let mut pass = begin(encoder, colors, depths);
        pass.set_bind_group(0, scenery.group(), &[]);
        pass.set_pipeline(&pipelines.solid);
        solids.iter().for_each(|part| part.draw(&mut pass));
        if composition.has_surface {
            let (squares, corners) = scenery.squares();
            pass.set_bind_group(1, squares, &[]);
            pass.set_pipeline(&pipelines.surface);
            pass.draw(0..corners, 0..1);
        }
        pass.set_pipeline(&pipelines.level);
        level.draw(&mut pass);
        drop(pass);
        let seen_in_water = [
            (lighting.mirrors(), &targets.mirror, &pipelines.mirror),
            (lighting.refracts(), &targets.sunken, &pipelines.sunken),
        ];
        for (_, colors, pipeline) in seen_in_water.into_iter().filter(|(is_seen, ..)| *is_seen) {
            let mut pass = begin(encoder, colors, &targets.depths);
            pass.set_bind_group(0, scenery.group(), &[]);
            pass.set_pipeline(pipeline);
            solids[..MIRRORED].iter().for_each(|part| part.draw(&mut pass));
        }
    }
}

/// Begins to draw samples on colors and depths that are cleared before.
fn begin<'a>(encoder: &'a mut wgpu::CommandEncoder, colors: &Image, depths: &Image) -> wgpu::RenderPass<'a> {
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("samples"),
        color_attachments: &[Some(over(&colors.view))],
        depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
            view: &depths.view,
            depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0.0), store: wgpu::StoreOp::Store }),
            stencil_ops: None,
        }),
        ..Default::default()
    })
}

/// A color attachment that begins transparent.
fn over(view: &wgpu::TextureView) -> wgpu::RenderPassColorAttachment<'_> {
    wgpu::RenderPassColorAttachment {
        view,
        depth_slice: None,
        resolve_target: None,
        ops: wgpu::Operations {
            load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
            store: wgpu::StoreOp::Store,
        },
    }
}
