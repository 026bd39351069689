//! Joints and driven bodies that keep awake and wake, and torques that are not slept through.

use crate::setups::{ball, cuboid};
use glam::DVec3;
use rigid_sim::{
    Acts, Anchor, BodyHandle, Collider, Joint, JointKind, MassProperties, RigidBodyBuilder, Sleeping, Spring,
    Static, World,
};

const DT: f64 = 1.0 / 60.0;

fn sleepy(gravity_m_s2: DVec3) -> World {
    let mut world = World::new(gravity_m_s2);
    world.sleeping = Some(Sleeping::default());
    world
}

const GRAVITY: DVec3 = DVec3::new(0.0, 0.0, -9.81);

/// A crate of half a meter on the ground, 2 m from another body of the same height, with a rod between their centers.
fn crate_on_a_rod(crate_is_first: bool, other: RigidBodyBuilder) -> (World, BodyHandle, BodyHandle) {
    let mut world = sleepy(GRAVITY);
    world.insert_static(Static::ground(0.0).unwrap());
    let half_m = DVec3::splat(0.25);
    let load = world.insert(cuboid(half_m, 10.0).center_of_mass(DVec3::Z * 0.25).build().unwrap());
    let other = world.insert(other.center_of_mass(DVec3::new(2.0, 0.0, 0.25)).build().unwrap());
    let mut ends = [load, other].map(|body| Anchor::Body(body, DVec3::ZERO));
    if !crate_is_first {
        ends.reverse();
    }
    world.insert_joint(Joint::new(JointKind::Rod { length_m: 2.0 }, ends[0], ends[1])).unwrap();
    (world, load, other)
}

fn driven(half_extents_m: DVec3) -> RigidBodyBuilder {
    RigidBodyBuilder::kinematic().collider(Collider::cuboid(half_extents_m).unwrap())
}

/// A sleeper on either end of a joint wakes when a driven body on the other end starts, and comes along.
#[test]
fn a_sleeper_on_either_end_of_a_joint_is_woken_by_a_driven_body_on_the_other() {
    for first in [true, false] {
        let (mut world, load, tug) = crate_on_a_rod(first, driven(DVec3::splat(0.25)));
        (0..120).for_each(|_| drop(world.step(DT)));
        assert!(world[load].is_asleep(), "first {first}: at rest beside a driven body that does not move");
        world[tug].set_linvel(DVec3::X * 0.5).unwrap();
        let _ = world.step(DT);
        assert!(!world[load].is_asleep(), "first {first}: woken in the step in which the other starts");
        (0..120).for_each(|_| drop(world.step(DT)));
        let apart_m = (world[tug].center_of_mass_m() - world[load].center_of_mass_m()).length();
        assert!((apart_m - 2.0).abs() < 1e-3, "first {first}: {apart_m} m apart");
        let speed_m_s = world[load].linvel_m_s().x;
        assert!((speed_m_s - 0.5).abs() < 1e-2, "first {first}: {speed_m_s} m/s");
    }
}

/// A sleeper on either end wakes as long as a body on the other end is awake, and so falls with it.
#[test]
fn a_sleeper_on_either_end_of_a_joint_does_not_hold_an_awake_body() {
    for first in [true, false] {
        let mut world = sleepy(GRAVITY);
        let [sleeper, other] = [0.0, 2.0]
            .map(|x_m| world.insert(ball(0.1, 1.0).center_of_mass(DVec3::X * x_m).build().unwrap()));
        let mut ends = [sleeper, other].map(|body| Anchor::Body(body, DVec3::ZERO));
        if !first {
            ends.reverse();
        }
        world.insert_joint(Joint::new(JointKind::Rod { length_m: 2.0 }, ends[0], ends[1])).unwrap();
        world.sleep(sleeper);
        (0..30).for_each(|_| drop(world.step(DT)));
        assert!(!world[sleeper].is_asleep(), "first {first}");
        // Both fall freely from the first step on: ½ g t (t + h) in sub-steps of `h`.
        let fallen_m = -world[sleeper].center_of_mass_m().z;
        let exact_m = 0.5 * 9.81 * 0.5 * (0.5 + DT / 4.0);
        assert!((fallen_m - exact_m).abs() < 1e-9, "first {first}: {fallen_m} m, not {exact_m}");
        let off_m = world[sleeper].center_of_mass_m() - world[other].center_of_mass_m();
        assert!((off_m + DVec3::X * 2.0).length() < 1e-9, "first {first}: {off_m}");
    }
}

