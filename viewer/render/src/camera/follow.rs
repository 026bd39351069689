//! Cameras that follow a body: by its velocity, not its heading, from which it slips in a turn.

use glam::{Vec2, Vec3};

use super::projection::Camera;
use crate::scene::{BodyModel, Station, WaterSheet};

/// Vertical angle of view of [`ViewKind::Follow`](crate::scene::ViewKind::Follow), degrees.
pub const FOLLOW_FOV_DEG: f32 = 40.0;
/// Length of the body that the distances below are for, m; those of others are in proportion.
const BOAT_M: f32 = 12.7;
/// Speed, in lengths a second, above which the velocity gives the direction; below, the heading more and more.
const UNDER_WAY: f32 = 0.08;
/// Rate of turn at which the camera is as far on the inside as it goes, rad/s.
const FULL_TURN: f32 = 0.25;

/// The camera that follows a body.
pub(super) fn camera(body: &BodyModel, from: Station, water: &WaterSheet, aspect: f32) -> Camera {
    let scale = length_m(body) / BOAT_M;
    let place = body.translation_m.truncate().extend(water.still_level_m);
    let ahead = course(body, scale);
    let left = ahead.perp();
    let at = |ahead_m: f32, left_m: f32, up_m: f32| {
        place + (scale * (ahead * ahead_m + left * left_m)).extend(scale * up_m)
    };
    match from {
        Station::Astern => {
            let inside = (body.turn_rad_s / FULL_TURN).clamp(-1.0, 1.0);
            // A little to the side in any case, so that the hull is seen, not only its transom.
            Camera::look_at(at(-22.0, 4.0 + 5.5 * inside, 5.2), at(-0.5, 0.0, 0.0), FOLLOW_FOV_DEG, aspect)
        }
        Station::Abeam => Camera::look_at(at(0.0, -24.0, 6.0), at(-2.0, 0.0, 0.8), FOLLOW_FOV_DEG, aspect),
        Station::Above => Camera::map(water, place.truncate(), half_height_m(body), aspect),
    }
}

/// Half the height of a view from above a body, m.
pub fn half_height_m(body: &BodyModel) -> f32 {
    2.2 * length_m(body)
}

/// Horizontal direction in which a body goes; its heading at rest.
fn course(body: &BodyModel, scale: f32) -> Vec2 {
    let velocity = body.velocity_m_s.truncate();
    let heading = (body.rotation * Vec3::X).truncate().normalize_or(Vec2::X);
    let slow = UNDER_WAY * BOAT_M * scale;
    let blend = if velocity.is_finite() {
        velocity + heading * (slow * slow / (slow + velocity.length()))
    } else {
        heading
    };
    blend.normalize_or(heading)
}

/// Length of the box of a body's mesh along its own x, m.
fn length_m(body: &BodyModel) -> f32 {
    let ends = body
        .vertices
        .iter()
        .fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), v| (low.min(v.x), high.max(v.x)));
    let length = ends.1 - ends.0;
    if length.is_finite() { length.clamp(0.05, 1e4) } else { BOAT_M }
}

#[cfg(test)]
mod tests {

    use super::*;

    fn body(velocity_m_s: Vec3, turn_rad_s: f32) -> BodyModel {
        BodyModel {
            name: "boat".into(),
            vertices: [Vec3::X * -6.35, Vec3::X * 6.35].into(),
            translation_m: Vec3::new(40.0, 30.0, 2.0),
            velocity_m_s,
            turn_rad_s,
            color: [1.0; 3],
            ..BodyModel::default()
        }
    }

    fn eye(body: &BodyModel) -> Vec2 {
        let camera = camera(body, Station::Astern, &WaterSheet::default(), 1.5);
        camera.eye_m.truncate() - body.translation_m.truncate()
    }

    #[test]
    fn it_is_behind_where_the_body_goes_not_where_it_points() {
        let away = eye(&body(Vec3::new(0.0, 8.0, 0.0), 0.0));
        assert!(away.y < -18.0, "a body that slips to port: {away}");
        let away = eye(&body(Vec3::ZERO, 0.0));
        assert!(away.x < -20.0, "a body at rest, by its heading: {away}");
    }

    #[test]
    fn it_moves_to_the_inside_of_a_turn_without_a_jump() {
        let side = |turn| eye(&body(Vec3::X * 8.0, turn)).y;
        assert!(side(0.3) > 5.0 && side(-0.3) < 0.0, "to port and to starboard");
        assert!((side(0.001) - side(-0.001)).abs() < 0.1);
    }

    #[test]
    fn a_body_that_starts_turns_the_camera_smoothly() {
        let mut last = eye(&body(Vec3::ZERO, 0.0));
        for k in 1..=100 {
            let here = eye(&body(Vec3::new(0.0, 0.08 * k as f32, 0.0), 0.0));
            assert!(here.distance(last) < 3.0, "{k}: {here} after {last}");
            last = here;
        }
    }
}
