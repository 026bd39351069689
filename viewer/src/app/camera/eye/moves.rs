//! Moves of the eye: turning, moving, zooming, following.

use glam::{Vec2, Vec3};

use super::{Eye, Place};
use crate::render::camera::{
    Camera, FOLLOW_FOV_DEG, OVERVIEW_FOV_DEG, Orbit, aspect, fitted_fov_deg, given_fov_deg, half_height_m,
    place_of,
};
use crate::scene::{Scene, Station, View, ViewKind};

/// Degrees that a drag over the whole height of the picture turns.
const DRAG_DEG: f32 = 180.0;
/// Distance factor of one notch of the wheel.
const NOTCH: f32 = 0.9;

impl Eye {
    /// Looks down from above, or in perspective again, at the same point.
    pub(crate) fn toggle_top(&mut self, scene: &Scene) {
        self.land(scene);
        self.leave_station(scene, self.base.size);
        self.place = match self.place {
            Place::Overview | Place::Station(_) | Place::Flight(_) => Place::Top,
            Place::Top => Place::Overview,
            Place::Orbit(orbit, fov_deg) => Place::Map {
                center_m: orbit.target_m.truncate(),
                half_height_m: orbit.distance_m * (0.5 * fov_deg.to_radians()).tan(),
            },
            Place::Map { center_m, half_height_m } => {
                let z_m = if self.follows.is_some() { 0.0 } else { scene.water.still_level_m };
                let orbit = Orbit {
                    target_m: center_m.extend(z_m),
                    distance_m: half_height_m / (0.5 * OVERVIEW_FOV_DEG.to_radians()).tan(),
                    azimuth_deg: -102.0,
                    elevation_deg: 33.0,
                };
                Place::Orbit(orbit, OVERVIEW_FOV_DEG)
            }
        };
    }

    /// Follows a body, which comes to the middle, or stays, without a jump of the picture.
    pub(crate) fn toggle_follow(&mut self, scene: &Scene, body: Option<&str>, size: [u32; 2]) {
        self.land(scene);
        self.leave_station(scene, size);
        let followed = self.follows.take();
        if let Some(at_m) = followed.as_deref().and_then(|name| place_of(scene, name)) {
            self.shift(at_m);
            return;
        }
        let Some(name) = body.filter(|name| place_of(scene, name).is_some()) else { return };
        self.set_free(scene, size);
        self.follows = Some(name.to_owned());
        // The body in the middle, seen from where the camera looked at the water.
        match &mut self.place {
            Place::Orbit(orbit, _) => orbit.target_m = Vec3::ZERO,
            Place::Map { center_m, .. } => *center_m = Vec2::ZERO,
            Place::Overview | Place::Top | Place::Station(_) | Place::Flight(_) => {}
        }
    }

    fn shift(&mut self, by_m: Vec3) {
        match &mut self.place {
            Place::Orbit(orbit, _) => orbit.target_m += by_m,
            Place::Map { center_m, .. } => *center_m += by_m.truncate(),
            Place::Overview | Place::Top | Place::Station(_) | Place::Flight(_) => {}
        }
    }

    /// Keeps the place beside the body that is followed, however that turns from now on.
    fn leave_station(&mut self, scene: &Scene, size: [u32; 2]) {
        let Place::Station(from) = self.place else { return };
        let found =
            self.follows.as_ref().and_then(|name| scene.bodies.iter().find(|body| body.name == *name));
        let Some(body) = found else { return };
        if from == Station::Above {
            self.place = Place::Map { center_m: Vec2::ZERO, half_height_m: half_height_m(body) };
            return;
        }
        let kind = ViewKind::Follow { body: body.name.clone(), from };
        let camera = Camera::of(&View { kind, size, ..self.base.clone() }, scene);
        let at_m = body.translation_m.truncate().extend(scene.water.still_level_m);
        let orbit = Orbit::between(camera.eye_m - at_m, camera.target_m - at_m);
        self.place = Place::Orbit(orbit, given_fov_deg(FOLLOW_FOV_DEG, aspect(size)));
    }

    /// Lets a view of the whole water, or one that goes with a body, be moved.
    fn set_free(&mut self, scene: &Scene, size: [u32; 2]) {
        self.leave_station(scene, size);
        self.place = match self.place {
            Place::Overview => {
                let orbit = Orbit::framing(&scene.water, &View { size, ..self.base.clone() });
                Place::Orbit(orbit, given_fov_deg(OVERVIEW_FOV_DEG, aspect(size)))
            }
            Place::Top => {
                let (center_m, half_height_m) = Camera::framing_from_above(&scene.water, size);
                Place::Map { center_m, half_height_m }
            }
            place => place,
        };
    }

    /// Turns by a drag over a picture of a size, in pixels; from above it moves.
    pub(crate) fn turn(&mut self, by: Vec2, scene: &Scene, size: [u32; 2]) {
        self.set_free(scene, size);
        let by_heights = by / size[1].max(1) as f32;
        match &mut self.place {
            Place::Orbit(orbit, _) => orbit.turn(-by_heights.x * DRAG_DEG, by_heights.y * DRAG_DEG),
            Place::Flight(flight) => flight.drag(by_heights),
            _ => self.pan(by, scene, size),
        }
    }

    /// Moves the picture with a drag over it, in pixels.
    pub(crate) fn pan(&mut self, by: Vec2, scene: &Scene, size: [u32; 2]) {
        self.set_free(scene, size);
        let by_heights = by / size[1].max(1) as f32;
        match &mut self.place {
            Place::Orbit(orbit, fov_deg) => {
                let fov_deg = fitted_fov_deg(*fov_deg, aspect(size));
                let height_m = 2.0 * orbit.distance_m * (0.5 * fov_deg.to_radians()).tan();
                let ahead = -orbit.offset_m().truncate().normalize_or(Vec2::Y);
                let right = -ahead.perp();
                let by_m = -right * by_heights.x + ahead * by_heights.y;
                orbit.target_m += (by_m * height_m).extend(0.0);
            }
            Place::Map { center_m, half_height_m } => {
                *center_m += 2.0 * *half_height_m * by_heights * Vec2::new(-1.0, 1.0);
            }
            Place::Flight(flight) => {
                flight.go(Vec3::new(-by_heights.x, 0.0, by_heights.y), &scene.water);
            }
            Place::Overview | Place::Top | Place::Station(_) => {}
        }
    }

    /// Zooms by notches of the wheel, positive away from the user; from above about a point of the picture, in pixels.
    pub(crate) fn zoom(&mut self, notches: f32, at: Option<Vec2>, scene: &Scene, size: [u32; 2]) {
        self.set_free(scene, size);
        let factor = NOTCH.powf(notches);
        match &mut self.place {
            Place::Orbit(orbit, _) => orbit.zoom(factor),
            Place::Map { center_m, half_height_m } => {
                let before_m = *half_height_m;
                *half_height_m = (before_m * factor).clamp(0.05, 1e5);
                let [width, height] = size.map(|n| n.max(1) as f32);
                let off = at.map_or(Vec2::ZERO, |at| at - 0.5 * Vec2::new(width, height));
                *center_m += (before_m - *half_height_m) * 2.0 / height * off * Vec2::new(1.0, -1.0);
            }
            Place::Flight(flight) => flight.go(Vec3::Y * (1.0 - factor), &scene.water),
            Place::Overview | Place::Top | Place::Station(_) => {}
        }
    }
}
