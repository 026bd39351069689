//! Energy that contacts and joints take, held against mechanics.

use crate::setups::{ball, cuboid};
use glam::DVec3;
use rigid_sim::{Acts, Anchor, Joint, JointKind, RigidBodyBuilder, Sleeping, Spring, Static, World};

const G: f64 = 9.81;
const DT: f64 = 1.0 / 240.0;

fn world(gravity_m_s2: f64) -> World {
    let mut world = World::new(DVec3::NEG_Z * gravity_m_s2);
    world.finds_losses = true;
    world
}

/// Kinetic energy, and that of weights above z = 0 and of springs.
fn energy_j(world: &World) -> f64 {
    let bodies = world
        .bodies()
        .map(|(handle, body)| body.kinetic_energy_j() + world.potential_energy_j(handle, DVec3::ZERO));
    bodies.sum::<f64>() + world.elastic_energy_j()
}

/// Energy that so many steps took.
fn lost_j(world: &mut World, steps: usize) -> f64 {
    (0..steps).map(|_| world.step(DT).lost_j).sum()
}

/// Of two balls that meet head on, `½ m₁ m₂ / (m₁ + m₂) (1 − e²) v²`; of one that spins none.
#[test]
fn a_collision_takes_what_newton_says() {
    for restitution in [0.0, 0.5, 1.0] {
        let mut world = world(0.0);
        let place = |x: f64, u: f64, mass_kg: f64| {
            let body = ball(0.2, mass_kg).restitution(restitution).friction(0.0);
            body.center_of_mass(DVec3::X * x).linvel(DVec3::X * u).build().unwrap()
        };
        world.insert(place(-0.5, 2.0, 3.0));
        world.insert(place(0.5, -1.0, 1.0));
        let before_j = energy_j(&world);
        let lost_j = lost_j(&mut world, 240);
        let wanted_j = 0.5 * 0.75 * (1.0 - restitution * restitution) * 9.0;
        assert!((lost_j - wanted_j).abs() < 1e-3 * before_j, "{restitution}: {lost_j} of {wanted_j} J");
        assert!((lost_j - (before_j - energy_j(&world))).abs() < 1e-9 * before_j, "{restitution}");
    }
}

/// A brick that slides loses `μ m g` times its way, until it has lost all.
#[test]
fn friction_takes_force_times_way() {
    let mut world = world(G);
    world.insert_static(Static::ground(0.0).unwrap().friction(0.4).unwrap());
    let brick = cuboid(DVec3::new(0.5, 0.5, 0.1), 4.0).friction(0.4).restitution(0.0);
    let brick = world.insert(brick.center_of_mass(DVec3::Z * 0.1).linvel(DVec3::X * 3.0).build().unwrap());
    let half_j = lost_j(&mut world, 120);
    let way_m = world[brick].center_of_mass_m().x;
    assert!((half_j / (0.4 * 4.0 * G * way_m) - 1.0).abs() < 0.01, "{half_j} J over {way_m} m");
    let all_j = half_j + lost_j(&mut world, 240);
    assert!((all_j / 18.0 - 1.0).abs() < 2e-3, "{all_j} J");
}

/// A ball that is dropped loses `(1 − e²)` of what it has at its bounce, and in the end all of its height.
#[test]
fn bounces_take_the_height_of_a_fall() {
    let mut world = world(G);
    world.insert_static(Static::ground(0.0).unwrap().restitution(0.5).unwrap());
    let fallen = ball(0.1, 2.0).restitution(0.5).center_of_mass(DVec3::Z * 1.1).build().unwrap();
    world.insert(fallen);
    let all_j = 2.0 * G * 1.0;
    let first_j = lost_j(&mut world, 120);
    assert!((first_j / (0.75 * all_j) - 1.0).abs() < 0.02, "{first_j} J");
    let lost_j = first_j + lost_j(&mut world, 480);
    // Flying takes ½ m g² Δt a second, 0.4 J here, by steps.
    assert!((lost_j / all_j - 1.0).abs() < 0.03, "{lost_j} of {all_j} J");
}

/// What a damped spring that was stretched and the joint of a pendulum have taken is gone; that in the spring is not lost yet.
#[test]
fn joints_take_what_is_gone() {
    let mut world = world(0.0);
    let brick = world.insert(cuboid(DVec3::splat(0.2), 5.0).build().unwrap());
    let spring = Spring { rest_m: 1.0, stiffness_n_m: 200.0, damping_n_s_m: 8.0, acts: Acts::Both };
    let [from, to] = [Anchor::World(DVec3::X * 1.5), Anchor::Body(brick, DVec3::ZERO)];
    world.insert_joint(Joint::new(JointKind::Spring(spring), from, to)).unwrap();
    let before_j = energy_j(&world);
    assert!((before_j - 25.0).abs() < 1e-9, "{before_j}");
    let (mut all_j, mut damping_j) = (0.0, 0.0);
    // In short steps: the solver damps more than the spring, in proportion to them.
    let dt = 0.1 * DT;
    for _ in 0..2000 {
        let start_j = energy_j(&world);
        let speed_m_s = world[brick].linvel_m_s().x;
        let taken_j = world.step(dt).lost_j;
        let gone_j = start_j - energy_j(&world);
        assert!((taken_j - gone_j).abs() < 1e-9 * before_j, "{taken_j} of {gone_j}");
        all_j += taken_j;
        damping_j += 8.0 * (0.5 * (speed_m_s + world[brick].linvel_m_s().x)).powi(2) * dt;
    }
    assert!(damping_j > 0.5 * before_j && (all_j / damping_j - 1.0).abs() < 0.02, "{all_j} of {damping_j} J");
}

