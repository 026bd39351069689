//! Steps take no memory once the lists of a world are as long as they come to be, and records of them take none: counted by thread.

use allocation_counter::measure;
use viewer_sim::World;
use viewer_sim::records::{Existing, Recorder, RunFolder};
use viewer_sim::scenario::Scenario;

/// Steps that are counted.
const COUNTED: usize = 100;

/// Most times that a step may take memory in the mean.
const MOST: f64 = 2.0;

/// Waves that are sent in through a side.
const IRREGULAR: &str = "sides.west={ kind = \"characteristic\", level_m = 2.0, wave = { kind = \"irregular\", height_m = 0.02, period_s = 5.0 } }";
const CNOIDAL: &str = "sides.west={ kind = \"characteristic\", level_m = 2.0, wave = { kind = \"cnoidal\", height_m = 0.02, period_s = 5.0 } }";

/// Scenarios, keys that are changed, steps before those that are counted, and how many of these are to take no memory at least: bodies have fallen in
/// and touch, boats are under way, spheres sleep.
const CASES: [(&str, &str, usize, usize); 15] = [
    // Spheres overlap in most steps.
    ("spheres-200", "", 90, 40),
    ("spheres-200-paper", "", 200, 50),
    ("spheres-10", "coupling.sleep={ speed_m_s = 0.05, after_s = 0.5, wake_m_s2 = 0.5 }", 500, 80),
    ("complex-50", "", 100, 60),
    ("complex-50-paper", "", 100, 60),
    ("harbor", "", 60, 60),
    ("logs", "", 150, 60),
    ("buoys", "", 100, 80),
    ("speedboat", "", 100, 60),
    ("speedboat", "coupling.schedule=\"side-by-side\"", 100, 60),
    ("bridge", "", 100, 80),
    ("floating", "coupling.hull=\"lid\"", 100, 80),
    ("complex-50", "coupling.hull=\"lid\"", 100, 40),
    ("floating", IRREGULAR, 100, 100),
    ("floating", CNOIDAL, 100, 100),
];

/// Counted on this thread, which is the pool's only one. A list may still grow in a step, where a body comes to rows of cells in which none was
/// before, or more bodies come together than did, and parry takes some where hulls overlap: so many steps are without, not all. What rayon takes
/// for its queues counts too.
#[test]
fn steps_take_no_memory_but_where_lists_grow_and_their_records_none() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().unwrap();
    for (name, set, before, least) in CASES {
        let place = tempfile::tempdir().unwrap();
        let names = Recorder::names(false);
        let folder = RunFolder::claim(place.path(), name, Existing::Refuse, &names).unwrap();
        let mut recorder = Recorder::create(folder, None).unwrap();
        let set: Vec<String> = set.lines().map(String::from).collect();
        let mut world = World::new(&Scenario::load(name, &set).unwrap()).unwrap();
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
        let mean = steps.iter().sum::<u64>() as f64 / COUNTED as f64;
        println!("{name} {set:?}: {without} of {COUNTED} steps without, {mean} times a step");
        assert!(
            without >= least && mean <= MOST,
            "{name} {set:?}: {without} without, {mean} a step: {steps:?}"
        );
        assert_eq!(records, [0; COUNTED], "{name} {set:?}: records");
    }
}
