//! Impulses of random systems of joints.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::super::mover::{Mover, Velocity};
use super::super::soft::Soft;
use super::constraint::SOFTNESS;
use super::pivoting::{Pivoting, Place};
use super::system::MOST_ROUNDS;
use super::{JointRows, JointSystem};
use crate::joints::{Acts, Anchor, Drive, Joint, JointKind, Spring};
use crate::{MassProperties, RigidBodyBuilder, World};
use glam::DVec3;
use proptest::prelude::*;

const H: f64 = 1.0 / 240.0;
const AXIS: DVec3 = DVec3::new(0.0, 0.6, 0.8);

fn vector(range: f64) -> impl Strategy<Value = DVec3> {
    prop::array::uniform3(-range..range).prop_map(DVec3::from)
}

fn decades(from: f64, to: f64) -> impl Strategy<Value = f64> {
    (from..to).prop_map(|power| 10.0f64.powf(power))
}

/// What a joint does; lengths are relative to the distance of its ends.
#[derive(Debug, Clone, Copy)]
enum Holds {
    Rope,
    Spring { stretch_m: f64, stiffness_n_m: f64, acts: Acts },
    Stopped { slides: bool, is_low: bool, target: f64, max: f64 },
}

fn holds() -> impl Strategy<Value = Holds> {
    let acts = prop_oneof![Just(Acts::Both), Just(Acts::Pull), Just(Acts::Push)];
    prop_oneof![
        Just(Holds::Rope),
        (-0.1..0.1f64, decades(2.0, 8.0), acts).prop_map(|(stretch_m, stiffness_n_m, acts)| Holds::Spring {
            stretch_m,
            stiffness_n_m,
            acts
        }),
        (any::<bool>(), any::<bool>(), -1.0..1.0f64, decades(-1.0, 4.0))
            .prop_map(|(slides, is_low, target, max)| Holds::Stopped { slides, is_low, target, max }),
    ]
}

fn joint(holds: Holds, [first, here, away]: [Anchor; 3], length_m: f64) -> Joint {
    match holds {
        Holds::Rope => Joint::new(JointKind::Rope { length_m: length_m - 1e-4 }, first, away),
        Holds::Spring { stretch_m, stiffness_n_m, acts } => {
            let rest_m = length_m - stretch_m;
            let spring = Spring { rest_m, stiffness_n_m, damping_n_s_m: 10.0, acts };
            Joint::new(JointKind::Spring(spring), first, away)
        }
        Holds::Stopped { slides, is_low, target, max } => {
            let kind =
                if slides { JointKind::Slider { axis: AXIS } } else { JointKind::Hinge { axis: AXIS } };
            let limits = Some(if is_low { [0.0, 2.0] } else { [-2.0, 0.0] });
            let drive = Some(Drive { target, speed: 0.5, frequency_hz: 3.0, damping_ratio: 1.0, max });
            Joint { limits, drive, ..Joint::new(kind, first, here) }
        }
    }
}

const SIZE: usize = 6;

