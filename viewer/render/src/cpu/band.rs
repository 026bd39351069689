use std::ops::Range;

use glam::{Vec2, Vec3, Vec4};
use mask_raster::raster::{Clip, Span, Triangle};
use pulp::Simd;

use super::screen::{Corner, Screen};
use super::seen::{Seen, WATER};
use super::spots::{Solid, Spots};
use super::together::Together;
use crate::color::write_srgb8;
use crate::picture::Rgba;
use crate::shading::{Beyond, Scenery, Work, dispatch};
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

/// Light of the pixels of a row, and what it is found from.
#[derive(Default)]
pub(super) struct Colors {
    sums: Vec<Vec4>,
    spots: Spots,
    together: Together,
}

/// Backdrop of a row of pixels, where there is no triangle.
#[derive(Clone, Copy)]
enum Backdrop {
    /// One light.
    Plain(Vec4),
    /// The sky.
    Sky,
    /// A place whose light follows from the ray of each pixel.
    Place,
}

struct Nearer<'a, 'b> {
    band: &'a Band<'b>,
    members: &'a [u32],
    rows: usize,
    seen: &'a mut Seen,
}

impl Work for Nearer<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, _: S) {
        self.band.find_nearest(self.members, self.rows, self.seen);
    }
}

impl Band<'_> {
    /// First pass: the nearest facet at each sample of `rows` rows; the first drawn of two at one depth.
    pub(super) fn nearest(&self, members: &[u32], rows: usize, seen: &mut Seen) {
        seen.clear(self.columns.len() * rows);
        dispatch(Nearer { band: self, members, rows, seen });
    }

    #[inline(always)]
    fn find_nearest(&self, members: &[u32], rows: usize, seen: &mut Seen) {
        let width = self.columns.len();
        let [left, right] = [self.columns.start, self.columns.end];
        let [x0, x1, y0, y1] = [left, right, self.first_row, self.first_row + rows].map(|n| n as i32);
        let clip = Clip { x0, y0, x1, y1 };
        let Seen { depths: nearest, facets, weights, spans } = seen;
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
            let number = if facet.is_water { (index + 1) | WATER } else { index + 1 };
            // Not drawn from within: what is called from elsewhere is compiled for the least of machines.
            spans.clear();
            triangle.for_each_span(&clip, |span| spans.push(*span));
            for span in &*spans {
                let depth = span.linear(depths);
                let row = (span.y as usize - self.first_row) * width;
                let columns = row + span.x0 as usize - left..row + span.x1 as usize - left;
                let samples = nearest[columns.clone()].iter_mut().zip(&mut facets[columns.clone()]);
                if may_be_cut {
                    let is_cut = self.cut_along(corners, span);
                    for (x, (nearest, facet)) in (span.x0..span.x1).zip(samples) {
                        let here = depth.at(x);
                        if here > *nearest && !is_cut(x) {
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
                    let samples = facets[columns.clone()].iter().zip(&mut weights[columns]);
                    for (x, (_, weights)) in
                        (span.x0..span.x1).zip(samples).filter(|(_, (facet, _))| **facet == number)
                    {
                        *weights = [second.at(x), third.at(x)];
                    }
                }
            }
        }
    }

    fn may_be_dry(&self, corners: [&Corner; 3]) -> bool {
        let [a, b, c] = corners.map(|corner| corner.position.truncate().truncate());
        self.scenery.footprint.may_be_dry([a.min(b).min(c), a.max(b).max(c)])
    }

    /// Whether a triangle is cut at a column of a span of it. What is linear in the world is, over the distance, on the screen.
    fn cut_along(&self, corners: [&Corner; 3], span: &Span) -> impl Fn(i32) -> bool {
        let linear =
            |of: fn(&Corner) -> f32| span.linear(corners.map(|corner| of(corner) / corner.position.w));
        let (inverse, x_m, y_m) = (linear(|_| 1.0), linear(|at| at.position.x), linear(|at| at.position.y));
        let (over, footprint, cut) = (linear(|corner| corner.over), self.scenery.footprint, self.cut);
        move |x| match cut {
            Cut::Dry => footprint.is_dry(Vec2::new(x_m.at(x), y_m.at(x)) / inverse.at(x)),
            Cut::Over => over.at(x) > 0.0,
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
        sums.resize(width, Vec4::ZERO);
        let camera = &self.scenery.lighting.camera;
        let ray = |x: usize, row: usize| {
            let [right, down] = [(x as f32 + 0.5) / width as f32, (row as f32 + 0.5) / height as f32];
            camera.ray(2.0 * right - 1.0, 1.0 - 2.0 * down)
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
            sums.fill(Vec4::ZERO);
            spots.clear();
            let backdrop =
                self.backdrop((row as f32 + 0.5) / height as f32, [0, width - 1].map(|x| ray(x, row)));
            together.reduce(seen, of_row, samples_per_side, camera);
            let mut next = 0;
            while next < width {
                let x = next;
                let facet = together.all[x];
                if facet & WATER != 0 {
                    next += together.all[x..].iter().take_while(|facet| *facet & WATER != 0).count();
                    spots.water.push_run(x, &together.distances_m[x..next], fraction);
                    continue;
                }
                if matches!(backdrop, Backdrop::Sky) && together.any[x] == 0 {
                    next += together.any[x..].iter().take_while(|any| **any == 0).count();
                    spots.sky.push_run(x, &together.distances_m[x..next], 0.0);
                    continue;
                }
                next += 1;
                if together.any[x] == 0 {
                    self.beyond((x, 1.0), || ray(x, row), spots, &mut sums[x], backdrop);
                    continue;
                }
                let places = (0..samples_per_side)
                    .flat_map(|line| (0..samples_per_side).map(move |k| line * across + k))
                    .map(|k| first + x * samples_per_side + k);
                let is_one = facet == together.any[x];
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
                let (mut water, mut distance_m, mut nothing) = (0.0, 0.0, 0.0);
                for k in places {
                    let facet = seen.facets[k];
                    if facet == 0 {
                        nothing += fraction;
                    } else if facet & WATER != 0 {
                        water += fraction;
                        distance_m += fraction * camera.distance_m(seen.depths[k]);
                    } else {
                        spots.solids.push(self.solid(facet, seen.weights[k], x, fraction));
                    }
                }
                if water > 0.0 {
                    spots.water.push(x, water, distance_m / water);
                }
                if nothing > 0.0 {
                    self.beyond((x, nothing), || ray(x, row), spots, &mut sums[x], backdrop);
                }
            }
            spots.shade(&self.scenery, [width, height], row, sums);
            if let Some((smoke, nearest, along)) = &through {
                let start = (row - self.first_row / samples_per_side) * width;
                let of_row = nearest[start..].iter().zip(&along[start..]);
                for (x, (sum, (nearest, along))) in sums.iter_mut().zip(of_row).enumerate() {
                    let behind = sum.truncate();
                    *sum =
                        smoke.over(behind, ray(x, row), *nearest, *along, self.scenery.lighting).extend(0.0);
                }
            }
            write_srgb8(sums, pixels);
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

    /// What is seen in a row where there is no triangle, `down` of the way from the top, its first and last ray being these.
    fn backdrop(&self, down: f32, ends: [(Vec3, Vec3); 2]) -> Backdrop {
        let lighting = self.scenery.lighting;
        if !lighting.look.is_water() || lighting.headlight {
            Backdrop::Plain(lighting.shade_background(down).extend(0.0))
        } else if ends.iter().all(|(_, ray)| ray.z >= 0.0) {
            // So are all rays between them.
            Backdrop::Sky
        } else {
            Backdrop::Place
        }
    }

    fn beyond(
        &self,
        (x, fraction): (usize, f32),
        ray: impl Fn() -> (Vec3, Vec3),
        spots: &mut Spots,
        sum: &mut Vec4,
        backdrop: Backdrop,
    ) {
        match backdrop {
            Backdrop::Plain(light) => return *sum += light * fraction,
            Backdrop::Sky => return spots.sky.push(x, fraction, 0.0),
            Backdrop::Place => {}
        }
        let (from, ray) = ray();
        match self.scenery.lighting.beyond(from, ray) {
            Beyond::Sky => spots.sky.push(x, fraction, 0.0),
            Beyond::Sea(way) => spots.water.push(x, fraction, way),
            Beyond::Bank(position, normal, paint) => {
                let (paint, spread) = (paint.extend(0.0), [Vec3::ZERO; 2]);
                spots.solids.push(Solid { x, fraction, position, normal, paint, spread });
            }
        }
    }
}
