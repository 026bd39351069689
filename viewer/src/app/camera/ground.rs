//! The ground and the water under the eye, above which it stays.

use glam::{Vec2, Vec3};

use crate::render::bank_m;
use crate::render::camera::{Camera, place_of};
use crate::scene::{BodyModel, Edge, Look, Scene, View, ViewKind, WaterSheet};

/// Least height of the eye, over the distance of what it looks at: that of the near plane.
const CLEAR: f32 = 0.02;
/// How steeply what the eye has to stay above rises beside a thing in its way.
const STEEP: f32 = 3.0;
/// Height of blocks over the still level, and how far about the eye the water and the ground are looked at, over the longer side of the water.
const BLOCK: f32 = 0.022;
const REACH: f32 = 0.03;
/// Most cells that are looked at to each side.
const MOST_CELLS: isize = 24;

/// The view with its eye above the water, the ground and the bodies under it. Far above them it is as it was; near them it sinks ever less
/// as it is moved down, so that the picture does not jump. What is in its middle stays there.
/// `reach_m`: how far the water has been from the still level in the pictures until now, by which banks are as high.
pub(crate) fn above_ground(view: View, scene: &Scene, reach_m: f32) -> View {
    let camera = Camera::of(&view, scene);
    let body = match &view.kind {
        ViewKind::Perspective { follow, .. } => follow.clone(),
        ViewKind::Follow { body, .. } => Some(body.clone()),
        ViewKind::Overview | ViewKind::Top | ViewKind::Map { .. } => return view,
    };
    let clear_m = CLEAR * camera.eye_m.distance(camera.target_m);
    if camera.parallel || !(camera.eye_m.is_finite() && clear_m > 0.0) {
        return view;
    }
    let times = if view.look == Look::Slab { view.vertical_scale } else { 1.0 };
    let low_m = highest_m(scene, camera.eye_m, (times, bank_m(&view, &scene.water, reach_m))) + clear_m;
    let above_m = (camera.eye_m.z - low_m) / clear_m;
    if above_m >= 1.0 {
        return view;
    }
    let eye_m = camera.eye_m.with_z(low_m + clear_m * (above_m - 1.0).exp());
    let place_m = body.as_deref().and_then(|name| place_of(scene, name)).unwrap_or(Vec3::ZERO);
    let fov_deg = 2.0 * camera.upward.length().atan().to_degrees();
    let (eye_m, target_m) = (eye_m - place_m, camera.target_m - place_m);
    View { kind: ViewKind::Perspective { eye_m, target_m, fov_deg, follow: body }, ..view }
}

/// Height of what the eye has to stay above, m: continuous, so steep beside what stands upright.
fn highest_m(scene: &Scene, eye_m: Vec3, drawn: (f32, f32)) -> f32 {
    let bodies = scene.bodies.iter().map(|body| top_m(body, eye_m.truncate()));
    bodies.fold(surface_m(&scene.water, eye_m.truncate(), drawn), f32::max)
}

/// Height of the water, drawn so many times as high, of the ground, of blocks and of banks about a place, m.
fn surface_m(water: &WaterSheet, at_m: Vec2, (times, bank_m): (f32, f32)) -> f32 {
    let (longer_m, size_m) = (water.extent_m().max_element(), water.cell_size_m);
    let cells = ((REACH * longer_m / size_m).ceil() as isize).clamp(1, MOST_CELLS);
    let at = (at_m - water.origin_m) / size_m;
    let [i, j] = at.floor().to_array().map(|n| n as isize);
    let [nx, ny] = [water.nx, water.ny].map(|count| count as isize);
    let is_bank = |i: isize, j: isize| {
        let beyond = [i < 0, i >= nx, j < 0, j >= ny];
        beyond.into_iter().zip(water.edges).any(|(beyond, edge)| beyond && edge == Edge::Bank)
    };
    let near = |n: isize| n - cells..n + cells + 1;
    let height_m = |i: isize, j: isize| {
        let corner = Vec2::new(i as f32, j as f32);
        let beside = (corner - at).max(at - corner - 1.0).max(Vec2::ZERO);
        let falls_m = STEEP * size_m * beside.length();
        if i < 0 || j < 0 || i >= nx || j >= ny {
            return if is_bank(i, j) { bank_m - falls_m } else { water.still_level_m };
        }
        let middle_m = water.origin_m + size_m * (corner + 0.5);
        let is_block = !water.solids_are_bodies && water.is_solid(i as usize, j as usize);
        let block_m = if is_block { BLOCK * longer_m } else { 0.0 };
        let level_m = water.drawn_at_m(middle_m, times).z.max(water.still_level_m + block_m);
        let top_m = water.bed_at_m(middle_m).map_or(level_m, |bed_m| level_m.max(bed_m));
        top_m - falls_m
    };
    let places = near(j).flat_map(|j| near(i).map(move |i| (i, j)));
    places.map(|(i, j)| height_m(i, j)).fold(water.still_level_m, f32::max)
}

