use glam::Vec3;

use super::{Mesh, loft};

/// Main dimensions and form of a [`parabolic`] hull.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parabolic {
    /// Length over all, along x.
    pub length_m: f32,
    /// Greatest width, along y.
    pub beam_m: f32,
    /// Keel to deck, along z.
    pub depth_m: f32,
    /// Exponent `p` of a section: 1 is a V, below 1 it is full, above 1 hollow.
    pub fullness: f32,
    /// Sections along the hull.
    pub sections: u32,
    /// Points in half a section, from keel to gunwale and to the middle of the deck.
    pub points: u32,
}

/// Fraction of the points of half a section that lie on the side; the others lie on the deck.
const ON_THE_SIDE: f32 = 2.0 / 3.0;

/// Rise of a stem from one point to the next below which they are one, over the depth.
const LEAST_RISE: f32 = 1e-4;

/// A hull of half-breadth `B/2 (1 − (2x/L)²) (z/D)^p` under a flat deck, with a vertical stem at both ends. Its widest
/// section has the full beam.
///
/// With `n` sections of `m` points in each half it has `2 n (2 m + 1)` triangles and up to `4 m` more at the stems. The points
/// of a side are set along its breadth for a full section and along its height for a hollow one, where each changes fastest.
pub fn parabolic(hull: &Parabolic) -> Mesh {
    let Parabolic { length_m, beam_m, depth_m, fullness, sections, points } = *hull;
    let side = ((points as f32 * ON_THE_SIDE).round() as u32).clamp(1, points.max(2) - 1);
    let deck = points - side;
    let place = |i: u32| 2.0 * i as f32 / (sections + 1) as f32 - 1.0;
    let breadth = |along: f32| 1.0 - along * along;
    let widest = breadth(place(sections.div_ceil(2)));
    // Breadth over the greatest and height over the depth of a point of the side.
    let of_side = |k: u32| {
        let part = k as f32 / side as f32;
        if fullness < 1.0 { [part, part.powf(1.0 / fullness)] } else { [part.powf(fullness), part] }
    };
    let sections: Vec<Vec<Vec3>> = (1..=sections)
        .map(|i| {
            let along = place(i);
            let half = 0.5 * beam_m * breadth(along) / widest;
            let up_the_side = (1..=side).map(|k| {
                let [breadth, height] = of_side(k);
                [breadth * half, height * depth_m]
            });
            // An even split of the deck by 2 n + 1 puts its last edge across the middle.
            let over_the_deck = (1..=deck).map(|k| [half * (1.0 - k as f32 / (deck as f32 + 0.5)), depth_m]);
            let port: Vec<[f32; 2]> = up_the_side.chain(over_the_deck).collect();
            let starboard = port.iter().rev().map(|&[y, z]| [-y, z]);
            let ring = [[0.0, 0.0]].into_iter().chain(port.iter().copied()).chain(starboard);
            ring.map(|[y, z]| Vec3::new(0.5 * along * length_m, y, z)).collect()
        })
        .collect();
    let mut heights = vec![0.0];
    for [_, height] in (1..=side).map(of_side) {
        let last = heights[heights.len() - 1];
        heights.push(if height - last < LEAST_RISE { last } else { height });
    }
    let stem = |x: f32| -> Vec<Vec3> {
        heights.iter().map(|height| Vec3::new(0.5 * x * length_m, 0.0, height * depth_m)).collect()
    };
    loft(&stem(-1.0), &sections, &stem(1.0))
}
