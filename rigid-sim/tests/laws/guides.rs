//! Guides: what they hold stays, what they leave free moves by the loads alone, and their impulses close the books.

use glam::{DMat3, DQuat, DVec3};
use proptest::prelude::*;
use rigid_sim::{BodyHandle, Error, Guide, MassProperties, RigidBodyBuilder, Static, World};

use crate::setups::{cuboid, unit_quaternion, vector};

const DT: f64 = 0.01;

/// A body of 7 kg without any symmetry.
fn lopsided() -> MassProperties {
    MassProperties::from_box(DVec3::new(1.0, 0.4, 0.3), 5.0)
        .unwrap()
        .with_point_mass(2.0, DVec3::new(0.8, 0.3, -0.2))
}

/// Each velocity prescribed or free.
fn guide() -> impl Strategy<Value = Guide> {
    let some = || prop::array::uniform3(prop::option::of(-2.0..2.0f64));
    (-4.0..4.0f64, some(), some()).prop_map(|(heading_rad, linear_m_s, angular_rad_s)| Guide {
        heading_rad,
        linear_m_s,
        angular_rad_s,
    })
}

/// A pose in which the axes of roll and yaw are well apart.
fn attitude() -> impl Strategy<Value = DQuat> {
    (-3.0..3.0f64, -1.2..1.2f64, -1.0..1.0f64).prop_map(|(yaw, pitch, roll)| {
        DQuat::from_rotation_z(yaw) * DQuat::from_rotation_y(pitch) * DQuat::from_rotation_x(roll)
    })
}

/// Yaw, pitch and roll of a rotation.
fn angles(rotation: DQuat) -> [f64; 3] {
    let m = DMat3::from_quat(rotation);
    [m.x_axis.y.atan2(m.x_axis.x), -m.x_axis.z.asin(), m.y_axis.z.atan2(m.z_axis.z)]
}

fn world_of(mass: MassProperties, rotation: DQuat, guide: Guide) -> (World, BodyHandle) {
    let mut world = World::default();
    let body = RigidBodyBuilder::dynamic().mass_properties(mass).rotation(rotation);
    let body = world.insert(body.build().unwrap());
    world[body].set_guide(Some(guide)).unwrap();
    (world, body)
}

