//! The pattern of foam: which part of the water it covers where there is so much of it. The twin of `water.wgsl`.

use glam::Vec2;
use pulp::Simd;

use super::TEXELS;
use super::lanes::Lanes;
use super::lanes::lanes3::Lanes3;
use super::lighting::{SUN, Scenery};
use super::sampling::{gather, number, wrapped_channel};

/// The foam's pattern, of tiles whose sides and turns have no common measure, so that it does not repeat: cosine and sine of the turn
/// over the side, 1/m. Bubbles of tiles of 6.1 m, smaller ones of 2.3 m, patches of 6.1 m as which they are seen from afar, and drifts of
/// 14.9 m, in which there is more and less of all.
pub(super) const BUBBLES: Vec2 = Vec2::new(0.139_476, 0.086_143);
pub(super) const FROTH: Vec2 = Vec2::new(0.415_785, -0.127_118);
pub(super) const PATCHES: Vec2 = Vec2::new(0.086_143, 0.139_476);
pub(super) const DRIFTS: Vec2 = Vec2::new(0.066_359, -0.010_036);
/// Time after which the pattern has gone with the water and begins anew, s.
pub(super) const FOAM_S: f32 = 2.2;
/// Footprints of pixels, m, from which on and to which the foam's bubbles blur to patches, and the patches to an even white.
pub(super) const BLURRED_M: [f32; 2] = [0.03, 0.11];
pub(super) const EVEN_M: [f32; 2] = [0.20, 0.70];

impl Scenery<'_> {
    /// Fraction that foam covers, and its brightness: of a pattern that rides with the water.
    #[inline(always)]
    pub(super) fn foam_cover<S: Simd>(
        &self,
        at: Lanes3<S>,
        foam: Lanes<S>,
        lod: Lanes<S>,
    ) -> (Lanes<S>, Lanes<S>) {
        if !self.lighting.invented.foam {
            return (foam * 0.85, lod.like(0.90));
        }
        let [east, north] = self.carrying(at.x, at.y);
        let phase = (self.lighting.time_s / FOAM_S).fract();
        // Where bubbles are too small for a pixel there are patches, and where these are, an even white.
        let blurred = lod.smoothstep(BLURRED_M[0], BLURRED_M[1]);
        let (sharp, blurs) = (blurred.any_below(1.0), blurred.any_above(0.0));
        let (mut pattern, mut relief) = (lod.like(0.0), lod.like(0.0));
        for (late, offset) in [(phase, 0.0), ((phase + 0.5).fract(), 3.7)] {
            let weight = 1.0 - (2.0 * late - 1.0).abs();
            // Where it is seen best it is as it was made: a stream that differs from place to place shears it before and after.
            let time = (late - 0.5) * FOAM_S;
            let place = [at.x - east * time + offset, at.y - north * time + offset];
            let mut spots = lod.like(0.0);
            if sharp {
                let coarse = tiled(0, place, BUBBLES);
                let fine = tiled(0, place, FROTH);
                let toward = tiled(0, [place[0] + 0.07 * SUN.x, place[1] + 0.07 * SUN.y], BUBBLES);
                spots = coarse * 0.62 + fine * 0.38;
                relief = relief + (coarse - toward) * weight;
            }
            if blurs {
                spots = spots.lerp(tiled(3, place, PATCHES), blurred);
            }
            pattern = pattern + spots.lerp(tiled(3, place, DRIFTS), lod.like(0.36)) * weight;
        }
        // Patterns of one variance, mixed, have less: as much contrast as one has, or foam would cover more than its part.
        let near = (2.0 * phase - 1.0).abs();
        let phases = near * near + (1.0 - near) * (1.0 - near);
        let sizes = (1.0 - blurred).square() * (0.62 * 0.62 + 0.38 * 0.38) + blurred.square();
        let sizes = sizes * (0.64 * 0.64) + 0.36 * 0.36;
        let pattern = (0.5 + (pattern - 0.5) / (sizes * phases).sqrt()).clamp01();
        let edge = 1.0 - foam;
        let spots = (0.06 + pattern * 0.88).smoothstep_between(edge - 0.15, edge + 0.15)
            * foam.smoothstep(0.015, 0.22)
            * (0.62 + foam.smoothstep(0.15, 0.8) * 0.38);
        let even = lod.smoothstep(EVEN_M[0], EVEN_M[1]);
        (spots.lerp(foam * 0.85, even), 0.90 + relief * ((1.0 - blurred) * 1.1))
    }

    /// Velocity of the water that foam goes with, bilinear between the middles of cells.
    #[inline(always)]
    fn carrying<S: Simd>(&self, x: Lanes<S>, y: Lanes<S>) -> [Lanes<S>; 2] {
        let relief = self.relief;
        if relief.velocity.is_empty() {
            return [x.like(0.0); 2];
        }
        let per_m = 1.0 / (relief.texel_m * TEXELS as f32);
        let [width, height] = relief.size.map(|texels| texels / TEXELS);
        let x = ((x - relief.origin_m.x) * per_m - 0.5).max(0.0).min(number(width - 1));
        let y = ((y - relief.origin_m.y) * per_m - 0.5).max(0.0).min(number(height - 1));
        gather(&relief.velocity, [width, height], x, y)
    }
}

