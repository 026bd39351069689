//! Memory that a world takes, as `estela check` reports it, counted by thread.

use allocation_counter::measure;
use viewer_sim::World;
use viewer_sim::memory::{Triangles, needed_bytes};
use viewer_sim::scenario::{Origin, Scenario};

/// Never more than is reported, and not far less. Counted on this thread, which is the pool's only one.
#[test]
fn a_world_takes_the_memory_that_is_foreseen() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().unwrap();
    for (name, overrides) in [
        ("dam-break-full", &["grid.cells=[600, 600]", "gauge=[]"][..]),
        ("floating", &["grid.cells=[600, 600]"]),
        ("floating", &["grid.cells=[600, 600]", "coupling.samples_per_side=1"]),
        ("floating", &["grid.cells=[300, 300]", "coupling.samples_per_side=15"]),
        ("floating", &["grid.cells=[600, 600]", "coupling.mode=paper"]),
        ("propeller", &["grid.cells=[600, 600]"]),
        ("bridge", &["grid.cells=[600, 600]"]),
        ("floating", &["body.boat.hull={kind=\"sphere\",radius_m=0.9,subdivisions=6}"]),
        (
            "floating",
            &[
                "body.boat.hull={kind=\"sphere\",radius_m=0.9,subdivisions=6}",
                "body.boat.part=[{from_m=[-9,-9,-9],to_m=[0,9,9],drag=1}]",
                "body.boat.position_m=[1,1]",
                "body.boat.repeat={kind=\"grid\",count=[3,3],step_m=[2,2]}",
            ],
        ),
    ] {
        let overrides: Vec<String> = overrides.iter().map(|text| text.to_string()).collect();
        let scenario = Scenario::load(name, &overrides).unwrap();
        let mut triangles = Triangles::default();
        let taken = pool.install(|| {
            measure(|| {
                let mut world = World::new(&scenario).unwrap();
                (0..3).for_each(|_| drop(world.step()));
                triangles = world.hull_triangles();
            })
        });
        let foreseen = needed_bytes(&scenario, triangles) as f64;
        let fraction = taken.bytes_max as f64 / (foreseen - 30e6);
        println!("{name} {overrides:?}: {fraction:.3} of {foreseen}");
        assert!((0.5..=1.0).contains(&fraction), "{name} {overrides:?}: {fraction} of {foreseen}");
    }
}

/// A pool with a box of 2 × 1 × 0.8 m in the middle, and more of it.
fn boxes(more: &str) -> Result<World, viewer_sim::Error> {
    let text = format!(
        "title = \"pool\"\nduration_s = 1.0\ngrid = {{ cells = [60, 40], cell_size_m = 0.5 }}\nwater.level_m = 2.0\n[body.a]\n\
         hull = {{ kind = \"box\", length_m = 2.0, beam_m = 1.0, depth_m = 0.8 }}\nmass_kg = 800.0\nposition_m = [10.0, 10.0]\n{more}\n"
    );
    let origin = Origin { name: "pool.toml".into(), folder: None };
    World::new(&Scenario::parse(&text, origin, &[])?)
}

/// A hundred thousand times as many pairs as bodies would be looked at: they are refused before, and by whom and where is said.
#[test]
fn many_bodies_in_one_place_are_refused_before_their_contacts_are_looked_for() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().unwrap();
    for (repeat, keys) in [
        ("kind = \"line\", count = 3000, to_m = [10.0, 10.0]", "3000 of its 3000 copies"),
        ("kind = \"grid\", count = [50, 60], step_m = [0.001, 0.001]", "3000 of its 3000 copies"),
        ("kind = \"random\", count = 3000, to_m = [11.0, 11.0]", " of its 3000 copies"),
    ] {
        let mut refused = None;
        let taken = pool.install(|| measure(|| refused = boxes(&format!("repeat = {{ {repeat} }}")).err()));
        let message = refused.unwrap().to_string();
        for word in ["pool.toml: body.a.repeat: ", keys, "at [1", "2.236 m", "spacing_m", "(count)"] {
            assert!(message.contains(word), "{message:?} does not say {word:?}");
        }
        // Pairs of them would take 2 GB.
        assert!(taken.bytes_max < 100_000_000, "{} bytes for {repeat}", taken.bytes_max);
    }
    let one = |n: usize| {
        format!(
            "[body.b{n}]\nhull = {{ kind = \"box\", length_m = 2.0, beam_m = 1.0, depth_m = 0.8 }}\nmass_kg = 700.0\nposition_m = [20.0, 10.0]\n"
        )
    };
    let by_hand: String = (100..140).map(one).collect();
    let message = boxes(&by_hand).unwrap_err().to_string();
    assert!(message.contains("body.b100.position_m: 40 bodies have more than 32 others"), "{message}");
    // Side by side there is no end of them, however they are turned.
    let rows = "heading_deg = 45.0\nrepeat = { kind = \"grid\", count = [10, 5], step_m = [1.6, 1.6] }\nenters_at_s = 0.5";
    assert_eq!(boxes(rows).unwrap().body_count(), 0);
    assert_eq!(boxes(&rows.replace("enters_at_s = 0.5", "")).unwrap().body_count(), 50);
    // Nor of those that come one after another.
    let later = |n: usize| one(n) + &format!("enters_at_s = {:?}\n", 0.01 * n as f64);
    assert!(boxes(&(100..140).map(later).collect::<String>()).is_ok());
}
