//! Bodies under forces that change as they move, as those of water do, in islands.

use glam::{DQuat, DVec3};
use rigid_sim::{Acts, Anchor, BodyHandle, Joint, JointKind, RigidBodyBuilder, Spring, World};

use crate::setups::cuboid;

const G: f64 = 9.81;

/// Half sides of a box of 192 kg that floats with 0.24 m of draft.
const HALF_M: DVec3 = DVec3::new(0.5, 0.4, 0.3);

fn float(at_m: DVec3) -> RigidBodyBuilder {
    cuboid(HALF_M, 192.0)
        .translation(at_m)
        .rotation(DQuat::from_rotation_x(0.02) * DQuat::from_rotation_y(0.01))
}

/// Lifts and rights a box of half sides as water does for small motions about the rest: `ρ g A z` and `ρ g I` about both axes, beside the weight of so many kilograms.
fn water(world: &mut World, (body, rest_m): (BodyHandle, f64), half_m: DVec3, carried_kg: f64) {
    let rigid = &world[body];
    let tilt = (rigid.rotation() * DVec3::Z).cross(DVec3::Z);
    let weight_n = (rigid.mass_properties().mass_kg + carried_kg) * G;
    let [length, beam] = [2.0 * half_m.x, 2.0 * half_m.y];
    let stiffness_n_m = 1000.0 * G * length * beam;
    let second = DVec3::new(length * beam.powi(3), beam * length.powi(3), 0.0) / 12.0;
    let lift_n = weight_n - stiffness_n_m * (rigid.center_of_mass_m().z - rest_m);
    let turning_n_m = 1000.0 * G * second * tilt;
    world[body].add_force(DVec3::Z * lift_n);
    world[body].add_torque(turning_n_m);
}

/// Greatest heave, m, and tilt, rad, of the first body in each of some parts of a run.
fn motions(world: &mut World, bodies: &[BodyHandle], rests_m: &[f64], dt: f64) -> [[f64; 2]; 4] {
    std::array::from_fn(|_| {
        let mut most = [0.0_f64; 2];
        for _ in 0..(15.0 / dt) as usize {
            for (body, rest_m) in bodies.iter().zip(rests_m) {
                water(world, (*body, *rest_m), HALF_M, 0.0);
            }
            let report = world.step(dt);
            assert!(report.quarantined.is_empty());
            let first = &world[bodies[0]];
            let heave_m = (first.center_of_mass_m().z - rests_m[0]).abs();
            let tilt_rad = (first.rotation() * DVec3::Z).angle_between(DVec3::Z);
            most = [most[0].max(heave_m), most[1].max(tilt_rad)];
        }
        most
    })
}

/// A soft spring from far aside.
const SPRING: Spring = Spring { rest_m: 100.0, stiffness_n_m: 50.0, damping_n_s_m: 20.0, acts: Acts::Both };

/// A rope that is never taut, and a neighbor that touches, change nothing of how a box heaves and rolls: neither feeds the oscillation.
#[test]
fn slack_ropes_and_neighbors_do_not_feed_a_swing() {
    for dt in [1.0 / 30.0, 1.0 / 60.0, 1.0 / 240.0] {
        for case in ["alone", "slack", "spring", "touching"] {
            let mut world = World::default();
            let one = world.insert(float(DVec3::Z * 0.005).build().unwrap());
            let (mut bodies, anchor) = (vec![one], Anchor::World(DVec3::new(0.0, 0.0, -5.0)));
            match case {
                "slack" => {
                    let rope = JointKind::Rope { length_m: 100.0 };
                    world.insert_joint(Joint::new(rope, Anchor::Body(one, DVec3::ZERO), anchor)).unwrap();
                }
                "spring" => {
                    let spring = JointKind::Spring(SPRING);
                    let to = Anchor::World(DVec3::new(100.0, 0.0, 0.0));
                    world.insert_joint(Joint::new(spring, Anchor::Body(one, DVec3::ZERO), to)).unwrap();
                }
                "touching" => {
                    // Side by side in the same motion.
                    let across = DQuat::from_rotation_x(0.02) * DQuat::from_rotation_y(0.01) * DVec3::X;
                    let other = float(DVec3::Z * 0.005 + across * (2.0 * HALF_M.x)).friction(0.0);
                    bodies.push(world.insert(other.build().unwrap()));
                }
                _ => {}
            }
            let rests_m = vec![0.0; bodies.len()];
            let motions = motions(&mut world, &bodies, &rests_m, dt);
            let is_kept = |[heave_m, tilt_rad]: &[f64; 2]| {
                (0.0049..0.0052).contains(heave_m) && (0.020..0.0232).contains(tilt_rad)
            };
            assert!(motions.iter().all(is_kept), "{case} {dt}: {motions:?}");
        }
    }
}

/// Ten boxes on a barge stay where they are, as on the ground: within a millimeter of each other for half a minute.
#[test]
fn a_stack_on_a_barge_stands() {
    let barge_half_m = DVec3::new(3.0, 2.0, 0.5);
    for dt in [1.0 / 30.0, 1.0 / 60.0, 1.0 / 240.0] {
        let mut world = World::default();
        let barge = world.insert(cuboid(barge_half_m, 4000.0).build().unwrap());
        let half_m = DVec3::splat(0.25);
        let boxes: Vec<_> = (0..10)
            .map(|k| {
                let at_m = DVec3::new(0.0, 0.0, 0.5 + 0.25 + 0.5 * f64::from(k));
                world.insert(cuboid(half_m, 60.0).translation(at_m).build().unwrap())
            })
            .collect();
        let place = |world: &World, body: BodyHandle| {
            let barge = &world[barge];
            barge.rotation().inverse() * (world[body].center_of_mass_m() - barge.center_of_mass_m())
        };
        let mut settled = Vec::new();
        let mut most_m: f64 = 0.0;
        for step in 0..(33.0 / dt) as usize {
            water(&mut world, (barge, 0.0), barge_half_m, 600.0);
            assert!(world.step(dt).quarantined.is_empty());
            if step == (3.0 / dt) as usize {
                settled = boxes.iter().map(|body| place(&world, *body)).collect();
            }
            for (body, settled) in boxes.iter().zip(&settled) {
                most_m = most_m.max(place(&world, *body).distance(*settled));
            }
        }
        assert!(most_m < 1.2e-3, "{dt}: {most_m} m");
    }
}
