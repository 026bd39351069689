//! Joints hold what they are to hold, pull as they are to pull, and keep momentum.

mod assemblies;
mod bounds;
mod chains;
mod drives;
mod landing;
mod released;
mod turning;

use crate::setups::{ball, cuboid, vector};
use glam::{DQuat, DVec3};
use proptest::prelude::*;
use rigid_sim::{
    Acts, Anchor, BodyHandle, Error, Joint, JointHandle, JointKind, RigidBodyBuilder, Spring, World,
};

const DT: f64 = 1.0 / 60.0;

fn brick() -> RigidBodyBuilder {
    cuboid(DVec3::new(0.5, 0.2, 0.1), 4.0)
}

fn apart(world: &World, joint: JointHandle) -> f64 {
    let [a, b] = world.joint_ends_m(joint).unwrap();
    a.distance(b)
}

fn totals(world: &World) -> (DVec3, DVec3) {
    world.bodies().fold((DVec3::ZERO, DVec3::ZERO), |(p, l), (_, body)| {
        (p + body.momentum(), l + body.angular_momentum() + body.center_of_mass_m().cross(body.momentum()))
    })
}

/// Two seconds of a world without gravity and ground.
fn momentum_stays(mut world: World) -> Result<(), TestCaseError> {
    let (p0, l0) = totals(&world);
    (0..120).for_each(|_| drop(world.step(DT)));
    let (p1, l1) = totals(&world);
    prop_assert!((p1 - p0).length() < 1e-10, "linear momentum off by {}", p1 - p0);
    prop_assert!((l1 - l0).length() < 1e-9, "angular momentum off by {}", l1 - l0);
    Ok(())
}

/// A chain of bricks that hangs from the world by joints of a kind, and its joints.
fn chain(links: usize, kind: JointKind) -> (World, Vec<JointHandle>) {
    let mut world = World::default();
    let mut joints = Vec::new();
    let mut before: Option<BodyHandle> = None;
    for k in 0..links {
        let body = world.insert(brick().translation(DVec3::X * (0.5 + k as f64)).build().unwrap());
        let first = match before {
            None => Anchor::World(DVec3::ZERO),
            Some(before) => Anchor::Body(before, DVec3::X * 0.5),
        };
        joints
            .push(world.insert_joint(Joint::new(kind, first, Anchor::Body(body, DVec3::X * -0.5))).unwrap());
        before = Some(body);
    }
    (world, joints)
}

#[test]
fn the_joints_of_a_swinging_chain_stay_together() {
    for (kind, links, most) in [
        (JointKind::Ball, 5, 0.02),
        (JointKind::Hinge { axis: DVec3::Y }, 5, 0.02),
        (JointKind::Fixed, 2, 0.02),
    ] {
        let (mut world, joints) = chain(links, kind);
        let mut worst = 0.0_f64;
        for _ in 0..600 {
            let _ = world.step(DT);
            worst = joints.iter().map(|&joint| apart(&world, joint)).fold(worst, f64::max);
        }
        assert!(worst < most, "{kind:?}: {worst} m");
        let moved = world.bodies().last().unwrap().1.center_of_mass_m();
        if kind != JointKind::Fixed {
            assert!(moved.x < links as f64 - 1.0 || moved.z < -0.5, "{kind:?} must swing: {moved}");
        }
    }
}

/// What hangs on a joint without swinging weighs on it: `F = m g`.
#[test]
fn a_joint_carries_the_weight_that_hangs_on_it() {
    let length_m = 2.0;
    let spring = Spring {
        rest_m: length_m - 4.0 * 9.81 / 1000.0,
        stiffness_n_m: 1000.0,
        damping_n_s_m: 50.0,
        acts: Acts::Pull,
    };
    for kind in [JointKind::Rod { length_m }, JointKind::Rope { length_m }, JointKind::Spring(spring)] {
        let mut world = World::default();
        let body = world.insert(ball(0.2, 4.0).center_of_mass(DVec3::Z * -length_m).build().unwrap());
        let ends = [Anchor::Body(body, DVec3::ZERO), Anchor::World(DVec3::ZERO)];
        let joint = world.insert_joint(Joint::new(kind, ends[0], ends[1])).unwrap();
        (0..600).for_each(|_| drop(world.step(DT)));
        let force = world.joint_impulse_n_s(joint).unwrap() / DT;
        assert!((force - DVec3::Z * (4.0 * 9.81)).length() < 1e-2, "{kind:?}: {force} N");
        assert!((apart(&world, joint) - length_m).abs() < 1e-3, "{kind:?}: {} m", apart(&world, joint));
    }
}

