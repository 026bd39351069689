//! The rasterizer in compute shaders.

use super::buffers::{Buffers, queue, reserve};
use super::frame::Frame;
use super::mask::GpuMask;
use super::pipelines::{DrawPipelines, INVOCATIONS, MOST_GROUPS, groups, run};
use super::placed::{self, Placed};
use crate::body::check_labels;
use crate::{Body, Error, Grid, Report};

/// Farthest vertex from the grid's corner, in fixed-point steps: edge functions of nearer ones are exact in 64 bits.
const REACH: f64 = (1 << 29) as f64;
/// Samples of a rectangle for which another workgroup helps to draw large triangles, and the most that do.
const BAND: u64 = 1 << 14;
const MOST_BANDS: u64 = 16;
/// Most workgroups that share the samples of a body when bodies are laid over each other.
const MOST_SHARES: u64 = 64;

/// Projects bodies along z onto the cells of a grid, on a GPU; the results stay there until they are asked for.
///
/// Labels, tops and bottoms are those of the CPU to the bit: coverage is the same integer arithmetic, in two words where it
/// takes 64 bits, and every operation on heights is rounded by itself. Slopes below 2⁻¹²⁶ m a step may become zero: heights over a triangle that differ
/// by less than 2⁻⁶⁰ m.
/// Vertices are projected by the CPU, since WGSL has no `f64`; so are triangles with a vertex farther than 2²¹ samples from
/// the grid's corner.
#[derive(Debug)]
pub struct GpuRasterizer {
    pub(super) pipelines: DrawPipelines,
    buffers: Buffers,
    /// The next call, or what is left of the last one.
    placed: Placed,
    pub(super) mask: GpuMask,
}

impl GpuRasterizer {
    /// One sample per cell, at its center. The device may be any, a software one too; it needs no more than
    /// `wgpu::Limits::downlevel_defaults()`.
    ///
    /// # Errors
    /// As [`crate::Rasterizer::new`]; [`Error::Gpu`] for a device without compute shaders, [`Error::GpuMemory`] for a grid
    /// that does not fit its limits.
    pub fn new(grid: Grid, device: &wgpu::Device, queue: &wgpu::Queue) -> Result<Self, Error> {
        grid.check(1)?;
        Ok(Self {
            buffers: Buffers::new(device, &grid, 1)?,
            mask: GpuMask::new(grid, 1, device, queue)?,
            pipelines: DrawPipelines::new(device),
            placed: Placed::within(REACH),
        })
    }

    /// Takes `n × n` samples per cell, as [`crate::Rasterizer::samples_per_side`].
    ///
    /// # Errors
    /// As there; [`Error::GpuMemory`] for a grid that does not fit the device's limits.
    pub fn samples_per_side(mut self, n: usize) -> Result<Self, Error> {
        let GpuMask { grid, device, queue, .. } = &self.mask;
        grid.check(n)?;
        self.buffers = Buffers::new(device, grid, n)?;
        self.mask = GpuMask::new(*grid, n, device, queue)?;
        Ok(self)
    }

    /// The mask, and what is made of it.
    pub fn mask(&self) -> &GpuMask {
        &self.mask
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.mask.grid
    }

    /// The device that it computes on.
    pub fn device(&self) -> &wgpu::Device {
        &self.mask.device
    }

    /// Name of the adapter.
    pub fn adapter(&self) -> String {
        self.mask.device.adapter_info().name
    }

