use crate::hull::{Block, CornerPoints, Corners, POINT_GROUPS};
use crate::simd::{LANES, Lanes};

/// Blocks whose water is sampled together, before their forces are computed: a sample has a long latency, and several
/// are under way at a time.
pub(super) const BATCH: usize = 16;

/// A block that the water may reach.
#[derive(Clone, Copy)]
pub(super) struct ReachedBlock<'a> {
    /// Its index in the chunk.
    pub(super) index: usize,
    /// Bounds of the heights of its corners along the vertical, from the body's origin.
    pub(super) heights: [f64; 2],
    pub(super) block: &'a Block,
    pub(super) corners: &'a Corners,
    pub(super) points: &'a CornerPoints,
}

/// The water under a batch of blocks.
#[repr(align(64))]
pub(super) struct WaterSamples {
    /// World plan positions of the centroids.
    pub(super) centroids_m: [[Lanes; 2]; BATCH],
    /// Level and velocity there; with [`Cut::Corners`](crate::Cut::Corners) no level.
    pub(super) at_centroids: [[Lanes; 3]; BATCH],
    /// Levels at the corners, and at the points of the chunk in which they are, with plan positions of some of these; used only by
    /// [`Cut::Corners`](crate::Cut::Corners).
    pub(super) corner_levels: [[Lanes; 3]; BATCH],
    pub(super) point_levels: [Lanes; POINT_GROUPS],
    pub(super) points_m: [[Lanes; 2]; BATCH],
}

impl Default for WaterSamples {
    fn default() -> Self {
        let none = [0.0; LANES];
        Self {
            centroids_m: [[none; 2]; BATCH],
            at_centroids: [[none; 3]; BATCH],
            corner_levels: [[none; 3]; BATCH],
            point_levels: [none; POINT_GROUPS],
            points_m: [[none; 2]; BATCH],
        }
    }
}

impl WaterSamples {
    /// The water under the `n`-th block of the batch.
    #[inline(always)]
    pub(super) fn under_block(&self, n: usize) -> BlockWater<'_> {
        BlockWater { at_centroids: &self.at_centroids[n], corner_levels: &self.corner_levels[n] }
    }
}

/// The water under one block: velocity and level at the centroids, in place of the level those at the corners if the triangles are
/// cut by these.
#[derive(Clone, Copy)]
pub(super) struct BlockWater<'a> {
    pub(super) at_centroids: &'a [Lanes; 3],
    pub(super) corner_levels: &'a [Lanes; 3],
}
