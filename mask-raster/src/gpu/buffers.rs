//! Buffers on the GPU, and errors when it runs out of memory.

use crate::{Error, Grid};
use wgpu::BufferUsages;

/// Buffers that the compute shaders draw with; those whose size depends on the bodies grow as needed.
#[derive(Debug)]
pub(super) struct Buffers {
    pub(super) vertices: wgpu::Buffer,
    pub(super) triangles: wgpu::Buffer,
    pub(super) bodies: wgpu::Buffer,
    pub(super) tiles: wgpu::Buffer,
    pub(super) deepest: wgpu::Buffer,
    pub(super) owners: wgpu::Buffer,
}

/// Initial size of a buffer that grows, bytes.
pub(super) const SMALLEST: u64 = 1 << 12;

impl Buffers {
    pub(super) fn new(device: &wgpu::Device, grid: &Grid, samples_per_side: usize) -> Result<Self, Error> {
        let samples = (grid.cells() * samples_per_side * samples_per_side) as u64;
        Ok(Self {
            vertices: storage(device, "vertices", SMALLEST)?,
            triangles: storage(device, "triangles", SMALLEST)?,
            bodies: storage(device, "bodies", SMALLEST)?,
            tiles: storage(device, "tiles", SMALLEST)?,
            deepest: storage(device, "deepest bottoms", 4 * samples)?,
            owners: storage(device, "owners", 4 * samples)?,
        })
    }
}

/// Grows a buffer to at least this size, bytes; its contents may be lost.
pub(super) fn reserve(
    device: &wgpu::Device,
    buffer: &mut wgpu::Buffer,
    what: &'static str,
    bytes: u64,
) -> Result<(), Error> {
    check(device, what, bytes)?;
    if buffer.size() < bytes {
        let most = device.limits().max_storage_buffer_binding_size.min(device.limits().max_buffer_size);
        *buffer = create(device, what, bytes.next_power_of_two().min(most), buffer.usage())?;
    }
    Ok(())
}

/// Creates a buffer of this size, bytes.
pub(super) fn buffer(
    device: &wgpu::Device,
    what: &'static str,
    bytes: u64,
    usage: BufferUsages,
) -> Result<wgpu::Buffer, Error> {
    check(device, what, bytes)?;
    create(device, what, bytes, usage)
}

/// Creates a storage buffer of this size, bytes.
pub(super) fn storage(device: &wgpu::Device, what: &'static str, bytes: u64) -> Result<wgpu::Buffer, Error> {
    buffer(device, what, bytes, BufferUsages::STORAGE)
}

/// Creates a uniform buffer of this size, bytes.
pub(super) fn uniform(
    device: &wgpu::Device,
    what: &'static str,
    bytes: usize,
) -> Result<wgpu::Buffer, Error> {
    create(device, what, bytes as u64, BufferUsages::UNIFORM)
}

/// Checks that a buffer is not larger than the device can bind.
fn check(device: &wgpu::Device, what: &'static str, bytes: u64) -> Result<(), Error> {
    let limits = device.limits();
    let limit = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size);
    if bytes > limit { Err(Error::GpuMemory { what, bytes, limit }) } else { Ok(()) }
}

fn create(
    device: &wgpu::Device,
    what: &'static str,
    bytes: u64,
    usage: BufferUsages,
) -> Result<wgpu::Buffer, Error> {
    allocate(device, what, || {
        device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(what),
            size: bytes,
            usage: usage | BufferUsages::COPY_DST | BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        })
    })
}

/// The result of `create`, or an error if the device runs out of memory, which it may do within its limits.
pub(super) fn allocate<T>(device: &wgpu::Device, what: &str, create: impl FnOnce() -> T) -> Result<T, Error> {
    let scope = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let created = create();
    let reason = |_| format!("it has no memory left for {what}");
    pollster::block_on(scope.pop()).map_or(Ok(created), |error| Err(failed(device, reason(error))))
}

/// The result of `work`, which queues commands, or an error if the device accepts none, as when it was lost.
pub(super) fn queue<T>(device: &wgpu::Device, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let queued = work();
    pollster::block_on(scope.pop()).map_or(queued, |error| Err(failed(device, error.to_string())))
}

/// An error of the GPU.
pub(super) fn failed(device: &wgpu::Device, reason: String) -> Error {
    Error::Gpu { adapter: device.adapter_info().name, reason }
}
