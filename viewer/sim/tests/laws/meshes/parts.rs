//! Bodies whose mesh is far from convex touch others by its convex parts.

use std::path::Path;

use viewer_sim::scenario::{Origin, Scenario};
use viewer_sim::{Error, World};

/// A dock in the shape of a U: 10 × 8 m and 2 m high, with a slot of 7 × 4 m that is open ahead.
fn write_dock(file: &Path) {
    let outline = [(-5, -4), (5, -4), (5, -2), (-2, -2), (-2, 2), (5, 2), (5, 4), (-5, 4)];
    let mut text = String::new();
    for z in [0, 2] {
        outline.iter().for_each(|(x, y)| text += &format!("v {x} {y} {z}\n"));
    }
    for [a, b, c] in [[1, 2, 3], [1, 3, 4], [1, 4, 8], [4, 5, 8], [5, 6, 8], [6, 7, 8]] {
        text += &format!("f {} {} {}\nf {c} {b} {a}\n", a + 8, b + 8, c + 8);
    }
    for i in 1..=8 {
        let j = i % 8 + 1;
        text += &format!("f {i} {j} {}\nf {i} {} {}\n", j + 8, j + 8, i + 8);
    }
    std::fs::write(file, text).unwrap();
}

fn dock(folder: &Path, more: &str, boat: &str) -> Result<World, Error> {
    write_dock(&folder.join("dock.obj"));
    let text = format!(
        "title = \"dock\"\nduration_s = 9.0\ngrid = {{ cells = [60, 40], cell_size_m = 0.5 }}\nwater.level_m = 4.0\n\
         [body.dock]\nmesh = \"dock.obj\"\nmass_kg = 40000.0\nposition_m = [14.0, 10.0]\n{more}\n\
         [body.boat]\nhull = {{ kind = \"box\", length_m = 2.0, beam_m = 1.0, depth_m = 0.8 }}\nmass_kg = 800.0\nposition_m = [15.5, 10.0]\n{boat}\n"
    );
    let origin = Origin { name: "dock.toml".into(), folder: Some(folder.into()) };
    World::new(&Scenario::parse(&text, origin, &[])?)
}

/// Steps of six seconds; where the boat and the dock are then.
fn after(world: &mut World) -> [glam::DVec3; 2] {
    while world.time_s() < 6.0 {
        assert_eq!(world.step(), Default::default());
    }
    let at = |name: &str| world.bodies().find(|body| body.name == name).unwrap().position_m;
    [at("boat"), at("dock")]
}

#[test]
fn a_boat_floats_freely_in_the_slot_of_a_dock() {
    let folder = tempfile::tempdir().unwrap();
    let mut world = dock(folder.path(), "", "").unwrap();
    assert!(!world.warnings().iter().any(|text| text.contains("inside")), "{:?}", world.warnings());
    let [boat, dock_at] = after(&mut world);
    assert!((boat - glam::DVec3::new(15.5, 10.0, 4.0)).length() < 0.1, "{boat}");
    assert!((dock_at.truncate() - glam::DVec2::new(14.0, 10.0)).length() < 0.1, "{dock_at}");
    assert_eq!(world.contacts(), 0);
    // With its hull it is in the way, and says so.
    let mut whole = dock(folder.path(), "collider = \"hull\"", "").unwrap();
    assert!(whole.warnings().iter().any(|text| text.contains("inside body.dock")), "{:?}", whole.warnings());
    while whole.time_s() < 1.0 {
        let _ = whole.step();
    }
    assert!(whole.contacts() > 0);
}

/// It drives against the walls of the slot, and does not get through; a world from a checkpoint goes on with the same bits.
#[test]
fn a_boat_stays_between_the_walls_of_the_slot() {
    let folder = tempfile::tempdir().unwrap();
    let thrown = || dock(folder.path(), "", "velocity_m_s = [0.0, 1.5, 0.0]\ndrag = 0.1").unwrap();
    let (mut world, mut other) = (thrown(), thrown());
    let mut touched = 0;
    for step in 0..120 {
        assert_eq!(world.step(), Default::default());
        touched += world.contacts();
        if step == 60 {
            other.restore(&world.checkpoint()).unwrap();
        }
    }
    let [boat, dock_at] =
        ["boat", "dock"].map(|name| world.bodies().find(|body| body.name == name).unwrap().position_m);
    assert!(
        touched > 0 && (boat.y - dock_at.y).abs() < 1.6 && boat.x > dock_at.x - 2.0,
        "{touched}: {boat} in {dock_at}"
    );
    while other.steps() < world.steps() {
        assert_eq!(other.step(), Default::default());
    }
    assert!(other.checkpoint() == world.checkpoint());
}

/// What is no few convex parts: its hull touches, with a warning, or it is refused where parts are asked for.
#[test]
fn a_mesh_that_is_no_few_parts_is_said_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = String::new();
    for n in 0..600 {
        let (x, y, z) = (n % 10 * 2, n / 10 % 10 * 2, n / 100 * 2);
        text += &format!("v {x} {y} {z}\nv {} {y} {z}\nv {x} {} {z}\nv {x} {y} {}\n", x + 1, y + 1, z + 1);
        text += "f -4 -2 -3\nf -4 -3 -1\nf -4 -1 -2\nf -3 -2 -1\n";
    }
    std::fs::write(folder.path().join("sponge.obj"), text).unwrap();
    let world = |more: &str| {
        let text = format!(
            "title = \"sponge\"\nduration_s = 1.0\ngrid = {{ cells = [60, 60], cell_size_m = 0.5 }}\nwater.level_m = 4.0\n\
             [body.sponge]\nmesh = \"sponge.obj\"\nmass_kg = 4000.0\nposition_m = [15.0, 15.0, 20.0]\n{more}\n"
        );
        let origin = Origin { name: "sponge.toml".into(), folder: Some(folder.path().into()) };
        World::new(&Scenario::parse(&text, origin, &[]).unwrap())
    };
    let warned = world("").unwrap();
    let words = ["body.sponge.collider: ", "convex parts", "its convex hull touches"];
    assert!(
        warned.warnings().iter().any(|text| words.iter().all(|word| text.contains(word))),
        "{:?}",
        warned.warnings()
    );
    let refused = world("collider = \"parts\"").unwrap_err().to_string();
    for word in ["sponge.toml: body.sponge.collider: \"parts\": ", "must be 0.8 to 1.2 times", "convex hull"]
    {
        assert!(refused.contains(word), "{refused:?} does not say {word:?}");
    }
    assert!(!world("collider = \"hull\"").unwrap().warnings().iter().any(|text| text.contains("collider")));
}
