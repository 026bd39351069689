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
    /// Its surface.
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
    let Composition { water: Water { sheet, revisions }, elevations, values, shown, .. } = composition;
    let Revisions { frame, solid, velocity, bed, foam, .. } = *revisions;
    let of_values = if shown.is_some() { values.revision } else { 0 };
    let numbers = [frame, elevations.revision, of_values, velocity, bed, foam];
    rayon::join(
        || {
            relief.update((lighting.look, *shown, numbers), |relief| {
                let values = shown.map(|field| (field, &values.thing));
                relief.update(sheet, &elevations.thing, lighting.look, values);
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

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use crate::color::{from_srgb, to_srgb};
    use crate::overlay::Notes;
    use crate::picture::Picture;
    use crate::renderer::{Backend, Renderer};
    use crate::scene::{BodyModel, Scene, View, ViewKind};

    /// A tetrahedron, near enough that its faces are seen under many angles, so that its faces fill many pixels and its edges cross many.
    fn tetrahedron() -> Scene {
        let vertices = [[1.0, 1.0, 1.0], [-1.0, -1.0, 1.0], [-1.0, 1.0, -1.0], [1.0, -1.0, -1.0]];
        let body = BodyModel {
            vertices: vertices.map(Vec3::from).into(),
            triangles: [[0, 1, 3], [0, 2, 1], [0, 3, 2], [1, 2, 3]].into(),
            rotation: Quat::from_rotation_z(0.3),
            color: [0.9, 0.5, 0.2],
            // Varnished: bodies without one are bare.
            waterline_m: Some(0.1),
            ..BodyModel::default()
        };
        Scene { bodies: vec![body], ..Scene::default() }
    }

    #[test]
    fn a_picture_is_drawn_over_all_of_another() {
        let mut renderer = Renderer::new(Backend::Cpu).unwrap();
        let view = View { size: [97, 61], ..View::default() };
        let expected = renderer.draw(&tetrahedron(), &view);
        for size in [[97, 61], [0, 0], [3, 500], [200, 100]] {
            let mut picture = Picture::filled(size, [7, 8, 9, 3]);
            renderer.draw_into(&mut picture, &tetrahedron(), &view, &Notes::default());
            assert!(picture == expected, "{size:?}");
        }
    }

    #[test]
    fn a_pixel_of_a_solid_has_the_mean_light_of_its_samples() {
        let kind = ViewKind::Perspective {
            eye_m: Vec3::new(1.0, -1.4, 0.9),
            target_m: Vec3::ZERO,
            fov_deg: 120.0,
            follow: None,
        };
        let view = |size| View { kind: kind.clone(), size, hide_water: true, ..View::default() };
        let draw = |size, samples| {
            let renderer = Renderer::new(Backend::Cpu).unwrap().overlay(false);
            renderer.samples_per_side(samples).draw(&tetrahedron(), &view(size))
        };
        // Each sample is a pixel of its own.
        let (pixels, samples) = (draw([97, 61], 2), draw([194, 122], 1));
        let mut solids = 0;
        for (x, y, pixel) in pixels.enumerate() {
            let of_pixel = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(i, j)| samples.pixel(2 * x + i, 2 * y + j));
            for c in 0..3 {
                let light = of_pixel.map(|sample| from_srgb(f32::from(sample[c]) / 255.0));
                let mean = 255.0 * to_srgb(light.iter().sum::<f32>() / 4.0);
                assert!((f32::from(pixel[c]) - mean).abs() < 2.0, "{x}, {y}: {pixel:?} for {of_pixel:?}");
            }
            solids += usize::from(of_pixel[0] != samples.pixel(0, 0));
        }
        assert!(solids > 500, "{solids}");
    }
}
