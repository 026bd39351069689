//! Pipelines, compiled once: one draws samples, one averages them to pixels.

use wgpu::util::DeviceExt;

use super::globals::constants;
use crate::geometry::Vertex;
use crate::shading::tiles;

/// Samples: written as sRGB, read and blended as light.
pub(super) const SAMPLE_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;
/// Depth of the samples.
pub(super) const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// Optical depth and sunlight of smoke, and whether its blocks hold any.
pub(super) const SMOKE_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rg32Float;
pub(super) const BLOCK_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::R8Unorm;

/// All pipelines for one format of target.
pub(super) struct Pipelines {
    pub(super) solid: wgpu::RenderPipeline,
    pub(super) water: wgpu::RenderPipeline,
    pub(super) mirror: wgpu::RenderPipeline,
    pub(super) sunken: wgpu::RenderPipeline,
    pub(super) resolve: wgpu::RenderPipeline,
    pub(super) scenery_layout: wgpu::BindGroupLayout,
    pub(super) samples_layout: wgpu::BindGroupLayout,
    /// A texture of one transparent pixel, for pictures without text or without a mirror.
    pub(super) nothing: wgpu::TextureView,
    /// Texels of smoke and of its blocks for pictures without any.
    pub(super) clear: [wgpu::TextureView; 2],
    /// The invented patterns, slopes and curvatures of ripples, in the order of their bindings.
    pub(super) tiles: [wgpu::TextureView; 3],
}

/// Number of textures of the scenery, of those in space after them, and of those made from samples.
const SCENERY: u32 = 7;
const VOLUMES: u32 = 2;
const SAMPLES: u32 = 5;

impl Pipelines {
    pub(super) fn new(device: &wgpu::Device, queue: &wgpu::Queue, target: wgpu::TextureFormat) -> Self {
        let scenery_layout = layout(device, true, 1, [SCENERY, VOLUMES]);
        let samples_layout = layout(device, false, 0, [SAMPLES, 0]);
        let attributes = wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Float32x4];
        let corners = [Some(wgpu::VertexBufferLayout {
            array_stride: size_of::<Vertex>() as u64,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &attributes,
        })];
        let common = constants()
            + include_str!("../shading/shading.wgsl")
            + include_str!("../shading/sky.wgsl")
            + include_str!("../shading/solids.wgsl");
        let picture = module(device, common.clone() + include_str!("picture.wgsl"));
        let resolve = module(
            device,
            common
                + include_str!("../shading/water.wgsl")
                + include_str!("../smoke/smoke.wgsl")
                + include_str!("resolve.wgsl"),
        );
        let side = |texels: usize| [texels as u32; 2];
        let (patterns, ripples) = (&tiles::PATTERNS[..], &*tiles::RIPPLE);
        let texture = |side, format, bytes: &[u8]| upload(device, queue, side, format, bytes);
        let tiles = [
            texture(side(tiles::PATTERN), wgpu::TextureFormat::Rgba8Unorm, bytemuck::cast_slice(patterns)),
            texture(
                side(tiles::RIPPLES),
                wgpu::TextureFormat::Rgba32Float,
                bytemuck::cast_slice(&ripples.slopes.values()),
            ),
            texture(
                side(tiles::RIPPLES),
                wgpu::TextureFormat::Rgba32Float,
                bytemuck::cast_slice(&ripples.curvatures.values()),
            ),
        ];
        let layouts = [Some(&scenery_layout), Some(&samples_layout)];
        let drawn = |vertex, fragment| {
            let stage = Stage { module: &picture, vertex, fragment, buffers: &corners, depth: true };
            pipeline(device, &layouts[..1], &stage, SAMPLE_FORMAT)
        };
        let whole =
            Stage { module: &resolve, vertex: "whole", fragment: "resolve", buffers: &[], depth: false };
        Self {
            solid: drawn("corner", "solid"),
            water: drawn("corner", "water"),
            mirror: drawn("corner_mirrored", "mirror"),
            sunken: drawn("corner_sunken", "sunken"),
            resolve: pipeline(device, &layouts, &whole, target),
            nothing: texture([1, 1], SAMPLE_FORMAT, &[0; 4]),
            clear: [(SMOKE_FORMAT, &[0u8; 8][..]), (BLOCK_FORMAT, &[0])]
                .map(|(format, bytes)| upload_volume(device, queue, [1; 3], format, bytes)),
            scenery_layout,
            samples_layout,
            tiles,
        }
    }
}

