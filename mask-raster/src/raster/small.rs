//! The path of small triangles: edge functions are exact in `f32`, and eight triangles are set up at a time.
//!
//! Most triangles of a hull cover one or two samples. To test the few samples of the bounding box costs less than to find the ends
//! of rows by division, and to set up triangles one by one costs more than both. For bounding boxes of at most two columns and rows
//! all heights are computed for eight triangles together.

use super::lanes::{LANES, Lanes};
use super::point::{Clip, SUBSAMPLES};
use glam::{Mat4, Vec4};
use pulp::Simd;

/// Triangles in a block.
pub(crate) const BLOCK: usize = 64;

/// Samples in a group, neighbors in a row.
pub(crate) const COLUMNS: usize = 4;

/// Largest coordinate of a vertex, in fixed-point steps: a quarter step is still exact in `f32`.
pub(crate) const NEAR: f32 = (1 << 22) as f32;

const STEPS: f32 = SUBSAMPLES as f32;
/// Largest area of a bounding box, with a spare group of columns and a spare row, in fixed-point steps squared: 8 × 9 samples, or
/// 3 × 17. There edge functions and their terms are integers up to twice the area, 2^24, which are exact in `f32`.
const LARGEST: f32 = (1 << 23) as f32;
/// Limit of the clip rectangle's sides, in samples: beyond all vertices.
const FARTHEST: i32 = 1 << 20;
/// Adding it rounds to an integer, which is then in the low bits.
const ROUND: f32 = (3 << 22) as f32;

type Column<T> = [T; BLOCK];

/// Triangles of at most about 8 × 8 samples, each with a value that is linear over it, as a structure of arrays.
#[derive(Debug)]
pub(crate) struct SmallBlock {
    /// Corners: x and y in whole fixed-point steps, and the value to interpolate.
    corners: [[Column<f32>; 3]; 3],
    /// Excess, at the first sample, of the edge function opposite to each vertex over its least value at covered samples.
    excess: [Column<f32>; 3],
    /// Edges with the interior on their left.
    dx: [Column<f32>; 3],
    dy: [Column<f32>; 3],
    /// Base of the plane, as in [`super::triangle::Plane`].
    base: Column<f32>,
    slopes: [Column<f32>; 2],
    /// The bounding box within the clip rectangle, relative to its corner: first column, first row, columns, rows; each as the
    /// bits of the number plus `ROUND`.
    boxes: [Column<u32>; 4],
    /// Reach of the triangle, as [`Tiny::reach_m`].
    reach_m: Column<[Vec4; 2]>,
    /// Bits of the kind of each triangle.
    kinds: Column<u32>,
    /// Indices of the triangles of each kind but [`UNSEEN`], and their number.
    lists: [(Column<u8>, usize); 3],
}

/// Kinds of triangles: that cover no sample; of at most two columns and rows; of the path of small triangles; all others.
const UNSEEN: f32 = 0.0;
const TINY: f32 = 1.0;
const SMALL: f32 = 2.0;
const OTHER: f32 = 3.0;
const LISTED: [f32; 3] = [TINY, SMALL, OTHER];

/// A triangle whose bounding box has at most two columns and two rows.
pub(crate) struct Tiny {
    /// For each row, the height and minus the height at its two samples; −∞ at samples that are not covered.
    pub(crate) reach_m: [Vec4; 2],
    /// First column and row of the bounding box, relative to the corner of the clip rectangle.
    pub(crate) corner: [usize; 2],
}

/// One triangle of a block, with the same number in all lanes.
pub(crate) struct Small<S: Simd> {
    pub(crate) excess: [Lanes<S>; 3],
    pub(crate) dx: [Lanes<S>; 3],
    pub(crate) dy: [Lanes<S>; 3],
    pub(crate) base: Lanes<S>,
    pub(crate) slopes: [Lanes<S>; 2],
    /// First column and row of the bounding box, relative to the corner of the clip rectangle.
    pub(crate) corner: [usize; 2],
    pub(crate) columns: usize,
    pub(crate) rows: usize,
}

