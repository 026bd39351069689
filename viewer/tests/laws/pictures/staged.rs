//! What scenes hold of the world they are filled from.

use viewer::render::camera::Camera;
use viewer::render::{Backend, Renderer};
use viewer::scene::{Look, Scene, View};
use viewer::sim::World;
use viewer::sim::scenario::Scenario;
use viewer::staging;

use crate::setup::{ashes, run, shipped, world};

#[test]
fn scenes_have_a_speck_a_particle() {
    let mut world = world(&ashes());
    run(&mut world, 0.5);
    let mut scene = Scene::default();
    staging::scene(&world, &mut scene);
    let air = world.air().unwrap();
    assert!(scene.specks.len() > 200 && scene.specks.len() == air.particles().count());
    let same = scene.specks.iter().zip(air.particles()).all(|(speck, of)| speck.at_m == of.at_m.as_vec3());
    assert!(same, "particles are drawn elsewhere");
}

/// `p = ρ g d` on every triangle that is wholly under still water.
#[test]
fn the_pressure_that_is_shown_is_that_of_the_depth() {
    let world = shipped("floating", &["view.hull=pressure"]);
    let mut scene = Scene::default();
    staging::scene(&world, &mut scene);
    let body = &scene.bodies[0];
    let mut wet = 0;
    for (triangle, pressure_pa) in body.triangles.iter().zip(&body.pressure_pa) {
        let depths =
            triangle.map(|v| 2.0 - (body.rotation * body.vertices[v as usize] + body.translation_m).z);
        if depths.iter().all(|depth| *depth > 0.0) {
            let expected = 9810.0 * depths.iter().sum::<f32>() / 3.0;
            assert!(
                (pressure_pa - expected).abs() < 0.01 * expected + 1.0,
                "{pressure_pa} Pa, not {expected}"
            );
            wet += 1;
        } else if depths.iter().all(|depth| *depth < 0.0) {
            assert!(pressure_pa.is_nan(), "{pressure_pa} Pa above the water");
        }
    }
    assert!(wet > 50, "{wet} triangles");
}

/// What the simulation holds in solids is no stream: it would be carried into foam, arrows and colors.
#[test]
fn nothing_streams_in_solids() {
    let mut held = 0;
    for name in ["propeller", "bridge", "dam-break"] {
        let mut world = shipped(name, &[]);
        run(&mut world, 1.0);
        let mut scene = Scene::default();
        staging::scene(&world, &mut scene);
        let (fields, solid) = (world.fields(), world.solid());
        let velocity = |k: usize| glam::Vec2::new(fields.u_m_s[k], fields.v_m_s[k]);
        for (k, is_solid) in solid.iter().enumerate() {
            let expected = if *is_solid { glam::Vec2::ZERO } else { velocity(k) };
            assert_eq!(scene.water.velocity_m_s[k], expected, "{name}: cell {k}");
            held += usize::from(*is_solid && velocity(k) != glam::Vec2::ZERO);
        }
    }
    assert!(held > 0, "the worlds hold none either");
}

/// Beyond a side with a tide the sea stands as high as the water at that side.
#[test]
fn the_sea_has_the_level_of_the_tide() {
    let staged = |world: &World| {
        let mut scene = Scene::default();
        staging::scene(world, &mut scene);
        scene
    };
    // It falls faster than the shipped one.
    let falls = ["sides.west.series.time_s=[0, 6]", "sides.west.series.level_m=[3.0, 2.8]"];
    let mut world = shipped("tide", &falls);
    let mut lowest_m = 0.0_f32;
    for until_s in [2.0, 5.0] {
        run(&mut world, until_s);
        let water = staged(&world).water;
        let mean_m = (0..water.ny).map(|j| water.level_m[j * water.nx]).sum::<f32>() / water.ny as f32;
        let sea_m = water.sea_level_m.unwrap();
        assert!((sea_m - mean_m).abs() < 1e-4, "{sea_m} m for {mean_m} m at {until_s} s");
        lowest_m = lowest_m.min(sea_m - water.still_level_m);
    }
    assert!(lowest_m < -0.05, "{lowest_m}");
    assert_eq!(staged(&shipped("speedboat", &[])).water.sea_level_m, None);
    // It is seen in pictures of water, and maps of the level know the still level alone.
    let tide = staged(&world);
    let mut still = tide.clone();
    still.water.sea_level_m = None;
    let mut renderer = Renderer::new(Backend::Cpu).unwrap().overlay(false);
    let mut differ = |look| {
        let view = View { look, size: [160, 90], ..View::default() };
        renderer.draw(&tide, &view) != renderer.draw(&still, &view)
    };
    assert!(differ(Look::Water) && !differ(Look::Science) && !differ(Look::Slab));
}

/// In pictures of all sizes words lie beside the bodies, where there is room for them.
#[test]
fn no_words_hide_a_body() {
    let scenario = Scenario::load("tide", &[]).unwrap();
    let mut scene = Scene::default();
    staging::scene(&World::new(&scenario).unwrap(), &mut scene);
    for size in [[400, 225], [480, 270], [640, 360], [960, 540]] {
        let view = View { size, ..staging::view(&scenario) };
        let [words, plain] = [true, false]
            .map(|words| Renderer::new(Backend::Cpu).unwrap().overlay(words).draw(&scene, &view));
        let camera = Camera::of(&view, &scene);
        let mut seen = 0;
        for body in &scene.bodies {
            let places = body.vertices.iter().map(|at_m| body.rotation * *at_m + body.translation_m);
            for at in places.filter_map(|place| camera.project(place, size)) {
                let [x, y] = [at.x as u32, at.y as u32];
                if x < size[0] && y < size[1] {
                    assert_eq!(words.pixel(x, y), plain.pixel(x, y), "{} at {at} of {size:?}", body.name);
                    seen += 1;
                }
            }
        }
        assert!(words != plain && seen > 20, "{seen} corners");
    }
}
