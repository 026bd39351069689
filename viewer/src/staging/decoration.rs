//! Fittings of boats, invented from the box of their hull: no force acts on them.

use std::sync::Arc;

use glam::Vec3;

use crate::scene::Decoration;
use crate::sim::scenario::Fittings;

const WHITE: [f32; 3] = [0.93, 0.93, 0.91];
const CREAM: [f32; 3] = [0.86, 0.82, 0.74];
const GLASS: [f32; 3] = [0.06, 0.08, 0.11];
const TEAK: [f32; 3] = [0.60, 0.43, 0.26];
const METAL: [f32; 3] = [0.74, 0.75, 0.78];

/// Blocks on the deck of a hull.
struct Blocks {
    /// The middle of the deck, m.
    origin: Vec3,
    /// Length, beam and depth of the hull, m.
    scale: Vec3,
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    colors: Vec<[f32; 3]>,
}

/// One end of a block: where it begins and ends along the hull, in lengths, from where to where across, in beams to port, and its
/// height above the deck, in depths.
struct End {
    along: [f32; 2],
    across: [f32; 2],
    up: f32,
}

impl Blocks {
    /// Adds what is between a lower and an upper end.
    fn between(&mut self, low: &End, high: &End, color: [f32; 3]) {
        let first = self.vertices.len() as u32;
        for End { along, across, up } in [low, high] {
            for [x, y] in [[0, 0], [1, 0], [1, 1], [0, 1]] {
                self.vertices.push(self.origin + self.scale * Vec3::new(along[x], across[y], *up));
            }
        }
        let sides = [[3, 2, 1, 0], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]];
        for [a, b, c, d] in sides.map(|side| side.map(|corner: u32| first + corner)) {
            self.triangles.extend([[a, b, c], [a, c, d]]);
            self.colors.extend([color; 2]);
        }
    }

    /// Adds an upright block.
    fn block(&mut self, along: [f32; 2], across: [f32; 2], up: [f32; 2], color: [f32; 3]) {
        let [low, high] = up.map(|up| End { along, across, up });
        self.between(&low, &high, color);
    }

    /// Adds a block of a width that is different at its lower and its upper end, in the middle of the deck.
    fn tapered(&mut self, along: [[f32; 2]; 2], wide: [f32; 2], up: [f32; 2], color: [f32; 3]) {
        let [low, high] =
            [0, 1].map(|k| End { along: along[k], across: [-0.5 * wide[k], 0.5 * wide[k]], up: up[k] });
        self.between(&low, &high, color);
    }

    fn motorboat(&mut self, color: [f32; 3]) {
        // A cabin with windows all around, its roof over the helm.
        self.tapered([[-0.10, 0.24], [-0.10, 0.225]], [0.66, 0.64], [0.0, 0.13], WHITE);
        self.tapered([[-0.10, 0.22], [-0.085, 0.13]], [0.63, 0.54], [0.13, 0.42], GLASS);
        self.tapered([[-0.17, 0.14], [-0.16, 0.12]], [0.58, 0.54], [0.42, 0.48], WHITE);
        self.block([-0.02, -0.01], [-0.015, 0.015], [0.48, 0.78], METAL);
        // A cockpit with seats and the cover of the engine.
        self.block([-0.47, -0.11], [-0.37, 0.37], [0.0, 0.012], TEAK);
        self.block([-0.42, -0.27], [-0.24, 0.24], [0.0, 0.15], CREAM);
        for side in [-1.0, 1.0] {
            self.block([-0.155, -0.145], [side * 0.26 - 0.01, side * 0.26 + 0.01], [0.0, 0.42], METAL);
            self.block([-0.21, -0.15], [side * 0.21 - 0.07, side * 0.21 + 0.07], [0.0, 0.17], CREAM);
            self.block([-0.485, -0.10], [side * 0.405 - 0.02, side * 0.405 + 0.02], [0.0, 0.12], WHITE);
            self.block([-0.485, -0.10], [side * 0.405 - 0.028, side * 0.405 + 0.028], [0.12, 0.155], color);
        }
        self.block([-0.49, -0.475], [-0.42, 0.42], [0.0, 0.12], WHITE);
        self.block([-0.492, -0.472], [-0.433, 0.433], [0.12, 0.155], color);
        self.block([0.28, 0.33], [-0.07, 0.07], [0.0, 0.03], GLASS);
        self.block([-0.56, -0.50], [-0.38, 0.38], [-0.50, -0.46], TEAK);
    }

    fn sailboat(&mut self) {
        self.tapered([[-0.12, 0.26], [-0.12, 0.22]], [0.52, 0.44], [0.0, 0.24], WHITE);
        self.tapered([[-0.08, 0.19], [-0.08, 0.18]], [0.51, 0.485], [0.08, 0.17], GLASS);
        self.block([-0.36, -0.14], [-0.20, 0.20], [0.0, 0.012], TEAK);
        // The mast, as high as the boat is long and a quarter, and the boom with the furled sail.
        let (mast, high) = ([0.07, 0.082], 1.25 * self.scale.x / self.scale.z);
        let half = 0.006 * self.scale.x / self.scale.y;
        self.block(mast, [-half, half], [0.0, high], METAL);
        let thick = 0.010 * self.scale.x / self.scale.z;
        self.block([-0.30, 0.07], [-0.7 * half, 0.7 * half], [0.45, 0.45 + thick], METAL);
        self.block([-0.28, 0.065], [-1.6 * half, 1.6 * half], [0.45 + thick, 0.45 + 3.0 * thick], CREAM);
    }
}