fn module(device: &wgpu::Device, source: String) -> wgpu::ShaderModule {
    device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("picture"),
        source: wgpu::ShaderSource::Wgsl(source.into()),
    })
}

/// A flat texture with these texels.
pub(super) fn upload(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    [width, height]: [u32; 2],
    format: wgpu::TextureFormat,
    bytes: &[u8],
) -> wgpu::TextureView {
    let size = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
    texture((device, queue), size, wgpu::TextureDimension::D2, format, bytes)
}

/// A texture in space with these texels.
pub(super) fn upload_volume(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    size: [usize; 3],
    format: wgpu::TextureFormat,
    bytes: &[u8],
) -> wgpu::TextureView {
    let [width, height, depth_or_array_layers] = size.map(|n| n as u32);
    let size = wgpu::Extent3d { width, height, depth_or_array_layers };
    texture((device, queue), size, wgpu::TextureDimension::D3, format, bytes)
}

fn texture(
    (device, queue): (&wgpu::Device, &wgpu::Queue),
    size: wgpu::Extent3d,
    dimension: wgpu::TextureDimension,
    format: wgpu::TextureFormat,
    bytes: &[u8],
) -> wgpu::TextureView {
    let descriptor = wgpu::TextureDescriptor {
        label: Some("input"),
        size,
        mip_level_count: 1,
        sample_count: 1,
        dimension,
        format,
        usage: wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    };
    device
        .create_texture_with_data(queue, &descriptor, Default::default(), bytes)
        .create_view(&Default::default())
}

/// A group of textures from binding `first`, after the uniforms if there are any: flat ones, then ones in space.
fn layout(
    device: &wgpu::Device,
    uniforms: bool,
    first: u32,
    [flat, volumes]: [u32; 2],
) -> wgpu::BindGroupLayout {
    let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
        ty,
        count: None,
    };
    let buffer = wgpu::BindingType::Buffer {
        ty: wgpu::BufferBindingType::Uniform,
        has_dynamic_offset: false,
        min_binding_size: None,
    };
    let texture = |view_dimension| wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable: false },
        view_dimension,
        multisampled: false,
    };
    let [plane, space] = [wgpu::TextureViewDimension::D2, wgpu::TextureViewDimension::D3].map(texture);
    let mut entries: Vec<_> = uniforms.then(|| entry(0, buffer)).into_iter().collect();
    entries.extend((first..first + flat).map(|binding| entry(binding, plane)));
    entries.extend((first + flat..first + flat + volumes).map(|binding| entry(binding, space)));
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries })
}

/// What a pipeline runs.
struct Stage<'a> {
    module: &'a wgpu::ShaderModule,
    vertex: &'a str,
    fragment: &'a str,
    buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    depth: bool,
}

fn pipeline(
    device: &wgpu::Device,
    layouts: &[Option<&wgpu::BindGroupLayout>],
    stage: &Stage,
    target: wgpu::TextureFormat,
) -> wgpu::RenderPipeline {
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: layouts,
        immediate_size: 0,
    });
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(stage.fragment),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: stage.module,
            entry_point: Some(stage.vertex),
            compilation_options: Default::default(),
            buffers: stage.buffers,
        },
        primitive: Default::default(),
        depth_stencil: stage.depth.then(|| wgpu::DepthStencilState {
            format: DEPTH_FORMAT,
            depth_write_enabled: Some(true),
            depth_compare: Some(wgpu::CompareFunction::Greater),
            stencil: Default::default(),
            bias: Default::default(),
        }),
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module: stage.module,
            entry_point: Some(stage.fragment),
            compilation_options: Default::default(),
            targets: &[Some(target.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}
