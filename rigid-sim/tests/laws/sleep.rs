//! What falls asleep, what wakes it, and that nothing piles up meanwhile; bodies that are taken out.

use crate::setups::{ball, cuboid};
use glam::DVec3;
use rigid_sim::{Anchor, BodyHandle, Joint, JointKind, RigidBodyBuilder, Sleeping, Static, World};

const DT: f64 = 1.0 / 60.0;

/// A stack of three boxes that has fallen asleep.
fn asleep() -> (World, Vec<BodyHandle>) {
    let mut world = World::default();
    world.sleeping = Some(Sleeping::default());
    world.insert_static(Static::ground(0.0).unwrap());
    let boxes = (0..3)
        .map(|k| {
            let at = DVec3::Z * (0.5 + f64::from(k));
            world.insert(cuboid(DVec3::splat(0.5), 10.0).center_of_mass(at).build().unwrap())
        })
        .collect::<Vec<_>>();
    (0..240).for_each(|_| drop(world.step(DT)));
    assert!(boxes.iter().all(|&b| world[b].is_asleep()), "a stack at rest falls asleep");
    (world, boxes)
}

#[test]
fn sleepers_stay_where_they_are_and_the_ledger_closes() {
    let (mut world, boxes) = asleep();
    let places: Vec<DVec3> = boxes.iter().map(|&b| world[b].center_of_mass_m()).collect();
    for _ in 0..1000 {
        let report = world.step(DT);
        for &b in &boxes {
            let held = report.contact_impulse(b).linear_n_s();
            assert!((held - DVec3::Z * (10.0 * 9.81 * DT)).length() < 1e-9, "{held}");
        }
    }
    for (&b, place) in boxes.iter().zip(places) {
        assert_eq!(world[b].center_of_mass_m(), place);
        assert_eq!(world[b].linvel_m_s(), DVec3::ZERO);
    }
}

#[test]
fn without_being_asked_nothing_sleeps() {
    let mut world = World::default();
    world.insert_static(Static::ground(0.0).unwrap());
    let body = world.insert(ball(0.5, 1.0).center_of_mass(DVec3::Z * 0.5).build().unwrap());
    (0..600).for_each(|_| drop(world.step(DT)));
    assert!(!world[body].is_asleep());
}

#[test]
fn a_body_that_falls_on_sleepers_wakes_them_all() {
    let (mut world, boxes) = asleep();
    let ball = world.insert(ball(0.3, 5.0).center_of_mass(DVec3::Z * 5.0).build().unwrap());
    let mut woke = None;
    for step in 0..120 {
        let _ = world.step(DT);
        let awake = boxes.iter().filter(|&&b| !world[b].is_asleep()).count();
        assert!(awake == 0 || awake == 3, "all of an island wakes");
        if awake == 3 && woke.is_none() {
            woke = Some((step, world[ball].center_of_mass_m().z));
        }
    }
    let (step, height) = woke.expect("the ball wakes them");
    assert!(step > 20 && height < 3.6, "woken at {height} m, before the ball was there");
}

#[test]
fn a_change_of_force_beyond_the_bound_wakes_and_one_below_does_not() {
    let (mut world, boxes) = asleep();
    let bound = Sleeping::default().wake_m_s2 * 10.0;
    for _ in 0..300 {
        world[boxes[2]].add_force(DVec3::X * (0.9 * bound));
        let _ = world.step(DT);
        assert!(world[boxes[2]].is_asleep());
    }
    let place = world[boxes[2]].center_of_mass_m();
    world[boxes[2]].add_force(DVec3::Z * 400.0);
    let _ = world.step(DT);
    assert!(boxes.iter().all(|&b| !world[b].is_asleep()));
    // One step's force, not that of 300.
    let expected = (400.0 / 10.0 - 9.81) * DT;
    let speed = world[boxes[2]].linvel_m_s();
    assert!((speed.z - expected).abs() < 0.05 * expected, "{speed}");
    assert!(speed.x.abs() < 1e-2, "nothing has piled up: {speed}");
    assert!((world[boxes[2]].center_of_mass_m() - place).length() < 0.02);
    let (mut world, boxes) = asleep();
    world[boxes[0]].add_torque(DVec3::Z * 10.0);
    let _ = world.step(DT);
    assert!(!world[boxes[0]].is_asleep(), "a torque wakes as well");
}

