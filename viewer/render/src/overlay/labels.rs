//! Places of labels beside what they name, none over another. Lengths are in any unit in which letters are some ten high.

use std::f32::consts::TAU;

use glam::Vec2;

/// Directions and distances at which a place is looked for, in dots.
const DIRECTIONS: u32 = 16;
const DISTANCES: [f32; 6] = [9.0, 20.0, 34.0, 52.0, 74.0, 100.0];
/// Space around a label, dots.
const SPACE: f32 = 4.0;
/// Dots of distance that a quarter turn away from the wished direction, and a line behind a label, are worth.
const QUARTER: f32 = 12.0;
const LINE: f32 = 30.0;
/// Dots of distance that a dot of covered area is worth: more than all others.
const COVERED: f32 = 10.0;

/// A rectangle, its upper left and lower right corners.
pub type Box2 = [Vec2; 2];

/// A label that is to be placed.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// Place of what it names.
    pub at: Vec2,
    /// Direction in which it lies best, of any length.
    pub along: Vec2,
    /// Width and height.
    pub size: Vec2,
}

/// Places labels in a picture: a box for each wish, in their order, near what it names and over no earlier box and none of `taken`; over no
/// `lines` either, where there is room.
pub fn place(wishes: &[Wish], taken: &[Box2], lines: &[[Vec2; 2]], within: Vec2) -> Vec<Box2> {
    let mut placed: Vec<Box2> = Vec::with_capacity(wishes.len());
    for wish in wishes {
        let cost = |&(found, price): &(Box2, f32)| {
            let around = grown(found, SPACE);
            let covered: f32 = taken.iter().chain(&placed).map(|other| common(around, *other)).sum();
            let outside = wish.size.element_product() - common(found, [Vec2::ZERO, within]);
            let crossed = lines.iter().filter(|line| crosses(**line, found)).count();
            price + COVERED * (covered + outside) + LINE * crossed as f32
        };
        let all = candidates(wish).map(|candidate| (cost(&candidate), candidate.0));
        let best = all.min_by(|(a, _), (b, _)| a.total_cmp(b));
        placed.extend(best.map(|(_, found)| found));
    }
    placed
}

/// Boxes around a point, each with what it costs to be there: how far away it is, and how far from the wished direction.
fn candidates(wish: &Wish) -> impl Iterator<Item = (Box2, f32)> {
    let Wish { at, along, size } = *wish;
    let along = along.normalize_or(Vec2::X);
    DISTANCES.into_iter().flat_map(move |distance| {
        (0..DIRECTIONS).map(move |k| {
            let angle = TAU * k as f32 / DIRECTIONS as f32;
            let toward = Vec2::from_angle(angle).rotate(along);
            // The side of the box that faces the point is at the distance.
            let half = 0.5 * size;
            let reach = (half / toward.abs().max(Vec2::splat(1e-6))).min_element();
            let middle = at + toward * (distance + reach);
            let turned = angle.min(TAU - angle) / (0.25 * TAU);
            ([middle - half, middle + half], distance + QUARTER * turned)
        })
    })
}

fn grown([low, high]: Box2, by: f32) -> Box2 {
    [low - by, high + by]
}

/// Area that two boxes have in common.
fn common(a: Box2, b: Box2) -> f32 {
    (a[1].min(b[1]) - a[0].max(b[0])).max(Vec2::ZERO).element_product()
}

/// The point of a box that is nearest to another point.
pub fn nearest([low, high]: Box2, at: Vec2) -> Vec2 {
    at.clamp(low, high)
}

/// Whether a line from point to point passes through a box (Liang and Barsky 1984).
fn crosses([from, to]: [Vec2; 2], [low, high]: Box2) -> bool {
    let along = to - from;
    let (mut enters, mut leaves) = (0.0f32, 1.0f32);
    for axis in 0..2 {
        let [near, far] = [low, high].map(|side| side[axis] - from[axis]);
        if along[axis] == 0.0 {
            if near > 0.0 || far < 0.0 {
                return false;
            }
            continue;
        }
        let [first, second] = [near, far].map(|distance| distance / along[axis]);
        (enters, leaves) = (enters.max(first.min(second)), leaves.min(first.max(second)));
    }
    enters <= leaves
}

#[cfg(test)]
mod tests {
    use super::*;

    const WITHIN: Vec2 = Vec2::new(960.0, 540.0);

    fn wish(x: f32, y: f32, along: Vec2) -> Wish {
        Wish { at: Vec2::new(x, y), along, size: Vec2::new(120.0, 15.0) }
    }

    #[test]
    fn a_lonely_label_lies_beyond_the_tip() {
        let placed = place(&[wish(500.0, 300.0, Vec2::Y)], &[], &[], WITHIN);
        assert!(placed[0][0].distance(Vec2::new(440.0, 309.0)) < 1e-3, "{placed:?}");
    }

    #[test]
    fn labels_of_one_place_do_not_cover_each_other_and_stay_near() {
        let directions = [Vec2::Y, Vec2::NEG_Y, Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::new(1.0, 1.0)];
        let wishes = directions.map(|along| wish(500.0, 300.0, along));
        let placed = place(&wishes, &[], &[], WITHIN);
        for (k, one) in placed.iter().enumerate() {
            assert!(placed[..k].iter().all(|other| common(*one, *other) == 0.0), "{placed:?}");
            assert!(nearest(*one, wishes[k].at).distance(wishes[k].at) < 80.0, "{one:?}");
        }
    }

    #[test]
    fn labels_leave_free_what_is_taken() {
        let wishes = [wish(500.0, 300.0, Vec2::Y)];
        let taken = place(&wishes, &[], &[], WITHIN);
        let beside = place(&wishes, &taken, &[], WITHIN);
        assert!(
            common(taken[0], beside[0]) == 0.0
                && nearest(beside[0], wishes[0].at).distance(wishes[0].at) < 80.0
        );
    }

    #[test]
    fn labels_stay_in_the_picture_and_off_lines() {
        let placed = place(&[wish(955.0, 4.0, Vec2::new(1.0, -0.2))], &[], &[], WITHIN);
        assert!(placed[0][0].cmpge(Vec2::ZERO).all() && placed[0][1].cmple(WITHIN).all(), "{placed:?}");
        let line = [Vec2::new(400.0, 310.0), Vec2::new(600.0, 330.0)];
        let placed = place(&[wish(500.0, 300.0, Vec2::Y)], &[], &[line], WITHIN);
        assert!(!crosses(line, placed[0]), "{placed:?}");
    }

    #[test]
    fn lines_cross_boxes_that_they_pass_through() {
        let found = [Vec2::ZERO, Vec2::new(10.0, 4.0)];
        for (from, to, is_through) in [
            ([-5.0, 2.0], [15.0, 2.0], true),
            ([-5.0, 5.0], [15.0, 5.0], false),
            ([5.0, 1.0], [6.0, 2.0], true),
            ([-1.0, 3.0], [1.0, 6.0], false),
            ([5.0, 9.0], [5.0, 4.5], false),
            ([5.0, 9.0], [5.0, 3.5], true),
        ] {
            assert_eq!(crosses([from, to].map(Vec2::from_array), found), is_through, "{from:?} {to:?}");
        }
    }
}
