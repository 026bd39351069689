//! The bodies that are seen in level water: mirrored, and below it.

use glam::Vec3;
use pulp::Simd;
use rayon::prelude::*;

use super::band::{Band, Cut, Seen};
use super::screen::Screen;
use super::spots::{Solid, side_by_side};
use crate::geometry::Mesh;
use crate::shading::{Lanes, Mirror, Scenery, Work, dispatch};

/// Rows of texels in a band.
const BAND_ROWS: usize = 8;

/// Draws what the water mirrors in a picture of some pixels; `scenery` has neither picture yet.
pub(super) fn draw_mirrored(mesh: &Mesh, scenery: Scenery, pixels: [usize; 2]) -> Mirror {
    let lighting = scenery.lighting;
    if !lighting.mirrors() {
        return Mirror::default();
    }
    let lowest_m = lighting.still_level_m - lighting.swell_m;
    draw(mesh, scenery, pixels, false, |place| (lighting.mirror_image(place), lowest_m - place.z))
}

/// Draws what is below the water in a picture of some pixels; `scenery` has neither picture yet.
pub(super) fn draw_sunken(mesh: &Mesh, scenery: Scenery, pixels: [usize; 2]) -> Mirror {
    let lighting = scenery.lighting;
    if !lighting.refracts() {
        return Mirror::default();
    }
    draw(mesh, scenery, pixels, true, |place| {
        let depth_m = scenery.level_m(place.truncate()) - place.z;
        // A little of what is above it too, so that nothing is between the two.
        let margin_m = lighting.swell_m + 3.0 * lighting.pixel_at_m(place);
        (lighting.sunken_image(place, depth_m), -depth_m - margin_m)
    })
}

fn draw(
    mesh: &Mesh,
    scenery: Scenery,
    pixels: [usize; 2],
    is_sunken: bool,
    seen: impl Fn(Vec3) -> (Vec3, f32) + Sync,
) -> Mirror {
    if mesh.mirrored == 0 {
        return Mirror::default();
    }
    let whole = Mirror::size_for(pixels);
    let screen = Screen::new(mesh, mesh.mirrored, scenery.lighting, whole, seen);
    let Some([[left, top], [right, bottom]]) = screen.extent(whole) else { return Mirror::default() };
    // Whole bands.
    let top = top / BAND_ROWS * BAND_ROWS;
    let (first, size) = ([left, top], [right - left, bottom - top]);
    let bands = screen.bands(BAND_ROWS, whole[1]).into_iter().skip(top / BAND_ROWS);
    let bands: Vec<_> = bands.take(size[1].div_ceil(BAND_ROWS)).collect();
    let mut texels = vec![[0.0; 4]; size[0] * size[1]];
    texels.par_chunks_mut(BAND_ROWS * size[0]).zip(bands).enumerate().for_each_init(
        Seen::default,
        |seen, (band, (texels, members))| {
            if members.is_empty() {
                return;
            }
            let first_row = top + band * BAND_ROWS;
            let band = Band {
                scenery,
                smoke: None,
                half_smoke: false,
                screen: &screen,
                columns: left..right,
                samples: whole,
                first_row,
                cut: Cut::Over,
            };
            band.nearest(&members, texels.len() / size[0], seen);
            let solids = band.solids(seen);
            dispatch(Shade { scenery, solids: &solids, texels, is_sunken });
        },
    );
    Mirror { first, size, texels }
}

struct Shade<'a> {
    scenery: Scenery<'a>,
    solids: &'a [Solid],
    texels: &'a mut [[f32; 4]],
    is_sunken: bool,
}

impl Work for Shade<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        for some in self.solids.chunks(Lanes::<S>::COUNT) {
            let facing = side_by_side(simd, some);
            let light = if self.is_sunken {
                self.scenery.shade_sunken(&facing)
            } else {
                self.scenery.shade_mirrored(&facing)
            };
            for (k, spot) in some.iter().enumerate() {
                self.texels[spot.x] = light.lane(k).extend(1.0).into();
            }
        }
    }
}