/// On a platform that is driven more slowly than bodies at rest may move, nothing falls asleep as long as it moves: neither what
/// touches it nor what lies on that, whichever was there first.
#[test]
fn what_touches_a_moving_driven_body_does_not_fall_asleep() {
    let speed_m_s = 0.5 * Sleeping::default().speed_m_s;
    for towards in [DVec3::X, DVec3::Z, DVec3::NEG_Z] {
        // The order in which the platform, what lies on it and what lies on that are inserted.
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            let mut world = sleepy(GRAVITY);
            let load = |z_m: f64| cuboid(DVec3::splat(0.25), 10.0).center_of_mass(DVec3::Z * z_m);
            let mut handles = [None; 3];
            for which in order {
                let body = match which {
                    0 => driven(DVec3::new(2.0, 2.0, 0.5)).linvel(towards * speed_m_s),
                    1 => load(0.75),
                    _ => load(1.25),
                };
                handles[which] = Some(world.insert(body.build().unwrap()));
            }
            let [platform, low, high] = handles.map(Option::unwrap);
            let loads = [low, high];
            let case = format!("{towards}, order {order:?}");
            for step in 0..600 {
                let _ = world.step(DT);
                let asleep = loads.iter().filter(|&&load| world[load].is_asleep()).count();
                assert_eq!(asleep, 0, "{case}: step {step}");
            }
            for (&load, z_m) in loads.iter().zip([0.75, 1.25]) {
                // They sag by 0.07 mm on each contact's softness.
                let off_m = world[load].center_of_mass_m() - DVec3::Z * z_m - towards * (speed_m_s * 10.0);
                assert!(off_m.length() < 1e-3, "{case}: {off_m}");
            }
            world[platform].set_linvel(DVec3::ZERO).unwrap();
            (0..120).for_each(|_| drop(world.step(DT)));
            assert!(loads.iter().all(|&load| world[load].is_asleep()), "{case}: it has stopped");
        }
    }
}

/// The same of what is joined to a driven body, on either end.
#[test]
fn what_is_joined_to_a_moving_driven_body_does_not_fall_asleep() {
    let speed_m_s = 0.5 * Sleeping::default().speed_m_s;
    for first in [true, false] {
        let (mut world, load, tug) =
            crate_on_a_rod(first, driven(DVec3::splat(0.25)).linvel(DVec3::X * speed_m_s));
        for step in 0..600 {
            let _ = world.step(DT);
            assert!(!world[load].is_asleep(), "first {first}: step {step}");
        }
        let apart_m = (world[tug].center_of_mass_m() - world[load].center_of_mass_m()).length();
        assert!((apart_m - 2.0).abs() < 1e-3, "first {first}: {apart_m} m apart");
    }
}

/// A free body on which a torque acts after 5 s, for 95 s: its angle, its angular velocity about an axis and how many steps it slept.
fn turned(mut world: World, axis: DVec3, torque_n_m: f64) -> (f64, f64, i32) {
    let mass = MassProperties::from_box(DVec3::new(0.5, 0.3, 0.2), 10.0).unwrap();
    let collider = Collider::cuboid(DVec3::new(0.5, 0.3, 0.2)).unwrap();
    let float =
        world.insert(RigidBodyBuilder::dynamic().mass_properties(mass).collider(collider).build().unwrap());
    let lift_n = -world.gravity_m_s2 * 10.0;
    let (mut slept, mut given, mut angle_rad) = (0, DVec3::ZERO, 0.0);
    for step in 0..6000 {
        let torque = axis * if step < 300 { 0.0 } else { torque_n_m };
        world[float].add_force(lift_n);
        world[float].add_torque(torque);
        let report = world.step(DT);
        given += torque * DT + report.contact_impulse(float).angular_n_m_s;
        slept += i32::from(world[float].is_asleep());
        angle_rad += world[float].angvel_rad_s().dot(axis) * DT;
        let off = given - world[float].angular_momentum();
        assert!(off.length() < 1e-9, "step {step}: the ledger closes but for {off}");
    }
    (angle_rad, world[float].angvel_rad_s().dot(axis), slept)
}