/// A force that wakes nobody at once is not slept through: what nothing holds goes with it, as it would awake but for the speed of sleepers.
#[test]
fn a_weak_force_that_lasts_takes_a_free_sleeper_along() {
    let run = |sleeping: Option<Sleeping>, push_m_s2: f64| {
        let mut world = World::default();
        world.sleeping = sleeping;
        let float = world.insert(ball(0.5, 10.0).build().unwrap());
        let (mut slept, mut given) = (0, DVec3::ZERO);
        for step in 0..6000 {
            let push = if step < 300 { 0.0 } else { push_m_s2 };
            let force = 10.0 * DVec3::new(push, 0.0, 9.81);
            world[float].add_force(force);
            let report = world.step(DT);
            given += (force - 98.1 * DVec3::Z) * DT + report.contact_impulse(float).linear_n_s();
            slept += i32::from(world[float].is_asleep());
            assert!(
                (given - 10.0 * world[float].linvel_m_s()).length() < 1e-9,
                "step {step}: the ledger closes"
            );
        }
        (world[float].center_of_mass_m().x, world[float].linvel_m_s().x, slept)
    };
    for push_m_s2 in [1e-3, 1e-2, 0.04] {
        let (place_m, speed_m_s, slept) = run(Some(Sleeping::default()), push_m_s2);
        let (awake_m, awake_m_s, _) = run(None, push_m_s2);
        assert!(slept > 200, "{push_m_s2}: it slept for {slept} steps");
        // It sleeps until it would have its 0.01 m/s, and is behind by the way of that time.
        let behind_m = 0.5 * 0.01_f64.powi(2) / push_m_s2;
        assert!((awake_m_s - speed_m_s).abs() < 1e-3, "{push_m_s2}: {speed_m_s} and {awake_m_s} m/s awake");
        assert!(awake_m - place_m < 1.2 * behind_m + 1e-3, "{push_m_s2}: {place_m} and {awake_m} m awake");
    }
    let (place_m, _, slept) = run(Some(Sleeping::default()), 1e-5);
    assert!(place_m == 0.0 && slept > 5900, "too weak for its time: {place_m}");
}

/// Places and velocities along x, and steps asleep, of two floats of 10 and 30 kg, 2 m apart, after 60 s in which weak forces along x acted on them
/// for 55.
fn weakly_pushed(line: Option<[f64; 2]>, sleeps: bool, pushes_n: [f64; 2]) -> ([[f64; 2]; 2], [usize; 2]) {
    let mut world = World::default();
    world.sleeping = sleeps.then(Sleeping::default);
    let masses_kg = [10.0, 30.0];
    let floats = [0, 1].map(|k| {
        let at_m = DVec3::X * (2.0 * k as f64);
        world.insert(ball(0.5, masses_kg[k]).center_of_mass(at_m).build().unwrap())
    });
    let [a, b] = floats.map(|float| Anchor::Body(float, DVec3::ZERO));
    if let Some([between_m, to_ground_m]) = line {
        let rope = |length_m, a, b| Joint::new(JointKind::Rope { length_m }, a, b);
        world.insert_joint(rope(between_m, a, b)).unwrap();
        world.insert_joint(rope(to_ground_m, a, Anchor::World(DVec3::ZERO))).unwrap();
    }
    let mut slept = [0; 2];
    for step in 0..3600 {
        for k in 0..2 {
            let push_n = if step < 300 { 0.0 } else { pushes_n[k] };
            world[floats[k]].add_force(DVec3::new(push_n, 0.0, 9.81 * masses_kg[k]));
        }
        let _ = world.step(DT);
        (0..2).for_each(|k| slept[k] += usize::from(world[floats[k]].is_asleep()));
    }
    (floats.map(|float| [world[float].center_of_mass_m().x, world[float].linvel_m_s().x]), slept)
}

