//! Free rotation: angular momentum is a constant, kinetic energy stays within a bound, precession has the exact rate.

use glam::{DMat3, DQuat, DVec3};
use proptest::prelude::*;
use rigid_sim::{BodyHandle, MassProperties, RigidBodyBuilder, World};

const STEPS: usize = 100_000;

/// A body with the given principal moments along axes turned by `tilt`.
fn spinning(moments: DVec3, tilt: DQuat, rotation: DQuat, angvel: DVec3) -> (World, BodyHandle) {
    let axes = DMat3::from_quat(tilt);
    let inertia = axes * DMat3::from_diagonal(moments) * axes.transpose();
    let inertia_kg_m2 = (inertia + inertia.transpose()) * 0.5;
    let mass = MassProperties { mass_kg: 2.0, center_m: DVec3::new(0.3, -0.2, 0.1), inertia_kg_m2 };
    let body =
        RigidBodyBuilder::dynamic().mass_properties(mass).rotation(rotation).angvel(angvel).build().unwrap();
    let mut world = World::new(DVec3::ZERO);
    let handle = world.insert(body);
    (world, handle)
}

/// `R I Rᵀ ω` from what the body shows, not from the momentum it stores.
fn shown_momentum(world: &World, body: BodyHandle) -> DVec3 {
    let body = &world[body];
    let turned = body.rotation().inverse() * body.angvel_rad_s();
    body.rotation() * (body.mass_properties().inertia_kg_m2 * turned)
}

fn assert_constants(world: &mut World, body: BodyHandle, dt: f64, energy_tolerance: f64) {
    let (momentum, energy) = (shown_momentum(world, body), world[body].kinetic_energy_j());
    for _ in 0..STEPS {
        let _ = world.step(dt);
        let drift = (world[body].kinetic_energy_j() / energy - 1.0).abs();
        assert!(drift < energy_tolerance, "energy off by {drift}");
    }
    let drift = (shown_momentum(world, body) - momentum).length() / momentum.length();
    assert!(drift < 1e-13, "angular momentum off by {drift}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn tilted_bodies_keep_angular_momentum_and_energy(
        small in 0.1..1.0f64,
        middle in 1.0..2.0f64,
        fraction in 0.05..1.0f64,
        tilt in prop::array::uniform3(-2.0..2.0f64),
        turn in prop::array::uniform3(-2.0..2.0f64),
        spin in prop::array::uniform3(-6.0..6.0f64).prop_filter("spins", |s| DVec3::from(*s).length() > 0.1),
    ) {
        let moments = DVec3::new(small, middle, middle + fraction * small);
        let rotation = DQuat::from_scaled_axis(DVec3::from(turn));
        let tilt = DQuat::from_scaled_axis(DVec3::from(tilt));
        let (mut world, body) = spinning(moments, tilt, rotation, DVec3::from(spin));
        assert_constants(&mut world, body, 0.01, 1e-3);
    }
}

#[test]
fn spin_about_the_intermediate_axis_flips_over_and_keeps_its_constants() {
    let (mut world, body) =
        spinning(DVec3::new(1.0, 2.0, 3.0), DQuat::IDENTITY, DQuat::IDENTITY, DVec3::new(0.01, 5.0, 0.01));
    let mut lowest = 1.0_f64;
    for _ in 0..1000 {
        let _ = world.step(0.01);
        lowest = lowest.min((world[body].rotation() * DVec3::Y).y);
    }
    assert!(lowest < -0.99, "the intermediate axis is unstable: its direction must turn over, got {lowest}");
    assert_constants(&mut world, body, 0.01, 1e-3);
}

#[test]
fn a_symmetric_top_precesses_at_its_exact_rate() {
    // The axis of symmetry goes round the angular momentum at |L| / I_transverse.
    let (mut world, body) =
        spinning(DVec3::new(2.0, 2.0, 3.0), DQuat::IDENTITY, DQuat::IDENTITY, DVec3::new(1.0, 0.0, 4.0));
    let momentum = world[body].angular_momentum();
    let (dt, steps) = (0.05, 2000);
    for _ in 0..steps {
        let _ = world.step(dt);
    }
    let turned = DQuat::from_scaled_axis(momentum / 2.0 * (dt * f64::from(steps)));
    let error = (world[body].rotation() * DVec3::Z - turned * DVec3::Z).length();
    assert!(error < 1e-10, "axis off by {error}");
}

#[test]
fn the_orientation_error_falls_with_the_square_of_the_step() {
    let after_one_second = |steps: u32| {
        let (mut world, body) =
            spinning(DVec3::new(1.0, 2.0, 2.5), DQuat::IDENTITY, DQuat::IDENTITY, DVec3::new(1.0, 1.2, 0.8));
        for _ in 0..steps {
            let _ = world.step(1.0 / f64::from(steps));
        }
        world[body].rotation()
    };
    let exact = after_one_second(20_000);
    let error = |steps| after_one_second(steps).angle_between(exact).max(1e-12);
    let order = (error(50) / error(100)).log2();
    assert!((1.9..2.1).contains(&order), "order {order}");
}

#[test]
fn the_rotation_after_a_step_is_foreseen() {
    let (mut world, body) =
        spinning(DVec3::new(1.0, 2.0, 2.5), DQuat::IDENTITY, DQuat::IDENTITY, DVec3::new(1.0, 1.2, 0.8));
    for dt in [0.001, 0.02, 0.1] {
        let foreseen = world[body].rotation_after(world[body].angular_momentum(), dt);
        let _ = world.step(dt);
        // As axes: the angle between nearly equal quaternions is rounded to 1e-8.
        let off = [DVec3::X, DVec3::Y].map(|axis| (foreseen * axis - world[body].rotation() * axis).length());
        assert!(off[0].max(off[1]) < 1e-12, "axes off by {off:?} after {dt} s");
    }
}
