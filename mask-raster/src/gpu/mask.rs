//! A mask on the GPU, with its wet section and rim.

use super::buffers::{storage, uniform};
use super::frame::Frame;
use super::pipelines::{SectionPipelines, check_device, groups, run};
use super::readback::{MaskReadback, SectionReadback};
use crate::mask::CellBox;
use crate::{Error, Grid};

/// A mask that stays on the GPU, with its wet section and the rim of that.
///
/// [`GpuRasterizer`](super::GpuRasterizer) and [`DepthPass`](super::DepthPass) each draw into one of their own.
#[derive(Debug)]
pub struct GpuMask {
    pub(super) grid: Grid,
    pub(super) samples_per_side: usize,
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    pub(super) pipelines: SectionPipelines,
    pub(super) frame: wgpu::Buffer,
    pub(super) samples: wgpu::Buffer,
    level_m: wgpu::Buffer,
    wet: wgpu::Buffer,
    rim: wgpu::Buffer,
    /// The cells that each body of the mask may cover.
    pub(super) boxes: Vec<CellBox>,
}

/// Number of possible labels.
pub(super) const LABELS: u64 = 1 << 16;

impl GpuMask {
    pub(super) fn new(
        grid: Grid,
        samples_per_side: usize,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
    ) -> Result<Self, Error> {
        check_device(device)?;
        let cells = grid.cells() as u64;
        let samples = cells * (samples_per_side * samples_per_side) as u64;
        let frame = uniform(device, "frame", size_of::<Frame>())?;
        queue.write_buffer(&frame, 0, bytemuck::bytes_of(&Frame::new(&grid, samples_per_side)));
        Ok(Self {
            grid,
            samples_per_side,
            device: device.clone(),
            queue: queue.clone(),
            pipelines: SectionPipelines::new(device),
            frame,
            samples: storage(device, "samples", 12 * samples)?,
            level_m: storage(device, "levels", 4 * cells.max(LABELS))?,
            wet: storage(device, "wet section", 12 * cells)?,
            rim: storage(device, "rim", 12 * cells)?,
            boxes: Vec::new(),
        })
    }

    /// Samples across and down.
    pub(super) fn size(&self) -> [u32; 2] {
        [self.grid.nx, self.grid.ny].map(|n| (n * self.samples_per_side) as u32)
    }

    /// Number of samples.
    pub(super) fn sample_count(&self) -> u64 {
        self.size().map(u64::from).into_iter().product()
    }

    /// Computes the wet section below a still level and its rim, as
    /// [`CellMask::wet_section`](crate::CellMask::wet_section) and [`crate::rim`] do. Returns as soon as the work is queued.
    pub fn wet_section(&self, still_level_m: impl Fn(u16) -> f32) {
        let most = self.boxes.iter().map(|cells| cells.label).max().unwrap_or(0);
        let mut level_m = vec![0.0; usize::from(most) + 1];
        for cells in &self.boxes {
            level_m[usize::from(cells.label)] = still_level_m(cells.label);
        }
        self.queue.write_buffer(&self.level_m, 0, bytemuck::cast_slice(&level_m));
        self.section(&self.level_m, &self.pipelines.wet_section);
    }

    /// Computes the wet section below a surface that is not level and its rim, as
    /// [`CellMask::wet_section_below`](crate::CellMask::wet_section_below): `level_m: [ny][nx]`, x fastest, m. Returns as soon as
    /// the work is queued.
    ///
    /// # Errors
    /// [`Error::ShapeMismatch`] if there is not one level for each cell.
    pub fn wet_section_below(&self, level_m: &[f32]) -> Result<(), Error> {
        self.grid.check_levels(level_m.len())?;
        self.queue.write_buffer(&self.level_m, 0, bytemuck::cast_slice(level_m));
        self.section(&self.level_m, &self.pipelines.wet_section_below);
        Ok(())
    }

    /// [`GpuMask::wet_section_below`] for a surface that is on this device already: a storage buffer with a level for each cell,
    /// `[ny][nx]` of `f32`, x fastest, m.
    ///
    /// # Errors
    /// [`Error::ShapeMismatch`] if there is not one level for each cell, [`Error::NotStorage`] for a buffer without the usage `STORAGE`.
    pub fn wet_section_below_buffer(&self, level_m: &wgpu::Buffer) -> Result<(), Error> {
        self.grid.check_levels(level_m.size() as usize / 4)?;
        if !level_m.usage().contains(wgpu::BufferUsages::STORAGE) {
            return Err(Error::NotStorage { what: "water levels" });
        }
        self.section(level_m, &self.pipelines.wet_section_below);
        Ok(())
    }

    /// Queues the computation of the section by `pipeline`, and of its rim.
    fn section(&self, level_m: &wgpu::Buffer, pipeline: &wgpu::ComputePipeline) {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        let [x, y] = groups(self.grid.cells() as u64);
        let [frame, samples, level_m, wet, rim] =
            [&self.frame, &self.samples, level_m, &self.wet, &self.rim].map(|b| b.as_entire_binding());
        let of_mask = [(0, frame.clone()), (1, samples), (2, level_m), (3, wet.clone())];
        run(&self.device, &mut encoder, pipeline, &of_mask, [x, y, 1]);
        let of_section = [(0, frame), (1, wet), (2, rim)];
        run(&self.device, &mut encoder, &self.pipelines.rim, &of_section, [x, y, 1]);
        self.queue.submit([encoder.finish()]);
    }

    /// The buffer of the mask: three layers `[3][ny · n][nx · n]` of 32 bits, x fastest: label (`u32`, 0 for none), top (`f32`, m, −∞ for
    /// none) and bottom (`f32`, m, +∞ for none) of each sample.
    pub fn mask_buffer(&self) -> &wgpu::Buffer {
        &self.samples
    }

    /// The buffer of the wet section: three layers `[3][ny][nx]` of 32 bits, x fastest: label of the body that wets most of the cell
    /// (`u32`; 0 where bodies together wet less than half), submerged thickness of all bodies (`f32`, m) and wet fraction (`f32`).
    pub fn wet_buffer(&self) -> &wgpu::Buffer {
        &self.wet
    }

    /// The buffer of the rim: three layers `[3][ny][nx]` of 32 bits, x fastest: label (`u32`, 0 off the rim), x and y of the normal
    /// (`f32`).
    pub fn rim_buffer(&self) -> &wgpu::Buffer {
        &self.rim
    }

    /// Starts to copy the mask to the CPU, without waiting.
    pub fn read_mask(&self) -> MaskReadback {
        let gpu = (&self.device, &self.queue);
        MaskReadback::start(gpu, &self.samples, self.grid, self.samples_per_side, self.boxes.clone())
    }

    /// Starts to copy the wet section and its rim to the CPU, without waiting.
    pub fn read_section(&self) -> SectionReadback {
        SectionReadback::start(&self.device, &self.queue, &self.wet, &self.rim)
    }
}
