//! Bodies, blocks and banks, and what is beyond the water. The twin of `solids.wgsl`.

use glam::Vec3;
use pulp::Simd;

use super::lanes::Lanes;
use super::lanes::lanes3::{Lanes3, times};
use super::lighting::{
    COS_REFRACTED, HEADLIGHT_FALL, HORIZON, INDEX, Lighting, SKY_DOWN, SKY_UP, SUN, SUN_AHEAD, SUN_RUN,
    SUNLIGHT, SUNSHINE, Scenery,
};
use super::mirror::{LEAST_SINE, SMEAR};
use super::sampling::grain;
use super::sky::{beer, disc, fresnel, haze, scattered, sky, tone};
use super::tiles::PATTERN;
use super::water::{SAND, SKYLIGHT};

/// Width of the quay at the edge of a bank as a fraction of the bank's height above the water, and at least, m.
const QUAY: [f32; 2] = [0.8, 0.5];
/// Sides of the tiles of the pattern on what is not varnished, m, and its strength.
pub(super) const WEATHER_M: [f32; 2] = [83.0, 13.0];
pub(super) const WEATHER: f32 = 0.22;
/// Paint of quays and of the land behind them.
pub(super) const CONCRETE: Vec3 = Vec3::new(0.55, 0.53, 0.49);
pub(super) const GRASS: Vec3 = Vec3::new(0.13, 0.20, 0.055);

/// Places on solid surfaces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facing<S: Simd> {
    pub(crate) position: Lanes3<S>,
    /// Normals, of any length.
    pub(crate) outward: Lanes3<S>,
    pub(crate) paint: Lanes3<S>,
    /// 0 scatters evenly, 1 is varnished.
    pub(crate) gloss: Lanes<S>,
    /// Ways from the places to samples beside and below them, m, where each stands for the four samples of its pixel.
    pub(crate) spread: Option<[Lanes3<S>; 2]>,
}

/// What a ray meets that meets nothing of the picture's triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Beyond {
    /// The sky.
    Sky,
    /// The sea, at its still level: the way along the ray.
    Sea(f32),
    /// A bank: the place, its normal and paint.
    Bank(Vec3, Vec3, Vec3),
}

/// Height of the banks, m, of water that reaches so high above the still level.
pub(crate) fn land_m(still_level_m: f32, reach_m: f32, extent_m: f32) -> f32 {
    still_level_m + (1.25 * reach_m).max(0.012 * extent_m)
}

impl Lighting {
    /// What is beyond the sheet along a ray.
    pub(crate) fn beyond(&self, from: Vec3, ray: Vec3) -> Beyond {
        if ray.z >= -1e-6 {
            return Beyond::Sky;
        }
        let land = from + ray * ((self.land_m - from.z) / ray.z);
        if from.z > self.land_m && self.is_land(land) {
            return Beyond::Bank(land, Vec3::Z, self.land_paint(land));
        }
        let way = (self.still_level_m - from.z) / ray.z;
        let sea = from + ray * way;
        if from.z > self.still_level_m && self.is_land(sea) {
            return self.bank_face(from, ray);
        }
        if from.z > self.still_level_m { Beyond::Sea(way) } else { Beyond::Sky }
    }

    /// Whether a place is behind a bank.
    fn is_land(&self, at: Vec3) -> bool {
        let [low, high] = self.domain_m;
        let beyond = [at.x < low.x, at.x > high.x, at.y < low.y, at.y > high.y];
        beyond.into_iter().zip(self.banks).any(|(beyond, bank)| beyond && bank)
    }

    /// Paint of the land at a place: a quay along the water, grass behind.
    pub(crate) fn land_paint(&self, at: Vec3) -> Vec3 {
        let [low, high] = self.domain_m;
        let behind = [low.x - at.x, at.x - high.x, low.y - at.y, at.y - high.y];
        let behind = behind.into_iter().zip(self.banks).filter(|(_, bank)| *bank);
        let away = behind.map(|(away, _)| away).fold(0.0, f32::max);
        if away < self.quay_m() { CONCRETE } else { GRASS }
    }

    /// Width of the quay, m.
    pub(crate) fn quay_m(&self) -> f32 {
        (QUAY[0] * (self.land_m - self.still_level_m)).max(QUAY[1])
    }

    /// Where a ray that ends behind a bank comes through its face.
    fn bank_face(&self, from: Vec3, ray: Vec3) -> Beyond {
        let [low, high] = self.domain_m;
        let faces = [
            (low.x - from.x, ray.x, Vec3::X),
            (high.x - from.x, ray.x, Vec3::NEG_X),
            (low.y - from.y, ray.y, Vec3::Y),
            (high.y - from.y, ray.y, Vec3::NEG_Y),
        ];
        let mut nearest = (f32::INFINITY, Vec3::Z);
        for ((away, speed, normal), bank) in faces.into_iter().zip(self.banks) {
            let way = away / speed;
            if bank && normal.dot(ray) < 0.0 && way > 0.0 && way < nearest.0 {
                nearest = (way, normal);
            }
        }
        let (way, normal) = nearest;
        if way.is_finite() { Beyond::Bank(from + ray * way, normal, CONCRETE) } else { Beyond::Sky }
    }
}

