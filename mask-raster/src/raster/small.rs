//! The path of small triangles: 32-bit edge functions, four samples at a time.
//!
//! Most triangles of a hull on a cell grid cover a sample or two. Finding the ends of a row by division costs
//! more than testing the few samples of the bounding box, and a branch per sample costs more than both.

use super::point::{Clip, SUBSAMPLES};

/// Samples tested together.
pub(crate) const LANES: usize = 4;

/// Largest extent in fixed-point steps; edge functions at samples of the bounding box, and `LANES` beyond it,
/// stay below 2^30.
const EXTENT: i32 = 16 * SUBSAMPLES as i32;

/// A triangle of at most 16 × 16 samples, ready to be walked over.
pub(crate) struct Small {
    bounds: Clip,
    /// Edge functions opposite to each vertex at the first sample of `bounds`, minus the least value that covers.
    values: [i32; 3],
    per_column: [i32; 3],
    per_row: [i32; 3],
    least: [i32; 3],
    twice_area: i32,
}

/// Why a triangle is not a [`Small`] one.
pub(crate) enum NotSmall {
    /// It covers no sample of the clip rectangle.
    Unseen,
    /// It has no area.
    Flat,
    /// Its extent is too large.
    Large,
}

impl Small {
    /// Sets up the triangle with these vertices, in fixed-point steps of magnitude up to 2^29.
    #[inline]
    pub(crate) fn new(x: [i32; 3], y: [i32; 3], clip: &Clip) -> Result<Self, NotSmall> {
        const HALF: i32 = SUBSAMPLES as i32 / 2;
        const SHIFT: u32 = SUBSAMPLES.trailing_zeros();
        let (west, east) = (x[0].min(x[1]).min(x[2]), x[0].max(x[1]).max(x[2]));
        let (south, north) = (y[0].min(y[1]).min(y[2]), y[0].max(y[1]).max(y[2]));
        if (east - west).max(north - south) > EXTENT {
            return Err(NotSmall::Large);
        }
        let (ax, ay) = (x[1] - x[0], y[1] - y[0]);
        let (bx, by) = (x[2] - x[0], y[2] - y[0]);
        let signed = ax * by - ay * bx;
        if signed == 0 {
            return Err(NotSmall::Flat);
        }
        let bounds = Clip {
            x0: ((west + HALF - 1) >> SHIFT).max(clip.x0),
            y0: ((south + HALF - 1) >> SHIFT).max(clip.y0),
            x1: ((east + HALF) >> SHIFT).min(clip.x1),
            y1: ((north + HALF) >> SHIFT).min(clip.y1),
        };
        if bounds.x0 >= bounds.x1 || bounds.y0 >= bounds.y1 {
            return Err(NotSmall::Unseen);
        }
        let sign = if signed > 0 { 1 } else { -1 };
        let (px, py) = ((bounds.x0 << SHIFT) + HALF, (bounds.y0 << SHIFT) + HALF);
        let mut small = Self {
            bounds,
            values: [0; 3],
            per_column: [0; 3],
            per_row: [0; 3],
            least: [0; 3],
            twice_area: signed * sign,
        };
        for i in 0..3 {
            let (from, to) = ((i + 1) % 3, (i + 2) % 3);
            let (dx, dy) = (sign * (x[to] - x[from]), sign * (y[to] - y[from]));
            small.least[i] = i32::from(!(dy < 0 || (dy == 0 && dx > 0)));
            small.values[i] = dx * (py - y[from]) - dy * (px - x[from]) - small.least[i];
            small.per_column[i] = -dy << SHIFT;
            small.per_row[i] = dx << SHIFT;
        }
        Ok(small)
    }

    /// Walks over the samples, `LANES` at a time: `visit(x, y, inside, value)` with the first column, the row,
    /// all-ones bits where a sample is covered, and the values interpolated from `at_vertices`.
    #[inline]
    pub(crate) fn for_each_group(
        &self,
        at_vertices: [f32; 3],
        mut visit: impl FnMut(i32, i32, [bool; LANES], [f32; LANES]),
    ) {
        let inverse_area = 1.0 / self.twice_area as f32;
        let d1 = (at_vertices[1] - at_vertices[0]) * inverse_area;
        let d2 = (at_vertices[2] - at_vertices[0]) * inverse_area;
        let base = at_vertices[0] + (self.least[1] as f32 * d1 + self.least[2] as f32 * d2);
        let lane = |i: usize, l: usize| self.values[i] + self.per_column[i] * l as i32;
        let mut row: [[i32; LANES]; 3] = std::array::from_fn(|i| std::array::from_fn(|l| lane(i, l)));
        for y in self.bounds.y0..self.bounds.y1 {
            let mut e = row;
            let mut x = self.bounds.x0;
            loop {
                let inside = std::array::from_fn(|l| (e[0][l] | e[1][l] | e[2][l]) >= 0);
                let value = std::array::from_fn(|l| base + (e[1][l] as f32 * d1 + e[2][l] as f32 * d2));
                visit(x, y, inside, value);
                x += LANES as i32;
                if x >= self.bounds.x1 {
                    break;
                }
                for i in 0..3 {
                    for l in 0..LANES {
                        e[i][l] += self.per_column[i] * LANES as i32;
                    }
                }
            }
            for i in 0..3 {
                for l in 0..LANES {
                    row[i][l] += self.per_row[i];
                }
            }
        }
    }
}
