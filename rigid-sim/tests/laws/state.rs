//! A world continues from its state with the same bits; a state of another world, or that no world can have, is refused.

use glam::{DQuat, DVec3, Vec3};
use rigid_sim::{
    BodyHandle, Collider, Error, Guide, KeptPiece, KeptPoint, MassProperties, RigidBodyBuilder, Static,
    Touched, World, WorldState,
};

const DT: f64 = 0.01;

/// A stack of three boxes on the ground, the lowest turned, a body on a guide, and one that is driven through all.
fn stack() -> World {
    let mut world = World::default();
    world.insert_static(Static::ground(0.0).unwrap());
    world.insert_static(Static::half_space(DVec3::X * -2.0, DVec3::X).unwrap());
    let half = DVec3::new(0.5, 0.4, 0.25);
    let mass = MassProperties::from_box(half, 50.0).unwrap();
    let body = |builder: RigidBodyBuilder, at: DVec3, turn: f64| {
        let rotation = DQuat::from_rotation_z(turn) * DQuat::from_rotation_x(0.1 * turn);
        let builder = builder.mass_properties(mass).translation(at).rotation(rotation);
        builder.collider(Collider::cuboid(half).unwrap()).build().unwrap()
    };
    for (k, turn) in [0.3, 0.0, 0.1].into_iter().enumerate() {
        world.insert(body(RigidBodyBuilder::dynamic(), DVec3::Z * (0.26 + 0.51 * k as f64), turn));
    }
    let towed = world.insert(body(RigidBodyBuilder::dynamic(), DVec3::new(0.0, 5.0, 3.0), 0.0));
    let linear_m_s = [Some(1.0), Some(0.0), None];
    world[towed].set_guide(Some(Guide { linear_m_s, ..Guide::default() })).unwrap();
    let ram = RigidBodyBuilder::kinematic().linvel(DVec3::X * 0.8).angvel(DVec3::Z * 0.2);
    world.insert(body(ram, DVec3::new(-1.6, 0.2, 0.3), 0.0));
    world
}

fn run(world: &mut World, steps: usize) {
    for _ in 0..steps {
        world[BodyHandle::new(3, 0)].add_force(DVec3::new(3.0, 200.0, 400.0));
        let _ = world.step(DT);
    }
}

/// A turned body with its center of mass off its origin.
#[test]
fn points_go_to_the_world_and_back() {
    let mass = MassProperties::from_box(DVec3::new(0.5, 0.4, 0.25), 50.0).unwrap();
    let center_m = DVec3::new(0.3, -0.2, 0.1);
    let rotation = DQuat::from_rotation_z(0.7) * DQuat::from_rotation_x(-0.4);
    let builder = RigidBodyBuilder::dynamic().mass_properties(mass.with_center(center_m)).rotation(rotation);
    let body = builder.center_of_mass(DVec3::new(5.0, -2.0, 1.0)).build().unwrap();
    for point_m in [DVec3::ZERO, center_m, DVec3::new(-1.0, 2.0, 0.5)] {
        let world_m = body.point_to_world(point_m);
        assert!((body.point_to_body(world_m) - point_m).length() < 1e-14, "{point_m}");
        let arm_m = rotation * (point_m - center_m);
        assert!((world_m - DVec3::new(5.0, -2.0, 1.0) - arm_m).length() < 1e-14, "{point_m}");
    }
}

#[test]
fn a_world_continues_from_its_state_with_the_same_bits() {
    for before in [0, 1, 60, 150] {
        let mut world = stack();
        run(&mut world, before);
        let state = world.state();
        assert_eq!(state.pairs.is_empty(), before == 0, "the stack rests on its impulses");
        run(&mut world, 80);
        let mut other = stack();
        other.restore(&state).unwrap();
        assert_eq!(other.state(), state);
        run(&mut other, 80);
        assert_eq!(other.state(), world.state(), "after {before} steps");
        // Of what the state consists, each part matters.
        if before == 60 {
            let cold = WorldState { pairs: Vec::new(), ..state.clone() };
            other.restore(&cold).unwrap();
            run(&mut other, 1);
            world.restore(&state).unwrap();
            run(&mut world, 1);
            assert_ne!(other.state(), world.state(), "without its impulses the stack moves otherwise");
        }
    }
}

/// Through text and back, with all that a stack in motion remembers, and the settings of joints and sleep.
#[cfg(feature = "serde")]
#[test]
fn a_state_that_is_written_and_read_is_the_same() {
    use rigid_sim::{Acts, Anchor, Joint, JointKind, Sleeping, Spring};
    let mut world = stack();
    run(&mut world, 40);
    let spring = Spring { rest_m: 0.5, stiffness_n_m: 300.0, damping_n_s_m: 0.1, acts: Acts::Pull };
    let (first, second) =
        (Anchor::Body(BodyHandle::new(3, 0), DVec3::X), Anchor::World(DVec3::new(0.1, 5.0, 4.0)));
    let joint = Joint::new(JointKind::Spring(spring), first, second);
    let state = world.state();
    assert!(!state.pairs.is_empty());
    let text = serde_json::to_string(&(&state, joint, Sleeping::default())).unwrap();
    let read: (WorldState, Joint, Sleeping) = serde_json::from_str(&text).unwrap();
    assert_eq!(read, (state, joint, Sleeping::default()));
}

