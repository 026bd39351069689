//! The compute pipelines, and how they are run.

use super::shaders::{INVOCATIONS, Shader};
use crate::Error;

/// Most workgroups along an axis of a dispatch, on any device.
pub(super) const MOST_GROUPS: u64 = 65_535;

/// Pipelines that draw masks.
#[derive(Debug)]
pub(super) struct DrawPipelines {
    pub(super) draw: wgpu::ComputePipeline,
    pub(super) deepen: wgpu::ComputePipeline,
    pub(super) claim: wgpu::ComputePipeline,
    pub(super) settle: wgpu::ComputePipeline,
}

/// Pipelines that compute wet sections and rims of masks, however those were drawn.
#[derive(Debug)]
pub(super) struct SectionPipelines {
    pub(super) wet_section: wgpu::ComputePipeline,
    pub(super) wet_section_below: wgpu::ComputePipeline,
    pub(super) rim: wgpu::ComputePipeline,
}

impl DrawPipelines {
    pub(super) fn new(device: &wgpu::Device) -> Self {
        Self::edited(device, str::to_owned)
    }

    /// Pipelines from edited sources, with which tests plant faults.
    pub(super) fn edited(device: &wgpu::Device, edit: impl Fn(&str) -> String) -> Self {
        let (canvas, merge) = (module(device, Shader::Canvas, &edit), module(device, Shader::Merge, &edit));
        Self {
            draw: compute(device, &canvas, "draw"),
            deepen: compute(device, &merge, "deepen"),
            claim: compute(device, &merge, "claim"),
            settle: compute(device, &merge, "settle"),
        }
    }
}

impl SectionPipelines {
    pub(super) fn new(device: &wgpu::Device) -> Self {
        Self::edited(device, str::to_owned)
    }

    /// Pipelines from edited sources, with which tests plant faults.
    pub(super) fn edited(device: &wgpu::Device, edit: impl Fn(&str) -> String) -> Self {
        let [wet, rim] = [Shader::Wet, Shader::Rim].map(|shader| module(device, shader, &edit));
        Self {
            wet_section: compute(device, &wet, "wet_section"),
            wet_section_below: compute(device, &wet, "wet_section_below"),
            rim: compute(device, &rim, "rim"),
        }
    }
}

/// Compiles a shader from its edited source.
pub(super) fn module(
    device: &wgpu::Device,
    shader: Shader,
    edit: impl Fn(&str) -> String,
) -> wgpu::ShaderModule {
    device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(&format!("{shader:?}")),
        source: wgpu::ShaderSource::Wgsl(edit(&shader.source()).into()),
    })
}

/// Creates a compute pipeline.
pub(super) fn compute(
    device: &wgpu::Device,
    module: &wgpu::ShaderModule,
    entry_point: &str,
) -> wgpu::ComputePipeline {
    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(entry_point),
        layout: None,
        module,
        entry_point: Some(entry_point),
        compilation_options: Default::default(),
        cache: None,
    })
}

/// Checks that a device has the compute shaders that are needed.
pub(super) fn check_device(device: &wgpu::Device) -> Result<(), Error> {
    let limits = device.limits();
    if limits.max_compute_invocations_per_workgroup < INVOCATIONS
        || limits.max_storage_buffers_per_shader_stage < 4
    {
        let reason = "it has no compute shaders with 64 invocations and 4 storage buffers".into();
        return Err(Error::Gpu { adapter: device.adapter_info().name, reason });
    }
    Ok(())
}

/// Encodes a dispatch of this many workgroups; `resources` come with the numbers of their bindings.
pub(super) fn run(
    device: &wgpu::Device,
    encoder: &mut wgpu::CommandEncoder,
    pipeline: &wgpu::ComputePipeline,
    resources: &[(u32, wgpu::BindingResource<'_>)],
    [x, y, z]: [u32; 3],
) {
    let bindings = bind(device, &pipeline.get_bind_group_layout(0), resources);
    let mut pass = encoder.begin_compute_pass(&Default::default());
    pass.set_pipeline(pipeline);
    pass.set_bind_group(0, &bindings, &[]);
    pass.dispatch_workgroups(x, y, z);
}

/// Creates a bind group; `resources` come with the numbers of their bindings.
pub(super) fn bind(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    resources: &[(u32, wgpu::BindingResource<'_>)],
) -> wgpu::BindGroup {
    let entries: Vec<_> = resources
        .iter()
        .map(|(binding, resource)| wgpu::BindGroupEntry { binding: *binding, resource: resource.clone() })
        .collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries: &entries })
}

/// Number of workgroups, in two dimensions, for one invocation per item.
pub(super) fn groups(items: u64) -> [u32; 2] {
    let groups = items.div_ceil(INVOCATIONS.into());
    let x = groups.clamp(1, MOST_GROUPS);
    [x as u32, groups.div_ceil(x) as u32]
}
