use glam::{Vec2, Vec3, Vec4};
use mask_raster::raster::{Clip, Span, Triangle};

use super::screen::{Corner, Screen};
use crate::render::color::to_srgb8;
use crate::render::composition::Composition;
use crate::render::picture::Rgba;
use crate::render::shading::{Lanes3, Lighting};

/// A horizontal strip of the picture.
pub(super) struct Band<'a> {
    pub(super) composition: &'a Composition,
    pub(super) lighting: &'a Lighting,
    pub(super) screen: &'a Screen,
    /// Samples across and down the whole picture.
    pub(super) samples: [usize; 2],
    pub(super) first_row: usize,
}

/// The nearest point behind a sample.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    /// Depth, 0 where there is nothing.
    depth: f32,
    facet: u32,
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
            let dry = facet.is_water && self.may_be_dry(corners);
            triangle.for_each_span(&clip, |span| {
                let depth = span.linear(depths);
                let (second, third) = (span.linear([0.0, 1.0, 0.0]), span.linear([0.0, 0.0, 1.0]));
                let row = (span.y as usize - self.first_row) * width;
                for x in span.x0..span.x1 {
                    let here = depth.at(x);
                    let sample = &mut seen[row + x as usize];
                    if here > sample.depth && !(dry && self.is_dry(corners, span, x)) {
                        *sample = Sample { depth: here, facet: index, weights: [second.at(x), third.at(x)] };
                    }
                }
            });
        }
        seen
    }

    fn may_be_dry(&self, corners: [&Corner; 3]) -> bool {
        let Some([low, high]) = self.composition.footprint.dry_box_m else { return false };
        let [a, b, c] = corners.map(|corner| corner.position.truncate().truncate());
        a.min(b).min(c).cmple(high).all() && a.max(b).max(c).cmpge(low).all()
    }

    fn is_dry(&self, corners: [&Corner; 3], span: &Span, x: i32) -> bool {
        let [_, second, third] = span.weights(x);
        let weights = perspective_weights(corners, [second, third]);
        let place = interpolate(corners, weights, |corner| corner.position.truncate());
        self.composition.footprint.is_dry(Vec2::new(place.x, place.y))
    }

    /// Second pass: the colors of the pixels, averaged over the samples of each.
    pub(super) fn color(&self, seen: &[Sample], pixels: &mut [Rgba], samples_per_side: usize) {
        let [across, down] = self.samples;
        let width = across / samples_per_side;
        let fraction = 1.0 / (samples_per_side * samples_per_side) as f32;
        let mut light = vec![Vec3::ZERO; across];
        let mut sums = vec![Vec3::ZERO; width];
        let mut row = self.first_row;
        let rows = seen.chunks_exact(across * samples_per_side);
        for (samples, pixels) in rows.zip(pixels.chunks_exact_mut(width)) {
            sums.fill(Vec3::ZERO);
            for samples in samples.chunks_exact(across) {
                self.shade(samples, (row as f32 + 0.5) / down as f32, &mut light);
                row += 1;
                for (sum, light) in sums.iter_mut().zip(light.chunks_exact(samples_per_side)) {
                    light.iter().for_each(|light| *sum += light.clamp(Vec3::ZERO, Vec3::ONE));
                }
            }
            for (pixel, sum) in pixels.iter_mut().zip(&sums) {
                let [r, g, b] = to_srgb8((sum * fraction).into());
                *pixel = [r, g, b, 255];
            }
        }
    }

    /// The light of one row of samples, `down` of the way from the top of the picture to its bottom.
    fn shade(&self, samples: &[Sample], down: f32, light: &mut [Vec3]) {
        let background = self.lighting.shade_background(down);
        // Water is shaded four samples at a time.
        let (mut water, mut count) = ([0; 4], 0);
        for (x, sample) in samples.iter().enumerate() {
            if sample.depth <= 0.0 {
                light[x] = background;
            } else if self.screen.facets[sample.facet as usize].is_water {
                water[count] = x;
                count += 1;
                if count == water.len() {
                    self.shade_water(samples, water, light);
                    count = 0;
                }
            } else {
                light[x] = self.shade_solid(sample);
            }
        }
        if count > 0 {
            let last = water[count - 1];
            water[count..].fill(last);
            self.shade_water(samples, water, light);
        }
    }

    fn shade_water(&self, samples: &[Sample], columns: [usize; 4], light: &mut [Vec3]) {
        let (mut positions, mut normals) = ([Vec4::ZERO; 4], [Vec4::ZERO; 4]);
        for (k, x) in columns.into_iter().enumerate() {
            let sample = &samples[x];
            let [a, b, c] = self.screen.corners(&self.screen.facets[sample.facet as usize]);
            let weights = perspective_weights([a, b, c], sample.weights);
            positions[k] = weights[0] * a.position + weights[1] * b.position + weights[2] * c.position;
            normals[k] = weights[0] * a.normal + weights[1] * b.normal + weights[2] * c.normal;
        }
        let (position, _) = Lanes3::with_numbers(positions);
        let (normal, eta_m) = Lanes3::with_numbers(normals);
        let normal = normal.normalize_or_up();
        let colors = self.lighting.shade_water(position, normal, eta_m, &self.composition.footprint);
        for (x, color) in columns.into_iter().zip(colors.to_array()) {
            light[x] = color;
        }
    }

    fn shade_solid(&self, sample: &Sample) -> Vec3 {
        let corners = self.screen.corners(&self.screen.facets[sample.facet as usize]);
        let weights = perspective_weights(corners, sample.weights);
        let position = interpolate(corners, weights, |corner| corner.position.truncate());
        let normal = interpolate(corners, weights, |corner| corner.normal.truncate()).normalize_or(Vec3::Z);
        let paint = interpolate(corners, weights, |corner| corner.paint.into());
        self.lighting.shade_solid(position, normal, paint)
    }
}

fn interpolate(corners: [&Corner; 3], weights: [f32; 3], of: impl Fn(&Corner) -> Vec3) -> Vec3 {
    let [a, b, c] = [0, 1, 2].map(|k| weights[k] * of(corners[k]));
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
