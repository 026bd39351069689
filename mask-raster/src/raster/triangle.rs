//! A triangle on the fixed-point grid: the samples that it covers, and the heights over it.

use super::edge::{Edge, Scalar};
use super::point::{Clip, Point, SUBSAMPLES, first_sample};
use super::rows::Rows;
use super::span::Span;

/// Largest extent of a triangle, in fixed-point steps, whose edge functions stay below 2^53 and so are exact in `f64`.
const F64_EXTENT: i64 = 1 << 25;

/// A triangle with a nonzero area, its vertices on the fixed-point grid.
#[derive(Debug, Clone, Copy)]
pub struct Triangle {
    points: [Point; 3],
    twice_area: i128,
}

impl Triangle {
    /// The triangle of three points; `None` if they lie on a line, since such a triangle covers nothing.
    #[inline]
    pub fn new(points: [Point; 3]) -> Option<Self> {
        let [a, b, c] = points;
        let wide = |u: i64, v: i64| i128::from(u) * i128::from(v);
        let twice_area = wide(b.x - a.x, c.y - a.y) - wide(b.y - a.y, c.x - a.x);
        (twice_area != 0).then_some(Self { points, twice_area })
    }

    /// Whether the vertices turn from the direction of columns to that of rows: counter-clockwise if rows run up, clockwise on a
    /// screen, whose rows run down.
    #[inline]
    pub fn is_counter_clockwise(&self) -> bool {
        self.twice_area > 0
    }

    /// Area in samples: about the number of samples covered.
    #[inline]
    pub fn area(&self) -> f64 {
        self.twice_area.unsigned_abs() as f64 / (2 * SUBSAMPLES * SUBSAMPLES) as f64
    }

    /// Calls `row` for each row of `clip` in which the triangle covers samples, rows ascending.
    #[inline]
    pub fn for_each_span(&self, clip: &Clip, row: impl FnMut(&Span)) {
        let bounds = self.bounds(clip);
        if self.is_exact_in_f64() {
            self.spans_in::<f64>(&bounds, row)
        } else {
            self.spans_in::<i128>(&bounds, row)
        }
    }

    /// The rows in `clip`; `None` if the edge functions are not exact in `f64`.
    #[inline(always)]
    pub(crate) fn rows(&self, clip: &Clip) -> Option<Rows> {
        let bounds = self.bounds(clip);
        self.is_exact_in_f64().then(|| Rows::new(bounds, self.edges::<f64>(&bounds)))
    }

    /// Calls `visit(x, y, value)` for each covered sample of `clip`, where `value` is linear over the triangle, computed as by
    /// [`Plane`], for triangles of any size.
    pub(crate) fn for_each_value(
        &self,
        clip: &Clip,
        at_vertices: [f32; 3],
        mut visit: impl FnMut(i32, i32, f32),
    ) {
        let bounds = self.bounds(clip);
        self.rows_in::<i128>(&bounds, |y, [low, high], edges, values| {
            let plane = self.plane(at_vertices, [1, 2].map(|i| edges[i].least as f32));
            for k in low..high {
                let excess =
                    |i: usize| (values[i] - edges[i].least + i128::from(k) * edges[i].per_column) as f32;
                visit(bounds.x0 + k, y, plane.at(excess(1), excess(2)));
            }
        });
    }

    /// The linear function over the triangle with these values at the vertices; `least` are the least values of the second and
    /// third edge function.
    #[inline(always)]
    pub(crate) fn plane(&self, at_vertices: [f32; 3], least: [f32; 2]) -> Plane {
        // The conversion of an `i128` is a library call.
        let area = self.twice_area.unsigned_abs();
        let area = u64::try_from(area).map_or(area as f32, |area| area as f32);
        Plane::new(at_vertices, area, least)
    }

    fn is_exact_in_f64(&self) -> bool {
        let [a, b, c] = self.points;
        let extent = |u: i64, v: i64, w: i64| u.max(v).max(w) - u.min(v).min(w);
        extent(a.x, b.x, c.x).max(extent(a.y, b.y, c.y)) <= F64_EXTENT
    }

    /// The samples of `clip` within the bounding box, which is half-open: samples on its far sides belong to the next triangle.
    #[inline]
    fn bounds(&self, clip: &Clip) -> Clip {
        let [a, b, c] = self.points;
        let (west, east) = (a.x.min(b.x).min(c.x), a.x.max(b.x).max(c.x));
        let (south, north) = (a.y.min(b.y).min(c.y), a.y.max(b.y).max(c.y));
        let inside = |u: i64, low: i32, high: i32| first_sample(u).clamp(low.into(), high.into()) as i32;
        Clip {
            x0: inside(west, clip.x0, clip.x1.max(clip.x0)),
            y0: inside(south, clip.y0, clip.y1.max(clip.y0)),
            x1: inside(east, clip.x0, clip.x1.max(clip.x0)),
            y1: inside(north, clip.y0, clip.y1.max(clip.y0)),
        }
    }

