//! Drives take hinges and sliders where they are to go, with no more than they may, and stops hold them.

use super::{DT, brick, momentum_stays};
use crate::setups::{cuboid, vector};
use glam::DVec3;
use proptest::prelude::*;
use rigid_sim::{Anchor, Drive, Error, Joint, JointHandle, JointKind, Sleeping, Static, World};
use std::f64::consts::TAU;

const HINGE: JointKind = JointKind::Hinge { axis: DVec3::Z };
const SLIDER: JointKind = JointKind::Slider { axis: DVec3::Z };

fn drive(target: f64, max: f64) -> Drive {
    Drive { target, speed: 0.0, frequency_hz: 1.0, damping_ratio: 1.0, max }
}

/// A brick that is joined to the world at its edge, where it hangs on a hinge with `I = m (0.5² + 0.2²) / 3 + m 0.5²`, without gravity.
fn held(kind: JointKind, limits: Option<[f64; 2]>, drive: Option<Drive>) -> (World, JointHandle) {
    let mut world = World::new(DVec3::ZERO);
    world.finds_losses = true;
    let body = world.insert(brick().build().unwrap());
    let edge = DVec3::X * -0.5;
    let joint = Joint::new(kind, Anchor::Body(body, edge), Anchor::World(edge));
    let joint = world.insert_joint(Joint { limits, drive, ..joint }).unwrap();
    (world, joint)
}

/// Inertia of the motion that the joint leaves to such a brick.
fn inertia(kind: JointKind) -> f64 {
    if kind == SLIDER { 4.0 } else { 4.0 * ((0.25 + 0.04) / 3.0 + 0.25) }
}

fn position(world: &World, joint: JointHandle) -> f64 {
    world.joint_position(joint).unwrap()
}

/// At critical damping, `q* − q = q* (1 + ω t) e^(−ω t)` after a step of the target, whatever the inertia and wherever the axis is.
#[test]
fn a_joint_comes_to_a_target_as_an_oscillator_does() {
    for kind in [HINGE, SLIDER] {
        let (mut world, joint) = held(kind, None, Some(drive(0.4, f64::INFINITY)));
        for step in 1..=1200 {
            let _ = world.step(1e-3);
            let omega_t = TAU * 1e-3 * f64::from(step);
            let wanted = 0.4 * (1.0 - (1.0 + omega_t) * (-omega_t).exp());
            let position = position(&world, joint);
            assert!((position - wanted).abs() < 0.005, "{kind:?}, step {step}: {position}, not {wanted}");
        }
    }
}

/// From rest it falls behind a target that moves with `v` by `v t e^(−ω t)`, at most `v / (e ω)`, and then follows it without a lag: for more than a turn, too.
#[test]
fn a_joint_follows_a_schedule() {
    for (kind, speed) in [(HINGE, 1.5), (SLIDER, -0.8)] {
        let (mut world, joint) = held(kind, None, None);
        for step in 1..=360 {
            let time_s = DT * f64::from(step);
            let drive = Drive { target: speed * time_s, speed, frequency_hz: 2.0, ..drive(0.0, 1e9) };
            world.set_drive(joint, Some(drive)).unwrap();
            let _ = world.step(DT);
            let off = position(&world, joint) - drive.target;
            let off = if kind == HINGE { off - TAU * (off / TAU).round() } else { off };
            let most = if time_s < 1.5 { speed.abs() / (std::f64::consts::E * 2.0 * TAU) } else { 2e-3 };
            assert!(off.abs() < 1.05 * most, "{kind:?} at {time_s} s: off by {off}");
        }
    }
}

