//! What holds a load does so whatever else gives no more than it may: slack lines and fenders, drives at their greatest force.

use super::DT;
use crate::setups::cuboid;
use glam::DVec3;
use proptest::prelude::*;
use rigid_sim::{Acts, Anchor, BodyHandle, Drive, Joint, JointHandle, JointKind, Spring, World};

const KG: f64 = 200.0;
const WEIGHT_N: f64 = KG * 9.81;

/// A block whose center is at the origin.
fn block() -> (World, BodyHandle) {
    let mut world = World::default();
    let body = world.insert(cuboid(DVec3::splat(0.25), KG).center_of_mass(DVec3::ZERO).build().unwrap());
    (world, body)
}

fn tie(world: &mut World, kind: JointKind, body: BodyHandle, at: DVec3, to: DVec3) -> JointHandle {
    world.insert_joint(Joint::new(kind, Anchor::Body(body, at), Anchor::World(to))).unwrap()
}

fn spring(rest_m: f64, stiffness_n_m: f64, damping_n_s_m: f64, acts: Acts) -> JointKind {
    JointKind::Spring(Spring { rest_m, stiffness_n_m, damping_n_s_m, acts })
}

fn force_n(world: &World, joint: JointHandle) -> f64 {
    world.joint_impulse_n_s(joint).unwrap().z / DT
}

/// A block on a rope with its weight hangs still, whatever the stiffness of a line to the ground that is slack, and of a fender over it that nothing reaches: at once where it is taut, and after a
/// fall.
#[test]
fn a_rope_holds_beside_a_slack_line_and_a_fender() {
    for stiffness_n_m in [1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8] {
        for (acts, rest_m) in [(Acts::Pull, 3.5), (Acts::Push, 1.0)] {
            for fall_m in [0.0, 0.5] {
                let (mut world, body) = block();
                let (top, under) = (DVec3::Z * 0.25, DVec3::Z * -0.25);
                let kind = JointKind::Rope { length_m: 2.0 + fall_m };
                let rope = tie(&mut world, kind, body, top, DVec3::Z * 2.25);
                let other = spring(rest_m, stiffness_n_m, 0.0, acts);
                let other = tie(&mut world, other, body, under, DVec3::Z * -2.25);
                let case = format!("{acts:?} {stiffness_n_m} N/m, {fall_m} m");
                for step in 0..240 {
                    let _ = world.step(DT);
                    let place = world[body].center_of_mass_m().z + fall_m;
                    assert!(place > -1e-2, "{case}: {place} m under the rope in step {step}");
                    assert_eq!(force_n(&world, other), 0.0, "{case}, step {step}");
                }
                let (force, speed) = (force_n(&world, rope), world[body].linvel_m_s().length());
                assert!(
                    (force / WEIGHT_N - 1.0).abs() < 1e-6 && speed < 1e-6,
                    "{case}: {force} N, {speed} m/s"
                );
            }
        }
    }
}

/// A hinge or slider whose drive lifts less than the load goes to its stop and stays; what it has of energy is at no time more than that of the start and the work of the drive.
#[test]
fn a_stop_holds_what_its_drive_does_not() {
    for (kind, at, limits) in [
        (JointKind::Slider { axis: DVec3::Z }, DVec3::ZERO, [-0.5, 1.0]),
        (JointKind::Hinge { axis: DVec3::Y }, DVec3::X * -1.0, [-0.5, 0.6]),
    ] {
        for part in [0.0, 0.2, 0.5, 0.8] {
            let (mut world, body) = block();
            let drive = Drive {
                target: 0.0,
                speed: 0.0,
                frequency_hz: 1.0,
                damping_ratio: 1.0,
                max: part * WEIGHT_N,
            };
            let joint = Joint::new(kind, Anchor::Body(body, at), Anchor::World(at));
            let joint = Joint { limits: Some(limits), drive: Some(drive), ..joint };
            let joint = world.insert_joint(joint).unwrap();
            // About the y axis it falls to angles above zero.
            let stop = if at == DVec3::ZERO { limits[0] } else { limits[1] };
            let mut most_j = 1e-9;
            for step in 0..480 {
                let target = 0.1 * (0.05 * f64::from(step)).sin();
                world.set_drive(joint, Some(Drive { target, ..drive })).unwrap();
                most_j += world.step(DT).driven_j;
                let body = &world[body];
                let now_j = body.kinetic_energy_j() + WEIGHT_N * body.center_of_mass_m().z;
                assert!(now_j <= most_j, "{kind:?}, {part}: {now_j} J of {most_j} J in step {step}");
                let position = world.joint_position(joint).unwrap();
                assert!((position / stop) < 1.005, "{kind:?}, {part}: at {position} in step {step}");
            }
            let (position, speed) = (world.joint_position(joint).unwrap(), world[body].linvel_m_s().length());
            assert!(
                (position - stop).abs() < 1e-3 && speed < 1e-6,
                "{kind:?}, {part}: {position}, {speed} m/s"
            );
            let drives = world.drive_impulse(joint).unwrap().abs() / DT;
            assert!((drives - drive.max).abs() < 1e-6 * WEIGHT_N, "{kind:?}, {part}: {drives}");
        }
    }
}

