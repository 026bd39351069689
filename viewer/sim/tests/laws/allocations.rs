//! Steps take no memory once the lists of a world are as long as they come to be, and records of them take none: counted by thread.

use allocation_counter::measure;
use viewer_sim::World;
use viewer_sim::records::{Existing, Recorder, RunFolder};
use viewer_sim::scenario::Scenario;

/// Steps that are counted, and how many of them are to take no memory at least.
const COUNTED: usize = 30;
const WITHOUT: usize = 10;

/// Scenarios, and the steps before those that are counted: bodies have fallen in and touch, boats are under way.
const CASES: [(&str, usize); 5] =
    [("spheres-200", 90), ("complex-50", 60), ("buoys", 100), ("speedboat", 100), ("bridge", 100)];

/// Counted on this thread, which is the pool's only one. A list may still grow in a step, where a body comes to rows of cells in which none was
/// before, or more bodies come together than did, and parry takes some where hulls overlap: so many steps are without, not all. What rayon takes
/// for its queues counts too.
#[test]
fn steps_take_no_memory_but_where_lists_grow_and_their_records_none() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().unwrap();
    for (name, before) in CASES {
        let place = tempfile::tempdir().unwrap();
        let names = Recorder::names(false);
        let folder = RunFolder::claim(place.path(), name, Existing::Refuse, &names).unwrap();
        let mut recorder = Recorder::create(folder, None).unwrap();
        let mut world = World::new(&Scenario::load(name, &[]).unwrap()).unwrap();
        let mut step = || {
            let of_step = pool.install(|| measure(|| drop(world.step()))).count_total;
            let of_records = pool.install(|| measure(|| recorder.record(&world).unwrap())).count_total;
            // How many lists go round between this thread and the one that writes would depend on how fast that is.
            recorder.flush().unwrap();
            (of_step, of_records)
        };
        (0..before).for_each(|_| _ = step());
        let (steps, records): (Vec<u64>, Vec<u64>) = (0..COUNTED).map(|_| step()).unzip();
        let without = steps.iter().filter(|count| **count == 0).count();
        println!("{name}: {without} of {COUNTED} steps without; {steps:?}");
        assert!(without >= WITHOUT, "{name}: {without} of {COUNTED} steps take no memory: {steps:?}");
        assert_eq!(records, [0; COUNTED], "{name}: records");
    }
}
