//! Pipelines, compiled once: they make the water's textures, draw samples, average them to pixels, and show these.

use super::globals::constants;
use super::store::Store;
use crate::geometry::Vertex;

/// Samples: written as sRGB, read and blended as light.
pub(super) const SAMPLE_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;
/// Depth of the samples.
pub(super) const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
/// What is mirrored, as light.
pub(super) const SMEARED_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;
/// Pixels, in sRGB values.
pub(super) const PICTURE_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// Textures of the water that are made on the GPU.
pub(super) const RELIEF_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba32Float;

/// Texels along each side of a group of a compute shader.
pub(super) const GROUP: u32 = 8;

/// All pipelines.
pub(super) struct Pipelines {
    /// Elevations to the textures of the surface, to those below, and to the corners of its squares.
    pub(super) raise: wgpu::ComputePipeline,
    pub(super) curve: wgpu::ComputePipeline,
    pub(super) squares: wgpu::ComputePipeline,
    pub(super) solid: wgpu::RenderPipeline,
    /// The water's surface, and level water.
    pub(super) surface: wgpu::RenderPipeline,
    pub(super) level: wgpu::RenderPipeline,
    pub(super) mirror: wgpu::RenderPipeline,
    pub(super) sunken: wgpu::RenderPipeline,
    /// What is mirrored, as the water shows it: means of rows, and of these and it the picture.
    pub(super) gather: wgpu::ComputePipeline,
    pub(super) smear: wgpu::ComputePipeline,
    pub(super) resolve: wgpu::ComputePipeline,
    /// Pixels on the target; none where they are read back alone.
    pub(super) show: Option<wgpu::RenderPipeline>,
    /// Inputs of the water's textures, and what one is made of and written to.
    pub(super) cells_layout: wgpu::BindGroupLayout,
    pub(super) made_layout: wgpu::BindGroupLayout,
    pub(super) scenery_layout: wgpu::BindGroupLayout,
    pub(super) squares_layout: wgpu::BindGroupLayout,
    pub(super) smear_layout: wgpu::BindGroupLayout,
    pub(super) samples_layout: wgpu::BindGroupLayout,
    pub(super) shown_layout: wgpu::BindGroupLayout,
}

/// Numbers of textures: of the cells, of the scenery, of those in space after them, and of those made from samples.
const CELLS: usize = 11;
const SCENERY: usize = 7;
const VOLUMES: usize = 2;
const SAMPLES: usize = 5;

impl Pipelines {
    pub(super) fn new(store: &Store, target: Option<wgpu::TextureFormat>) -> Self {
        let device = &store.gpu.device;
        let everywhere = wgpu::ShaderStages::VERTEX_FRAGMENT | wgpu::ShaderStages::COMPUTE;
        let compute = wgpu::ShaderStages::COMPUTE;
        let cells_layout = layout(device, compute, &[&[uniform()][..], &[flat(); CELLS]].concat());
        let made_layout = layout(device, compute, &[flat(), written(RELIEF_FORMAT)]);
        let scenery = [&[uniform()][..], &[flat(); SCENERY], &[space(); VOLUMES]].concat();
        let scenery_layout = layout(device, everywhere, &scenery);
        let squares_layout = layout(device, wgpu::ShaderStages::VERTEX, &[flat()]);
        let smear_layout = layout(device, compute, &[flat(), flat(), written(SMEARED_FORMAT)]);
        let samples_layout =
            layout(device, compute, &[&[flat(); SAMPLES][..], &[written(PICTURE_FORMAT)]].concat());
        let shown_layout = layout(device, wgpu::ShaderStages::FRAGMENT, &[flat()]);
        let common = constants()
            + include_str!("../shading/shading.wgsl")
            + include_str!("../shading/sky.wgsl")
            + include_str!("../shading/solids.wgsl");
        let relief = module(device, constants() + include_str!("../shading/relief.wgsl"));
        let smear = module(device, constants() + include_str!("smear.wgsl"));
        let picture = module(device, common.clone() + include_str!("picture.wgsl"));
        let pixels = module(
            device,
            common
                + include_str!("../shading/water.wgsl")
                + include_str!("../smoke/smoke.wgsl")
                + include_str!("resolve.wgsl"),
        );
        let show = module(device, include_str!("show.wgsl").to_owned());
        let of_relief = |entry| computed(device, &[&cells_layout, &made_layout], &relief, entry);
        let of_mirror = |entry| computed(device, &[&smear_layout], &smear, entry);
        let attributes = wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Float32x4];
        let corners = [Some(wgpu::VertexBufferLayout {
            array_stride: size_of::<Vertex>() as u64,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &attributes,
        })];
        let drawn = |vertex, fragment| {
            let stage = Stage { module: &picture, vertex, fragment, buffers: &corners, depth: true };
            drawn(device, &[&scenery_layout], &stage, SAMPLE_FORMAT)
        };
        let surface = Stage {
            module: &picture,
            vertex: "corner_of_square",
            fragment: "water",
            buffers: &[],
            depth: true,
        };
        let shown = |target: wgpu::TextureFormat| {
            let fragment = if target.is_srgb() { "show_light" } else { "show" };
            let stage = Stage { module: &show, vertex: "whole", fragment, buffers: &[], depth: false };
            self::drawn(device, &[&shown_layout], &stage, target)
        };
        Self {
            raise: of_relief("raise"),
            curve: of_relief("curve"),
            squares: of_relief("squares"),
            solid: drawn("corner", "solid"),
            surface: self::drawn(device, &[&scenery_layout, &squares_layout], &surface, SAMPLE_FORMAT),
            level: drawn("corner", "water"),
            mirror: drawn("corner_mirrored", "mirror"),
            sunken: drawn("corner_sunken", "sunken"),
            gather: of_mirror("gather"),
            smear: of_mirror("smear"),
            resolve: computed(device, &[&scenery_layout, &samples_layout], &pixels, "resolve"),
            show: target.map(shown),
            cells_layout,
            made_layout,
            scenery_layout,
            squares_layout,
            smear_layout,
            samples_layout,
            shown_layout,
        }
    }
}

