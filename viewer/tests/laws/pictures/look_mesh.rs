//! Meshes that are only looked at.

use viewer::render::{Backend, Picture, Renderer};
use viewer::scene::{Look, Scene, View};
use viewer::sim::World;
use viewer::sim::scenario::Scenario;
use viewer::staging;

use crate::setup::run;

/// A sail of one sheet, 6 m high, in place of the hull.
const SAIL: &str = "solid sail\nfacet normal 0 1 0\nouter loop\nvertex -2 0 0\nvertex 2 0 0\nvertex 0 0 6\nendloop\nendfacet\nendsolid sail\n";

fn drawn(scenario: &Scenario, world: &World, look: Look) -> Picture {
    let mut scene = Scene::default();
    staging::scene(world, &mut scene);
    let view = View { look, size: [160, 120], ..staging::view(scenario) };
    Renderer::new(Backend::Cpu).unwrap().draw(&scene, &view)
}

#[test]
fn a_look_mesh_is_drawn_in_place_of_the_hull_and_no_force_acts_on_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sail.stl");
    std::fs::write(&file, SAIL).unwrap();
    let load = |changes: &[String]| Scenario::load("floating", changes);
    let scenario = load(&[]).unwrap();
    let look = format!("body.boat.look_mesh={:?}", file.display().to_string());
    let [plain, looked] = [vec![], vec![look.clone()]].map(|changes| {
        let scenario = load(&changes).unwrap();
        let mut world = World::new(&scenario).unwrap();
        run(&mut world, 0.5);
        world
    });
    assert!(
        plain.fields().eta_m == looked.fields().eta_m
            && plain.body(0).position_m == looked.body(0).position_m
    );
    let differ = |look| {
        let [a, b] = [&plain, &looked].map(|world| drawn(&scenario, world, look));
        a.pixels().iter().zip(b.pixels()).filter(|(a, b)| a != b).count()
    };
    assert!(differ(Look::Water) > 100, "{} pixels", differ(Look::Water));
    assert_eq!(differ(Look::Science), 0);

    for (changes, words) in [
        (
            vec![format!(
                "body.boat.look_mesh={:?}",
                folder.path().join("no-sail.stl").display().to_string()
            )],
            ["body.boat.look_mesh", "sail.stl"],
        ),
        (vec!["body.boat.look_mesh_scale=2".into()], ["body.boat.look_mesh_scale", "no look_mesh"]),
        (vec![look, "body.boat.look_mesh_scale=0".into()], ["body.boat.look_mesh_scale", "above 0"]),
    ] {
        let refused = match load(&changes) {
            Ok(scenario) => World::new(&scenario).err().map(|error| error.to_string()),
            Err(error) => Some(error.to_string()),
        };
        let message = refused.unwrap_or_default();
        assert!(words.iter().all(|word| message.contains(word)), "{changes:?}: {message}");
    }
}

#[test]
fn a_look_mesh_of_another_size_than_the_hull_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sail.stl");
    std::fs::write(&file, SAIL).unwrap();
    let warned = |scale: &str| {
        let changes = [
            format!("body.boat.look_mesh={:?}", file.display().to_string()),
            format!("body.boat.look_mesh_scale={scale}"),
        ];
        let world = World::new(&Scenario::load("floating", &changes).unwrap()).unwrap();
        world.warnings().iter().any(|warning| {
            warning.starts_with("body.boat.look_mesh: it is") && warning.contains("look_mesh_scale")
        })
    };
    assert_eq!(["0.001", "1", "1000"].map(warned), [true, false, true]);
}
