//! Runs of covered samples in a row, and values that are linear over the triangle.

/// The covered samples `x0..x1` of row `y`; never empty.
#[derive(Debug, Clone, Copy)]
pub struct Span {
    /// Row.
    pub y: i32,
    /// First covered column.
    pub x0: i32,
    /// Column after the last covered one.
    pub x1: i32,
    /// Edge functions at `x0`, opposite to each vertex, and their change per column; they sum to twice the area.
    pub(super) edges: [f64; 3],
    pub(super) steps: [f64; 3],
    pub(super) inverse_area: f64,
}

impl Span {
    /// Barycentric weights of the three vertices at column `x`, in the order the vertices were given.
    ///
    /// Inside the span each lies in 0…1, and they sum to 1, up to rounding.
    #[inline]
    pub fn weights(&self, x: i32) -> [f32; 3] {
        let k = f64::from(x - self.x0);
        std::array::from_fn(|i| ((self.edges[i] + k * self.steps[i]) * self.inverse_area) as f32)
    }

    /// The values along this span of a quantity that is linear over the triangle, from its values at the vertices: a depth, or
    /// `1/z` and `a/z` for an attribute `a` in perspective.
    #[inline]
    pub fn linear(&self, at_vertices: [f32; 3]) -> Linear {
        let v = at_vertices.map(f64::from);
        let sum = |w: &[f64; 3]| (w[1] * (v[1] - v[0]) + w[2] * (v[2] - v[0])) * self.inverse_area;
        Linear { x0: self.x0, start: v[0] + sum(&self.edges), step: sum(&self.steps) }
    }
}

/// A value that changes linearly along a [`Span`].
#[derive(Debug, Clone, Copy)]
pub struct Linear {
    x0: i32,
    start: f64,
    step: f64,
}

impl Linear {
    /// The value at column `x`.
    #[inline]
    pub fn at(&self, x: i32) -> f32 {
        (self.start + f64::from(x - self.x0) * self.step) as f32
    }
}