/// A torque that wakes nobody at once is not slept through: what nothing holds turns with it as it would awake, as soon as its farthest
/// point would have the speed at which sleepers wake. With gravity this is so about the vertical; without, about each axis.
#[test]
fn a_weak_torque_that_lasts_turns_a_free_sleeper() {
    let inertia_kg_m2 =
        |axis: DVec3| 10.0 / 3.0 * (DVec3::new(0.25, 0.09, 0.04).dot(DVec3::ONE - axis * axis));
    let reach_m = DVec3::new(0.5, 0.3, 0.2).length();
    let Sleeping { speed_m_s, wake_m_s2, .. } = Sleeping::default();
    for (gravity, axis) in
        [(GRAVITY, DVec3::Z), (DVec3::ZERO, DVec3::X), (DVec3::ZERO, DVec3::Y), (DVec3::ZERO, DVec3::Z)]
    {
        for part in [0.02, 0.2, 0.9] {
            let turn_rad_s2 = part * wake_m_s2 / reach_m;
            let torque_n_m = inertia_kg_m2(axis) * turn_rad_s2;
            let case = format!("{axis} at {gravity}, {part} of what wakes at once");
            let (angle_rad, rad_s, slept) = turned(sleepy(gravity), axis, torque_n_m);
            let (awake_rad, awake_rad_s, never) = turned(World::new(gravity), axis, torque_n_m);
            assert_eq!(never, 0);
            // Half a second after the start it slept, for 4.5 s and until it would turn with `speed_m_s` at its farthest point.
            let until_s = speed_m_s / (reach_m * turn_rad_s2);
            let slept_s = f64::from(slept) * DT - 4.5;
            assert!((slept_s - until_s).abs() < 3.0 * DT, "{case}: slept for {slept_s} s, not {until_s} s");
            assert!((awake_rad_s - rad_s).abs() < 1e-9, "{case}: {rad_s} rad/s, not {awake_rad_s}");
            // It is behind by the turn of that time, to three steps.
            let behind_rad = 0.5 * turn_rad_s2 * until_s * until_s;
            let tolerance_rad = turn_rad_s2 * until_s * 3.0 * DT;
            assert!(
                (awake_rad - angle_rad - behind_rad).abs() < tolerance_rad,
                "{case}: {angle_rad} rad, not {awake_rad} less {behind_rad}"
            );
        }
    }
    let (angle_rad, _, slept) = turned(sleepy(GRAVITY), DVec3::Z, 1e-6);
    assert!(angle_rad == 0.0 && slept > 5900, "too weak for its time: {angle_rad} rad, slept {slept}");
}

/// With gravity a weak torque about a horizontal axis is not summed up, since what floats is righted about it: it does not wake.
#[test]
fn a_weak_torque_about_the_horizontal_is_held_under_gravity() {
    let (angle_rad, _, slept) = turned(sleepy(GRAVITY), DVec3::X, 1e-2);
    assert!(angle_rad == 0.0 && slept > 5900, "{angle_rad} rad, slept {slept}");
}

type Hold<'a> = &'a dyn Fn(&mut World, BodyHandle);

/// A float of 10 kg on a line, against a wall or on the ground: its way along x and the steps that it slept, where a force
/// along x acts besides one that lasts.
fn held(hold: Hold<'_>, sleeps: bool, lasting_n: DVec3, push_n: impl Fn(f64) -> f64) -> (f64, usize) {
    let mut world = World::default();
    world.sleeping = sleeps.then(Sleeping::default);
    let float = world.insert(cuboid(DVec3::splat(0.5), 10.0).build().unwrap());
    hold(&mut world, float);
    let mut slept = 0;
    for step in 0..3600 {
        let since_s = (f64::from(step) - 1800.0) * DT;
        let push = if since_s > 0.0 { DVec3::X * push_n(since_s) } else { DVec3::ZERO };
        let drag = -5.0 * world[float].linvel_m_s();
        world[float].add_force(DVec3::Z * 98.1 + lasting_n + push + drag);
        let _ = world.step(DT);
        slept += usize::from(world[float].is_asleep());
    }
    (world[float].center_of_mass_m().x, slept)
}

