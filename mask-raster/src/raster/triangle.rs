//! A snapped triangle and the rows of samples it covers.

use super::plane::Plane;
use super::point::{Clip, Point, SUBSAMPLES, first_sample};
use super::rows::Rows;
use super::scalar::Scalar;
use super::span::Span;

/// Largest extent, in fixed-point steps, whose edge functions stay below 2^53 and so are exact in `f64`.
const F64_EXTENT: i64 = 1 << 25;

/// A triangle with an area, its vertices on the fixed-point grid.
#[derive(Debug, Clone, Copy)]
pub struct Triangle {
    points: [Point; 3],
    twice_area: i128,
}

impl Triangle {
    /// `None` if the three points lie on a line: such a triangle covers nothing.
    #[inline]
    pub fn new(points: [Point; 3]) -> Option<Self> {
        let [a, b, c] = points;
        let wide = |u: i64, v: i64| i128::from(u) * i128::from(v);
        let twice_area = wide(b.x - a.x, c.y - a.y) - wide(b.y - a.y, c.x - a.x);
        (twice_area != 0).then_some(Self { points, twice_area })
    }

    /// Whether the vertices turn from the first axis (columns) to the second (rows): counter-clockwise with rows
    /// upward, clockwise on a screen whose rows run down.
    #[inline]
    pub fn is_counter_clockwise(&self) -> bool {
        self.twice_area > 0
    }

    /// Area in units of the sample pitch squared: about the number of samples covered.
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

    /// The rows in `clip` if edge functions are exact in `f64`.
    #[inline(always)]
    pub(crate) fn rows(&self, clip: &Clip) -> Option<Rows> {
        let bounds = self.bounds(clip);
        self.is_exact_in_f64().then(|| Rows::new(bounds, self.edges::<f64>(&bounds)))
    }

    /// Calls `visit(x, y, value)` for each covered sample of `clip`, with the value there of what is linear over the
    /// triangle and given at its vertices, in the arithmetic of [`Plane`]; however large the triangle is.
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

    /// What is linear over the triangle, from its values at the vertices and the least values of the second and third edge
    /// function.
    #[inline(always)]
    pub(crate) fn plane(&self, at_vertices: [f32; 3], least: [f32; 2]) -> Plane {
        // The conversion of 128 bits is a call.
        let area = self.twice_area.unsigned_abs();
        let area = u64::try_from(area).map_or(area as f32, |area| area as f32);
        Plane::new(at_vertices, area, least)
    }

    fn is_exact_in_f64(&self) -> bool {
        let [a, b, c] = self.points;
        let extent = |u: i64, v: i64, w: i64| u.max(v).max(w) - u.min(v).min(w);
        extent(a.x, b.x, c.x).max(extent(a.y, b.y, c.y)) <= F64_EXTENT
    }

    /// The samples of `clip` within the bounding box, which is half-open: a sample on its far side belongs to the next
    /// triangle.
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

    /// Calls `row(y, [low, high], edges, values)` for each row with covered samples: their columns, counted from
    /// that of `bounds`, and the edge functions at the first column.
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
        let centre = |index: i32| i64::from(index) * SUBSAMPLES + SUBSAMPLES / 2;
        let (x, y) = (centre(bounds.x0), centre(bounds.y0));
        std::array::from_fn(|i| {
            let (from, to) = (self.points[(i + 1) % 3], self.points[(i + 2) % 3]);
            let (dx, dy) = (sign * (to.x - from.x), sign * (to.y - from.y));
            let value = T::exact(dx) * T::exact(y - from.y) - T::exact(dy) * T::exact(x - from.x);
            // An edge through a sample counts as left of it if the interior lies at larger columns, or, where the
            // edge is horizontal, at larger rows.
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

#[derive(Clone, Copy)]
pub(super) struct Edge<T> {
    pub(super) value: T,
    pub(super) per_column: T,
    pub(super) per_row: T,
    /// Least value of a covered sample: 0 if samples on the edge are covered, 1 if not.
    pub(super) least: T,
}

impl<T: Scalar> Edge<T> {
    /// Narrows the columns `low..high` to those on the inner side, `value` being that of column 0.
    #[inline]
    fn narrow(&self, value: T, low: &mut i32, high: &mut i32) {
        let above = value - self.least;
        if self.per_column > T::ZERO {
            *low = (*low).max(-T::floor_div(above, self.per_column));
        } else if self.per_column < T::ZERO {
            *high = (*high).min(T::floor_div(above, T::ZERO - self.per_column) + 1);
        } else if above < T::ZERO {
            *high = *low;
        }
    }
}
