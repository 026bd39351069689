//! The cells that a segment may touch.

use super::segment::Segment;
use glam::{DVec2, IVec2, ivec2};
use std::ops::Range;

/// Margin for the rounding of positions, in cells.
const ROUNDING: f64 = 1e-6;

/// Cells that a segment may touch: one that ends on the edge between two cells touches both.
#[derive(Debug, Clone, Copy)]
pub(super) struct Touched {
    /// First column and row, and those after the last.
    pub(super) low: IVec2,
    pub(super) high: IVec2,
    /// The lower end and the upper one, and columns per row between them; none where each cell of the rectangle counts: it is a row or a
    /// column, or the segment runs along rows.
    slant: Option<([DVec2; 2], f64)>,
}

impl Touched {
    pub(super) fn by(segment: &Segment, grid_size: IVec2) -> Self {
        let [a, b] = segment.ends;
        let (first, end) =
            ((-floor(-a.min(b))).saturating_sub(IVec2::ONE), floor(a.max(b)).saturating_add(IVec2::ONE));
        let (low, high) = (first.clamp(IVec2::ZERO, grid_size), end.clamp(IVec2::ZERO, grid_size));
        let is_whole = low == first && high == end && (high - low).cmpeq(IVec2::ONE).any();
        let [a, b] = if a.y < b.y { [a, b] } else { [b, a] };
        let slant = (!is_whole && a.y < b.y).then(|| ([a, b], (b.x - a.x) / (b.y - a.y)));
        Self { low, high, slant }
    }

    /// The columns of the cells in a row of the rectangle: within it a segment is farthest at its ends, or where it leaves the row.
    pub(super) fn columns(&self, y: i32) -> Range<i32> {
        let all = self.low.x..self.high.x;
        let Some(([a, b], slope)) = self.slant else { return all };
        let (from, to) = (a.y.max(f64::from(y) - ROUNDING), b.y.min(f64::from(y + 1) + ROUNDING));
        let [start, end] = [from, to].map(|y| a.x + (y - a.y) * slope);
        let ends = floor(DVec2::new(start.min(end) - ROUNDING, start.max(end) + ROUNDING));
        let first = ends.x.clamp(all.start, all.end);
        first..ends.y.saturating_add(1).clamp(first, all.end)
    }
}

/// Largest integers not above the coordinates, saturating at the limits of `i32`. `DVec2::floor` would be a call of a library
/// function on x86-64 without SSE 4.1.
pub(super) fn floor(place: DVec2) -> IVec2 {
    let towards_zero = place.as_ivec2();
    let above = towards_zero.as_dvec2().cmpgt(place);
    towards_zero.saturating_sub(ivec2(i32::from(above.x), i32::from(above.y)))
}
