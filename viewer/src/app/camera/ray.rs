//! What lies under a point of the picture.

use glam::{Vec2, Vec3};

use crate::render::camera::Camera;
use crate::scene::{BodyModel, Scene, View, WaterSheet};

/// A point of the scene that a line of sight meets first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Hit {
    pub(crate) at_m: Vec3,
    /// The body that it is on; the water if none.
    pub(crate) body: Option<String>,
}

/// A line of sight.
#[derive(Clone, Copy, Debug)]
struct Ray {
    from_m: Vec3,
    along: Vec3,
}

impl Ray {
    /// The line of sight through a point of a picture of `size` pixels.
    fn through(camera: &Camera, at: Vec2, size: [u32; 2]) -> Self {
        let ndc = (at / Vec2::new(size[0] as f32, size[1] as f32) * 2.0 - 1.0) * Vec2::new(1.0, -1.0);
        let to_world = camera.view_projection.inverse();
        let [near_m, far_m] = [1.0, 0.5].map(|depth| to_world.project_point3(ndc.extend(depth)));
        let along = (far_m - near_m).normalize_or(camera.forward);
        Self { from_m: if camera.parallel { near_m } else { camera.eye_m }, along }
    }

    /// Where it meets a horizontal plane, if ahead.
    fn on_level(&self, z_m: f32) -> Option<Vec3> {
        let t_m = (z_m - self.from_m.z) / self.along.z;
        (t_m.is_finite() && t_m >= 0.0).then(|| self.from_m + t_m * self.along)
    }

    /// Distance to a triangle (Möller and Trumbore 1997), from either side.
    fn distance_to(&self, [a, b, c]: [Vec3; 3]) -> Option<f32> {
        let (ab, ac) = (b - a, c - a);
        let p = self.along.cross(ac);
        let determinant = ab.dot(p);
        if determinant == 0.0 {
            return None;
        }
        let from_a = self.from_m - a;
        let u = from_a.dot(p) / determinant;
        let q = from_a.cross(ab);
        let v = self.along.dot(q) / determinant;
        let t = ac.dot(q) / determinant;
        (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t >= 0.0).then_some(t)
    }

    fn distance_to_body(&self, body: &BodyModel) -> Option<f32> {
        let back = body.rotation.inverse();
        let local = Self { from_m: back * (self.from_m - body.translation_m), along: back * self.along };
        let corners = |triangle: &[u32; 3]| triangle.map(|index| body.vertices[index as usize]);
        let all = body.triangles.iter().filter_map(|triangle| local.distance_to(corners(triangle)));
        all.min_by(f32::total_cmp)
    }
}

/// Rounds in which a line of sight finds the surface.
const ROUNDS: usize = 6;

/// What is seen at a point of a picture of a view, in pixels from its upper left corner: a body, or the water; nothing beside it.
pub(crate) fn hit(camera: &Camera, scene: &Scene, at: Vec2, view: &View) -> Option<Hit> {
    let ray = Ray::through(camera, at, view.size);
    let distances = scene.bodies.iter().filter_map(|body| Some((ray.distance_to_body(body)?, body)));
    if let Some((distance_m, body)) = distances.min_by(|(a, _), (b, _)| a.total_cmp(b)) {
        return Some(Hit { at_m: ray.from_m + distance_m * ray.along, body: Some(body.name.clone()) });
    }
    let mut at_m = ray.on_level(scene.water.still_level_m)?;
    for _ in 0..ROUNDS {
        let z_m = surface_m(&scene.water, at_m, view.vertical_scale);
        at_m = ray.on_level(z_m.filter(|z_m| z_m.is_finite()).unwrap_or(scene.water.still_level_m))?;
    }
    surface_m(&scene.water, at_m, view.vertical_scale).map(|_| Hit { at_m, body: None })
}

