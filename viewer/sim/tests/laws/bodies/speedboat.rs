//! The motor boat of Lazo et al. §3.3.

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