proptest! {
    /// `m Δv = (F + m g) Δt + p`, `ΔL = τ Δt + l`, and `p`, `l` do no work on what is free.
    #[test]
    fn the_ledger_closes_with_the_guides_impulse(
        guide in guide(), rotation in attitude(), start in (vector(2.0), vector(1.0)),
        loads in prop::collection::vec((vector(50.0), vector(1.0)), 20),
    ) {
        let (mut world, body) = world_of(lopsided(), rotation, guide);
        world[body].set_linvel(start.0).unwrap();
        world[body].set_angvel(start.1).unwrap();
        for (force, arm) in loads {
            let (before, spin) = (world[body].momentum(), world[body].angular_momentum());
            let at = world[body].center_of_mass_m() + arm;
            world[body].add_force_at_point(force, at);
            let axes = guide.linear_axes();
            let given = world.step(DT).guide_impulse(body);
            let off = world[body].momentum() - before - (force + world.gravity_m_s2 * 7.0) * DT - given.linear_n_s;
            prop_assert!(off.length() < 1e-12 * (1.0 + before.length() + force.length()), "linear {off}");
            let off = world[body].angular_momentum() - spin - arm.cross(force) * DT - given.angular_n_m_s;
            prop_assert!(off.length() < 1e-12 * (1.0 + spin.length() + force.length()), "angular {off}");
            for (axis, held) in axes.into_iter().zip(guide.linear_m_s) {
                match held {
                    Some(speed) => prop_assert!((world[body].linvel_m_s().dot(axis) - speed).abs() < 1e-12),
                    None => prop_assert!(given.linear_n_s.dot(axis).abs() < 1e-12 * (1.0 + given.linear_n_s.length())),
                }
            }
        }
    }

    /// Towed with rising speed: what the carriage gives is `m a` less all loads, and so for its torque about each held axis.
    #[test]
    fn the_carriage_bears_the_loads_and_accelerates_the_mass(
        heading in -3.0..3.0f64, force in vector(80.0), torque in vector(20.0), acceleration in -3.0..3.0f64,
    ) {
        let ahead = DVec3::new(heading.cos(), heading.sin(), 0.0);
        let rotation = DQuat::from_rotation_z(heading);
        let held = |speed| Guide {
            heading_rad: heading,
            linear_m_s: [Some(speed), Some(0.0), Some(0.0)],
            angular_rad_s: [Some(0.0); 3],
        };
        let (mut world, body) = world_of(lopsided(), rotation, held(0.0));
        let start = world[body].center_of_mass_m();
        for step in 1..=50 {
            world[body].set_guide(Some(held(acceleration * DT * f64::from(step)))).unwrap();
            world[body].add_force(force);
            world[body].add_torque(torque);
            let given = world.step(DT).guide_impulse(body);
            let expected = ahead * (7.0 * acceleration) - force - world.gravity_m_s2 * 7.0;
            prop_assert!((given.linear_n_s / DT - expected).length() < 1e-9, "{}", given.linear_n_s / DT);
            prop_assert!((given.angular_n_m_s / DT + torque).length() < 1e-9, "{}", given.angular_n_m_s / DT);
        }
        prop_assert!(world[body].rotation().angle_between(rotation) < 1e-7);
        let covered = acceleration * DT * DT * 0.5 * 50.0 * 51.0;
        prop_assert!((world[body].center_of_mass_m() - start - ahead * covered).length() < 1e-12);
    }

    /// Heave and pitch of a towed body are those of the same body without a guide, to the last bit in heave.
    #[test]
    fn what_is_free_moves_as_without_a_guide(lift in -90.0..90.0f64, moment in -20.0..20.0f64) {
        let mass = MassProperties::from_box(DVec3::new(2.0, 0.5, 0.3), 40.0).unwrap();
        let tow = Guide {
            linear_m_s: [Some(1.5), Some(0.0), None],
            angular_rad_s: [Some(0.0), None, Some(0.0)],
            ..Guide::default()
        };
        let (mut world, towed) = world_of(mass, DQuat::IDENTITY, tow);
        let alone = world.insert(RigidBodyBuilder::dynamic().mass_properties(mass).build().unwrap());
        for _ in 0..100 {
            world[alone].add_force(DVec3::Z * lift);
            world[alone].add_torque(DVec3::Y * moment);
            world[towed].add_force(DVec3::new(-30.0, 5.0, lift));
            world[towed].add_torque(DVec3::new(4.0, moment, -7.0));
            let _ = world.step(DT);
            prop_assert_eq!(world[towed].center_of_mass_m().z, world[alone].center_of_mass_m().z);
            prop_assert_eq!(world[towed].center_of_mass_m().y, 0.0);
            let apart = (world[towed].angvel_rad_s() - world[alone].angvel_rad_s()).length();
            prop_assert!(apart < 1e-12 * (1.0 + moment.abs()), "{apart} rad/s");
            prop_assert!((world[towed].rotation() - world[alone].rotation()).length() < 1e-12);
        }
    }

    /// Angles that are held keep to rounding through any loads, and one that is driven goes its way.
    #[test]
    fn held_angles_stay_and_driven_ones_go_on(
        rotation in attitude(), rates in prop::array::uniform3(prop::option::of(-0.3..0.3f64)),
        torques in prop::collection::vec(vector(3.0), 60),
    ) {
        let guide = Guide { angular_rad_s: rates, ..Guide::default() };
        let (mut world, body) = world_of(lopsided(), rotation, guide);
        let [yaw, pitch, roll] = angles(world[body].rotation());
        for (step, torque) in (1..).zip(torques) {
            world[body].add_torque(torque);
            let _ = world.step(DT);
            let now = angles(world[body].rotation());
            if now[1].abs() > 1.45 {
                break; // Near the upright, where yaw and roll are one, angles say little.
            }
            for (k, (rate, start)) in [(rates[2], yaw), (rates[1], pitch), (rates[0], roll)].into_iter().enumerate() {
                let Some(rate) = rate else { continue };
                let off = now[k] - start - rate * DT * f64::from(step);
                let off = (off + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU) - std::f64::consts::PI;
                prop_assert!(off.abs() < 1e-11, "angle {k} is off by {off} rad after {step} steps");
            }
        }
    }

    /// The work of loads and guide is what the kinetic energy gains: exact where one axis is free, which does not move.
    #[test]
    fn loads_and_guide_do_the_work_that_the_energy_gains(
        rotation in attitude(), start in -2.0..2.0f64, free in 0usize..3,
        loads in prop::collection::vec((vector(40.0), vector(8.0)), 60), speed in -2.0..2.0f64,
    ) {
        let mut angular_rad_s = [Some(0.0); 3];
        angular_rad_s[free] = None;
        let guide = Guide { heading_rad: 0.7, linear_m_s: [Some(speed), None, None], angular_rad_s };
        let (mut world, body) = world_of(lopsided(), rotation, guide);
        world[body].set_linvel(DVec3::X * start).unwrap();
        let _ = world.step(DT); // Takes up the prescribed speed.
        let (mut work, first) = (0.0, world[body].kinetic_energy_j());
        let mut turned = 0.0f64;
        for (force, torque) in loads {
            let (v, w) = (world[body].linvel_m_s(), world[body].angvel_rad_s());
            world[body].add_force(force);
            world[body].add_torque(torque);
            let given = world.step(DT).guide_impulse(body);
            let impulse = (force + world.gravity_m_s2 * 7.0) * DT + given.linear_n_s;
            work += impulse.dot(0.5 * (v + world[body].linvel_m_s()));
            work += (torque * DT + given.angular_n_m_s).dot(0.5 * (w + world[body].angvel_rad_s()));
            turned = turned.max(w.length());
        }
        let gained = world[body].kinetic_energy_j() - first;
        prop_assert!((gained - work).abs() < 1e-10 * (1.0 + first + gained.abs()), "gained {gained}, work {work}");
        prop_assert!(turned > 0.0);
    }

    /// A body that is towed over the ground lies on it: contacts lift it, the carriage overcomes their friction.
    #[test]
    fn contacts_move_a_guided_body_in_its_free_motions_only(
        speed in -1.0..1.0f64, tilt in -0.3..0.3f64, turn in unit_quaternion(),
    ) {
        let tow = Guide {
            heading_rad: 0.3,
            linear_m_s: [Some(speed), Some(0.0), None],
            angular_rad_s: [Some(0.0), None, Some(0.0)],
        };
        let mut world = World::default();
        world.insert_static(Static::ground(0.0).unwrap());
        let block = cuboid(DVec3::new(1.0, 0.5, 0.3), 10.0).center_of_mass(DVec3::Z * 0.8).friction(0.4);
        let block = block.rotation(DQuat::from_rotation_z(0.3) * DQuat::from_rotation_y(tilt));
        let body = world.insert(block.build().unwrap());
        world[body].set_guide(Some(tow)).unwrap();
        // A body that is held in all its motions meets walls like one of infinite mass.
        let held = Guide { linear_m_s: [Some(3.0); 3], angular_rad_s: [Some(0.0); 3], heading_rad: speed };
        let rammed = world.insert(cuboid(DVec3::splat(0.2), 1.0).center_of_mass(DVec3::Y * 9.0).rotation(turn).build().unwrap());
        world[rammed].set_guide(Some(held)).unwrap();
        let mut carried = DVec3::ZERO;
        for _ in 0..400 {
            let (before, spin) = (world[body].momentum(), world[body].angular_momentum());
            let report = world.step(DT);
            let (contact, given) = (report.contact_impulse(body), report.guide_impulse(body));
            let off = world[body].momentum() - before - world.gravity_m_s2 * (10.0 * DT)
                - contact.linear_n_s() - given.linear_n_s;
            prop_assert!(off.length() < 1e-11 * (1.0 + contact.linear_n_s().length()), "linear {off}");
            let off = world[body].angular_momentum() - spin - contact.angular_n_m_s - given.angular_n_m_s;
            prop_assert!(off.length() < 1e-11 * (1.0 + contact.angular_n_m_s.length()), "angular {off}");
            prop_assert!((world[body].linvel_m_s().dot(tow.linear_axes()[0]) - speed).abs() < 1e-12);
            prop_assert!(report.quarantined.is_empty());
            carried = given.linear_n_s / DT;
        }
        let at = world[body].center_of_mass_m();
        let [ahead, across, _] = tow.linear_axes();
        prop_assert!((at.dot(ahead) - speed * 4.0).abs() < 1e-11 && at.dot(across).abs() < 1e-11, "{at}");
        prop_assert!((at.z - 0.3).abs() < 2e-3 && world[body].linvel_m_s().z.abs() < 1e-6, "{at}");
        let friction = (0.4f64 * 0.5).sqrt() * 98.1 * speed.signum();
        if speed.abs() > 0.01 {
            prop_assert!((carried.dot(tow.linear_axes()[0]) - friction).abs() < 0.05 * 98.1, "{carried}, {friction}");
        }
        prop_assert!(world[rammed].center_of_mass_m().is_finite());
    }
}

