//! The memory on the GPU.

use crate::{Error, Grid};
use wgpu::BufferUsages;

/// All buffers of a rasteriser; those whose size depends on the bodies grow as they must.
#[derive(Debug)]
pub(super) struct Buffers {
    pub(super) frame: wgpu::Buffer,
    pub(super) vertices: wgpu::Buffer,
    pub(super) triangles: wgpu::Buffer,
    pub(super) bodies: wgpu::Buffer,
    pub(super) tiles: wgpu::Buffer,
    pub(super) levels_m: wgpu::Buffer,
    pub(super) deepest: wgpu::Buffer,
    pub(super) owners: wgpu::Buffer,
    pub(super) samples: wgpu::Buffer,
    pub(super) wet: wgpu::Buffer,
    pub(super) rim: wgpu::Buffer,
}

/// What a buffer that grows holds at first, bytes.
const SMALLEST: u64 = 1 << 12;

impl Buffers {
    pub(super) fn new(device: &wgpu::Device, grid: &Grid, samples_per_side: usize) -> Result<Self, Error> {
        let cells = grid.cells() as u64;
        let samples = cells * (samples_per_side * samples_per_side) as u64;
        let storage = |what: &'static str, bytes: u64| -> Result<wgpu::Buffer, Error> {
            check(device, what, bytes)?;
            Ok(create(device, what, bytes, BufferUsages::STORAGE))
        };
        Ok(Self {
            frame: create(device, "frame", 32, BufferUsages::UNIFORM),
            vertices: storage("vertices", SMALLEST)?,
            triangles: storage("triangles", SMALLEST)?,
            bodies: storage("bodies", SMALLEST)?,
            tiles: storage("tiles", SMALLEST)?,
            levels_m: storage("levels", SMALLEST)?,
            deepest: storage("deepest bottoms", 4 * samples)?,
            owners: storage("owners", 4 * samples)?,
            samples: storage("samples", 12 * samples)?,
            wet: storage("wet section", 12 * cells)?,
            rim: storage("rim", 12 * cells)?,
        })
    }
}

/// Makes a buffer hold at least so many bytes; what is in it may be lost.
pub(super) fn reserve(
    device: &wgpu::Device,
    buffer: &mut wgpu::Buffer,
    what: &'static str,
    bytes: u64,
) -> Result<(), Error> {
    check(device, what, bytes)?;
    if buffer.size() < bytes {
        let most = device.limits().max_storage_buffer_binding_size.min(device.limits().max_buffer_size);
        *buffer = create(device, what, bytes.next_power_of_two().min(most), BufferUsages::STORAGE);
    }
    Ok(())
}

fn check(device: &wgpu::Device, what: &'static str, bytes: u64) -> Result<(), Error> {
    let limits = device.limits();
    let limit = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size);
    if bytes > limit { Err(Error::GpuMemory { what, bytes, limit }) } else { Ok(()) }
}

fn create(device: &wgpu::Device, label: &str, size: u64, usage: BufferUsages) -> wgpu::Buffer {
    let usage = usage | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size,
        usage,
        mapped_at_creation: false,
    })
}
