//! Contact with the ground: rest, bounces, friction.

use crate::setups::{ball, box_mesh, cuboid, hull_points, unit_quaternion, vector};
use glam::{DQuat, DVec3, Vec3};
use proptest::prelude::*;
use rigid_sim::{BodyHandle, Collider, MassProperties, RigidBodyBuilder, Static, World};

const G: f64 = 9.81;

/// Level ground at z = 0, as a half-space, a box and a mesh.
fn grounds() -> [Static; 3] {
    let (vertices, triangles) = box_mesh(Vec3::new(-50.0, -50.0, -2.0), Vec3::new(50.0, 50.0, 0.0));
    let half = DVec3::new(50.0, 50.0, 1.0);
    [
        Static::ground(0.0).unwrap(),
        Static::cuboid(half, DVec3::NEG_Z, DQuat::IDENTITY).unwrap(),
        Static::mesh(&vertices, &triangles).unwrap(),
    ]
}

#[test]
fn a_body_at_rest_stays_and_the_ground_carries_its_weight() {
    let block = cuboid(DVec3::new(1.0, 0.5, 0.3), 10.0);
    let [plane, solid, mesh] = grounds();
    // Not the ball on the mesh: nothing holds it there, and the mesh's f32 normals set it rolling at 0.06 mm/s.
    let cases = [
        (plane.clone(), block.clone()),
        (solid.clone(), block.clone()),
        (mesh, block),
        (plane, ball(0.3, 10.0)),
        (solid, ball(0.3, 10.0)),
    ];
    for (ground, shape) in cases {
        let mut world = World::default();
        world.insert_static(ground.clone());
        let start = DVec3::new(0.2, 0.1, 0.3);
        let turn = DQuat::from_rotation_z(0.4);
        let body = world.insert(shape.center_of_mass(start).rotation(turn).build().unwrap());
        let dt = 0.01;
        for step in 0..10_000 {
            let report = world.step(dt);
            let carried = report.contact_impulse(body).from_statics_n_s;
            // A soft contact gives way by g/ω² at first.
            assert!(
                step < 100 || (carried - DVec3::Z * (10.0 * G * dt)).length() < 1e-3 * 10.0 * G * dt,
                "{carried}"
            );
        }
        let moved = (world[body].center_of_mass_m() - start).length();
        let turned = world[body].rotation().angle_between(turn);
        assert!(moved < 1.5e-4 && turned < 1e-4, "{ground:?}: moved {moved} m, turned {turned} rad");
    }
}