/// A line or fender of the block to a point over it.
#[derive(Debug, Clone, Copy)]
struct Tie {
    at_m: f64,
    slack_m: f64,
    spring: Option<(f64, Acts)>,
}

impl Tie {
    fn any() -> impl Strategy<Value = Self> {
        let at_m = prop_oneof![-6.0..-4.0f64, 4.0..6.0f64];
        let acts = prop_oneof![Just(Acts::Both), Just(Acts::Pull), Just(Acts::Push)];
        let spring = prop::option::of(((2.0..8.0f64).prop_map(|power| 10.0f64.powf(power)), acts));
        (at_m, -0.5..1.0f64, spring).prop_map(|(at_m, slack_m, spring)| {
            // No rope is too short at first.
            let slack_m = if spring.is_none() { slack_m.max(0.0) } else { slack_m };
            Self { at_m, slack_m, spring }
        })
    }

    fn kind(&self) -> JointKind {
        let length_m = self.at_m.abs() + self.slack_m;
        match self.spring {
            None => JointKind::Rope { length_m },
            Some((k, acts)) => spring(length_m, k, 2.0 * (k * KG).sqrt(), acts),
        }
    }

    /// Force on a block at rest at `z`, upwards; endless beyond the length of a rope.
    fn lifts_n(&self, z: f64) -> f64 {
        let (apart_m, sign) = ((self.at_m - z).abs(), self.at_m.signum());
        let stretch_m = apart_m - self.at_m.abs() - self.slack_m;
        match self.spring {
            None if stretch_m > 0.0 => sign * f64::INFINITY,
            None => 0.0,
            Some((k, acts)) => {
                let pull_n = k * stretch_m;
                let pull_n = match acts {
                    Acts::Both => pull_n,
                    Acts::Pull => pull_n.max(0.0),
                    Acts::Push => pull_n.min(0.0),
                };
                sign * pull_n
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A block on a vertical slider with stops comes to rest where its weight, a drive that gives no more than it may, ropes, and springs that pull, push or both are in balance: the only place, as none
    /// of these forces grows with the way.
    #[test]
    fn a_block_rests_where_its_bounded_forces_balance(
        ties in prop::collection::vec(Tie::any(), 1..6), max in 0.0..4000.0f64, target in -1.0..1.0f64,
        lowest in -1.5..-0.2f64, highest in 0.2..1.5f64,
    ) {
        let (mut world, body) = block();
        let drive = Drive { target, speed: 0.0, frequency_hz: 2.0, damping_ratio: 1.0, max };
        let joint =
            Joint::new(JointKind::Slider { axis: DVec3::Z }, Anchor::Body(body, DVec3::ZERO), Anchor::World(DVec3::ZERO));
        world.insert_joint(Joint { limits: Some([lowest, highest]), drive: Some(drive), ..joint }).unwrap();
        let handles: Vec<_> =
            ties.iter().map(|one| tie(&mut world, one.kind(), body, DVec3::ZERO, DVec3::Z * one.at_m)).collect();
        (0..900).for_each(|_| drop(world.step(DT)));

        let k = KG * (std::f64::consts::TAU * 2.0).powi(2);
        let total = |z: f64| {
            let driven = (k * (target - z)).clamp(-max, max);
            ties.iter().map(|one| one.lifts_n(z)).sum::<f64>() + driven - WEIGHT_N
        };
        // Ropes stop it before the stops, or these do.
        let (mut low, mut high) = (lowest, highest);
        for one in ties.iter().filter(|one| one.spring.is_none()) {
            if one.at_m > 0.0 { low = low.max(-one.slack_m) } else { high = high.min(one.slack_m) }
        }
        let ends = [low, high];
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            if total(middle) > 0.0 { low = middle } else { high = middle }
        }
        let z = world[body].center_of_mass_m().z;
        prop_assert!((z - low).abs() < 2e-3, "at {z} m, not {low} m of {ends:?}");
        let speed = world[body].linvel_m_s().length();
        prop_assert!(speed < 1e-3, "{speed} m/s");
        for (one, handle) in ties.iter().zip(handles) {
            let (force, wanted) = (force_n(&world, handle), one.lifts_n(z));
            match one.spring {
                None => prop_assert!(force * one.at_m >= 0.0, "a rope pushes by {force} N"),
                Some((k, _)) => {
                    prop_assert!((force - wanted).abs() < 1e-3 * WEIGHT_N + 1e-5 * k, "{force} N, not {wanted} N, of {one:?}");
                }
            }
        }
    }
}
