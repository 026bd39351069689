//! Bodies that turn about each other on lines and pivots.

use glam::{DQuat, DVec3};
use rigid_sim::{
    Acts, Anchor, BodyHandle, Joint, JointKind, MassProperties, RigidBodyBuilder, Spring, World,
};

use super::totals;
use crate::setups::{ball, cuboid};

const DT: f64 = 1.0 / 60.0;

fn energy_j(world: &World) -> f64 {
    let of = |(handle, body): (BodyHandle, &rigid_sim::RigidBody)| {
        body.kinetic_energy_j() + world.potential_energy_j(handle, DVec3::ZERO)
    };
    world.bodies().map(of).sum()
}

/// Two balls on a line between their centers turn about each other: it gives neither of them a spin, and takes nothing of their energy and angular momentum.
#[test]
fn a_line_between_two_centers_gives_no_spin() {
    let spring = Spring { rest_m: 2.0, stiffness_n_m: 1e4, damping_n_s_m: 0.0, acts: Acts::Both };
    for kind in
        [JointKind::Rope { length_m: 2.0 }, JointKind::Rod { length_m: 2.0 }, JointKind::Spring(spring)]
    {
        for speed_m_s in [0.5, 2.0, 8.0] {
            let mut world = World::new(DVec3::ZERO);
            let ends = [-1.0, 1.0].map(|side| {
                let given = ball(0.1, 1.0).translation(DVec3::X * side).linvel(DVec3::Y * (side * speed_m_s));
                world.insert(given.build().unwrap())
            });
            let anchors = ends.map(|end| Anchor::Body(end, DVec3::ZERO));
            world.insert_joint(Joint::new(kind, anchors[0], anchors[1])).unwrap();
            let (first_j, (_, first)) = (energy_j(&world), totals(&world));
            for step in 0..1200 {
                let _ = world.step(DT);
                let case = format!("{kind:?} at {speed_m_s} m/s, step {step}");
                let spin = ends.map(|end| world[end].angvel_rad_s().length());
                assert!(spin.iter().all(|spin| *spin < 1e-12), "{case}: {spin:?} rad/s");
                let off = (totals(&world).1 - first).length() / first.length();
                assert!(off < 1e-12, "{case}: {off} of the angular momentum");
                let all_j = energy_j(&world) + world.elastic_energy_j();
                let bound = if matches!(kind, JointKind::Spring(_)) { 2e-2 } else { 1e-4 };
                assert!((all_j / first_j - 1.0).abs() < bound, "{case}: {all_j} of {first_j} J");
            }
        }
    }
}

/// A brick turns freely about a pivot beside it for twenty seconds with the energy that it had, and on a free hub, heavy or light, that it gives no spin.
#[test]
fn free_turning_about_a_pivot_keeps_its_energy() {
    for rate_rad_s in [1.0, 3.0, 6.0, 30.0] {
        for kind in [JointKind::Ball, JointKind::Hinge { axis: DVec3::Y }] {
            // On a hinge a hub would make it the axis of the intermediate moment of inertia, about which nothing turns for long.
            let hubs_kg = if kind == JointKind::Ball { &[0.0, 100.0, 5.0][..] } else { &[0.0] };
            for &hub_kg in hubs_kg {
                let mut world = World::new(DVec3::ZERO);
                let place_m = DVec3::Z * -2.0;
                let spin_rad_s = DVec3::Y * rate_rad_s;
                let given = cuboid(DVec3::splat(0.2), 10.0).translation(place_m).angvel(spin_rad_s);
                let body = world.insert(given.linvel(spin_rad_s.cross(place_m)).build().unwrap());
                let hub =
                    (hub_kg > 0.0).then(|| world.insert(cuboid(DVec3::splat(0.2), hub_kg).build().unwrap()));
                let to = hub.map_or(Anchor::World(DVec3::ZERO), |hub| Anchor::Body(hub, DVec3::ZERO));
                world.insert_joint(Joint::new(kind, Anchor::Body(body, -place_m), to)).unwrap();
                let _ = world.step(DT);
                let (first_j, (_, first)) = (energy_j(&world), totals(&world));
                let case = format!("{kind:?} at {rate_rad_s} rad/s, hub of {hub_kg} kg");
                for step in 0..1200 {
                    let _ = world.step(DT);
                    let kept = energy_j(&world) / first_j;
                    assert!((kept - 1.0).abs() < 1e-4, "{case}: {kept} of the energy in step {step}");
                }
                if let Some(hub) = hub {
                    let hub_rad_s = world[hub].angvel_rad_s().length();
                    assert!(hub_rad_s < 1e-3 * rate_rad_s, "{case}: {hub_rad_s} rad/s");
                    let off = (totals(&world).1 - first).length() / first.length();
                    assert!(off < 1e-11, "{case}: {off} of the angular momentum");
                }
            }
        }
    }
}

