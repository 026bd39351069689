//! Newton's second law: what a force, a force at a point and a torque do in one step.

use glam::{DMat3, DQuat, DVec3, EulerRot};
use proptest::prelude::*;
use rigid_sim::{BodyHandle, MassProperties, RigidBodyBuilder, World};

use crate::setups::vector;

proptest! {
    #[test]
    fn a_force_at_a_point_accelerates_and_turns(
        force in vector(50.0),
        point in vector(3.0),
        origin in vector(100.0),
        turn in vector(2.0),
        center in vector(1.0),
    ) {
        let mass = MassProperties::from_box(DVec3::new(1.0, 0.5, 0.25), 12.0).unwrap().with_center(center);
        let rotation = DQuat::from_scaled_axis(turn);
        let mut world = World::default();
        let body = world.insert(
            RigidBodyBuilder::dynamic().mass_properties(mass).translation(origin).rotation(rotation).build().unwrap(),
        );
        let dt = 1e-3;
        let at = world[body].point_to_world(point);
        prop_assert!((at - (origin + rotation * point)).length() < 1e-12);
        world[body].add_force_at_point(force, at);
        let start = world[body].center_of_mass_m();
        let _ = world.step(dt);

        let linear = (force / 12.0 + world.gravity_m_s2) * dt;
        prop_assert!((world[body].linvel_m_s() - linear).length() < 1e-14);
        prop_assert!((world[body].center_of_mass_m() - start - linear * dt).length() < 1e-12);
        // At rest there is no gyroscopic term: I dω/dt = r × F.
        let axes = DMat3::from_quat(rotation);
        let inertia = axes * mass.inertia_kg_m2 * axes.transpose();
        let torque = (rotation * (point - center)).cross(force);
        let angular = inertia.inverse() * torque * dt;
        // The step turns the body on, which changes ω at second order.
        let tolerance = 1e-12 + 10.0 * angular.length_squared() * dt;
        prop_assert!((world[body].angvel_rad_s() - angular).length() < tolerance);
        prop_assert!((world[body].angular_momentum() - torque * dt).length() < 1e-12);
    }
}

#[test]
fn forces_act_for_one_step_only() {
    let mut world = World::new(DVec3::ZERO);
    let mass = MassProperties::from_sphere(1.0, 2.0).unwrap();
    let body = world.insert(RigidBodyBuilder::dynamic().mass_properties(mass).build().unwrap());
    world[body].add_force(DVec3::X * 4.0);
    world[body].add_torque(DVec3::Z);
    let _ = world.step(0.5);
    let momentum = (world[body].momentum(), world[body].angular_momentum());
    assert_eq!(momentum, (DVec3::X * 2.0, DVec3::Z * 0.5));
    assert_eq!(world[body].gathered(), (DVec3::ZERO, DVec3::ZERO));
    let _ = world.step(0.5);
    assert_eq!((world[body].momentum(), world[body].angular_momentum()), momentum);
}

#[test]
fn a_spring_keeps_its_energy_because_the_step_is_symplectic() {
    // Explicit Euler would multiply the energy by 1 + (ω Δt)² per step.
    let mut world = World::new(DVec3::ZERO);
    let mass = MassProperties::from_sphere(0.1, 1.0).unwrap();
    let body = world
        .insert(RigidBodyBuilder::dynamic().mass_properties(mass).translation(DVec3::X).build().unwrap());
    for _ in 0..100_000 {
        let force = -world[body].center_of_mass_m();
        world[body].add_force(force);
        let _ = world.step(0.05);
        let energy = world[body].kinetic_energy_j() + 0.5 * world[body].center_of_mass_m().length_squared();
        assert!((energy / 0.5 - 1.0).abs() < 0.03, "energy {energy}");
    }
}

