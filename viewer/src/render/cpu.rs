//! Pictures drawn on the CPU, in horizontal bands side by side.
//!
//! Each band is drawn in two passes: which triangle is nearest at each sample, then its colour there. Bands share
//! nothing, so the picture is the same for any number of threads.

use glam::{Vec2, Vec3, Vec4};
use image::RgbaImage;
use mask_raster::raster::{Clip, Point, Span, Triangle};
use rayon::prelude::*;

use super::encode::to_srgb8;
use super::mesh::{Mesh, Vertex};
use super::shading::Lighting;
use super::stage::Stage;

/// Rows of pixels in a band: few enough that a band's samples stay in the cache.
const BAND_ROWS: usize = 8;

/// A triangle in front of the eye, in samples.
#[derive(Clone, Copy)]
struct Facet {
    screen: Triangle,
    corners: [Corner; 3],
    is_water: bool,
}

/// A corner with what varies over a facet.
#[derive(Clone, Copy)]
struct Corner {
    vertex: Vertex,
    clip: Vec4,
}

/// What a sample sees.
#[derive(Clone, Copy)]
struct Sample {
    /// Depth, 0 where there is nothing.
    depth: f32,
    facet: u32,
    /// Weights of the facet's second and third corner on the screen.
    weights: [f32; 2],
}

const NOTHING: Sample = Sample { depth: 0.0, facet: 0, weights: [0.0; 2] };

/// Draws what is on `stage`, averaging `samples_per_side`² samples a pixel.
pub(super) fn draw(stage: &Stage, lighting: &Lighting, size: [u32; 2], samples_per_side: usize) -> RgbaImage {
    let (width, height) = (size[0] as usize, size[1] as usize);
    let mut picture = RgbaImage::new(size[0], size[1]);
    if width == 0 || height == 0 {
        return picture;
    }
    let samples = [width * samples_per_side, height * samples_per_side];
    let facets = facets(&stage.mesh, lighting, samples);
    let rows = BAND_ROWS * samples_per_side;
    let bands = bin(&facets, rows, samples[1]);
    picture.par_chunks_mut(BAND_ROWS * width * 4).zip(bands).enumerate().for_each(
        |(band, (pixels, members))| {
            let first_row = band * rows;
            let band = Band { stage, lighting, facets: &facets, samples, first_row };
            let seen = band.nearest(&members, rows.min(samples[1] - first_row));
            band.color(&seen, pixels, samples_per_side);
        },
    );
    picture
}

/// The mesh on the screen: projected, cut at the near plane, and without what lies beside the picture.
fn facets(mesh: &Mesh, lighting: &Lighting, samples: [usize; 2]) -> Vec<Facet> {
    let to_clip = lighting.camera.view_projection;
    let clip: Vec<Vec4> =
        mesh.vertices.par_iter().map(|vertex| to_clip * Vec3::from(vertex.position).extend(1.0)).collect();
    mesh.triangles
        .par_iter()
        .enumerate()
        .flat_map_iter(|(index, triangle)| {
            let is_water = index >= mesh.solids;
            let corners =
                triangle.map(|v| Corner { vertex: mesh.vertices[v as usize], clip: clip[v as usize] });
            in_front(corners).into_iter().flatten().filter_map(move |corners| {
                Some(Facet { screen: on_screen(&corners, samples)?, corners, is_water })
            })
        })
        .collect()
}

fn on_screen(corners: &[Corner; 3], samples: [usize; 2]) -> Option<Triangle> {
    let [width, height] = samples.map(|n| n as f64);
    let beside = |outside: fn(Vec4) -> bool| corners.iter().all(|corner| outside(corner.clip));
    if beside(|p| p.x < -p.w) || beside(|p| p.x > p.w) || beside(|p| p.y < -p.w) || beside(|p| p.y > p.w) {
        return None;
    }
    let [a, b, c] = corners.map(|corner| {
        let [x, y, _, w] = corner.clip.as_dvec4().to_array();
        Point::snap((0.5 + 0.5 * x / w) * width, (0.5 - 0.5 * y / w) * height)
    });
    Triangle::new([a?, b?, c?])
}

/// The part of a triangle before the near plane, as none, one or two triangles.
fn in_front(corners: [Corner; 3]) -> [Option<[Corner; 3]>; 2] {
    let is_before = |corner: &Corner| corner.clip.z <= corner.clip.w && corner.clip.w > 0.0;
    let count = corners.iter().filter(|corner| is_before(corner)).count();
    if count == 3 {
        return [Some(corners), None];
    }
    if count == 0 {
        return [None, None];
    }
    // Turn the triangle until the corner that is alone on its side comes first.
    let alone = (0..3).find(|&k| is_before(&corners[k]) == (count == 1)).unwrap_or(0);
    let [a, b, c] = [0, 1, 2].map(|k| corners[(alone + k) % 3]);
    let (ab, ac) = (at_near_plane(a, b), at_near_plane(a, c));
    if count == 1 { [Some([a, ab, ac]), None] } else { [Some([ab, b, c]), Some([ab, c, ac])] }
}

fn at_near_plane(a: Corner, b: Corner) -> Corner {
    let (beyond_a, beyond_b) = (a.clip.w - a.clip.z, b.clip.w - b.clip.z);
    let t = beyond_a / (beyond_a - beyond_b);
    let mix = |a: [f32; 3], b: [f32; 3]| Vec3::from(a).lerp(Vec3::from(b), t).to_array();
    let vertex = Vertex {
        position: mix(a.vertex.position, b.vertex.position),
        normal: mix(a.vertex.normal, b.vertex.normal),
        paint: mix(a.vertex.paint, b.vertex.paint),
    };
    Corner { vertex, clip: a.clip.lerp(b.clip, t) }
}

