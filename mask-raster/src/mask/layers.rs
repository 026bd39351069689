//! The values of a mask at its samples, and the rectangles that its bodies may cover.

use crate::raster::Clip;
use std::ops::Range;

/// The cells that a body may cover: columns `x` of rows `y`, empty for a body outside the grid.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CellBox {
    /// Label of the body.
    pub label: u16,
    /// Columns.
    pub x: Range<usize>,
    /// Rows.
    pub y: Range<usize>,
}

/// Top of a sample that no body covers.
pub(crate) const NO_TOP: f32 = f32::NEG_INFINITY;

/// Bottom of a sample that no body covers.
pub(crate) const NO_BOTTOM: f32 = f32::INFINITY;

/// Label, top and bottom of each sample or cell, x fastest.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Layers {
    pub(crate) label: Vec<u16>,
    pub(crate) top_m: Vec<f32>,
    pub(crate) bottom_m: Vec<f32>,
}

impl Layers {
    pub(super) fn blank(n: usize) -> Self {
        Self { label: vec![0; n], top_m: vec![NO_TOP; n], bottom_m: vec![NO_BOTTOM; n] }
    }

    pub(super) fn clear(&mut self, range: Range<usize>) {
        self.label[range.clone()].fill(0);
        self.top_m[range.clone()].fill(NO_TOP);
        self.bottom_m[range].fill(NO_BOTTOM);
    }
}

/// The cells that hold the samples of `clip`.
pub(crate) fn cell_box(label: u16, clip: &Clip, samples_per_side: usize) -> CellBox {
    let cells =
        |from: i32, to: i32| from as usize / samples_per_side..(to as usize).div_ceil(samples_per_side);
    let is_empty = clip.x0 >= clip.x1 || clip.y0 >= clip.y1;
    let (x, y) = if is_empty { (0..0, 0..0) } else { (cells(clip.x0, clip.x1), cells(clip.y0, clip.y1)) };
    CellBox { label, x, y }
}
