//! Smoke among the bodies and over the water of a picture.

use glam::Vec3;
use viewer::render::{Backend, Picture, Renderer};
use viewer::scene::{BodyModel, Look, Scene, Smoke, Speck, View, ViewKind};

use super::scenes::{basin_with_boat, block, over_basin};

const SIZE: [u32; 2] = [240, 160];

fn draw(scene: &Scene, view: &View) -> Picture {
    Renderer::new(Backend::Cpu).unwrap().overlay(false).draw(scene, view)
}

/// Seen from the south, level.
fn from_south(height_m: f32, look: Look) -> View {
    let kind = ViewKind::Perspective {
        eye_m: Vec3::new(15.0, -30.0, height_m),
        target_m: Vec3::new(15.0, 10.0, height_m),
        fov_deg: 30.0,
        follow: None,
    };
    View { kind, look, size: SIZE, ..View::default() }
}

/// A cube of a meter whose center is there.
fn cube(name: &str, center_m: Vec3) -> BodyModel {
    BodyModel { name: name.into(), color: [0.9, 0.2, 0.1], ..block(center_m, Vec3::ONE) }
}

/// The pixels whose colors differ by more than some steps.
fn changed(a: &Picture, b: &Picture, steps: u8) -> usize {
    let differ = |p: &[u8; 4], q: &[u8; 4]| (0..3).any(|c| p[c].abs_diff(q[c]) > steps);
    a.pixels().iter().zip(b.pixels()).filter(|(p, q)| differ(p, q)).count()
}

/// Before the smoke a body is as without it; in its middle and behind it less is seen, the further behind the less.
#[test]
fn smoke_covers_what_is_behind_it_and_nothing_before_it() {
    let view = from_south(7.0, Look::Science);
    let contrast = |y_m: f32, smoke: Smoke| {
        let mut scene = Scene { smoke, ..basin_with_boat() };
        (scene.bodies, scene.lines, scene.arrows) = (Vec::new(), Vec::new(), Vec::new());
        let empty = draw(&scene, &view);
        scene.bodies = vec![cube("cube", Vec3::new(15.0, y_m, 7.0))];
        let with = draw(&scene, &view);
        let [x, y] = SIZE.map(|n| n as usize / 2);
        let middle = |picture: &Picture| picture.pixels()[y * SIZE[0] as usize + x].map(f32::from);
        let (with, empty) = (middle(&with), middle(&empty));
        (0..3).map(|c| (with[c] - empty[c]).abs()).sum::<f32>()
    };
    let smoke = || over_basin(0.5, |_| 1.0);
    let before = contrast(-4.0, smoke());
    let clear = contrast(-4.0, Smoke::default());
    assert!(clear > 100.0 && before > 100.0, "{clear} {before}");
    let [front, inside, behind] = [8.0, 10.0, 14.0].map(|y_m| contrast(y_m, smoke()));
    assert!(front > 2.0 * inside && inside > 2.0 * behind, "{front} {inside} {behind}");
    assert!(behind < 0.1 * clear, "{behind} of {clear}");
}

/// Under the smoke, away from the sun, water and a body are darker than without it, though no ray from the camera meets the smoke.
#[test]
fn smoke_casts_its_shadow_on_water_and_bodies() {
    let kind = ViewKind::Perspective {
        eye_m: Vec3::new(15.0, 2.0, 4.2),
        target_m: Vec3::new(15.0, 20.0, 1.0),
        fov_deg: 40.0,
        follow: None,
    };
    let view = View { kind, size: SIZE, look: Look::Science, ..View::default() };
    let mut scene = basin_with_boat();
    (scene.lines, scene.arrows) = (Vec::new(), Vec::new());
    scene.bodies = vec![cube("cube", Vec3::new(15.0, 8.0, 2.6))];
    let clear = draw(&scene, &view);
    scene.smoke = over_basin(3.0, |_| 1.0);
    // All over the basin, and higher than the camera sees.
    let wide = |smoke: &mut Smoke| {
        smoke.corner_m = Vec3::new(-15.0, -15.0, 9.0);
        smoke.cell_size_m = 2.5;
    };
    wide(&mut scene.smoke);
    let dark = draw(&scene, &view);
    let sum = |picture: &Picture, [x, y]: [u32; 2]| {
        picture.pixels()[(y * SIZE[0] + x) as usize][..3].iter().map(|c| u32::from(*c)).sum::<u32>()
    };
    // Of the water in the lower corner, of the cube in the middle.
    for pixel in [[20, 150], [120, 72]] {
        let [dark, clear] = [sum(&dark, pixel), sum(&clear, pixel)];
        assert!(10 * dark < 9 * clear, "{pixel:?}: {dark} of {clear}");
    }
    // Without a shadow where the smoke is thin.
    scene.smoke.extinction_1_m = 1e-5;
    assert!(changed(&draw(&scene, &view), &clear, 1) == 0);
}

/// At half the resolution pictures are the same to some steps of a byte, at the edges of bodies in the smoke too.
#[test]
fn half_the_resolution_shows_the_same() {
    let mut scene = basin_with_boat();
    scene.smoke = over_basin(1.0, |at| (1.2 - 2.4 * at.length()).clamp(0.0, 1.0));
    for look in [Look::Water, Look::Science] {
        let full = View { look, kind: super::scenes::chase(), size: [403, 227], ..View::default() };
        let half = View { half_smoke: true, ..full.clone() };
        let [whole, fast] = [&full, &half].map(|view| draw(&scene, view));
        let clear = draw(&Scene { smoke: Smoke::default(), ..scene.clone() }, &full);
        let (pixels, seen) = (403 * 227, changed(&whole, &clear, 8));
        assert!(seen > pixels / 24, "{seen} pixels show smoke");
        assert_eq!(changed(&whole, &fast, 12), 0);
        assert!(changed(&whole, &fast, 4) < pixels / 100, "{}", changed(&whole, &fast, 4));
        assert!(changed(&whole, &fast, 0) > 0, "it is drawn in another way");
    }
}

/// A particle is drawn where it is and in its color; one that is far away still shows on a pixel.
#[test]
fn particles_are_drawn_where_they_are() {
    let mut scene = basin_with_boat();
    let view = from_south(12.0, Look::Water);
    let clear = draw(&scene, &view);
    let speck = |radius_m: f32| Speck { at_m: Vec3::new(15.0, 8.0, 12.0), radius_m, color: [1.0, 0.1, 0.0] };
    scene.specks = vec![speck(1.0), Speck { at_m: Vec3::NAN, ..speck(1.0) }];
    let picture = draw(&scene, &view);
    let [r, g, b, _] = picture.pixel(SIZE[0] / 2, SIZE[1] / 2);
    assert!(r > 2 * g && r > 2 * b, "{r} {g} {b}");
    // An octahedron of 2 m, seen along an axis: a square of 2 m².
    let meter = SIZE[1] as f32 / (2.0 * 38.0 * 15f32.to_radians().tan());
    let pixels = changed(&picture, &clear, 4) as f32 / (2.0 * meter * meter);
    assert!((0.8..1.3).contains(&pixels), "{pixels}");
    scene.specks = vec![speck(1e-4)];
    assert!((1..12).contains(&changed(&draw(&scene, &view), &clear, 4)));
}
