//! The bodies that are seen in level water: mirrored, and below it.

use glam::Vec3;
use pulp::Simd;
use rayon::prelude::*;

use super::band::{Band, Cut};
use super::buffers::with_buffers;
use super::screen::Screen;
use super::smear::Smear;
use super::spots::{Solid, side_by_side};
use crate::geometry::Mesh;
use crate::shading::{FURTHEST, Lanes, Mirror, Parts, Scenery, Work, code_of, dispatch};

/// Rows of texels in a band.
const BAND_ROWS: usize = 8;

/// A picture of bodies in the water; kept from picture to picture for its memory.
#[derive(Default)]
pub(super) struct Reflection {
    pub(super) picture: Mirror,
    screen: Screen,
    smear: Smear,
}

/// Draws what the water mirrors in a picture of some pixels; `scenery` has neither picture yet.
pub(super) fn draw_mirrored(
    to: &mut Reflection,
    parts: &[(&Mesh, bool)],
    scenery: Scenery,
    pixels: [usize; 2],
) {
    let lighting = scenery.lighting;
    let seen = |place: Vec3| {
        let depth_m = scenery.level_m(place.truncate()) - place.z;
        (lighting.mirror_image(place, depth_m), depth_m - lighting.swell_m)
    };
    to.draw(lighting.mirrors(), parts, scenery, pixels, false, seen);
}

/// Draws what is below the water in a picture of some pixels; `scenery` has neither picture yet.
pub(super) fn draw_sunken(
    to: &mut Reflection,
    parts: &[(&Mesh, bool)],
    scenery: Scenery,
    pixels: [usize; 2],
) {
    let lighting = scenery.lighting;
    let seen = |place: Vec3| {
        let depth_m = scenery.level_m(place.truncate()) - place.z;
        // A little of what is above it too, so that nothing is between the two.
        let margin_m = lighting.swell_m + 3.0 * lighting.pixel_at_m(place);
        (lighting.sunken_image(place, depth_m), -depth_m - margin_m)
    };
    to.draw(lighting.refracts(), parts, scenery, pixels, true, seen);
}

impl Reflection {
    fn draw(
        &mut self,
        is_seen: bool,
        parts: &[(&Mesh, bool)],
        scenery: Scenery,
        pixels: [usize; 2],
        is_sunken: bool,
        seen: impl Fn(Vec3) -> (Vec3, f32) + Sync,
    ) {
        let Self { picture, screen, smear } = self;
        let Mirror { first, size, texels, seen: Parts(found) } = picture;
        let whole = Mirror::size_for(pixels);
        let mut extent = None;
        if is_seen && parts.iter().any(|(mesh, _)| !mesh.triangles.is_empty()) {
            screen.project(parts, scenery.lighting, whole, seen);
            extent = screen.extent(whole);
        }
        let Some([[left, top], [right, bottom]]) = extent else {
            texels.clear();
            return;
        };
        // Whole bands, and as far as light is spread.
        let farthest = (whole[1] as f32 * FURTHEST).max(1.0);
        let spread = if is_sunken { 0 } else { farthest.ceil() as usize };
        let top = top.saturating_sub(spread) / BAND_ROWS * BAND_ROWS;
        let bottom = (bottom + spread).min(whole[1]);
        (*first, *size) = ([left, top], [right - left, bottom - top]);
        screen.sort(BAND_ROWS, whole[1]);
        texels.resize(size[0] * size[1], [0.0; 4]);
        found.resize(size[1], 0);
        smear.reaches.resize(texels.len(), 0);
        let bands = found.par_chunks_mut(BAND_ROWS).zip(&screen.bands[top / BAND_ROWS..]);
        let reaches = smear.reaches.par_chunks_mut(BAND_ROWS * size[0]);
        texels.par_chunks_mut(BAND_ROWS * size[0]).zip(reaches).zip(bands).enumerate().for_each(
            |(band, ((texels, reaches), (parts, members)))| {
                texels.fill([0.0; 4]);
                reaches.fill(0);
                parts.fill(0);
                if members.is_empty() {
                    return;
                }
                let first_row = top + band * BAND_ROWS;
                let band = Band {
                    scenery,
                    smoke: None,
                    half_smoke: false,
                    screen,
                    columns: left..right,
                    samples: whole,
                    first_row,
                    cut: Cut::Over,
                };
                with_buffers(|seen, _| {
                    band.nearest(members, texels.len() / size[0], seen);
                    let solids = band.solids(seen);
                    for Solid { x: texel, .. } in &solids {
                        parts[texel / size[0]] |= 1 << Parts::part(size[0], texel % size[0]);
                    }
                    let spread = (!is_sunken).then_some((reaches, farthest));
                    dispatch(Shade { scenery, solids: &solids, texels, spread });
                });
            },
        );
        if !is_sunken {
            smear.spread(picture, whole[1]);
        }
    }
}

struct Shade<'a> {
    scenery: Scenery<'a>,
    solids: &'a [Solid],
    texels: &'a mut [[f32; 4]],
    /// Reaches of the texels of what is mirrored, and the farthest there can be.
    spread: Option<(&'a mut [u8], f32)>,
}

impl Work for Shade<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) {
        for some in self.solids.chunks(Lanes::<S>::COUNT) {
            let facing = side_by_side(simd, some);
            let light = if let Some((reaches, farthest)) = &mut self.spread {
                let (light, reach) = self.scenery.shade_mirrored(&facing);
                let of_lanes = some.iter().zip(reach.as_slice());
                of_lanes.for_each(|(spot, reach)| reaches[spot.x] = code_of(*reach, *farthest));
                light
            } else {
                self.scenery.shade_sunken(&facing)
            };
            for (k, spot) in some.iter().enumerate() {
                self.texels[spot.x] = light.lane(k).extend(1.0).into();
            }
        }
    }
}