/// A pendulum of two bricks: gravity and rotation, with what its joints take.
#[test]
fn a_chain_that_swings_has_lost_what_it_lacks() {
    let mut world = world(G);
    let mut before = Anchor::World(DVec3::ZERO);
    for k in 0..2 {
        let brick = cuboid(DVec3::new(0.5, 0.2, 0.1), 4.0).translation(DVec3::X * (0.5 + f64::from(k)));
        let brick = world.insert(brick.build().unwrap());
        let hinge = JointKind::Hinge { axis: DVec3::Y };
        world.insert_joint(Joint::new(hinge, before, Anchor::Body(brick, DVec3::X * -0.5))).unwrap();
        before = Anchor::Body(brick, DVec3::X * 0.5);
    }
    let start_j = energy_j(&world);
    let taken_j = lost_j(&mut world, 1200);
    let gone_j = start_j - energy_j(&world);
    assert!((taken_j - gone_j).abs() < 1e-6 * 4.0 * G * 2.0, "{taken_j} of {gone_j} J");
}

/// One that pushes works against friction: all of its work is lost, and none of it is the brick's.
#[test]
fn what_pushes_gives_what_friction_takes() {
    let mut world = world(G);
    world.insert_static(Static::ground(0.0).unwrap().friction(0.5).unwrap());
    let brick = cuboid(DVec3::splat(0.2), 4.0).friction(0.5).restitution(0.0);
    world.insert(brick.center_of_mass(DVec3::new(0.21, 0.0, 0.2)).build().unwrap());
    let pusher = RigidBodyBuilder::kinematic()
        .mass_properties(rigid_sim::MassProperties::from_box(DVec3::splat(0.2), 1.0).unwrap())
        .collider(rigid_sim::Collider::cuboid(DVec3::splat(0.2)).unwrap())
        .friction(0.0);
    let pusher = pusher.center_of_mass(DVec3::new(-0.2, 0.0, 0.25)).linvel(DVec3::X * 0.5).build().unwrap();
    world.insert(pusher);
    let lost_j = lost_j(&mut world, 480);
    // The brick is brought to its speed at once, for which half of the work is lost.
    let wanted_j = 0.5 * 4.0 * G * (0.5 * 2.0 - 0.01) + 0.5 * 4.0 * 0.25;
    assert!((lost_j / wanted_j - 1.0).abs() < 0.01, "{lost_j} of {wanted_j} J");
}

/// One that is laid to rest loses what it moves with, and without being asked nothing is found.
#[test]
fn falling_asleep_takes_the_rest() {
    let roll = |finds_losses: bool| {
        let mut world = world(G);
        world.finds_losses = finds_losses;
        world.sleeping = Some(Sleeping { speed_m_s: 0.2, ..Sleeping::default() });
        world.insert_static(Static::ground(0.0).unwrap());
        let rolling = ball(0.5, 1.0).center_of_mass(DVec3::Z * 0.5).linvel(DVec3::X * 0.05);
        let rolling = world.insert(rolling.angvel(DVec3::Y * 0.1).build().unwrap());
        let start_j = energy_j(&world);
        let lost_j = lost_j(&mut world, 480);
        assert!(world[rolling].is_asleep());
        (lost_j, start_j - energy_j(&world))
    };
    let (lost_j, gone_j) = roll(true);
    assert!((lost_j - gone_j).abs() < 1e-9 && gone_j > 1e-3, "{lost_j} of {gone_j} J");
    assert_eq!(roll(false).0, 0.0);
}

/// A hinge lets a torque about its axis do all of its work, and takes none of it.
#[test]
fn a_hinge_takes_nothing_of_a_torque_about_its_axis() {
    let mut world = world(0.0);
    let brick = world.insert(cuboid(DVec3::new(0.5, 0.2, 0.1), 4.0).build().unwrap());
    let [from, to] = [Anchor::World(DVec3::ZERO), Anchor::Body(brick, DVec3::ZERO)];
    world.insert_joint(Joint::new(JointKind::Hinge { axis: DVec3::Z }, from, to)).unwrap();
    let mut lost_j = 0.0;
    for _ in 0..240 {
        world[brick].add_torque(DVec3::Z * 2.0);
        lost_j += world.step(DT).lost_j;
    }
    let gained_j = energy_j(&world);
    assert!(gained_j > 1.0 && lost_j.abs() < 0.01 * gained_j, "{lost_j} of {gained_j} J");
}
