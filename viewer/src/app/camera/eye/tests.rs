use glam::{Quat, Vec3};

use super::*;
use crate::render::camera::Camera;
use crate::scene::{BodyModel, Look, WaterSheet};

const SIZE: [u32; 2] = [800, 600];

fn scene() -> Scene {
    let water = WaterSheet { nx: 40, ny: 20, cell_size_m: 0.5, still_level_m: 2.0, ..Default::default() };
    let boat = BodyModel {
        name: "boat".into(),
        vertices: [Vec3::X, Vec3::Y].into(),
        rotation: Quat::from_rotation_z(0.5),
        translation_m: Vec3::new(12.0, 6.0, 2.2),
        color: [1.0; 3],
        ..BodyModel::default()
    };
    Scene { water, bodies: vec![boat], ..Default::default() }
}

fn eye(kind: ViewKind) -> Eye {
    Eye::new(View { kind, ..View::default() })
}

fn chase() -> ViewKind {
    ViewKind::Perspective {
        eye_m: Vec3::new(10.0, -30.0, 20.0),
        target_m: Vec3::new(10.0, 5.0, 1.0),
        fov_deg: 40.0,
        follow: None,
    }
}

fn camera(eye: &Eye, scene: &Scene) -> Camera {
    Camera::of(&eye.view(SIZE), scene)
}

fn pixel(eye: &Eye, scene: &Scene, at_m: Vec3) -> Vec2 {
    camera(eye, scene).project(at_m, SIZE).unwrap()
}

#[test]
fn it_begins_where_the_view_is_and_comes_home_from_anywhere() {
    let scene = scene();
    for kind in [chase(), ViewKind::Overview, ViewKind::Top] {
        let mut eye = eye(kind);
        let before = eye.view(SIZE);
        let same = |a: &Eye| {
            let [a, b] = [&a.view(SIZE), &before].map(|view| Camera::of(view, &scene).view_projection);
            a.abs_diff_eq(b, 1e-3)
        };
        assert!(same(&eye));
        eye.turn(Vec2::new(50.0, 20.0), &scene, SIZE);
        eye.pan(Vec2::new(-300.0, 400.0), &scene, SIZE);
        eye.zoom(-7.0, None, &scene, SIZE);
        eye.toggle_follow(&scene, Some("boat"), SIZE);
        assert!(!same(&eye));
        eye.go(Preset::Home, &scene, None);
        assert!(same(&eye), "{before:?}");
    }
}

#[test]
fn a_drag_turns_the_near_side_with_it_and_from_above_moves_the_water() {
    let scene = scene();
    let mut orbit = eye(chase());
    let near_m = Vec3::new(10.0, 0.5, 2.0);
    let before = pixel(&orbit, &scene, near_m);
    orbit.turn(Vec2::new(40.0, 0.0), &scene, SIZE);
    assert!(pixel(&orbit, &scene, near_m).x > before.x);
    for mut eye in [eye(ViewKind::Top), eye(ViewKind::Overview)] {
        let at_m = Vec3::new(10.0, 5.0, 2.0);
        let (before, by) = (pixel(&eye, &scene, at_m), Vec2::new(40.0, -30.0));
        eye.pan(by, &scene, SIZE);
        let after = pixel(&eye, &scene, at_m);
        if eye.is_from_above() {
            assert!(after.distance(before + by) < 0.1, "{before} {after}");
        } else {
            assert!(after.x > before.x && after.y < before.y, "{before} {after}");
        }
    }
}

#[test]
fn the_wheel_zooms_about_the_pointer_from_above() {
    let (scene, at_m) = (scene(), Vec3::new(4.0, 8.0, 2.0));
    let mut eye = eye(ViewKind::Top);
    let before = pixel(&eye, &scene, at_m);
    let scale = camera(&eye, &scene).pixels_per_meter(SIZE);
    eye.zoom(3.0, Some(before), &scene, SIZE);
    assert!(pixel(&eye, &scene, at_m).distance(before) < 0.1);
    let nearer = camera(&eye, &scene).pixels_per_meter(SIZE) / scale;
    assert!((nearer - 0.9f32.powi(-3)).abs() < 1e-3, "{nearer}");
}

#[test]
fn a_followed_body_is_in_the_middle_and_letting_go_does_not_jump() {
    let scene = scene();
    let boat_m = Vec3::new(12.0, 6.0, 2.0);
    for kind in [chase(), ViewKind::Overview, ViewKind::Top] {
        let mut eye = eye(kind);
        eye.toggle_follow(&scene, Some("boat"), SIZE);
        assert_eq!(eye.follows(), Some("boat"));
        assert!(pixel(&eye, &scene, boat_m).distance(Vec2::new(400.0, 300.0)) < 0.5);
        let before = pixel(&eye, &scene, Vec3::new(9.0, 7.0, 2.0));
        eye.toggle_follow(&scene, Some("boat"), SIZE);
        assert_eq!(eye.follows(), None);
        assert!(pixel(&eye, &scene, Vec3::new(9.0, 7.0, 2.0)).distance(before) < 0.1);
    }
}

