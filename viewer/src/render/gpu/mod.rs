//! Pictures drawn by a GPU: the twin of `cpu.rs`, with the same triangles, formulas and samples.

mod adapter;
mod globals;
mod pipelines;

pub(crate) use adapter::Gpu;

use wgpu::util::DeviceExt;

use super::composition::Composition;
use super::error::Error;
use super::picture::{Picture, Rgba};
use super::shading::Lighting;
use globals::Globals;
use pipelines::{DEPTH_FORMAT, Pipelines, SAMPLE_FORMAT};

/// What pictures that are read back are made of.
const READ_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;

/// Draws on one GPU, for one format of target.
pub(crate) struct Painter {
    gpu: Gpu,
    pipelines: Pipelines,
    wants_srgb: bool,
    most_samples: u32,
}

impl Painter {
    /// A painter of pictures that are read back.
    pub(crate) fn new(allow_software: bool) -> Result<Self, Error> {
        // Without OpenGL, whose libraries print errors where there is no display.
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: wgpu::Backends::PRIMARY.with_env(),
            ..wgpu::InstanceDescriptor::new_without_display_handle_from_env()
        });
        Ok(Self::for_target(Gpu::find(&instance, None, allow_software)?, READ_FORMAT))
    }

    /// A painter for targets of a format.
    pub(crate) fn for_target(gpu: Gpu, target: wgpu::TextureFormat) -> Self {
        let pipelines = Pipelines::new(&gpu.device, &gpu.queue, target);
        let most_samples = gpu.device.limits().max_texture_dimension_2d;
        Self { gpu, pipelines, wants_srgb: !target.is_srgb(), most_samples }
    }

    /// Name of the adapter.
    pub(crate) fn name(&self) -> &str {
        &self.gpu.name
    }

    /// Draws a composition and reads it back.
    pub(super) fn draw(
        &self,
        composition: &Composition,
        lighting: &Lighting,
        size: [u32; 2],
        samples_per_side: usize,
    ) -> Result<Picture, Error> {
        let refused = |reason: String| Error::Gpu { adapter: self.gpu.name.clone(), reason };
        if size.contains(&0) {
            return Ok(Picture::filled(size, [0; 4]));
        }
        if size.iter().any(|&side| side > self.most_samples) {
            return Err(refused(format!(
                "a picture of {size:?} pixels is larger than {}",
                self.most_samples
            )));
        }
        let scope = self.gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC;
        let target = self.texture("picture", size, READ_FORMAT, usage);
        self.draw_on(&target, composition, lighting, samples_per_side, None);
        let pixels = self.read(&target).map_err(refused)?;
        if let Some(error) = pollster::block_on(scope.pop()) {
            return Err(refused(error.to_string()));
        }
        Picture::from_pixels(size, pixels).ok_or_else(|| refused("too few bytes came back".into()))
    }

    /// Draws a composition over all of `target`, `words` (straight alpha) on top.
    pub(super) fn draw_on(
        &self,
        target: &wgpu::Texture,
        composition: &Composition,
        lighting: &Lighting,
        samples_per_side: usize,
        words: Option<&Picture>,
    ) {
        let device = &self.gpu.device;
        let size = [target.width(), target.height()];
        let side = (samples_per_side as u32).min(self.most_samples / size[0].max(size[1]).max(1)).max(1);
        let samples_size = size.map(|n| n * side);
        let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING;
        let samples = view(&self.texture("samples", samples_size, SAMPLE_FORMAT, usage));
        let depth =
            view(&self.texture("depth", samples_size, DEPTH_FORMAT, wgpu::TextureUsages::RENDER_ATTACHMENT));
        let picture = [
            samples_size[0] as f32,
            samples_size[1] as f32,
            side as f32,
            if self.wants_srgb { 1.0 } else { 0.0 },
        ];
        let mut encoder = device.create_command_encoder(&Default::default());
        self.encode_samples(
            &mut encoder,
            &samples,
            &depth,
            composition,
            &Globals::new(composition, lighting, picture),
        );
        self.encode_resolve(&mut encoder, &view(target), &samples, picture, words);
        self.gpu.queue.submit([encoder.finish()]);
    }

    fn encode_samples(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        samples: &wgpu::TextureView,
        depth: &wgpu::TextureView,
        composition: &Composition,
        globals: &Globals,
    ) {
        let globals = self.buffer(bytemuck::bytes_of(globals), wgpu::BufferUsages::UNIFORM);
        let vertices =
            self.buffer(bytemuck::cast_slice(&composition.mesh.vertices), wgpu::BufferUsages::VERTEX);
        let indices =
            self.buffer(bytemuck::cast_slice(&composition.mesh.triangles), wgpu::BufferUsages::INDEX);
        let footprint = &composition.footprint;
        let footprint = self.texture_with(
            footprint.size.map(|n| n as u32),
            wgpu::TextureFormat::Rg8Unorm,
            footprint.texels.as_flattened(),
        );
        let bindings = self.bind(&self.pipelines.picture_layout, &globals, &[&footprint]);
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("samples"),
            color_attachments: &[Some(over(samples))],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: depth,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(0.0),
                    store: wgpu::StoreOp::Discard,
                }),
                stencil_ops: None,
            }),
            ..Default::default()
        });
        pass.set_bind_group(0, &bindings, &[]);
        pass.set_pipeline(&self.pipelines.background);
        pass.draw(0..3, 0..1);
        if composition.mesh.triangles.is_empty() {
            return;
        }
        pass.set_vertex_buffer(0, vertices.slice(..));
        pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
        let [solids, all] =
            [composition.mesh.solids, composition.mesh.triangles.len()].map(|triangles| 3 * triangles as u32);
        pass.set_pipeline(&self.pipelines.solid);
        pass.draw_indexed(0..solids, 0, 0..1);
        pass.set_pipeline(&self.pipelines.water);
        pass.draw_indexed(solids..all, 0, 0..1);
    }

    fn encode_resolve(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        target: &wgpu::TextureView,
        samples: &wgpu::TextureView,
        picture: [f32; 4],
        words: Option<&Picture>,
    ) {
        let words = match words {
            Some(words) => self.texture_with(words.size(), SAMPLE_FORMAT, words.pixels().as_flattened()),
            None => view(&self.pipelines.no_words),
        };
        let picture = self.buffer(bytemuck::bytes_of(&picture), wgpu::BufferUsages::UNIFORM);
        let layout = self.pipelines.resolve.get_bind_group_layout(0);
        let bindings = self.bind(&layout, &picture, &[samples, &words]);
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("resolve"),
            color_attachments: &[Some(over(target))],
            ..Default::default()
        });
        pass.set_bind_group(0, &bindings, &[]);
        pass.set_pipeline(&self.pipelines.resolve);
        pass.draw(0..3, 0..1);
    }

    fn bind(
        &self,
        layout: &wgpu::BindGroupLayout,
        uniform: &wgpu::Buffer,
        textures: &[&wgpu::TextureView],
    ) -> wgpu::BindGroup {
        let mut entries = vec![wgpu::BindGroupEntry { binding: 0, resource: uniform.as_entire_binding() }];
        entries.extend(textures.iter().zip(1..).map(|(texture, binding)| wgpu::BindGroupEntry {
            binding,
            resource: wgpu::BindingResource::TextureView(texture),
        }));
        self.gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout,
            entries: &entries,
        })
    }

    fn buffer(&self, contents: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
        self.gpu.device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: None, contents, usage })
    }

    fn texture(
        &self,
        label: &str,
        size: [u32; 2],
        format: wgpu::TextureFormat,
        usage: wgpu::TextureUsages,
    ) -> wgpu::Texture {
        self.gpu.device.create_texture(&descriptor(label, size, format, usage))
    }

    fn texture_with(&self, size: [u32; 2], format: wgpu::TextureFormat, bytes: &[u8]) -> wgpu::TextureView {
        let descriptor = descriptor("input", size, format, wgpu::TextureUsages::TEXTURE_BINDING);
        view(&self.gpu.device.create_texture_with_data(
            &self.gpu.queue,
            &descriptor,
            Default::default(),
            bytes,
        ))
    }

    /// The pixels of a texture, without the padding of its rows.
    fn read(&self, texture: &wgpu::Texture) -> Result<Vec<Rgba>, String> {
        let row = 4 * texture.width();
        let padded_row = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let buffer = self.gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("picture"),
            size: u64::from(padded_row) * u64::from(texture.height()),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        let layout =
            wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(padded_row), rows_per_image: None };
        encoder.copy_texture_to_buffer(
            texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo { buffer: &buffer, layout },
            texture.size(),
        );
        self.gpu.queue.submit([encoder.finish()]);
        let (done, mapped) = std::sync::mpsc::channel();
        buffer.slice(..).map_async(wgpu::MapMode::Read, move |result| {
            // The receiver is gone only if polling failed, which is reported below.
            let _ = done.send(result);
        });
        self.gpu.device.poll(wgpu::PollType::wait_indefinitely()).map_err(|error| error.to_string())?;
        let result = mapped.try_recv().map_err(|_| "the picture was not read back".to_owned())?;
        result.map_err(|error| error.to_string())?;
        let bytes = buffer.slice(..).get_mapped_range().map_err(|error| error.to_string())?;
        Ok(bytes
            .chunks_exact(padded_row as usize)
            .flat_map(|padded| padded[..row as usize].as_chunks().0)
            .copied()
            .collect())
    }
}

fn descriptor(
    label: &str,
    [width, height]: [u32; 2],
    format: wgpu::TextureFormat,
    usage: wgpu::TextureUsages,
) -> wgpu::TextureDescriptor<'_> {
    wgpu::TextureDescriptor {
        label: Some(label),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage,
        view_formats: &[],
    }
}

fn view(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&Default::default())
}

/// A color attachment that is drawn over completely.
fn over(view: &wgpu::TextureView) -> wgpu::RenderPassColorAttachment<'_> {
    wgpu::RenderPassColorAttachment {
        view,
        depth_slice: None,
        resolve_target: None,
        ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Store },
    }
}