fn module(device: &wgpu::Device, source: String) -> wgpu::ShaderModule {
    device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("picture"),
        source: wgpu::ShaderSource::Wgsl(source.into()),
    })
}

fn uniform() -> wgpu::BindingType {
    wgpu::BindingType::Buffer {
        ty: wgpu::BufferBindingType::Uniform,
        has_dynamic_offset: false,
        min_binding_size: None,
    }
}

fn texture(view_dimension: wgpu::TextureViewDimension) -> wgpu::BindingType {
    let sample_type = wgpu::TextureSampleType::Float { filterable: false };
    wgpu::BindingType::Texture { sample_type, view_dimension, multisampled: false }
}

fn flat() -> wgpu::BindingType {
    texture(wgpu::TextureViewDimension::D2)
}

fn space() -> wgpu::BindingType {
    texture(wgpu::TextureViewDimension::D3)
}

fn written(format: wgpu::TextureFormat) -> wgpu::BindingType {
    let access = wgpu::StorageTextureAccess::WriteOnly;
    wgpu::BindingType::StorageTexture { access, format, view_dimension: wgpu::TextureViewDimension::D2 }
}

/// A group of bindings in this order.
fn layout(
    device: &wgpu::Device,
    visibility: wgpu::ShaderStages,
    types: &[wgpu::BindingType],
) -> wgpu::BindGroupLayout {
    let entry = |(binding, ty): (u32, &wgpu::BindingType)| wgpu::BindGroupLayoutEntry {
        binding,
        visibility,
        ty: *ty,
        count: None,
    };
    let entries: Vec<_> = (0..).zip(types).map(entry).collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries })
}

fn of_groups(device: &wgpu::Device, groups: &[&wgpu::BindGroupLayout]) -> wgpu::PipelineLayout {
    let groups: Vec<_> = groups.iter().map(|group| Some(*group)).collect();
    device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &groups,
        immediate_size: 0,
    })
}

fn computed(
    device: &wgpu::Device,
    groups: &[&wgpu::BindGroupLayout],
    module: &wgpu::ShaderModule,
    entry: &str,
) -> wgpu::ComputePipeline {
    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(entry),
        layout: Some(&of_groups(device, groups)),
        module,
        entry_point: Some(entry),
        compilation_options: Default::default(),
        cache: None,
    })
}

/// What a pipeline runs that draws triangles.
struct Stage<'a> {
    module: &'a wgpu::ShaderModule,
    vertex: &'a str,
    fragment: &'a str,
    buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    depth: bool,
}

fn drawn(
    device: &wgpu::Device,
    groups: &[&wgpu::BindGroupLayout],
    stage: &Stage,
    target: wgpu::TextureFormat,
) -> wgpu::RenderPipeline {
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(stage.fragment),
        layout: Some(&of_groups(device, groups)),
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
