//! Water: a surface that reflects and refracts, the bed below it, foam on it. The twin of `water.wgsl`.
//!
//! Surface, depth, foam and shadows are those of the scene. Sky, sand, haze and, where they are asked for, ripples are invented.

use glam::{Vec2, Vec3};

use super::lanes::{LANES, Lanes, Lanes3};
use super::lighting::{
    COS_REFRACTED, HORIZON, Lighting, RELIEF, SHADE, SKY_UP, SUN, SUN_AHEAD, SUN_RUN, SUNLIGHT, SUNSHINE,
    Scenery, UNKNOWN, ZENITH,
};
use super::sampling::{gather, grain, wrapped, wrapped_channel};
use super::sky::{INDEX, beer, fresnel, glint, haze, sky, tone};
use super::tiles::{RIPPLE, RIPPLE_SLOPE, RIPPLES, RIPPLES_M};

/// Sand, and the light of the sky on it.
pub(super) const SAND: [f32; 3] = [0.60, 0.52, 0.38];
pub(super) const SKYLIGHT: [f32; 3] = [0.62, 0.74, 0.86];
/// Light that the water itself sends back where it is deep.
pub(super) const DEEP: [f32; 3] = [0.012, 0.088, 0.150];
/// Ripples: side of the tile relative to its own, weight, cosine and sine of its turn.
pub(in crate::render) const LAYERS: [[f32; 4]; 3] =
    [[1.0, 0.62, 1.0, 0.0], [0.318_75, 0.38, 0.819_152, 0.573_576_4], [2.9375, 0.5, 0.601_815, 0.798_635_5]];
/// Sides of the tiles of the foam's pattern, m, and the time after which the water has carried it on and it begins anew, s.
pub(super) const FOAM_M: [f32; 2] = [6.1, 2.3];
pub(super) const FOAM_S: f32 = 2.2;
/// Footprints of pixels, m, from which on and to which the foam's bubbles blur to patches, and the patches to an even white.
pub(super) const BLURRED_M: [f32; 2] = [0.03, 0.11];
pub(super) const EVEN_M: [f32; 2] = [0.20, 0.70];
/// Bend of the sun's rays on their way to the bed from which on they cross before it, and are scattered.
pub(super) const CROSSED: [f32; 2] = [0.5, 1.2];

