//! Balls without friction that meet beside their centers, against the closed form.

use crate::setups::ball;
use glam::DVec3;
use rigid_sim::World;

const RADIUS_M: f64 = 0.25;
const MASSES_KG: [f64; 2] = [1.0, 2.0];

/// What is off after a ball came at a speed along x, so far aside, and met another at rest: spins, velocities, and momentum about the origin, over the speed.
fn off([speed, aside_m, restitution]: [f64; 3], hz: f64, phase: f64) -> [f64; 3] {
    let mut world = World::new(DVec3::ZERO);
    let dt = hz.recip();
    let from = DVec3::new(-1.0 - phase * speed * dt, aside_m, 0.0);
    let mut insert = |mass_kg: f64, at: DVec3, linvel: DVec3| {
        let body = ball(RADIUS_M, mass_kg).friction(0.0).restitution(restitution);
        world.insert(body.center_of_mass(at).linvel(linvel).build().unwrap())
    };
    let [a, b] = MASSES_KG;
    let handles = [insert(a, from, DVec3::X * speed), insert(b, DVec3::ZERO, DVec3::ZERO)];
    let momentum = |world: &World| -> DVec3 {
        let of = |(_, body): (_, &rigid_sim::RigidBody)| {
            body.angular_momentum() + body.center_of_mass_m().cross(body.momentum())
        };
        world.bodies().map(of).sum()
    };
    let before = momentum(&world);
    for _ in 0..(2.5 / (speed * dt)) as usize {
        assert!(world.step(dt).quarantined.is_empty());
    }
    let reach_m = 2.0 * RADIUS_M;
    let normal = DVec3::new(-(reach_m * reach_m - aside_m * aside_m).sqrt(), aside_m, 0.0) / reach_m;
    let impulse = normal * (-(1.0 + restitution) * a * b / (a + b) * speed * normal.x);
    let wanted = [DVec3::X * speed + impulse / a, -impulse / b];
    let most = |of: &dyn Fn(usize) -> f64| of(0).max(of(1)) / speed;
    [
        most(&|k| world[handles[k]].angvel_rad_s().length() * RADIUS_M),
        most(&|k| (world[handles[k]].linvel_m_s() - wanted[k]).length()),
        (momentum(&world) - before).length() / (a * speed * RADIUS_M),
    ]
}

/// They meet at some time within a step, and leave along the line between their centers at that time.
#[test]
fn balls_without_friction_leave_along_the_line_of_centers_of_their_touch() {
    for hz in [60.0, 240.0] {
        for speed in [1.0, 3.0, 7.0, 20.0] {
            for restitution in [0.0, 0.5, 1.0] {
                for aside_m in [0.05, 0.2, 0.35, 0.45] {
                    for phase in [0.0, 0.13, 0.37, 0.58, 0.71, 0.93] {
                        let off = off([speed, aside_m, restitution], hz, phase);
                        assert!(
                            off.iter().all(|off| *off < 1e-9),
                            "{speed} m/s, {aside_m} m aside, restitution {restitution}, {hz} Hz, {phase}: {off:?}"
                        );
                    }
                }
            }
        }
    }
}
