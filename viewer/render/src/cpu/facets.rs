//! Places on solid facets, from their corners on the screen.

use std::ops::{Add, Mul};

use glam::Vec3;

use super::band::Band;
use super::screen::{Corner, Facet};
use super::seen::Seen;
use super::spots::Solid;

impl Band<'_> {
    /// The solids that are seen, each with the number of its sample.
    pub(super) fn solids(&self, seen: &Seen) -> Vec<Solid> {
        let covered = seen.depths.iter().enumerate().filter(|(_, depth)| **depth > 0.0);
        covered.map(|(k, _)| self.solid(seen.facets[k], seen.weights[k], k, 1.0)).collect()
    }

    /// The solid facet of a number.
    fn facet(&self, number: u32) -> &Facet {
        &self.screen.facets[number as usize - 1]
    }

    /// Whether a solid facet is without the grain that concrete and grass have, which is finer than a pixel where it is seen flat.
    pub(super) fn is_varnished(&self, facet: u32) -> bool {
        let corners = self.screen.corners(self.facet(facet));
        corners.iter().all(|corner| corner.paint[3] == 1.0)
    }

    /// Ways from the middle of a pixel of four samples to those beside and below it: half of those from the first, at `at`, to the
    /// second and the third. All have depths.
    pub(super) fn spread(&self, at: [usize; 2], depths: [f32; 3]) -> [Vec3; 2] {
        let camera = &self.scenery.lighting.camera;
        let [right, down] = [0, 1].map(|k| (at[k] as f32 + 0.5) / self.samples[k] as f32);
        let (_, ray) = camera.ray(2.0 * right - 1.0, 1.0 - 2.0 * down);
        let [first, beside, below] = depths.map(|depth| camera.distance_m(depth));
        let way = |step: Vec3, distance: f32| {
            let aside = if camera.parallel { step } else { step * distance };
            0.5 * (ray * (distance - first) + aside)
        };
        let [across, upward] =
            [(camera.across, 0), (camera.upward, 1)].map(|(v, k)| v * (2.0 / self.samples[k] as f32));
        [way(across, beside), way(-upward, below)]
    }

    /// Position, normal and paint at a place on a facet.
    pub(super) fn solid(&self, facet: u32, weights: [f32; 2], x: usize, fraction: f32) -> Solid {
        let corners = self.screen.corners(self.facet(facet));
        let weights = perspective_weights(corners, weights);
        Solid {
            x,
            fraction,
            position: interpolate(corners, weights, |corner| corner.position.truncate()),
            normal: interpolate(corners, weights, |corner| corner.normal),
            paint: interpolate(corners, weights, |corner| corner.paint.into()),
            spread: [Vec3::ZERO; 2],
        }
    }
}

fn interpolate<V: Add<Output = V> + Mul<f32, Output = V>>(
    corners: [&Corner; 3],
    weights: [f32; 3],
    of: impl Fn(&Corner) -> V,
) -> V {
    let [a, b, c] = [0, 1, 2].map(|k| of(corners[k]) * weights[k]);
    a + b + c
}

/// Weights in the world from those on the screen.
fn perspective_weights([a, b, c]: [&Corner; 3], [second, third]: [f32; 2]) -> [f32; 3] {
    let a = (1.0 - second - third) / a.position.w;
    let (b, c) = (second / b.position.w, third / c.position.w);
    let sum = a + b + c;
    [a / sum, b / sum, c / sum]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_way_on_the_screen_is_nearer_than_half_way_in_the_world() {
        let (near, far) = (Corner::at_distance(1.0), Corner::at_distance(3.0));
        let weights = perspective_weights([&near, &far, &far], [0.5, 0.0]);
        assert!((weights[0] - 0.75).abs() < 1e-6 && (weights[1] - 0.25).abs() < 1e-6, "{weights:?}");
        let distance = interpolate([&near, &far, &far], weights, |corner| corner.position.truncate()).x;
        assert!((distance - 1.5).abs() < 1e-6, "1 / w is linear on the screen: {distance}");
    }
}