/// Far from its target a drive gives all that it may: `q̈ = max / I`, `q = ½ q̈ t²`. Between two free bodies the inertia is `1 / (1/I₁ + 1/I₂)`.
#[test]
fn a_saturated_drive_accelerates_by_its_greatest_torque() {
    let far = |target: f64| Drive { frequency_hz: 20.0, ..drive(target, 0.6) };
    for (kind, target) in [(HINGE, 2.5), (SLIDER, -9.0)] {
        let (mut world, joint) = held(kind, None, Some(far(target)));
        for _ in 0..60 {
            let _ = world.step(DT);
            let impulse = world.drive_impulse(joint).unwrap();
            assert!((impulse - 0.6f64.copysign(target) * DT).abs() < 1e-12, "{kind:?}: {impulse}");
        }
        let wanted = 0.5 * 0.6f64.copysign(target) / inertia(kind);
        assert!(
            (position(&world, joint) / wanted - 1.0).abs() < 0.01,
            "{kind:?}: {}",
            position(&world, joint)
        );
    }
    let mut world = World::new(DVec3::ZERO);
    let [one, other] = [(4.0, 0.0), (1.0, 3.0)]
        .map(|(kg, z)| world.insert(cuboid(DVec3::ONE, kg).center_of_mass(DVec3::Z * z).build().unwrap()));
    let joint = Joint::new(HINGE, Anchor::Body(one, DVec3::Z * 1.5), Anchor::Body(other, DVec3::Z * -1.5));
    let joint = world.insert_joint(Joint { drive: Some(far(2.5)), ..joint }).unwrap();
    (0..60).for_each(|_| drop(world.step(DT)));
    let wanted = 0.5 * 0.6 * (1.0 + 0.25) / (2.0 / 3.0);
    assert!((position(&world, joint) / wanted - 1.0).abs() < 0.02, "{}", position(&world, joint));
}

/// Whatever pushes against a stop, it holds; it does not pull, and takes the speed of what meets it.
#[test]
fn stops_hold_on_one_side() {
    for kind in [HINGE, SLIDER] {
        for sign in [1.0, -1.0] {
            let (mut world, joint) = held(kind, Some([-0.3, 0.3]), None);
            let body = world.bodies().next().unwrap().0;
            let push = |world: &mut World, amount: f64, steps: u32| {
                for _ in 0..steps {
                    let axis = world[body].rotation() * DVec3::Z * amount * sign;
                    match kind {
                        HINGE => world[body].add_torque(axis),
                        _ => world[body].add_force(axis),
                    }
                    let _ = world.step(DT);
                    let position = position(world, joint);
                    assert!(position.abs() < 0.3 + 2e-3, "{kind:?}: {position}");
                }
                position(world, joint) * sign
            };
            let before = push(&mut world, 2.0, 20);
            assert!(before < 0.29, "{kind:?}: it is not there yet: {before}");
            let at = push(&mut world, 2.0, 100);
            assert!((at - 0.3).abs() < 2e-3, "{kind:?}: {at}");
            let misfit = world.joint_misfit(joint).unwrap();
            assert!(misfit.apart_m.max(misfit.turned_rad) < 2e-3, "{misfit:?}");
            let speed = world[body].linvel_m_s().length();
            assert!(speed < 1e-3, "{kind:?}: {speed}");
            // Back with half of it, as if no stop were there.
            let back = 0.3 - push(&mut world, -1.0, 30);
            let wanted = 0.5 * 0.25 / inertia(kind);
            assert!((back / wanted - 1.0).abs() < 0.1, "{kind:?}: back by {back}, not {wanted}");
        }
    }
}

/// What is beyond a stop is pushed back, and what comes back by itself is not held up.
#[test]
fn a_stop_pushes_and_does_not_pull() {
    for sign in [1.0, -1.0] {
        for speed in [0.0, -5.0] {
            let (mut world, joint) = held(SLIDER, Some([-0.3, 0.3]), None);
            let mut state = world.state();
            state.bodies[0].now.center_m.z = 0.32 * sign;
            state.bodies[0].now.linvel_m_s.z = speed * sign;
            world.restore(&state).unwrap();
            let _ = world.step(DT);
            let body = world.bodies().next().unwrap().1;
            assert!(body.linvel_m_s().z * sign <= speed + 1e-9, "{speed}: {}", body.linvel_m_s().z * sign);
            if speed == 0.0 {
                (0..60).for_each(|_| drop(world.step(DT)));
            }
            assert!(
                position(&world, joint) * sign < 0.3 + 1e-6,
                "{speed}: {}",
                position(&world, joint) * sign
            );
        }
    }
}

