//! Cells under rigid lids, and what is said of one where no pressure is found.

use crate::lattice::Site;

/// A cell under a rigid lid. The lid's thickness there, its changes and those beside it are the cover's ([`super::Lid::cover`]).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LidCell {
    /// The cell.
    pub site: Site,
    /// Covered part of its area, above 0 and at most 1. It should change smoothly, and the thickness with it: the water makes way at once, so that of a part that begins
    /// to grow at full speed as a side along the grid enters the cell, an impulse of `λ` comes.
    pub covered: f32,
    /// Elevation above the still level from which the lid's thickness counts, and `λ`, in lattice units: near that of the water beside the lid.
    pub level: f32,
}

/// Reason for which no `λ` keeps the water in the space under the lid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LidStall {
    /// The covered cell where the water is farthest from it, `[i, j]`.
    pub cell: [usize; 2],
    /// Largest residual, as a depth in cells; NaN where the water's state is not finite.
    pub excess: f64,
    /// Iterations done.
    pub iterations: usize,
}
