use std::ops::{Add, Mul, Range};

use glam::{Vec2, Vec3};
use mask_raster::raster::{Clip, Span, Triangle};

use super::screen::{Corner, Screen};
use super::spots::{Solid, Spot, Spots};
use crate::camera::Camera;
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
    /// The columns of samples that are drawn.
    pub(super) columns: Range<usize>,
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

/// The nearest points behind samples.
#[derive(Default)]
pub(super) struct Seen {
    /// Depths, 0 where there is nothing.
    pub(super) depths: Vec<f32>,
    /// Numbers of the facets, with [`WATER`] where these are water.
    facets: Vec<u32>,
    /// Weights of the facet's second and third corner on the screen, where it is solid.
    weights: Vec<[f32; 2]>,
}

impl Seen {
    /// Nothing behind so many samples.
    fn clear(&mut self, count: usize) {
        self.depths.clear();
        self.depths.resize(count, 0.0);
        self.facets.clear();
        self.facets.resize(count, 0);
        // Each is written before it is read.
        self.weights.resize(count, [0.0; 2]);
    }
}

/// The bit of a facet's number that says that it is water.
const WATER: u32 = 1 << 31;

/// Light of the pixels of a row, and what it is found from.
#[derive(Default)]
pub(super) struct Colors {
    sums: Vec<Vec3>,
    spots: Spots,
    together: Together,
}

/// What the samples of each pixel of a row have in common.
#[derive(Default)]
struct Together {
    /// Bits that are set in the numbers of all their facets, and in any.
    all: Vec<u32>,
    any: Vec<u32>,
    /// Sum of their distances along the camera's direction, m.
    distances_m: Vec<f32>,
}

impl Together {
    fn reduce(&mut self, seen: &Seen, samples: Range<usize>, per_side: usize, camera: &Camera) {
        match per_side {
            1 => self.reduce_by::<1>(seen, samples, camera),
            2 => self.reduce_by::<2>(seen, samples, camera),
            3 => self.reduce_by::<3>(seen, samples, camera),
            _ => self.reduce_by::<4>(seen, samples, camera),
        }
    }

    fn reduce_by<const N: usize>(&mut self, seen: &Seen, samples: Range<usize>, camera: &Camera) {
        let width = samples.len() / (N * N);
        for all in [&mut self.all, &mut self.any] {
            all.resize(width, 0);
        }
        self.all.fill(u32::MAX);
        self.any.fill(0);
        self.distances_m.clear();
        self.distances_m.resize(width, 0.0);
        let lines = seen.facets[samples.clone()].chunks_exact(width * N);
        let lines = lines.zip(seen.depths[samples].chunks_exact(width * N));
        for (facets, depths) in lines {
            let places = facets.as_chunks::<N>().0.iter().zip(depths.as_chunks::<N>().0);
            for (((all, any), distance_m), (facets, depths)) in
                self.all.iter_mut().zip(&mut self.any).zip(&mut self.distances_m).zip(places)
            {
                for k in 0..N {
                    *all &= facets[k];
                    *any |= facets[k];
                    *distance_m += camera.distance_m(depths[k]);
                }
            }
        }
    }
}

