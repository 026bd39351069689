//! The light on water: the sun's glint, slopes from above, waves beyond the domain, and the legend of pressures.

use glam::Vec3;
use viewer::render::{Backend, Picture, Renderer};
use viewer::scene::{BodyModel, Edge, Look, Scene, View, ViewKind, WaterSheet};

use super::scenes::{basin_with_boat, staged};

fn plain() -> Renderer {
    Renderer::new(Backend::Cpu).unwrap().samples_per_side(1).overlay(false)
}

/// Pixels of the largest area of white that hangs together.
fn largest_white(picture: &Picture) -> usize {
    let width = picture.width() as usize;
    let mut is_white: Vec<bool> =
        picture.pixels().iter().map(|pixel| pixel[..3].iter().all(|channel| *channel > 215)).collect();
    let mut largest = 0;
    for start in 0..is_white.len() {
        let (mut open, mut area) = (vec![start], 0);
        while let Some(at) = open.pop() {
            if std::mem::take(&mut is_white[at]) {
                area += 1;
                let last = is_white.len() - 1;
                open.extend([at.saturating_sub(1), (at + 1).min(last)]);
                open.extend([at.saturating_sub(width), (at + width).min(last)]);
            }
        }
        largest = largest.max(area);
    }
    largest
}

/// Without the boat, which is white, and looking down, where there are no clouds.
#[test]
fn the_sun_makes_no_white_spots_on_swell() {
    let (mut scene, _) = staged("sailboat-capsize", 9.0);
    scene.bodies.clear();
    scene.water.foam.density.fill(0.0);
    // Across from the sun, where level water and gentle slopes mirror it.
    for (x, y) in [(25.0, 19.5), (35.0, 27.0), (12.0, 30.0)] {
        let target_m = Vec3::new(70.0, 30.0, 10.0);
        let eye_m = target_m + Vec3::new(x, y, 24.5);
        let kind = ViewKind::Perspective { eye_m, target_m, fov_deg: 30.0, follow: None };
        let picture = plain().draw(&scene, &View { kind, size: [480, 270], ..View::default() });
        let largest = largest_white(&picture);
        assert!(largest <= 12, "{largest} pixels from {x}, {y}");
    }
}

#[test]
fn slopes_are_lighter_and_darker_from_above() {
    let level_m = |k: usize| 0.12 * (0.8 * (k % 40) as f32).sin();
    let water = WaterSheet {
        nx: 40,
        ny: 30,
        cell_size_m: 1.0,
        level_m: (0..1200).map(level_m).collect(),
        bed_m: vec![-30.0; 1200],
        ..WaterSheet::default()
    };
    let view = View { kind: ViewKind::Top, size: [240, 135], ..View::default() };
    let picture = plain().draw(&Scene { water, ..Scene::default() }, &view);
    let row = (70..170).map(|x| picture.pixel(x, 67)[1]);
    let (least, most) = (row.clone().min().unwrap(), row.max().unwrap());
    assert!(most - least > 16, "{least} to {most}");
}

/// The formula is the same on both sides of a side.
#[test]
fn waves_by_formula_go_on_beyond_the_sides() {
    let (scene, view) = staged("sailboat-capsize", 1.0);
    let WaterSheet { nx, ny, ref level_m, ref beyond, .. } = scene.water;
    let wide = nx + 2 * beyond.cells;
    for k in 0..nx * ny {
        let of_beyond = beyond.level_m[(k / nx + beyond.cells) * wide + k % nx + beyond.cells];
        assert!((of_beyond - level_m[k]).abs() < 1e-3, "{of_beyond} for {} at {k}", level_m[k]);
    }
    // They are seen in looks of water alone, and nowhere in a scenario without them.
    let mut calm = scene.clone();
    calm.water.beyond = Default::default();
    let drawn = |scene: &Scene, look| {
        plain().draw(scene, &View { look, kind: ViewKind::Overview, size: [192, 108], ..view.clone() })
    };
    assert!(drawn(&scene, Look::Water) != drawn(&calm, Look::Water));
    assert!(drawn(&scene, Look::Slab) == drawn(&calm, Look::Slab));
    assert!(staged("bridge", 0.1).0.water.beyond == Default::default());
    let walled = WaterSheet { edges: [Edge::Bank; 4], ..scene.water.clone() };
    let [with, without] = [walled.beyond.clone(), Default::default()]
        .map(|beyond| Scene { water: WaterSheet { beyond, ..walled.clone() }, ..scene.clone() });
    assert!(drawn(&with, Look::Water) == drawn(&without, Look::Water), "no water behind banks");
}

#[test]
fn the_legend_of_pressures_is_there_while_a_body_shows_some() {
    let shows = basin_with_boat();
    let paint = |body: &BodyModel| BodyModel { pressure_pa: Vec::new(), ..body.clone() };
    let hides = Scene { bodies: shows.bodies.iter().map(paint).collect(), ..shows.clone() };
    let view = View { size: [480, 270], ..View::default() };
    let mut renderer = Renderer::new(Backend::Cpu).unwrap();
    let mut drawn = |scene: &Scene| renderer.draw(scene, &view);
    let [with, without, again] = [&shows, &hides, &shows].map(&mut drawn);
    assert!(without == Renderer::new(Backend::Cpu).unwrap().draw(&hides, &view), "it stays");
    assert!(again == with, "it is another one when it comes back");
}

/// In a pool that is higher than the still level a boat is seen in the water as in one at it.
#[test]
fn boats_are_mirrored_in_the_water_that_is_there() {
    let drawn = |raised_m: f32| {
        let water = WaterSheet {
            nx: 60,
            ny: 60,
            cell_size_m: 0.5,
            level_m: vec![raised_m; 3600],
            bed_m: vec![raised_m - 3.0; 3600],
            edges: [Edge::Bank; 4],
            ..WaterSheet::default()
        };
        let mut boat = basin_with_boat().bodies.remove(0);
        (boat.translation_m, boat.velocity_m_s) = (Vec3::new(15.0, 15.0, raised_m - 0.6), Vec3::ZERO);
        let target_m = Vec3::new(15.0, 14.0, raised_m);
        let eye_m = target_m + Vec3::new(-3.0, -9.0, 4.0);
        let kind = ViewKind::Perspective { eye_m, target_m, fov_deg: 20.0, follow: None };
        let scene = Scene { water, bodies: vec![boat], ..Scene::default() };
        plain().draw(&scene, &View { kind, size: [240, 135], ..View::default() })
    };
    let [still, raised] = [0.0, 0.8].map(drawn);
    let off = |(a, b): (&[u8; 4], &[u8; 4])| (0..3).any(|c| a[c].abs_diff(b[c]) > 12);
    let count = still.pixels().iter().zip(raised.pixels()).filter(|pair| off((pair.0, pair.1))).count();
    assert!(count < 240 * 135 / 100, "{count} pixels");
}
