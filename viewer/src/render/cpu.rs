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

/// The mesh as the eye sees it.
struct Screen {
    corners: Vec<Corner>,
    facets: Vec<Facet>,
}

/// A triangle in front of the eye and not beside the picture.
#[derive(Clone, Copy)]
struct Facet {
    /// Indices into the corners.
    corners: [u32; 3],
    is_water: bool,
}

/// A vertex on the screen.
#[derive(Clone, Copy)]
struct Corner {
    vertex: Vertex,
    clip: Vec4,
    /// Place in samples; `None` behind the eye or too far away to be placed.
    at: Option<Point>,
    /// Sample row, for sorting into bands.
    row: f32,
    /// The sides of the view on which it lies outside, a bit each; `BEHIND` for the near plane.
    outside: u8,
}

const BEHIND: u8 = 16;

impl Corner {
    fn new(vertex: Vertex, clip: Vec4, [width, height]: [usize; 2]) -> Self {
        let [x, y, z, w] = clip.as_dvec4().to_array();
        let outside = [x < -w, x > w, y < -w, y > w, z > w || w <= 0.0];
        let outside = outside.iter().rev().fold(0, |bits, &bit| bits << 1 | u8::from(bit));
        let row = (0.5 - 0.5 * y / w) * height as f64;
        let at =
            if outside & BEHIND == 0 { Point::snap((0.5 + 0.5 * x / w) * width as f64, row) } else { None };
        Self { vertex, clip, at, row: row as f32, outside }
    }
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
    let screen = Screen::new(&stage.mesh, lighting, samples);
    let rows = BAND_ROWS * samples_per_side;
    let bands = screen.bands(rows, samples[1]);
    picture.par_chunks_mut(BAND_ROWS * width * 4).zip(bands).enumerate().for_each(
        |(band, (pixels, members))| {
            let first_row = band * rows;
            let band = Band { stage, lighting, screen: &screen, samples, first_row };
            let seen = band.nearest(&members, rows.min(samples[1] - first_row));
            band.color(&seen, pixels, samples_per_side);
        },
    );
    picture
}

impl Screen {
    /// Projects the mesh, cuts it at the near plane and leaves out what lies beside the picture.
    fn new(mesh: &Mesh, lighting: &Lighting, samples: [usize; 2]) -> Self {
        let to_clip = lighting.camera.view_projection;
        let project = |vertex: &Vertex| {
            Corner::new(*vertex, to_clip * Vec3::from(vertex.position).extend(1.0), samples)
        };
        let mut corners: Vec<Corner> = mesh.vertices.par_iter().map(project).collect();
        let mut facets = Vec::with_capacity(mesh.triangles.len());
        for (index, &triangle) in mesh.triangles.iter().enumerate() {
            let is_water = index >= mesh.solids;
            let [a, b, c] = triangle.map(|v| corners[v as usize].outside);
            if a & b & c != 0 {
                continue;
            }
            if (a | b | c) & BEHIND == 0 {
                facets.push(Facet { corners: triangle, is_water });
                continue;
            }
            for part in in_front(triangle.map(|v| corners[v as usize]), samples).into_iter().flatten() {
                let first = corners.len() as u32;
                corners.extend(part);
                facets.push(Facet { corners: [first, first + 1, first + 2], is_water });
            }
        }
        Self { corners, facets }
    }

    fn corners(&self, facet: &Facet) -> [&Corner; 3] {
        facet.corners.map(|v| &self.corners[v as usize])
    }

    /// For each band of `rows` rows the facets that reach into it, in drawing order.
    fn bands(&self, rows: usize, height: usize) -> Vec<Vec<u32>> {
        let mut bands = vec![Vec::new(); height.div_ceil(rows)];
        let last = bands.len() - 1;
        for (index, facet) in self.facets.iter().enumerate() {
            let [a, b, c] = self.corners(facet).map(|corner| corner.row);
            let band = |row: f32| (row.max(0.0) as usize / rows).min(last);
            for band in &mut bands[band(a.min(b).min(c) - 1.0)..=band(a.max(b).max(c) + 1.0)] {
                band.push(index as u32);
            }
        }
        bands
    }
}

/// The part of a triangle before the near plane, as none, one or two triangles.
fn in_front(corners: [Corner; 3], samples: [usize; 2]) -> [Option<[Corner; 3]>; 2] {
    let is_before = |corner: &Corner| corner.outside & BEHIND == 0;
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
    let (ab, ac) = (at_near_plane(a, b, samples), at_near_plane(a, c, samples));
    if count == 1 { [Some([a, ab, ac]), None] } else { [Some([ab, b, c]), Some([ab, c, ac])] }
}

