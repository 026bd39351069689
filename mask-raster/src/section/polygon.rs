//! Convex polygons, cut by planes, and their integrals.

use glam::DVec3;

/// Most corners: a triangle cut by the level and by the four sides of a cell.
const MOST: usize = 8;

/// A convex polygon in space, seen along z.
#[derive(Debug, Clone, Copy)]
pub(super) struct Polygon {
    corners: [DVec3; MOST],
    len: usize,
}

impl Polygon {
    pub(super) fn triangle([a, b, c]: [DVec3; 3]) -> Self {
        let mut corners = [DVec3::ZERO; MOST];
        (corners[0], corners[1], corners[2]) = (a, b, c);
        Self { corners, len: 3 }
    }

    pub(super) fn corners(&self) -> &[DVec3] {
        &self.corners[..self.len]
    }

    /// The part where a coordinate is at most a bound.
    pub(super) fn below(&self, axis: usize, bound: f64) -> Self {
        self.cut(axis, bound, |at| bound - at)
    }

    /// The part where a coordinate is at least a bound.
    pub(super) fn above(&self, axis: usize, bound: f64) -> Self {
        self.cut(axis, bound, |at| at - bound)
    }

    /// The part where a linear function of a coordinate, 0 at the bound, is not negative (Sutherland and Hodgman 1974).
    fn cut(&self, axis: usize, bound: f64, inside: impl Fn(f64) -> f64) -> Self {
        let mut cut = Self { corners: [DVec3::ZERO; MOST], len: 0 };
        let Some(mut last) = self.corners().last() else { return cut };
        let mut before = inside(last[axis]);
        for corner in self.corners() {
            let now = inside(corner[axis]);
            if (before < 0.0) != (now < 0.0) {
                // From the inner end, so that two triangles cut the edge that they share at the same point.
                let (from, to, t) = if before < 0.0 {
                    (corner, last, now / (now - before))
                } else {
                    (last, corner, before / (before - now))
                };
                let mut at = *from + (*to - *from) * t;
                at[axis] = bound;
                cut.push(at);
            }
            if now >= 0.0 {
                cut.push(*corner);
            }
            (last, before) = (corner, now);
        }
        cut
    }

    fn push(&mut self, corner: DVec3) {
        // Rounding can leave a corner more than a convex polygon has; it lies on top of another one.
        if self.len < MOST {
            self.corners[self.len] = corner;
            self.len += 1;
        }
    }

    /// Its area seen along z, positive where it faces up (counter-clockwise), and the integral of z over that.
    pub(super) fn integrals(&self) -> [f64; 2] {
        let [first, rest @ ..] = self.corners() else { return [0.0; 2] };
        rest.windows(2).fold([0.0; 2], |[area, integral], pair| {
            let (a, b) = (pair[0] - first, pair[1] - first);
            let part = 0.5 * (a.x * b.y - a.y * b.x);
            [area + part, integral + part * (first.z + pair[0].z + pair[1].z) / 3.0]
        })
    }

    /// Least and largest of a coordinate.
    pub(super) fn range(&self, axis: usize) -> [f64; 2] {
        let of = self.corners().iter().map(|corner| corner[axis]);
        of.fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], at| [least.min(at), most.max(at)])
    }

    /// Between which x it covers the whole of a strip `y ≤ bound ≤ y + 1` that it was cut to; nothing where it does not reach from one side to
    /// the other.
    pub(super) fn span(&self, y: f64) -> [f64; 2] {
        let at = |side: f64| {
            let on_side = self.corners().iter().filter(move |corner| corner.y == side).map(|corner| corner.x);
            on_side.fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], x| [least.min(x), most.max(x)])
        };
        let ([a, b], [c, d]) = (at(y), at(y + 1.0));
        [a.max(c), b.min(d)]
    }
}
