//! What scenes hold of the world they are filled from.

use viewer::scene::Scene;
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