/// Level terrain, one that slopes with the friction that holds the block, and a round hill under its middle, of which none of its
/// corners knows.
#[test]
fn terrain_carries_the_weight_of_a_body() {
    type Heights<'a> = &'a dyn Fn(f64, f64) -> f64;
    let terrain = |height_m: Heights<'_>| {
        let heights =
            (0..400).map(|k| height_m((k % 20) as f64 * 0.5 + 0.25, (k / 20) as f64 * 0.5 + 0.25) as f32);
        Static::terrain([20, 20], 0.5, heights.collect()).unwrap()
    };
    let slope = 0.2f64;
    let hill = |x: f64, y: f64| 0.5 - 0.05 * ((x - 5.25).powi(2) + (y - 5.25).powi(2));
    let flat: Heights<'_> = &|_, _| 0.7;
    let cases: [(&str, Heights<'_>, DVec3, DQuat); 3] = [
        ("level", flat, DVec3::new(5.0, 5.0, 1.0), DQuat::from_rotation_z(0.4)),
        (
            "slope",
            &|x, _| slope * x,
            DVec3::new(5.0, 5.0, slope * 5.0) + 0.3 * DVec3::new(-slope, 0.0, 1.0).normalize(),
            DQuat::from_rotation_y(-slope.atan()),
        ),
        ("hill", &hill, DVec3::new(5.25, 5.25, 0.8), DQuat::IDENTITY),
    ];
    for (name, heights, start, turn) in cases {
        let mut world = World::default();
        world.insert_static(terrain(heights));
        let block = cuboid(DVec3::new(1.0, 0.5, 0.3), 10.0).center_of_mass(start).rotation(turn);
        let body = world.insert(block.build().unwrap());
        let dt = 0.01;
        for step in 0..2000 {
            let report = world.step(dt);
            let carried = report.contact_impulse(body).from_statics_n_s;
            // The heights of the ground are in single precision: the block settles for some steps.
            let off = (carried - DVec3::Z * (10.0 * G * dt)).length();
            assert!(step < 20 || off < 2e-3 * 10.0 * G * dt, "{name}, step {step}: {carried}");
        }
        let moved = (world[body].center_of_mass_m() - start).length();
        let turned = world[body].rotation().angle_between(turn);
        assert!(moved < 1e-3 && turned < 1e-3, "{name}: moved {moved} m, turned {turned} rad");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_dropped_hull_comes_to_rest_on_the_ground(
        points in hull_points(), rotation in unit_quaternion(), spin in vector(2.0),
    ) {
        let mut world = World::default();
        world.insert_static(Static::ground(0.0).unwrap());
        let body = world.insert(
            RigidBodyBuilder::dynamic()
                .mass_properties(MassProperties::from_convex_hull(&points, 7.0).unwrap())
                .collider(Collider::convex_hull(&points).unwrap())
                .center_of_mass(DVec3::Z * 2.0).rotation(rotation).angvel(spin).friction(0.8)
                .build().unwrap(),
        );
        for _ in 0..3000 {
            let _ = world.step(0.01);
        }
        prop_assert!(world[body].kinetic_energy_j() < 1e-6, "still moving: {} J", world[body].kinetic_energy_j());
        let lowest = points.iter().map(|p| world[body].point_to_world(p.as_dvec3()).z).fold(f64::MAX, f64::min);
        prop_assert!(lowest.abs() < 5e-4, "lowest point at {lowest} m");
    }

    #[test]
    fn an_elastic_ball_keeps_its_energy(height in 0.5..3.0f64, phase in 0.0..1.0f64) {
        let mut world = World::default();
        world.insert_static(Static::ground(0.0).unwrap());
        let start = height + 0.01 * phase;
        let body = world.insert(ball(0.5, 2.0).restitution(1.0).center_of_mass(DVec3::Z * (0.5 + start)).build().unwrap());
        let dt = 1e-3;
        let energy = |world: &World| world[body].kinetic_energy_j() + 2.0 * G * (world[body].center_of_mass_m().z - 0.5);
        let (before, mut bounces) = (energy(&world), 0);
        // One bounce trades at most the height fallen in a step, g v Δt; they are of either sign and do not add up.
        let one_bounce = 2.0 * G * (2.0 * G * start).sqrt() * dt;
        for _ in 0..20_000 {
            let given = world.step(dt).contact_impulse(body).from_statics_n_s.z;
            bounces += u32::from(given > 0.0);
            let off = (energy(&world) - before).abs();
            prop_assert!(off < 10.0 * one_bounce, "energy off by {off} J of {before} J");
        }
        prop_assert!(bounces >= 9);
    }

    #[test]
    fn an_elastic_frictionless_box_keeps_its_energy_as_it_tumbles(rotation in unit_quaternion(), spin in vector(3.0)) {
        let mut world = World::default();
        world.insert_static(Static::ground(0.0).unwrap().friction(0.0).unwrap());
        let shape = cuboid(DVec3::new(1.0, 0.5, 0.3), 10.0).restitution(1.0);
        let body = world.insert(shape.center_of_mass(DVec3::Z * 4.0).rotation(rotation).angvel(spin).build().unwrap());
        let energy = |world: &World| world[body].kinetic_energy_j() + 10.0 * G * world[body].center_of_mass_m().z;
        let before = energy(&world);
        for _ in 0..20_000 {
            let _ = world.step(1e-3);
        }
        let ratio = energy(&world) / before;
        prop_assert!((ratio - 1.0).abs() < 0.02, "energy ratio {ratio}");
    }
}

#[test]
fn each_bounce_keeps_the_restitution_squared_of_the_height() {
    let mut world = World::default();
    world.insert_static(Static::ground(0.0).unwrap().restitution(0.7).unwrap());
    let body = world.insert(ball(0.1, 1.0).center_of_mass(DVec3::Z * 1.1).build().unwrap());
    let mut tops = vec![1.0];
    let mut last = 0.0;
    for _ in 0..20_000 {
        let _ = world.step(1e-4);
        let speed = world[body].linvel_m_s().z;
        if last > 0.0 && speed <= 0.0 {
            tops.push(world[body].center_of_mass_m().z - 0.1);
        }
        last = speed;
    }
    assert!(tops.len() >= 4);
    for pair in tops.windows(2) {
        assert!((pair[1] / pair[0] - 0.49).abs() < 0.49 * 0.005, "{pair:?}");
    }
}

/// A box on a slope of the given angle (rad): its speed after 5 s, m/s.
fn slide(angle: f64, friction: f64) -> f64 {
    let normal = DVec3::new(angle.sin(), 0.0, angle.cos());
    let mut world = World::default();
    world.insert_static(Static::half_space(DVec3::ZERO, normal).unwrap().friction(friction).unwrap());
    let body = world.insert(
        cuboid(DVec3::new(1.0, 0.5, 0.3), 10.0)
            .friction(friction)
            .center_of_mass(normal * 0.3)
            .rotation(DQuat::from_rotation_y(angle))
            .build()
            .unwrap(),
    );
    for _ in 0..500 {
        let _ = world.step(0.01);
    }
    world[body].linvel_m_s().length()
}

#[test]
fn a_box_slides_down_a_slope_if_and_only_if_its_tangent_exceeds_the_friction() {
    for friction in [0.2, 0.5, 0.8_f64] {
        for excess in [0.9, 0.98] {
            let speed = slide((friction * excess).atan(), friction);
            assert!(speed < 1e-2, "μ {friction}, tan {excess} μ: {speed} m/s");
        }
        for excess in [1.02, 1.2] {
            let angle = (friction * excess).atan();
            let expected = G * (angle.sin() - friction * angle.cos()) * 5.0;
            let speed = slide(angle, friction);
            assert!(
                (speed / expected - 1.0).abs() < 0.02,
                "μ {friction}, tan {excess} μ: {speed}, not {expected} m/s"
            );
        }
    }
}

#[test]
fn a_sliding_ball_ends_up_rolling_at_five_sevenths_of_its_speed() {
    let mut world = World::default();
    world.insert_static(Static::ground(0.0).unwrap());
    let body =
        world.insert(ball(0.5, 1.0).center_of_mass(DVec3::Z * 0.5).linvel(DVec3::X * 7.0).build().unwrap());
    for _ in 0..300 {
        let _ = world.step(0.01);
    }
    assert!((world[body].linvel_m_s() - DVec3::X * 5.0).length() < 1e-9, "{}", world[body].linvel_m_s());
    assert!((world[body].angvel_rad_s() - DVec3::Y * 10.0).length() < 1e-9, "{}", world[body].angvel_rad_s());
}

#[test]
fn a_body_that_starts_inside_the_ground_comes_out_without_a_jump() {
    for ground in grounds() {
        let mut world = World::default();
        world.insert_static(ground);
        let body =
            world.insert(cuboid(DVec3::splat(0.5), 2.0).center_of_mass(DVec3::Z * 0.45).build().unwrap());
        for _ in 0..200 {
            let _ = world.step(0.01);
            assert!(world[body].center_of_mass_m().z < 0.5 + 1e-3, "it does not jump out");
        }
        let height = world[body].center_of_mass_m().z;
        assert!((height - 0.5).abs() < 2e-4, "{height}");
        assert!(world[body].linvel_m_s().length() < 1e-4, "{}", world[body].linvel_m_s());
    }
}

#[test]
fn a_fast_body_does_not_pass_through_a_thin_wall() {
    let mut world = World::new(DVec3::ZERO);
    let half = DVec3::new(0.01, 5.0, 5.0);
    world.insert_static(Static::cuboid(half, DVec3::X * 3.0, DQuat::IDENTITY).unwrap());
    let shot: BodyHandle = world.insert(ball(0.05, 1.0).linvel(DVec3::X * 200.0).build().unwrap());
    for _ in 0..100 {
        let _ = world.step(0.01);
    }
    assert!(world[shot].center_of_mass_m().x < 3.0, "{}", world[shot].center_of_mass_m());
}

#[test]
fn a_kinematic_body_pushes_a_dynamic_one_and_feels_nothing() {
    let mut world = World::default();
    world.insert_static(Static::ground(0.0).unwrap().friction(0.0).unwrap());
    let half = DVec3::splat(0.5);
    let pusher = RigidBodyBuilder::kinematic()
        .collider(Collider::cuboid(half).unwrap())
        .center_of_mass(DVec3::new(-1.5, 0.0, 0.6))
        .linvel(DVec3::X);
    let pusher = world.insert(pusher.friction(0.0).build().unwrap());
    let body = world.insert(cuboid(half, 4.0).center_of_mass(DVec3::Z * 0.5).build().unwrap());
    for _ in 0..300 {
        let _ = world.step(0.01);
    }
    assert_eq!(world[pusher].linvel_m_s(), DVec3::X);
    assert!((world[body].linvel_m_s() - DVec3::X).length() < 0.05, "{}", world[body].linvel_m_s());
    let apart = world[body].center_of_mass_m().x - world[pusher].center_of_mass_m().x;
    // What the soft contact took apart leaves a per cent of the speed, and there is no friction.
    assert!(apart > 1.0 - 1e-3 && apart < 1.05, "{apart}");
}

#[test]
fn ten_boxes_come_to_rest_within_three_seconds_and_stay_for_a_minute() {
    let mut world = World::default();
    world.insert_static(Static::ground(0.0).unwrap());
    let boxes: Vec<BodyHandle> = (0..10u8)
        .map(|k| {
            let place = DVec3::Z * (0.5 + f64::from(k));
            world.insert(cuboid(DVec3::splat(0.5), 10.0).center_of_mass(place).build().unwrap())
        })
        .collect();
    let dt = 1.0 / 60.0;
    (0..180).for_each(|_| drop(world.step(dt)));
    let places: Vec<DVec3> = boxes.iter().map(|&b| world[b].center_of_mass_m()).collect();
    let fastest = boxes.iter().map(|&b| world[b].linvel_m_s().length()).fold(0.0, f64::max);
    assert!(fastest < 5e-3, "{fastest} m/s after 3 s");
    for _ in 0..3600 {
        let _ = world.step(dt);
        for (&b, place) in boxes.iter().zip(&places) {
            let moved = world[b].center_of_mass_m().distance(*place);
            assert!(moved < 1e-3, "{b:?} moved {moved} m");
        }
    }
}

#[test]
fn a_stack_of_five_boxes_stands() {
    let mut world = World::default();
    world.insert_static(Static::ground(0.0).unwrap());
    let aside = |k: f64| 0.01 * k * (1.0 - 0.5 * k);
    let boxes: Vec<BodyHandle> = (0..5u8)
        .map(f64::from)
        .map(|k| {
            let place = DVec3::new(aside(k), 0.0, 0.5 + k);
            world.insert(cuboid(DVec3::splat(0.5), 10.0).center_of_mass(place).build().unwrap())
        })
        .collect();
    let mut deepest = 0.0_f64;
    for _ in 0..2000 {
        deepest = deepest.max(world.step(0.01).max_penetration_m);
    }
    for (k, handle) in (0..5u8).map(f64::from).zip(boxes) {
        let body = &world[handle];
        let off = (body.center_of_mass_m() - DVec3::new(aside(k), 0.0, 0.5 + k)).length();
        assert!(off < 5e-3, "box {k} moved {off} m");
        assert!(body.linvel_m_s().length() < 1e-3, "box {k} moves at {} m/s", body.linvel_m_s());
    }
    assert!(deepest < 1e-3, "boxes overlap by {deepest} m");
}
