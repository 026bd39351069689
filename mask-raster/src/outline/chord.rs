//! The part of a line that lies over a triangle, seen along z.

use glam::{DVec2, IVec2};

/// Fraction of a line's length that is added at its end, so that an outline through the center of a cell is met however that
/// center is rounded. Positions 16 384 cells from the grid's corner are off by as much when the cell size is rounded to `f32`.
pub(super) const SLACK: f64 = 1e-3;

/// Length, in cells, within a cell below which a line passes it by; triangles there are listed under the cells on both
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

/// A projected triangle: its corners in cells from the grid's corner.
#[derive(Debug, Clone, Copy)]
pub(super) struct Triangle {
    pub(super) label: u16,
    pub(super) corners: [DVec2; 3],
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

impl Triangle {
    /// Fraction of the line at which it first lies over the triangle, edges included; from 0 up to [`SLACK`] more than 1.
    pub(super) fn entry(&self, line: &Line) -> Option<f64> {
        let [first, last] = self.chord(line)?;
        let (enter, leave) = (first.max(0.0), last.min(1.0 + SLACK));
        (enter <= leave).then_some(enter)
    }

    /// Fractions of the line, extended both ways, at which it enters and leaves the triangle.
    ///
    /// The side of the line on which a corner lies is computed from that corner alone: triangles that share the corner agree,
    /// and no line slips through between them.
    fn chord(&self, line: &Line) -> Option<[f64; 2]> {
        let offsets = self.corners.map(|corner| corner - line.from);
        let sides = offsets.map(|offset| line.along.perp_dot(offset));
        // Most triangles lie on one side of the line.
        let all = |[a, b, c]: [bool; 3]| a & b & c;
        if all(sides.map(|side| side > 0.0)) || all(sides.map(|side| side < 0.0)) {
            return None;
        }
        let length_squared = line.along.length_squared();
        let fractions = offsets.map(|offset| line.along.dot(offset) / length_squared);
        let (mut first, mut last) = (f64::INFINITY, f64::NEG_INFINITY);
        for k in 0..3 {
            let next = (k + 1) % 3;
            let (side, other) = (sides[k], sides[next]);
            let crossed = if side == 0.0 {
                fractions[k]
            } else if other != 0.0 && (side < 0.0) != (other < 0.0) {
                let weight = side / (side - other);
                fractions[k] * (1.0 - weight) + fractions[next] * weight
            } else {
                continue;
            };
            first = if crossed < first { crossed } else { first };
            last = if crossed > last { crossed } else { last };
        }
        (first <= last).then_some([first, last])
    }
}
