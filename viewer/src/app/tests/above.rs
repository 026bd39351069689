//! The eye stays above water and ground, wherever mouse and keys move it.

use glam::{Vec2, Vec3};

use super::*;
use crate::app::camera::Preset;
use crate::render::bank_m;
use crate::render::camera::Camera;
use crate::scene::{Edge, Scene, View};
use crate::sim::scenario::{Scenario, shipped};

/// Pixels that are dragged, in every direction.
const DRAG: f32 = 400.0;

/// Panics where an eye is not above what lies under it.
fn is_above((view, camera): (View, Camera), scene: &Scene, of: &str) {
    let (eye_m, water) = (camera.eye_m, &scene.water);
    if camera.parallel {
        return;
    }
    let off_m = eye_m.truncate() - water.origin_m;
    let is_over = off_m.cmpge(Vec2::ZERO).all() && off_m.cmplt(water.extent_m()).all();
    let beyond = [off_m.x < 0.0, off_m.x > water.extent_m().x, off_m.y < 0.0, off_m.y > water.extent_m().y];
    let is_bank = beyond.into_iter().zip(water.edges).any(|(beyond, edge)| beyond && edge == Edge::Bank);
    let surface_m = match (is_over, is_bank) {
        (true, _) => water.drawn_at_m(eye_m.truncate(), 1.0).z,
        (_, true) => bank_m(&view, water, 0.0),
        _ => water.still_level_m,
    };
    let bed_m = water.bed_at_m(eye_m.truncate()).filter(|_| is_over).unwrap_or(surface_m);
    assert!(
        eye_m.is_finite() && eye_m.z > surface_m.max(bed_m),
        "{of}: {eye_m} under {surface_m} or {bed_m} m"
    );
    for body in &scene.bodies {
        let at_m = body.rotation.inverse() * (eye_m - body.translation_m);
        let ends = body.vertices.iter().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), corner| {
            (low.min(*corner), high.max(*corner))
        });
        let is_inside = at_m.cmpgt(ends.0).all() && at_m.cmplt(ends.1).all();
        assert!(!is_inside, "{of}: {eye_m} inside {}", body.name);
    }
}

#[test]
fn no_drag_and_no_wheel_takes_the_eye_under_the_water_of_a_shipped_scenario() {
    for name in shipped::names() {
        let mut bench = Bench::of(Engine::new(&Scenario::load(name, &[]).unwrap(), &[]).unwrap());
        let Bench { controls, snapshot, .. } = &mut bench;
        controls.size = [1280, 800];
        let (scene, size) = (&snapshot.scene, controls.size);
        for (preset, flies) in
            [(Preset::Home, false), (Preset::Overview, false), (Preset::Abeam, false), (Preset::Home, true)]
        {
            for by in [Vec2::Y, Vec2::NEG_Y, Vec2::X, Vec2::NEG_X].map(|way| DRAG * way) {
                controls.eye.go(preset, scene, controls.chosen.as_deref());
                if flies {
                    controls.eye.toggle_flight(scene, size);
                }
                let of = format!("{name} from {preset:?}, flying {flies}, by {by}");
                is_above(controls.view(snapshot), scene, &of);
                for notches in [0.0, 40.0, -80.0] {
                    controls.eye.turn(by, scene, size);
                    is_above(controls.view(snapshot), scene, &of);
                    controls.eye.zoom(notches, None, scene, size);
                    controls.eye.pan(by, scene, size);
                    is_above(controls.view(snapshot), scene, &of);
                }
            }
        }
    }
}