/// Two free bodies that are joined beside their centers, of which one turns about the other at first: the energy goes to and fro between the turn of both and theirs against each other, and
/// none comes of it in twenty seconds. On a rod between their faces they swing about it as fast as sub-steps take it, and lose some.
#[test]
fn free_pairs_gain_no_energy() {
    for rate_rad_s in [3.0, 6.0, 30.0] {
        for (kind, arm_m, least) in [
            (JointKind::Ball, 1.0, 0.99),
            (JointKind::Fixed, 1.0, 0.99),
            (JointKind::Rod { length_m: 1.0 }, 0.5, 0.8),
            (JointKind::Rope { length_m: 1.0 }, 0.5, 0.8),
        ] {
            for both in [false, true] {
                let mut world = World::new(DVec3::ZERO);
                let spin_rad_s = DVec3::Y * rate_rad_s;
                let bodies = [-1.0, 1.0].map(|x_m| {
                    let (at_m, turns) = (DVec3::X * x_m, if both || x_m > 0.0 { 1.0 } else { 0.0 });
                    let given = cuboid(DVec3::splat(0.2), 10.0).translation(at_m).angvel(spin_rad_s * turns);
                    world.insert(given.linvel(spin_rad_s.cross(at_m) * turns).build().unwrap())
                });
                let ends = [(bodies[0], arm_m), (bodies[1], -arm_m)];
                let [a, b] = ends.map(|(body, arm_m)| Anchor::Body(body, DVec3::X * arm_m));
                world.insert_joint(Joint::new(kind, a, b)).unwrap();
                let _ = world.step(DT);
                let first_j = energy_j(&world);
                let case = format!("{kind:?} at {rate_rad_s} rad/s, {both}");
                for step in 0..1200 {
                    let _ = world.step(DT);
                    let kept = energy_j(&world) / first_j;
                    assert!(kept < 1.005, "{case}: {kept} of the energy in step {step}");
                    assert!(kept > least, "{case}: {kept} of the energy in step {step}");
                }
            }
        }
    }
}

/// A double pendulum that falls from the level keeps its energy for twenty seconds, to some per cent of what it falls.
#[test]
fn a_double_pendulum_keeps_its_energy() {
    for dt in [1.0 / 60.0, 1.0 / 240.0] {
        let mut world = World::default();
        let mass = MassProperties::from_box(DVec3::new(0.05, 0.05, 0.5), 1.0).unwrap();
        let bar = |x_m| {
            let level = DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2);
            let bar = RigidBodyBuilder::dynamic().mass_properties(mass).rotation(level);
            bar.translation(DVec3::X * x_m).build().unwrap()
        };
        let [upper, lower] = [0.5, 1.5].map(|x_m| world.insert(bar(x_m)));
        let end_m = DVec3::Z * 0.5;
        let hinge = JointKind::Hinge { axis: DVec3::Y };
        for (first, second) in [
            (Anchor::Body(upper, -end_m), Anchor::World(DVec3::ZERO)),
            (Anchor::Body(lower, -end_m), Anchor::Body(upper, end_m)),
        ] {
            world.insert_joint(Joint::new(hinge, first, second)).unwrap();
        }
        for step in 0..(20.0 / dt) as usize {
            let _ = world.step(dt);
            let now_j = energy_j(&world);
            assert!((-0.06 * 19.62..0.2).contains(&now_j), "{dt} s, step {step}: {now_j} J");
        }
    }
}

/// A ball swings at ten degrees on a line of a meter by a force that the caller gives in each step, as its weight, and keeps its energy within 2 % in twenty seconds.
#[test]
fn what_swings_by_a_callers_force_keeps_its_energy() {
    let start_rad = 10.0_f64.to_radians();
    let fall = 1.0 - start_rad.cos();
    for (kind, arm_m) in [
        (JointKind::Rope { length_m: 1.0 }, 0.0),
        (JointKind::Rod { length_m: 1.0 }, 0.0),
        (JointKind::Ball, 1.0),
        (JointKind::Hinge { axis: DVec3::Y }, 1.0),
    ] {
        let mut world = World::new(DVec3::ZERO);
        let place_m = DQuat::from_rotation_y(start_rad) * DVec3::NEG_Z;
        let body = world.insert(ball(0.1, 2.0).translation(place_m).build().unwrap());
        let ends = [Anchor::Body(body, -place_m * arm_m), Anchor::World(DVec3::ZERO)];
        world.insert_joint(Joint::new(kind, ends[0], ends[1])).unwrap();
        let weight_n = 2.0 * 9.81;
        let mut highest: f64 = 0.0;
        for step in 0..1200 {
            world[body].add_force(DVec3::NEG_Z * weight_n);
            let _ = world.step(DT);
            let height_m = 1.0 + world[body].center_of_mass_m().z;
            let all = (world[body].kinetic_energy_j() / weight_n + height_m) / fall;
            assert!(all < 1.05, "{kind:?}: {all} of the energy in step {step}");
            if step >= 1080 {
                highest = highest.max(height_m / fall);
            }
        }
        // With the turn of the ball on the two that turn it.
        assert!((highest - 1.0).abs() < 0.02, "{kind:?}: {highest} of the height");
    }
}