#[test]
fn a_kinematic_body_ignores_forces_and_turns_about_its_center() {
    let mut world = World::default();
    let mass = MassProperties::from_box(DVec3::new(1.0, 2.0, 3.0), 5.0).unwrap().with_center(DVec3::X);
    let spin = DVec3::new(0.1, 0.2, 0.3);
    let body = world.insert(
        RigidBodyBuilder::kinematic().mass_properties(mass).linvel(DVec3::Y).angvel(spin).build().unwrap(),
    );
    for _ in 0..100 {
        world[body].add_force_at_point(DVec3::new(1e3, 2e3, 3e3), DVec3::ONE);
        let _ = world.step(0.01);
    }
    assert!((world[body].center_of_mass_m() - (DVec3::X + DVec3::Y)).length() < 1e-12);
    assert!((world[body].angvel_rad_s() - spin).length() < 1e-14);
    assert!(world[body].rotation().angle_between(DQuat::from_scaled_axis(spin)) < 1e-7);
}

proptest! {
    /// A body in free fall loses the potential energy that it gains in motion, but for the first order of the step, `½ m g² Δt t`.
    #[test]
    fn a_fall_turns_potential_energy_into_kinetic(start in vector(3.0), datum in vector(10.0)) {
        let mut world = World::default();
        let mass = MassProperties::from_sphere(0.5, 12.0).unwrap();
        let body = world.insert(RigidBodyBuilder::dynamic().mass_properties(mass).linvel(start).build().unwrap());
        let energy = |world: &World| world[body].kinetic_energy_j() + world.potential_energy_j(body, datum);
        let (before, dt) = (energy(&world), 1e-3);
        (0..500).for_each(|_| drop(world.step(dt)));
        let below = world.potential_energy_j(body, world[body].center_of_mass_m() + DVec3::Z);
        prop_assert!((below + 12.0 * 9.81).abs() < 1e-9, "{below} J a meter below the datum");
        let error = 0.5 * 12.0 * 9.81 * 9.81 * dt * 0.5;
        prop_assert!((energy(&world) - before).abs() < 1.01 * error, "{} {before}", energy(&world));
    }
}

/// Euler's equation: without a torque `I dω/dt = −ω × L` about world axes, with `I = R I₀ Rᵀ`; and `I ω = L`.
#[test]
fn the_gyroscopic_torque_turns_the_angular_velocity_of_a_free_body() {
    let mass = MassProperties::from_box(DVec3::new(2.0, 0.5, 0.25), 800.0).unwrap();
    let body = |rotation, angvel_rad_s| {
        let builder =
            RigidBodyBuilder::dynamic().mass_properties(mass).rotation(rotation).angvel(angvel_rad_s);
        builder.build().unwrap()
    };
    let now = body(DQuat::from_euler(EulerRot::ZYX, 0.7, -0.4, 1.1), DVec3::new(0.9, -1.3, 0.6));
    let (momentum, dt) = (now.angular_momentum(), 1e-4);
    let off = now.world_inertia_kg_m2() * now.angvel_rad_s() - momentum;
    assert!(off.length() < 1e-12 * momentum.length(), "{off}");
    let velocity = |dt| {
        let rotation = now.rotation_after(momentum, dt);
        body(rotation, DVec3::ZERO).world_inertia_kg_m2().inverse() * momentum
    };
    let change = now.world_inertia_kg_m2() * (velocity(dt) - velocity(-dt)) / (2.0 * dt);
    let torque = now.gyroscopic_torque_n_m();
    assert!(
        torque.length() > 1.0 && (change - torque).length() < 1e-5 * torque.length(),
        "{change} {torque}"
    );
}

#[test]
fn the_applied_load_is_what_was_added_and_the_weight() {
    let mass = MassProperties::from_box(DVec3::ONE, 3.0).unwrap();
    let mut body = RigidBodyBuilder::dynamic().mass_properties(mass).build().unwrap();
    body.add_force(DVec3::new(1.0, 2.0, 4.0));
    body.add_torque(DVec3::new(0.0, 5.0, 0.0));
    let (force_n, torque_n_m) = body.applied(DVec3::Z * -10.0);
    assert_eq!(body.weight_n(DVec3::Z * -10.0), DVec3::Z * -30.0);
    assert_eq!((force_n, torque_n_m), (DVec3::new(1.0, 2.0, -26.0), DVec3::Y * 5.0));
}

