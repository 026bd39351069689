//! The rasteriser in compute shaders: the twin of [`crate::Rasterizer`], with the same integers and the same roundings.

mod backend;
mod buffers;
mod frame;
mod pipelines;
mod placed;
mod readback;
#[cfg(test)]
mod tests;

pub use backend::Backend;
pub use readback::{MaskReadback, Section, SectionReadback};

use crate::mask::CellBox;
use crate::rasterizer::check_labels;
use crate::{Body, Error, Grid, Report};
use buffers::{Buffers, reserve};
use frame::Frame;
use pipelines::{INVOCATIONS, Pipelines};
use placed::Placed;

/// Most workgroups along an axis of a dispatch, on any device.
const MOST_GROUPS: u64 = 65_535;
/// Samples of a rectangle for which another workgroup helps to draw large triangles, and the most that do.
const BAND: u64 = 1 << 14;
const MOST_BANDS: u64 = 16;
/// Most workgroups that share the samples of a body when bodies are laid over each other.
const MOST_SHARES: u64 = 64;

/// Projects bodies along z onto the cells of a grid, on a GPU; the results stay there until they are asked for.
///
/// Labels, tops and bottoms are those of the CPU to the bit: coverage is the same integer arithmetic, in two words where it
/// takes 64 bits, and every operation on heights is rounded by itself. Heights below 2⁻¹²⁶ m may become zero.
/// Vertices are projected by the CPU, since WGSL has no `f64`; so are triangles with a vertex farther than 2²¹ samples from
/// the grid's corner.
#[derive(Debug)]
pub struct GpuRasterizer {
    grid: Grid,
    samples_per_side: usize,
    device: wgpu::Device,
    queue: wgpu::Queue,
    pipelines: Pipelines,
    buffers: Buffers,
    /// The next call, or what is left of the last one.
    placed: Placed,
    /// The cells that each body of the mask on the GPU may cover.
    boxes: Vec<CellBox>,
}

impl GpuRasterizer {
    /// One sample per cell, at its centre. The device may be any, a software one too; it needs no more than
    /// `wgpu::Limits::downlevel_defaults()`.
    ///
    /// # Errors
    /// As [`crate::Rasterizer::new`]; [`Error::Gpu`] for a device without compute shaders, [`Error::GpuMemory`] for a grid
    /// that does not fit its limits.
    pub fn new(grid: Grid, device: &wgpu::Device, queue: &wgpu::Queue) -> Result<Self, Error> {
        grid.check(1)?;
        let limits = device.limits();
        if limits.max_compute_invocations_per_workgroup < INVOCATIONS
            || limits.max_storage_buffers_per_shader_stage < 4
        {
            let reason = "it has no compute shaders with 64 invocations and 4 storage buffers".into();
            return Err(Error::Gpu { adapter: device.adapter_info().name, reason });
        }
        Ok(Self {
            grid,
            samples_per_side: 1,
            device: device.clone(),
            queue: queue.clone(),
            pipelines: Pipelines::new(device),
            buffers: Buffers::new(device, &grid, 1)?,
            placed: Placed::default(),
            boxes: Vec::new(),
        })
    }