impl Scenery<'_> {
    /// The sky in some directions, with the sun.
    #[inline(always)]
    pub(crate) fn shade_sky<S: Simd>(&self, ray: Lanes3<S>) -> Lanes3<S> {
        let direction = ray.normalize();
        let light = sky(direction, self.lighting.clouds(0.55)) + times(SUNSHINE, disc(direction));
        // As hazy below the horizon as at it.
        tone(light)
    }

    /// Color of some solid surfaces; both their sides are painted.
    #[inline(always)]
    pub(crate) fn shade_solids<S: Simd>(&self, facing: &Facing<S>) -> Lanes3<S> {
        let lighting = self.lighting;
        let Facing { position, outward, paint, gloss: coat, spread } = *facing;
        let (view, distance) = lighting.view(position);
        let outward = outward.normalize();
        let toward = outward.dot(view);
        let flip = toward.above(0.0, toward.like(1.0), toward.like(-1.0));
        let normal = outward * flip;
        let cosine = toward * flip;
        if lighting.headlight {
            return paint * (1.0 - HEADLIGHT_FALL + cosine * HEADLIGHT_FALL);
        }
        let up = 0.5 + normal.z * 0.5;
        let facing = normal.dot_vec(SUN).max(0.0);
        let half = (view + SUN).normalize();
        if !lighting.look.is_water() {
            let ambient = times(HORIZON, 0.20 + up * 0.32);
            let light = paint * (ambient + times(SUNLIGHT, facing * 0.80));
            if !lighting.lit {
                return light * lighting.map_paint;
            }
            let gloss = Lighting::power64(normal.dot(half).max(0.0)) * 0.18;
            return light + times(SUNLIGHT, gloss);
        }
        let lod = distance * lighting.pixel_m / cosine.max(0.03).sqrt();
        let mut grains = lod.like(0.0);
        for side in WEATHER_M {
            match spread.filter(|_| lod.any_above(0.5 * side / PATTERN as f32)) {
                // The grain is finer than pixels, all else is not.
                Some([beside, below]) => {
                    let [left, right] = [position - beside, position + beside];
                    let upper = weathered(left - below, side, lod) + weathered(right - below, side, lod);
                    let lower = weathered(left + below, side, lod) + weathered(right + below, side, lod);
                    grains = grains + (upper + lower) * 0.25;
                }
                None => grains = grains + weathered(position, side, lod),
            }
        }
        let weather = 1.0 + grains * ((1.0 - coat) * WEATHER);
        let light = self.lit(position, normal, paint * weather);
        // A little of the sky in the varnish.
        let mirrored = (normal * (cosine * 2.0) - view).normalize();
        let gloss = (fresnel(cosine.max(0.0)).min(0.2) + 0.02) * 0.5 * coat;
        let light = light.lerp(sky(mirrored, 0.0), gloss);
        let shine = Lighting::power64(normal.dot(half).max(0.0)) * coat * 0.12;
        tone(haze(light + times(SUNSHINE, shine), view, distance, lighting.is_hazy()))
    }

    /// Light of solid surfaces that scatter it evenly, darker where they are wet: up to 24 cm above the water.
    #[inline(always)]
    fn lit<S: Simd>(&self, position: Lanes3<S>, normal: Lanes3<S>, paint: Lanes3<S>) -> Lanes3<S> {
        let above_still = position.z - self.lighting.still_level_m;
        let mut dry = above_still.like(1.0);
        if above_still.any_below(self.relief.highest_m + 0.24) {
            dry = (above_still - self.eta_m(position.x, position.y)).smoothstep(0.04, 0.24);
        }
        let paint = paint * (0.62 + dry * 0.38);
        let facing = normal.dot_vec(SUN).max(0.0);
        let sky = (times(SKY_UP - SKY_DOWN, 0.5 + normal.z * 0.5) + SKY_DOWN) * 1.9;
        paint * (times(SUNSHINE, facing) + sky) * (1.25 / std::f32::consts::PI)
    }

    /// Color of some solid surfaces as level water mirrors them, seen from below it, and half the height in pixels over which slopes too fine
    /// to be seen spread it.
    #[inline(always)]
    pub(crate) fn shade_mirrored<S: Simd>(&self, facing: &Facing<S>) -> (Lanes3<S>, Lanes<S>) {
        let lighting = self.lighting;
        let Facing { position, outward, paint, .. } = *facing;
        let eye = lighting.camera.eye_m;
        // The camera, mirrored in the water there.
        let level = self.eta_m(position.x, position.y) + lighting.still_level_m;
        let mut toward = Lanes3::splat(position.x.simd(), eye) - position;
        toward.z = level * 2.0 - eye.z - position.z;
        let (height, distance) = (position.z - level, toward.dot(toward).sqrt().max(1e-6));
        // The mirrored ray rises from the surface to the place as steeply as to the camera.
        let sine = ((position.z - level * 2.0 + eye.z) / distance).max(LEAST_SINE);
        let reach = (height * (SMEAR / lighting.pixel_m) / (sine * distance)).max(0.0);
        let toward = outward.dot(toward);
        let flip = toward.above(0.0, toward.like(1.0), toward.like(-1.0));
        (self.lit(position, outward.normalize() * flip, paint), reach)
    }
}

