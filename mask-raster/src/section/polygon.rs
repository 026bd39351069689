//! Convex polygons, cut by planes, and their integrals.

use glam::DVec4;

/// Most corners: a triangle cut by the level and by the four sides of a cell.
const MOST: usize = 8;

/// A convex polygon in space, seen along z. The fourth coordinate of a corner means nothing: with it a corner is a whole vector.
#[derive(Debug)]
pub(super) struct Polygon {
    /// With a place beyond the most for a corner that does not count.
    corners: [DVec4; MOST + 1],
    len: usize,
}

impl Default for Polygon {
    fn default() -> Self {
        Self { corners: [DVec4::ZERO; MOST + 1], len: 0 }
    }
}

impl Polygon {
    #[inline(always)]
    pub(super) fn set_triangle(&mut self, corners: [DVec4; 3]) {
        self.corners[..3].copy_from_slice(&corners);
        self.len = 3;
    }

    #[inline(always)]
    pub(super) fn corners(&self) -> &[DVec4] {
        &self.corners[..self.len]
    }

    /// Makes `below` and `above` the parts where the coordinate `AXIS` is at most, and at least, a bound (Sutherland and Hodgman 1974, for both
    /// sides at once).
    ///
    /// Without a branch: every corner and the point before it, where its edge would cross the bound, are written to both parts, and the
    /// next one over those that do not belong there. Branches would be mispredicted at half of the corners, and took twice the time.
    #[inline(always)]
    pub(super) fn split<const AXIS: usize>(&self, bound: f64, below: &mut Self, above: &mut Self) {
        (below.len, above.len) = (0, 0);
        let Some(mut last) = self.corners().last() else { return };
        let mut before = last[AXIS] - bound;
        for corner in self.corners() {
            let now = corner[AXIS] - bound;
            // From the lower end, so that two triangles cut the edge that they share at the same point.
            let rises = before < 0.0;
            let (from, to) = if rises { (last, corner) } else { (corner, last) };
            let (low, high) = if rises { (before, now) } else { (now, before) };
            let mut at = *from + (*to - *from) * (low / (low - high));
            at[AXIS] = bound;
            let crosses = before * now < 0.0;
            below.put(at, crosses);
            above.put(at, crosses);
            below.put(*corner, now <= 0.0);
            above.put(*corner, now >= 0.0);
            (last, before) = (corner, now);
        }
    }

    /// Appends a corner if it counts.
    #[inline(always)]
    fn put(&mut self, corner: DVec4, counts: bool) {
        self.corners[self.len] = corner;
        // Rounding can leave a corner more than a convex polygon has; it lies on top of another one.
        self.len = (self.len + usize::from(counts)).min(MOST);
    }

    /// Its area seen along z, positive where it faces up (counter-clockwise), and the integral of z over that.
    #[inline(always)]
    pub(super) fn integrals(&self) -> [f64; 2] {
        let [first, rest @ ..] = self.corners() else { return [0.0; 2] };
        rest.windows(2).fold([0.0; 2], |[area, integral], pair| {
            let [part, of_part] = integrals([*first, pair[0], pair[1]]);
            [area + part, integral + of_part]
        })
    }

    /// Least and largest of a coordinate.
    #[inline(always)]
    pub(super) fn range<const AXIS: usize>(&self) -> [f64; 2] {
        let of = self.corners().iter().map(|corner| corner[AXIS]);
        of.fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], at| {
            [lesser(least, at), greater(most, at)]
        })
    }

    /// Between which x it covers the whole of a strip from `y` to `y + 1` that it was cut to; nothing where it does not reach from one side to
    /// the other.
    #[inline(always)]
    pub(super) fn span(&self, y: f64) -> [f64; 2] {
        let at = |side: f64| {
            let on_side = self.corners().iter().filter(move |corner| corner.y == side).map(|corner| corner.x);
            on_side.fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], x| {
                [lesser(least, x), greater(most, x)]
            })
        };
        let ([a, b], [c, d]) = (at(y), at(y + 1.0));
        [greater(a, c), lesser(b, d)]
    }
}

/// The lesser of two numbers in one instruction, where `f64::min` takes four: it also has to look for NaN, of which the second counts here.
#[inline(always)]
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// The greater of two numbers likewise.
#[inline(always)]
fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Area of a triangle seen along z, positive where it faces up (counter-clockwise), and the integral of z over that.
#[inline(always)]
pub(super) fn integrals([a, b, c]: [DVec4; 3]) -> [f64; 2] {
    let (to_b, to_c) = (b - a, c - a);
    let area = 0.5 * (to_b.x * to_c.y - to_b.y * to_c.x);
    [area, area * (a.z + b.z + c.z) / 3.0]
}
