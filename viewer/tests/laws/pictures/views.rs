//! What a picture drawn on the CPU shows is what the scene holds.

use super::scenes::{basin_with_boat, chase};
use glam::{Vec2, Vec3};
use proptest::prelude::*;
use viewer::render::camera::{Camera, aspect};
use viewer::render::color::{ColorMap, to_srgb};
use viewer::render::{Backend, Picture, Renderer};
use viewer::scene::{BodyModel, Edge, Look, Scene, View, ViewKind, WaterSheet};

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
    let kind = ViewKind::Top;
    let view =
        View { look: Look::Science, kind, size: SIZE, color_range_m: Some((-1.0, 1.0)), ..View::default() };
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
                for look in [Look::Water, Look::Ripples, Look::Slab, Look::Science] {
                    let view = View { kind: kind.clone(), size, look, ..View::default() };
                    let picture = plain().draw(&scene, &view);
                    assert_eq!(picture.size(), size);
                    assert!(picture.pixels().iter().all(|pixel| pixel[3] == 255));
                }
            }
        }
    }
}

/// Largest difference of a channel between the pictures of one scene from two places, far from its sides, in the same direction.
fn change_by_moving(scene: &Scene, look: Look, by: Vec3) -> u8 {
    let from = |eye_m: Vec3| {
        let kind = ViewKind::Perspective {
            eye_m,
            target_m: eye_m + Vec3::new(9.0, 12.0, -3.0),
            fov_deg: 45.0,
            follow: None,
        };
        plain().draw(scene, &View { look, kind, size: SIZE, ..View::default() })
    };
    let eye_m = Vec3::new(11.0, 6.0, 4.0);
    let (a, b) = (from(eye_m), from(eye_m + by));
    let apart = |(p, q): (&[u8; 4], &[u8; 4])| (0..3).map(|c| p[c].abs_diff(q[c])).max().unwrap_or(0);
    a.pixels().iter().zip(b.pixels()).map(apart).max().unwrap_or(0)
}

/// Level water so deep that no sand is seen, with the sea on all sides.
fn level_sea() -> Scene {
    let mut scene = flat(0.0);
    scene.water.edges = [Edge::Sea(4.0); 4];
    scene.water.bed_m = vec![-300.0; 600];
    scene
}

#[test]
fn no_formula_draws_waves_that_the_state_does_not_have() {
    let sea = level_sea();
    let by = Vec3::new(1.7, 2.9, 0.0);
    assert!(
        change_by_moving(&sea, Look::Water, by) <= 1,
        "level water looks the same from wherever one looks"
    );
    let mut later = sea.clone();
    later.time_s = 7.3;
    let drawn = |scene: &Scene, look| plain().draw(scene, &View { look, size: SIZE, ..View::default() });
    assert!(drawn(&sea, Look::Water) == drawn(&later, Look::Water), "and at all times");
    // Invented ripples, and a wave of a centimeter in the state, do not pass for level water.
    assert!(change_by_moving(&sea, Look::Ripples, by) > 5);
    assert!(drawn(&sea, Look::Ripples) != drawn(&later, Look::Ripples));
    let mut waves = sea;
    waves.water.level_m.iter_mut().enumerate().for_each(|(k, level)| *level = 0.01 * (k as f32 * 0.9).sin());
    assert!(change_by_moving(&waves, Look::Water, by) > 5);
}

/// Nor a wake of a body or a stream that is fast: foam goes with the stream, waves are in the levels alone. Of foam there is too little to be seen.
#[test]
fn no_formula_draws_waves_of_a_speed() {
    let mut slow = basin_with_boat();
    slow.arrows.clear();
    slow.water.foam.density.fill(0.005);
    assert!(!slow.water.foam.density.is_empty());
    slow.water.velocity_m_s = vec![Vec2::ZERO; slow.water.level_m.len()];
    let mut fast = slow.clone();
    fast.water.velocity_m_s.fill(Vec2::new(3.0, -2.0));
    for body in &mut fast.bodies {
        (body.velocity_m_s, body.turn_rad_s) = (Vec3::new(9.0, 2.0, 0.5), 0.6);
    }
    for (look, kind) in [(Look::Water, chase()), (Look::Ripples, chase()), (Look::Water, ViewKind::Top)] {
        let view = View { look, kind, size: SIZE, ..View::default() };
        assert!(plain().draw(&slow, &view) == plain().draw(&fast, &view), "{view:?}");
    }
}

