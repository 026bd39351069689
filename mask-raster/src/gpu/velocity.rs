//! Velocities of bodies in the cells they cover, on the GPU.

use super::buffers::storage;
use super::mask::{GpuMask, LABELS};
use super::pipelines::{compute, groups, module, run};
use super::readback::Staging;
use super::shaders::Shader;
use crate::{Error, Motion, MovingCell};
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// Velocities in the cells of a [`GpuMask`], which stay on the GPU: those of
/// [`CellMask::velocities`](crate::CellMask::velocities), to the bit.
#[derive(Debug)]
pub struct GpuVelocities {
    device: wgpu::Device,
    queue: wgpu::Queue,
    pub(super) pipeline: wgpu::ComputePipeline,
    motions: wgpu::Buffer,
    velocities: wgpu::Buffer,
}

/// The struct `Motion` of `velocity.wgsl`.
#[derive(Debug, Clone, Copy, Default, Pod, Zeroable)]
#[repr(C)]
struct PaddedMotion([[f32; 4]; 3]);

impl From<Motion> for PaddedMotion {
    fn from(Motion { centre_m, linvel_m_s, angvel_rad_s }: Motion) -> Self {
        Self([centre_m, linvel_m_s, angvel_rad_s].map(|v| v.extend(0.0).to_array()))
    }
}

pub(super) fn pipeline(device: &wgpu::Device, edit: impl Fn(&str) -> String) -> wgpu::ComputePipeline {
    let velocity = module(device, Shader::Velocity, edit);
    compute(device, &velocity, "find_velocities")
}

impl GpuVelocities {
    /// Room for the velocities of masks like this one, on its device.
    ///
    /// # Errors
    /// [`Error::GpuMemory`] for a grid that does not fit the device's limits.
    pub fn new(mask: &GpuMask) -> Result<Self, Error> {
        let device = mask.device.clone();
        Ok(Self {
            pipeline: pipeline(&device, str::to_owned),
            motions: storage(&device, "motions", LABELS * size_of::<PaddedMotion>() as u64)?,
            velocities: storage(&device, "velocities", 16 * mask.grid.cells() as u64)?,
            device,
            queue: mask.queue.clone(),
        })
    }

    /// Replaces the velocities by those of this mask; `motion` tells how the body with a label moves. Returns as soon as the
    /// work is queued.
    ///
    /// # Panics
    /// If the mask has another number of cells than the one that this was made for.
    pub fn find(&self, mask: &GpuMask, motion: impl Fn(u16) -> Motion) {
        assert_eq!(16 * mask.grid.cells() as u64, self.velocities.size(), "velocities for one grid");
        let most = mask.boxes.iter().map(|cells| cells.label).max().unwrap_or(0);
        let mut motions = vec![PaddedMotion::default(); usize::from(most) + 1];
        for cells in &mask.boxes {
            motions[usize::from(cells.label)] = motion(cells.label).into();
        }
        self.queue.write_buffer(&self.motions, 0, bytemuck::cast_slice(&motions));
        let mut encoder = self.device.create_command_encoder(&Default::default());
        let [x, y] = groups(mask.grid.cells() as u64);
        let buffers = [&mask.frame, &mask.samples, &self.motions, &self.velocities];
        let resources: Vec<_> = (0..).zip(buffers.map(|buffer| buffer.as_entire_binding())).collect();
        run(&self.device, &mut encoder, &self.pipeline, &resources, [x, y, 1]);
        self.queue.submit([encoder.finish()]);
    }

    /// The velocities: four layers `[4][ny][nx]` of 32 bits, x fastest: label (`u32`, 0 for none), x, y and z of the velocity of
    /// the body's underside at the cell's centre (`f32`, m/s; 0 for none), as [`MovingCell`] has it.
    pub fn buffer(&self) -> &wgpu::Buffer {
        &self.velocities
    }

    /// Starts to copy the velocities back. Does not wait.
    pub fn read(&self) -> VelocityReadback {
        VelocityReadback { staging: Staging::start(&self.device, &self.queue, &[&self.velocities]) }
    }
}

/// Velocities on their way back from the GPU.
#[derive(Debug)]
pub struct VelocityReadback {
    staging: Staging,
}

impl VelocityReadback {
    /// Replaces what is in `cells` if the velocities have arrived, sorted by index, and tells whether they have. Does not wait.
    ///
    /// # Errors
    /// [`Error::Gpu`] if the device was lost, [`Error::TakenBefore`] if the velocities have been taken.
    pub fn try_take(&mut self, cells: &mut Vec<MovingCell>) -> Result<bool, Error> {
        self.take(false, cells)
    }

    /// Waits for the velocities.
    ///
    /// # Errors
    /// As [`VelocityReadback::try_take`].
    pub fn wait(mut self, cells: &mut Vec<MovingCell>) -> Result<(), Error> {
        self.take(true, cells).map(|_arrived| ())
    }

    fn take(&mut self, wait: bool, cells: &mut Vec<MovingCell>) -> Result<bool, Error> {
        self.staging.take(wait, |words| {
            let layers: [&[u32]; 4] =
                std::array::from_fn(|k| &words[k * words.len() / 4..][..words.len() / 4]);
            let covered = layers[0].iter().enumerate().filter(|(_, label)| **label != 0);
            cells.clear();
            cells.extend(covered.map(|(cell, &label)| MovingCell {
                index: cell as u32,
                label: label as u16,
                velocity_m_s: Vec3::from([1, 2, 3].map(|k| f32::from_bits(layers[k][cell]))),
            }));
        })
    }
}
