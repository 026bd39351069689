//! The pattern of foam: which part of the water it covers where there is so much of it. The twin of `water.wgsl`.

use glam::Vec2;
use pulp::Simd;

use super::TEXELS;
use super::lanes::Lanes;
use super::lanes3::Lanes3;
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