/// A line that is slack holds nobody, and sleepers who are joined go together where nothing holds one of them.
#[test]
fn weak_forces_take_along_sleepers_whose_lines_are_slack_or_lead_to_each_other() {
    // Between them slack, or taut from the start; both pushed, or the light or the heavy one alone.
    for (between_m, pushes_n) in
        [(6.0, [0.01, 0.03]), (2.0, [0.01, 0.03]), (2.0, [-0.04, 0.0]), (2.0, [0.0, 0.04])]
    {
        let line = Some([between_m, 50.0]);
        let (awake, _) = weakly_pushed(line, false, pushes_n);
        let (asleep, slept) = weakly_pushed(line, true, pushes_n);
        assert!(slept[0] > 500 && slept[1] > 500, "{slept:?}");
        // Of the 1e-3 m/s² on both they are behind by the 0.05 m until they have 0.01 m/s.
        for ([x, v], [x0, v0]) in asleep.into_iter().zip(awake) {
            assert!(
                (x - x0).abs() < 0.06 && (v - v0).abs() < 2e-3,
                "{between_m} {pushes_n:?}: {x} {v}, awake {x0} {v0}"
            );
        }
        assert!(awake[0][0].abs() > 1.0, "{awake:?}");
    }
    // Pulled apart by the same force they stay, however long.
    let (asleep, slept) = weakly_pushed(Some([2.0, 50.0]), true, [-0.02, 0.02]);
    assert!(slept[0] > 3000 && slept[1] > 3000, "{slept:?}");
    assert!(asleep[0][0].abs() < 1e-3 && (asleep[1][0] - 2.0).abs() < 1e-3, "{asleep:?}");
    // And so where the line to the ground is taut.
    let (held, slept) = weakly_pushed(Some([2.0, 1e-3]), true, [0.01, 0.03]);
    assert!(slept[0] > 2000 && slept[1] > 2000 && held[1][0] < 2.01, "{held:?} {slept:?}");
}

#[test]
fn calls_lay_to_rest_and_wake() {
    let (mut world, boxes) = asleep();
    world.wake(boxes[1]);
    assert!(boxes.iter().all(|&b| !world[b].is_asleep()));
    // In the air a sleeper hangs until it is woken, and falls then as from rest.
    let hung = world
        .insert(ball(0.3, 5.0).center_of_mass(DVec3::new(9.0, 0.0, 5.0)).linvel(DVec3::X).build().unwrap());
    world.sleep(hung);
    for _ in 0..100 {
        world[hung].add_force(DVec3::Y * 1e3);
        let _ = world.step(DT);
    }
    assert_eq!(world[hung].center_of_mass_m(), DVec3::new(9.0, 0.0, 5.0));
    world.wake(hung);
    let _ = world.step(DT);
    assert!((world[hung].linvel_m_s() - DVec3::Z * (-9.81 * DT)).length() < 1e-12);
    // One of a stack that is awake is woken by its neighbors.
    world.wake(boxes[0]);
    world.sleep(boxes[1]);
    let _ = world.step(DT);
    let _ = world.step(DT);
    assert!(!world[boxes[1]].is_asleep());
    // Velocities that are given wake.
    (0..240).for_each(|_| drop(world.step(DT)));
    assert!(world[boxes[0]].is_asleep());
    world[boxes[2]].set_linvel(DVec3::Z).unwrap();
    let _ = world.step(DT);
    assert!(boxes.iter().all(|&b| !world[b].is_asleep()));
}

