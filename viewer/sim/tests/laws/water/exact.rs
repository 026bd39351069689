//! Exact solutions that scenarios have, as the window shows them.

use viewer_sim::scenario::{Scenario, shipped};
use viewer_sim::{Exact, ExactReading, World};

use crate::setup::run;

fn load(name: &str, changes: &[&str]) -> Scenario {
    let changes: Vec<String> = changes.iter().map(|change| (*change).into()).collect();
    Scenario::load(name, &changes).unwrap()
}

fn read(name: &str, changes: &[&str], until_s: f64) -> ExactReading {
    let scenario = load(name, changes);
    let mut world = World::new(&scenario).unwrap();
    run(&mut world, until_s);
    let mut reading = ExactReading::default();
    assert!(Exact::of(&scenario).unwrap().read(&world, &mut reading));
    reading
}

/// The figures of the tests of the dam break itself, in a narrower channel; and turned about, and mirrored.
#[test]
fn a_dam_break_is_read_beside_stokers_solution_in_all_directions() {
    let size = "grid.cell_size_m=0.25";
    let along_y = [
        "grid.cells=[12, 200]",
        size,
        "gauge=",
        "water.column.0={ x_m = [0.0, 3.0], y_m = [25.0, 50.0], level_m = 8.0 }",
    ];
    let glide = "={ kind = \"wall\", slip = \"free-slip\" }";
    let [west, east] = ["sides.west", "sides.east"].map(|side| format!("{side}{glide}"));
    let mut turned = along_y.to_vec();
    turned.extend([west.as_str(), east.as_str()]);
    let first = read("dam-break-full", &["grid.cells=[200, 12]", size, "gauge="], 1.5);
    let second = read("dam-break-full", &turned, 1.5);
    for (reading, axis) in [(&first, 0), (&second, 1)] {
        assert_eq!((reading.axis, reading.points.len(), reading.scale_m), (axis, 200, 4.0));
        println!("mean error {:.3} %", 100.0 * reading.mean_error_m / reading.scale_m);
        assert!(reading.mean_error_m < 0.005 * reading.scale_m, "{}", reading.mean_error_m);
        assert!(reading.greatest_error_m > reading.mean_error_m);
    }
    // The second runs towards lower y.
    let (one, other) = (first.points[130], second.points[69]);
    assert!((one[1] - other[1]).abs() < 1e-9 && (one[2] - other[2]).abs() < 1e-3, "{one:?} {other:?}");
}

#[test]
fn it_holds_until_waves_reach_an_end() {
    let exact = Exact::of(&load("dam-break-full", &[])).unwrap();
    // The rarefaction's head reaches the west end, 25 m away, at 8.859 m/s.
    assert!(exact.level_m(20.0, 2.8).is_some() && exact.level_m(20.0, 2.85).is_none());
    // The bore reaches the east end from 15 m away at 8.366 m/s.
    let exact = Exact::of(&load("dam-break-full", &["water.column.0.x_m=[0, 35]"])).unwrap();
    assert!(exact.level_m(20.0, 1.78).is_some() && exact.level_m(20.0, 1.80).is_none());
}

#[test]
fn wind_is_balanced_by_the_slope_in_the_end() {
    let reading = read("wind-setup", &[], 400.0);
    assert!((reading.scale_m - 2.1e-3).abs() < 1e-5, "{}", reading.scale_m);
    println!("greatest error {:.3} %", 100.0 * reading.greatest_error_m / reading.scale_m);
    assert!(reading.greatest_error_m < 0.01 * reading.scale_m, "{reading:?}");
    let early = read("wind-setup", &[], 0.5);
    assert!(early.greatest_error_m > 0.2 * early.scale_m, "it has not come to rest");
}

#[test]
fn other_scenarios_have_none() {
    let with: Vec<&str> =
        shipped::names().into_iter().filter(|name| Exact::of(&load(name, &[])).is_some()).collect();
    assert_eq!(with, ["dam-break-full", "wind-setup"]);
    for change in [
        "sides.south.slip=no-slip",
        "water.column.0.y_m=[0, 30]",
        "water.column.0.velocity_m_s=[1, 0]",
        "friction={ manning_s_m13 = 0.02 }",
        "coriolis={ latitude_deg = 40 }",
    ] {
        assert_eq!(Exact::of(&load("dam-break-full", &[change])), None, "{change}");
    }
    for change in ["wind.towards_deg=30", "sides.east={ kind = \"outflow\" }", "water.level_m=0.1"] {
        assert_eq!(Exact::of(&load("wind-setup", &[change])), None, "{change}");
    }
}
