//! The motor boat of Lazo et al. §3.3.

use glam::DVec2;

use crate::setup::{run, shipped};

#[test]
fn it_turns_and_its_books_close() {
    let mut world = shipped("speedboat", &[]);
    let start = world.bodies().next().unwrap().heading_deg;
    let mut turned: f64 = 0.0;
    let (mut last, mut heading) = (start, 0.0);
    while world.time_s() < 30.0 {
        assert_eq!(world.step(), Default::default(), "step {}", world.steps());
        let now = world.bodies().next().unwrap().heading_deg;
        heading += (now - last + 180.0).rem_euclid(360.0) - 180.0;
        last = now;
        turned = turned.max(f64::abs(heading));
    }
    assert!(turned > 90.0, "it turned by {turned}° at most");
    assert!(world.mass().residual_relative().abs() <= 1e-6, "{:?}", world.mass());
    assert!(world.momentum().residual_relative() <= 1e-5, "{:?}", world.momentum());
}

#[test]
fn the_helm_overrides_the_schedule() {
    let turned = |angle_deg: f64| {
        let mut world = shipped("speedboat", &[]);
        assert!(world.steer("boat", viewer_sim::Helm { thrust: Some(1.0), angle_deg: Some(angle_deg) }));
        run(&mut world, 5.0);
        let state = world.bodies().next().unwrap();
        state.heading_deg + 30.0
    };
    assert!(turned(-15.0) > 5.0, "a jet to starboard turns the bow to port");
    assert!(turned(15.0) < -5.0);
}

/// Steps bring the fields up to date near the boat and at the scenario's own gauges alone.
#[test]
fn what_is_read_at_a_point_is_what_a_gauge_there_records() {
    let places = [[100.2, 60.1], [12.3, 70.8], [20.6, 44.7], [40.6, 33.3]];
    let places = places.map(DVec2::from_array);
    let gauge =
        |(k, at_m): (usize, &DVec2)| format!("{{ name = \"{k}\", position_m = [{}, {}] }}", at_m.x, at_m.y);
    let gauges: Vec<String> = places.iter().enumerate().map(gauge).collect();
    let mut gauged = shipped("speedboat", &[&format!("gauge=[{}]", gauges.join(", "))]);
    let mut world = shipped("speedboat", &[]);
    let mut earlier = Vec::new();
    for until_s in [2.0, 4.0, 6.0] {
        run(&mut gauged, until_s);
        run(&mut world, until_s);
        let read: Vec<_> = (0..).zip(&places).map(|(k, at_m)| world.probe(&format!("{k}"), *at_m)).collect();
        assert_eq!(read, gauged.gauges().collect::<Vec<_>>(), "t = {until_s} s");
        assert_ne!(read, std::mem::replace(&mut earlier, read.clone()), "t = {until_s} s: frozen");
    }
}