/// Of 2 m, with a pretension of 0.5 N.
const MOORING: Spring = Spring { rest_m: 1.75, stiffness_n_m: 2.0, damping_n_s_m: 0.0, acts: Acts::Pull };

fn line(kind: JointKind, at_m: DVec3) -> impl Fn(&mut World, BodyHandle) {
    move |world, float| {
        world.insert_joint(Joint::new(kind, Anchor::Body(float, DVec3::ZERO), Anchor::World(at_m))).unwrap();
    }
}

fn wall(world: &mut World, _: BodyHandle) {
    let [a, b] = [-5.0_f32, 5.0];
    let vertices = [[0.5, a, a], [0.5, b, a], [0.5, b, b], [0.5, a, b]].map(glam::Vec3::from);
    world.insert_static(Static::mesh(&vertices, &[[0, 2, 1], [0, 3, 2]]).unwrap());
}

/// What holds a sleeper in one direction does not hold it in others, and holds as much as it did: a change of the force that lasts moves it
/// as it would awake, to the way of the speed of sleepers.
#[test]
fn what_is_held_against_one_force_is_not_held_against_others() {
    let rope = JointKind::Rope { length_m: 2.0 };
    let cases: [(&str, Hold<'_>, DVec3, f64); 4] = [
        ("pulled off along a line", &line(JointKind::Spring(MOORING), DVec3::X * 2.0), DVec3::X * -0.5, -0.3),
        ("pushed across a line", &line(JointKind::Spring(MOORING), DVec3::Y * 2.0), DVec3::Y * -0.5, 0.3),
        ("pushed across a rope", &line(rope, DVec3::Y * 2.0), DVec3::Y * -0.5, 0.3),
        ("off a wall", &wall, DVec3::X * 0.2, -0.4),
    ];
    for (case, hold, lasting_n, push_n) in cases {
        let (asleep_m, slept) = held(hold, true, lasting_n, |_| push_n);
        let (awake_m, _) = held(hold, false, lasting_n, |_| push_n);
        assert!(slept > 600, "{case}: slept {slept} steps");
        assert!(awake_m.abs() > 0.1, "{case}: {awake_m}");
        assert!((asleep_m - awake_m).abs() < 0.03, "{case}: {asleep_m} m, awake {awake_m} m");
    }
}

/// A force that comes and goes, as of small waves, moves no moored sleeper on and lets it sleep.
#[test]
fn small_waves_move_no_moored_sleeper_on() {
    for (case, hold) in [
        ("line", &line(JointKind::Spring(MOORING), DVec3::X * 2.0) as Hold<'_>),
        ("ground", &|world: &mut World, _| world.insert_static(Static::ground(-0.5).unwrap())),
    ] {
        let force_n = DVec3::X * -0.5 - DVec3::Z * if case == "ground" { 98.1 } else { 0.0 };
        let waves_n = |since_s: f64| 0.3 * (std::f64::consts::TAU * since_s / 2.0).sin();
        let (still_m, _) = held(hold, true, force_n, |_| 0.0);
        let (place_m, slept) = held(hold, true, force_n, waves_n);
        assert!((place_m - still_m).abs() < 0.01, "{case}: {place_m} m, without waves {still_m} m");
        assert!(slept > 2500, "{case}: slept {slept} steps");
    }
}

/// A ball that rests on the ground rolls off under a force that no step of it wakes, as friction at one point does not hold it against turning.
#[test]
fn a_weak_force_that_lasts_rolls_a_sleeper_along_the_ground() {
    let place_m = |sleeps: bool| {
        let mut world = World::default();
        world.sleeping = sleeps.then(Sleeping::default);
        world.insert_static(Static::ground(-0.5).unwrap());
        let roller = world.insert(ball(0.5, 10.0).build().unwrap());
        let mut slept = 0;
        for step in 0..1800 {
            world[roller].add_force(DVec3::X * if step < 900 { 0.0 } else { 0.3 });
            let _ = world.step(DT);
            slept += usize::from(world[roller].is_asleep());
        }
        (world[roller].center_of_mass_m().x, slept)
    };
    let ((asleep_m, slept), (awake_m, _)) = (place_m(true), place_m(false));
    assert!(slept > 600 && awake_m > 1.0, "slept {slept} steps, awake {awake_m} m");
    assert!((asleep_m - awake_m).abs() < 0.01 * 15.0, "{asleep_m} m, awake {awake_m} m");
}

/// A crate asleep on a driven floor, in a world in which it has come to rest.
fn on_a_floor() -> (World, BodyHandle, BodyHandle) {
    let mut world = sleepy(GRAVITY);
    let floor = world.insert(driven(DVec3::new(20.0, 2.0, 0.1)).build().unwrap());
    let crate_half_m = DVec3::splat(0.5);
    let load = cuboid(crate_half_m, 10.0).center_of_mass(DVec3::new(10.0, 0.0, 0.6));
    let load = world.insert(load.build().unwrap());
    (0..120).for_each(|_| drop(world.step(DT)));
    assert!(world[load].is_asleep());
    (world, floor, load)
}

/// A sleeper goes with the floor under it where that sinks, slowly or fast, or tilts away, and falls where a call takes the floor away.
#[test]
fn a_sleeper_follows_a_floor_that_leaves_it() {
    for sinking_m_s in [0.05, 0.5] {
        let (mut world, floor, load) = on_a_floor();
        world[floor].set_linvel(DVec3::NEG_Z * sinking_m_s).unwrap();
        (0..300).for_each(|_| drop(world.step(DT)));
        let over_m = world[load].center_of_mass_m().z - world[floor].center_of_mass_m().z;
        assert!((over_m - 0.6).abs() < 1e-3, "{sinking_m_s} m/s: {over_m} m above the floor");
    }
    let (mut world, floor, load) = on_a_floor();
    world[floor].set_angvel(DVec3::Y * 0.05).unwrap();
    (0..240).for_each(|_| drop(world.step(DT)));
    let above_m = world[floor].point_to_body(world[load].center_of_mass_m()).z;
    assert!((above_m - 0.6).abs() < 0.01, "{above_m} m above the tilted floor");

    let (mut world, floor, load) = on_a_floor();
    world[floor].shift(DVec3::Z * -3.0).unwrap();
    (0..30).for_each(|_| drop(world.step(DT)));
    assert!(world[load].center_of_mass_m().z < -0.5, "{}", world[load].center_of_mass_m());
}

/// A stack that sleeps comes down where a call takes its lowest box aside; sleepers fall sideways where gravity turns, and rise out of a static that is put in their place.
#[test]
fn sleepers_wake_where_a_call_changes_what_they_rest_on() {
    let stack = || {
        let mut world = sleepy(GRAVITY);
        world.insert_static(Static::ground(0.0).unwrap());
        let boxes = [0.5, 1.5, 2.5].map(|z_m| {
            let given = cuboid(DVec3::splat(0.5), 10.0).friction(0.3).center_of_mass(DVec3::Z * z_m);
            world.insert(given.build().unwrap())
        });
        (0..180).for_each(|_| drop(world.step(DT)));
        assert!(boxes.iter().all(|body| world[*body].is_asleep()));
        (world, boxes)
    };
    let (mut world, boxes) = stack();
    world[boxes[0]].shift(DVec3::X * 5.0).unwrap();
    (0..120).for_each(|_| drop(world.step(DT)));
    let heights_m = boxes.map(|body| world[body].center_of_mass_m().z);
    assert!(
        heights_m.iter().zip([0.5, 0.5, 1.5]).all(|(z, expected)| (z - expected).abs() < 1e-2),
        "{heights_m:?}"
    );

    let (mut world, boxes) = stack();
    world.gravity_m_s2 = DVec3::new(9.81, 0.0, -9.81);
    (0..60).for_each(|_| drop(world.step(DT)));
    assert!(world[boxes[0]].center_of_mass_m().x > 1.0, "{}", world[boxes[0]].center_of_mass_m());

    let (mut world, boxes) = stack();
    world.insert_static(Static::ground(0.05).unwrap());
    (0..120).for_each(|_| drop(world.step(DT)));
    let lowest_m = world[boxes[0]].center_of_mass_m().z;
    assert!((lowest_m - 0.55).abs() < 1e-2, "{lowest_m} m");
}
