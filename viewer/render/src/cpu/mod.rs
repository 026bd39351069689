//! Pictures drawn on the CPU, in horizontal bands side by side.
//!
//! Each band is drawn in two passes: which triangle is nearest at each sample, then the colors of its pixels. Bands share
//! nothing, so the picture is the same for any number of threads.

mod band;
mod buffers;
mod facets;
mod mirror;
mod screen;
mod seen;
mod smear;
mod spots;
mod together;

use rayon::prelude::*;

use super::composition::{Composition, MIRRORED, Revisions, Water};
use super::geometry::Mesh;
use super::made::Made;
use super::picture::Picture;
use super::shading::{Lighting, Mirror, Relief, Scenery};
use crate::scene::{Field, Look};
use band::{Band, Cut};
use buffers::with_buffers;
use mirror::Reflection;
use screen::Screen;

/// Rows of pixels in a band: few enough that a band's samples stay in the cache.
const BAND_ROWS: usize = 8;

/// What is kept from picture to picture for its memory.
#[derive(Default)]
pub(super) struct Buffers {
    screen: Screen,
    mirrored: Reflection,
    sunken: Reflection,
    /// Textures of the water.
    relief: Made<ReliefKey, Relief>,
    /// Surface of the water.
    surface: Made<SurfaceKey, Mesh>,
}

/// The look, the field that is shown, and numbers of what they follow from.
type ReliefKey = (Look, Option<Field>, [u64; 6]);
/// Numbers of frame, elevations and solids, and the exaggeration of heights.
type SurfaceKey = ([u64; 3], f32);

/// Textures and surface of the water, from what a composition says of it.
fn find_water(
    relief: &mut Made<ReliefKey, Relief>,
    surface: &mut Made<SurfaceKey, Mesh>,
    composition: &Composition,
    lighting: &Lighting,
) {
    let Composition { water: Water { sheet, revisions, .. }, elevations, beside, .. } = composition;
    let Composition { values, values_beside, shown, .. } = composition;
    let Revisions { frame, solid, velocity, bed, foam, .. } = *revisions;
    let of_values = if shown.is_some() { values.revision } else { 0 };
    let numbers = [frame, elevations.revision, of_values, velocity, bed, foam];
    rayon::join(
        || {
            relief.update((lighting.look, *shown, numbers), |relief| {
                let values = shown.map(|field| (field, &values.thing, &values_beside.thing));
                relief.update(sheet, (&elevations.thing, &beside.thing), lighting.look, values);
            });
        },
        || {
            if composition.has_surface {
                let key = ([frame, elevations.revision, solid], lighting.vertical_scale);
                surface.update(key, |mesh| {
                    mesh.clear();
                    composition.surface(lighting).append(mesh);
                });
            }
        },
    );
}

/// Draws a picture of a composition of its size, averaging `samples_per_side`² samples a pixel.
pub(super) fn draw(
    buffers: &mut Buffers,
    composition: &Composition,
    lighting: &Lighting,
    samples_per_side: usize,
    picture: &mut Picture,
) {
    let [width, height] = picture.size().map(|n| n as usize);
    if width == 0 || height == 0 {
        return;
    }
    let samples = [width * samples_per_side, height * samples_per_side];
    let Buffers { screen, mirrored, sunken, relief, surface } = buffers;
    find_water(relief, surface, composition, lighting);
    let Composition { footprint, smoke, half_smoke, .. } = composition;
    let (relief, footprint, smoke) = (&relief.thing, &footprint.thing, &smoke.thing);
    let solids = composition.solids().map(|(mesh, _)| (mesh, false));
    let water: &[(&Mesh, bool)] = &[(&surface.thing, true), (composition.level().0, true)];
    let water = if composition.has_surface { water } else { &water[1..] };
    let parts = [&solids, water].concat();
    let in_water = &solids[..MIRRORED];
    let nothing = Mirror::default();
    let scenery = Scenery { lighting, relief, footprint, mirror: &nothing, sunken: &nothing };
    let rows = BAND_ROWS * samples_per_side;
    rayon::join(
        || {
            screen.project(&parts, lighting, samples, |place| (place, 0.0));
            screen.sort(rows, samples[1]);
        },
        || {
            rayon::join(
                || mirror::draw_mirrored(mirrored, in_water, scenery, [width, height]),
                || mirror::draw_sunken(sunken, in_water, scenery, [width, height]),
            )
        },
    );
    let scenery = Scenery { mirror: &mirrored.picture, sunken: &sunken.picture, ..scenery };
    let bands = picture.pixels_mut().par_chunks_mut(BAND_ROWS * width).zip(&screen.bands);
    bands.enumerate().for_each(|(band, (pixels, members))| {
        let first_row = band * rows;
        let smoke = smoke.as_ref();
        let half_smoke = *half_smoke;
        let band = Band {
            scenery,
            smoke,
            half_smoke,
            screen,
            columns: 0..samples[0],
            samples,
            first_row,
            cut: Cut::Dry,
        };
        with_buffers(|seen, colors| {
            band.nearest(members, rows.min(samples[1] - first_row), seen);
            band.color(seen, pixels, samples_per_side, colors);
        });
    });
}