    #[inline]
    fn spans_in<T: Scalar>(&self, bounds: &Clip, mut row: impl FnMut(&Span)) {
        let inverse_area = 1.0 / self.twice_area.unsigned_abs() as f64;
        self.rows_in::<T>(bounds, |y, [low, high], edges, values| {
            let k = T::exact(low.into());
            row(&Span {
                y,
                x0: bounds.x0 + low,
                x1: bounds.x0 + high,
                edges: std::array::from_fn(|i| (values[i] + k * edges[i].per_column).to_f64()),
                steps: edges.map(|edge| edge.per_column.to_f64()),
                inverse_area,
            });
        });
    }

    /// Calls `row(y, [low, high], edges, values)` for each row with covered samples: their columns, relative to the first of
    /// `bounds`, the edges, and the edge functions at the first column.
    #[inline]
    fn rows_in<T: Scalar>(&self, bounds: &Clip, mut row: impl FnMut(i32, [i32; 2], &[Edge<T>; 3], &[T; 3])) {
        if bounds.x0 >= bounds.x1 || bounds.y0 >= bounds.y1 {
            return;
        }
        let edges = self.edges::<T>(bounds);
        let mut values = edges.map(|edge| edge.value);
        for y in bounds.y0..bounds.y1 {
            let (mut low, mut high) = (0, bounds.x1 - bounds.x0);
            for (edge, &value) in edges.iter().zip(&values) {
                edge.narrow(value, &mut low, &mut high);
            }
            if low < high {
                row(y, [low, high], &edges, &values);
            }
            for (edge, value) in edges.iter().zip(&mut values) {
                *value = *value + edge.per_row;
            }
        }
    }

    /// The edge functions opposite to each vertex, positive inside, at the first sample of `bounds`.
    #[inline]
    fn edges<T: Scalar>(&self, bounds: &Clip) -> [Edge<T>; 3] {
        let sign = if self.is_counter_clockwise() { 1 } else { -1 };
        let center = |index: i32| i64::from(index) * SUBSAMPLES + SUBSAMPLES / 2;
        let (x, y) = (center(bounds.x0), center(bounds.y0));
        std::array::from_fn(|i| {
            let (from, to) = (self.points[(i + 1) % 3], self.points[(i + 2) % 3]);
            let (dx, dy) = (sign * (to.x - from.x), sign * (to.y - from.y));
            let value = T::exact(dx) * T::exact(y - from.y) - T::exact(dy) * T::exact(x - from.x);
            // Samples on the edge are covered if the interior lies at larger columns, or, where the edge is horizontal, at
            // larger rows.
            let keeps = dy < 0 || (dy == 0 && dx > 0);
            let pitch = T::exact(SUBSAMPLES);
            Edge {
                value,
                per_column: T::ZERO - T::exact(dy) * pitch,
                per_row: T::exact(dx) * pitch,
                least: T::exact(i64::from(!keeps)),
            }
        })
    }
}

/// A value that is linear over a triangle: `base + (e₁ · slope₁ + e₂ · slope₂)`.
///
/// `eᵢ` is the excess of the edge function opposite to vertex `i` over its least value at a covered sample, an integer. It is
/// rounded to `f32` once, as is the result of every operation here. Nothing is fused, so the value does not depend on the code
/// path, on a CPU or a GPU.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plane {
    pub(crate) base: f32,
    pub(crate) slopes: [f32; 2],
}

impl Plane {
    /// From the values at the vertices, twice the area in steps squared, and the least values of the edge functions opposite to
    /// the second and third vertex.
    #[inline]
    pub(crate) fn new([a, b, c]: [f32; 3], area: f32, least: [f32; 2]) -> Self {
        let inverse_area = 1.0 / area;
        let slopes = [(b - a) * inverse_area, (c - a) * inverse_area];
        Self { base: a + (slopes[0] * least[0] + slopes[1] * least[1]), slopes }
    }

    /// The value at a sample, from the excess there of the edge functions opposite to the second and third vertex.
    #[inline]
    pub(crate) fn at(&self, e1: f32, e2: f32) -> f32 {
        self.base + (e1 * self.slopes[0] + e2 * self.slopes[1])
    }
}
