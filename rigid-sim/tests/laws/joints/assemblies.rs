//! Bodies that are joined and touch.

use glam::{DQuat, DVec3};
use rigid_sim::{
    Anchor, BodyHandle, Collider, Joint, JointKind, MassProperties, RigidBodyBuilder, Static, World,
};

use crate::setups::cuboid;

const G: f64 = 9.81;

fn energy_j(world: &World) -> f64 {
    let of = |(handle, body): (BodyHandle, &rigid_sim::RigidBody)| {
        body.kinetic_energy_j() + world.potential_energy_j(handle, DVec3::ZERO)
    };
    world.bodies().map(of).sum()
}

/// Numbers from 0 to 1, always the same.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / (1_u64 << 31) as f64
    }

    fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.within(-1.0, 1.0), self.within(-1.0, 1.0), self.within(-1.0, 1.0))
    }
}

/// What a fixed joint, a ball, a hinge or a slider joins does not touch, unless it is asked for or another body joins them; what a rod joins does; and again what was joined.
#[test]
fn bodies_that_a_joint_brings_together_do_not_touch_each_other() {
    let kinds = [
        (JointKind::Fixed, false),
        (JointKind::Ball, false),
        (JointKind::Hinge { axis: DVec3::Y }, false),
        (JointKind::Slider { axis: DVec3::X }, false),
        (JointKind::Rod { length_m: 0.9 }, true),
        (JointKind::Rope { length_m: 2.0 }, true),
    ];
    for (kind, touches) in kinds {
        for touch in [false, true] {
            let mut world = World::new(DVec3::ZERO);
            let boxed = |at_m| cuboid(DVec3::splat(0.5), 1.0).translation(at_m).build().unwrap();
            let bodies = [world.insert(boxed(DVec3::ZERO)), world.insert(boxed(DVec3::X * 0.9))];
            let at_m = if touches { [DVec3::ZERO; 2] } else { [DVec3::X * 0.45, DVec3::X * -0.45] };
            let ends = [0, 1].map(|side: usize| Anchor::Body(bodies[side], at_m[side]));
            let joint = Joint { touch, ..Joint::new(kind, ends[0], ends[1]) };
            let handle = world.insert_joint(joint).unwrap();
            let case = format!("{kind:?}, {touch}");
            let expected = usize::from(touches || touch);
            assert_eq!(world.overlaps().len(), expected, "{case}");
            let report = world.step(1e-4);
            assert_eq!(report.contacts > 0, expected > 0, "{case}");
            let state = world.state();
            assert_eq!(state.pairs.len(), expected, "{case}");
            let _ = world.remove_joint(handle).unwrap();
            let contacts = world.step(1e-4).contacts;
            assert!(contacts > 0, "{case}: {contacts}");
            let handle = world.insert_joint(joint).unwrap();
            world.restore(&state).unwrap();
            assert_eq!(world.step(1e-4).contacts > 0, expected > 0, "{case}");
            assert!(world.release_joint(handle) && world.step(1e-4).contacts > 0, "{case}");
        }
    }
}

/// How boxes of an assembly lie to each other.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Form {
    /// End to end.
    Row,
    /// On each other, joined at one edge and the other in turns: those next but one touch too.
    Folded,
    /// On each other, joined in the middle.
    Stack,
    /// End to end from a pivot.
    Hanging,
}