/// Where the ray enters the water, at height 0, that reaches a place below it from the eye: Snell's law, by halving.
fn entry(eye_m: Vec3, place: Vec3) -> Vec3 {
    let way = (place - eye_m).truncate();
    let (mut near, mut far) = (0.0, 1.0);
    for _ in 0..40 {
        let t = 0.5 * (near + far);
        let sine = |run: f32, drop: f32| run / run.hypot(drop);
        let (above, below) = (sine(t * way.length(), eye_m.z), sine((1.0 - t) * way.length(), -place.z));
        if above > 1.333 * below { far = t } else { near = t }
    }
    (eye_m.truncate() + way * near).extend(0.0)
}

#[test]
fn what_is_under_water_is_seen_where_its_rays_leave_the_water() {
    let eye_m = Vec3::new(15.0, -4.0, 8.0);
    let kind =
        ViewKind::Perspective { eye_m, target_m: Vec3::new(15.0, 10.0, 0.0), fov_deg: 30.0, follow: None };
    let view = View { kind, size: [384, 216], ..View::default() };
    let bare = level_sea();
    let empty = plain().draw(&bare, &view);
    let camera = Camera::of(&view, &bare);
    for middle in [Vec3::new(15.0, 10.0, -0.8), Vec3::new(12.5, 12.0, -1.5)] {
        let corner = |x: f32, y: f32| middle + 0.5 * Vec3::new(x, y, 0.0);
        let plate = BodyModel {
            vertices: [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)].into(),
            triangles: [[0, 1, 2], [0, 2, 3]].into(),
            color: [0.9, 0.9, 0.9],
            ..BodyModel::default()
        };
        let picture = plain().draw(&Scene { bodies: vec![plate], ..bare.clone() }, &view);
        // The plate is bright; its shadow is dark.
        let seen = picture.enumerate().filter(|(x, y, pixel)| pixel[1] > empty.pixel(*x, *y)[1] + 10);
        let (sum, count) = seen.fold((Vec2::ZERO, 0.0), |(sum, n), (x, y, _)| {
            (sum + Vec2::new(x as f32, y as f32) + 0.5, n + 1.0)
        });
        assert!(count > 40.0, "{count} pixels of the plate");
        let [expected, straight] =
            [entry(eye_m, middle), middle].map(|place| camera.project(place, view.size).unwrap());
        let at = sum / count;
        assert!(
            at.distance(expected) < 1.0 && at.distance(straight) > 4.0,
            "{at} for {expected}, not {straight}"
        );
    }
}

#[test]
fn the_sea_beyond_the_sides_is_at_its_level() {
    let mut ebb = flat(-0.5);
    ebb.water.edges = [Edge::Sea(4.0); 4];
    let kind = ViewKind::Perspective {
        eye_m: Vec3::new(15.0, -20.0, 6.0),
        target_m: Vec3::new(15.0, 10.0, 0.0),
        fov_deg: 50.0,
        follow: None,
    };
    let view = View { kind, size: SIZE, ..View::default() };
    let drawn = |still_level_m, sea_level_m| {
        let water = WaterSheet { still_level_m, sea_level_m, ..ebb.water.clone() };
        plain().draw(&Scene { water, ..Scene::default() }, &view)
    };
    let level = drawn(-0.5, None);
    assert!(drawn(0.0, Some(-0.5)) == level, "level water to the horizon");
    assert!(drawn(0.0, None) != level, "it rises to the still level at the sides");
}

#[test]
fn foam_is_white_where_it_is_and_nowhere_else() {
    let mut scene = level_sea();
    let view = View { kind: ViewKind::Top, size: SIZE, ..View::default() };
    let before = plain().draw(&scene, &view);
    scene.water.foam.per_cell = 2;
    scene.water.foam.density =
        (0..2400).map(|k| if (20..40).contains(&(k % 60)) { 1.6 } else { 0.0 }).collect();
    scene.water.velocity_m_s = vec![Vec2::ZERO; 600];
    let after = plain().draw(&scene, &view);
    let camera = Camera::of(&view, &scene);
    let lightness = |picture: &Picture, x: f32| {
        let ys = (2..18).map(|y| camera.project(Vec3::new(x, y as f32, 0.0), SIZE).unwrap());
        ys.map(|at| u32::from(picture.pixel(at.x as u32, at.y as u32)[0])).sum::<u32>() / 16
    };
    assert!(lightness(&after, 15.0) > lightness(&before, 15.0) + 80);
    assert_eq!(lightness(&after, 5.0), lightness(&before, 5.0));
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
        let view = View { look: Look::Slab, kind, size: SIZE, ..View::default() };
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