/// Solves `A x = b` for some of the unknowns, those of the others given, by elimination; without them where they are.
fn solved(a: &[[f64; SIZE]; SIZE], b: &[f64; SIZE], given: [Option<f64>; SIZE]) -> [f64; SIZE] {
    let (mut rows, mut x) = (*a, *b);
    for i in 0..SIZE {
        if let Some(value) = given[i] {
            (rows[i], x[i]) = ([0.0; SIZE], value);
            rows[i][i] = 1.0;
        }
    }
    for p in 0..SIZE {
        let (pivot, at) = (rows[p], x[p]);
        for i in (0..SIZE).filter(|i| *i != p) {
            let part = rows[i][p] / pivot[p];
            (0..SIZE).for_each(|k| rows[i][k] -= part * pivot[k]);
            x[i] -= part * at;
        }
    }
    std::array::from_fn(|i| x[i] / rows[i][i])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    /// From any places, of a matrix whose rows nearly depend on each other.
    #[test]
    fn pivoting_ends_with_the_only_places(
        arms in prop::array::uniform6(prop::array::uniform4(-1.0..1.0f64)), b in prop::array::uniform6(-1.0..1.0f64),
        start in prop::array::uniform6(0..3u32), highest in 0.1..2.0f64,
    ) {
        let dot = |i: usize, j: usize| (0..4).map(|k| arms[i][k] * arms[j][k]).sum::<f64>();
        let a: [[f64; SIZE]; SIZE] =
            std::array::from_fn(|i| std::array::from_fn(|j| dot(i, j) + if i == j { 1e-3 } else { 0.0 }));
        let mut pivoting = Pivoting::default();
        pivoting.begin();
        pivoting.places.extend(start.map(|start| [Place::Within, Place::Lowest, Place::Highest][start as usize]));
        for round in 0.. {
            prop_assert!(round < MOST_ROUNDS, "no end from {start:?}");
            let given = std::array::from_fn(|i| match pivoting.places[i] {
                Place::Lowest => Some(0.0),
                Place::Highest => Some(highest),
                _ => None,
            });
            let x = solved(&a, &b, given);
            for i in 0..SIZE {
                let missing = b[i] - (0..SIZE).map(|k| a[i][k] * x[k]).sum::<f64>();
                let to = match pivoting.places[i] {
                    Place::Within if x[i] < -1e-9 => Place::Lowest,
                    Place::Within if x[i] > highest + 1e-9 => Place::Highest,
                    Place::Lowest if missing > 1e-9 => Place::Within,
                    Place::Highest if missing < -1e-9 => Place::Within,
                    _ => continue,
                };
                pivoting.wrong.push((i, to));
            }
            if pivoting.wrong.is_empty() {
                break;
            }
            pivoting.pivot();
        }
    }

    /// Each constraint has the velocity that it wants, or its impulse is at a bound that keeps it from more; from nothing, and from the impulses of another load.
    #[test]
    fn impulses_are_within_bounds_or_kept_from_more(
        bodies in prop::collection::vec((vector(3.0), decades(0.0, 3.0)), 1..5),
        links in prop::collection::vec((0..4usize, 0..5usize, vector(0.5), holds()), 1..9),
        speeds in prop::collection::vec([vector(2.0), vector(2.0)], 8..9),
        relaxes in any::<bool>(),
    ) {
        let mut world = World::default();
        let handles: Vec<_> = bodies
            .iter()
            .map(|&(center_m, kg)| {
                let mass = MassProperties::from_box(DVec3::new(0.5, 0.3, 0.2), kg).unwrap();
                world.insert(RigidBodyBuilder::dynamic().mass_properties(mass).center_of_mass(center_m).build().unwrap())
            })
            .collect();
        for &(a, b, arm, holds) in &links {
            let a = handles[a % handles.len()];
            let place = world[a].point_to_world(arm);
            let ends = match handles.get(b).filter(|b| **b != a) {
                None => [Anchor::World(place), Anchor::World(place + AXIS)],
                Some(&b) => [Anchor::Body(b, world[b].point_to_body(place)), Anchor::Body(b, arm)],
            };
            let length_m = world.place_m(ends[1]).distance(place);
            world.insert_joint(joint(holds, [Anchor::Body(a, arm), ends[0], ends[1]], length_m)).unwrap();
        }

        let body = |handle| &world[handle];
        let of = |handle| Mover::new(body(handle), (DVec3::ZERO, DVec3::ZERO));
        let movers: Vec<_> = std::iter::once(Mover::ground()).chain(handles.iter().map(|handle| of(*handle))).collect();
        let mut joints: Vec<_> = world
            .joints
            .iter()
            .map(|(_, fitted)| {
                let sides = fitted.joint.anchors.map(|end| end.body().map_or(0, |body| body.index() + 1));
                JointRows::new(fitted, sides, &movers, 0.0)
            })
            .collect();
        joints.iter_mut().for_each(|joint| joint.begin(&movers, (H, H), false));
        let mut system = JointSystem::default();
        system.begin(&joints, &movers);
        system.renew();
        let soft = Some(Soft::joints(H)).filter(|_| !relaxes);
        let mut velocities = vec![Velocity::default(); movers.len()];
        for speeds in speeds.chunks(4) {
            for (velocity, [linear, angular]) in velocities[1..].iter_mut().zip(speeds) {
                velocity.linear += *linear;
                velocity.angular += *angular;
            }
            let before: Vec<_> = joints.iter().map(JointRows::impulses_along).collect();
            prop_assert!(system.settle(&mut joints, &movers, &mut velocities, soft.as_ref()).is_some());
            for (joint, before) in joints.iter().zip(&before) {
                for (k, row) in joint.rows().iter().enumerate() {
                    let Some(missing) = joint.missing(k, &velocities, soft.as_ref()) else { continue };
                    let [lowest, highest] = joint.bounds(k);
                    prop_assert!((lowest..=highest).contains(&row.impulse), "{row:?} beyond its bounds");
                    // Softness that makes no error counts where errors stay.
                    let softened = if relaxes && !row.is_spring() { 2.0 * SOFTNESS } else { 0.0 };
                    let little = 1e-8 + row.response * (1e-9 * row.impulse.abs() + softened * (row.impulse - before[k]).abs());
                    prop_assert!(row.impulse == highest || missing < little, "{missing} missing of {row:?}");
                    prop_assert!(row.impulse == lowest || missing > -little, "{missing} missing of {row:?}");
                }
            }
        }
    }
}
