//! The rasterizer in compute shaders.

use super::buffers::{Buffers, queue, reserve};
use super::frame::Frame;
use super::input::{self, Input};
use super::mask::GpuMask;
use super::pipelines::{DrawPipelines, MOST_GROUPS, groups, run};
use super::shaders::INVOCATIONS;
use crate::body::check_labels;
use crate::{Body, Error, Grid, Report};

/// Largest coordinate of a vertex, in fixed-point steps from the grid's corner: edge functions are exact in 64 bits up to there.
const REACH: f64 = (1 << 29) as f64;
/// Samples of a rectangle per workgroup that draws large triangles, and the most such workgroups.
const LAYER_SAMPLES: u64 = 1 << 14;
const MOST_LAYERS: u64 = 16;
/// Most workgroups that divide the samples of a body among them when bodies are composited.
const MOST_GROUPS_OF_BODY: u64 = 64;

/// Projects bodies along z onto the cells of a grid, on a GPU; the results stay there until they are read back.
///
/// Labels, tops and bottoms are those of the CPU to the bit: coverage is the same integer arithmetic, in pairs of words where it takes
/// 64 bits, and every operation on heights is rounded separately. Only slopes below 2⁻¹²⁶ m per step may become zero, which changes
/// heights over a triangle by less than 2⁻⁶⁰ m.
///
/// The CPU projects the vertices, since WGSL has no `f64`, and draws triangles with a vertex farther than 2²¹ samples along x or y
/// from the grid's corner.
#[derive(Debug)]
pub struct GpuRasterizer {
    pub(super) pipelines: DrawPipelines,
    buffers: Buffers,
    /// The input of the last call; kept to reuse its memory.
    input: Input,
    pub(super) mask: GpuMask,
}

impl GpuRasterizer {
    /// A rasterizer on this device, with one sample per cell, at its center. The device needs no more than
    /// `wgpu::Limits::downlevel_defaults()`; it may be a software driver.
    ///
    /// # Errors
    /// As [`crate::Rasterizer::new`]; [`Error::Gpu`] for a device without compute shaders, [`Error::GpuMemory`] for a grid
    /// beyond its limits.
    pub fn new(grid: Grid, device: &wgpu::Device, queue: &wgpu::Queue) -> Result<Self, Error> {
        grid.check(1)?;
        Ok(Self {
            buffers: Buffers::new(device, &grid, 1)?,
            mask: GpuMask::new(grid, 1, device, queue)?,
            pipelines: DrawPipelines::new(device),
            input: Input::within(REACH),
        })
    }

    /// Sets `n × n` samples per cell, as [`crate::Rasterizer::samples_per_side`].
    ///
    /// # Errors
    /// As there; [`Error::GpuMemory`] for a grid beyond the device's limits.
    pub fn samples_per_side(mut self, n: usize) -> Result<Self, Error> {
        let GpuMask { grid, device, queue, .. } = &self.mask;
        grid.check(n)?;
        self.buffers = Buffers::new(device, grid, n)?;
        self.mask = GpuMask::new(*grid, n, device, queue)?;
        Ok(self)
    }

    /// The mask, with its wet section and rim.
    pub fn mask(&self) -> &GpuMask {
        &self.mask
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.mask.grid
    }

    /// The device.
    pub fn device(&self) -> &wgpu::Device {
        &self.mask.device
    }

    /// Name of the adapter.
    pub fn adapter(&self) -> String {
        self.mask.device.adapter_info().name
    }

    /// Replaces the mask on the GPU by these bodies. Returns as soon as the work is queued.
    ///
    /// # Errors
    /// [`Error::LabelZero`], [`Error::Index`] for a triangle that names a vertex which does not exist, or [`Error::GpuMemory`] for more
    /// than the device's limits allow. The mask on the GPU stays as it is then.
    pub fn rasterize(&mut self, bodies: &[Body<'_>]) -> Result<Report, Error> {
        check_labels(bodies)?;
        self.input.set(bodies, &self.mask.grid, self.mask.samples_per_side)?;
        let device = self.mask.device.clone();
        queue(&device, || self.draw(bodies))
    }

    /// Queues the work on the bodies.
    fn draw(&mut self, bodies: &[Body<'_>]) -> Result<Report, Error> {
        self.upload()?;
        let (draw_groups, layers) = (
            groups(self.input.triangles.len() as u64),
            (self.input.largest() / LAYER_SAMPLES).clamp(1, MOST_LAYERS) as u32,
        );
        let groups_of_body =
            self.input.largest().div_ceil(INVOCATIONS.into()).clamp(1, MOST_GROUPS_OF_BODY) as u32;
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
        encode(&pipelines.draw, &draw, [draw_groups[0], draw_groups[1], layers]);
        encode(
            &pipelines.deepen,
            &[(1, &b.bodies), (2, &b.tiles), (3, &b.deepest)],
            [groups_of_body, rows, 1],
        );
        let claim = [(1, &b.bodies), (2, &b.tiles), (3, &b.deepest), (4, &b.owners)];
        encode(&pipelines.claim, &claim, [groups_of_body, rows, 1]);
        let settle = [(1, &b.bodies), (2, &b.tiles), (4, &b.owners), (5, &mask.samples)];
        encode(&pipelines.settle, &settle, [samples[0], samples[1], 1]);
        mask.queue.submit([encoder.finish()]);
        std::mem::swap(&mut self.mask.boxes, &mut self.input.boxes);
        Ok(Report::new(bodies, [self.input.skipped]))
    }

    /// Clears the buffers that the shaders draw into and uploads their input.
    fn upload(&mut self) -> Result<(), Error> {
        let Self {
            buffers: b,
            input,
            mask: GpuMask { grid, samples_per_side, device, queue, frame, .. },
            ..
        } = self;
        let tiles = 8 * input.samples;
        reserve(device, &mut b.vertices, "vertices", 16 * input.vertices.len() as u64)?;
        reserve(device, &mut b.triangles, "triangles", 16 * input.triangles.len() as u64)?;
        reserve(device, &mut b.bodies, "bodies", 32 * input.bodies.len() as u64)?;
        reserve(device, &mut b.tiles, "rectangles of the bodies", tiles)?;
        let mut encoder = device.create_command_encoder(&Default::default());
        encoder.clear_buffer(&b.tiles, 0, Some(tiles));
        encoder.clear_buffer(&b.deepest, 0, None);
        encoder.clear_buffer(&b.owners, 0, None);
        queue.submit([encoder.finish()]);
        let values = Frame {
            triangles: input.triangles.len() as u32,
            bodies: input.bodies.len() as u32,
            ..Frame::new(grid, *samples_per_side)
        };
        queue.write_buffer(frame, 0, bytemuck::bytes_of(&values));
        queue.write_buffer(&b.vertices, 0, bytemuck::cast_slice(&input.vertices));
        queue.write_buffer(&b.triangles, 0, bytemuck::cast_slice(&input.triangles));
        queue.write_buffer(&b.bodies, 0, bytemuck::cast_slice(&input.bodies));
        for (body, canvas) in &input.far {
            let first = input.bodies[*body].first;
            queue.write_buffer(&b.tiles, 8 * u64::from(first), bytemuck::cast_slice(&input::keys(canvas)));
        }
        Ok(())
    }
}
