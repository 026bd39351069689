//! Pictures drawn by a GPU: the twin of `render::cpu`, with the same triangles, formulas and samples.

mod adapter;
mod globals;
mod pipelines;

pub use adapter::Gpu;

use wgpu::util::DeviceExt;

use super::composition::Composition;
use super::error::Error;
use super::geometry::Mesh;
use super::picture::{Picture, Rgba};
use super::shading::{Lighting, Mirror};
use super::smoke::Smoke;
use globals::Globals;
use pipelines::{BLOCK_FORMAT, DEPTH_FORMAT, Pipelines, SAMPLE_FORMAT, SMOKE_FORMAT, upload, upload_volume};

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
        let size = [target.width(), target.height()];
        let side = (samples_per_side as u32).min(self.most_samples / size[0].max(size[1]).max(1)).max(1);
        let samples_size = size.map(|n| n * side);
        let picture = [
            samples_size[0] as f32,
            samples_size[1] as f32,
            side as f32,
            if self.wants_srgb { 1.0 } else { 0.0 },
        ];
        let globals = Globals::new(composition, lighting, picture);
        let scenery = self.scenery(composition, &globals);
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        let mesh = &composition.mesh;
        let triangles = self.triangles(mesh);
        let range = |from: usize, to: usize| 3 * from as u32..3 * to as u32;
        let [samples, depths] = self.targets(samples_size);
        let solids = (&self.pipelines.solid, range(0, mesh.solids));
        let water = (&self.pipelines.water, range(mesh.solids, mesh.triangles.len()));
        encode(&mut encoder, [&samples, &depths], &scenery, &triangles, &[solids, water]);
        let mut seen_in_water = |pipeline| {
            let size = Mirror::size_for(size.map(|n| n as usize)).map(|n| n as u32);
            let [bodies, depths] = self.targets(size);
            let parts = [(pipeline, range(0, mesh.mirrored))];
            encode(&mut encoder, [&bodies, &depths], &scenery, &triangles, &parts);
            bodies
        };
        let mirror = lighting.mirrors().then(|| seen_in_water(&self.pipelines.mirror));
        let sunken = lighting.refracts().then(|| seen_in_water(&self.pipelines.sunken));
        let words =
            words.map(|words| self.upload(words.size(), SAMPLE_FORMAT, words.pixels().as_flattened()));
        let nothing = &self.pipelines.nothing;
        let [mirror, words, sunken] =
            [&mirror, &words, &sunken].map(|texture| texture.as_ref().unwrap_or(nothing));
        let textures = [&samples, &depths, mirror, words, sunken];
        let bindings = self.bind(&self.pipelines.samples_layout, None, &textures);
        let target = view(target);
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("resolve"),
            color_attachments: &[Some(over(&target))],
            ..Default::default()
        });
        pass.set_bind_group(0, &scenery, &[]);
        pass.set_bind_group(1, &bindings, &[]);
        pass.set_pipeline(&self.pipelines.resolve);
        pass.draw(0..3, 0..1);
        drop(pass);
        self.gpu.queue.submit([encoder.finish()]);
    }

    /// Uniforms and textures that shading reads.
    fn scenery(&self, composition: &Composition, globals: &Globals) -> wgpu::BindGroup {
        let globals = self.buffer(bytemuck::bytes_of(globals), wgpu::BufferUsages::UNIFORM);
        let Composition { footprint, relief, .. } = composition;
        let size = |size: [usize; 2]| size.map(|n| n as u32);
        let over_water = [
            (wgpu::TextureFormat::Rgba32Float, bytemuck::cast_slice(&relief.surface)),
            (wgpu::TextureFormat::Rgba32Float, bytemuck::cast_slice(&relief.below)),
            (wgpu::TextureFormat::Rg32Float, bytemuck::cast_slice(&relief.velocity)),
        ];
        let over_water = over_water.map(|(format, bytes)| self.upload(size(relief.size), format, bytes));
        let footprint = self.upload(
            size(footprint.size),
            wgpu::TextureFormat::Rgba8Unorm,
            footprint.texels.as_flattened(),
        );
        let [surface, below, velocity] = &over_water;
        let [patterns, slopes, curvatures] = &self.pipelines.tiles;
        let smoke = composition.smoke.as_ref().map(|smoke| self.smoke(smoke));
        let [smoke, blocks] = smoke.as_ref().unwrap_or(&self.pipelines.clear);
        let textures = [&footprint, surface, below, velocity, patterns, slopes, curvatures, smoke, blocks];
        self.bind(&self.pipelines.scenery_layout, Some(&globals), &textures)
    }

    /// Textures of smoke and of its blocks.
    fn smoke(&self, smoke: &Smoke) -> [wgpu::TextureView; 2] {
        let Gpu { device, queue, .. } = &self.gpu;
        let ((size, values), (blocks, filled)) = (smoke.texels(), smoke.blocks());
        [
            upload_volume(device, queue, size, SMOKE_FORMAT, bytemuck::cast_slice(values)),
            upload_volume(device, queue, blocks, BLOCK_FORMAT, &filled),
        ]
    }

    /// Whether the device holds a composition: smoke of more cells along an axis than its textures have texels is drawn by the CPU.
    pub(super) fn holds(&self, composition: &Composition) -> bool {
        let most = self.gpu.device.limits().max_texture_dimension_3d as usize;
        composition.smoke.as_ref().is_none_or(|smoke| smoke.texels().0.iter().all(|n| *n <= most))
    }

    /// Buffers of corners and indices; `None` without triangles.
    fn triangles(&self, mesh: &Mesh) -> Option<[wgpu::Buffer; 2]> {
        (!mesh.triangles.is_empty()).then(|| {
            let corners = self.buffer(bytemuck::cast_slice(&mesh.vertices), wgpu::BufferUsages::VERTEX);
            [corners, self.buffer(bytemuck::cast_slice(&mesh.triangles), wgpu::BufferUsages::INDEX)]
        })
    }

    /// Textures for colors and depths.
    fn targets(&self, size: [u32; 2]) -> [wgpu::TextureView; 2] {
        let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING;
        [("samples", SAMPLE_FORMAT), ("depths", DEPTH_FORMAT)]
            .map(|(label, format)| view(&self.texture(label, size, format, usage)))
    }

    fn bind(
        &self,
        layout: &wgpu::BindGroupLayout,
        uniform: Option<&wgpu::Buffer>,
        textures: &[&wgpu::TextureView],
    ) -> wgpu::BindGroup {
        let uniform = uniform.map(wgpu::Buffer::as_entire_binding);
        let textures = textures.iter().map(|texture| wgpu::BindingResource::TextureView(texture));
        let resources = uniform.into_iter().chain(textures).zip(0..);
        let entries: Vec<_> =
            resources.map(|(resource, binding)| wgpu::BindGroupEntry { binding, resource }).collect();
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
        let [width, height] = size;
        self.gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some(label),
            size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage,
            view_formats: &[],
        })
    }

    fn upload(&self, size: [u32; 2], format: wgpu::TextureFormat, bytes: &[u8]) -> wgpu::TextureView {
        upload(&self.gpu.device, &self.gpu.queue, size, format, bytes)
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

/// Draws triangles, each range with its pipeline, into textures for colors and depths that are cleared before.
fn encode(
    encoder: &mut wgpu::CommandEncoder,
    [colors, depths]: [&wgpu::TextureView; 2],
    scenery: &wgpu::BindGroup,
    triangles: &Option<[wgpu::Buffer; 2]>,
    parts: &[(&wgpu::RenderPipeline, std::ops::Range<u32>)],
) {
    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("samples"),
        color_attachments: &[Some(over(colors))],
        depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
            view: depths,
            depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0.0), store: wgpu::StoreOp::Store }),
            stencil_ops: None,
        }),
        ..Default::default()
    });
    let Some([corners, indices]) = triangles else { return };
    pass.set_bind_group(0, scenery, &[]);
    pass.set_vertex_buffer(0, corners.slice(..));
    pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
    for (pipeline, range) in parts {
        pass.set_pipeline(pipeline);
        pass.draw_indexed(range.clone(), 0, 0..1);
    }
}

fn view(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&Default::default())
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
