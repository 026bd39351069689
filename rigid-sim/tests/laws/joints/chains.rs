//! Heavy loads on light links, joints that close rings or hold twice, and what wakes where a joint's body leaves.

use crate::setups::{ball, cuboid};
use glam::DVec3;
use rigid_sim::{Anchor, BodyHandle, Joint, JointHandle, JointKind, Sleeping, Static, World};

const GRAVITY: DVec3 = DVec3::new(0.0, 0.0, -9.81);

/// So many balls of a meter in a row from the origin along a direction, each linked to the next, and a load behind the last.
fn chain(links: u32, link_kg: f64, load_kg: f64, along: DVec3) -> (World, Vec<JointHandle>) {
    let mut world = World::new(GRAVITY);
    let mut joints = Vec::new();
    let mut before = Anchor::World(DVec3::ZERO);
    for k in 0..=links {
        let mass_kg = if k == links { load_kg } else { link_kg };
        let center_m = along * (f64::from(k) + 0.5);
        let body = world.insert(ball(0.25, mass_kg).center_of_mass(center_m).build().unwrap());
        let ends = [before, Anchor::Body(body, -0.5 * along)];
        joints.push(world.insert_joint(Joint::new(JointKind::Ball, ends[0], ends[1])).unwrap());
        before = Anchor::Body(body, 0.5 * along);
    }
    (world, joints)
}

fn widest_m(world: &World, joints: &[JointHandle]) -> f64 {
    joints.iter().map(|joint| world.joint_misfit(*joint).unwrap().apart_m).fold(0.0, f64::max)
}

fn energy_j(world: &World) -> f64 {
    let of = |(handle, body): (BodyHandle, &rigid_sim::RigidBody)| {
        body.kinetic_energy_j() + world.potential_energy_j(handle, DVec3::ZERO)
    };
    world.bodies().map(of).sum()
}

/// A load up to thousands of times as heavy as each of the links on which it hangs does not open their joints. By sweeps from joint to joint, each with its own mass, 18 t on links of 5 kg
/// hung 0.8 m below each other.
#[test]
fn light_links_hold_a_heavy_load() {
    for (links, load_kg) in [(8, 500.0), (20, 1000.0), (8, 18_000.0)] {
        for dt in [1.0 / 60.0, 0.004] {
            let (mut world, joints) = chain(links, 5.0, load_kg, DVec3::NEG_Z);
            for step in 0..(4.0 / dt) as u32 {
                let _ = world.step(dt);
                let widest_m = widest_m(&world, &joints);
                assert!(widest_m < 1e-4, "{links} links, {load_kg} kg, {dt} s: {widest_m} m in step {step}");
            }
        }
    }
}

/// Let go beside its support such a load swings to and fro: joints stay together, and there is never more energy than at first. The force of its links is many times
/// what they weigh, and turns them about faster than a step resolves.
#[test]
fn a_heavy_load_swings_on_light_links_without_a_gain_of_energy() {
    for (links, load_kg) in [(20, 100.0), (8, 500.0), (20, 1000.0), (8, 18_000.0)] {
        for dt in [1.0 / 60.0, 0.004] {
            let (mut world, joints) = chain(links, 5.0, load_kg, DVec3::X);
            let (first_j, height_m) = (energy_j(&world), f64::from(links) + 0.5);
            let mut lowest_m: f64 = 0.0;
            let time_s = if links == 8 { 120.0 } else { 30.0 };
            for step in 0..(time_s / dt) as u32 {
                let _ = world.step(dt);
                let case = format!("{links} links, {load_kg} kg, {dt} s, step {step}");
                let widest_m = widest_m(&world, &joints);
                // Links whip about later.
                let most_m = if f64::from(step) * dt < 8.0 { 0.01 } else { 0.05 };
                assert!(widest_m < most_m, "{case}: {widest_m} m");
                let gain = (energy_j(&world) - first_j) / (load_kg * 9.81 * height_m);
                assert!(gain < 1e-4, "{case}: {gain} of the fall");
                let load = world.bodies().last().unwrap().1;
                lowest_m = lowest_m.min(load.center_of_mass_m().z);
            }
            assert!((lowest_m + height_m).abs() < 0.02 * height_m, "{lowest_m} m of a fall of {height_m} m");
        }
    }
}