/// A channel of the patterns in tiles of some turn and side.
#[inline(always)]
fn tiled<S: Simd>(channel: usize, [x, y]: [Lanes<S>; 2], turn: Vec2) -> Lanes<S> {
    wrapped_channel(channel, x * turn.x + y * turn.y, y * turn.x - x * turn.y)
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::super::lighting::Lighting;
    use super::*;
    use crate::camera::Camera;
    use crate::color::Range;
    use crate::scene::{Look, Scene, View};
    use crate::shading::{Footprint, Mirror, Relief};

    /// Fraction that so much foam covers at some places of water with a velocity, for pixels of a size at a time.
    fn covers(
        places: impl Iterator<Item = Vec2>,
        [foam, lod, time_s]: [f32; 3],
        velocity_m_s: Vec2,
    ) -> Vec<f32> {
        let camera = Camera::look_at(Vec3::new(4.0, -10.0, 13.0), Vec3::new(4.0, 4.0, 3.0), 40.0, 1.5);
        let view = View { look: Look::Water, ..View::default() };
        let lighting = Lighting::new(camera, &Scene::default(), &view, Range { low: -1.0, high: 1.0 });
        let lighting = Lighting { time_s, ..lighting };
        let relief = Relief {
            size: [TEXELS; 2],
            surface: vec![[0.0; 4]; TEXELS * TEXELS],
            velocity: vec![velocity_m_s.to_array()],
            ..Relief::default()
        };
        let (mirror, footprint) = (Mirror::default(), Footprint::default());
        let scenery = Scenery {
            lighting: &lighting,
            relief: &relief,
            footprint: &footprint,
            mirror: &mirror,
            sunken: &mirror,
        };
        let cover = |at: Vec2| {
            let at = Lanes3::splat(pulp::Scalar128b, at.extend(3.0));
            scenery.foam_cover(at, at.x.like(foam), at.x.like(lod)).0.as_slice()[0]
        };
        places.map(cover).collect()
    }

    #[test]
    fn foam_covers_about_its_part_from_near_and_from_afar() {
        for [foam, lod, time_s] in [[0.7, 0.01, 0.0], [0.7, 0.06, 0.3], [0.7, 0.2, 1.0], [0.4, 0.06, 0.55]] {
            let places = (0..10_000).map(|k| Vec2::new(0.37 * (k % 100) as f32, 0.41 * (k / 100) as f32));
            let mean = covers(places, [foam, lod, time_s], Vec2::ZERO).iter().sum::<f32>() / 10_000.0;
            // Thin foam is not as white.
            let whole = 0.62 + 0.38 * Lanes::splat(pulp::Scalar, foam).smoothstep(0.15, 0.8).as_slice()[0];
            assert!((mean / whole - foam).abs() < 0.12, "{mean} of {whole} for {foam} at {lod}");
        }
    }

    /// Likeness of foam on a wake 3 m wide and 60 m long to itself some way further on, 1 where it is the same.
    fn likeness(foam: &[f32], rows: usize, shift: usize) -> f32 {
        let pairs = || foam.iter().zip(&foam[shift * rows..]).map(|(a, b)| [f64::from(*a), f64::from(*b)]);
        let count = pairs().count() as f64;
        let [sum_a, sum_b] = [0, 1].map(|k| pairs().map(|pair| pair[k]).sum::<f64>() / count);
        let mut moments = [0.0; 3];
        for [a, b] in pairs() {
            let [a, b] = [a - sum_a, b - sum_b];
            moments = [moments[0] + a * a, moments[1] + a * b, moments[2] + b * b];
        }
        (moments[1] / (moments[0] * moments[2]).sqrt()) as f32
    }

    #[test]
    fn the_pattern_of_foam_along_a_wake_does_not_repeat() {
        const STEP_M: f32 = 0.1;
        let rows = 30;
        for (lod, time_s) in [(0.01, 0.2), (0.12, 0.2), (0.12, 1.1), (0.06, 0.6)] {
            for turn in [Vec2::X, Vec2::Y, Vec2::new(0.6, 0.8)] {
                let place = |k: usize| {
                    let at = Vec2::new((k / rows) as f32, (k % rows) as f32) * STEP_M;
                    turn * at.x + turn.perp() * at.y
                };
                let foam = covers((0..600 * rows).map(place), [0.5, lod, time_s], Vec2::ZERO);
                let likenesses = (20..400).map(|shift| likeness(&foam, rows, shift));
                let most = likenesses.fold(0.0, f32::max);
                assert!(most < 0.45, "{most} at {lod}, along {turn}");
            }
        }
    }

    #[test]
    fn a_stream_carries_the_pattern_and_leaves_it_as_it_is_where_it_is_seen_best() {
        let places =
            |by: Vec2| (0..400).map(move |k| Vec2::new(0.13 * (k % 20) as f32, 0.17 * (k / 20) as f32) + by);
        // In the middle of its time one of the two patterns is all that is seen.
        let middle_s = 0.5 * FOAM_S;
        let drawn = |by, velocity, time_s| covers(places(by), [0.5, 0.01, time_s], velocity);
        let fast = Vec2::new(6.0, -2.0);
        assert_eq!(drawn(Vec2::ZERO, fast, middle_s), drawn(Vec2::ZERO, Vec2::ZERO, middle_s));
        let later_s = 0.01;
        let [carried, at_rest] = [fast * later_s, Vec2::ZERO].map(|by| drawn(by, fast, middle_s + later_s));
        let before = drawn(Vec2::ZERO, fast, middle_s);
        let apart = |foam: &[f32]| foam.iter().zip(&before).map(|(a, b)| (a - b).abs()).sum::<f32>() / 400.0;
        assert!(apart(&carried) < 0.4 * apart(&at_rest), "{} and {}", apart(&carried), apart(&at_rest));
    }
}
