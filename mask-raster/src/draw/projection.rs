//! The projection of vertices from body coordinates onto the samples of the grid.

use crate::raster::{Clip, LANES, Lanes, NEAR, Point, SUBSAMPLES, round};
use crate::{Body, Grid};
use glam::{DVec2, Mat3, Vec3, Vec4};
use pulp::{Simd, WithSimd};

/// Largest magnitude of a height, m: the difference of two cannot overflow.
pub(crate) const HIGHEST_M: f32 = f32::MAX / 4.0;

/// Largest distance of the anchor from the grid's corner along an axis, in samples.
const FARTHEST_ANCHOR: f64 = (1 << 24) as f64;

/// The orthographic projection of a body along z, from body coordinates to fixed-point steps.
pub(crate) struct Projection {
    rotation: Mat3,
    steps_per_m: f64,
    /// Position of the body's origin relative to the anchor, in steps.
    offset: DVec2,
    /// Height of the body's origin.
    z_m: f32,
    /// The sample that holds the body's origin; steps count from its corner.
    pub(crate) anchor: [i32; 2],
    /// The samples of the whole grid, relative to the anchor.
    pub(crate) grid_samples: Clip,
}

impl Projection {
    /// The projection for the body's pose.
    pub(crate) fn new(body: &Body<'_>, grid: &Grid, samples_per_side: usize) -> Self {
        let samples_per_m = samples_per_side as f64 / f64::from(grid.cell_size_m);
        let origin = (body.translation_m.truncate().as_dvec2() - grid.origin_m.as_dvec2()) * samples_per_m;
        // Clamped, so that the anchor of a body far outside the grid fits an `i32`.
        let anchor = origin.floor().clamp(DVec2::splat(-FARTHEST_ANCHOR), DVec2::splat(FARTHEST_ANCHOR));
        let [x, y] = anchor.to_array().map(|c| c as i32);
        let [width, height] = [grid.nx, grid.ny].map(|n| (n * samples_per_side) as i32);
        Self {
            rotation: Mat3::from_quat(body.rotation.normalize()),
            steps_per_m: samples_per_m * SUBSAMPLES as f64,
            offset: (origin - anchor) * SUBSAMPLES as f64,
            // Adding zero turns −0 into +0: no height is −0 then, so the maximum of two heights has unambiguous bits.
            z_m: body.translation_m.z + 0.0,
            anchor: [x, y],
            grid_samples: Clip { x0: -x, y0: -y, x1: width - x, y1: height - y },
        }
    }

    /// Fixed-point steps, not yet rounded, and height of a vertex. The rotated vertex is added to the body's position in `f64`,
    /// so that its rounding does not depend on that position.
    #[inline]
    pub(crate) fn apply(&self, vertex: Vec3) -> (f64, f64, f32) {
        let v = self.rotation * vertex;
        let x = f64::from(v.x) * self.steps_per_m + self.offset.x;
        let y = f64::from(v.y) * self.steps_per_m + self.offset.y;
        (x, y, v.z + self.z_m)
    }

    /// [`Projection::apply`] for eight vertices, to the bit.
    #[inline(always)]
    fn apply_lanes<S: Simd>(&self, simd: S, vertices: &[Vec3; LANES]) -> ProjectedLanes {
        // Loops: a closure in `map` would not be compiled for the vectors of this function.
        let mut axes = [[0.0; LANES]; 3];
        for k in 0..LANES {
            let Vec3 { x, y, z } = vertices[k];
            (axes[0][k], axes[1][k], axes[2][k]) = (x, y, z);
        }
        let [u, v, w] = [Lanes::new(simd, axes[0]), Lanes::new(simd, axes[1]), Lanes::new(simd, axes[2])];
        let Mat3 { x_axis: p, y_axis: q, z_axis: r } = self.rotation;
        let [x, y, z] = [[p.x, q.x, r.x], [p.y, q.y, r.y], [p.z, q.z, r.z]];
        let (across, along) = (row(simd, x, [u, v, w]).to_array(), row(simd, y, [u, v, w]).to_array());
        let [mut x, mut y] = [[0.0; LANES]; 2];
        for k in 0..LANES {
            x[k] = f64::from(across[k]) * self.steps_per_m + self.offset.x;
        }
        for k in 0..LANES {
            y[k] = f64::from(along[k]) * self.steps_per_m + self.offset.y;
        }
        ProjectedLanes { x, y, z_m: (row(simd, z, [u, v, w]) + Lanes::splat(simd, self.z_m)).to_array() }
    }

    /// Position of a fixed-point point, in cells from the grid's corner.
    pub(crate) fn in_cells(&self, point: Point, samples_per_side: usize) -> DVec2 {
        let [i, j] = self.anchor;
        let steps = DVec2::new(point.x as f64, point.y as f64);
        (DVec2::new(i.into(), j.into()) + steps / SUBSAMPLES as f64) / samples_per_side as f64
    }
}

