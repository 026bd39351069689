//! Bodies without water: a spin without torque, collisions, chains, and a stack.

use std::f64::consts::FRAC_PI_2;

use glam::{DQuat, DVec3};
use rigid_sim::{
    Anchor, BodyHandle, Collider, Joint, JointHandle, JointKind, MassProperties, RigidBodyBuilder, Static,
    World,
};

use crate::verify::row::Row;
use crate::verify::tank::GRAVITY;

/// A step of 60 Hz, s.
const STEP_S: f64 = 1.0 / 60.0;

fn row(case: &'static str, quantity: &str, [value, reference, tolerance]: [f64; 3]) -> Row {
    Row { case, quantity: quantity.to_owned(), value, reference, tolerance }
}

fn cuboid(half_m: DVec3, mass_kg: f64) -> RigidBodyBuilder {
    let mass = MassProperties::from_box(half_m, mass_kg).expect("in range");
    RigidBodyBuilder::dynamic().mass_properties(mass).collider(Collider::cuboid(half_m).expect("in range"))
}

/// A body with moments of inertia 2, 3, 4 kg m² that spins about an axis near its third: the other components turn with the period
/// `4 K(k) / p` (Landau and Lifshitz, *Mechanics*, §37).
pub(in crate::verify) fn spin() -> Vec<Row> {
    let moments = DVec3::new(2.0, 3.0, 4.0);
    let radii = moments.to_array().map(f64::sqrt);
    let mass = MassProperties::from_gyration(DVec3::from_array(radii), DVec3::ZERO, 1.0).expect("in range");
    let start = DVec3::new(1.2, 0.0, 2.0);
    let mut world = World::new(DVec3::ZERO);
    let tilt = DQuat::from_rotation_x(0.4);
    let body = RigidBodyBuilder::dynamic().mass_properties(mass).rotation(tilt).angvel(tilt * start);
    let body = world.insert(body.build().expect("in range"));
    let (momentum, energy) = (world[body].angular_momentum(), world[body].kinetic_energy_j());
    let (twice, square) = (2.0 * energy, momentum.length_squared());
    let pace = ((moments.z - moments.y) * (square - twice * moments.x) / moments.element_product()).sqrt();
    let modulus = (moments.y - moments.x) * (twice * moments.z - square)
        / ((moments.z - moments.y) * (square - twice * moments.x));
    let period_s = 4.0 * complete_elliptic(modulus) / pace;

    let (mut before, mut passages, mut worst) = (0.0, Vec::new(), [0.0f64; 2]);
    for step in 0..6000u32 {
        let _ = world.step(0.01);
        let body = &world[body];
        let now = (body.rotation().inverse() * body.angvel_rad_s()).y;
        if before < 0.0 && now >= 0.0 {
            passages.push((f64::from(step) + before / (before - now)) * 0.01);
        }
        before = now;
        worst[0] = worst[0].max((body.angular_momentum() - momentum).length() / momentum.length());
        worst[1] = worst[1].max((body.kinetic_energy_j() / energy - 1.0).abs());
    }
    let turns = passages.len() - 1;
    let value = (passages[turns] - passages[0]) / turns as f64;
    let case = "torque-free spin";
    vec![
        row(case, "period of the axis in the body [s]", [value, period_s, 1e-3 * period_s]),
        row(case, "drift of angular momentum", [worst[0], 0.0, 1e-12]),
        row(case, "error of the energy in 60 s", [worst[1], 0.0, 1e-3]),
    ]
}

/// The complete elliptic integral of the first kind by the arithmetic-geometric mean; `square` is the modulus squared.
fn complete_elliptic(square: f64) -> f64 {
    let (mut a, mut b) = (1.0f64, (1.0 - square).sqrt());
    while (a - b).abs() > 1e-15 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    FRAC_PI_2 / a
}

