//! Water: a surface that reflects and refracts, the bed below it, foam on it. The twin of `water.wgsl`.
//!
//! Surface, depth, foam and shadows are those of the scene. Sky, sand, haze and, where they are asked for, ripples are invented.

use glam::{Vec2, Vec3};
use pulp::Simd;

use super::cover::{LINE, waterline};
use super::lanes::Lanes;
use super::lanes::lanes3::{Lanes3, times};
use super::lighting::{
    COS_REFRACTED, HORIZON, INDEX, Lighting, RELIEF, SHADE, SKY_UP, SUN, SUN_AHEAD, SUN_RUN, SUNLIGHT,
    SUNSHINE, Scenery, UNKNOWN, ZENITH,
};
use super::relief::CROSSED;
use super::sampling::{gather, grain, number, ripple_curvatures, ripple_slopes};
use super::sky::{SUNLIT, beer, fresnel, glint, haze, scattered, sky, tone};
use super::tiles::Layer;

/// Sand, and the light of the sky on it.
pub(super) const SAND: Vec3 = Vec3::new(0.60, 0.52, 0.38);
pub(super) const SKYLIGHT: Vec3 = Vec3::new(0.62, 0.74, 0.86);
/// Light of water with bubbles in it.
pub(super) const MILK: Vec3 = Vec3::new(0.132, 0.220, 0.2288);
/// Fractions of the sky that hulls hide, from which on and to which the surface is what they press, whose curvature gathers no light.
pub(super) const PRESSED: [f32; 2] = [0.04, 0.25];
/// Brightness that a slope towards the sun adds to the light from below, over that which falls on it more.
pub(super) const TILT: f32 = 2.4;

