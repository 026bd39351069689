//! Results on their way back to the CPU.

use super::buffers::{self, allocate};
use crate::mask::CellBox;
use crate::{CellMask, Error, Grid, RimCell};
use glam::Vec2;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Bytes that are being copied to where the CPU can read them.
#[derive(Debug)]
pub(super) struct Staging {
    device: wgpu::Device,
    /// Or why there is none.
    buffer: Result<wgpu::Buffer, Error>,
    mapped: Receiver<Result<(), wgpu::BufferAsyncError>>,
    is_taken: bool,
}

impl Staging {
    /// Copies all of these buffers, one after the other.
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
                // Nobody waits for a read-back that was dropped.
                let _ = done.send(result);
            });
            Ok(buffer)
        });
        Self { device: device.clone(), buffer, mapped, is_taken: false }
    }

    /// Hands the words to `read` if they are there, after waiting for them if `wait`; tells whether they were.
    pub(super) fn take(&mut self, wait: bool, read: impl FnOnce(&[u32])) -> Result<bool, Error> {
        if self.is_taken {
            return Err(Error::AlreadyTaken);
        }
        let refused = |reason: String| Error::Gpu { adapter: self.device.adapter_info().name, reason };
        let buffer = self.buffer.as_ref().map_err(Error::clone)?;
        let how = if wait { wgpu::PollType::wait_indefinitely() } else { wgpu::PollType::Poll };
        self.device.poll(how).map_err(|error| refused(error.to_string()))?;
        match self.mapped.try_recv() {
            Err(TryRecvError::Empty) => return Ok(false),
            Err(TryRecvError::Disconnected) => return Err(refused("it forgot a read-back".into())),
            Ok(result) => result.map_err(|error| refused(error.to_string()))?,
        }
        let bytes = buffer.slice(..).get_mapped_range().map_err(|error| refused(error.to_string()))?;
        read(bytemuck::cast_slice(&bytes));
        self.is_taken = true;
        Ok(true)
    }
}

/// A mask on its way back from the GPU.
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

    /// Replaces what `mask` shows if the mask has arrived, and tells whether it has. Does not wait.
    ///
    /// # Errors
    /// [`Error::Gpu`] if the device was lost, [`Error::AlreadyTaken`] if the mask has been taken.
    pub fn try_take(&mut self, mask: &mut CellMask) -> Result<bool, Error> {
        self.take(false, mask)
    }

    /// Waits for the mask.
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

/// The wet section and its rim as the GPU has them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Section {
    /// Label of the body that wets most of a cell, of equals the smallest, 0 where bodies together wet less than half of it; one
    /// value per cell, x fastest.
    pub label: Vec<u16>,
    /// Submerged thickness of all bodies in a cell, mean over the cell, m; one value per cell, x fastest.
    pub thickness_m: Vec<f32>,
    /// Wet fraction of each cell, 0…1, x fastest.
    pub coverage: Vec<f32>,
    /// The rim, sorted by index.
    pub rim: Vec<RimCell>,
}

/// A wet section on its way back from the GPU.
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

    /// Replaces what is in `section` if it has arrived, and tells whether it has. Does not wait.
    ///
    /// # Errors
    /// [`Error::Gpu`] if the device was lost, [`Error::AlreadyTaken`] if the section has been taken.
    pub fn try_take(&mut self, section: &mut Section) -> Result<bool, Error> {
        self.take(false, section)
    }

    /// Waits for the section.
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