/// The values of an expression for `$k` = 0, 1 and 2: unrolled code, which closures in `std::array::from_fn` are not always.
macro_rules! three {
    ($k:ident => $value:expr) => {
        [
            {
                let $k = 0;
                $value
            },
            {
                let $k = 1;
                $value
            },
            {
                let $k = 2;
                $value
            },
        ]
    };
}

impl Default for SmallBlock {
    fn default() -> Self {
        let column = [0.0; BLOCK];
        Self {
            corners: [[column; 3]; 3],
            excess: [column; 3],
            dx: [column; 3],
            dy: [column; 3],
            base: column,
            slopes: [column; 2],
            boxes: [[0; BLOCK]; 4],
            reach_m: [[Vec4::NEG_INFINITY; 2]; BLOCK],
            kinds: [0; BLOCK],
            lists: [([0; BLOCK], 0); 3],
        }
    }
}

impl SmallBlock {
    /// Stores four triangles from index `at` on. Vertices hold x and y in whole fixed-point steps, of magnitude up to [`NEAR`] or
    /// NaN, and in z the value to interpolate.
    #[inline(always)]
    pub(crate) fn put(&mut self, at: usize, triangles: [[Vec4; 3]; 4]) {
        let [p, q, r, s] = triangles;
        for k in 0..3 {
            let axes = Mat4::from_cols(p[k], q[k], r[k], s[k]).transpose();
            axes.x_axis.write_to_slice(&mut self.corners[k][0][at..at + 4]);
            axes.y_axis.write_to_slice(&mut self.corners[k][1][at..at + 4]);
            axes.z_axis.write_to_slice(&mut self.corners[k][2][at..at + 4]);
        }
    }

    /// Sets up the first `count` triangles, to be drawn within `clip`.
    #[inline(always)]
    pub(crate) fn set_up<S: Simd>(&mut self, simd: S, clip: &Clip, count: usize) {
        for first in (0..count).step_by(LANES) {
            self.set_up_lanes(simd, clip, first);
        }
        self.classify(count);
    }

    /// Triangles of at most two columns and rows that cover samples.
    #[inline(always)]
    pub(crate) fn tiny(&self) -> &[u8] {
        self.list(TINY)
    }

    /// Larger triangles of this path that may cover samples.
    #[inline(always)]
    pub(crate) fn small(&self) -> &[u8] {
        self.list(SMALL)
    }

    /// Triangles that are too large for this path, have no area, or have a vertex with NaN.
    #[inline(always)]
    pub(crate) fn others(&self) -> &[u8] {
        self.list(OTHER)
    }

    #[inline(always)]
    fn list(&self, kind: f32) -> &[u8] {
        let (indices, count) = &self.lists[kind as usize - 1];
        &indices[..*count]
    }

    /// Lists the triangles of each kind, without branches, which would be mispredicted.
    #[inline(always)]
    fn classify(&mut self, count: usize) {
        let mut counts = [0; 3];
        for (index, &found) in (0..).zip(&self.kinds[..count]) {
            for k in 0..3 {
                self.lists[k].0[counts[k] % BLOCK] = index;
                counts[k] += usize::from(found == LISTED[k].to_bits());
            }
        }
        for k in 0..3 {
            self.lists[k].1 = counts[k];
        }
    }

