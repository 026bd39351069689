//! What is seen in the water of bodies that float on it: their mirror images, the line where it meets them, the sky that they hide.

use glam::Vec3;
use viewer::render::{Backend, Picture, Renderer};
use viewer::scene::{BodyModel, Edge, Look, Scene, View, ViewKind, WaterSheet};

use super::scenes::block;

const SIZE: [u32; 2] = [960, 540];

/// A picture of level water, 40 × 30 m and 3 m deep, with some bodies.
fn drawn(bodies: Vec<BodyModel>, kind: ViewKind) -> Picture {
    let water = WaterSheet {
        nx: 80,
        ny: 60,
        cell_size_m: 0.5,
        level_m: vec![0.0; 4800],
        bed_m: vec![-3.0; 4800],
        edges: [Edge::Bank; 4],
        ..WaterSheet::default()
    };
    let view = View { kind, size: SIZE, look: Look::Water, ..View::default() };
    let mut renderer = Renderer::new(Backend::Cpu).unwrap().overlay(false);
    renderer.draw(&Scene { water, bodies, ..Scene::default() }, &view)
}

/// Largest difference that a bar at some height makes to the water before it, and the sum of all, in steps of a byte.
fn mirrored(height_m: f32) -> [f64; 2] {
    let target_m = Vec3::new(20.0, 18.0, 0.0);
    let eye_m = target_m + Vec3::new(0.0, -16.0, 3.2);
    let kind = ViewKind::Perspective { eye_m, target_m, fov_deg: 40.0, follow: None };
    let bar = block(target_m.with_z(height_m), Vec3::new(6.0, 0.1, 0.16));
    let [with, without] = [vec![bar], Vec::new()].map(|bodies| drawn(bodies, kind.clone()));
    let (mut most, mut sum) = (0.0_f64, 0.0);
    for y in SIZE[1] / 2 + 1..SIZE[1] {
        let [a, b] = [&with, &without].map(|picture| picture.pixel(SIZE[0] / 2, y).map(f64::from));
        let apart = (0..3).map(|c| (a[c] - b[c]).abs()).sum::<f64>();
        (most, sum) = (most.max(apart), sum + apart);
    }
    [most, sum]
}

/// Ripples too fine to be seen turn the rays that water mirrors: of what is high above it there is a glimmer, not a strip that floats on
/// the water apart from what it belongs to.
#[test]
fn what_is_high_over_the_water_leaves_no_loose_strip_in_it() {
    let ([near, _], [far, all]) = (mirrored(0.12), mirrored(2.0));
    assert!(near > 30.0, "the image of what is near is sharp: {near}");
    assert!(far < 0.4 * near, "{far} of {near}");
    assert!(all > 2.0 * far, "but it is not gone: {all}");
}

#[test]
fn a_hull_meets_the_water_in_a_bright_line_and_hides_some_of_its_sky() {
    let hull = block(Vec3::new(20.0, 15.0, 0.1), Vec3::new(10.0, 4.0, 1.0));
    let picture = drawn(vec![hull], ViewKind::Top);
    let empty = drawn(Vec::new(), ViewKind::Top);
    // To the south, whence the sun shines, the hull ends 2 m from the middle; a meter is 15 pixels.
    let row = |south_m: f64| SIZE[1] / 2 + (south_m * 15.0).round() as u32;
    let light = |picture: &Picture, y: u32| {
        picture.pixel(SIZE[0] / 2, y)[..3].iter().map(|c| i32::from(*c)).sum::<i32>()
    };
    let change = |y: u32| light(&picture, y) - light(&empty, y);
    let line = (row(2.0)..row(2.3)).map(change).max().unwrap();
    let [beside, away] = [row(2.6), row(8.0)].map(change);
    assert!(line > beside + 30, "a line: {line} beside {beside}");
    assert!((-90..=-6).contains(&beside), "darker beside it: {beside}");
    assert!(away.abs() <= 1, "and not far from it: {away}");
}