/// A row of a matrix times eight vectors.
#[inline(always)]
fn row<S: Simd>(simd: S, [p, q, r]: [f32; 3], [u, v, w]: [Lanes<S>; 3]) -> Lanes<S> {
    (Lanes::splat(simd, p) * u + Lanes::splat(simd, q) * v) + Lanes::splat(simd, r) * w
}

/// Eight projected vertices: x and y in fixed-point steps, not yet rounded, and height.
struct ProjectedLanes {
    x: [f64; LANES],
    y: [f64; LANES],
    z_m: [f32; LANES],
}

/// The bounding box of projected vertices, in fixed-point steps, kept as one box for each vector lane.
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
    /// Extends the box of each lane by one vertex. A coordinate that is not a number changes nothing, since comparisons with it
    /// are false.
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

    /// The bounding box of both.
    pub(crate) fn union(self, other: Self) -> Self {
        let [mut low, mut high] = [self.low, self.high];
        for (axis, k) in (0..2).flat_map(|axis| (0..LANES).map(move |k| (axis, k))) {
            low[axis][k] = low[axis][k].min(other.low[axis][k]);
            high[axis][k] = high[axis][k].max(other.high[axis][k]);
        }
        Self { low, high }
    }

    /// The samples of `grid_samples` that triangles between the vertices may cover.
    pub(crate) fn samples(&self, grid_samples: &Clip) -> Clip {
        let low = self.low.map(|u| u.into_iter().fold(f64::INFINITY, f64::min));
        let high = self.high.map(|u| u.into_iter().fold(f64::NEG_INFINITY, f64::max));
        let sample =
            |u: f64, from: i32, to: i32| (u / SUBSAMPLES as f64).floor().clamp(from.into(), to.into()) as i32;
        let (x0, y0) = (
            sample(low[0], grid_samples.x0, grid_samples.x1),
            sample(low[1], grid_samples.y0, grid_samples.y1),
        );
        Clip {
            x0,
            y0,
            x1: sample(high[0] + SUBSAMPLES as f64, grid_samples.x0, grid_samples.x1).max(x0),
            y1: sample(high[1] + SUBSAMPLES as f64, grid_samples.y0, grid_samples.y1).max(y0),
        }
    }
}

/// Rounds a projected vertex, in steps and m, to the fixed-point grid. `None` if it is too far or too high: its triangles
/// cover nothing.
#[inline]
pub(crate) fn snap((x, y, z_m): (f64, f64, f32)) -> Option<Point> {
    Point::from_steps(x, y).filter(|_| z_m.abs() <= HIGHEST_M)
}

/// Projects vertices to `out`: x and y in whole fixed-point steps, z in m. An x of NaN marks vertices that are too far or too
/// high for the path of small triangles.
pub(crate) struct ProjectVertices<'a> {
    pub(crate) vertices: &'a [Vec3],
    pub(crate) projection: &'a Projection,
    pub(crate) out: &'a mut [Vec4],
}

impl WithSimd for ProjectVertices<'_> {
    type Output = Extent;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Extent {
        let Self { vertices, projection, out } = self;
        let mut extent = Extent::default();
        let ((eights, rest), (out, out_rest)) = (vertices.as_chunks(), out.as_chunks_mut());
        for (eight, out) in eights.iter().zip(out) {
            *out = project_eight(simd, eight, projection, &mut extent);
        }
        let mut eight = [Vec3::NAN; LANES];
        eight[..rest.len()].copy_from_slice(rest);
        out_rest.copy_from_slice(&project_eight(simd, &eight, projection, &mut extent)[..rest.len()]);
        extent
    }
}

#[inline(always)]
fn project_eight<S: Simd>(
    simd: S,
    vertices: &[Vec3; LANES],
    projection: &Projection,
    extent: &mut Extent,
) -> [Vec4; LANES] {
    let ProjectedLanes { x, y, z_m } = projection.apply_lanes(simd, vertices);
    extent.add(&x, &y);
    // Separate loops, which the compiler vectorizes each.
    let (mut steps_x, mut steps_y) = ([0.0_f32; LANES], [0.0_f32; LANES]);
    for k in 0..LANES {
        let is_near = (x[k].abs() <= NEAR.into()) & (y[k].abs() <= NEAR.into());
        steps_x[k] = if is_near { round(x[k]) as f32 } else { f32::NAN };
    }
    for k in 0..LANES {
        steps_x[k] = if z_m[k].abs() <= HIGHEST_M { steps_x[k] } else { f32::NAN };
        steps_y[k] = round(y[k]) as f32;
    }
    std::array::from_fn(|k| Vec4::new(steps_x[k], steps_y[k], z_m[k], 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec2};
    use proptest::prelude::*;

    struct ApplyLanes<'a>(&'a Projection, [Vec3; LANES]);

    impl WithSimd for ApplyLanes<'_> {
        type Output = ProjectedLanes;

        fn with_simd<S: Simd>(self, simd: S) -> ProjectedLanes {
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
            let together = crate::raster::with_lanes(ApplyLanes(&projection, vertices));
            for (k, &vertex) in vertices.iter().enumerate() {
                prop_assert_eq!(projection.apply(vertex), (together.x[k], together.y[k], together.z_m[k]));
            }
        }
    }
}