/// A drive without damping gives a body, from rest until it passes the target, the energy of a spring: `½ m ω² q*²`.
#[test]
fn the_work_of_a_drive_is_that_of_a_spring() {
    for kind in [HINGE, SLIDER] {
        let swinging = Drive { damping_ratio: 0.0, ..drive(0.4, f64::INFINITY) };
        let (mut world, joint) = held(kind, None, Some(swinging));
        let mut work_j = 0.0;
        while position(&world, joint) < 0.4 {
            work_j += world.step(1e-3).driven_j;
        }
        let wanted_j = 0.5 * inertia(kind) * (TAU * 0.4).powi(2);
        assert!((work_j / wanted_j - 1.0).abs() < 0.02, "{kind:?}: {work_j} of {wanted_j} J");
    }
}

/// A drive that is sent beyond a stop presses on it with all that it may.
#[test]
fn a_stop_holds_against_its_drive() {
    let (mut world, joint) = held(HINGE, Some([-0.2, 0.2]), Some(drive(1.0, 3.0)));
    (0..240).for_each(|_| drop(world.step(DT)));
    assert!((position(&world, joint) - 0.2).abs() < 2e-3, "{}", position(&world, joint));
    assert!((world.drive_impulse(joint).unwrap() - 3.0 * DT).abs() < 1e-9);
}

