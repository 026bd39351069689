//! Bodies that pass each other closely: without touching nothing happens to them.

use glam::DVec3;
use rigid_sim::{RigidBodyBuilder, World};

use crate::setups::{ball, cuboid};

/// What one body has gained or lost after another came by at a speed, m/s and rad/s; both after a second.
fn after(dt: f64, passing: RigidBodyBuilder, resting: RigidBodyBuilder) -> [f64; 2] {
    let mut world = World::new(DVec3::ZERO);
    let passing = world.insert(passing.build().unwrap());
    let resting = world.insert(resting.build().unwrap());
    let speed = world[passing].linvel_m_s();
    for _ in 0..(1.0 / dt) as usize {
        assert!(world.step(dt).quarantined.is_empty());
    }
    let change = world[passing].linvel_m_s() - speed;
    [change.length() + world[resting].linvel_m_s().length(), world[passing].angvel_rad_s().length()]
}

#[test]
fn bodies_pass_each_other_without_a_touch() {
    let half_m = DVec3::new(1.0, 0.5, 0.4);
    for dt in [1.0 / 30.0, 1.0 / 60.0] {
        for gap_m in [0.01, 0.03, 0.1, 0.3] {
            for speed in [1.0, 4.0, 10.0, 30.0, 100.0] {
                // It comes from half a second before to half a second after.
                let from = DVec3::new(-0.5 * speed + 0.3, 1.0 + gap_m, 0.0);
                let boxed = |at_m| cuboid(half_m, 800.0).friction(0.3).translation(at_m);
                let passing = boxed(from).linvel(DVec3::X * speed);
                let of_boxes = after(dt, passing, boxed(DVec3::ZERO));
                let round = |at_m| ball(0.5, 300.0).friction(0.3).translation(at_m);
                let of_balls = after(dt, round(from).linvel(DVec3::X * speed), round(DVec3::ZERO));
                for (what, of) in [("boxes", of_boxes), ("balls", of_balls)] {
                    assert_eq!(of, [0.0; 2], "{what}, {gap_m} m at {speed} m/s, {dt} s");
                }
            }
        }
    }
}

/// However fast, and with whatever else there is within the way of a step.
#[test]
fn a_body_that_is_fast_beyond_reason_leaves_its_neighbors_alone() {
    for speed in [5e3, 3e4, 1e6] {
        for aside_m in [5.0, 30.0] {
            let boxed = |at_m, mass_kg| cuboid(DVec3::splat(0.5), mass_kg).translation(at_m);
            let fast = boxed(DVec3::new(-0.5 * speed, aside_m, 0.0), 30.0).linvel(DVec3::X * speed);
            assert_eq!(
                after(0.022, fast, boxed(DVec3::ZERO, 1000.0)),
                [0.0; 2],
                "{aside_m} m at {speed} m/s"
            );
        }
    }
}

/// Those that do meet are stopped, however fast and small.
#[test]
fn bodies_that_meet_collide_at_any_speed() {
    for dt in [1.0 / 30.0, 1.0 / 60.0] {
        for speed in [1.0, 10.0, 30.0, 100.0] {
            for aside_m in [0.0, 0.2, 0.7] {
                let from = DVec3::new(-0.5 * speed + 0.3, aside_m, 0.0);
                let boxed = |at_m| cuboid(DVec3::splat(0.5), 100.0).friction(0.0).translation(at_m);
                let [change, _] = after(dt, boxed(from).linvel(DVec3::X * speed), boxed(DVec3::ZERO));
                assert!(change > 0.3 * speed, "boxes, {aside_m} m at {speed} m/s, {dt} s: {change}");
                let round = |at_m| ball(0.5, 100.0).friction(0.0).translation(at_m);
                let [change, _] = after(dt, round(from).linvel(DVec3::X * speed), round(DVec3::ZERO));
                assert!(change > 0.2 * speed, "balls, {aside_m} m at {speed} m/s, {dt} s: {change}");
            }
        }
    }
}