    #[inline(always)]
    fn set_up_lanes<S: Simd>(&mut self, simd: S, clip: &Clip, first: usize) {
        let number = |number: f32| Lanes::splat(simd, number);
        let (zero, one, steps) = (number(0.0), number(1.0), number(STEPS));
        let [x, y, z] = three!(axis => three!(k => load(simd, &self.corners[k][axis], first)));
        let [low_x, low_y] = [x[0].min(x[1]).min(x[2]), y[0].min(y[1]).min(y[2])];
        let [high_x, high_y] = [x[0].max(x[1]).max(x[2]), y[0].max(y[1]).max(y[2])];
        let signed = (x[1] - x[0]) * (y[2] - y[0]) - (y[1] - y[0]) * (x[2] - x[0]);
        let spared = (high_x - low_x + number(COLUMNS as f32 * STEPS)) * (high_y - low_y + steps);
        // False for NaN.
        let is_small = spared.at_most(number(LARGEST)).and(zero.less_than(signed.abs()));

        let edge = |u: i32| number(u.clamp(-FARTHEST, FARTHEST) as f32);
        let (west, south) = (edge(clip.x0), edge(clip.y0));
        let (x0, y0) = (first_sample(simd, low_x).max(west), first_sample(simd, low_y).max(south));
        // A sample on the far side of a triangle belongs to the next one: boxes are half-open.
        let x1 = first_sample(simd, high_x).min(edge(clip.x1));
        let y1 = first_sample(simd, high_y).min(edge(clip.y1));
        let sizes = [x0 - west, y0 - south, x1 - x0, y1 - y0];
        for k in 0..4 {
            put(&mut self.boxes[k], first, (sizes[k] + number(ROUND)).to_bits());
        }

        let half = number(STEPS / 2.0);
        let (px, py) = (x0 * steps + half, y0 * steps + half);
        let dx = three!(k => (x[(k + 2) % 3] - x[(k + 1) % 3]).with_sign_of(signed));
        let dy = three!(k => (y[(k + 2) % 3] - y[(k + 1) % 3]).with_sign_of(signed));
        let least = three!(k => {
            let keeps = dy[k].less_than(zero).or(dy[k].equals(zero).and(zero.less_than(dx[k])));
            keeps.select(zero, one)
        });
        let excess = three!(k => dx[k] * (py - y[(k + 1) % 3]) - dy[k] * (px - x[(k + 1) % 3]) - least[k]);
        let inverse_area = signed.abs().recip();
        let slopes = [(z[1] - z[0]) * inverse_area, (z[2] - z[0]) * inverse_area];
        let base = z[0] + (slopes[0] * least[1] + slopes[1] * least[2]);

        // The samples of two columns and rows.
        let east = three!(k => excess[k] - dy[k] * steps);
        let north = three!(k => excess[k] + dx[k] * steps);
        let both = three!(k => east[k] + dx[k] * steps);
        let best = inner(excess).max(inner(east)).max(inner(north)).max(inner(both));
        let two = number(2.0);
        let is_tiny = (x1 - x0).at_most(two).and((y1 - y0).at_most(two));
        let tiny = zero.at_most(best).select(number(TINY), number(UNSEEN));
        let seen = is_tiny.select(tiny, number(SMALL));
        let small = x0.less_than(x1).and(y0.less_than(y1)).select(seen, number(UNSEEN));
        put(&mut self.kinds, first, is_small.select(small, number(OTHER)).to_bits());
        for (row, [west, east]) in [[excess, east], [north, both]].into_iter().enumerate() {
            let [up, down] = reach(simd, west, base, slopes);
            let [up_east, down_east] = reach(simd, east, base, slopes);
            for half in [0, LANES / 2] {
                let axes = Mat4::from_cols(
                    Vec4::from_slice(&up[half..]),
                    Vec4::from_slice(&down[half..]),
                    Vec4::from_slice(&up_east[half..]),
                    Vec4::from_slice(&down_east[half..]),
                )
                .transpose();
                self.reach_m[first + half][row] = axes.x_axis;
                self.reach_m[first + half + 1][row] = axes.y_axis;
                self.reach_m[first + half + 2][row] = axes.z_axis;
                self.reach_m[first + half + 3][row] = axes.w_axis;
            }
        }

        for k in 0..3 {
            store(&mut self.excess[k], first, excess[k]);
            store(&mut self.dx[k], first, dx[k]);
            store(&mut self.dy[k], first, dy[k]);
        }
        store(&mut self.slopes[0], first, slopes[0]);
        store(&mut self.slopes[1], first, slopes[1]);
        store(&mut self.base, first, base);
    }