#[test]
fn a_moving_kinematic_body_wakes_what_it_reaches() {
    let (mut world, boxes) = asleep();
    let ram = RigidBodyBuilder::kinematic()
        .collider(rigid_sim::Collider::cuboid(DVec3::splat(0.4)).unwrap())
        .center_of_mass(DVec3::new(-2.0, 0.0, 0.5))
        .linvel(DVec3::X);
    world.insert(ram.build().unwrap());
    let mut steps = 0;
    while world[boxes[0]].is_asleep() {
        let _ = world.step(DT);
        steps += 1;
        assert!(steps < 90, "it must be woken");
    }
    assert!(steps > 55, "and not before it is reached: after {steps} steps");
    (0..60).for_each(|_| drop(world.step(DT)));
    assert!(world[boxes[0]].center_of_mass_m().x > 0.3);
}

#[test]
fn what_rested_on_a_removed_body_falls() {
    let (mut world, boxes) = asleep();
    let removed = world.remove(boxes[0]).unwrap();
    assert_eq!(removed.mass_properties().mass_kg, 10.0);
    assert!(world.get(boxes[0]).is_none() && world.remove(boxes[0]).is_none());
    (0..120).for_each(|_| drop(world.step(DT)));
    let height = world[boxes[1]].center_of_mass_m().z;
    assert!((height - 0.5).abs() < 5e-3, "{height}");
}

/// A handle of a removed body names none of those that come after it, and its joints go with it.
#[test]
fn handles_of_removed_bodies_name_nothing() {
    let mut world = World::default();
    let first = world.insert(ball(0.3, 1.0).build().unwrap());
    let second = world.insert(ball(0.3, 2.0).center_of_mass(DVec3::X).build().unwrap());
    let rope = JointKind::Rope { length_m: 1.0 };
    let joint = Joint::new(rope, Anchor::Body(first, DVec3::ZERO), Anchor::Body(second, DVec3::ZERO));
    let joint = world.insert_joint(joint).unwrap();
    let _ = world.step(DT);
    world.remove(first);
    assert_eq!(world.joints().count(), 0);
    assert!(world.joint_impulse_n_s(joint).is_none());
    let third = world.insert(ball(0.3, 3.0).center_of_mass(DVec3::X * 5.0).build().unwrap());
    assert_eq!((third.index(), third.generation()), (first.index(), 1));
    assert!(world.get(first).is_none());
    assert_eq!(world[third].mass_properties().mass_kg, 3.0);
    assert_eq!(world.bodies().count(), 2);
    (0..60).for_each(|_| drop(world.step(DT)));
    assert!((world[second].center_of_mass_m().x - 1.0).abs() < 1e-12, "the rope is gone");
}

/// A body that is quarantined stays, but nothing rests on it or hangs from it, and a state from before brings it back.
#[test]
fn nothing_rests_on_a_quarantined_body_or_hangs_from_it() {
    let (mut world, boxes) = asleep();
    let bob = world.insert(ball(0.1, 1.0).center_of_mass(DVec3::new(1.0, 0.0, 2.0)).build().unwrap());
    let at = world[boxes[0]].point_to_body(DVec3::new(1.0, 0.0, 2.0));
    let hinge = Joint::new(JointKind::Ball, Anchor::Body(bob, DVec3::ZERO), Anchor::Body(boxes[0], at));
    let hinge = world.insert_joint(hinge).unwrap();
    assert!(world.joint_acts(hinge));
    let (before, place) = (world.state(), world[boxes[0]].center_of_mass_m());
    assert!(world.quarantine(boxes[0]) && !world.joint_acts(hinge));
    (0..120).for_each(|_| drop(world.step(DT)));
    let height = |world: &World, body: BodyHandle| world[body].center_of_mass_m().z;
    assert_eq!(world[boxes[0]].center_of_mass_m(), place, "it stays");
    assert!((height(&world, boxes[1]) - 0.5).abs() < 5e-3, "{}", height(&world, boxes[1]));
    assert!(height(&world, bob) < 0.2, "{}", height(&world, bob));
    world.restore(&before).unwrap();
    assert!(world.joint_acts(hinge) && !world[boxes[0]].is_quarantined());
    (0..30).for_each(|_| drop(world.step(DT)));
    assert!((height(&world, boxes[1]) - 1.5).abs() < 5e-3, "{}", height(&world, boxes[1]));
}
