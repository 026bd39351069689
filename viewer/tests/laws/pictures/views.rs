//! What a picture drawn on the CPU shows is what the scene holds.

use super::scenes::{basin_with_boat, chase};
use glam::{Vec2, Vec3};
use proptest::prelude::*;
use viewer::render::camera::{Camera, aspect};
use viewer::render::color::{ColorMap, to_srgb};
use viewer::render::{Backend, Picture, Renderer};
use viewer::scene::{Scene, View, ViewKind, WaterSheet};

const SIZE: [u32; 2] = [192, 108];

fn plain() -> Renderer {
    Renderer::new(Backend::Cpu).unwrap().samples_per_side(1).overlay(false)
}

fn flat(level_m: f32) -> Scene {
    let water =
        WaterSheet { nx: 30, ny: 20, cell_size_m: 1.0, level_m: vec![level_m; 600], ..WaterSheet::default() };
    Scene { water, ..Scene::default() }
}

#[test]
fn a_picture_is_the_same_for_any_number_of_threads() {
    let scene = basin_with_boat();
    let view = View { size: [403, 227], kind: chase(), ..View::default() };
    let drawn = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| Renderer::new(Backend::Cpu).unwrap().draw(&scene, &view))
    };
    let one = drawn(1);
    assert!([2, 3, 4].into_iter().all(|threads| drawn(threads) == one));
}

#[test]
fn a_map_shows_the_very_colors_of_the_legend() {
    let view = View { kind: ViewKind::Top, size: SIZE, color_range_m: Some((-1.0, 1.0)), ..View::default() };
    for level_m in [-1.0, -0.4, 0.0, 0.3, 1.0] {
        let picture = plain().draw(&flat(level_m), &view);
        let pixel = picture.pixel(SIZE[0] / 2, SIZE[1] / 2);
        let color = ColorMap::BlueRed.color(0.5 + 0.5 * level_m).map(|light| 255.0 * to_srgb(light));
        for c in 0..3 {
            assert!((f32::from(pixel[c]) - color[c]).abs() <= 1.5, "{level_m} m: {pixel:?} for {color:?}");
        }
    }
}

/// How red a pixel is; the boat's paint is, water is not.
fn redness(picture: &Picture, at: Vec2) -> i32 {
    let [r, _, b, _] = picture.pixel(at.x as u32, at.y as u32).map(i32::from);
    r - b
}

#[test]
fn an_open_boat_is_not_flooded_and_water_hides_what_is_below_it() {
    let mut scene = basin_with_boat();
    let kind = ViewKind::Perspective {
        eye_m: Vec3::new(0.0, -4.0, 14.0),
        target_m: Vec3::ZERO,
        fov_deg: 40.0,
        follow: Some("boat".into()),
    };
    let view = View { kind, size: [384, 216], ..View::default() };
    let boat = scene.bodies[0].clone();
    let floor = boat.translation_m + boat.rotation * Vec3::new(0.0, 0.0, 0.05);
    assert!(floor.z < 1.9, "the floor is below the water");
    let at = Camera::of(&view, &scene).project(floor, view.size).unwrap();
    assert!(redness(&plain().draw(&scene, &view), at) > 40, "water in the boat");
    scene.bodies[0].translation_m.z = -1.0;
    assert!(redness(&plain().draw(&scene, &view), at) < 0, "a sunken boat shines through");
}

#[test]
fn what_cannot_be_drawn_is_left_out() {
    let mut broken = basin_with_boat();
    broken.water.level_m[100] = f32::NAN;
    broken.water.level_m[2000] = f32::INFINITY;
    broken.bodies[0].translation_m.y = f32::NAN;
    for scene in [Scene::default(), broken] {
        for kind in [ViewKind::Top, ViewKind::Overview, chase()] {
            for size in [SIZE, [1, 1], [0, 5]] {
                let picture = plain().draw(&scene, &View { kind: kind.clone(), size, ..View::default() });
                assert_eq!(picture.size(), size);
                assert!(picture.pixels().iter().all(|pixel| pixel[3] == 255));
            }
        }
    }
}

/// Distances at which a ray enters and leaves a box.
fn through(eye: Vec3, ray: Vec3, low: Vec3, high: Vec3) -> Option<f32> {
    let (a, b) = ((low - eye) / ray, (high - eye) / ray);
    let (enter, leave) = (a.min(b).max_element(), a.max(b).min_element());
    (leave > enter.max(0.0)).then_some(enter)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Water and its cut sides are where the rays of the pixels meet them, and nowhere else, from wherever one looks,
    /// also from close above the water where most of its triangles reach behind the eye.
    #[test]
    fn water_is_where_the_rays_meet_it(
        eye in (-20.0..50.0_f32, -20.0..40.0_f32, 0.3..30.0_f32),
        target in (0.0..30.0_f32, 0.0..20.0_f32, -2.0..2.0_f32),
        fov_deg in 20.0..90.0_f32,
    ) {
        let (eye_m, target_m) = (Vec3::from(eye), Vec3::from(target));
        prop_assume!((target_m - eye_m).truncate().length() > 1.0);
        let kind = ViewKind::Perspective { eye_m, target_m, fov_deg, follow: None };
        let view = View { kind, size: SIZE, ..View::default() };
        let scene = flat(0.0);
        let picture = plain().draw(&scene, &view);
        let empty = plain().draw(&Scene::default(), &view);

        let to_world = Camera::look_at(eye_m, target_m, fov_deg, aspect(SIZE)).view_projection.inverse();
        let near_m = 0.02 * eye_m.distance(target_m);
        let extent = scene.water.extent_m();
        for (x, y, pixel) in picture.enumerate().filter(|(x, y, _)| (x + y) % 7 == 0) {
            let ndc = Vec2::new(x as f32 + 0.5, y as f32 + 0.5) / Vec2::new(192.0, 108.0) * 2.0 - 1.0;
            let ray = (to_world.project_point3(Vec3::new(ndc.x, -ndc.y, 0.5)) - eye_m).normalize();
            let surface = |margin: f32| {
                let t = -eye_m.z / ray.z;
                let at = (eye_m + t * ray).truncate();
                let inside = at.cmpgt(Vec2::splat(margin)).all() && at.cmplt(extent - margin).all();
                (t > 0.0 && inside).then_some(t)
            };
            let is_empty = pixel == empty.pixel(x, y);
            // A margin of what a pixel covers at that distance, for the rounding of corners to 1/256 of a sample.
            if let Some(t) = surface(0.0) && surface(0.002 * t).is_some() && t > 1.2 * near_m {
                prop_assert!(!is_empty, "no water at ({x}, {y}), {t} m away");
            }
            let margin = 0.002 * eye_m.distance(target_m) + 0.05;
            let (low, high) = (Vec3::new(-margin, -margin, -0.03 * extent.x), extent.extend(0.0) + margin);
            if through(eye_m, ray, low, high).is_none() {
                prop_assert!(is_empty, "something at ({x}, {y}) where nothing is");
            }
        }
    }
}