/// A body that was frozen stays so, and forces added before are there.
#[test]
fn quarantine_and_gathered_forces_are_part_of_the_state() {
    let mut world = stack();
    run(&mut world, 5);
    world[BodyHandle::new(2, 0)].add_force(DVec3::X * f64::NAN);
    run(&mut world, 1);
    world[BodyHandle::new(1, 0)].add_force(DVec3::Y * 1e4);
    let mut other = stack();
    other.restore(&world.state()).unwrap();
    assert!(other[BodyHandle::new(2, 0)].is_quarantined());
    run(&mut world, 10);
    run(&mut other, 10);
    assert_eq!(other.state(), world.state());
}

#[test]
fn what_is_no_state_of_the_world_is_refused_and_changes_nothing() {
    let mut world = stack();
    run(&mut world, 60);
    let state = world.state();
    let mut refused = |change: &dyn Fn(&mut WorldState), part: &str| {
        let mut wrong = state.clone();
        change(&mut wrong);
        let message = world.restore(&wrong).unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
        assert_eq!(world.state(), state, "{message}");
    };
    refused(&|state| state.bodies.truncate(4), "a state of 4 bodies: must be 5");
    refused(&|state| state.bodies[1].now.center_m.y = f64::NAN, "position (m) is not finite");
    refused(&|state| state.bodies[1].last_valid.linvel_m_s.y = f64::INFINITY, "velocity (m/s) is not finite");
    refused(
        &|state| state.bodies[0].now.rotation = DQuat::IDENTITY * 2.0,
        "length of a rotation quaternion = 2",
    );
    refused(&|state| state.substep_s = -1.0, "duration of the last sub-step (s) = -1");
    refused(&|state| state.pairs[0].body = 5, "body of a contact is 5: must be less than 5");
    refused(&|state| state.pairs[0].other = Touched::Static(2), "static of a contact is 2");
    refused(&|state| state.pairs[0].other = Touched::Body(9), "other body of a contact is 9");
    let heading_rad = f64::NAN;
    refused(
        &|state| state.bodies[3].guide = Some(Guide { heading_rad, ..Guide::default() }),
        "heading of a guide",
    );
    let good = KeptPoint {
        places_m: [Vec3::ZERO; 2],
        gap_m: 0.0,
        features: [0; 2],
        normal_n_s: 0.0,
        friction_n_s: DVec3::ZERO,
    };
    let with = |point: KeptPoint| {
        move |state: &mut WorldState| {
            state.pairs[0].pieces.push(KeptPiece { shapes: [0; 3], normals: None, points: vec![point] });
        }
    };
    refused(&with(KeptPoint { normal_n_s: -1.0, ..good }), "normal impulse of a contact");
    refused(&with(KeptPoint { places_m: [Vec3::NAN; 2], ..good }), "point of a contact (m) is not finite");
    refused(
        &with(KeptPoint { friction_n_s: DVec3::NAN, ..good }),
        "friction of a contact (N·s) is not finite",
    );
    refused(&with(KeptPoint { gap_m: f32::NAN, ..good }), "gap of a contact (m) is not finite");
    assert!(matches!(
        World::default().restore(&state),
        Err(Error::ShapeMismatch { what: "bodies", expected: 0, got: 5 })
    ));
}

/// A box that sleeps below another, or the box on it, is shifted; the state taken before the next step wakes what the shift wakes.
#[test]
fn a_state_between_a_shift_and_the_next_step_wakes_what_the_shift_does() {
    let build = || {
        let mut world = World::default();
        world.sleeping = Some(rigid_sim::Sleeping::default());
        world.insert_static(Static::ground(0.0).unwrap());
        let half = DVec3::splat(0.5);
        for z_m in [0.5, 1.5] {
            let mass = MassProperties::from_box(half, 50.0).unwrap();
            let body = RigidBodyBuilder::dynamic().mass_properties(mass).translation(DVec3::Z * z_m);
            world.insert(body.collider(Collider::cuboid(half).unwrap()).build().unwrap());
        }
        world
    };
    for shifted in [0, 1] {
        let mut world = build();
        (0..200).for_each(|_| drop(world.step(DT)));
        assert!(world.bodies().all(|(_, body)| body.is_asleep()));
        world[BodyHandle::new(shifted, 0)].shift(DVec3::X * 2.0).unwrap();
        let state = world.state();
        let mut other = build();
        other.restore(&state).unwrap();
        assert_eq!(other.state(), state);
        for _ in 0..20 {
            let _ = (world.step(DT), other.step(DT));
            assert_eq!(other.state(), world.state(), "body {shifted}");
        }
        assert!(world.bodies().all(|(_, body)| !body.is_asleep()), "body {shifted}");
    }
}
