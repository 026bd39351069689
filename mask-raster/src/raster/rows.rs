//! Rows of samples that a large triangle covers, found eight at a time.

use super::point::{Clip, round};
use super::triangle::Edge;

/// Rows found together: their divisions take no longer than that of one.
pub(crate) const ROWS: usize = 8;

/// Columns beyond which no end of a row lies.
const FARTHEST: f64 = (1 << 30) as f64;

/// Adding it leaves a whole number, up to 2^51 in magnitude, in the low bits.
const WHOLE: f64 = (3_u64 << 51) as f64;

/// A triangle whose edge functions are exact in `f64`, over a rectangle of samples.
pub(crate) struct Rows {
    pub(crate) bounds: Clip,
    edges: [Edge<f64>; 3],
}

/// Rows of a triangle: the covered columns `low..high`, counted from the corner of the bounds, and how far the edge functions
/// opposite to the second and third vertex exceed their least values in column `low`.
pub(crate) struct SomeRows {
    pub(crate) low: [i32; ROWS],
    pub(crate) high: [i32; ROWS],
    pub(crate) excess: [[f64; ROWS]; 2],
}

impl Rows {
    #[inline(always)]
    pub(super) fn new(bounds: Clip, edges: [Edge<f64>; 3]) -> Self {
        Self { bounds, edges }
    }

    /// Least values of the edge functions opposite to the second and third vertex where samples are covered.
    #[inline(always)]
    pub(crate) fn least(&self) -> [f32; 2] {
        [self.edges[1].least as f32, self.edges[2].least as f32]
    }

    /// What these edge functions gain from a column to the next.
    #[inline(always)]
    pub(crate) fn gain(&self) -> [f64; 2] {
        [self.edges[1].per_column, self.edges[2].per_column]
    }

    /// Rows `y..y + ROWS`, counted from the corner of the bounds. What it says of rows beyond the bounds means nothing.
    #[inline(always)]
    pub(crate) fn some(&self, y: usize) -> SomeRows {
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
        SomeRows { low: low.map(whole), high: high.map(whole), excess: [second, third] }
    }
}

/// A whole number as an integer; faster than a conversion that minds what does not fit.
#[inline(always)]
fn whole(number: f64) -> i32 {
    (number + WHOLE).to_bits() as i32
}

/// The largest whole number not above `q`, within ± 2^30.
///
/// The quotient `q` of whole numbers below 2^53 is never rounded up to a whole one, see [`super::scalar`].
#[inline(always)]
fn floor(q: f64) -> f64 {
    let q = larger(smaller(q, FARTHEST), -FARTHEST);
    let nearest = round(q);
    if nearest > q { nearest - 1.0 } else { nearest }
}

// As one instruction each, which those of `f64` are not because of what is not a number.
#[inline(always)]
fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