/// Forty boxes and balls that fly at each other without gravity, with restitution and friction.
pub(in crate::verify) fn collisions() -> Vec<Row> {
    let mut worst = [0.0f64; 3];
    let mut lost = 1.0f64;
    for restitution in [0.0, 0.5, 1.0] {
        let mut world = World::new(DVec3::ZERO);
        for k in 0..40u32 {
            let part = |n: u32| f64::from((k * 7919 + n * 104_729) % 1009) / 504.5 - 1.0;
            let at = DVec3::new(f64::from(k % 4), f64::from(k / 4 % 4), f64::from(k / 16)) * 1.3;
            let builder = if k % 2 == 0 {
                cuboid(DVec3::new(0.5, 0.35, 0.25), 3.0)
            } else {
                let mass = MassProperties::from_sphere(0.4, 2.0).expect("in range");
                RigidBodyBuilder::dynamic()
                    .mass_properties(mass)
                    .collider(Collider::ball(0.4).expect("in range"))
            };
            let to = (DVec3::new(1.95, 1.95, 1.3) - at) * 0.8;
            let builder = builder.translation(at).linvel(to + DVec3::new(part(1), part(2), part(3)));
            let body =
                builder.angvel(DVec3::new(part(4), part(5), part(6))).restitution(restitution).friction(0.4);
            world.insert(body.build().expect("in range"));
        }
        let totals = |world: &World| {
            world.bodies().fold((DVec3::ZERO, DVec3::ZERO, 0.0), |(p, l, e), (_, body)| {
                let arm = body.center_of_mass_m();
                let l = l + body.angular_momentum() + arm.cross(body.momentum());
                (p + body.momentum(), l, e + body.kinetic_energy_j())
            })
        };
        let (p, l, start_j) = totals(&world);
        let (size_p, size_l) = world.bodies().fold((0.0, 0.0), |(p, l), (_, body)| {
            let momentum = body.momentum();
            (p + momentum.length(), l + body.center_of_mass_m().cross(momentum).length())
        });
        let mut least_j = start_j;
        for _ in 0..300 {
            let _ = world.step(STEP_S);
            let (p1, l1, energy_j) = totals(&world);
            worst[0] = worst[0].max((p1 - p).length() / size_p);
            worst[1] = worst[1].max((l1 - l).length() / size_l);
            worst[2] = worst[2].max((energy_j - least_j) / start_j);
            least_j = least_j.min(energy_j);
        }
        lost = lost.min(1.0 - least_j / start_j);
    }
    let case = "collisions";
    vec![
        row(case, "drift of momentum, of the sum", [worst[0], 0.0, 1e-12]),
        row(case, "drift of angular momentum", [worst[1], 0.0, 1e-12]),
        row(case, "energy created, of the start", [worst[2].max(0.0), 0.0, 1e-3]),
        // A row that nothing touches would pass.
        row(case, "bodies met (1: energy was lost)", [f64::from(u8::from(lost > 0.05)), 1.0, 0.0]),
    ]
}

/// A chain of equal links between two points of one height.
struct Chain {
    world: World,
    links: Vec<BodyHandle>,
    joints: Vec<JointHandle>,
}

/// Links of the chain, all alike.
const LINKS: u32 = 40;
const LINK_M: f64 = 0.5;
const LINK_KG: f64 = 1.5;

impl Chain {
    /// Its links lie along two sides of a triangle at the start.
    fn new(span_m: f64) -> Self {
        let mut world = World::default();
        let half_m = 0.5 * f64::from(LINKS) * LINK_M;
        let slope = (0.5 * span_m / half_m).acos();
        let rotation = |k: u32| DQuat::from_rotation_y(if k < LINKS / 2 { slope } else { -slope });
        let (mut end, mut links, mut joints) = (DVec3::ZERO, Vec::new(), Vec::new());
        let mut before = Anchor::World(DVec3::ZERO);
        for k in 0..LINKS {
            let turn = rotation(k);
            let along = turn * DVec3::X * LINK_M;
            let mass =
                MassProperties::from_box(DVec3::new(0.5 * LINK_M, 0.02, 0.02), LINK_KG).expect("in range");
            let body = RigidBodyBuilder::dynamic().mass_properties(mass).rotation(turn);
            let body = world.insert(body.translation(end + 0.5 * along).build().expect("in range"));
            let joint = Joint::new(JointKind::Ball, before, Anchor::Body(body, DVec3::X * (-0.5 * LINK_M)));
            joints.push(world.insert_joint(joint).expect("it fits"));
            (end, before) = (end + along, Anchor::Body(body, DVec3::X * (0.5 * LINK_M)));
            links.push(body);
        }
        let last = Joint::new(JointKind::Ball, before, Anchor::World(end));
        joints.push(world.insert_joint(last).expect("it fits"));
        Self { world, links, joints }
    }

    /// A step in which the links are braked by `rate` times their momentum a second.
    fn step(&mut self, rate: f64) {
        for &link in &self.links {
            let body = &mut self.world[link];
            let (force, torque) = (body.momentum() * -rate, body.angular_momentum() * -rate);
            body.add_force(force);
            body.add_torque(torque);
        }
        let _ = self.world.step(STEP_S);
    }