impl Scenery<'_> {
    /// Light of the water at some places on its surface, seen at these pixels.
    #[inline(always)]
    pub(crate) fn shade_water<S: Simd>(&self, at: Lanes3<S>, pixel: [Lanes<S>; 2]) -> Lanes3<S> {
        let lighting = self.lighting;
        if !lighting.look.is_water() {
            return self.shade_field(at);
        }
        let (view, distance) = lighting.view(at);
        let size = if lighting.camera.parallel {
            distance.like(lighting.pixel_m)
        } else {
            distance * lighting.pixel_m
        };
        let lod = size / view.z.max(0.03).sqrt();
        let surface = self.surface(at.x, at.y);
        let [_, gx, gy, density] = surface;
        let (details, variance) = self.ripple_details(lod);
        let ripples = self.ripples([at.x, at.y], details);
        let slopes = [gx + ripples[0], gy + ripples[1]];
        let normal = Lanes3::new(-slopes[0], -slopes[1], gx.like(1.0)).normalize();
        let cosine = normal.dot(view).max(0.02);
        let reflectance = fresnel((cosine.square() + variance * 0.6).sqrt().min(1.0));

        // What it reflects.
        let mut mirrored = normal * (cosine * 2.0) - view;
        let far = 0.10 * (1.0 - ((30.0 - distance.max(30.0)) * (1.0 / 220.0)).exp());
        mirrored.z = (mirrored.z + far + variance.sqrt() * 0.5).max(0.0);
        let reflected =
            self.mirrored(sky(mirrored.normalize(), lighting.clouds(0.10)), [gx, gy], distance, pixel);

        // What is below it, where the refracted ray meets the bed.
        let [shadow, contact, cover] = self.footprint.shadows(at.x, at.y);
        let sunlit = 1.0 - shadow;
        let contact = waterline(contact, self.footprint.texel_m, lod);
        let below = self.below_water(at, view, normal, cosine, [lod, sunlit, cover], details);
        let below = self.sunken(below, slopes, distance, pixel);

        let half = (view + SUN).normalize();
        let sparkle =
            glint(normal.dot(half), variance + lighting.roughness(), distance) * reflectance * sunlit;
        let foam = 1.0 - (-1.25 * (density + contact * 0.75)).exp();
        let mut light = below;
        let mut open = foam.like(1.0);
        let facing = normal.dot_vec(SUN).max(0.0);
        light = light * tilted(slopes);
        if foam.any_above(0.01) {
            let milk = times(MILK, foam * (0.35 + sunlit * 0.65));
            light = light * (1.0 - foam * 0.55) + milk;
        }
        light = light.lerp(reflected, reflectance);
        if foam.any_above(0.01) {
            let white = times(SUNSHINE, facing * sunlit) + SKY_UP * 1.9;
            // Around hulls a line without a pattern, which would be dashes.
            let line = contact * LINE;
            light = light.lerp(white * 0.3, line);
            open = 1.0 - line;
            let floats = 1.0 - (-1.25 * density).exp();
            if floats.any_above(0.01) {
                let (cover, emboss) = self.foam_cover(at, floats, lod);
                light = light.lerp(white * (emboss * 0.335), cover);
                open = open * (1.0 - cover);
            }
        }
        light = light + times(SUNSHINE, sparkle * open * (1.0 / 3.0));
        tone(haze(light, view, distance, lighting.is_hazy()))
    }

    /// Light from below the surface: the bed, dimmed by the way through the water, and what the water scatters.
    #[inline(always)]
    fn below_water<S: Simd>(
        &self,
        at: Lanes3<S>,
        view: Lanes3<S>,
        normal: Lanes3<S>,
        cosine: Lanes<S>,
        [lod, sunlit, cover]: [Lanes<S>; 3],
        details: [Lanes<S>; 3],
    ) -> Lanes3<S> {
        let k = 1.0 / INDEX;
        let inner = (1.0 - (1.0 - cosine.square()) * (k * k)).sqrt();
        let refracted = normal * (cosine * k - inner) - view * k;
        let down = (-refracted.z).max(0.2);
        let depth = match self.relief.level_bed_m {
            Some(bed_m) => at.z - bed_m,
            None => {
                // From the depth here to that where the ray would meet the bed then.
                let way = (at.z - self.bed(at.x, at.y)[3]).max(0.01) / down;
                at.z - self.bed(at.x + refracted.x * way, at.y + refracted.y * way)[3]
            }
        };
        let depth = depth.max(0.01);
        let way = depth / down;
        let [x, y] = [at.x + refracted.x * way, at.y + refracted.y * way];
        // The sun's ray to that point came in here.
        let entry = [x + depth * (SUN_RUN * SUN_AHEAD.x), y + depth * (SUN_RUN * SUN_AHEAD.y)];
        let focus = self.focus(entry, depth, details);
        let [shadow, _, near] = self.footprint.shadows(entry[0], entry[1]);
        let focus = focus.lerp(focus.like(1.0), near.smoothstep(PRESSED[0], PRESSED[1]));
        let [_, _, hidden] = self.footprint.shadows(x, y);
        let direct = focus * (1.0 - shadow) * (0.95 * SUN.z);
        let albedo = self.sand(x, y, lod) * (1.25 / std::f32::consts::PI);
        // The light of the sky comes down about as steeply as that of the sun, and all of it goes up to the eye.
        let bed = (times(SUNSHINE * SAND, direct) + times(SKYLIGHT * SAND, 1.0 - hidden)) * albedo;
        let lit = under_hulls(sunlit, (cover + hidden) * 0.5);
        bed * beer(depth * (1.0 / COS_REFRACTED) + way) + scattered(way, lit)
    }

    /// How much brighter the bed is where the curved surface above it, at `entry`, gathers the sun's light.
    #[inline(always)]
    fn focus<S: Simd>(&self, entry: [Lanes<S>; 2], depth: Lanes<S>, details: [Lanes<S>; 3]) -> Lanes<S> {
        let [mut hxx, mut hxy, mut hyy, _] = self.bed(entry[0], entry[1]);
        let bend = depth * (1.0 - 1.0 / INDEX);
        if self.lighting.ripples() {
            // The slope there turned the ray uphill: it came in further down.
            let [sx, sy] = self.ripples(entry, details);
            let entry = [entry[0] - bend * sx, entry[1] - bend * sy];
            for (layer, detail) in self.lighting.layers.iter().zip(details) {
                if !detail.any_above(0.0) {
                    continue;
                }
                let Layer { cos, sin, .. } = *layer;
                let keeps = detail * layer.curvature;
                let [u, v] = layer.place(entry);
                let [xx, xy, yy] = ripple_curvatures(u, v);
                let (cc, ss, cs) = (cos * cos, sin * sin, cos * sin);
                hxx = hxx + (xx * cc - xy * (2.0 * cs) + yy * ss) * keeps;
                hxy = hxy + (xx * cs + xy * (cc - ss) - yy * cs) * keeps;
                hyy = hyy + (xx * ss + xy * (2.0 * cs) + yy * cc) * keeps;
            }
        }
        // A crest gathers light, a trough spreads it: a slope turns rays uphill.
        let spread = ((1.0 + bend * hxx) * (1.0 + bend * hyy) - (bend * hxy).square()).abs();
        // Rays that cross above the bed spread again: the determinant says no more where they go.
        let bent = bend * (hxx.square() + hxy.square() * 2.0 + hyy.square()).sqrt();
        let crossed = bent.smoothstep(CROSSED[0], CROSSED[1]);
        let gathered = 1.0 / spread.max(1.0 / 3.6);
        gathered.lerp(crossed.like(1.0), crossed)
    }

    /// Fractions of the layers of ripples that pixels of a size still show, and the variance of the slope that is too fine to be seen.
    #[inline(always)]
    fn ripple_details<S: Simd>(&self, lod: Lanes<S>) -> ([Lanes<S>; 3], Lanes<S>) {
        let none = lod.like(0.0);
        if !self.lighting.ripples() {
            return ([none; 3], none);
        }
        let [a, b, c] = &self.lighting.layers;
        let details = [a.detail(lod), b.detail(lod), c.detail(lod)];
        let lost = |layer: &Layer, detail: Lanes<S>| (1.0 - detail.square()) * layer.variance;
        (details, lost(a, details[0]) + lost(b, details[1]) + lost(c, details[2]))
    }

    /// Slope of the ripples along x and y, of layers of which these fractions are seen.
    #[inline(always)]
    fn ripples<S: Simd>(&self, place: [Lanes<S>; 2], details: [Lanes<S>; 3]) -> [Lanes<S>; 2] {
        let mut sum = [place[0].like(0.0); 2];
        if !self.lighting.ripples() {
            return sum;
        }
        for (layer, detail) in self.lighting.layers.iter().zip(details) {
            if detail.any_above(0.0) {
                let [u, v] = layer.place(place);
                let [sx, sy] = ripple_slopes(u, v);
                let keeps = detail * layer.weight;
                sum[0] = sum[0] + (sx * layer.cos - sy * layer.sin) * keeps;
                sum[1] = sum[1] + (sx * layer.sin + sy * layer.cos) * keeps;
            }
        }
        sum
    }

    /// Sand with its grain, and lines every 1 m and 5 m that show the scale: the factor of its color.
    #[inline(always)]
    fn sand<S: Simd>(&self, x: Lanes<S>, y: Lanes<S>, lod: Lanes<S>) -> Lanes<S> {
        if !self.lighting.invented.sand {
            return lod.like(1.0);
        }
        let grains = 1.0 + (grain(x, y, 11.0, lod) + grain(x, y, 2.3, lod)) * 0.11;
        grains * (1.0 - lines(x, y, lod, [5.0, 0.035, 0.16])) * (1.0 - lines(x, y, lod, [1.0, 0.014, 0.05]))
    }

    /// The light from below the surface, with the bodies under water in it.
    #[inline(always)]
    fn sunken<S: Simd>(
        &self,
        below: Lanes3<S>,
        [gx, gy]: [Lanes<S>; 2],
        distance: Lanes<S>,
        [column, row]: [Lanes<S>; 2],
    ) -> Lanes3<S> {
        if self.sunken.is_empty() {
            return below;
        }
        let Lighting { right, up, .. } = self.lighting;
        // A slope turns the refracted ray by a quarter of it: of what is about 1 m away from there.
        let shift = 0.25 / (distance * self.lighting.pixel_m);
        let x = column + (gx * right.x + gy * right.y) * shift;
        let y = row - (gx * up.x + gy * up.y) * shift;
        let [red, green, blue, cover] = self.sunken.at(x, y);
        below * (1.0 - cover) + Lanes3::new(red, green, blue)
    }

    /// The sky that the water mirrors, with the bodies in front of it.
    #[inline(always)]
    fn mirrored<S: Simd>(
        &self,
        sky: Lanes3<S>,
        [gx, gy]: [Lanes<S>; 2],
        distance: Lanes<S>,
        [column, row]: [Lanes<S>; 2],
    ) -> Lanes3<S> {
        let mirror = self.mirror;
        if mirror.is_empty() {
            return sky;
        }
        let Lighting { right, up, .. } = self.lighting;
        let steep = (gx.square() + gy.square()).sqrt();
        let keeps = 1.0 - steep.smoothstep(0.16, 0.40);
        // Slopes turn the ray by twice their angle, of which less than half is taken: what is mirrored is some meters away.
        let shift = 0.9 * 3.0 / (distance + 3.0);
        let x = column + (gx * right.x + gy * right.y) * shift * (1.0 / self.lighting.pixel_m);
        let y = row + (gx * up.x + gy * up.y) * shift * (1.0 / self.lighting.pixel_m);
        if !keeps.any_above(0.0) {
            return sky;
        }
        let [red, green, blue, cover] = mirror.at(x, y);
        sky * (1.0 - cover * keeps) + Lanes3::new(red, green, blue) * keeps
    }

    #[inline(always)]
    fn surface<S: Simd>(&self, x: Lanes<S>, y: Lanes<S>) -> [Lanes<S>; 4] {
        self.clamped(&self.relief.surface, x, y)
    }

    /// Curvatures of the surface, and the height of the bed.
    #[inline(always)]
    pub(super) fn bed<S: Simd>(&self, x: Lanes<S>, y: Lanes<S>) -> [Lanes<S>; 4] {
        self.clamped(&self.relief.below, x, y)
    }

    /// Height of the surface at a place, m.
    pub(crate) fn level_m(&self, place_m: Vec2) -> f32 {
        let [x, y] = [place_m.x, place_m.y].map(|c| Lanes::splat(pulp::Scalar, c));
        self.lighting.still_level_m + self.eta_m(x, y).as_slice()[0]
    }

    /// Elevation of the surface above the still level.
    #[inline(always)]
    pub(super) fn eta_m<S: Simd>(&self, x: Lanes<S>, y: Lanes<S>) -> Lanes<S> {
        self.surface(x, y)[0]
    }

    /// Texture of the relief at some places, bilinear; beyond its edge as at the edge.
    #[inline(always)]
    fn clamped<S: Simd, const N: usize>(
        &self,
        texels: &[[f32; N]],
        x: Lanes<S>,
        y: Lanes<S>,
    ) -> [Lanes<S>; N] {
        let relief = self.relief;
        let per_m = 1.0 / relief.texel_m;
        let [width, height] = relief.size;
        let x = ((x - relief.origin_m.x) * per_m - 0.5).max(0.0).min(number(width - 1));
        let y = ((y - relief.origin_m.y) * per_m - 0.5).max(0.0).min(number(height - 1));
        gather(texels, relief.size, x, y)
    }

    /// Colors of a field, lit as a relief where the look is.
    #[inline(always)]
    fn shade_field<S: Simd>(&self, at: Lanes3<S>) -> Lanes3<S> {
        let lighting = self.lighting;
        let [value, gx, gy, unknown] = self.surface(at.x, at.y);
        let [sx, sy, ..] = self.bed(at.x, at.y);
        let base = lighting.field_colors(value);
        let base = base.lerp_vec(UNKNOWN, unknown);
        let contours = lighting.contours(value, (sx.square() + sy.square()).sqrt()) * (1.0 - unknown);
        let base = base.lerp(base * 0.45 + Vec3::splat(lighting.line_light), contours);
        if !lighting.lit {
            return base;
        }
        let [shadow, ..] = self.footprint.shadows(at.x, at.y);
        let shade = 1.0 - shadow * (1.0 - SHADE);
        let (view, _) = lighting.view(at);
        let scale = lighting.vertical_scale;
        let normal = Lanes3::new(-(gx * scale), -(gy * scale), gx.like(1.0)).normalize();
        // 1 on level water, whose color is then that of the legend.
        let slope = (1.0 + (normal.dot_vec(SUN) * (1.0 / SUN.z) - 1.0) * RELIEF).max(0.15);
        let cosine = normal.dot(view);
        let reflectance = fresnel(cosine.max(0.0));
        let mirrored_z = cosine * normal.z * 2.0 - view.z;
        let body = base * (slope * shade);
        let sky = times(ZENITH - HORIZON, mirrored_z.clamp01().sqrt()) + HORIZON;
        let half = (view + SUN).normalize();
        let bright = Lighting::power64(normal.dot(half).max(0.0)).square().square() * shade;
        body.lerp(sky, reflectance * 0.75) + times(SUNLIGHT, bright * 0.45)
    }
}