/// Under the rotation of the world alone a body goes round the inertial circle, of radius v / f, to the right, and keeps its speed.
#[test]
fn a_free_body_goes_round_the_inertial_circle() {
    for (f, dt) in [(0.3, 0.05), (-1.2, 0.02)] {
        let (mut world, body) = free_body(DVec3::new(3.0, -1.0, 0.5));
        let (start_m, start_m_s) = (world[body].center_of_mass_m(), world[body].linvel_m_s());
        let radius_m = start_m_s.truncate().length() / f;
        // To the right of the velocity; half a step's way back, for it drifts with the new velocity.
        let right = DVec3::new(start_m_s.y, -start_m_s.x, 0.0).normalize();
        let middle_m = start_m + right * radius_m - 0.5 * dt * start_m_s.with_z(0.0);
        for n in 1..=1000 {
            let force_n = world[body].coriolis_n(f, dt);
            world[body].add_force(force_n);
            let _ = world.step(dt);
            let time_s = f64::from(n) * dt;
            let exact_m_s = DQuat::from_rotation_z(-f * time_s) * start_m_s;
            assert!((world[body].linvel_m_s() - exact_m_s).length() < 1e-11, "{f}, step {n}");
            let off_m = world[body].center_of_mass_m().truncate() - middle_m.truncate();
            assert!(
                (off_m.length() / radius_m.abs() - 1.0).abs() < (f * dt).powi(2),
                "{f}, step {n}: {off_m}"
            );
        }
    }
}

/// What keeps a body straight on is `m 2 tan(½ f Δt) / Δt` to its left; and the rotation does no work at the mean velocity, whatever else acts.
#[test]
fn the_rotation_balances_a_steady_force_and_does_no_work() {
    let (f, dt) = (0.8_f64, 0.1);
    let (mut world, body) = free_body(DVec3::new(2.0, 1.0, 0.0));
    let steady_m_s = world[body].linvel_m_s();
    let left = DVec3::new(-steady_m_s.y, steady_m_s.x, 0.0);
    for _ in 0..1000 {
        world[body].add_force(left * (12.0 * 2.0 * (0.5 * f * dt).tan() / dt));
        let force_n = world[body].coriolis_n(f, dt);
        world[body].add_force(force_n);
        let _ = world.step(dt);
    }
    assert!((world[body].linvel_m_s() - steady_m_s).length() < 1e-11, "{}", world[body].linvel_m_s());

    for n in 0..100 {
        let others_n = DVec3::new(f64::from(n % 7) - 3.0, f64::from(n % 5) - 2.0, 1.0) * 10.0;
        let (before_m_s, before_j) = (world[body].linvel_m_s(), world[body].kinetic_energy_j());
        world[body].add_force(others_n);
        let force_n = world[body].coriolis_n(f, dt);
        world[body].add_force(force_n);
        let _ = world.step(dt);
        let work_j = 0.5 * dt * others_n.dot(before_m_s + world[body].linvel_m_s());
        let gained_j = world[body].kinetic_energy_j() - before_j;
        assert!((gained_j - work_j).abs() < 1e-10 * (1.0 + before_j), "step {n}: {gained_j} J, {work_j} J");
    }
}

/// A body of 12 kg with a velocity, without gravity.
fn free_body(linvel_m_s: DVec3) -> (World, BodyHandle) {
    let mut world = World::new(DVec3::ZERO);
    let mass = MassProperties::from_sphere(0.1, 12.0).unwrap();
    let body = RigidBodyBuilder::dynamic().mass_properties(mass).linvel(linvel_m_s).build().unwrap();
    let body = world.insert(body);
    (world, body)
}
