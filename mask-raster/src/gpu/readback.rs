//! Copies of results from the GPU to the CPU.

use super::buffers::{self, allocate};
use crate::mask::CellBox;
use crate::{CellMask, Error, Grid, RimCell};
use glam::Vec2;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// A copy of buffers to memory that the CPU can read.
#[derive(Debug)]
pub(super) struct Staging {
    device: wgpu::Device,
    /// The memory, or the error of the copy.
    buffer: Result<wgpu::Buffer, Error>,
    mapped: Receiver<Result<(), wgpu::BufferAsyncError>>,
    is_taken: bool,
}

impl Staging {
    /// Starts to copy these buffers, one after the other.
    pub(super) fn start(device: &wgpu::Device, queue: &wgpu::Queue, sources: &[&wgpu::Buffer]) -> Self {
        let (done, mapped) = channel();
        let descriptor = wgpu::BufferDescriptor {
            label: Some("read-back"),
            size: sources.iter().map(|source| source.size()).sum(),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        };
        let buffer = buffers::queue(device, || {
            let buffer = allocate(device, "the read-back", || device.create_buffer(&descriptor))?;
            let mut encoder = device.create_command_encoder(&Default::default());
            let mut offset = 0;
            for source in sources {
                encoder.copy_buffer_to_buffer(source, 0, &buffer, offset, source.size());
                offset += source.size();
            }
            queue.submit([encoder.finish()]);
            buffer.slice(..).map_async(wgpu::MapMode::Read, move |result| {
                // The receiver is gone if the read-back was dropped.
                let _ = done.send(result);
            });
            Ok(buffer)
        });
        Self { device: device.clone(), buffer, mapped, is_taken: false }
    }

    /// Passes the words to `read` if they have arrived, and returns whether they have. With `wait`, waits for them first.
    pub(super) fn take(&mut self, wait: bool, read: impl FnOnce(&[u32])) -> Result<bool, Error> {
        if self.is_taken {
            return Err(Error::AlreadyTaken);
        }
        let failed = |reason: String| Error::Gpu { adapter: self.device.adapter_info().name, reason };
        let buffer = self.buffer.as_ref().map_err(Error::clone)?;
        let how = if wait { wgpu::PollType::wait_indefinitely() } else { wgpu::PollType::Poll };
        self.device.poll(how).map_err(|error| failed(error.to_string()))?;
        match self.mapped.try_recv() {
            Err(TryRecvError::Empty) => return Ok(false),
            Err(TryRecvError::Disconnected) => return Err(failed("it dropped a read-back".into())),
            Ok(result) => result.map_err(|error| failed(error.to_string()))?,
        }
        let bytes = buffer.slice(..).get_mapped_range().map_err(|error| failed(error.to_string()))?;
        read(bytemuck::cast_slice(&bytes));
        self.is_taken = true;
        Ok(true)
    }
}

/// A mask that is being copied from the GPU.
#[derive(Debug)]
pub struct MaskReadback {
    staging: Staging,
    grid: Grid,
    samples_per_side: usize,
    boxes: Vec<CellBox>,
}

impl MaskReadback {
    pub(super) fn start(
        (device, queue): (&wgpu::Device, &wgpu::Queue),
        samples: &wgpu::Buffer,
        grid: Grid,
        samples_per_side: usize,
        boxes: Vec<CellBox>,
    ) -> Self {
        Self { staging: Staging::start(device, queue, &[samples]), grid, samples_per_side, boxes }
    }

    /// Replaces the contents of `mask` if the copy has arrived, and returns whether it has. Does not wait.
    ///
    /// # Errors
    /// [`Error::Gpu`] if the device was lost, [`Error::AlreadyTaken`] if the copy was taken before.
    pub fn try_take(&mut self, mask: &mut CellMask) -> Result<bool, Error> {
        self.take(false, mask)
    }

    /// Waits for the copy and replaces the contents of `mask`.
    ///
    /// # Errors
    /// As [`MaskReadback::try_take`].
    pub fn wait(mut self, mask: &mut CellMask) -> Result<(), Error> {
        self.take(true, mask).map(|_arrived| ())
    }

    fn take(&mut self, wait: bool, mask: &mut CellMask) -> Result<bool, Error> {
        let Self { staging, grid, samples_per_side, boxes } = self;
        staging.take(wait, |words| mask.fill(grid, *samples_per_side, boxes, words))
    }
}

/// The wet section and its rim, as the GPU stores them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Section {
    /// Label of the body that wets most of each cell, the smallest of equals; 0 where bodies together wet less than half of it. One
    /// value per cell, x fastest.
    pub label: Vec<u16>,
    /// Submerged thickness of all bodies in each cell, mean over the cell, m; x fastest.
    pub thickness_m: Vec<f32>,
    /// Wet fraction of each cell, 0…1; x fastest.
    pub coverage: Vec<f32>,
    /// The rim, sorted by index.
    pub rim: Vec<RimCell>,
}

/// A wet section that is being copied from the GPU.
#[derive(Debug)]
pub struct SectionReadback {
    staging: Staging,
}

impl SectionReadback {
    pub(super) fn start(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        wet: &wgpu::Buffer,
        rim: &wgpu::Buffer,
    ) -> Self {
        Self { staging: Staging::start(device, queue, &[wet, rim]) }
    }

    /// Replaces the contents of `section` if the copy has arrived, and returns whether it has. Does not wait.
    ///
    /// # Errors
    /// [`Error::Gpu`] if the device was lost, [`Error::AlreadyTaken`] if the copy was taken before.
    pub fn try_take(&mut self, section: &mut Section) -> Result<bool, Error> {
        self.take(false, section)
    }

    /// Waits for the copy and replaces the contents of `section`.
    ///
    /// # Errors
    /// As [`SectionReadback::try_take`].
    pub fn wait(mut self, section: &mut Section) -> Result<(), Error> {
        self.take(true, section).map(|_arrived| ())
    }

    fn take(&mut self, wait: bool, section: &mut Section) -> Result<bool, Error> {
        self.staging.take(wait, |words| {
            let layer = |k: usize| &words[k * words.len() / 6..(k + 1) * words.len() / 6];
            let floats = |k: usize| layer(k).iter().map(|&bits| f32::from_bits(bits));
            section.label.clear();
            section.label.extend(layer(0).iter().map(|&label| label as u16));
            section.thickness_m.clear();
            section.thickness_m.extend(floats(1));
            section.coverage.clear();
            section.coverage.extend(floats(2));
            let normals = floats(4).zip(floats(5)).map(|(x, y)| Vec2::new(x, y));
            let cells = (0..).zip(layer(3)).zip(normals).filter(|((_, label), _)| **label != 0);
            section.rim.clear();
            section.rim.extend(cells.map(|((index, &label), normal)| RimCell {
                index,
                label: label as u16,
                normal,
            }));
        })
    }
}