/// Some boxes, joined and thrown down, or let go from a pivot, and what they would lose of energy from there at most, J.
fn assembly(form: Form, kind: JointKind, touch: bool, numbers: &mut Numbers) -> (World, f64) {
    let mut world = World::default();
    if form != Form::Hanging {
        world.insert_static(Static::ground(0.0).unwrap().friction(numbers.within(0.0, 0.9)).unwrap());
    }
    let count = 2 + (5.0 * numbers.next()) as usize;
    let half_m = DVec3::new(numbers.within(0.2, 0.6), numbers.within(0.1, 0.4), numbers.within(0.05, 0.4));
    let gap_m = (numbers.within(-0.02, 0.03)).max(0.0);
    let friction = numbers.within(0.0, 0.8);
    let turn = DQuat::from_rotation_y(numbers.within(-0.7, 0.7));
    let start_m = DVec3::Z * numbers.within(2.5, 5.0);
    let kind = match kind {
        JointKind::Hinge { axis } => JointKind::Hinge { axis: turn * axis },
        JointKind::Slider { axis } => JointKind::Slider { axis: turn * axis },
        other => other,
    };
    let mut before: Option<(BodyHandle, DVec3)> = None;
    let mut fall_j = 0.0;
    for k in 0..count {
        let side = if k % 2 == 0 { half_m.x } else { -half_m.x };
        let up_m = half_m.z + 0.5 * gap_m;
        let (pitch_m, out_m) = match form {
            Form::Row | Form::Hanging => {
                (DVec3::X * (2.0 * half_m.x + gap_m), DVec3::X * (half_m.x + 0.5 * gap_m))
            }
            Form::Folded => (DVec3::Z * (2.0 * up_m), DVec3::new(side, 0.0, up_m)),
            Form::Stack => (DVec3::Z * (2.0 * up_m), DVec3::Z * up_m),
        };
        let mass_kg = 10.0_f64.powf(numbers.within(-0.5, 1.5));
        let moving = if form == Form::Hanging { 0.0 } else { 1.0 };
        let body = RigidBodyBuilder::dynamic()
            .mass_properties(MassProperties::from_box(half_m, mass_kg).unwrap())
            .collider(Collider::cuboid(half_m).unwrap())
            .friction(friction)
            .rotation(turn)
            .translation(start_m + turn * (pitch_m * k as f64))
            .linvel(moving * (numbers.vector() - 2.0 * DVec3::Z))
            .angvel(moving * numbers.vector());
        let body = world.insert(body.build().unwrap());
        fall_j += mass_kg * G * 10.0;
        if let Some((other, at_m)) = before {
            let place_m = world[other].point_to_world(at_m);
            let ends = [Anchor::Body(body, world[body].point_to_body(place_m)), Anchor::Body(other, at_m)];
            world.insert_joint(Joint { touch, ..Joint::new(kind, ends[0], ends[1]) }).unwrap();
        } else if form == Form::Hanging {
            let pivot_m = world[body].point_to_world(-out_m);
            let pivot = match kind {
                JointKind::Hinge { .. } => kind,
                _ => JointKind::Ball,
            };
            let ends = [Anchor::Body(body, -out_m), Anchor::World(pivot_m)];
            world.insert_joint(Joint::new(pivot, ends[0], ends[1])).unwrap();
        }
        before = Some((body, out_m));
    }
    let most_j = if form == Form::Hanging { fall_j } else { energy_j(&world) };
    (world, most_j)
}

/// Boxes that are joined and touch, each other or only those next but one, have at no time more energy than at the start, by 0.5 % of what they have above the ground or would lose
/// by a fall of 10 m.
#[test]
fn assemblies_that_touch_gain_no_energy() {
    let kinds = [
        JointKind::Fixed,
        JointKind::Ball,
        JointKind::Hinge { axis: DVec3::Y },
        JointKind::Slider { axis: DVec3::X },
    ];
    for form in [Form::Row, Form::Folded, Form::Stack, Form::Hanging] {
        for kind in kinds {
            for touch in [false, true] {
                for seed in 0..3 {
                    for dt in [1.0 / 60.0, 1.0 / 240.0] {
                        let mut numbers = Numbers(7919 * seed + 17);
                        for _ in 0..5 {
                            let _ = numbers.next();
                        }
                        let (mut world, most_j) = assembly(form, kind, touch, &mut numbers);
                        let start_j = energy_j(&world);
                        for step in 0..(2.0 / dt) as usize {
                            let case = format!("{form:?} {kind:?} {touch} {seed} at {dt} s, step {step}");
                            assert!(world.step(dt).quarantined.is_empty(), "{case}");
                            let gain = (energy_j(&world) - start_j) / most_j;
                            assert!(gain < 5e-3, "{case}: {gain}");
                        }
                    }
                }
            }
        }
    }
}
