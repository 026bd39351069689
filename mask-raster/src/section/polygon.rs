//! Convex polygons, cut by planes, and their integrals.

use glam::DVec3;

/// Most corners: a triangle cut by the level and by the four sides of a cell.
const MOST: usize = 8;

/// A convex polygon in space, seen along z.
#[derive(Debug, Default)]
pub(super) struct Polygon {
    corners: [DVec3; MOST],
    len: usize,
}

impl Polygon {
    #[inline(always)]
    pub(super) fn set_triangle(&mut self, [a, b, c]: [DVec3; 3]) {
        // Assignments: a copy of slices is a call.
        (self.corners[0], self.corners[1], self.corners[2]) = (a, b, c);
        self.len = 3;
    }

    #[inline(always)]
    pub(super) fn corners(&self) -> &[DVec3] {
        &self.corners[..self.len]
    }

    /// Makes `below` and `above` the parts where the coordinate `AXIS` is at most, and at least, a bound (Sutherland and Hodgman 1974, for both
    /// sides at once).
    #[inline(always)]
    pub(super) fn split<const AXIS: usize>(&self, bound: f64, below: &mut Self, above: &mut Self) {
        (below.len, above.len) = (0, 0);
        let Some(mut last) = self.corners().last() else { return };
        let mut before = last[AXIS] - bound;
        for corner in self.corners() {
            let now = corner[AXIS] - bound;
            if before * now < 0.0 {
                // From the lower end, so that two triangles cut the edge that they share at the same point.
                let (from, to, t) = if before < 0.0 {
                    (last, corner, before / (before - now))
                } else {
                    (corner, last, now / (now - before))
                };
                let mut at = *from + (*to - *from) * t;
                at[AXIS] = bound;
                below.push(at);
                above.push(at);
            }
            if now <= 0.0 {
                below.push(*corner);
            }
            if now >= 0.0 {
                above.push(*corner);
            }
            (last, before) = (corner, now);
        }
    }

    #[inline(always)]
    fn push(&mut self, corner: DVec3) {
        // Rounding can leave a corner more than a convex polygon has; it lies on top of another one.
        if self.len < MOST {
            self.corners[self.len] = corner;
            self.len += 1;
        }
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
pub(super) fn integrals([a, b, c]: [DVec3; 3]) -> [f64; 2] {
    let (to_b, to_c) = (b - a, c - a);
    let area = 0.5 * (to_b.x * to_c.y - to_b.y * to_c.x);
    [area, area * (a.z + b.z + c.z) / 3.0]
}
