//! The camera that mouse and keys move.

use glam::{Vec2, Vec3};

use super::preset::Preset;
use crate::render::camera::{
    Camera, FOLLOW_FOV_DEG, OVERVIEW_FOV_DEG, Orbit, aspect, half_height_m, place_of,
};
use crate::scene::{Scene, Station, View, ViewKind};

/// Degrees that a drag over the whole height of the picture turns.
const DRAG_DEG: f32 = 180.0;
/// Distance factor of one notch of the wheel.
const NOTCH: f32 = 0.9;

/// Where the camera is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// Over the whole water, however large the picture is.
    Overview,
    /// Straight above it.
    Top,
    /// On a sphere, with an angle of view in degrees.
    Orbit(Orbit, f32),
    /// Station by the velocity of the body that is followed.
    Station(Station),
    /// Straight above a point.
    Map { center_m: Vec2, half_height_m: f32 },
}

/// A view that mouse and keys move.
#[derive(Clone, Debug)]
pub(crate) struct Eye {
    /// The view of the scenario.
    base: View,
    place: Place,
    /// The body that the place is relative to.
    follows: Option<String>,
}

impl Eye {
    /// Starts with the view of a scenario.
    pub(crate) fn new(base: View) -> Self {
        let (place, follows) = match &base.kind {
            ViewKind::Top => (Place::Top, None),
            ViewKind::Overview => (Place::Overview, None),
            ViewKind::Perspective { eye_m, target_m, fov_deg, follow } => {
                (Place::Orbit(Orbit::between(*eye_m, *target_m), *fov_deg), follow.clone())
            }
            ViewKind::Map { center_m, half_height_m, follow } => {
                (Place::Map { center_m: *center_m, half_height_m: *half_height_m }, follow.clone())
            }
            ViewKind::Follow { body, from } => (Place::Station(*from), Some(body.clone())),
        };
        Self { base, place, follows }
    }

    /// The view for a picture of a size.
    pub(crate) fn view(&self, size: [u32; 2]) -> View {
        let follow = self.follows.clone();
        let kind = match self.place {
            Place::Overview => ViewKind::Overview,
            Place::Top => ViewKind::Top,
            Place::Orbit(orbit, fov_deg) => ViewKind::Perspective {
                eye_m: orbit.target_m + orbit.offset_m(),
                target_m: orbit.target_m,
                fov_deg,
                follow,
            },
            Place::Map { center_m, half_height_m } => ViewKind::Map { center_m, half_height_m, follow },
            Place::Station(from) => match follow {
                Some(body) => ViewKind::Follow { body, from },
                None => ViewKind::Overview,
            },
        };
        View { kind, size, ..self.base.clone() }
    }

    /// The rest of the view: scale of heights, colors.
    pub(crate) fn base_mut(&mut self) -> &mut View {
        &mut self.base
    }

    /// The same, to be read.
    pub(crate) fn base(&self) -> &View {
        &self.base
    }

    /// The body that it follows.
    pub(crate) fn follows(&self) -> Option<&str> {
        self.follows.as_deref()
    }

    /// Whether it looks straight down.
    pub(crate) fn is_from_above(&self) -> bool {
        matches!(self.place, Place::Top | Place::Map { .. } | Place::Station(Station::Above))
    }

    /// Goes to a preset; those of a body do nothing if there is none.
    pub(crate) fn go(&mut self, preset: Preset, scene: &Scene, body: Option<&str>) {
        let found = body.and_then(|name| scene.bodies.iter().find(|body| body.name == name));
        match (preset, found) {
            (Preset::Home, _) => *self = Self::new(self.base.clone()),
            (Preset::Overview, _) => (self.place, self.follows) = (Place::Overview, None),
            (Preset::Top, _) => (self.place, self.follows) = (Place::Top, None),
            (Preset::Astern | Preset::Abeam, Some(body)) => {
                let from = if preset == Preset::Astern { Station::Astern } else { Station::Abeam };
                self.place = Place::Station(from);
                self.follows = Some(body.name.clone());
            }
            (Preset::Astern | Preset::Abeam, None) => {}
        }
    }

    /// Looks down from above, or in perspective again, at the same point.
    pub(crate) fn toggle_top(&mut self, scene: &Scene) {
        self.leave_station(scene);
        self.place = match self.place {
            Place::Station(_) => Place::Top,
            Place::Overview => Place::Top,
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
        self.leave_station(scene);
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
            Place::Overview | Place::Top | Place::Station(_) => {}
        }
    }

    fn shift(&mut self, by_m: Vec3) {
        match &mut self.place {
            Place::Orbit(orbit, _) => orbit.target_m += by_m,
            Place::Map { center_m, .. } => *center_m += by_m.truncate(),
            Place::Overview | Place::Top | Place::Station(_) => {}
        }
    }

    /// Keeps the place beside the body that is followed, however that turns from now on.
    fn leave_station(&mut self, scene: &Scene) {
        let Place::Station(from) = self.place else { return };
        let found =
            self.follows.as_ref().and_then(|name| scene.bodies.iter().find(|body| body.name == *name));
        let Some(body) = found else { return };
        if from == Station::Above {
            self.place = Place::Map { center_m: Vec2::ZERO, half_height_m: half_height_m(body) };
            return;
        }
        let kind = ViewKind::Follow { body: body.name.clone(), from };
        let camera = Camera::of(&View { kind, ..self.base.clone() }, scene);
        let at_m = body.translation_m.truncate().extend(scene.water.still_level_m);
        self.place =
            Place::Orbit(Orbit::between(camera.eye_m - at_m, camera.target_m - at_m), FOLLOW_FOV_DEG);
    }

    /// Lets a view of the whole water, or one that goes with a body, be moved.
    fn set_free(&mut self, scene: &Scene, size: [u32; 2]) {
        self.leave_station(scene);
        self.place = match self.place {
            Place::Overview => Place::Orbit(Orbit::framing(&scene.water, aspect(size)), OVERVIEW_FOV_DEG),
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
            _ => self.pan(by, scene, size),
        }
    }

    /// Moves the picture with a drag over it, in pixels.
    pub(crate) fn pan(&mut self, by: Vec2, scene: &Scene, size: [u32; 2]) {
        self.set_free(scene, size);
        let by_heights = by / size[1].max(1) as f32;
        match &mut self.place {
            Place::Orbit(orbit, fov_deg) => {
                let height_m = 2.0 * orbit.distance_m * (0.5 * fov_deg.to_radians()).tan();
                let ahead = -orbit.offset_m().truncate().normalize_or(Vec2::Y);
                let right = -ahead.perp();
                let by_m = -right * by_heights.x + ahead * by_heights.y;
                orbit.target_m += (by_m * height_m).extend(0.0);
            }
            Place::Map { center_m, half_height_m } => {
                *center_m += 2.0 * *half_height_m * by_heights * Vec2::new(-1.0, 1.0);
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
            Place::Overview | Place::Top | Place::Station(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::Quat;

    use super::*;
    use crate::scene::{BodyModel, WaterSheet};

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
        assert!((nearer - NOTCH.powi(-3)).abs() < 1e-3, "{nearer}");
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
            assert!(
                pixel(&eye, &scene, bow_m).distance(before) < 0.5,
                "a first touch does not move the picture"
            );
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
}
