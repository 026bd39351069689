use glam::Vec3;

use super::{Mesh, loft};

/// Sections along the boat; with the points of a section it makes 2 × 10 × 23 = 460 triangles.
const SECTIONS: usize = 10;
/// Points on one side of a section from keel to chine, chine to gunwale, gunwale to the middle of the deck.
const BOTTOM: usize = 4;
const TOPSIDE: usize = 4;
const DECK: usize = 3;

/// Position of the greatest breadth, as a fraction of the length from the transom.
const WIDEST: f32 = 0.4;
/// Breadth of the transom over the greatest breadth.
const TRANSOM: f32 = 0.88;
/// Position where the keel begins to rise to the bow, as a fraction of the length.
const FOREFOOT: f32 = 0.65;
/// Breadth at the chine over breadth at the gunwale.
const CHINE_BREADTH: f32 = 0.85;

/// A planing boat of 460 triangles: V bottom to a hard chine, flared topsides, flat deck, transom, raked stem.
///
/// The sections are those of a common motor boat; Lazo et al. §3.3 give only the three main dimensions
/// (12.7 × 3.85 × 2.4 m). The keel is at `z = 0`, the transom at `x = −length/2`, the greatest beam at the deck.
pub fn speedboat(length_m: f32, beam_m: f32, depth_m: f32) -> Mesh {
    let sections: Vec<Vec<Vec3>> = (0..SECTIONS)
        .map(|i| {
            let along = i as f32 / SECTIONS as f32;
            section(along)
                .into_iter()
                .map(|[y, z]| Vec3::new((along - 0.5) * length_m, y * beam_m / 2.0, z * depth_m))
                .collect()
        })
        .collect();
    let stern = Vec3::new(-length_m / 2.0, 0.0, depth_m / 2.0);
    loft(&[stern], &sections, &[Vec3::new(length_m / 2.0, 0.0, depth_m)])
}

/// Half-breadth of the deck over half the beam, `along` from 0 at the transom to 1 at the bow.
fn deck_breadth(along: f32) -> f32 {
    if along < WIDEST {
        1.0 - (1.0 - TRANSOM) * ((WIDEST - along) / WIDEST).powi(2)
    } else {
        1.0 - ((along - WIDEST) / (1.0 - WIDEST)).powf(2.5)
    }
}

/// Height of the keel over the depth.
fn keel_height(along: f32) -> f32 {
    ((along - FOREFOOT) / (1.0 - FOREFOOT)).max(0.0).powi(3)
}

/// A section as `[y, z]` over half the beam and the depth, counter-clockwise seen from ahead.
fn section(along: f32) -> Vec<[f32; 2]> {
    let keel = [0.0, keel_height(along)];
    let gunwale = [deck_breadth(along), 1.0];
    // The chine rises towards the bow, from the flat run aft to a sharp entrance.
    let chine_height = keel[1] + (1.0 - keel[1]) * (0.15 + 0.30 * along * along);
    let chine = [CHINE_BREADTH * gunwale[0], chine_height];
    let middle = [0.0, 1.0];
    let mut port = Vec::new();
    // An even split of the deck by 2 n + 1 puts its last edge across the middle.
    for (from, to, points, parts) in [
        (keel, chine, BOTTOM, BOTTOM as f32),
        (chine, gunwale, TOPSIDE, TOPSIDE as f32),
        (gunwale, middle, DECK, DECK as f32 + 0.5),
    ] {
        port.extend((1..=points).map(|i| {
            let part = i as f32 / parts;
            [0, 1].map(|axis| from[axis] + part * (to[axis] - from[axis]))
        }));
    }
    let starboard = port.iter().rev().map(|&[y, z]| [-y, z]);
    [keel].into_iter().chain(port.iter().copied()).chain(starboard).collect()
}
