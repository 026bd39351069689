//! The covered samples of a large triangle, eight rows at a time.

use super::edge::Edge;
use super::point::{Clip, round};

/// Rows of a group: eight vectorized divisions take no longer than one.
pub(crate) const ROWS: usize = 8;

/// Limit of the ends of rows, in columns.
const FARTHEST: f64 = (1 << 30) as f64;

/// Adding it leaves an integer, of magnitude up to 2^51, in the low bits.
const TO_INTEGER: f64 = (3_u64 << 51) as f64;

/// A triangle over a rectangle of samples, its edge functions exact in `f64`.
pub(crate) struct Rows {
    pub(crate) bounds: Clip,
    edges: [Edge<f64>; 3],
}

/// A group of rows: the covered columns `low..high`, relative to the corner of the bounds, and the excess, in column `low`, of the
/// edge functions opposite to the second and third vertex over their least values.
pub(crate) struct RowGroup {
    pub(crate) low: [i32; ROWS],
    pub(crate) high: [i32; ROWS],
    pub(crate) excess: [[f64; ROWS]; 2],
}

impl Rows {
    #[inline(always)]
    pub(super) fn new(bounds: Clip, edges: [Edge<f64>; 3]) -> Self {
        Self { bounds, edges }
    }

    /// Least values, at covered samples, of the edge functions opposite to the second and third vertex.
    #[inline(always)]
    pub(crate) fn least(&self) -> [f32; 2] {
        [self.edges[1].least as f32, self.edges[2].least as f32]
    }

    /// Increase of these edge functions per column.
    #[inline(always)]
    pub(crate) fn gain(&self) -> [f64; 2] {
        [self.edges[1].per_column, self.edges[2].per_column]
    }

    /// Rows `y..y + ROWS`, relative to the corner of the bounds. Values for rows beyond the bounds mean nothing.
    #[inline(always)]
    pub(crate) fn group(&self, y: usize) -> RowGroup {
        let width = f64::from(self.bounds.x1 - self.bounds.x0);
        let (mut low, mut high) = ([0.0; ROWS], [width; ROWS]);
        let mut above = [[0.0; ROWS]; 3];
        for (edge, above) in self.edges.iter().zip(&mut above) {
            let first = edge.value - edge.least + y as f64 * edge.per_row;
            for r in 0..ROWS {
                above[r] = first + r as f64 * edge.per_row;
            }
            if edge.per_column > 0.0 {
                for r in 0..ROWS {
                    low[r] = larger(low[r], 0.0 - floor(above[r] / edge.per_column));
                }
            } else if edge.per_column < 0.0 {
                for r in 0..ROWS {
                    high[r] = smaller(high[r], floor(above[r] / -edge.per_column) + 1.0);
                }
            } else {
                for r in 0..ROWS {
                    high[r] = if above[r] < 0.0 { 0.0 } else { high[r] };
                }
            }
        }
        let [_, mut second, mut third] = above;
        for r in 0..ROWS {
            second[r] += low[r] * self.edges[1].per_column;
            third[r] += low[r] * self.edges[2].per_column;
        }
        RowGroup { low: low.map(to_i32), high: high.map(to_i32), excess: [second, third] }
    }
}

/// Converts an integer in an `f64`, without the saturation of `as`.
#[inline(always)]
fn to_i32(number: f64) -> i32 {
    (number + TO_INTEGER).to_bits() as i32
}

/// The largest integer not above `q`, within ± 2^30.
///
/// The quotient `q` of integers below 2^53 is never rounded up to an integer, see [`super::edge`].
#[inline(always)]
fn floor(q: f64) -> f64 {
    let q = larger(smaller(q, FARTHEST), -FARTHEST);
    let nearest = round(q);
    if nearest > q { nearest - 1.0 } else { nearest }
}

// One instruction each; `f64::min` and `f64::max` take more, for NaN.
#[inline(always)]
fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
