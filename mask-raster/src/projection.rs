//! From a body's coordinates to samples of the grid.

use crate::raster::{Clip, LANES, Lanes, Point, SUBSAMPLES};
use crate::{Body, Grid};
use glam::{DVec2, Mat3, Vec3};
use pulp::Simd;

/// Farthest anchor from the grid's corner, in samples.
const FARTHEST: f64 = (1 << 24) as f64;

/// From body coordinates to fixed-point steps.
pub(crate) struct Projection {
    rotation: Mat3,
    steps_per_m: f64,
    /// Place of the body's origin relative to the anchor.
    offset: DVec2,
    z_m: f32,
    /// The sample that holds the body's origin, which steps are counted from.
    pub(crate) anchor: [i32; 2],
    /// The samples of the grid, counted from the anchor.
    pub(crate) whole: Clip,
}

impl Projection {
    /// The projection that the body's pose makes.
    pub(crate) fn new(body: &Body<'_>, grid: &Grid, samples_per_side: usize) -> Self {
        let samples_per_m = samples_per_side as f64 / f64::from(grid.cell_size_m);
        let origin = (body.translation_m.truncate().as_dvec2() - grid.origin_m.as_dvec2()) * samples_per_m;
        // An origin far outside keeps the anchor within reach of `i32`.
        let anchor = origin.floor().clamp(DVec2::splat(-FARTHEST), DVec2::splat(FARTHEST));
        let [x, y] = anchor.to_array().map(|c| c as i32);
        let [width, height] = [grid.nx, grid.ny].map(|n| (n * samples_per_side) as i32);
        Self {
            rotation: Mat3::from_quat(body.rotation),
            steps_per_m: samples_per_m * SUBSAMPLES as f64,
            offset: (origin - anchor) * SUBSAMPLES as f64,
            // Adding zero turns −0 into +0: then no height is −0, and the larger of two has but one sign.
            z_m: body.translation_m.z + 0.0,
            anchor: [x, y],
            whole: Clip { x0: -x, y0: -y, x1: width - x, y1: height - y },
        }
    }

    /// Fixed-point steps, not yet rounded, and height. The rotated vertex is added to the body's place in `f64`:
    /// its rounding does not depend on the place.
    #[inline]
    pub(crate) fn apply(&self, vertex: Vec3) -> (f64, f64, f32) {
        let v = self.rotation * vertex;
        let x = f64::from(v.x) * self.steps_per_m + self.offset.x;
        let y = f64::from(v.y) * self.steps_per_m + self.offset.y;
        (x, y, v.z + self.z_m)
    }

    /// The same for eight vertices, to the bit: x, y and the height of each.
    #[inline(always)]
    pub(crate) fn apply_lanes<S: Simd>(&self, simd: S, vertices: &[Vec3; LANES]) -> PlacedLanes {
        let axis = |k: usize| Lanes::new(simd, vertices.map(|vertex| vertex[k]));
        let (u, v, w) = (axis(0), axis(1), axis(2));
        let Mat3 { x_axis: p, y_axis: q, z_axis: r } = self.rotation;
        let row = |p: f32, q: f32, r: f32| {
            let [p, q, r] = [p, q, r].map(|entry| Lanes::splat(simd, entry));
            (p * u + q * v) + r * w
        };
        let (x, y) = (row(p.x, q.x, r.x).to_array(), row(p.y, q.y, r.y).to_array());
        PlacedLanes {
            x: x.map(|x| f64::from(x) * self.steps_per_m + self.offset.x),
            y: y.map(|y| f64::from(y) * self.steps_per_m + self.offset.y),
            z_m: (row(p.z, q.z, r.z) + Lanes::splat(simd, self.z_m)).to_array(),
        }
    }

    /// A point on the fixed-point grid, in cells from the grid's corner.
    pub(crate) fn in_cells(&self, point: Point, samples_per_side: usize) -> DVec2 {
        let [i, j] = self.anchor;
        let steps = DVec2::new(point.x as f64, point.y as f64);
        (DVec2::new(i.into(), j.into()) + steps / SUBSAMPLES as f64) / samples_per_side as f64
    }
}

