//! The path of small triangles: edge functions exact in `f32`, four samples at a time.
//!
//! Most triangles of a hull on a cell grid cover a sample or two. Finding the ends of a row by division costs
//! more than testing the few samples of the bounding box, and a branch per sample costs more than both.

use super::point::{Clip, SUBSAMPLES};
use glam::{BVec4A, Mat4, Vec4, Vec4Swizzles};

/// Samples of a group, neighbours in a row.
pub(crate) const COLUMNS: usize = 4;
/// Rows that are walked over together.
pub(crate) const ROWS: usize = 2;

/// Farthest vertex, in fixed-point steps: a quarter step is still exact in `f32`.
pub(crate) const NEAR: f32 = (1 << 22) as f32;

/// Largest extent in fixed-point steps, 8 samples: at the samples of the bounding box, and a group beyond it,
/// edge functions are integers below 2^24, which `f32` holds exactly.
const LARGEST: Vec4 = Vec4::new(8.0 * STEPS, 8.0 * STEPS, f32::INFINITY, f32::INFINITY);
const STEPS: f32 = SUBSAMPLES as f32;

/// A triangle of at most 8 × 8 samples and a value linear over it, ready to be walked over.
pub(crate) struct Small {
    bounds: Clip,
    /// Edge functions opposite to each vertex (x, y, z) at the first sample, minus the least value that covers.
    values: Vec4,
    per_column: Vec4,
    per_row: Vec4,
    /// The interpolated value is `base + values.y · slopes.y + values.z · slopes.z`.
    base: f32,
    slopes: Vec4,
}

/// Why a triangle is not a [`Small`] one.
pub(crate) enum NotSmall {
    /// It covers no sample of the clip rectangle.
    Unseen,
    /// It has no area, or a vertex that is not a number.
    Flat,
    /// Its extent is too large.
    Large,
}

impl Small {
    /// Sets up the triangle. Vertices hold x, y in fixed-point steps, whole and of magnitude up to [`NEAR`], and
    /// in z the value to interpolate.
    #[inline]
    pub(crate) fn new(vertices: [Vec4; 3], clip: &Clip) -> Result<Self, NotSmall> {
        let [a, b, c] = vertices;
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let (ab, ac) = (b - a, c - a);
        let signed = ab.x * ac.y - ab.y * ac.x;
        if !(high - low).cmple(LARGEST).all() {
            return Err(NotSmall::Large);
        }
        if signed == 0.0 || signed.is_nan() {
            return Err(NotSmall::Flat);
        }
        let (first, after) = (first_samples(low), first_samples(high + Vec4::ONE));
        let bounds = Clip {
            x0: first.0.max(clip.x0),
            y0: first.1.max(clip.y0),
            x1: after.0.min(clip.x1),
            y1: after.1.min(clip.y1),
        };
        if bounds.x0 >= bounds.x1 || bounds.y0 >= bounds.y1 {
            return Err(NotSmall::Unseen);
        }
        let Mat4 { x_axis: x, y_axis: y, z_axis: z, .. } = Mat4::from_cols(a, b, c, Vec4::ZERO).transpose();
        let sign = 1.0_f32.copysign(signed);
        let (from_x, from_y) = (x.yzxw(), y.yzxw());
        let (dx, dy) = ((x.zxyw() - from_x) * sign, (y.zxyw() - from_y) * sign);
        let px = Vec4::splat(bounds.x0 as f32 * STEPS + STEPS / 2.0);
        let py = Vec4::splat(bounds.y0 as f32 * STEPS + STEPS / 2.0);
        let keeps = dy.cmplt(Vec4::ZERO) | (dy.cmpeq(Vec4::ZERO) & dx.cmpgt(Vec4::ZERO));
        let least = Vec4::select(keeps, Vec4::ZERO, Vec4::ONE);
        let slopes = (z - z.xxxx()) * (1.0 / signed.abs());
        let offset = slopes * least;
        Ok(Self {
            bounds,
            values: dx * (py - from_y) - dy * (px - from_x) - least,
            per_column: dy * -STEPS,
            per_row: dx * STEPS,
            base: a.z + (offset.y + offset.z),
            slopes,
        })
    }

    /// Walks over the samples: `visit(x, y, inside, value)` with the first column and the row of a group, which
    /// of its samples are covered, and the interpolated values. Groups reach beyond the clip rectangle by up to
    /// `COLUMNS - 1` columns, and there may be `ROWS - 1` rows too many; nothing that is outside is `inside`
    /// except there.
    #[inline]
    pub(crate) fn for_each_group(&self, mut visit: impl FnMut(i32, i32, BVec4A, Vec4)) {
        const RAMP: Vec4 = Vec4::new(0.0, 1.0, 2.0, 3.0);
        let step = [self.per_column.xxxx(), self.per_column.yyyy(), self.per_column.zzzz()];
        let down = [self.per_row.xxxx(), self.per_row.yyyy(), self.per_row.zzzz()];
        let (d1, d2) = (self.slopes.yyyy(), self.slopes.zzzz());
        let base = Vec4::splat(self.base);
        let mut row = [
            self.values.xxxx() + step[0] * RAMP,
            self.values.yyyy() + step[1] * RAMP,
            self.values.zzzz() + step[2] * RAMP,
        ];
        let mut group = |x: i32, y: i32, e: [Vec4; 3]| {
            let inside = e[0].min(e[1]).min(e[2]).cmpge(Vec4::ZERO);
            visit(x, y, inside, base + (e[1] * d1 + e[2] * d2));
        };
        let mut y = self.bounds.y0;
        while y < self.bounds.y1 {
            let next = [row[0] + down[0], row[1] + down[1], row[2] + down[2]];
            let (mut e, mut f) = (row, next);
            let mut x = self.bounds.x0;
            loop {
                group(x, y, e);
                group(x, y + 1, f);
                x += COLUMNS as i32;
                if x >= self.bounds.x1 {
                    break;
                }
                for i in 0..3 {
                    e[i] += step[i] * COLUMNS as f32;
                    f[i] += step[i] * COLUMNS as f32;
                }
            }
            row = [next[0] + down[0], next[1] + down[1], next[2] + down[2]];
            y += ROWS as i32;
        }
    }
}

/// First samples whose centres lie at or beyond the fixed-point coordinates x and y: `ceil((u − ½) / 1)` in
/// samples, as a rounding to nearest that never meets a tie.
#[inline]
fn first_samples(u: Vec4) -> (i32, i32) {
    const ROUND: f32 = (3 << 22) as f32;
    let k = (u - Vec4::splat(0.75)) * (1.0 / STEPS) + Vec4::splat(ROUND);
    let whole = |k: f32| k.to_bits() as i32 - ROUND.to_bits() as i32;
    (whole(k.x), whole(k.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::point::first_sample;

    #[test]
    fn first_samples_agree_with_integers() {
        for u in (-1000..1000).chain(NEAR as i32 - 300..=NEAR as i32).chain(-NEAR as i32..-NEAR as i32 + 300)
        {
            let (x, y) = first_samples(Vec4::new(u as f32, -u as f32, 0.0, 0.0));
            assert_eq!(i64::from(x), first_sample(u.into()), "{u}");
            assert_eq!(i64::from(y), first_sample((-u).into()), "{u}");
        }
    }
}