/// Fittings of a kind for a hull with these corners, with parts in the color of its paint.
pub(super) fn decoration(fittings: Fittings, vertices: &[Vec3], color: [f32; 3]) -> Option<Arc<Decoration>> {
    let (low, high) = vertices
        .iter()
        .fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), v| (low.min(*v), high.max(*v)));
    let scale = high - low;
    if !scale.is_finite() || scale.min_element() <= 0.0 {
        return None;
    }
    let origin = (0.5 * (low + high)).with_z(high.z);
    let mut blocks =
        Blocks { origin, scale, vertices: Vec::new(), triangles: Vec::new(), colors: Vec::new() };
    match fittings {
        Fittings::Motorboat => blocks.motorboat(color),
        Fittings::Sailboat => blocks.sailboat(),
    }
    let Blocks { vertices, triangles, colors, .. } = blocks;
    let (vertices, triangles) = (vertices.into(), triangles.into());
    Some(Arc::new(Decoration { vertices, triangles, colors, is_in_place: false }))
}

/// Corners and triangles that are drawn in place of the hull.
pub(super) fn in_place((vertices, triangles): (&Arc<[Vec3]>, &Arc<[[u32; 3]]>)) -> Arc<Decoration> {
    let (vertices, triangles) = (vertices.clone(), triangles.clone());
    Arc::new(Decoration { vertices, triangles, colors: Vec::new(), is_in_place: true })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::hulls::{Mesh, speedboat};

    #[test]
    fn fittings_are_closed_blocks_on_the_deck_of_any_hull() {
        for scale in [1.0, 40.0] {
            let hull = speedboat(12.7 * scale, 3.85 * scale, 2.4 * scale);
            for fittings in [Fittings::Motorboat, Fittings::Sailboat] {
                let fitted = decoration(fittings, &hull.vertices, [0.85, 0.2, 0.15]).unwrap();
                assert_eq!(fitted.colors.len(), fitted.triangles.len());
                for block in fitted.triangles.chunks(12) {
                    let (vertices, triangles) = (fitted.vertices.to_vec(), block.to_vec());
                    assert!(Mesh { vertices, triangles }.volume_m3() > 0.0, "its faces point outward");
                }
                let [low, high] = hull.bounds_m();
                let widest = fitted.vertices.iter().map(|v| v.y.abs()).fold(0.0, f32::max);
                assert!(
                    widest < high.y && fitted.vertices.iter().all(|v| v.x > low.x - 0.1 * (high.x - low.x))
                );
            }
        }
        assert!(decoration(Fittings::Sailboat, &[], [1.0; 3]).is_none());
    }
}