    /// A triangle of at most two columns and rows.
    #[inline(always)]
    pub(crate) fn get_tiny(&self, index: u8) -> Tiny {
        let t = usize::from(index) % BLOCK;
        Tiny { reach_m: self.reach_m[t], corner: [whole(&self.boxes[0], t), whole(&self.boxes[1], t)] }
    }

    /// A larger triangle.
    #[inline(always)]
    pub(crate) fn get<S: Simd>(&self, simd: S, index: u8) -> Small<S> {
        let t = usize::from(index) % BLOCK;
        Small {
            excess: three!(k => Lanes::splat(simd, self.excess[k][t])),
            dx: three!(k => Lanes::splat(simd, self.dx[k][t])),
            dy: three!(k => Lanes::splat(simd, self.dy[k][t])),
            base: Lanes::splat(simd, self.base[t]),
            slopes: [Lanes::splat(simd, self.slopes[0][t]), Lanes::splat(simd, self.slopes[1][t])],
            corner: [whole(&self.boxes[0], t), whole(&self.boxes[1], t)],
            columns: whole(&self.boxes[2], t),
            rows: whole(&self.boxes[3], t),
        }
    }
}

/// The least of the three; negative where a sample is outside an edge.
#[inline(always)]
fn inner<S: Simd>([a, b, c]: [Lanes<S>; 3]) -> Lanes<S> {
    a.min(b).min(c)
}

/// Heights of eight triangles, and minus the heights, at a sample where the excesses of the edge functions are `e`; −∞ where a
/// triangle does not cover it.
#[inline(always)]
fn reach<S: Simd>(simd: S, e: [Lanes<S>; 3], base: Lanes<S>, slopes: [Lanes<S>; 2]) -> [[f32; LANES]; 2] {
    let none = Lanes::splat(simd, f32::NEG_INFINITY);
    let covers = Lanes::splat(simd, 0.0).at_most(inner(e));
    let z_m = base + (e[1] * slopes[0] + e[2] * slopes[1]);
    [covers.select(z_m, none).to_array(), covers.select(z_m * Lanes::splat(simd, -1.0), none).to_array()]
}

/// The number for triangle `t` in a column of `boxes`.
#[inline(always)]
fn whole(column: &Column<u32>, t: usize) -> usize {
    (column[t] - ROUND.to_bits()) as usize
}

#[inline(always)]
fn load<S: Simd>(simd: S, column: &Column<f32>, first: usize) -> Lanes<S> {
    Lanes::new(simd, *column[first..].first_chunk().expect("whole vectors"))
}

#[inline(always)]
fn store<S: Simd>(column: &mut Column<f32>, first: usize, numbers: Lanes<S>) {
    put(column, first, numbers.to_array());
}

/// Writes a vector: an assignment, where a copy of slices may be a call.
#[inline(always)]
fn put<T: Copy>(column: &mut Column<T>, first: usize, numbers: [T; LANES]) {
    *column[first..].first_chunk_mut().expect("whole vectors") = numbers;
}

/// Index of the first sample whose center lies at or beyond a fixed-point coordinate: `ceil(u − ½)` with `u` in samples, as a
/// rounding to nearest that never has a tie.
#[inline(always)]
fn first_sample<S: Simd>(simd: S, u: Lanes<S>) -> Lanes<S> {
    let round = Lanes::splat(simd, ROUND);
    (u - Lanes::splat(simd, 0.75)) * Lanes::splat(simd, 1.0 / STEPS) + round - round
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::point;

    #[test]
    fn first_samples_agree_with_integers() {
        for u in (-1000..1000).chain(NEAR as i32 - 300..=NEAR as i32).chain(-NEAR as i32..-NEAR as i32 + 300)
        {
            let found = first_sample(pulp::Scalar256b, Lanes::splat(pulp::Scalar256b, u as f32)).to_array();
            assert_eq!(found[3] as i64, point::first_sample(u.into()), "{u}");
        }
    }
}