impl Scenery<'_> {
    /// Light that comes to the surface from solids under water: what they scatter of the light of the sun, of the sky and of the bed
    /// below, dimmed by the way through the water, and what the water before them scatters.
    #[inline(always)]
    pub(crate) fn shade_sunken<S: Simd>(&self, facing: &Facing<S>) -> Lanes3<S> {
        let Facing { position, outward, paint, .. } = *facing;
        let (view, _) = self.lighting.view(position);
        let level = self.eta_m(position.x, position.y) + self.lighting.still_level_m;
        let depth = (level - position.z).max(0.0);
        let inner = (1.0 - (1.0 - view.z.square()) * (1.0 / (INDEX * INDEX))).sqrt();
        let way = depth / inner.max(0.2);
        let outward = outward.normalize();
        let toward = outward.dot(view);
        let normal = outward * toward.above(0.0, toward.like(1.0), toward.like(-1.0));
        // The sun, refracted.
        let facing =
            (normal.x * (SUN_AHEAD.x * SUN_RUN) + normal.y * (SUN_AHEAD.y * SUN_RUN) + normal.z).max(0.0);
        let direct = times(SUNSHINE, facing * (0.95 * COS_REFRACTED)) * beer(depth * (1.0 / COS_REFRACTED));
        let sky = (times(SKY_UP - SKY_DOWN, 0.5 + normal.z * 0.5) + SKY_DOWN) * beer(depth * 1.2) * 1.9;
        let [shadow, _, hidden] = self.footprint.shadows(position.x, position.y);
        let bed = match self.relief.level_bed_m {
            Some(bed_m) => level.like(bed_m),
            None => self.bed(position.x, position.y)[3],
        };
        let [down, up] = [(level - bed).max(0.0), (position.z - bed).max(0.0)];
        let bed = (times(SUNSHINE * SAND, (1.0 - shadow) * (0.95 * SUN.z))
            + times(SKYLIGHT * SAND, 1.0 - hidden))
            * beer(down * (1.0 / COS_REFRACTED) + up * 1.2)
            * (0.5 - normal.z * 0.5);
        let light = paint * (direct + sky + bed) * (0.62 * 1.25 / std::f32::consts::PI);
        light * beer(way) + scattered(way, 1.0 - shadow)
    }
}

/// Grain, in a tile of some side, of what is not varnished, such as concrete and grass: no large surface is of one color.
#[inline(always)]
fn weathered<S: Simd>(at: Lanes3<S>, side: f32, lod: Lanes<S>) -> Lanes<S> {
    grain(at.x + at.z * 0.37, at.y + at.z * 0.53, side, lod)
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::camera::Camera;
    use crate::color::Range;
    use crate::scene::{Scene, View};

    /// A canal along x, 10 m wide, with banks 1 m high.
    fn canal() -> Lighting {
        let camera = Camera::look_at(Vec3::new(0.0, -30.0, 20.0), Vec3::ZERO, 40.0, 1.5);
        let mut lighting =
            Lighting::new(camera, &Scene::default(), &View::default(), Range { low: -1.0, high: 1.0 });
        lighting.domain_m = [Vec2::ZERO, Vec2::new(50.0, 10.0)];
        lighting.banks = [false, false, true, true];
        lighting.land_m = 1.0;
        lighting
    }

    #[test]
    fn a_canal_runs_on_between_its_banks_to_the_horizon() {
        let canal = canal();
        let from = Vec3::new(25.0, 5.0, 9.0);
        let along = |x: f32, y: f32| canal.beyond(from, Vec3::new(x, y, 0.0) - from);
        assert!(matches!(along(500.0, 5.0), Beyond::Sea(way) if (way - 1.0).abs() < 1e-6));
        assert!(matches!(along(500.0, 60.0), Beyond::Bank(at, Vec3::Z, _) if (at.z - 1.0).abs() < 1e-4));
        assert!(matches!(along(500.0, 10.3), Beyond::Bank(at, Vec3::NEG_Y, _) if (at.y - 10.0).abs() < 1e-4));
        assert_eq!(canal.beyond(from, Vec3::new(1.0, 0.0, 0.1)), Beyond::Sky);
    }
}