#[test]
fn presets_beside_a_body_see_it_from_there_and_need_one() {
    let scene = scene();
    let bow_m = Vec3::new(12.0, 6.0, 2.0) + Quat::from_rotation_z(0.5) * Vec3::X;
    for (preset, is_ahead) in [(Preset::Astern, true), (Preset::Abeam, false)] {
        let mut eye = eye(ViewKind::Top);
        eye.go(preset, &scene, None);
        assert!(eye.is_from_above());
        eye.go(preset, &scene, Some("boat"));
        let [bow, middle] = [bow_m, Vec3::new(12.0, 6.0, 2.0)].map(|at_m| pixel(&eye, &scene, at_m));
        // The camera looks ahead of the body, which stays near the middle.
        assert!(middle.distance(Vec2::new(400.0, 300.0)) < 150.0, "{preset:?}: {middle}");
        // Over the stern the bow is further away, so higher up; from starboard it is to the right.
        assert!(if is_ahead { bow.y < middle.y } else { bow.x > middle.x + 20.0 }, "{preset:?}: {bow}");
        let before = pixel(&eye, &scene, bow_m);
        eye.turn(Vec2::ZERO, &scene, SIZE);
        assert!(pixel(&eye, &scene, bow_m).distance(before) < 0.5, "a first touch does not move the picture");
    }
}

#[test]
fn above_and_back_looks_at_the_same_point() {
    let scene = scene();
    let mut eye = eye(chase());
    eye.toggle_top(&scene);
    assert!(eye.is_from_above());
    assert!(pixel(&eye, &scene, Vec3::new(10.0, 5.0, 2.0)).distance(Vec2::new(400.0, 300.0)) < 0.5);
    eye.toggle_top(&scene);
    assert!(!eye.is_from_above());
    assert!(pixel(&eye, &scene, Vec3::new(10.0, 5.0, 2.0)).distance(Vec2::new(400.0, 300.0)) < 0.5);
}

#[test]
fn flying_begins_where_the_eye_is_and_ends_where_it_looks() {
    let scene = scene();
    for kind in [chase(), ViewKind::Overview] {
        let mut eye = eye(kind);
        let near = |eye: &Eye, what: &str, before: Camera| {
            let now = camera(eye, &scene);
            let apart_m = now.eye_m.distance(before.eye_m);
            assert!(apart_m < 1e-3 && now.forward.distance(before.forward) < 1e-3, "{what}: {apart_m} m");
        };
        let start = camera(&eye, &scene);
        eye.toggle_flight(&scene, SIZE);
        assert!(eye.is_flying());
        near(&eye, "no jump to fly", start);
        eye.fly(Vec3::new(1.0, 0.5, 0.3), Vec2::new(-8.0, 2.0), &scene);
        let flown = camera(&eye, &scene);
        eye.toggle_flight(&scene, SIZE);
        assert!(!eye.is_flying());
        near(&eye, "nor to land", flown);
        // The point that it turns about lies on the water.
        assert!((camera(&eye, &scene).target_m.z - 2.0).abs() < 1e-3);
    }
}

#[test]
fn it_flies_where_it_looks_turns_on_the_spot_and_stays_above_the_water() {
    let scene = scene();
    let mut eye = eye(chase());
    eye.toggle_flight(&scene, SIZE);
    let before = camera(&eye, &scene);
    eye.fly(Vec3::Y * 0.2, Vec2::ZERO, &scene);
    let ahead = camera(&eye, &scene);
    let way = ahead.eye_m - before.eye_m;
    assert!(way.normalize().distance(before.forward) < 1e-3 && way.length() > 1.0, "{way}");
    eye.fly(Vec3::X * 0.2, Vec2::ZERO, &scene);
    let aside = camera(&eye, &scene).eye_m - ahead.eye_m;
    let right = ahead.forward.cross(Vec3::Z).normalize();
    assert!(aside.normalize().distance(right) < 1e-3, "{aside}");
    let before = camera(&eye, &scene);
    eye.fly(Vec3::ZERO, Vec2::new(90.0, 0.0), &scene);
    let turned = camera(&eye, &scene);
    assert!(turned.eye_m.distance(before.eye_m) < 1e-4);
    let angle_deg = before.forward.truncate().angle_to(turned.forward.truncate()).to_degrees();
    assert!((angle_deg + 90.0).abs() < 0.1, "to the right: {angle_deg}");
    for _ in 0..400 {
        eye.fly(Vec3::Y + Vec3::NEG_Z, Vec2::new(0.0, -3.0), &scene);
    }
    let low = camera(&eye, &scene);
    assert!(low.eye_m.z > 2.0 && low.eye_m.z < 2.5 && low.forward.z > -1.0, "{low:?}");
    assert!(low.eye_m.is_finite() && low.eye_m.distance(scene.water.center_m()) < 500.0, "{low:?}");
    // A followed body, and the view from above, are one key away.
    eye.toggle_follow(&scene, Some("boat"), SIZE);
    assert!(!eye.is_flying() && eye.follows() == Some("boat"));
    eye.toggle_flight(&scene, SIZE);
    assert!(eye.is_flying() && eye.follows().is_none());
    eye.toggle_top(&scene);
    assert!(eye.is_from_above());
}

#[test]
fn the_science_view_is_from_above_and_gives_the_view_back() {
    let scene = scene();
    let follow = ViewKind::Follow { body: "boat".into(), from: Station::Astern };
    for (kind, above) in [
        (follow, ViewKind::Follow { body: "boat".into(), from: Station::Above }),
        (chase(), ViewKind::Top),
        (ViewKind::Overview, ViewKind::Top),
    ] {
        let mut eye = eye(kind);
        let before = eye.view(SIZE);
        eye.toggle_science();
        assert_eq!((eye.base().look, eye.view(SIZE).kind), (Look::Science, above));
        // Moved, it is still from above.
        eye.pan(Vec2::new(30.0, 40.0), &scene, SIZE);
        eye.toggle_science();
        assert_eq!(eye.view(SIZE), before);
        // Who has gone elsewhere stays there.
        eye.toggle_science();
        eye.go(Preset::Abeam, &scene, Some("boat"));
        eye.toggle_science();
        assert!(matches!(eye.view(SIZE).kind, ViewKind::Follow { from: Station::Abeam, .. }));
    }
}
