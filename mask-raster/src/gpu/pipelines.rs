//! The compute pipelines, put together from the shaders.

use super::frame::reciprocal_lengths;

/// Invocations of a workgroup, as in the shaders.
pub(super) const INVOCATIONS: u32 = 64;

/// One pipeline for each entry point.
#[derive(Debug)]
pub(super) struct Pipelines {
    pub(super) draw: wgpu::ComputePipeline,
    pub(super) deepen: wgpu::ComputePipeline,
    pub(super) claim: wgpu::ComputePipeline,
    pub(super) settle: wgpu::ComputePipeline,
    pub(super) wet_section: wgpu::ComputePipeline,
    pub(super) wet_section_below: wgpu::ComputePipeline,
    pub(super) rim: wgpu::ComputePipeline,
}

impl Pipelines {
    pub(super) fn new(device: &wgpu::Device) -> Self {
        Self::edited(device, str::to_owned)
    }

    /// From shaders that are not quite ours, to see that faults in them are found.
    pub(super) fn edited(device: &wgpu::Device, edit: impl Fn(&str) -> String) -> Self {
        let frame = include_str!("frame.wgsl");
        let module = |label: &str, parts: &[&str]| {
            device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some(label),
                source: wgpu::ShaderSource::Wgsl(edit(&[&[frame], parts].concat().concat()).into()),
            })
        };
        let pipeline = |module: &wgpu::ShaderModule, entry_point: &str| {
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(entry_point),
                layout: None,
                module,
                entry_point: Some(entry_point),
                compilation_options: Default::default(),
                cache: None,
            })
        };
        let (triangle, plane) =
            (include_str!("../raster/triangle.wgsl"), include_str!("../raster/plane.wgsl"));
        let canvas = module("canvas", &[triangle, plane, include_str!("../canvas.wgsl")]);
        let merge = module("merge", &[include_str!("../merge.wgsl")]);
        let wet = module("wet", &[include_str!("../wet.wgsl")]);
        let rim = module("rim", &[&reciprocal_lengths(), include_str!("../rim.wgsl")]);
        Self {
            draw: pipeline(&canvas, "draw"),
            deepen: pipeline(&merge, "deepen"),
            claim: pipeline(&merge, "claim"),
            settle: pipeline(&merge, "settle"),
            wet_section: pipeline(&wet, "wet_section"),
            wet_section_below: pipeline(&wet, "wet_section_below"),
            rim: pipeline(&rim, "rim"),
        }
    }
}
