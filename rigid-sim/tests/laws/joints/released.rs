//! What a joint held goes free when it is let go, and back when the world goes back.

use super::DT;
use crate::setups::{ball, vector};
use glam::DVec3;
use proptest::prelude::*;
use rigid_sim::{
    Acts, Anchor, BodyHandle, Drive, Joint, JointHandle, JointKind, Sleeping, Spring, World, WorldState,
};

/// A ball that hangs at the end of a line, and another one far from it on a hinge that a drive turns.
fn hung(kind: JointKind) -> (World, BodyHandle, JointHandle) {
    let mut world = World::default();
    world.sleeping = Some(Sleeping::default());
    let body = world.insert(ball(0.2, 3.0).translation(DVec3::NEG_Z).build().unwrap());
    let line = Joint::new(kind, Anchor::Body(body, DVec3::ZERO), Anchor::World(DVec3::ZERO));
    let line = world.insert_joint(line).unwrap();
    let wheel = world.insert(ball(0.2, 3.0).translation(DVec3::X * 9.0).build().unwrap());
    let pin = (Anchor::Body(wheel, DVec3::ZERO), Anchor::World(DVec3::X * 9.0));
    world.insert_joint(Joint::new(JointKind::Hinge { axis: DVec3::Z }, pin.0, pin.1)).unwrap();
    (world, body, line)
}

fn states(world: &mut World, steps: usize) -> Vec<WorldState> {
    let step = |_| {
        let _ = world.step(DT);
        world.state()
    };
    (0..steps).map(step).collect()
}

/// It wakes and falls as one that nothing ever held; its joint neither pulls nor stores anything, and is there no more.
#[test]
fn a_sleeper_that_is_let_go_falls_freely() {
    let spring = Spring { rest_m: 0.9, stiffness_n_m: 294.3, damping_n_s_m: 60.0, acts: Acts::Pull };
    for kind in [JointKind::Rope { length_m: 1.0 }, JointKind::Spring(spring)] {
        let (mut world, body, line) = hung(kind);
        (0..240).for_each(|_| drop(world.step(DT)));
        assert!(world[body].is_asleep() && (world[body].center_of_mass_m().z + 1.0).abs() < 1e-4);
        assert!(world.release_joint(line) && !world.release_joint(line));
        assert!(!world[body].is_asleep() && !world.joint_acts(line));
        assert_eq!((world.elastic_energy_j(), world.joint_impulse_n_s(line)), (0.0, Some(DVec3::ZERO)));
        let from_m = world[body].center_of_mass_m().z;
        (0..30).for_each(|_| drop(world.step(DT)));
        let (fell_m, steps) = (from_m - world[body].center_of_mass_m().z, 30.0);
        assert!((world[body].linvel_m_s().z + 9.81 * 0.5).abs() < 1e-9, "{}", world[body].linvel_m_s());
        assert!((fell_m - 9.81 * DT * DT * 0.5 * steps * (steps + 1.0)).abs() < 1e-9, "{fell_m} m");
        assert_eq!(world.joint_impulse_n_s(line), Some(DVec3::ZERO));
        assert!(world.remove_joint(line).is_some() && !world.release_joint(line));
    }
}

/// From before and after it was let go, by whom ever: a state knows.
#[test]
fn a_world_goes_back_to_before_and_on_from_after() {
    let (mut world, _, line) = hung(JointKind::Rope { length_m: 1.0 });
    let mut all = states(&mut world, 20);
    assert!(world.release_joint(line));
    let released = world.state();
    all.extend(states(&mut world, 20));
    let (mut other, body, _) = hung(JointKind::Rope { length_m: 1.0 });
    for (from, to) in [(9, 19), (29, 39), (4, 19), (24, 39)] {
        other.restore(&all[from]).unwrap();
        assert_eq!(states(&mut other, to - from), all[from + 1..=to], "from {from}");
    }
    other.restore(&released).unwrap();
    assert_eq!(states(&mut other, 20), all[20..]);
    other.restore(&all[19]).unwrap();
    (0..20).for_each(|_| drop(other.step(DT)));
    assert!((other[body].center_of_mass_m().z + 1.0).abs() < 1e-3, "the rope holds again");
}

/// A drive of a hinge that was let go wakes nobody, nor does what hung at the other end of a line.
#[test]
fn what_was_let_go_sleeps_undisturbed() {
    let mut world = World::new(DVec3::ZERO);
    world.sleeping = Some(Sleeping::default());
    let [a, b] = [0.0, 1.0].map(|x| world.insert(ball(0.2, 3.0).translation(DVec3::X * x).build().unwrap()));
    let (on, to) = (Anchor::Body(a, DVec3::X * 0.5), Anchor::Body(b, DVec3::X * -0.5));
    let pin = world.insert_joint(Joint::new(JointKind::Hinge { axis: DVec3::Z }, on, to)).unwrap();
    let turning =
        |target| Some(Drive { target, speed: 1.0, frequency_hz: 2.0, damping_ratio: 1.0, max: 1.0 });
    assert!(world.release_joint(pin));
    for step in 0..400 {
        world.set_drive(pin, turning(f64::from(step) * DT)).unwrap();
        if step > 200 {
            world[b].set_linvel(DVec3::X).unwrap();
        }
        let _ = world.step(DT);
    }
    assert!(world[a].is_asleep() && !world[b].is_asleep());
    assert!(world[a].center_of_mass_m().length() < 1e-9 && world[b].center_of_mass_m().x > 3.0);
}

proptest! {
    /// Two bodies of a line keep what they move with when it is let go, to the last bit.
    #[test]
    fn letting_go_changes_no_motion(velocities in [vector(2.0), vector(2.0)], stiffness_n_m in 1.0f64..1e4) {
        let mut world = World::new(DVec3::ZERO);
        let bodies = [0, 1].map(|n| {
            let body = ball(0.2, 3.0).translation(DVec3::X * 20.0 * n as f64).linvel(velocities[n]);
            world.insert(body.build().unwrap())
        });
        let [on, to] = bodies.map(|body| Anchor::Body(body, DVec3::Y * 0.1));
        let spring = Spring { rest_m: 19.0, stiffness_n_m, damping_n_s_m: 0.5, acts: Acts::Both };
        let line = world.insert_joint(Joint::new(JointKind::Spring(spring), on, to)).unwrap();
        (0..20).for_each(|_| drop(world.step(DT)));
        let before = bodies.map(|body| (world[body].linvel_m_s(), world[body].angular_momentum()));
        world.release_joint(line);
        (0..20).for_each(|_| drop(world.step(DT)));
        prop_assert_eq!(bodies.map(|body| (world[body].linvel_m_s(), world[body].angular_momentum())), before);
    }
}