    /// The farthest that two ends of a joint are apart, m.
    fn gap_m(&self) -> f64 {
        let gaps = self.joints.iter().filter_map(|&joint| self.world.joint_ends_m(joint));
        gaps.map(|[a, b]| a.distance(b)).fold(0.0, f64::max)
    }
}

/// How far the joints of a chain part while it swings for a minute, and the catenary in which it comes to rest:
/// `y = a cosh(x/a)` with `S = 2 a sinh(D/2a)` for the length `S` and the span `D`.
pub(in crate::verify) fn chain() -> Vec<Row> {
    let span_m = 14.0;
    let mut swinging = Chain::new(span_m);
    let mut gap_m = 0.0f64;
    for step in 0..3600 {
        swinging.step(0.0);
        // The first seconds pass from the triangle to a chain that swings.
        gap_m = if step < 300 { gap_m } else { gap_m.max(swinging.gap_m()) };
    }
    let mut chain = Chain::new(span_m);
    (0..7200).for_each(|step| chain.step(if step < 6600 { 1.0 } else { 0.0 }));
    let ends = |k: usize| chain.world.joint_ends_m(chain.joints[k]).map_or(DVec3::NAN, |[a, _]| a);
    let sag_m = ends(0).z - ends(LINKS as usize / 2).z;
    let force_n = chain.world.joint_impulse_n_s(chain.joints[0]).map_or(DVec3::NAN, |given| given / STEP_S);

    let length_m = f64::from(LINKS) * LINK_M;
    let (mut low, mut high) = (0.01 * span_m, 100.0 * span_m);
    for _ in 0..200 {
        let a = 0.5 * (low + high);
        if 2.0 * a * (0.5 * span_m / a).sinh() > length_m { low = a } else { high = a }
    }
    let a_m = 0.5 * (low + high);
    let weight_n_m = LINK_KG * GRAVITY / LINK_M;
    let (sag, pull_n) = (a_m * ((0.5 * span_m / a_m).cosh() - 1.0), weight_n_m * a_m);
    let whole_n = pull_n.hypot(0.5 * length_m * weight_n_m);
    let case = "chain of 40 links";
    vec![
        row(case, "gap of joints in a minute [mm]", [1e3 * gap_m, 0.0, 5.0]),
        row(case, "sag of the catenary [m]", [sag_m, sag, 0.01 * sag]),
        row(case, "horizontal pull [N]", [force_n.truncate().length(), pull_n, 0.01 * pull_n]),
        row(case, "tension at the end [N]", [force_n.length(), whole_n, 0.01 * whole_n]),
    ]
}

/// Ten boxes on each other at 60 Hz.
pub(in crate::verify) fn stack() -> Vec<Row> {
    let mut world = World::default();
    world.insert_static(Static::ground(0.0).expect("in range"));
    let half_m = DVec3::splat(0.5);
    for k in 0..10u8 {
        let body = cuboid(half_m, 10.0).translation(DVec3::Z * (0.5 + f64::from(k)));
        world.insert(body.build().expect("in range"));
    }
    let fastest = |world: &World| {
        let speeds =
            world.bodies().map(|(_, body)| body.linvel_m_s().length() + body.angvel_rad_s().length());
        speeds.fold(0.0, f64::max)
    };
    let places = |world: &World| world.bodies().map(|(_, body)| body.center_of_mass_m()).collect::<Vec<_>>();
    (0..180).for_each(|_| drop(world.step(STEP_S)));
    let (speed, start) = (fastest(&world), places(&world));
    let mut moved_m = 0.0f64;
    for _ in 0..3600 {
        let _ = world.step(STEP_S);
        moved_m = places(&world).iter().zip(&start).map(|(a, b)| a.distance(*b)).fold(moved_m, f64::max);
    }
    let case = "stack of ten, 60 Hz";
    vec![
        row(case, "greatest speed after 3 s [mm/s]", [1e3 * speed, 0.0, 1.0]),
        row(case, "moved in the minute after [mm]", [1e3 * moved_m, 0.0, 1.0]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against tabulated values (Abramowitz and Stegun, table 17.1).
    #[test]
    fn the_elliptic_integral_is_that_of_the_tables() {
        for (square, expected) in [(0.0, FRAC_PI_2), (0.5, 1.854_074_677), (0.9, 2.578_092_113)] {
            assert!((complete_elliptic(square) - expected).abs() < 1e-8, "{square}");
        }
    }
}
