//! Cameras: from world coordinates to those of the picture.

mod follow;
mod orbit;
mod projection;

use glam::Vec3;

use crate::scene::{Scene, View, ViewKind};
pub use follow::{FOLLOW_FOV_DEG, half_height_m};
pub use orbit::{OVERVIEW_FOV_DEG, Orbit};
pub use projection::{Camera, aspect, fitted_fov_deg, given_fov_deg};

impl Camera {
    /// The camera of a view.
    pub fn of(view: &View, scene: &Scene) -> Self {
        let aspect = aspect(view.size);
        match &view.kind {
            ViewKind::Top => Self::top(&scene.water, view.size),
            ViewKind::Map { center_m, half_height_m, follow } => {
                let place = follow.as_deref().and_then(|name| place_of(scene, name)).unwrap_or(Vec3::ZERO);
                Self::map(&scene.water, place.truncate() + *center_m, *half_height_m, aspect)
            }
            ViewKind::Overview => Orbit::framing(&scene.water, view).camera(OVERVIEW_FOV_DEG, aspect),
            ViewKind::Perspective { eye_m, target_m, fov_deg, follow } => {
                let place = follow.as_deref().and_then(|name| place_of(scene, name)).unwrap_or(Vec3::ZERO);
                Self::look_at(place + *eye_m, place + *target_m, *fov_deg, aspect)
            }
            ViewKind::Follow { body, from } => match scene.bodies.iter().find(|model| model.name == *body) {
                Some(model) => follow::camera(model, *from, &scene.water, aspect),
                None => Orbit::framing(&scene.water, view).camera(OVERVIEW_FOV_DEG, aspect),
            },
        }
    }
}

/// Position of the body called `name`, on the still level, m.
pub fn place_of(scene: &Scene, name: &str) -> Option<Vec3> {
    let body = scene.bodies.iter().find(|body| body.name == name)?;
    Some(body.translation_m.truncate().extend(scene.water.still_level_m))
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::scene::{Look, WaterSheet};

    const SIZE: [u32; 2] = [960, 540];

    fn sheet() -> WaterSheet {
        WaterSheet { nx: 40, ny: 20, cell_size_m: 0.5, origin_m: Vec2::new(-3.0, 7.0), ..Default::default() }
    }

    #[test]
    fn both_whole_views_hold_the_whole_sheet() {
        let sheet = sheet();
        let scene = Scene { water: sheet.clone(), ..Default::default() };
        for kind in [ViewKind::Top, ViewKind::Overview] {
            let camera = Camera::of(&View { kind, ..Default::default() }, &scene);
            let mut widest = 0f32;
            for corner in [Vec2::ZERO, Vec2::X, Vec2::Y, Vec2::ONE] {
                let at =
                    camera.project((sheet.origin_m + corner * sheet.extent_m()).extend(0.0), SIZE).unwrap();
                assert!(at.cmpge(Vec2::ZERO).all() && at.cmple(Vec2::new(960.0, 540.0)).all(), "{at}");
                widest = widest.max((at.x - 480.0).abs() / 480.0).max((at.y - 270.0).abs() / 270.0);
            }
            assert!(widest > 0.75, "the sheet fills only {widest} of the picture");
        }
    }

    /// In a narrow picture the legend takes a greater part, which the sheet leaves to it.
    #[test]
    fn an_overview_leaves_the_legend_its_place() {
        let scene = Scene { water: sheet(), ..Default::default() };
        for size in [[960, 540], [560, 600], [430, 330]] {
            let view = View { size, look: Look::Slab, ..Default::default() };
            let camera = Camera::of(&view, &scene);
            let (water, width) = (&scene.water, size[0] as f32);
            let right = [Vec2::X, Vec2::ONE].map(|corner| {
                camera.project((water.origin_m + corner * water.extent_m()).extend(0.0), size).unwrap().x
            });
            let legend = width * (1.0 - crate::overlay::legend_fraction(size).min(0.4));
            assert!(right.iter().all(|x| *x < legend + 0.01 * width), "{right:?} of {width}, {legend}");
        }
    }

    #[test]
    fn a_followed_body_stays_in_the_middle() {
        let body = crate::scene::BodyModel {
            name: "boat".into(),
            translation_m: Vec3::new(4.0, 5.0, 0.3),
            color: [1.0; 3],
            ..Default::default()
        };
        let scene = Scene { water: sheet(), bodies: vec![body], ..Default::default() };
        let kind = ViewKind::Perspective {
            eye_m: Vec3::new(-5.0, -9.0, 6.0),
            target_m: Vec3::ZERO,
            fov_deg: 35.0,
            follow: Some("boat".into()),
        };
        let camera = Camera::of(&View { kind, ..Default::default() }, &scene);
        assert!(
            camera.project(Vec3::new(4.0, 5.0, 0.0), SIZE).unwrap().distance(Vec2::new(480.0, 270.0)) < 1e-2
        );
    }
}