/// The work of a drive is its torque by the angle; bodies never gain more, and what they do not gain is lost.
#[test]
fn a_drive_gives_no_more_energy_than_its_work() {
    for (kind, target) in [(HINGE, 2.5), (SLIDER, 9.0)] {
        let (mut world, joint) = held(kind, None, Some(Drive { frequency_hz: 20.0, ..drive(target, 0.6) }));
        let (mut work_j, mut lost_j) = (0.0, 0.0);
        for _ in 0..240 {
            let report = world.step(1.0 / 240.0);
            work_j += report.driven_j;
            lost_j += report.lost_j;
            let gained_j = world.bodies().next().unwrap().1.kinetic_energy_j();
            assert!(gained_j <= work_j + 1e-12, "{kind:?}: {gained_j} J of {work_j} J");
            assert!((work_j - gained_j - lost_j).abs() < 1e-12, "{kind:?}: {lost_j} J");
        }
        assert!(lost_j < 0.01 * work_j, "{kind:?}: {lost_j} of {work_j} J");
        let wanted_j = 0.6 * position(&world, joint);
        assert!((work_j / wanted_j - 1.0).abs() < 1e-3, "{kind:?}: {work_j} of {wanted_j} J");
        // A damped one takes back what the body has.
        world
            .set_drive(joint, Some(Drive { damping_ratio: 5.0, ..drive(position(&world, joint), 1e3) }))
            .unwrap();
        let before_j = world.bodies().next().unwrap().1.kinetic_energy_j();
        let braked_j: f64 = (0..240).map(|_| world.step(1.0 / 240.0).driven_j).sum();
        let after_j = world.bodies().next().unwrap().1.kinetic_energy_j();
        assert!(
            after_j < 0.01 * before_j && braked_j < -0.8 * before_j,
            "{kind:?}: {braked_j} of {before_j} J"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever a drive does and wherever stops are, linear and angular momentum stay.
    #[test]
    fn drives_and_stops_between_bodies_keep_momentum(
        spin in vector(2.0), speed in vector(2.0), anchor in vector(0.5), slides in any::<bool>(), max in 0.1..200.0,
    ) {
        let axis = DVec3::new(0.0, 0.6, 0.8);
        let kind = if slides { JointKind::Slider { axis } } else { JointKind::Hinge { axis } };
        let mut world = World::new(DVec3::ZERO);
        let first = world.insert(brick().linvel(speed).angvel(spin).build().unwrap());
        let second = world.insert(brick().translation(DVec3::Z * 3.0).build().unwrap());
        let there = world[second].point_to_body(world[first].point_to_world(anchor));
        let joint = Joint::new(kind, Anchor::Body(first, anchor), Anchor::Body(second, there));
        let moving = Drive { speed: 0.7, ..drive(1.0, max) };
        world.insert_joint(Joint { drive: Some(moving), limits: Some([-0.1, 0.4]), ..joint }).unwrap();
        momentum_stays(world)?;
    }
}

/// Boxes on the ground, each with a plate that is driven on its top, and the joints.
fn driven_plates() -> (World, Vec<JointHandle>) {
    let mut world = World::default();
    world.insert_static(Static::ground(0.0).unwrap());
    let mut joints = Vec::new();
    for k in 0..30 {
        let at = DVec3::new(3.0 * f64::from(k), 0.0, 0.3);
        let base = world.insert(cuboid(DVec3::new(0.5, 0.5, 0.3), 20.0).center_of_mass(at).build().unwrap());
        let plate = cuboid(DVec3::new(0.3, 0.02, 0.2), 2.0).center_of_mass(at + DVec3::new(0.3, 0.0, 0.6));
        let plate = world.insert(plate.build().unwrap());
        let ends = [Anchor::Body(plate, DVec3::X * -0.3), Anchor::Body(base, DVec3::Z * 0.6)];
        let kind = if k % 2 == 0 { HINGE } else { JointKind::Slider { axis: DVec3::X } };
        let joint = Joint { limits: Some([-0.4, 0.4]), ..Joint::new(kind, ends[0], ends[1]) };
        joints.push(world.insert_joint(joint).unwrap());
    }
    (world, joints)
}

fn run(world: &mut World, joints: &[JointHandle], steps: std::ops::Range<u32>) -> usize {
    let mut contacts = 0;
    for step in steps {
        for (k, joint) in joints.iter().enumerate() {
            let phase = 3.0 * DT * f64::from(step) + k as f64;
            let moving = Drive { speed: 1.5 * phase.cos(), ..drive(0.5 * phase.sin(), 5.0) };
            world.set_drive(*joint, Some(moving)).unwrap();
        }
        contacts += world.step(DT).contacts;
    }
    contacts
}

#[test]
fn drives_give_the_same_bits_on_any_number_of_threads() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let (mut world, joints) = driven_plates();
            let contacts = run(&mut world, &joints, 0..60);
            assert!(contacts > 60 * 64, "enough for several threads: {contacts}");
            world.state()
        })
    };
    let one = on(1);
    assert!(on(2) == one && on(3) == one);
}

#[test]
fn a_driven_world_continues_from_its_state_with_the_same_bits() {
    let (mut world, joints) = driven_plates();
    run(&mut world, &joints, 0..40);
    let state = world.state();
    let (mut other, _) = driven_plates();
    other.restore(&state).unwrap();
    assert!(other.state() == state);
    // Without being set again, drives are those of the state.
    (0..20).for_each(|_| drop((world.step(DT), other.step(DT))));
    assert!(other.state() == world.state());
    run(&mut world, &joints, 60..100);
    run(&mut other, &joints, 60..100);
    assert!(other.state() == world.state());
    let mut wrong = state.clone();
    wrong.joints[3].drive = Some(drive(f64::NAN, 1.0));
    let message = other.restore(&wrong).unwrap_err().to_string();
    assert!(message.contains("target of a drive"), "{message}");
    assert!(other.state() == world.state());
}

