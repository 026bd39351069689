use std::ops::{Add, Mul};

use glam::{Vec2, Vec3};
use mask_raster::raster::{Clip, Span, Triangle};

use super::screen::{Corner, Screen};
use super::spots::{Solid, Spot, Spots};
use crate::color::to_srgb8;
use crate::picture::Rgba;
use crate::shading::{Beyond, Scenery};
use crate::smoke::{Nearest, Smoke, Strip};

/// A horizontal strip of the picture.
pub(super) struct Band<'a> {
    pub(super) scenery: Scenery<'a>,
    pub(super) smoke: Option<&'a Smoke>,
    /// Whether rays through smoke are cast at half the resolution.
    pub(super) half_smoke: bool,
    pub(super) screen: &'a Screen,
    /// Samples across and down the whole picture.
    pub(super) samples: [usize; 2],
    pub(super) first_row: usize,
    pub(super) cut: Cut,
}

/// Parts of triangles that are not drawn.
#[derive(Clone, Copy)]
pub(super) enum Cut {
    /// Water inside hulls.
    Dry,
    /// Parts above the level of its corners.
    Over,
}

/// The nearest point behind a sample.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    /// Depth, 0 where there is nothing.
    pub(super) depth: f32,
    pub(super) facet: u32,
    /// Weights of the facet's second and third corner on the screen.
    weights: [f32; 2],
}

const NOTHING: Sample = Sample { depth: 0.0, facet: 0, weights: [0.0; 2] };