/// A ring of rods and balls held at two places, a box held by two joints at one place: there are more constraints than motions, and the impulses stay as they are.
#[test]
fn joints_that_hold_more_than_they_need_stay_quiet() {
    let mut world = World::new(GRAVITY);
    let boxes: Vec<_> = (0..6)
        .map(|k| {
            let angle = f64::from(k) * std::f64::consts::TAU / 6.0;
            let at_m = DVec3::new(angle.cos(), angle.sin(), 0.0);
            world.insert(cuboid(DVec3::splat(0.1), 2.0).center_of_mass(at_m).build().unwrap())
        })
        .collect();
    let mut joints = Vec::new();
    for k in 0..6 {
        let [a, b] = [boxes[k], boxes[(k + 1) % 6]];
        let middle_m = 0.5 * (world[a].center_of_mass_m() + world[b].center_of_mass_m());
        let ends = [a, b].map(|body| Anchor::Body(body, middle_m - world[body].center_of_mass_m()));
        let kind = if k % 2 == 0 { JointKind::Fixed } else { JointKind::Hinge { axis: DVec3::Z } };
        joints.push(world.insert_joint(Joint::new(kind, ends[0], ends[1])).unwrap());
    }
    for body in [boxes[0], boxes[0], boxes[3]] {
        let at_m = world[body].center_of_mass_m();
        let ends = [Anchor::Body(body, DVec3::ZERO), Anchor::World(at_m)];
        joints.push(world.insert_joint(Joint::new(JointKind::Fixed, ends[0], ends[1])).unwrap());
    }
    let mut forces_n = Vec::new();
    for step in 0..1200 {
        let _ = world.step(1.0 / 60.0);
        assert!(widest_m(&world, &joints) < 1e-5, "step {step}: {}", widest_m(&world, &joints));
        let most = joints.iter().map(|joint| world.joint_impulse_n_s(*joint).unwrap().length() * 60.0);
        forces_n.push(most.fold(0.0, f64::max));
    }
    // All of it weighs 118 N.
    assert!(forces_n[600..].iter().all(|n| *n < 200.0), "{:?}", &forces_n[1190..]);
    assert!((forces_n[1199] / forces_n[600] - 1.0).abs() < 0.05, "{} {}", forces_n[600], forces_n[1199]);
    let fastest_m_s = world.bodies().map(|(_, body)| body.linvel_m_s().length()).fold(0.0, f64::max);
    assert!(fastest_m_s < 1e-6, "{fastest_m_s} m/s");
}

/// A net of thousands of joints, too many for one system, sags and holds.
#[test]
fn a_net_too_large_for_one_system_is_solved_joint_by_joint() {
    let mut world = World::new(GRAVITY);
    const SIDE: usize = 40;
    let at_m = |i: usize, j: usize| DVec3::new(i as f64, j as f64, 0.0);
    let knots: Vec<_> = (0..SIDE * SIDE)
        .map(|k| world.insert(ball(0.1, 1.0).center_of_mass(at_m(k % SIDE, k / SIDE)).build().unwrap()))
        .collect();
    let mut joints = Vec::new();
    let mut tie = |world: &mut World, ends: [Anchor; 2]| {
        joints.push(
            world.insert_joint(Joint::new(JointKind::Rope { length_m: 1.05 }, ends[0], ends[1])).unwrap(),
        );
    };
    for k in 0..SIDE * SIDE {
        let (i, j) = (k % SIDE, k / SIDE);
        let knot = |k: usize| Anchor::Body(knots[k], DVec3::ZERO);
        if i + 1 < SIDE {
            tie(&mut world, [knot(k), knot(k + 1)]);
        }
        if j + 1 < SIDE {
            tie(&mut world, [knot(k), knot(k + SIDE)]);
        }
        if i == 0 || j == 0 || i + 1 == SIDE || j + 1 == SIDE {
            tie(&mut world, [knot(k), Anchor::World(at_m(i, j))]);
        }
    }
    (0..60).for_each(|_| drop(world.step(1.0 / 60.0)));
    assert!(widest_m(&world, &joints) < 0.3, "{}", widest_m(&world, &joints));
    assert!(
        world
            .bodies()
            .all(|(_, body)| body.center_of_mass_m().is_finite() && body.linvel_m_s().length() < 20.0)
    );
}

/// Two pairs of crates asleep on the ground, each joined by a rod; the rod of the third pair comes and goes. What was joined to a body that leaves wakes, what is joined to others sleeps on.
#[test]
fn a_body_that_leaves_wakes_what_was_joined_to_it_alone() {
    for quarantines in [false, true] {
        let mut world = World::new(GRAVITY);
        world.sleeping = Some(Sleeping::default());
        world.insert_static(Static::ground(0.0).unwrap());
        let crates: Vec<_> = (0..4)
            .map(|k| {
                let at_m = DVec3::new(2.0 * f64::from(k), 0.0, 0.25);
                world.insert(cuboid(DVec3::splat(0.25), 10.0).center_of_mass(at_m).build().unwrap())
            })
            .collect();
        let rod = |world: &mut World, pair: [usize; 2]| {
            let [a, b] = pair.map(|k| Anchor::Body(crates[k], DVec3::ZERO));
            world.insert_joint(Joint::new(JointKind::Rod { length_m: 2.0 }, a, b)).unwrap()
        };
        let first = rod(&mut world, [0, 1]);
        let second = rod(&mut world, [2, 3]);
        (0..120).for_each(|_| drop(world.step(1.0 / 60.0)));
        assert!(crates.iter().all(|body| world[*body].is_asleep()));
        if quarantines {
            assert!(world.quarantine(crates[0]));
        } else {
            assert!(world.remove(crates[0]).is_some());
        }
        let awake = |world: &World, k: usize| !world[crates[k]].is_asleep();
        assert!(awake(&world, 1) && !awake(&world, 2) && !awake(&world, 3), "quarantined {quarantines}");
        assert_eq!(world.joint_impulse_n_s(first).is_some(), quarantines);
        // A joint that comes wakes both; it may take the slot of one that went, under another name.
        let third = rod(&mut world, [1, 2]);
        assert!(third != first && third != second);
        assert!((1..4).all(|k| awake(&world, k)), "quarantined {quarantines}");
        assert_eq!(world.joint_impulse_n_s(first).is_some(), quarantines);
        assert!(world.joint_impulse_n_s(third).is_some());
    }
}
