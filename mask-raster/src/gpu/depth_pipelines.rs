//! The pipelines of the depth pass, and the textures that they draw into.

use super::buffers::allocate;
use super::mask::GpuMask;
use super::pipelines::{compute, module};
use super::shaders::Shader;
use crate::Error;
use wgpu::{CompareFunction, PrimitiveTopology, TextureFormat};

const DEPTH: TextureFormat = TextureFormat::Depth32Float;
const OWNER: TextureFormat = TextureFormat::R32Uint;

/// The pipelines that draw one depth map: triangles, and samples that the CPU has drawn.
#[derive(Debug)]
pub(super) struct Pass {
    pub(super) triangles: wgpu::RenderPipeline,
    pub(super) points: wgpu::RenderPipeline,
}

/// The pipelines of the depth pass.
#[derive(Debug)]
pub(super) struct DepthPipelines {
    pub(super) from_below: Pass,
    pub(super) from_above: Pass,
    pub(super) settle: wgpu::ComputePipeline,
}

impl DepthPipelines {
    pub(super) fn new(device: &wgpu::Device) -> Self {
        Self::edited(device, str::to_owned)
    }

    /// Pipelines from edited sources, with which tests plant faults.
    pub(super) fn edited(device: &wgpu::Device, edit: impl Fn(&str) -> String) -> Self {
        let shader = module(device, Shader::Depth, edit);
        let pass =
            |entry_point: &str, closer: CompareFunction, targets: &[Option<wgpu::ColorTargetState>]| {
                let [triangles, points] = [PrimitiveTopology::TriangleList, PrimitiveTopology::PointList]
                    .map(|topology| render(device, &shader, entry_point, (topology, closer, targets)));
                Pass { triangles, points }
            };
        Self {
            from_below: pass("from_below", CompareFunction::Less, &[Some(OWNER.into())]),
            from_above: pass("from_above", CompareFunction::Greater, &[]),
            settle: compute(device, &shader, "settle"),
        }
    }
}

/// Creates a render pipeline.
fn render(
    device: &wgpu::Device,
    shader: &wgpu::ShaderModule,
    entry_point: &str,
    (topology, closer, targets): (PrimitiveTopology, CompareFunction, &[Option<wgpu::ColorTargetState>]),
) -> wgpu::RenderPipeline {
    let corner = wgpu::VertexBufferLayout {
        array_stride: 16,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &wgpu::vertex_attr_array![0 => Sint32x2, 1 => Float32, 2 => Uint32],
    };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(entry_point),
        layout: None,
        vertex: wgpu::VertexState {
            module: shader,
            entry_point: Some("corner"),
            compilation_options: Default::default(),
            buffers: &[Some(corner)],
        },
        // Both windings are drawn.
        primitive: wgpu::PrimitiveState { topology, ..Default::default() },
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH,
            depth_write_enabled: Some(true),
            depth_compare: Some(closer),
            stencil: Default::default(),
            bias: Default::default(),
        }),
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module: shader,
            entry_point: Some(entry_point),
            compilation_options: Default::default(),
            targets,
        }),
        multiview_mask: None,
        cache: None,
    })
}

/// The textures drawn into, one texel per sample.
#[derive(Debug)]
pub(super) struct Targets {
    pub(super) owners: wgpu::TextureView,
    pub(super) lowest: wgpu::TextureView,
    pub(super) highest: wgpu::TextureView,
}

impl Targets {
    pub(super) fn new(mask: &GpuMask) -> Result<Self, Error> {
        let [width, height] = mask.size();
        let texture = |label, format| {
            let descriptor = wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
                view_formats: &[],
            };
            let texture = allocate(&mask.device, label, || mask.device.create_texture(&descriptor))?;
            Ok(texture.create_view(&Default::default()))
        };
        Ok(Self {
            owners: texture("owners", OWNER)?,
            lowest: texture("lowest", DEPTH)?,
            highest: texture("highest", DEPTH)?,
        })
    }
}
