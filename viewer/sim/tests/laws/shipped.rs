//! The shipped scenarios, to their ends.

use viewer_sim::World;
use viewer_sim::scenario::{Scenario, shipped};

use crate::setup::run;

/// Those that take longer than some seconds on a processor, and how much of them is run, s.
const LONG: [(&str, f64); 9] = [
    ("boat-smoke", 0.1),
    ("complex-50-paper", 5.0),
    ("downburst", 0.1),
    ("harbor", 1.0),
    ("logs", 10.0),
    ("smoke", 0.1),
    ("smoke-2d", 2.0),
    ("spheres-200-paper", 5.0),
    // In the next test.
    ("tide", 1.0),
];

#[test]
fn every_shipped_scenario_runs_to_its_end() {
    for name in shipped::names() {
        let scenario = Scenario::load(name, &[]).unwrap();
        let cut = LONG.iter().find(|(long, _)| *long == name);
        let until_s = cut.map_or(scenario.duration_s, |(_, until_s)| *until_s);
        let mut world = World::new(&scenario).unwrap();
        assert!(
            !world.warnings().iter().any(|text| text.contains("rounding")),
            "{name}: {:?}",
            world.warnings()
        );
        while world.time_s() < until_s {
            let report = world.step();
            assert_eq!(report, Default::default(), "{name}, {} s", world.time_s());
        }
    }
}

/// Low water leaves it half of the draft that it floats with: it lies on the mud, upright, and comes free with the flood.
#[test]
fn the_launch_takes_the_ground_with_the_tide_and_floats_again() {
    let mut world = World::new(&Scenario::load("tide", &[]).unwrap()).unwrap();
    let floats_m = world.body(0).draft_m;
    run(&mut world, 40.0);
    let aground = world.body(0);
    assert!(aground.draft_m < 0.7 * floats_m && aground.linvel_m_s.length() < 1e-3, "{aground:?}");
    assert!(aground.name == *"launch" && aground.heel_deg.abs() < 3.0, "{aground:?}");
    run(&mut world, 90.0);
    let afloat = world.body(0);
    assert!((afloat.draft_m - floats_m).abs() < 0.02 * floats_m && afloat.heel_deg.abs() < 1.0, "{afloat:?}");
}