/// What [`scattered`] takes for sunlit water from which hulls hide a fraction of the sky: the light of the sky goes with it.
#[inline(always)]
pub(super) fn under_hulls<S: Simd>(sunlit: Lanes<S>, cover: Lanes<S>) -> Lanes<S> {
    sunlit - cover * ((1.0 - SUNLIT) / SUNLIT)
}

/// Brightness of the light from below a slope: more of the sun's falls on one that faces it.
#[inline(always)]
fn tilted<S: Simd>([gx, gy]: [Lanes<S>; 2]) -> Lanes<S> {
    let more = (gx * SUN.x + gy * SUN.y) * (-TILT / SUN.z);
    1.0 + more / (1.0 + more.abs())
}

/// Lines at a distance, of half a width and a strength; none where pixels are nearly as wide as that distance.
#[inline(always)]
fn lines<S: Simd>(
    x: Lanes<S>,
    y: Lanes<S>,
    lod: Lanes<S>,
    [period, half_width, strength]: [f32; 3],
) -> Lanes<S> {
    if !lod.any_below(0.8 * period) {
        return lod.like(0.0);
    }
    let width = (lod * 0.6).max(half_width);
    let (from_x, from_y) = (away(x, period), away(y, period));
    if !(from_x.lesser(from_y) - width * 1.4).any_below(0.0) {
        return lod.like(0.0);
    }
    let sharp = 1.0 / width;
    let (off_x, off_y) = ((from_x * sharp).smoothstep(0.6, 1.4), (from_y * sharp).smoothstep(0.6, 1.4));
    (1.0 - off_x * off_y) * (strength * half_width) * sharp
}

/// Distance to the next multiple of a period.
#[inline(always)]
fn away<S: Simd>(c: Lanes<S>, period: f32) -> Lanes<S> {
    ((c * (1.0 / period) + 0.5).fract() - 0.5).abs() * period
}
