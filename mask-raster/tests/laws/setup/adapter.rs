//! An adapter for tests: of the interface that `WGPU_BACKEND` names, a software driver too.

/// The name of the adapter, a device with the limits that every platform has, and its queue.
pub(crate) fn any() -> (String, wgpu::Device, wgpu::Queue) {
    within(|_| wgpu::Limits::downlevel_defaults())
}

/// A device with limits that are computed from those of the adapter.
pub(crate) fn within(
    limits: impl FnOnce(wgpu::Limits) -> wgpu::Limits,
) -> (String, wgpu::Device, wgpu::Queue) {
    // With a display handle OpenGL would look for a display, and fail where there is none.
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends: wgpu::Backends::PRIMARY.with_env(),
        ..wgpu::InstanceDescriptor::new_without_display_handle_from_env()
    });
    let adapter = pollster::block_on(instance.request_adapter(&Default::default()))
        .expect("a wgpu adapter, a software one will do");
    let descriptor =
        wgpu::DeviceDescriptor { required_limits: limits(adapter.limits()), ..Default::default() };
    let (device, queue) = pollster::block_on(adapter.request_device(&descriptor)).expect("a device");
    (adapter.get_info().name, device, queue)
}