/// Height that the eye has to keep over a body, m: its top over the box that it fills, seen from above, and less beside it.
fn top_m(body: &BodyModel, at_m: Vec2) -> f32 {
    let ahead = (body.rotation * Vec3::X).truncate().normalize_or(Vec2::X);
    let along = |at_m: Vec2| Vec2::new(at_m.dot(ahead), ahead.perp_dot(at_m));
    let fittings = body.decoration.iter().flat_map(|decoration| decoration.vertices.iter());
    let corners = body.vertices.iter().chain(fittings).map(|corner| body.rotation * *corner);
    let none = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    let (low_m, high_m) = corners.fold(none, |(low_m, high_m), corner| {
        let corner = along(corner.truncate()).extend(corner.z);
        (low_m.min(corner), high_m.max(corner))
    });
    let off_m = along(at_m - body.translation_m.truncate());
    let beside_m = (low_m.truncate() - off_m).max(off_m - high_m.truncate()).max(Vec2::ZERO);
    body.translation_m.z + high_m.z - STEEP * beside_m.length()
}

#[cfg(test)]
mod tests {
    use glam::Quat;

    use super::*;

    fn view(eye_m: Vec3, target_m: Vec3) -> View {
        View {
            kind: ViewKind::Perspective { eye_m, target_m, fov_deg: 40.0, follow: None },
            size: [800, 600],
            ..View::default()
        }
    }

    /// Water of a level of 2 m, with land up to 5 m in the east and a box 4 m long and 2 m high on the water, turned to the north.
    fn scene() -> Scene {
        let bed_m = (0..800).map(|cell| if cell % 40 < 30 { 0.0 } else { 5.0 }).collect();
        let water = WaterSheet {
            nx: 40,
            ny: 20,
            cell_size_m: 1.0,
            still_level_m: 2.0,
            level_m: vec![2.0; 800],
            bed_m,
            ..WaterSheet::default()
        };
        let corner =
            |k: u32| Vec3::new(4.0 * (k & 1) as f32 - 2.0, (k >> 1 & 1) as f32 - 0.5, 2.0 * (k >> 2) as f32);
        let body = BodyModel {
            name: "box".into(),
            vertices: (0..8).map(corner).collect(),
            rotation: Quat::from_rotation_z(std::f32::consts::FRAC_PI_2),
            translation_m: Vec3::new(10.0, 10.0, 2.0),
            ..BodyModel::default()
        };
        Scene { water, bodies: vec![body], ..Scene::default() }
    }

    fn eye_m(scene: &Scene, eye_m: Vec3, target_m: Vec3) -> Vec3 {
        Camera::of(&above_ground(view(eye_m, target_m), scene, 0.0), scene).eye_m
    }

    #[test]
    fn the_eye_stays_above_water_land_and_bodies_and_what_it_looks_at_in_the_middle() {
        let scene = scene();
        let target_m = Vec3::new(12.0, 4.0, -1.0);
        for (x, y, least_m) in
            [(20.0, 2.0, 2.0), (35.0, 10.0, 5.0), (10.0, 11.8, 4.0), (70.0, 70.0, 2.0 + 0.012 * 20.0)]
        {
            for z in [-30.0, 0.0, 1.9, 2.1, least_m] {
                let found = eye_m(&scene, Vec3::new(x, y, z), target_m);
                assert!(found.z > least_m && found.z < least_m + 4.0, "{found} at {z}");
                assert_eq!((found.x, found.y), (x, y));
            }
            let raised = above_ground(view(Vec3::new(x, y, -3.0), target_m), &scene, 0.0);
            let camera = Camera::of(&raised, &scene);
            let middle = camera.project(target_m, [800, 600]);
            assert!(middle.is_some_and(|at| at.distance(Vec2::new(400.0, 300.0)) < 0.1), "{middle:?}");
            let same = (camera.upward.length() - 20f32.to_radians().tan()).abs() < 1e-4;
            assert!(same, "another angle of view");
        }
        // Beside the box, across it, the water is near.
        assert!(eye_m(&scene, Vec3::new(12.0, 10.0, 2.0), Vec3::new(10.0, 10.0, 3.0)).z < 2.2);
        let high = view(Vec3::new(20.0, -9.0, 9.0), target_m);
        assert_eq!(above_ground(high.clone(), &scene, 0.0), high);
    }

    #[test]
    fn it_does_not_jump_on_its_way() {
        let scene = scene();
        let target_m = Vec3::new(12.0, 4.0, 2.0);
        for (from_m, to_m) in [
            (Vec3::new(20.0, 2.0, 9.0), Vec3::new(20.0, 2.0, -9.0)),
            (Vec3::new(10.0, 2.0, 2.1), Vec3::new(10.0, 18.0, 2.1)),
            (Vec3::new(20.0, 10.0, 2.1), Vec3::new(44.0, 10.0, 2.1)),
        ] {
            let all: Vec<f32> =
                (0..=2400).map(|k| eye_m(&scene, from_m.lerp(to_m, k as f32 / 2400.0), target_m).z).collect();
            let way_m = from_m.distance(to_m) / 2400.0;
            let is_near = |pair: &[f32]| (pair[1] - pair[0]).abs() < 8.0 * way_m.max(0.02);
            assert!(all.windows(2).all(is_near), "{from_m} to {to_m}");
        }
    }
}
