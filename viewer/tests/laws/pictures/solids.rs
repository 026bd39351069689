//! Solids drawn on the CPU.

use glam::{Quat, Vec3};
use viewer::render::color::{from_srgb, to_srgb};
use viewer::render::{Backend, Notes, Picture, Renderer};
use viewer::scene::{BodyModel, Scene, View, ViewKind};

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