impl Scenery<'_> {
    /// Light of the water at some places on its surface, seen at these pixels.
    #[inline(always)]
    pub(in crate::render) fn shade_water(&self, at: Lanes3, pixel: [Lanes; 2]) -> Lanes3 {
        let lighting = self.lighting;
        if !lighting.look.is_water() {
            return self.shade_field(at);
        }
        let (view, distance) = lighting.view(at);
        let size = if lighting.camera.parallel {
            Lanes::splat(lighting.pixel_m)
        } else {
            distance * lighting.pixel_m
        };
        let lod = size / view.z.max(0.03).sqrt();
        let surface = self.surface(at.x, at.y);
        let [_, gx, gy, density] = surface;
        let ripples = self.ripples(at, lod);
        let normal = Lanes3::new(-(gx + ripples[0]), -(gy + ripples[1]), Lanes::splat(1.0)).normalize();
        let variance = ripples[2];
        let cosine = normal.dot(view).max(0.02);
        let reflectance = fresnel((cosine.square() + variance * 0.6).sqrt().min(1.0));

        // What it reflects.
        let mut mirrored = normal * (cosine * 2.0) - view;
        let far = 0.10 * (1.0 - ((30.0 - distance.max(30.0)) * (1.0 / 220.0)).exp());
        mirrored.z = (mirrored.z + far + variance.sqrt() * 0.5).max(0.0);
        let reflected = self.mirrored(sky(mirrored.normalize(), 0.10), [gx, gy], distance, pixel);

        // What is below it, where the refracted ray meets the bed.
        let [shadow, contact] = self.footprint.shadows(at.x, at.y);
        let sunlit = 1.0 - shadow;
        let below = self.below_water(at, view, normal, cosine, lod, sunlit);

        let half = (view + Lanes3::splat(SUN)).normalize();
        let sparkle = glint(normal.dot(half), variance, distance) * reflectance * sunlit;
        let foam = 1.0 - (-1.25 * (density + contact * 0.75)).exp();
        let mut light = below;
        let mut open = Lanes::splat(1.0);
        let facing = normal.dot_vec(SUN).max(0.0);
        if foam.any_above(0.01) {
            let milk = Lanes3::new(Lanes::splat(0.30), Lanes::splat(0.50), Lanes::splat(0.52));
            light = light * (1.0 - foam * 0.55) + milk * (foam * 0.44 * (0.35 + sunlit * 0.65));
        }
        light = light.lerp(reflected, reflectance);
        if foam.any_above(0.01) {
            let (cover, emboss) = self.foam_cover(at, foam, lod);
            let white = Lanes3::splat(SUNSHINE) * (facing * sunlit) + Lanes3::splat(SKY_UP * 1.9);
            light = light.lerp(white * (emboss * 0.335), cover);
            open = 1.0 - cover;
        }
        light = light + Lanes3::splat(SUNSHINE) * (sparkle * open * (1.0 / 3.0));
        tone(haze(light, view, distance, lighting.camera.parallel))
    }

    /// Light from below the surface: the bed, dimmed by the way through the water, and what the water scatters.
    #[inline(always)]
    fn below_water(
        &self,
        at: Lanes3,
        view: Lanes3,
        normal: Lanes3,
        cosine: Lanes,
        lod: Lanes,
        sunlit: Lanes,
    ) -> Lanes3 {
        let k = 1.0 / INDEX;
        let inner = (1.0 - (1.0 - cosine.square()) * (k * k)).sqrt();
        let refracted = normal * (cosine * k - inner) - view * Lanes::splat(k);
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
        let focus = self.focus(entry, depth, lod);
        let [shadow, _] = self.footprint.shadows(entry[0], entry[1]);
        let direct = beer(depth * (1.0 / COS_REFRACTED)) * (focus * (1.0 - shadow) * (0.95 * SUN.z));
        let scattered = beer(depth * 1.2);
        let albedo = self.sand(x, y, lod) * (1.25 / std::f32::consts::PI);
        let bed = (Lanes3::splat(SUNSHINE) * direct + Lanes3::splat(SKYLIGHT.into()) * scattered)
            * Lanes3::splat(SAND.into())
            * albedo;
        let gone = beer(way * 1.9) * (way * -0.06).exp();
        let deep = Lanes3::splat(DEEP.into()) * (0.62 + sunlit * 0.38);
        bed * beer(way) + deep * (Lanes3::splat(Vec3::ONE) - gone)
    }

    /// How much brighter the bed is where the curved surface above it, at `entry`, gathers the sun's light.
    #[inline(always)]
    fn focus(&self, entry: [Lanes; 2], depth: Lanes, lod: Lanes) -> Lanes {
        let [mut hxx, mut hxy, mut hyy, _] = self.bed(entry[0], entry[1]);
        if self.lighting.ripples() {
            for layer in LAYERS {
                let [ratio, weight, cos, sin] = layer;
                let [u, v] = self.ripple_place(entry[0], entry[1], layer);
                let [xx, xy, yy, _] = wrapped(&RIPPLE.curvatures, RIPPLES, u, v);
                let keeps = ripple_detail(lod, ratio) * (weight / ratio);
                let (cc, ss, cs) = (cos * cos, sin * sin, cos * sin);
                hxx = hxx + (xx * cc - xy * (2.0 * cs) + yy * ss) * keeps;
                hxy = hxy + (xx * cs + xy * (cc - ss) - yy * cs) * keeps;
                hyy = hyy + (xx * ss + xy * (2.0 * cs) + yy * cc) * keeps;
            }
        }
        let bend = depth * (1.0 - 1.0 / INDEX);
        let spread = ((1.0 - bend * hxx) * (1.0 - bend * hyy) - (bend * hxy).square()).abs();
        // Rays that cross above the bed spread again: the determinant says no more where they go.
        let bent = bend * (hxx.square() + hxy.square() * 2.0 + hyy.square()).sqrt();
        let crossed = bent.smoothstep(CROSSED[0], CROSSED[1]);
        (1.0 / spread.max(1.0 / 3.6)).lerp(Lanes::splat(1.0), crossed)
    }

    /// Slope of the ripples along x and y, and the variance of the slope that is too fine to be seen.
    #[inline(always)]
    fn ripples(&self, at: Lanes3, lod: Lanes) -> [Lanes; 3] {
        let mut sum = [Lanes::ZERO; 3];
        if !self.lighting.ripples() {
            return sum;
        }
        for layer in LAYERS {
            let [ratio, weight, cos, sin] = layer;
            let [u, v] = self.ripple_place(at.x, at.y, layer);
            let [sx, sy] = wrapped(&RIPPLE.slopes, RIPPLES, u, v);
            let keeps = ripple_detail(lod, ratio);
            sum[0] = sum[0] + (sx * cos - sy * sin) * (keeps * weight);
            sum[1] = sum[1] + (sx * sin + sy * cos) * (keeps * weight);
            let lost = weight * RIPPLE_SLOPE;
            sum[2] = sum[2] + (1.0 - keeps.square()) * (lost * lost);
        }
        sum
    }

    /// Place in a layer's tile, in its sides; the layers run with the wind as fast as waves of a quarter of their side.
    #[inline(always)]
    fn ripple_place(&self, x: Lanes, y: Lanes, [ratio, _, cos, sin]: [f32; 4]) -> [Lanes; 2] {
        let side = RIPPLES_M * ratio;
        let run = self.lighting.time_s * (9.81 * 0.05 * side / std::f32::consts::TAU).sqrt();
        let along = x * cos + y * sin - run;
        let across = y * cos - x * sin;
        [along * (1.0 / side), across * (1.0 / side)]
    }

    /// Sand with its grain, and lines every 1 m and 5 m that show the scale: the factor of its color.
    #[inline(always)]
    fn sand(&self, x: Lanes, y: Lanes, lod: Lanes) -> Lanes {
        let grains = 1.0 + (grain(x, y, 11.0, lod) + grain(x, y, 2.3, lod)) * 0.11;
        grains * (1.0 - lines(x, y, lod, [5.0, 0.035, 0.16])) * (1.0 - lines(x, y, lod, [1.0, 0.014, 0.05]))
    }

    /// Fraction that foam covers, and its brightness: of a pattern that rides with the water.
    #[inline(always)]
    fn foam_cover(&self, at: Lanes3, foam: Lanes, lod: Lanes) -> (Lanes, Lanes) {
        let [u, v] = self.velocity(at.x, at.y);
        let phase = (self.lighting.time_s / FOAM_S).fract();
        // Where bubbles are too small for a pixel there are patches, and where these are, an even white.
        let blurred = lod.smoothstep(BLURRED_M[0], BLURRED_M[1]);
        let (sharp, blurs) = (blurred.any_below(1.0), blurred.any_above(0.0));
        let (mut pattern, mut relief) = (Lanes::ZERO, Lanes::ZERO);
        for (late, offset) in [(phase, 0.0), ((phase + 0.5).fract(), 0.37)] {
            let weight = 1.0 - (2.0 * late - 1.0).abs();
            let time = late * FOAM_S;
            let (x, y) = (at.x - u * time + offset, at.y - v * time + offset);
            let (u, v) = (x * (1.0 / FOAM_M[0]), y * (1.0 / FOAM_M[0]));
            let mut spots = Lanes::ZERO;
            if sharp {
                let coarse = wrapped_channel(0, u, v);
                let fine = wrapped_channel(0, x * (1.0 / FOAM_M[1]), y * (1.0 / FOAM_M[1]));
                let toward = wrapped_channel(0, u + 0.07 * SUN.x / FOAM_M[0], v + 0.07 * SUN.y / FOAM_M[0]);
                spots = coarse * 0.62 + fine * 0.38;
                relief = relief + (coarse - toward) * weight;
            }
            if blurs {
                spots = spots.lerp(wrapped_channel(3, u, v), blurred);
            }
            pattern = pattern + spots * weight;
        }
        // Two patterns of one variance, mixed, have less: as much contrast as one has.
        let near = (2.0 * phase - 1.0).abs();
        let mixed = (near * near + (1.0 - near) * (1.0 - near)).sqrt();
        let pattern = (0.5 + (pattern - 0.5) * (1.0 / mixed)).clamp01();
        let edge = 1.0 - foam;
        let spots = (0.06 + pattern * 0.88).smoothstep(edge - 0.15, edge + 0.15)
            * foam.smoothstep(0.015, 0.22)
            * (0.62 + foam.smoothstep(0.15, 0.8) * 0.38);
        let even = lod.smoothstep(EVEN_M[0], EVEN_M[1]);
        (spots.lerp(foam * 0.85, even), 0.90 + relief * ((1.0 - blurred) * 1.1))
    }

    /// The sky that the water mirrors, with the bodies in front of it.
    #[inline(always)]
    fn mirrored(
        &self,
        sky: Lanes3,
        [gx, gy]: [Lanes; 2],
        distance: Lanes,
        [column, row]: [Lanes; 2],
    ) -> Lanes3 {
        let mirror = self.mirror;
        if mirror.is_empty() {
            return sky;
        }
        let camera = &self.lighting.camera;
        let steep = (gx.square() + gy.square()).sqrt();
        let keeps = 1.0 - steep.smoothstep(0.16, 0.40);
        // Slopes turn the ray by twice their angle, of which less than half is taken: what is mirrored is some meters away.
        let shift = 0.9 * 3.0 / (distance + 3.0);
        let (right, up) = (camera.across.normalize_or_zero(), camera.upward.normalize_or_zero());
        let x = column + (gx * right.x + gy * right.y) * shift * (1.0 / self.lighting.pixel_m);
        let y = row + (gx * up.x + gy * up.y) * shift * (1.0 / self.lighting.pixel_m);
        let mut light = sky;
        for k in 0..LANES {
            if keeps.0[k] > 0.0
                && let Some([r, g, b, covers]) = mirror.at(Vec2::new(x.0[k], y.0[k]))
            {
                let covers = covers * keeps.0[k];
                for (light, seen) in [(&mut light.x, r), (&mut light.y, g), (&mut light.z, b)] {
                    // The color is weighted by what it covers.
                    light.0[k] = light.0[k] * (1.0 - covers) + seen * keeps.0[k];
                }
            }
        }
        light
    }

    #[inline(always)]
    fn surface(&self, x: Lanes, y: Lanes) -> [Lanes; 4] {
        self.clamped(&self.relief.surface, x, y)
    }

    /// Curvatures of the surface, and the height of the bed.
    #[inline(always)]
    fn bed(&self, x: Lanes, y: Lanes) -> [Lanes; 4] {
        self.clamped(&self.relief.below, x, y)
    }

    #[inline(always)]
    fn velocity(&self, x: Lanes, y: Lanes) -> [Lanes; 2] {
        self.clamped(&self.relief.velocity, x, y)
    }

    /// Elevation of the surface above the still level.
    #[inline(always)]
    pub(super) fn eta_m(&self, x: Lanes, y: Lanes) -> Lanes {
        self.surface(x, y)[0]
    }

    /// Texture of the relief at some places, bilinear; beyond its edge as at the edge.
    #[inline(always)]
    fn clamped<const N: usize>(&self, texels: &[[f32; N]], x: Lanes, y: Lanes) -> [Lanes; N] {
        let relief = self.relief;
        let per_m = 1.0 / relief.texel_m;
        let [width, height] = relief.size;
        let x = ((x - relief.origin_m.x) * per_m - 0.5).max(0.0).min((width - 1) as f32);
        let y = ((y - relief.origin_m.y) * per_m - 0.5).max(0.0).min((height - 1) as f32);
        gather(texels, x, y, |i, j| {
            let (east, north) = ((i + 1).min(width - 1), (j + 1).min(height - 1));
            [j * width + i, j * width + east, north * width + i, north * width + east]
        })
    }

    /// Colors of a field, lit as a relief where the look is.
    #[inline(always)]
    fn shade_field(&self, at: Lanes3) -> Lanes3 {
        let lighting = self.lighting;
        let [value, gx, gy, unknown] = self.surface(at.x, at.y);
        let [sx, sy, ..] = self.bed(at.x, at.y);
        let base = lighting.field_colors(value);
        let base = base.lerp(Lanes3::splat(UNKNOWN), unknown);
        let contours = lighting.contours(value, (sx.square() + sy.square()).sqrt()) * (1.0 - unknown);
        let base = base.lerp(base * 0.45, contours);
        if !lighting.lit {
            return base;
        }
        let [shadow, _] = self.footprint.shadows(at.x, at.y);
        let shade = 1.0 - shadow * (1.0 - SHADE);
        let (view, _) = lighting.view(at);
        let scale = lighting.vertical_scale;
        let normal = Lanes3::new(-(gx * scale), -(gy * scale), Lanes::splat(1.0)).normalize();
        // 1 on level water, whose color is then that of the legend.
        let slope = (1.0 + (normal.dot_vec(SUN) * (1.0 / SUN.z) - 1.0) * RELIEF).max(0.15);
        let cosine = normal.dot(view);
        let reflectance = fresnel(cosine.max(0.0));
        let mirrored_z = cosine * normal.z * 2.0 - view.z;
        let body = base * (slope * shade);
        let sky = Lanes3::splat(HORIZON).lerp(Lanes3::splat(ZENITH), mirrored_z.clamp01().sqrt());
        let half = (view + Lanes3::splat(SUN)).normalize();
        let bright = Lighting::power64(normal.dot(half).max(0.0)).square().square() * shade;
        body.lerp(sky, reflectance * 0.75) + Lanes3::splat(SUNLIGHT) * (bright * 0.45)
    }
}

/// Lines at a distance, of half a width and a strength.
#[inline(always)]
fn lines(x: Lanes, y: Lanes, lod: Lanes, [period, half_width, strength]: [f32; 3]) -> Lanes {
    let width = (lod * 0.6).max(half_width);
    let both = 1.0 - (1.0 - line(x, period, width)) * (1.0 - line(y, period, width));
    both * (strength * half_width) / width
}

#[inline(always)]
fn line(c: Lanes, period: f32, width: Lanes) -> Lanes {
    let away = ((c * (1.0 / period) + 0.5).fract() - 0.5).abs() * period;
    1.0 - away.smoothstep(width * 0.6, width * 1.4)
}

/// Fraction of a layer of ripples that pixels of a size still show.
#[inline(always)]
fn ripple_detail(lod: Lanes, ratio: f32) -> Lanes {
    let side = RIPPLES_M * ratio;
    1.0 - lod.smoothstep(side / 160.0, side / 28.0)
}
