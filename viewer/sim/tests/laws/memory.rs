//! Memory that a world takes, as `estela check` reports it, counted by thread.

use allocation_counter::measure;
use viewer_sim::World;
use viewer_sim::memory::{Triangles, needed_bytes};
use viewer_sim::scenario::Scenario;

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