/// Eight projected vertices: x and y in fixed-point steps, not yet rounded, and height.
pub(crate) struct PlacedLanes {
    pub(crate) x: [f64; LANES],
    pub(crate) y: [f64; LANES],
    pub(crate) z_m: [f32; LANES],
}

/// The bounding boxes of eight sequences of projected vertices, in fixed-point steps.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extent {
    low: [[f64; LANES]; 2],
    high: [[f64; LANES]; 2],
}

impl Default for Extent {
    fn default() -> Self {
        Self { low: [[f64::INFINITY; LANES]; 2], high: [[f64::NEG_INFINITY; LANES]; 2] }
    }
}

impl Extent {
    /// Takes in a vertex of each sequence; one that is not a number leaves the box as it is, since comparisons with it are
    /// false.
    #[inline(always)]
    pub(crate) fn add(&mut self, x: &[f64; LANES], y: &[f64; LANES]) {
        for (axis, u) in [x, y].into_iter().enumerate() {
            let (low, high) = (&mut self.low[axis], &mut self.high[axis]);
            for k in 0..LANES {
                low[k] = if u[k] < low[k] { u[k] } else { low[k] };
            }
            for k in 0..LANES {
                high[k] = if u[k] > high[k] { u[k] } else { high[k] };
            }
        }
    }

    /// The boxes of both together.
    pub(crate) fn union(self, other: Self) -> Self {
        let [mut low, mut high] = [self.low, self.high];
        for (axis, k) in (0..2).flat_map(|axis| (0..LANES).map(move |k| (axis, k))) {
            low[axis][k] = low[axis][k].min(other.low[axis][k]);
            high[axis][k] = high[axis][k].max(other.high[axis][k]);
        }
        Self { low, high }
    }

    /// The samples of `whole` that triangles between the vertices may cover.
    pub(crate) fn samples(&self, whole: &Clip) -> Clip {
        let low = self.low.map(|u| u.into_iter().fold(f64::INFINITY, f64::min));
        let high = self.high.map(|u| u.into_iter().fold(f64::NEG_INFINITY, f64::max));
        let sample =
            |u: f64, from: i32, to: i32| (u / SUBSAMPLES as f64).floor().clamp(from.into(), to.into()) as i32;
        let (x0, y0) = (sample(low[0], whole.x0, whole.x1), sample(low[1], whole.y0, whole.y1));
        Clip {
            x0,
            y0,
            x1: sample(high[0] + SUBSAMPLES as f64, whole.x0, whole.x1).max(x0),
            y1: sample(high[1] + SUBSAMPLES as f64, whole.y0, whole.y1).max(y0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec2};
    use proptest::prelude::*;

    struct Eight<'a>(&'a Projection, [Vec3; LANES]);

    impl pulp::WithSimd for Eight<'_> {
        type Output = PlacedLanes;

        fn with_simd<S: Simd>(self, simd: S) -> PlacedLanes {
            self.0.apply_lanes(simd, &self.1)
        }
    }

    proptest! {
        #[test]
        fn vertices_are_projected_to_the_same_bits_alone_and_together(
            vertices in prop::array::uniform8(prop::array::uniform3(-9.0_f32..9.0)),
            angles in prop::array::uniform3(0.0_f32..6.3),
            place in prop::array::uniform3(-50.0_f32..50.0),
        ) {
            let [a, b, c] = angles;
            let vertices = vertices.map(Vec3::from);
            let body = Body {
                vertices: &vertices,
                triangles: &[],
                rotation: Quat::from_rotation_x(a) * Quat::from_rotation_y(b) * Quat::from_rotation_z(c),
                translation_m: place.into(),
                label: 1,
            };
            let grid = Grid { nx: 100, ny: 100, cell_size_m: 0.3, origin_m: Vec2::new(-2.0, 1.0) };
            let projection = Projection::new(&body, &grid, 3);
            let together = crate::raster::with_lanes(Eight(&projection, vertices));
            for (k, &vertex) in vertices.iter().enumerate() {
                prop_assert_eq!(projection.apply(vertex), (together.x[k], together.y[k], together.z_m[k]));
            }
        }
    }
}
