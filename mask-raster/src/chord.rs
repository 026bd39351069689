//! The part of a line that lies over a triangle, seen along z, and where it gets below the water.

use crate::outline::SLACK;
use glam::{DVec2, IVec2};

/// A line from the centre of one cell to that of another, or between any two places, and the water's level along it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Way {
    /// Where it begins, in cells from the grid's corner.
    pub(crate) from: DVec2,
    /// From there to where it ends.
    pub(crate) along: DVec2,
    /// The level at both ends, m, linear between.
    pub(crate) levels_m: [f64; 2],
}

/// A projected triangle: its corners in cells from the grid's corner, and their heights.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Triangle {
    pub(crate) label: u16,
    pub(crate) corners: [DVec2; 3],
    pub(crate) heights_m: [f64; 3],
}

/// A height above a share of the way: x is the share, y the height, m.
type Profile = DVec2;

/// Length, in cells, of what the way has in a cell that it passes by: triangles there are kept with the cells on both sides too.
const TOUCH: f64 = 1e-7;

impl Way {
    /// The share of the way at which it leaves a cell that it comes through; not one that it touches at a corner.
    pub(crate) fn leaves(&self, cell: IVec2) -> Option<f64> {
        let near = (cell.as_dvec2() - self.from) / self.along;
        let far = (cell.as_dvec2() + 1.0 - self.from) / self.along;
        // Along an axis on which it does not move, there is nothing to come in through.
        let moves = self.along.cmpne(DVec2::ZERO);
        let enter = DVec2::select(moves, near.min(far), DVec2::NEG_INFINITY).max_element();
        let leave = DVec2::select(moves, near.max(far), DVec2::INFINITY).min_element();
        ((leave - enter) * self.along.abs().max_element() > TOUCH).then_some(leave)
    }

    fn level_m(&self, share: f64) -> f64 {
        let [from, to] = self.levels_m;
        from + (to - from) * share
    }
}

impl Triangle {
    /// Both ends of the part of the straight line through `way` that lies over the triangle, its edges included.
    ///
    /// On which side of the line a corner lies is found from the corner alone: triangles that share it agree, and no line
    /// slips through between them.
    fn chord(&self, way: &Way) -> Option<[Profile; 2]> {
        let away = self.corners.map(|corner| corner - way.from);
        let sides = away.map(|corner| way.along.perp_dot(corner));
        // Most triangles lie on one side of the line.
        let all = |[a, b, c]: [bool; 3]| a & b & c;
        if all(sides.map(|side| side > 0.0)) || all(sides.map(|side| side < 0.0)) {
            return None;
        }
        let length_squared = way.along.length_squared();
        let shares = away.map(|corner| way.along.dot(corner) / length_squared);
        let place = |k: usize| Profile::new(shares[k], self.heights_m[k]);
        let (mut first, mut last) = (Profile::INFINITY, Profile::NEG_INFINITY);
        for k in 0..3 {
            let next = (k + 1) % 3;
            let (side, other) = (sides[k], sides[next]);
            let crossed = if side == 0.0 {
                place(k)
            } else if other != 0.0 && (side < 0.0) != (other < 0.0) {
                place(k).lerp(place(next), side / (side - other))
            } else {
                continue;
            };
            first = if crossed.x < first.x { crossed } else { first };
            last = if crossed.x > last.x { crossed } else { last };
        }
        (first.x <= last.x).then_some([first, last])
    }

    /// The share of the way at which it first lies over a part of the triangle that is lower than the water, raised by
    /// `slack` of the triangle's greatest height; up to [`SLACK`] more than 1.
    pub(crate) fn wet_from(&self, way: &Way, slack: f64) -> Option<f64> {
        let [first, last] = self.chord(way)?;
        let (enter, leave) = (first.x.max(0.0), last.x.min(1.0 + SLACK));
        if enter > leave {
            return None;
        }
        // Between the ends of the chord, never beyond: over a steep triangle a height far off would say nothing.
        let length = last.x - first.x;
        let height_m = |share: f64| {
            let part = if length > 0.0 { (share - first.x) / length } else { 0.0 };
            first.y + (last.y - first.y) * part
        };
        let slack_m = slack * self.heights_m.iter().fold(0.0, |most: f64, z| most.max(z.abs()));
        let [above, then] = [enter, leave].map(|share| height_m(share) - way.level_m(share) - slack_m);
        if above < 0.0 {
            Some(enter)
        } else {
            (then < 0.0).then(|| enter + (leave - enter) * (above / (above - then)))
        }
    }
}
