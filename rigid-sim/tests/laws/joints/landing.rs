//! Joined bodies that land: what bears and what is borne.

use glam::{DQuat, DVec3};
use rigid_sim::{Anchor, Joint, JointKind, Static, World};

use crate::setups::cuboid;

const G: f64 = 9.81;

fn energy_j(world: &World) -> f64 {
    let of = |(_, body): (_, &rigid_sim::RigidBody)| {
        body.kinetic_energy_j() + body.mass_properties().mass_kg * G * body.center_of_mass_m().z
    };
    world.bodies().map(of).sum()
}

/// A light box lands on one corner and bears another, up to a thousand times as heavy, by a joint: contacts and joints never give energy, the joint holds,
/// and both come to rest.
#[test]
fn a_light_box_that_bears_a_heavy_one_lands_without_gaining_energy() {
    let kinds = [
        JointKind::Fixed,
        JointKind::Ball,
        JointKind::Hinge { axis: DVec3::Y },
        JointKind::Slider { axis: DVec3::X },
    ];
    for kind in kinds {
        for heavy_kg in [1.0, 10.0, 100.0, 1000.0] {
            for fall_m_s in [2.0, 8.0] {
                for dt in [1.0 / 30.0, 1.0 / 60.0, 1.0 / 240.0] {
                    let mut world = World::default();
                    world.insert_static(Static::ground(0.0).unwrap());
                    let at = |at_m, mass_kg| {
                        let boxed = cuboid(DVec3::splat(0.5), mass_kg).friction(0.5).translation(at_m);
                        boxed.rotation(DQuat::from_rotation_y(0.4)).linvel(DVec3::NEG_Z * fall_m_s)
                    };
                    let light = world.insert(at(DVec3::new(1.2, 0.0, 1.0), 1.0).build().unwrap());
                    let heavy = world.insert(at(DVec3::new(0.0, 0.0, 2.6), heavy_kg).build().unwrap());
                    let middle_m = DVec3::new(0.6, 0.0, 1.8);
                    let ends =
                        [light, heavy].map(|body| Anchor::Body(body, world[body].point_to_body(middle_m)));
                    let joint = world.insert_joint(Joint::new(kind, ends[0], ends[1])).unwrap();
                    let case = format!("{kind:?}, {heavy_kg} kg at {fall_m_s} m/s, {dt} s");
                    let (start_j, mut before_j) = (energy_j(&world), energy_j(&world));
                    for step in 0..(4.0 / dt) as usize {
                        assert!(world.step(dt).quarantined.is_empty());
                        let now_j = energy_j(&world);
                        assert!(
                            now_j - before_j < 1e-2 * start_j,
                            "{case}: {before_j} to {now_j} J in step {step}"
                        );
                        before_j = now_j;
                        let misfit = world.joint_misfit(joint).unwrap();
                        assert!(
                            misfit.apart_m < 0.05 && misfit.turned_rad < 0.1,
                            "{case}: {misfit:?} in step {step}"
                        );
                    }
                    assert!(
                        world[heavy].linvel_m_s().length() < 0.02,
                        "{case}: {}",
                        world[heavy].linvel_m_s()
                    );
                }
            }
        }
    }
}