/// For each band of `rows` rows the facets that reach into it, in drawing order.
fn bin(facets: &[Facet], rows: usize, height: usize) -> Vec<Vec<u32>> {
    let mut bands = vec![Vec::new(); height.div_ceil(rows)];
    let last = bands.len() - 1;
    for (index, facet) in facets.iter().enumerate() {
        let y = facet.corners.map(|corner| (0.5 - 0.5 * corner.clip.y / corner.clip.w) * height as f32);
        let low = y.into_iter().fold(f32::INFINITY, f32::min) - 1.0;
        let high = y.into_iter().fold(f32::NEG_INFINITY, f32::max) + 1.0;
        if high >= 0.0 && low < height as f32 {
            let band = |y: f32| (y.max(0.0) as usize / rows).min(last);
            for band in &mut bands[band(low)..=band(high)] {
                band.push(index as u32);
            }
        }
    }
    bands
}

/// A horizontal strip of the picture.
struct Band<'a> {
    stage: &'a Stage,
    lighting: &'a Lighting,
    facets: &'a [Facet],
    samples: [usize; 2],
    first_row: usize,
}

impl Band<'_> {
    /// First pass: the nearest facet at each sample; the first drawn of two at one depth.
    fn nearest(&self, members: &[u32], rows: usize) -> Vec<Sample> {
        let width = self.samples[0];
        let mut seen = vec![NOTHING; width * rows];
        let clip =
            Clip { x0: 0, y0: self.first_row as i32, x1: width as i32, y1: (self.first_row + rows) as i32 };
        for &index in members {
            let facet = &self.facets[index as usize];
            let depths = facet.corners.map(|corner| corner.clip.z / corner.clip.w);
            let dry = self.may_be_dry(facet);
            facet.screen.for_each_span(&clip, |span| {
                let depth = span.linear(depths);
                let (second, third) = (span.linear([0.0, 1.0, 0.0]), span.linear([0.0, 0.0, 1.0]));
                let row = (span.y as usize - self.first_row) * width;
                for x in span.x0..span.x1 {
                    let here = depth.at(x);
                    let sample = &mut seen[row + x as usize];
                    if here > sample.depth && !(dry && self.is_dry(facet, span, x)) {
                        *sample = Sample { depth: here, facet: index, weights: [second.at(x), third.at(x)] };
                    }
                }
            });
        }
        seen
    }

    fn may_be_dry(&self, facet: &Facet) -> bool {
        let Some([low, high]) = self.stage.footprint.dry_box_m else { return false };
        let places = facet.corners.map(|corner| Vec3::from(corner.vertex.position).truncate());
        let [a, b, c] = places;
        facet.is_water && a.min(b).min(c).cmple(high).all() && a.max(b).max(c).cmpge(low).all()
    }

    fn is_dry(&self, facet: &Facet, span: &Span, x: i32) -> bool {
        let [_, second, third] = span.weights(x);
        let weights = perspective_weights(facet, [second, third]);
        let place = facet.interpolate(weights, |vertex| vertex.position);
        self.stage.footprint.is_dry(Vec2::new(place.x, place.y))
    }

    /// Second pass: the colours, averaged over the samples of each pixel.
    fn color(&self, seen: &[Sample], pixels: &mut [u8], samples_per_side: usize) {
        let width = self.samples[0] / samples_per_side;
        let share = 1.0 / (samples_per_side * samples_per_side) as f32;
        for (row, pixels) in pixels.chunks_exact_mut(width * 4).enumerate() {
            for (column, pixel) in pixels.chunks_exact_mut(4).enumerate() {
                let mut sum = Vec3::ZERO;
                for y in row * samples_per_side..(row + 1) * samples_per_side {
                    let first = y * self.samples[0] + column * samples_per_side;
                    for sample in &seen[first..first + samples_per_side] {
                        sum += self.shade(sample, y).clamp(Vec3::ZERO, Vec3::ONE);
                    }
                }
                let [r, g, b] = to_srgb8((sum * share).into());
                pixel.copy_from_slice(&[r, g, b, 255]);
            }
        }
    }

    fn shade(&self, sample: &Sample, row: usize) -> Vec3 {
        if sample.depth <= 0.0 {
            let down = (self.first_row + row) as f32 + 0.5;
            return self.lighting.shade_background(down / self.samples[1] as f32);
        }
        let facet = &self.facets[sample.facet as usize];
        let weights = perspective_weights(facet, sample.weights);
        let position = facet.interpolate(weights, |vertex| vertex.position);
        let normal = facet.interpolate(weights, |vertex| vertex.normal).normalize_or(Vec3::Z);
        let paint = facet.interpolate(weights, |vertex| vertex.paint);
        if facet.is_water {
            self.lighting.shade_water(position, normal, paint.x, &self.stage.footprint)
        } else {
            self.lighting.shade_solid(position, normal, paint)
        }
    }
}

impl Facet {
    fn interpolate(&self, weights: [f32; 3], of: impl Fn(&Vertex) -> [f32; 3]) -> Vec3 {
        let [a, b, c] = [0, 1, 2].map(|k| weights[k] * Vec3::from(of(&self.corners[k].vertex)));
        a + b + c
    }
}

/// Weights in the world from those on the screen.
fn perspective_weights(facet: &Facet, [second, third]: [f32; 2]) -> [f32; 3] {
    let over_w = |k: usize, weight: f32| weight / facet.corners[k].clip.w;
    let weights = [over_w(0, 1.0 - second - third), over_w(1, second), over_w(2, third)];
    let sum = weights[0] + weights[1] + weights[2];
    weights.map(|weight| weight / sum)
}
