//! Ledgers: momentum in collisions, and the impulses a step reports.

use crate::setups::{ball, hull_points, unit_quaternion, vector};
use glam::DVec3;
use proptest::prelude::*;
use rigid_sim::{BodyHandle, Collider, MassProperties, RigidBody, RigidBodyBuilder, Static, World};

/// Linear momentum and angular momentum about the world's origin.
fn totals(world: &World) -> (DVec3, DVec3) {
    world.bodies().fold((DVec3::ZERO, DVec3::ZERO), |(p, l), (_, body)| {
        (p + body.momentum(), l + body.angular_momentum() + body.center_of_mass_m().cross(body.momentum()))
    })
}

fn kinetic_energy(world: &World) -> f64 {
    world.bodies().map(|(_, body)| body.kinetic_energy_j()).sum()
}

/// Two bodies of random shape on a collision course.
fn pair() -> impl Strategy<Value = (RigidBody, RigidBody)> {
    let shape = prop_oneof![
        (0.3..1.0f64)
            .prop_map(|r| (Collider::ball(r).unwrap(), MassProperties::from_sphere(r, 3.0).unwrap())),
        prop::array::uniform3(0.3..1.0f64).prop_map(|h| {
            let half = DVec3::from(h);
            (Collider::cuboid(half).unwrap(), MassProperties::from_box(half, 5.0).unwrap())
        }),
        hull_points().prop_map(|points| {
            let mass = MassProperties::from_convex_hull(&points, 4.0).unwrap();
            (Collider::convex_hull(&points).unwrap(), mass)
        }),
    ];
    let body = (shape, unit_quaternion(), vector(2.0), vector(0.3), 0.0..1.0f64, 0.0..1.0f64);
    (body.clone(), body).prop_map(|(a, b)| {
        let build = |((collider, mass), rotation, spin, aside, e, mu), side: f64| {
            RigidBodyBuilder::dynamic()
                .mass_properties(mass)
                .collider(collider)
                .rotation(rotation)
                .center_of_mass(DVec3::X * (3.0 * side) + aside)
                .linvel(DVec3::X * (-4.0 * side))
                .angvel(spin)
                .restitution(e)
                .friction(mu)
                .build()
                .unwrap()
        };
        (build(a, 1.0), build(b, -1.0))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_collision_keeps_linear_and_angular_momentum((a, b) in pair()) {
        let mut world = World::new(DVec3::ZERO);
        let handles = [world.insert(a), world.insert(b)];
        let (p0, _) = totals(&world);
        let mut met = false;
        for _ in 0..300 {
            let (_, l) = totals(&world);
            let report = world.step(0.01);
            let lost = (totals(&world).1 - l).length();
            prop_assert!(lost < 1e-12 * 40.0, "angular momentum off by {lost}");
            let given = handles.map(|h| report.contact_impulse(h));
            prop_assert!(given[0].from_bodies_n_s == -given[1].from_bodies_n_s);
            prop_assert!(given.iter().all(|g| g.from_statics_n_s == DVec3::ZERO));
            met |= given[0].from_bodies_n_s != DVec3::ZERO;
        }
        prop_assert!(met, "the bodies must meet for the law to be tried");
        let (p1, _) = totals(&world);
        prop_assert!((p1 - p0).length() < 1e-12 * 40.0, "linear momentum off by {}", p1 - p0);
    }

    #[test]
    fn the_ledger_of_a_step_closes_for_every_body(
        (a, b) in pair(),
        forces in prop::collection::vec((vector(20.0), vector(1.0)), 40),
    ) {
        let mut world = World::default();
        world.insert_static(Static::ground(-1.5).unwrap());
        world.insert_static(Static::half_space(DVec3::X * 4.0, DVec3::NEG_X).unwrap().restitution(0.8).unwrap());
        let handles = [world.insert(a), world.insert(b)];
        let dt = 0.02;
        let mut touched = false;
        for (force, point) in forces {
            let before = handles.map(|h| (world[h].momentum(), world[h].angular_momentum()));
            let mut expected = [(DVec3::ZERO, DVec3::ZERO); 2];
            for (h, e) in handles.iter().zip(&mut expected) {
                let at = world[*h].center_of_mass_m() + point;
                world[*h].add_force_at_point(force, at);
                let mass = world[*h].mass_properties().mass_kg;
                *e = ((force + world.gravity_m_s2 * mass) * dt, point.cross(force) * dt);
            }
            let report = world.step(dt);
            for (i, h) in handles.into_iter().enumerate() {
                let given = report.contact_impulse(h);
                touched |= given.from_statics_n_s != DVec3::ZERO;
                let change = world[h].momentum() - before[i].0;
                let error = change - expected[i].0 - given.linear_n_s();
                prop_assert!(error.length() < 1e-12 * (1.0 + before[i].0.length() + given.linear_n_s().length()));
                let change = world[h].angular_momentum() - before[i].1;
                let error = change - expected[i].1 - given.angular_n_m_s;
                prop_assert!(error.length() < 1e-12 * (1.0 + before[i].1.length() + given.angular_n_m_s.length()));
            }
        }
        prop_assert!(touched, "the ground or the wall must be met for the ledger to be tried");
    }
}

/// Two balls head on along x: masses 3 and 5 kg, 2 and −1 m/s.
fn head_on(restitution: f64) -> (World, [BodyHandle; 2]) {
    let mut world = World::new(DVec3::ZERO);
    let left = ball(0.5, 3.0).restitution(restitution).center_of_mass(DVec3::X * -2.0).linvel(DVec3::X * 2.0);
    let right = ball(0.7, 5.0).restitution(restitution).center_of_mass(DVec3::X * 2.0).linvel(-DVec3::X);
    let handles = [world.insert(left.build().unwrap()), world.insert(right.build().unwrap())];
    for _ in 0..200 {
        let _ = world.step(0.01);
    }
    (world, handles)
}

#[test]
fn balls_head_on_leave_as_newtons_restitution_says() {
    for e in [0.0, 0.3, 1.0] {
        let (world, [left, right]) = head_on(e);
        // v = center-of-mass velocity ∓ e · part of the approach, by hand: V = 0.125, approach 3.
        let (v1, v2) = (0.125 - e * 3.0 * 5.0 / 8.0, 0.125 + e * 3.0 * 3.0 / 8.0);
        assert!(
            (world[left].linvel_m_s() - DVec3::X * v1).length() < 1e-6,
            "e {e}: {}",
            world[left].linvel_m_s()
        );
        assert!(
            (world[right].linvel_m_s() - DVec3::X * v2).length() < 1e-6,
            "e {e}: {}",
            world[right].linvel_m_s()
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn an_elastic_frictionless_collision_keeps_energy_and_others_gain_next_to_none(
        aside in vector(0.3), spin in vector(3.0), rotation in unit_quaternion(), e in 0.0..1.0f64,
    ) {
        for (restitution, mu) in [(1.0, 0.0), (e, 0.5)] {
            let half = DVec3::new(0.6, 0.4, 0.3);
            let mut world = World::new(DVec3::ZERO);
            let target = RigidBodyBuilder::dynamic()
                .mass_properties(MassProperties::from_box(half, 5.0).unwrap())
                .collider(Collider::cuboid(half).unwrap())
                .rotation(rotation).angvel(spin).friction(mu).restitution(restitution);
            world.insert(target.build().unwrap());
            let shot = ball(0.4, 3.0).center_of_mass(DVec3::X * -2.0 + aside).linvel(DVec3::X * 3.0);
            world.insert(shot.friction(mu).restitution(restitution).build().unwrap());
            let before = kinetic_energy(&world);
            let mut met = false;
            for _ in 0..400 {
                let _ = world.step(0.005);
                met |= (world[BodyHandle::new(1, 0)].linvel_m_s() - DVec3::X * 3.0).length() > 0.1;
            }
            prop_assert!(met);
            let ratio = kinetic_energy(&world) / before;
            if restitution == 1.0 {
                prop_assert!((ratio - 1.0).abs() < 1e-3, "energy ratio {ratio}");
            } else {
                prop_assert!(ratio < 1.0 + 1e-3, "energy ratio {ratio}");
            }
        }
    }
}