fn at_near_plane(a: Corner, b: Corner, samples: [usize; 2]) -> Corner {
    let (beyond_a, beyond_b) = (a.clip.w - a.clip.z, b.clip.w - b.clip.z);
    let t = beyond_a / (beyond_a - beyond_b);
    let mix = |a: [f32; 3], b: [f32; 3]| Vec3::from(a).lerp(Vec3::from(b), t).to_array();
    let vertex = Vertex {
        position: mix(a.vertex.position, b.vertex.position),
        normal: mix(a.vertex.normal, b.vertex.normal),
        paint: mix(a.vertex.paint, b.vertex.paint),
    };
    let clip = a.clip.lerp(b.clip, t);
    Corner::new(vertex, clip.with_z(clip.z.min(clip.w)), samples)
}

/// A horizontal strip of the picture.
struct Band<'a> {
    stage: &'a Stage,
    lighting: &'a Lighting,
    screen: &'a Screen,
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
            let facet = &self.screen.facets[index as usize];
            let corners = self.screen.corners(facet);
            let [Some(a), Some(b), Some(c)] = corners.map(|corner| corner.at) else { continue };
            let Some(triangle) = Triangle::new([a, b, c]) else { continue };
            let depths = corners.map(|corner| corner.clip.z / corner.clip.w);
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
        let Some([low, high]) = self.stage.footprint.dry_box_m else { return false };
        let [a, b, c] = corners.map(|corner| Vec3::from(corner.vertex.position).truncate());
        a.min(b).min(c).cmple(high).all() && a.max(b).max(c).cmpge(low).all()
    }

    fn is_dry(&self, corners: [&Corner; 3], span: &Span, x: i32) -> bool {
        let [_, second, third] = span.weights(x);
        let weights = perspective_weights(corners, [second, third]);
        let place = interpolate(corners, weights, |vertex| vertex.position);
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
        let facet = &self.screen.facets[sample.facet as usize];
        let corners = self.screen.corners(facet);
        let weights = perspective_weights(corners, sample.weights);
        let position = interpolate(corners, weights, |vertex| vertex.position);
        let normal = interpolate(corners, weights, |vertex| vertex.normal).normalize_or(Vec3::Z);
        let paint = interpolate(corners, weights, |vertex| vertex.paint);
        if facet.is_water {
            self.lighting.shade_water(position, normal, paint.x, &self.stage.footprint)
        } else {
            self.lighting.shade_solid(position, normal, paint)
        }
    }
}

fn interpolate(corners: [&Corner; 3], weights: [f32; 3], of: impl Fn(&Vertex) -> [f32; 3]) -> Vec3 {
    let [a, b, c] = [0, 1, 2].map(|k| weights[k] * Vec3::from(of(&corners[k].vertex)));
    a + b + c
}

/// Weights in the world from those on the screen.
fn perspective_weights(corners: [&Corner; 3], [second, third]: [f32; 2]) -> [f32; 3] {
    let over_w = |k: usize, weight: f32| weight / corners[k].clip.w;
    let weights = [over_w(0, 1.0 - second - third), over_w(1, second), over_w(2, third)];
    let sum = weights[0] + weights[1] + weights[2];
    weights.map(|weight| weight / sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner(w: f32) -> Corner {
        let vertex = Vertex { position: [w, 0.0, 0.0], normal: [0.0, 0.0, 1.0], paint: [0.0; 3] };
        Corner::new(vertex, Vec4::new(0.0, 0.0, 0.1, w), [100, 100])
    }

    #[test]
    fn half_way_on_the_screen_is_nearer_than_half_way_in_the_world() {
        let (near, far) = (corner(1.0), corner(3.0));
        let weights = perspective_weights([&near, &far, &far], [0.5, 0.0]);
        assert!((weights[0] - 0.75).abs() < 1e-6 && (weights[1] - 0.25).abs() < 1e-6, "{weights:?}");
        let distance = interpolate([&near, &far, &far], weights, |vertex| vertex.position).x;
        assert!((distance - 1.5).abs() < 1e-6, "1 / w is linear on the screen: {distance}");
    }

    #[test]
    fn a_corner_behind_the_eye_has_no_place_on_the_screen() {
        assert!(corner(-1.0).at.is_none() && corner(-1.0).outside & BEHIND != 0);
        assert!(corner(1.0).at.is_some() && corner(1.0).outside == 0);
    }
}
