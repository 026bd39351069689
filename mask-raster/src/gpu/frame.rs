//! What all shaders of a call read, laid out as in `frame.wgsl`.

use crate::Grid;
use bytemuck::{Pod, Zeroable};
use glam::Vec2;

/// The uniform block `Frame` of the shaders.
#[derive(Debug, Clone, Copy, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Frame {
    pub(super) size: [u32; 2],
    pub(super) samples_per_side: u32,
    pub(super) triangles: u32,
    pub(super) bodies: u32,
    pub(super) sample_weight: f32,
    pub(super) zero: u32,
    pub(super) unused: u32,
}

impl Frame {
    pub(super) fn new(grid: &Grid, samples_per_side: usize) -> Self {
        Self {
            size: [grid.nx, grid.ny].map(|n| (n * samples_per_side) as u32),
            samples_per_side: samples_per_side as u32,
            sample_weight: 1.0 / (samples_per_side * samples_per_side) as f32,
            ..Self::default()
        }
    }
}

/// The struct `Body` of the shaders.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct GpuBody {
    pub(super) rectangle: [i32; 4],
    pub(super) first: u32,
    pub(super) label: u32,
    pub(super) unused: [u32; 2],
}

/// WGSL for a table of the factors that normalize sums of offsets to neighbors, by their squared length, as `rim.rs` computes
/// them.
pub(super) fn reciprocal_lengths() -> String {
    let mut factors = [0.0; 19];
    for (x, y) in (0..4_u8).flat_map(|y| (0..4_u8).map(move |x| (x, y))) {
        let sum = Vec2::new(x.into(), y.into());
        if sum != Vec2::ZERO {
            factors[usize::from(x * x + y * y)] = sum.length_recip();
        }
    }
    let factors = factors.map(|factor| format!("{factor:?}")).join(", ");
    format!("const RECIPROCAL_LENGTH = array<f32, 19>({factors});\n")
}