/// Height at which the water is drawn over or under a point; none beside it.
fn surface_m(water: &WaterSheet, at_m: Vec3, vertical_scale: f32) -> Option<f32> {
    let inside = (at_m.truncate() - water.origin_m) / water.cell_size_m;
    let [i, j] = inside.to_array().map(|n| n.floor() as isize);
    if i < 0 || j < 0 || i >= water.nx as isize || j >= water.ny as isize {
        return None;
    }
    let level_m = water.level_m.get(j as usize * water.nx + i as usize).copied();
    let still_m = water.still_level_m;
    Some(level_m.map_or(still_m, |level_m| still_m + vertical_scale * (level_m - still_m)))
}

/// Where a point of a picture lies on a horizontal plane, if it does.
pub(crate) fn on_level(camera: &Camera, at: Vec2, size: [u32; 2], z_m: f32) -> Option<Vec3> {
    Ray::through(camera, at, size).on_level(z_m)
}

#[cfg(test)]
mod tests {
    use glam::Quat;

    use super::*;
    use crate::render::camera::aspect;

    const SIZE: [u32; 2] = [800, 600];

    fn scene() -> Scene {
        let corner = |i: u32| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) - 0.5;
        let body = BodyModel {
            name: "box".into(),
            vertices: (0..8).map(corner).collect(),
            triangles: [[4, 5, 7], [4, 7, 6], [0, 2, 3], [0, 3, 1]].into(),
            rotation: Quat::from_rotation_z(0.3),
            translation_m: Vec3::new(12.0, 6.0, 2.2),
            color: [1.0; 3],
            ..BodyModel::default()
        };
        let level_m = (0..800).map(|cell| 2.0 + 0.02 * (cell % 40) as f32).collect();
        let water = WaterSheet {
            nx: 40,
            ny: 20,
            cell_size_m: 0.5,
            still_level_m: 2.0,
            level_m,
            ..Default::default()
        };
        Scene { water, bodies: vec![body], ..Default::default() }
    }

    #[test]
    fn what_is_projected_to_a_pixel_is_what_lies_under_it() {
        let scene = scene();
        let cameras = [
            Camera::look_at(Vec3::new(-5.0, -9.0, 12.0), Vec3::new(10.0, 5.0, 2.0), 40.0, aspect(SIZE)),
            Camera::top(&scene.water, SIZE),
        ];
        for camera in cameras {
            let view = View { size: SIZE, vertical_scale: 2.0, ..View::default() };
            // On a slope that is drawn twice as steep.
            for (at, cell) in [([3.25, 2.0], 6), ([9.75, 8.0], 19), ([15.25, 0.5], 30)] {
                let at_m = Vec3::new(at[0], at[1], 2.0 + 0.04 * cell as f32);
                let pixel = camera.project(at_m, SIZE).unwrap();
                let found = hit(&camera, &scene, pixel, &view).unwrap();
                assert!(found.body.is_none() && found.at_m.distance(at_m) < 0.02, "{found:?} {at_m}");
            }
            let lid_m = Vec3::new(12.1, 6.1, 2.7);
            let found = hit(&camera, &scene, camera.project(lid_m, SIZE).unwrap(), &view).unwrap();
            assert_eq!(found.body.as_deref(), Some("box"));
            assert!(found.at_m.distance(lid_m) < 0.02, "{found:?}");
            let beside_m = Vec3::new(-1.0, 4.0, 2.0);
            assert_eq!(hit(&camera, &scene, camera.project(beside_m, SIZE).unwrap(), &view), None);
        }
    }

    #[test]
    fn the_sky_is_not_on_the_water() {
        let camera =
            Camera::look_at(Vec3::new(-5.0, 5.0, 3.0), Vec3::new(10.0, 5.0, 3.0), 40.0, aspect(SIZE));
        let view = View { size: SIZE, ..View::default() };
        assert_eq!(hit(&camera, &scene(), Vec2::new(10.0, 20.0), &view), None);
        assert_eq!(on_level(&camera, Vec2::new(400.0, 20.0), SIZE, 2.0), None);
    }
}