/// A drive that has come to its target lets its body sleep; one whose target moves, however slowly, or is another wakes it.
#[test]
fn what_a_drive_moves_is_awake() {
    let (mut world, joint) = held(HINGE, None, Some(drive(0.1, 50.0)));
    world.sleeping = Some(Sleeping::default());
    let body = world.bodies().next().unwrap().0;
    (0..360).for_each(|_| drop(world.step(DT)));
    assert!(world[body].is_asleep());
    world.set_drive(joint, Some(drive(0.1, 50.0))).unwrap();
    assert!(world[body].is_asleep());
    world.set_drive(joint, Some(drive(0.2, 50.0))).unwrap();
    assert!(!world[body].is_asleep());
    (0..360).for_each(|_| drop(world.step(DT)));
    assert!(
        world[body].is_asleep() && (position(&world, joint) - 0.2).abs() < 2e-3,
        "{}",
        position(&world, joint)
    );
    for step in 1..=360 {
        let slow = Drive { speed: 1e-3, ..drive(0.2 + 1e-3 * DT * f64::from(step), 50.0) };
        world.set_drive(joint, Some(slow)).unwrap();
        let _ = world.step(DT);
        assert!(!world[body].is_asleep(), "step {step}");
    }
    assert!((position(&world, joint) - 0.206).abs() < 2e-4, "{}", position(&world, joint));
    world.set_drive(joint, None).unwrap();
    assert_eq!(world.joints().next().unwrap().1.drive, None);
}

#[test]
fn stops_and_drives_that_cannot_be_are_refused() {
    let mut world = World::default();
    let body = world.insert(brick().build().unwrap());
    let mut refused = |kind, limits, drive, parts: &str| {
        let joint = Joint::new(kind, Anchor::Body(body, DVec3::ZERO), Anchor::World(DVec3::ZERO));
        let error = world.insert_joint(Joint { limits, drive, ..joint }).unwrap_err();
        assert!(error.to_string().contains(parts), "{error} does not say {parts:?}");
        error
    };
    let good = drive(0.1, 1.0);
    let freedom = refused(JointKind::Ball, Some([-1.0, 1.0]), None, "limits of a joint that has no axis");
    assert!(matches!(freedom, Error::JointFreedom { .. }));
    refused(
        JointKind::Fixed,
        None,
        Some(good),
        "drive of a joint that has no axis: must be of a hinge or slider",
    );
    refused(
        HINGE,
        Some([0.3, -0.3]),
        None,
        "lower stop of a joint (rad or m) = 0.3: must be at least -3 and at most 0",
    );
    refused(HINGE, Some([0.0, 0.0]), None, "above the lower one");
    refused(HINGE, Some([-1.0, 3.5]), None, "at most 3");
    refused(SLIDER, Some([f64::NAN, 1.0]), None, "lower stop of a joint (rad or m) is not finite");
    refused(SLIDER, Some([-1.0, -0.5]), None, "at least 0, where the joint starts");
    refused(
        HINGE,
        None,
        Some(Drive { max: -1.0, ..good }),
        "greatest torque or force of a drive (N·m or N) = -1",
    );
    refused(HINGE, None, Some(Drive { max: f64::NAN, ..good }), "drive");
    refused(
        HINGE,
        None,
        Some(Drive { speed: f64::INFINITY, ..good }),
        "speed of a drive (rad/s or m/s) is not finite",
    );
    refused(
        HINGE,
        None,
        Some(Drive { frequency_hz: 0.0, ..good }),
        "frequency of a drive (Hz) = 0: must be above 0",
    );
    refused(HINGE, None, Some(Drive { damping_ratio: -0.1, ..good }), "damping ratio of a drive = -0.1");
    let joint = Joint::new(SLIDER, Anchor::Body(body, DVec3::ZERO), Anchor::World(DVec3::ZERO));
    let joint = world.insert_joint(joint).unwrap();
    world.set_drive(joint, Some(good)).unwrap();
    assert!(world.set_drive(joint, Some(drive(f64::NAN, 1.0))).is_err());
    assert_eq!(world.joints().next().unwrap().1.drive, Some(good));
    world.remove(body);
    assert!(matches!(world.set_drive(joint, None), Err(Error::NoJoint { .. })));
}
