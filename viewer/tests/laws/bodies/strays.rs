//! Bodies that leave the water, and hulls that do not belong to their keys.

use viewer::sim::World;
use viewer::sim::scenario::{Origin, Scenario};

use crate::setup::{run, world};

fn boat(body: &str) -> String {
    format!(
        r#"
        title = "boat"
        duration_s = 1.0
        [grid]
        cells = [40, 24]
        cell_size_m = 0.5
        [water]
        depth_m = 2.0
        [sides]
        east = {{ kind = "sponge", width_m = 2.0 }}
        [body.boat]
        hull = {{ kind = "box", length_m = 2.0, beam_m = 1.0, depth_m = 0.8 }}
        mass_kg = 500.0
        position_m = [15.0, 6.0]
        {body}
        "#
    )
}

fn said(world: &World, words: &[&str]) -> usize {
    world.warnings().iter().filter(|text| words.iter().all(|word| text.contains(word))).count()
}

#[test]
fn a_body_that_leaves_the_domain_is_said_once_and_the_books_stay_closed() {
    let mut world = world(&boat("velocity_m_s = [6.0, 0.0, 0.0]\ndrag = 0.1"));
    run(&mut world, 6.0);
    assert!(world.bodies().next().unwrap().position_m.x > 20.0);
    assert_eq!(said(&world, &["body.boat", "left the domain"]), 1, "{:?}", world.warnings());
    // Out there nothing goes back into the water.
    assert!(world.momentum().external_n_s.length() > 0.0, "{:?}", world.momentum());
    assert!(world.momentum().residual_relative() < 1e-5, "{:?}", world.momentum());
    assert!(world.mass().residual_relative().abs() < 1e-8, "{:?}", world.mass());
}

#[test]
fn a_body_that_is_thrown_out_of_the_water_is_said_once() {
    let mut world = world(&boat("velocity_m_s = [0.0, 0.0, 11.0]"));
    run(&mut world, 1.5);
    assert_eq!(said(&world, &["body.boat", "thrown"]), 1, "{:?}", world.warnings());
}

/// Waves beyond all bounds: the level is not finite at any of its triangles.
#[test]
fn a_body_that_the_water_does_not_act_on_is_said_once() {
    let airy = "[[wave]]\nkind = \"airy\"\namplitude_m = 1e300\nlength_m = 20.0\n";
    let mut lost = world(&format!("{}\n{airy}", boat("")));
    run(&mut lost, 0.3);
    assert_eq!(said(&lost, &["body.boat", "does not act on", "triangles"]), 1, "{:?}", lost.warnings());
    let mut sound = world(&boat(""));
    run(&mut sound, 0.3);
    assert_eq!(said(&sound, &["does not act on"]), 0, "{:?}", sound.warnings());
}

#[test]
fn what_belongs_to_another_hull_is_warned_of() {
    let world = world(&boat(
        "center_of_mass_m = [5.0, 0.0, 0.4]\npropeller = { position_m = [-6.0, 0.0, 0.0], thrust_n = 1.0 }",
    ));
    assert_eq!(
        said(&world, &["body.boat.center_of_mass_m", "outside the hull"]),
        1,
        "{:?}",
        world.warnings()
    );
    assert_eq!(said(&world, &["body.boat.propeller.position_m", "far from the hull"]), 1);
}

/// A hull a thousand times too large would fill the memory once it is made as fine as the grid.
#[test]
fn an_oversized_hull_is_rejected_at_once() {
    let text = boat("").replace("length_m = 2.0", "length_m = 20000.0");
    let scenario = Scenario::parse(&text, Origin { name: "test".into(), folder: None }, &[]).unwrap();
    let error = World::new(&scenario).unwrap_err().to_string();
    assert!(error.contains("body.boat.hull") && error.contains("does not fit the domain"), "{error}");
}