/// Roll and pitch of a body whose yaw is held exchange energy through axes that move: its error is of first order in the step.
#[test]
fn the_energy_of_roll_and_pitch_under_a_held_heading_converges() {
    let guide = Guide { angular_rad_s: [None, None, Some(0.0)], ..Guide::default() };
    let error = |dt: f64| {
        let (mut world, body) = world_of(lopsided(), DQuat::IDENTITY, guide);
        world.gravity_m_s2 = DVec3::ZERO;
        world[body].set_angvel(DVec3::new(1.0, 0.2, 0.0)).unwrap();
        let start = world[body].kinetic_energy_j();
        for _ in 0..(1.5 / dt) as usize {
            let _ = world.step(dt);
        }
        (world[body].kinetic_energy_j() / start - 1.0).abs()
    };
    let [coarse, fine] = [error(4e-3), error(1e-3)];
    assert!(coarse < 0.02 && fine < 0.3 * coarse, "{coarse:e}, {fine:e}");
}

#[test]
fn a_guide_that_is_taken_off_lets_go_and_one_that_is_not_finite_is_refused() {
    let mut world = World::new(DVec3::ZERO);
    let body = world.insert(cuboid(DVec3::ONE, 2.0).build().unwrap());
    let guide = Guide { linear_m_s: [Some(1.0), None, None], ..Guide::default() };
    world[body].set_guide(Some(guide)).unwrap();
    for bad in [
        Guide { heading_rad: f64::NAN, ..guide },
        Guide { linear_m_s: [Some(f64::INFINITY), None, None], ..guide },
        Guide { angular_rad_s: [None, Some(f64::NAN), None], ..guide },
    ] {
        assert!(matches!(world[body].set_guide(Some(bad)), Err(Error::NotFinite { .. })));
    }
    assert_eq!(world[body].guide(), Some(&guide));
    assert_eq!(world.step(DT).guide_impulse(body).linear_n_s, DVec3::X * 2.0);
    world[body].set_guide(None).unwrap();
    world[body].add_force(DVec3::X * -4.0);
    assert_eq!(world.step(DT).guide_impulse(body).linear_n_s, DVec3::ZERO);
    assert!((world[body].linvel_m_s().x - (1.0 - 2.0 * DT)).abs() < 1e-15);
}
