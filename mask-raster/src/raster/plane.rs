//! Heights over a triangle, in arithmetic that every processor can repeat to the bit.

/// A value that is linear over a triangle: `base + (e₁ · slope₁ + e₂ · slope₂)`.
///
/// `e` is the excess of the edge function opposite to a vertex over the least value that covers, an integer; it is rounded
/// to `f32` once, and so is every operation here. Nothing is fused, so the value does not depend on how a
/// sample was found: by whole rows or four at a time, on a CPU or a GPU.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plane {
    pub(crate) base: f32,
    pub(crate) slopes: [f32; 2],
}

impl Plane {
    /// From the values at the vertices, twice the area in fixed-point steps, and the least values of the edge
    /// functions opposite to the second and third vertex.
    #[inline]
    pub(crate) fn new([a, b, c]: [f32; 3], area: f32, least: [f32; 2]) -> Self {
        let inverse_area = 1.0 / area;
        let slopes = [(b - a) * inverse_area, (c - a) * inverse_area];
        Self { base: a + (slopes[0] * least[0] + slopes[1] * least[1]), slopes }
    }

    /// The value where the edge functions opposite to the second and third vertex exceed their least ones by this.
    #[inline]
    pub(crate) fn at(&self, e1: f32, e2: f32) -> f32 {
        self.base + (e1 * self.slopes[0] + e2 * self.slopes[1])
    }
}
