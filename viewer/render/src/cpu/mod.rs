//! Pictures drawn on the CPU, in horizontal bands side by side.
//!
//! Each band is drawn in two passes: which triangle is nearest at each sample, then the colors of its pixels. Bands share
//! nothing, so the picture is the same for any number of threads.

mod band;
mod mirror;
mod screen;
mod spots;

use rayon::prelude::*;

use super::composition::Composition;
use super::picture::Picture;
use super::shading::{Lighting, Mirror, Scenery};
use band::{Band, Cut, Seen};
use screen::Screen;

/// Rows of pixels in a band: few enough that a band's samples stay in the cache.
const BAND_ROWS: usize = 8;

/// Draws a composition, averaging `samples_per_side`² samples a pixel.
pub(super) fn draw(
    composition: &Composition,
    lighting: &Lighting,
    size: [u32; 2],
    samples_per_side: usize,
) -> Picture {
    let (width, height) = (size[0] as usize, size[1] as usize);
    let mut picture = Picture::filled(size, [0; 4]);
    if width == 0 || height == 0 {
        return picture;
    }
    let samples = [width * samples_per_side, height * samples_per_side];
    let mesh = &composition.mesh;
    let Composition { relief, footprint, smoke, half_smoke, .. } = composition;
    let nothing = Mirror::default();
    let scenery = Scenery { lighting, relief, footprint, mirror: &nothing, sunken: &nothing };
    let (screen, (mirror, sunken)) = rayon::join(
        || Screen::new(mesh, mesh.triangles.len(), lighting, samples, |place| (place, 0.0)),
        || {
            rayon::join(
                || mirror::draw_mirrored(mesh, scenery, [width, height]),
                || mirror::draw_sunken(mesh, scenery, [width, height]),
            )
        },
    );
    let scenery = Scenery { mirror: &mirror, sunken: &sunken, ..scenery };
    let rows = BAND_ROWS * samples_per_side;
    let bands = screen.bands(rows, samples[1]);
    picture.pixels_mut().par_chunks_mut(BAND_ROWS * width).zip(bands).enumerate().for_each_init(
        Seen::default,
        |seen, (band, (pixels, members))| {
            let first_row = band * rows;
            let smoke = smoke.as_ref();
            let half_smoke = *half_smoke;
            let band = Band {
                scenery,
                smoke,
                half_smoke,
                screen: &screen,
                columns: 0..samples[0],
                samples,
                first_row,
                cut: Cut::Dry,
            };
            band.nearest(&members, rows.min(samples[1] - first_row), seen);
            band.color(seen, pixels, samples_per_side);
        },
    );
    picture
}