    /// Replaces the mask on the GPU by that of these bodies. Returns as soon as the work is queued.
    ///
    /// # Errors
    /// A body with label 0, a triangle that names a vertex which is not there, or [`Error::GpuMemory`] for more than the
    /// device's limits allow; the mask on the GPU stays as it is.
    pub fn rasterize(&mut self, bodies: &[Body<'_>]) -> Result<Report, Error> {
        check_labels(bodies)?;
        self.placed.place(bodies, &self.mask.grid, self.mask.samples_per_side)?;
        let device = self.mask.device.clone();
        queue(&device, || self.draw(bodies))
    }

    /// Queues the work on the bodies that were placed.
    fn draw(&mut self, bodies: &[Body<'_>]) -> Result<Report, Error> {
        self.upload()?;
        let (draw_groups, bands) = (
            groups(self.placed.triangles.len() as u64),
            (self.placed.largest() / BAND).clamp(1, MOST_BANDS) as u32,
        );
        let shares = self.placed.largest().div_ceil(INVOCATIONS.into()).clamp(1, MOST_SHARES) as u32;
        let rows = (bodies.len() as u64).min(MOST_GROUPS) as u32;
        let samples = groups(self.mask.sample_count());
        let Self { pipelines, buffers: b, mask, .. } = &*self;
        let mut encoder = mask.device.create_command_encoder(&Default::default());
        let mut encode = |pipeline, buffers: &[(u32, &wgpu::Buffer)], groups| {
            let mut resources = vec![(0, mask.frame.as_entire_binding())];
            resources.extend(buffers.iter().map(|&(binding, buffer)| (binding, buffer.as_entire_binding())));
            run(&mask.device, &mut encoder, pipeline, &resources, groups);
        };
        let draw = [(1, &b.vertices), (2, &b.triangles), (3, &b.bodies), (4, &b.tiles)];
        encode(&pipelines.draw, &draw, [draw_groups[0], draw_groups[1], bands]);
        encode(&pipelines.deepen, &[(1, &b.bodies), (2, &b.tiles), (3, &b.deepest)], [shares, rows, 1]);
        let claim = [(1, &b.bodies), (2, &b.tiles), (3, &b.deepest), (4, &b.owners)];
        encode(&pipelines.claim, &claim, [shares, rows, 1]);
        let settle = [(1, &b.bodies), (2, &b.tiles), (4, &b.owners), (5, &mask.samples)];
        encode(&pipelines.settle, &settle, [samples[0], samples[1], 1]);
        mask.queue.submit([encoder.finish()]);
        std::mem::swap(&mut self.mask.boxes, &mut self.placed.boxes);
        Ok(Report::new(bodies, [self.placed.count]))
    }

    /// Clears what is drawn into and writes what the shaders read.
    fn upload(&mut self) -> Result<(), Error> {
        let Self {
            buffers: b,
            placed,
            mask: GpuMask { grid, samples_per_side, device, queue, frame, .. },
            ..
        } = self;
        let tiles = 8 * placed.samples;
        reserve(device, &mut b.vertices, "vertices", 16 * placed.vertices.len() as u64)?;
        reserve(device, &mut b.triangles, "triangles", 16 * placed.triangles.len() as u64)?;
        reserve(device, &mut b.bodies, "bodies", 32 * placed.bodies.len() as u64)?;
        reserve(device, &mut b.tiles, "rectangles of the bodies", tiles)?;
        let mut encoder = device.create_command_encoder(&Default::default());
        encoder.clear_buffer(&b.tiles, 0, Some(tiles));
        encoder.clear_buffer(&b.deepest, 0, None);
        encoder.clear_buffer(&b.owners, 0, None);
        queue.submit([encoder.finish()]);
        let values = Frame {
            triangles: placed.triangles.len() as u32,
            bodies: placed.bodies.len() as u32,
            ..Frame::new(grid, *samples_per_side)
        };
        queue.write_buffer(frame, 0, bytemuck::bytes_of(&values));
        queue.write_buffer(&b.vertices, 0, bytemuck::cast_slice(&placed.vertices));
        queue.write_buffer(&b.triangles, 0, bytemuck::cast_slice(&placed.triangles));
        queue.write_buffer(&b.bodies, 0, bytemuck::cast_slice(&placed.bodies));
        for (body, canvas) in &placed.far {
            let first = placed.bodies[*body].first;
            queue.write_buffer(&b.tiles, 8 * u64::from(first), bytemuck::cast_slice(&placed::keys(canvas)));
        }
        Ok(())
    }
}
