//! The camera that the mouse moves.

use glam::Vec3;

use crate::render::camera::{Camera, OVERVIEW_FOV_DEG, Orbit, aspect, place_of};
use crate::scene::{Scene, Station, View, ViewKind};

/// Degrees that a drag over the whole height of the window turns.
const DRAG_DEG: f32 = 180.0;
/// Distance factor of one notch of the wheel.
const NOTCH: f32 = 0.9;

/// A view that the mouse moves.
pub(crate) struct Eye {
    base: View,
    orbit: Orbit,
    fov_deg: f32,
    is_top: bool,
    /// The body to follow, and whether to.
    body: Option<String>,
    follows: bool,
}

impl Eye {
    /// Starts with `view` of `scene`; `body` is the one that [`Eye::toggle_follow`] follows.
    pub(crate) fn new(view: View, scene: &Scene, body: Option<String>) -> Self {
        let framing = Orbit::framing(&scene.water, aspect(view.size));
        let (orbit, fov_deg, followed) = match &view.kind {
            ViewKind::Perspective { eye_m, target_m, fov_deg, follow } => {
                (Orbit::between(*eye_m, *target_m), *fov_deg, follow.clone())
            }
            ViewKind::Follow { body, .. } => (behind(scene, body), OVERVIEW_FOV_DEG, Some(body.clone())),
            ViewKind::Top | ViewKind::Overview => (framing, OVERVIEW_FOV_DEG, None),
        };
        let is_top = matches!(view.kind, ViewKind::Top | ViewKind::Follow { from: Station::Above, .. });
        let follows = followed.is_some();
        Self { base: view, orbit, fov_deg, is_top, body: followed.or(body), follows }
    }

    /// The view for a window of a size.
    pub(crate) fn view(&self, size: [u32; 2]) -> View {
        let kind = if self.is_top {
            ViewKind::Top
        } else {
            ViewKind::Perspective {
                eye_m: self.orbit.target_m + self.orbit.offset_m(),
                target_m: self.orbit.target_m,
                fov_deg: self.fov_deg,
                follow: self.body.clone().filter(|_| self.follows),
            }
        };
        View { kind, size, ..self.base.clone() }
    }

    pub(crate) fn toggle_top(&mut self) {
        self.is_top = !self.is_top;
    }

    /// Follows the body or stays, without a jump of the picture.
    pub(crate) fn toggle_follow(&mut self, scene: &Scene) {
        let Some(place) = self.body.as_deref().and_then(|name| place_of(scene, name)) else { return };
        self.follows = !self.follows;
        if self.follows {
            self.orbit.target_m = Vec3::ZERO;
        } else {
            self.orbit.target_m += place;
        }
    }

    /// Turns by a drag, in fractions of the window's height.
    pub(crate) fn drag(&mut self, right: f32, down: f32) {
        self.orbit.turn(-right * DRAG_DEG, down * DRAG_DEG);
    }

    /// Zooms by notches of the wheel, positive away from the user.
    pub(crate) fn wheel(&mut self, notches: f32) {
        self.orbit.zoom(NOTCH.powf(notches));
    }
}

/// The orbit of a camera behind a body, relative to the body's place.
fn behind(scene: &Scene, body: &str) -> Orbit {
    let kind = ViewKind::Follow { body: body.into(), from: Station::Astern };
    let camera = Camera::of(&View { kind, ..View::default() }, scene);
    let place = place_of(scene, body).unwrap_or(Vec3::ZERO);
    Orbit::between(camera.eye_m - place, camera.target_m - place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(view: &View) -> (Vec3, Vec3) {
        match &view.kind {
            ViewKind::Perspective { eye_m, target_m, .. } => (*eye_m, *target_m),
            kind => panic!("{kind:?}"),
        }
    }

    fn eye() -> Eye {
        let kind = ViewKind::Perspective {
            eye_m: Vec3::new(10.0, -30.0, 20.0),
            target_m: Vec3::new(10.0, 5.0, 1.0),
            fov_deg: 40.0,
            follow: None,
        };
        Eye::new(View { kind, ..View::default() }, &Scene::default(), None)
    }

    #[test]
    fn it_begins_where_the_view_is() {
        let (at, target) = parts(&eye().view([800, 600]));
        assert!(at.distance(Vec3::new(10.0, -30.0, 20.0)) < 1e-3 && target == Vec3::new(10.0, 5.0, 1.0));
    }

    #[test]
    fn dragging_right_turns_the_world_right_and_keeps_the_distance() {
        let mut eye = eye();
        let (before, target) = parts(&eye.view([800, 600]));
        eye.drag(0.1, 0.0);
        let (after, _) = parts(&eye.view([800, 600]));
        assert!(after.x < before.x, "the eye goes left, so the near side goes right");
        assert!((after.distance(target) - before.distance(target)).abs() < 1e-3);
    }

    #[test]
    fn the_wheel_zooms_and_top_comes_and_goes() {
        let mut eye = eye();
        let far = parts(&eye.view([8, 6])).0.distance(parts(&eye.view([8, 6])).1);
        eye.wheel(2.0);
        let near = parts(&eye.view([8, 6])).0.distance(parts(&eye.view([8, 6])).1);
        assert!((near / far - 0.81).abs() < 1e-3);
        eye.toggle_top();
        assert_eq!(eye.view([8, 6]).kind, ViewKind::Top);
    }
}
