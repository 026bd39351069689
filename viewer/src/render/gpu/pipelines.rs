//! Pipelines, compiled once: one draws samples, one averages them to pixels.

use wgpu::util::DeviceExt;

use super::globals::constants;
use crate::render::geometry::Vertex;

/// Samples: written as sRGB, read and blended as light.
pub(super) const SAMPLE_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;
/// Depth of the samples.
pub(super) const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// All pipelines for one format of target.
pub(super) struct Pipelines {
    pub(super) background: wgpu::RenderPipeline,
    pub(super) solid: wgpu::RenderPipeline,
    pub(super) water: wgpu::RenderPipeline,
    pub(super) resolve: wgpu::RenderPipeline,
    pub(super) picture_layout: wgpu::BindGroupLayout,
    /// A texture of one transparent pixel, for pictures without text.
    pub(super) no_words: wgpu::Texture,
}

impl Pipelines {
    pub(super) fn new(device: &wgpu::Device, queue: &wgpu::Queue, target: wgpu::TextureFormat) -> Self {
        let source = constants() + include_str!("../shading/shading.wgsl") + include_str!("picture.wgsl");
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("picture"),
            source: wgpu::ShaderSource::Wgsl(source.into()),
        });
        let picture_layout = picture_layout(device);
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("picture"),
            bind_group_layouts: &[Some(&picture_layout)],
            immediate_size: 0,
        });
        let attributes = wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Float32x3];
        let corners = [Some(wgpu::VertexBufferLayout {
            array_stride: size_of::<Vertex>() as u64,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &attributes,
        })];
        let samples =
            |vertex: &str, fragment: &str, compare, buffers: &[Option<wgpu::VertexBufferLayout>]| {
                device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                    label: Some(fragment),
                    layout: Some(&layout),
                    vertex: wgpu::VertexState {
                        module: &module,
                        entry_point: Some(vertex),
                        compilation_options: Default::default(),
                        buffers,
                    },
                    primitive: Default::default(),
                    depth_stencil: Some(wgpu::DepthStencilState {
                        format: DEPTH_FORMAT,
                        depth_write_enabled: Some(compare != wgpu::CompareFunction::Always),
                        depth_compare: Some(compare),
                        stencil: Default::default(),
                        bias: Default::default(),
                    }),
                    multisample: Default::default(),
                    fragment: Some(wgpu::FragmentState {
                        module: &module,
                        entry_point: Some(fragment),
                        compilation_options: Default::default(),
                        targets: &[Some(SAMPLE_FORMAT.into())],
                    }),
                    multiview_mask: None,
                    cache: None,
                })
            };
        Self {
            background: samples("whole", "background", wgpu::CompareFunction::Always, &[]),
            solid: samples("corner", "solid", wgpu::CompareFunction::Greater, &corners),
            water: samples("corner", "water", wgpu::CompareFunction::Greater, &corners),
            resolve: resolve(device, target),
            picture_layout,
            no_words: device.create_texture_with_data(
                queue,
                &wgpu::TextureDescriptor {
                    label: Some("no words"),
                    size: wgpu::Extent3d::default(),
                    mip_level_count: 1,
                    sample_count: 1,
                    dimension: wgpu::TextureDimension::D2,
                    format: SAMPLE_FORMAT,
                    usage: wgpu::TextureUsages::TEXTURE_BINDING,
                    view_formats: &[],
                },
                Default::default(),
                &[0; 4],
            ),
        }
    }
}

fn picture_layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
        ty,
        count: None,
    };
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("picture"),
        entries: &[
            entry(
                0,
                wgpu::BindingType::Buffer {
                    ty: wgpu::BufferBindingType::Uniform,
                    has_dynamic_offset: false,
                    min_binding_size: None,
                },
            ),
            entry(
                1,
                wgpu::BindingType::Texture {
                    sample_type: wgpu::TextureSampleType::Float { filterable: false },
                    view_dimension: wgpu::TextureViewDimension::D2,
                    multisampled: false,
                },
            ),
        ],
    })
}

fn resolve(device: &wgpu::Device, target: wgpu::TextureFormat) -> wgpu::RenderPipeline {
    let module = device.create_shader_module(wgpu::include_wgsl!("resolve.wgsl"));
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("resolve"),
        layout: None,
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("whole"),
            compilation_options: Default::default(),
            buffers: &[],
        },
        primitive: Default::default(),
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some("resolve"),
            compilation_options: Default::default(),
            targets: &[Some(target.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}