impl Band<'_> {
    /// First pass: the nearest facet at each sample of `rows` rows; the first drawn of two at one depth.
    pub(super) fn nearest(&self, members: &[u32], rows: usize, seen: &mut Seen) {
        let width = self.columns.len();
        seen.clear(width * rows);
        let [left, right] = [self.columns.start, self.columns.end];
        let [x0, x1, y0, y1] = [left, right, self.first_row, self.first_row + rows].map(|n| n as i32);
        let clip = Clip { x0, y0, x1, y1 };
        for &index in members {
            let facet = &self.screen.facets[index as usize];
            let corners = self.screen.corners(facet);
            let [Some(a), Some(b), Some(c)] = corners.map(|corner| corner.at) else { continue };
            let depths = corners.map(|corner| corner.depth);
            let may_be_cut = match self.cut {
                Cut::Dry => facet.is_water && self.may_be_dry(corners),
                Cut::Over if corners.iter().all(|corner| corner.over > 0.0) => continue,
                Cut::Over => corners.iter().any(|corner| corner.over > 0.0),
            };
            let Some(triangle) = Triangle::new([a, b, c]) else { continue };
            let number = if facet.is_water { index | WATER } else { index };
            triangle.for_each_span(&clip, |span| {
                let depth = span.linear(depths);
                let row = (span.y as usize - self.first_row) * width;
                let columns = row + span.x0 as usize - left..row + span.x1 as usize - left;
                let samples = seen.depths[columns.clone()].iter_mut().zip(&mut seen.facets[columns.clone()]);
                if may_be_cut {
                    for (x, (nearest, facet)) in (span.x0..span.x1).zip(samples) {
                        let here = depth.at(x);
                        if here > *nearest && !self.is_cut(corners, span, x) {
                            (*nearest, *facet) = (here, number);
                        }
                    }
                } else {
                    for (x, (nearest, facet)) in (span.x0..span.x1).zip(samples) {
                        let here = depth.at(x);
                        let is_nearer = here > *nearest;
                        *nearest = if is_nearer { here } else { *nearest };
                        *facet = if is_nearer { number } else { *facet };
                    }
                }
                if !facet.is_water {
                    let (second, third) = (span.linear([0.0, 1.0, 0.0]), span.linear([0.0, 0.0, 1.0]));
                    let samples = seen.facets[columns.clone()].iter().zip(&mut seen.weights[columns]);
                    for (x, (_, weights)) in
                        (span.x0..span.x1).zip(samples).filter(|(_, (facet, _))| **facet == number)
                    {
                        *weights = [second.at(x), third.at(x)];
                    }
                }
            });
        }
    }

    fn may_be_dry(&self, corners: [&Corner; 3]) -> bool {
        let [a, b, c] = corners.map(|corner| corner.position.truncate().truncate());
        self.scenery.footprint.may_be_dry([a.min(b).min(c), a.max(b).max(c)])
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

    /// Second pass: the colors of the pixels. Solids are shaded at each sample, or, where all samples of a pixel show one facet, once, in
    /// their middle, but for the grain of what is not varnished; so are water, and what is beyond.
    pub(super) fn color(
        &self,
        seen: &Seen,
        pixels: &mut [Rgba],
        samples_per_side: usize,
        colors: &mut Colors,
    ) {
        let across = self.samples[0];
        let width = across / samples_per_side;
        let height = self.samples[1] / samples_per_side;
        let fraction = 1.0 / (samples_per_side * samples_per_side) as f32;
        let Colors { sums, spots, together } = colors;
        sums.resize(width, Vec3::ZERO);
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
        for (row, pixels) in pixels.chunks_exact_mut(width).enumerate() {
            let first = row * across * samples_per_side;
            let of_row = first..first + across * samples_per_side;
            let row = self.first_row / samples_per_side + row;
            sums.fill(Vec3::ZERO);
            spots.clear();
            let down = (row as f32 + 0.5) / height as f32;
            together.reduce(seen, of_row, samples_per_side, &self.scenery.lighting.camera);
            for x in 0..width {
                if together.all[x] & WATER != 0 {
                    spots.water.push(x, 1.0, together.distances_m[x] * fraction);
                    continue;
                }
                let places = (0..samples_per_side)
                    .flat_map(|line| (0..samples_per_side).map(move |k| line * across + k))
                    .map(|k| first + x * samples_per_side + k);
                let (mut water, mut distance_m, mut nothing) = (0.0, 0.0, 0.0);
                let facet = together.all[x];
                let is_one = facet == together.any[x] && places.clone().all(|k| seen.depths[k] > 0.0);
                let is_varnished = is_one && self.is_varnished(facet);
                if is_varnished || (is_one && samples_per_side == 2) {
                    let weights = places.map(|k| Vec2::from(seen.weights[k])).sum::<Vec2>() * fraction;
                    let mut solid = self.solid(facet, weights.into(), x, 1.0);
                    if !is_varnished {
                        let k = first + 2 * x;
                        solid.spread =
                            self.spread([2 * x, 2 * row], [k, k + 1, k + across].map(|k| seen.depths[k]));
                    }
                    spots.solids.push(solid);
                    continue;
                }
                for k in places {
                    let facet = seen.facets[k];
                    if seen.depths[k] <= 0.0 {
                        nothing += fraction;
                    } else if facet & WATER != 0 {
                        water += fraction;
                        distance_m += fraction * self.scenery.lighting.camera.distance_m(seen.depths[k]);
                    } else {
                        spots.solids.push(self.solid(facet, seen.weights[k], x, fraction));
                    }
                }
                if water > 0.0 {
                    spots.water.push(x, water, distance_m / water);
                }
                if nothing > 0.0 {
                    self.beyond((x, nothing), ray(x, row), spots, &mut sums[x], down);
                }
            }
            spots.shade(&self.scenery, [width, height], row, sums);
            if let Some((smoke, nearest, along)) = &through {
                let start = (row - self.first_row / samples_per_side) * width;
                let of_row = nearest[start..].iter().zip(&along[start..]);
                for (x, (sum, (nearest, along))) in sums.iter_mut().zip(of_row).enumerate() {
                    *sum = smoke.over(*sum, ray(x, row), *nearest, *along, self.scenery.lighting);
                }
            }
            for (pixel, sum) in pixels.iter_mut().zip(&*sums) {
                let [r, g, b] = to_srgb8((*sum).into());
                *pixel = [r, g, b, 255];
            }
        }
    }

    /// What each pixel shows of the triangles.
    fn triangles(&self, seen: &Seen, samples_per_side: usize) -> Vec<Nearest> {
        let (across, side) = (self.samples[0], samples_per_side);
        let width = across / side;
        let fraction = 1.0 / (side * side) as f32;
        let mut nearest = vec![Nearest::default(); seen.depths.len() / (side * side)];
        for (row, depths) in seen.depths.chunks_exact(across).enumerate() {
            let of_row = &mut nearest[row / side * width..][..width];
            for (nearest, depths) in of_row.iter_mut().zip(depths.chunks_exact(side)) {
                for depth in depths.iter().filter(|depth| **depth > 0.0) {
                    nearest.add(fraction, self.scenery.lighting.camera.distance_m(*depth));
                }
            }
        }
        nearest
    }

    fn beyond(
        &self,
        (x, fraction): (usize, f32),
        (from, ray): (Vec3, Vec3),
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
            Beyond::Sky => spots.sky.push(Spot { x, fraction, direction: ray }),
            Beyond::Sea(way) => spots.water.push(x, fraction, way),
            Beyond::Bank(position, normal, paint) => {
                let (paint, spread) = (paint.extend(0.0), [Vec3::ZERO; 2]);
                spots.solids.push(Solid { x, fraction, position, normal, paint, spread });
            }
        }
    }

    /// The solids that are seen, each with the number of its sample.
    pub(super) fn solids(&self, seen: &Seen) -> Vec<Solid> {
        let covered = seen.depths.iter().enumerate().filter(|(_, depth)| **depth > 0.0);
        covered.map(|(k, _)| self.solid(seen.facets[k], seen.weights[k], k, 1.0)).collect()
    }

    /// Whether a solid facet is without the grain that concrete and grass have, which is finer than a pixel where it is seen flat.
    fn is_varnished(&self, facet: u32) -> bool {
        let corners = self.screen.corners(&self.screen.facets[facet as usize]);
        corners.iter().all(|corner| corner.paint[3] == 1.0)
    }

    /// Ways from the middle of a pixel of four samples to those beside and below it: half of those from the first, at `at`, to the
    /// second and the third. All have depths.
    fn spread(&self, at: [usize; 2], depths: [f32; 3]) -> [Vec3; 2] {
        let camera = &self.scenery.lighting.camera;
        let place = |i: usize, j: usize, depth: f32| {
            let [right, down] = [(at[0] + i, self.samples[0]), (at[1] + j, self.samples[1])]
                .map(|(k, count)| (k as f32 + 0.5) / count as f32);
            let (from, ray) = camera.ray(2.0 * right - 1.0, 1.0 - 2.0 * down);
            from + ray * camera.distance_m(depth)
        };
        let [first, beside, below] = [place(0, 0, depths[0]), place(1, 0, depths[1]), place(0, 1, depths[2])];
        [0.5 * (beside - first), 0.5 * (below - first)]
    }

    /// Position, normal and paint at a place on a facet.
    fn solid(&self, facet: u32, weights: [f32; 2], x: usize, fraction: f32) -> Solid {
        let corners = self.screen.corners(&self.screen.facets[facet as usize]);
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
