//! A piece of an outline, and where lines meet it, seen along z.

use glam::{DVec2, IVec2};

/// Fraction of a line's length that is added at both of its ends, so that an outline through the center of a cell is met however that
/// center is rounded. Positions 16 384 cells from the grid's corner are off by as much when the cell size is rounded to `f32`.
pub(super) const SLACK: f64 = 1e-3;

/// Length, in cells, within a cell below which a line passes it by; segments there are listed under the cells on both
/// sides.
const TOUCH: f64 = 1e-7;

/// A directed line between two positions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    /// Start, in cells from the grid's corner.
    pub(super) from: DVec2,
    /// Offset from the start to the end.
    pub(super) along: DVec2,
}

/// An edge of a mesh whose left side a triangle covers, and whose right side none beside it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment {
    pub(super) label: u16,
    /// In cells from the grid's corner.
    pub(super) ends: [DVec2; 2],
}

impl Line {
    /// Fraction of the line at which it leaves a cell; `None` for a cell that it misses or only touches at a corner.
    pub(super) fn leaves(&self, cell: IVec2) -> Option<f64> {
        let near = (cell.as_dvec2() - self.from) / self.along;
        let far = (cell.as_dvec2() + 1.0 - self.from) / self.along;
        // Along an axis on which the line does not move it neither enters nor leaves.
        let moves = self.along.cmpne(DVec2::ZERO);
        let enter = DVec2::select(moves, near.min(far), DVec2::NEG_INFINITY).max_element();
        let leave = DVec2::select(moves, near.max(far), DVec2::INFINITY).min_element();
        ((leave - enter) * self.along.abs().max_element() > TOUCH).then_some(leave)
    }
}

impl Segment {
    /// Fraction of the line, with [`SLACK`] at both ends, at which it comes from the right side of the segment to the left one, its ends included.
    ///
    /// The side of the line on which an end lies is computed from that end alone: segments that share it agree, and no line slips through
    /// between them.
    pub(super) fn entry(&self, line: &Line) -> Option<f64> {
        let [a, b] = self.ends.map(|end| end - line.from);
        let [from, to] = [line.along.perp_dot(a), line.along.perp_dot(b)];
        if !((from >= 0.0) & (to <= 0.0) & (from > to)) {
            return None;
        }
        let weight = from / (from - to);
        let [start, end] = [a, b].map(|end| line.along.dot(end));
        let fraction = (start * (1.0 - weight) + end * weight) / line.along.length_squared();
        (-SLACK..=1.0 + SLACK).contains(&fraction).then_some(fraction.max(0.0))
    }
}