    /// Takes `n × n` samples per cell, as [`crate::Rasterizer::samples_per_side`].
    ///
    /// # Errors
    /// As there; [`Error::GpuMemory`] for a grid that does not fit the device's limits.
    pub fn samples_per_side(mut self, n: usize) -> Result<Self, Error> {
        self.grid.check(n)?;
        self.samples_per_side = n;
        self.buffers = Buffers::new(&self.device, &self.grid, n)?;
        Ok(self)
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Name of the adapter.
    pub fn adapter(&self) -> String {
        self.device.adapter_info().name
    }

    /// Replaces the mask on the GPU by that of these bodies. Returns as soon as the work is queued.
    ///
    /// # Errors
    /// A body with label 0, a triangle that names a vertex which is not there, or [`Error::GpuMemory`] for more than the
    /// device's limits allow; the mask on the GPU stays as it is.
    pub fn rasterize(&mut self, bodies: &[Body<'_>]) -> Result<Report, Error> {
        check_labels(bodies)?;
        self.placed.place(bodies, &self.grid, self.samples_per_side)?;
        self.upload()?;
        let (draw_groups, bands) = (
            groups(self.placed.triangles.len() as u64),
            (self.placed.largest() / BAND).clamp(1, MOST_BANDS) as u32,
        );
        let shares = self.placed.largest().div_ceil(INVOCATIONS.into()).clamp(1, MOST_SHARES) as u32;
        let rows = (bodies.len() as u64).min(MOST_GROUPS) as u32;
        let samples = groups((self.grid.cells() * self.samples_per_side.pow(2)) as u64);
        let Self { pipelines, buffers: b, .. } = &*self;
        let mut encoder = self.device.create_command_encoder(&Default::default());
        let draw = [(1, &b.vertices), (2, &b.triangles), (3, &b.bodies), (4, &b.tiles)];
        self.encode(&mut encoder, &pipelines.draw, &draw, [draw_groups[0], draw_groups[1], bands]);
        let deepen = [(1, &b.bodies), (2, &b.tiles), (3, &b.deepest)];
        self.encode(&mut encoder, &pipelines.deepen, &deepen, [shares, rows, 1]);
        let claim = [(1, &b.bodies), (2, &b.tiles), (3, &b.deepest), (4, &b.owners)];
        self.encode(&mut encoder, &pipelines.claim, &claim, [shares, rows, 1]);
        let settle = [(1, &b.bodies), (2, &b.tiles), (4, &b.owners), (5, &b.samples)];
        self.encode(&mut encoder, &pipelines.settle, &settle, [samples[0], samples[1], 1]);
        self.queue.submit([encoder.finish()]);
        std::mem::swap(&mut self.boxes, &mut self.placed.boxes);
        Ok(Report::new(bodies, [self.placed.count]))
    }

    /// Replaces the wet section on the GPU and its rim by those of the mask there, as
    /// [`CellMask::wet_section`](crate::CellMask::wet_section) and [`crate::rim`] have them. Returns as soon as the work is
    /// queued.
    ///
    /// # Errors
    /// [`Error::GpuMemory`] if the device's limits allow no table of all labels.
    pub fn wet_section(&mut self, still_level_m: impl Fn(u16) -> f32) -> Result<(), Error> {
        let most = self.boxes.iter().map(|cells| cells.label).max().unwrap_or(0);
        let mut levels_m = vec![0.0; usize::from(most) + 1];
        for cells in &self.boxes {
            levels_m[usize::from(cells.label)] = still_level_m(cells.label);
        }
        self.section(&levels_m, false)
    }

    /// The same under a surface that is not level, as
    /// [`CellMask::wet_section_below`](crate::CellMask::wet_section_below): `surface_m: [ny][nx]`, x fastest, m.
    ///
    /// # Errors
    /// [`Error::Levels`] if there is not one level for each cell.
    pub fn wet_section_below(&mut self, surface_m: &[f32]) -> Result<(), Error> {
        self.grid.check_levels(surface_m)?;
        // WGSL need know neither infinities nor what is not a number, for which the lowest level stands.
        let finite =
            |level_m: &f32| if level_m.is_nan() { f32::MIN } else { level_m.clamp(f32::MIN, f32::MAX) };
        let levels_m: Vec<f32> = surface_m.iter().map(finite).collect();
        self.section(&levels_m, true)
    }

    fn section(&mut self, levels_m: &[f32], by_cell: bool) -> Result<(), Error> {
        reserve(&self.device, &mut self.buffers.levels_m, "levels", 4 * levels_m.len() as u64)?;
        let Self { pipelines, buffers: b, .. } = &*self;
        let pipeline = if by_cell { &pipelines.wet_section_below } else { &pipelines.wet_section };
        self.queue.write_buffer(&b.levels_m, 0, bytemuck::cast_slice(levels_m));
        let mut encoder = self.device.create_command_encoder(&Default::default());
        let [x, y] = groups(self.grid.cells() as u64);
        let buffers = [(1, &b.samples), (2, &b.levels_m), (3, &b.wet)];
        self.encode(&mut encoder, pipeline, &buffers, [x, y, 1]);
        self.encode(&mut encoder, &pipelines.rim, &[(1, &b.wet), (2, &b.rim)], [x, y, 1]);
        self.queue.submit([encoder.finish()]);
        Ok(())
    }

    /// The mask: three layers `[3][ny · n][nx · n]` of 32 bits, x fastest: label (`u32`, 0 for none), top (`f32`, m, −∞ for
    /// none) and bottom (`f32`, m, +∞ for none) of each sample.
    pub fn mask_buffer(&self) -> &wgpu::Buffer {
        &self.buffers.samples
    }

    /// The wet section: three layers `[3][ny][nx]` of 32 bits, x fastest: label of the body that wets most of the cell
    /// (`u32`; 0 where bodies together wet less than half), submerged thickness of all bodies (`f32`, m) and wet fraction (`f32`).
    pub fn wet_buffer(&self) -> &wgpu::Buffer {
        &self.buffers.wet
    }

    /// The rim: three layers `[3][ny][nx]` of 32 bits, x fastest: label (`u32`, 0 off the rim), x and y of the normal
    /// (`f32`).
    pub fn rim_buffer(&self) -> &wgpu::Buffer {
        &self.buffers.rim
    }

    /// Starts to copy the mask back. Does not wait.
    pub fn read_mask(&self) -> MaskReadback {
        let gpu = (&self.device, &self.queue);
        MaskReadback::start(gpu, &self.buffers.samples, self.grid, self.samples_per_side, self.boxes.clone())
    }

    /// Starts to copy the wet section and its rim back. Does not wait.
    pub fn read_section(&self) -> SectionReadback {
        SectionReadback::start(&self.device, &self.queue, &self.buffers.wet, &self.buffers.rim)
    }

    /// Clears what is drawn into and writes what the shaders read.
    fn upload(&mut self) -> Result<(), Error> {
        let Self { device, queue, buffers: b, placed, .. } = self;
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
        let frame = Frame {
            triangles: placed.triangles.len() as u32,
            bodies: placed.bodies.len() as u32,
            ..Frame::new(&self.grid, self.samples_per_side)
        };
        queue.write_buffer(&b.frame, 0, bytemuck::bytes_of(&frame));
        queue.write_buffer(&b.vertices, 0, bytemuck::cast_slice(&placed.vertices));
        queue.write_buffer(&b.triangles, 0, bytemuck::cast_slice(&placed.triangles));
        queue.write_buffer(&b.bodies, 0, bytemuck::cast_slice(&placed.bodies));
        for (body, canvas) in &placed.far {
            let first = placed.bodies[*body].first;
            queue.write_buffer(&b.tiles, 8 * u64::from(first), bytemuck::cast_slice(&placed::keys(canvas)));
        }
        Ok(())
    }

    fn encode(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &wgpu::ComputePipeline,
        buffers: &[(u32, &wgpu::Buffer)],
        [x, y, z]: [u32; 3],
    ) {
        let mut entries = vec![entry(0, &self.buffers.frame)];
        entries.extend(buffers.iter().map(|&(binding, buffer)| entry(binding, buffer)));
        let bindings = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &bindings, &[]);
        pass.dispatch_workgroups(x, y, z);
    }
}

fn entry(binding: u32, buffer: &wgpu::Buffer) -> wgpu::BindGroupEntry<'_> {
    wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() }
}

/// Workgroups for so many items, in two dimensions.
fn groups(items: u64) -> [u32; 2] {
    let groups = items.div_ceil(INVOCATIONS.into());
    let x = groups.clamp(1, MOST_GROUPS);
    [x as u32, groups.div_ceil(x) as u32]
}