/// A slack rope gives way; a taut one holds.
#[test]
fn a_rope_is_slack_below_its_length_and_holds_at_it() {
    let mut world = World::default();
    let body = world.insert(ball(0.2, 4.0).center_of_mass(DVec3::ZERO).build().unwrap());
    let rope = Joint::new(
        JointKind::Rope { length_m: 1.0 },
        Anchor::Body(body, DVec3::ZERO),
        Anchor::World(DVec3::ZERO),
    );
    let joint = world.insert_joint(rope).unwrap();
    let mut free = World::default();
    let alone = free.insert(ball(0.2, 4.0).build().unwrap());
    for step in 0..300 {
        let _ = world.step(DT);
        let _ = free.step(DT);
        // Less than 0.4 s of free fall reach 0.79 m.
        if step < 23 {
            let off = world[body].linvel_m_s() - free[alone].linvel_m_s();
            assert!(off.length() < 1e-9, "step {step}: {off}");
            assert_eq!(world.joint_impulse_n_s(joint), Some(DVec3::ZERO));
        }
        assert!(apart(&world, joint) < 1.0 + 5e-3, "{}", apart(&world, joint));
    }
    assert!((apart(&world, joint) - 1.0).abs() < 1e-3 && world[body].linvel_m_s().length() < 1e-3);
}

/// Two bodies on a spring swing with `ω² = k (1/m₁ + 1/m₂)`.
#[test]
fn a_spring_swings_at_its_frequency() {
    let mut world = World::new(DVec3::ZERO);
    let first = world.insert(ball(0.1, 3.0).build().unwrap());
    let second = world.insert(ball(0.1, 5.0).center_of_mass(DVec3::X * 2.2).build().unwrap());
    let spring = Spring { rest_m: 2.0, stiffness_n_m: 40.0, damping_n_s_m: 0.0, acts: Acts::Both };
    let kind = JointKind::Spring(spring);
    let joint = Joint::new(kind, Anchor::Body(first, DVec3::ZERO), Anchor::Body(second, DVec3::ZERO));
    let joint = world.insert_joint(joint).unwrap();
    let mut crossings = Vec::new();
    let mut last = 0.2;
    for step in 1..2000 {
        let _ = world.step(DT);
        let stretch = apart(&world, joint) - 2.0;
        if last > 0.0 && stretch <= 0.0 {
            crossings.push((f64::from(step) - stretch / (stretch - last)) * DT);
        }
        last = stretch;
    }
    let period = (crossings[3] - crossings[0]) / 3.0;
    let expected = std::f64::consts::TAU / (40.0_f64 * (1.0 / 3.0 + 1.0 / 5.0)).sqrt();
    assert!((period / expected - 1.0).abs() < 0.01, "{period} s, not {expected}");
}