impl Band<'_> {
    /// First pass: the nearest facet at each sample of `rows` rows; the first drawn of two at one depth.
    pub(super) fn nearest(&self, members: &[u32], rows: usize) -> Vec<Sample> {
        let width = self.samples[0];
        let mut seen = vec![NOTHING; width * rows];
        let clip =
            Clip { x0: 0, y0: self.first_row as i32, x1: width as i32, y1: (self.first_row + rows) as i32 };
        for &index in members {
            let facet = &self.screen.facets[index as usize];
            let corners = self.screen.corners(facet);
            let [Some(a), Some(b), Some(c)] = corners.map(|corner| corner.at) else { continue };
            let Some(triangle) = Triangle::new([a, b, c]) else { continue };
            let depths = corners.map(|corner| corner.depth);
            let may_be_cut = match self.cut {
                Cut::Dry => facet.is_water && self.may_be_dry(corners),
                Cut::Over => corners.iter().any(|corner| corner.over > 0.0),
            };
            triangle.for_each_span(&clip, |span| {
                let depth = span.linear(depths);
                let (second, third) = (span.linear([0.0, 1.0, 0.0]), span.linear([0.0, 0.0, 1.0]));
                let row = (span.y as usize - self.first_row) * width;
                for x in span.x0..span.x1 {
                    let here = depth.at(x);
                    let sample = &mut seen[row + x as usize];
                    if here > sample.depth && !(may_be_cut && self.is_cut(corners, span, x)) {
                        *sample = Sample { depth: here, facet: index, weights: [second.at(x), third.at(x)] };
                    }
                }
            });
        }
        seen
    }

    fn may_be_dry(&self, corners: [&Corner; 3]) -> bool {
        let Some([low, high]) = self.scenery.footprint.dry_box_m else { return false };
        let [a, b, c] = corners.map(|corner| corner.position.truncate().truncate());
        a.min(b).min(c).cmple(high).all() && a.max(b).max(c).cmpge(low).all()
    }

    fn is_cut(&self, corners: [&Corner; 3], span: &Span, x: i32) -> bool {
        let [_, second, third] = span.weights(x);
        let weights = perspective_weights(corners, [second, third]);
        match self.cut {
            Cut::Dry => {
                let place = interpolate(corners, weights, |corner| corner.position.truncate());
                self.scenery.footprint.is_dry(place.truncate())
            }
            Cut::Over => interpolate(corners, weights, |corner| corner.over) > 0.0,
        }
    }

    /// Second pass: the colors of the pixels. Solids are shaded at each sample, water once a pixel, in the middle of its
    /// samples, and so is what is beyond.
    pub(super) fn color(&self, seen: &[Sample], pixels: &mut [Rgba], samples_per_side: usize) {
        let across = self.samples[0];
        let width = across / samples_per_side;
        let height = self.samples[1] / samples_per_side;
        let fraction = 1.0 / (samples_per_side * samples_per_side) as f32;
        let (mut sums, mut spots) = (vec![Vec3::ZERO; width], Spots::default());
        let ray = |x: usize, row: usize| {
            let [right, down] = [(x as f32 + 0.5) / width as f32, (row as f32 + 0.5) / height as f32];
            self.scenery.lighting.camera.ray(2.0 * right - 1.0, 1.0 - 2.0 * down)
        };
        let through = self.smoke.map(|smoke| {
            let (first_row, nearest) =
                (self.first_row / samples_per_side, self.triangles(seen, samples_per_side));
            let strip = Strip { nearest: &nearest, width, first_row };
            let along = smoke.through_all(strip, self.half_smoke, ray);
            (smoke, nearest, along)
        });
        let rows = seen.chunks_exact(across * samples_per_side);
        for (row, (samples, pixels)) in rows.zip(pixels.chunks_exact_mut(width)).enumerate() {
            let row = self.first_row / samples_per_side + row;
            sums.fill(Vec3::ZERO);
            spots.clear();
            let down = (row as f32 + 0.5) / height as f32;
            for x in 0..width {
                let (mut water, mut distance_m, mut nothing) = (0.0, 0.0, 0.0);
                for line in samples.chunks_exact(across) {
                    for sample in &line[x * samples_per_side..(x + 1) * samples_per_side] {
                        if sample.depth <= 0.0 {
                            nothing += fraction;
                            continue;
                        }
                        if self.screen.facets[sample.facet as usize].is_water {
                            water += fraction;
                            distance_m += fraction * self.scenery.lighting.camera.distance_m(sample.depth);
                        } else {
                            spots.solids.push(self.solid(sample, x, fraction));
                        }
                    }
                }
                let pixel = Vec2::new(x as f32 + 0.5, row as f32 + 0.5);
                let (from, ray) = ray(x, row);
                if water > 0.0 {
                    let position = from + ray * (distance_m / water);
                    spots.water.push(Spot { x, fraction: water, position, pixel });
                }
                if nothing > 0.0 {
                    self.beyond((x, nothing), (from, ray), pixel, &mut spots, &mut sums[x], down);
                }
            }
            spots.shade(&self.scenery, &mut sums);
            if let Some((smoke, nearest, along)) = &through {
                let start = (row - self.first_row / samples_per_side) * width;
                let of_row = nearest[start..].iter().zip(&along[start..]);
                for (x, (sum, (nearest, along))) in sums.iter_mut().zip(of_row).enumerate() {
                    *sum = smoke.over(*sum, ray(x, row), *nearest, *along, self.scenery.lighting);
                }
            }
            for (pixel, sum) in pixels.iter_mut().zip(&sums) {
                let [r, g, b] = to_srgb8((*sum).into());
                *pixel = [r, g, b, 255];
            }
        }
    }

    /// What each pixel shows of the triangles.
    fn triangles(&self, seen: &[Sample], samples_per_side: usize) -> Vec<Nearest> {
        let (across, side) = (self.samples[0], samples_per_side);
        let width = across / side;
        let fraction = 1.0 / (side * side) as f32;
        let mut nearest = vec![Nearest::default(); seen.len() / (side * side)];
        for (row, samples) in seen.chunks_exact(across).enumerate() {
            let of_row = &mut nearest[row / side * width..][..width];
            for (nearest, samples) in of_row.iter_mut().zip(samples.chunks_exact(side)) {
                for sample in samples.iter().filter(|sample| sample.depth > 0.0) {
                    nearest.add(fraction, self.scenery.lighting.camera.distance_m(sample.depth));
                }
            }
        }
        nearest
    }

    fn beyond(
        &self,
        (x, fraction): (usize, f32),
        (from, ray): (Vec3, Vec3),
        pixel: Vec2,
        spots: &mut Spots,
        sum: &mut Vec3,
        down: f32,
    ) {
        let lighting = self.scenery.lighting;
        if !lighting.look.is_water() || lighting.headlight {
            *sum += lighting.shade_background(down) * fraction;
            return;
        }
        match lighting.beyond(from, ray) {
            Beyond::Sky => spots.sky.push(Spot { x, fraction, position: ray, pixel }),
            Beyond::Sea(position) => spots.water.push(Spot { x, fraction, position, pixel }),
            Beyond::Bank(position, normal, paint) => {
                spots.solids.push(Solid { x, fraction, position, normal, paint: paint.extend(0.0) })
            }
        }
    }

    /// Position, normal and paint at a sample.
    pub(super) fn solid(&self, sample: &Sample, x: usize, fraction: f32) -> Solid {
        let corners = self.screen.corners(&self.screen.facets[sample.facet as usize]);
        let weights = perspective_weights(corners, sample.weights);
        Solid {
            x,
            fraction,
            position: interpolate(corners, weights, |corner| corner.position.truncate()),
            normal: interpolate(corners, weights, |corner| corner.normal),
            paint: interpolate(corners, weights, |corner| corner.paint.into()),
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