/// Fenders push and never pull, lines pull and never push.
#[test]
fn one_sided_springs_act_on_one_side() {
    for (acts, stretched, pulls) in [
        (Acts::Pull, 1.0, true),
        (Acts::Pull, -1.0, false),
        (Acts::Push, -1.0, true),
        (Acts::Push, 1.0, false),
        (Acts::Both, -1.0, true),
    ] {
        let mut world = World::new(DVec3::ZERO);
        let body = world.insert(ball(0.1, 2.0).center_of_mass(DVec3::X * (3.0 + stretched)).build().unwrap());
        let spring = Spring { rest_m: 3.0, stiffness_n_m: 10.0, damping_n_s_m: 1.0, acts };
        let ends = [Anchor::Body(body, DVec3::ZERO), Anchor::World(DVec3::ZERO)];
        world.insert_joint(Joint::new(JointKind::Spring(spring), ends[0], ends[1])).unwrap();
        let _ = world.step(DT);
        let speed = world[body].linvel_m_s().x;
        let expected = if pulls { -10.0 * stretched / 2.0 * DT } else { 0.0 };
        assert!(
            (speed - expected).abs() < 0.05 * expected.abs() + 1e-12,
            "{acts:?} {stretched}: {speed} {expected}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever joins two bodies, their linear and angular momentum stay.
    #[test]
    fn joints_between_bodies_keep_momentum(
        spin in vector(2.0), speed in vector(2.0), anchor in vector(0.5), which in 0..7usize,
    ) {
        let kind = [
            JointKind::Fixed,
            JointKind::Ball,
            JointKind::Hinge { axis: DVec3::new(0.0, 0.6, 0.8) },
            JointKind::Slider { axis: DVec3::new(0.0, 0.6, 0.8) },
            JointKind::Rod { length_m: 1.0 },
            JointKind::Rope { length_m: 1.0 },
            JointKind::Spring(Spring { rest_m: 0.9, stiffness_n_m: 50.0, damping_n_s_m: 3.0, acts: Acts::Both }),
        ][which];
        let mut world = World::new(DVec3::ZERO);
        let first = world.insert(brick().linvel(speed).angvel(spin).build().unwrap());
        let second = world.insert(brick().translation(DVec3::Z * 3.0).build().unwrap());
        let here = world[first].point_to_world(anchor);
        let beyond = if which >= 4 { DVec3::Z } else { DVec3::ZERO };
        let there = world[second].point_to_body(here + beyond);
        world.insert_joint(Joint::new(kind, Anchor::Body(first, anchor), Anchor::Body(second, there))).unwrap();
        momentum_stays(world)?;
    }
}

#[test]
fn a_hinge_turns_about_its_axis_only_and_a_slider_shifts_along_its() {
    let mut world = World::default();
    let door = world.insert(brick().translation(DVec3::X * 0.5).build().unwrap());
    let kind = JointKind::Hinge { axis: DVec3::Z };
    world
        .insert_joint(Joint::new(kind, Anchor::Body(door, DVec3::X * -0.5), Anchor::World(DVec3::ZERO)))
        .unwrap();
    let sled = world.insert(brick().translation(DVec3::Y * 3.0).build().unwrap());
    let kind = JointKind::Slider { axis: DVec3::X };
    world
        .insert_joint(Joint::new(kind, Anchor::Body(sled, DVec3::ZERO), Anchor::World(DVec3::Y * 3.0)))
        .unwrap();
    for _ in 0..180 {
        world[door].add_torque(DVec3::new(3.0, 2.0, 1.0));
        world[sled].add_force(DVec3::new(2.0, 5.0, -3.0));
        world[sled].add_torque(DVec3::ONE);
        let _ = world.step(DT);
    }
    let up = world[door].rotation() * DVec3::Z;
    assert!(up.angle_between(DVec3::Z) < 5e-3, "{up}");
    assert!(world[door].rotation().angle_between(DQuat::IDENTITY) > 0.5);
    let off = world[sled].center_of_mass_m() - DVec3::Y * 3.0;
    assert!(off.x > 1.0 && off.truncate().y.abs() < 0.02 && off.z.abs() < 0.02, "{off}");
    assert!(world[sled].rotation().angle_between(DQuat::IDENTITY) < 5e-3);
    let expected = 0.5 * 2.0 / 4.0 * 9.0;
    assert!((off.x / expected - 1.0).abs() < 0.01, "{} m, not {expected}", off.x);
}

#[test]
fn joints_that_cannot_be_met_are_refused() {
    let mut world = World::default();
    let body = world.insert(brick().build().unwrap());
    let gone = world.insert(brick().build().unwrap());
    world.remove(gone);
    let at = |point| Anchor::Body(body, point);
    let ground = Anchor::World(DVec3::X * 2.0);
    let mut refused = |kind, first, second| world.insert_joint(Joint::new(kind, first, second)).unwrap_err();
    assert!(matches!(refused(JointKind::Ball, at(DVec3::ZERO), ground), Error::JointApart { .. }));
    assert!(matches!(
        refused(JointKind::Rope { length_m: 1.5 }, at(DVec3::ZERO), ground),
        Error::JointLength { .. }
    ));
    assert!(matches!(
        refused(JointKind::Rod { length_m: 2.5 }, at(DVec3::ZERO), ground),
        Error::JointLength { .. }
    ));
    assert!(matches!(refused(JointKind::Ball, ground, ground), Error::JointOfOne));
    assert!(matches!(refused(JointKind::Ball, at(DVec3::ZERO), at(DVec3::X)), Error::JointOfOne));
    let removed = Anchor::Body(gone, DVec3::ZERO);
    assert!(matches!(refused(JointKind::Ball, removed, ground), Error::NoBody { .. }));
    assert!(matches!(
        refused(JointKind::Hinge { axis: DVec3::ZERO }, at(DVec3::X * 2.0), ground),
        Error::OutOfRange { .. }
    ));
}

/// A ball that hangs asleep on a rope falls when the rope is let go; the handle names no later joint, and a clone of the world goes the same way.
#[test]
fn what_is_let_go_falls() {
    let mut world = World::default();
    world.sleeping = Some(rigid_sim::Sleeping::default());
    let body = world.insert(ball(0.2, 3.0).translation(DVec3::NEG_Z).build().unwrap());
    let rope = |length_m| {
        let (mine, above) = (Anchor::Body(body, DVec3::ZERO), Anchor::World(DVec3::ZERO));
        Joint::new(JointKind::Rope { length_m }, mine, above)
    };
    let held = world.insert_joint(rope(1.0)).unwrap();
    (0..240).for_each(|_| drop(world.step(DT)));
    assert!(world[body].is_asleep() && (world[body].center_of_mass_m().z + 1.0).abs() < 1e-4);
    assert_eq!(world.remove_joint(held).map(|joint| joint.kind), Some(rope(1.0).kind));
    assert!(!world[body].is_asleep() && world.joints().count() == 0);
    assert!(world.remove_joint(held).is_none() && world.joint_ends_m(held).is_none());
    let mut clone = world.clone();
    for world in [&mut world, &mut clone] {
        (0..30).for_each(|_| drop(world.step(DT)));
    }
    assert!((world[body].linvel_m_s().z + 9.81 * 0.5).abs() < 1e-9, "{}", world[body].linvel_m_s());
    assert_eq!(world.state(), clone.state());
    let other = world.insert_joint(rope(10.0)).unwrap();
    assert!(other != held && world.remove_joint(held).is_none() && world.joints().count() == 1);
}
