//! Joints and mooring lines of a scenario: built where the bodies are at the start, and read.

use glam::DVec3;
use rigid_sim::{Anchor, BodyHandle, JointHandle};

use super::Body;
use crate::Error;
use crate::name::Name;
use crate::scenario::{self, JointDrive, JointKind, Mooring, Scenario};

/// A joint or mooring line.
#[derive(Debug)]
pub(crate) struct Joint {
    pub(crate) name: Name,
    /// Its table in the scenario.
    pub(crate) key: String,
    pub(crate) handle: JointHandle,
    pub(crate) joint: rigid_sim::Joint,
    /// Drive of a hinge or slider.
    drive: Option<JointDrive>,
    /// Time at which what it holds is let go, s.
    pub(crate) released_at_s: Option<f64>,
}

/// A joint at one instant; forces are means over the last step.
#[derive(Debug, Clone, PartialEq)]
pub struct JointReading {
    /// Name in the scenario; `BODY.mooring.N` of a mooring line.
    pub name: Name,
    /// Two ends of the joint, on the body first, m.
    pub ends_m: [DVec3; 2],
    /// Force on the body, N.
    pub force_n: DVec3,
    /// Force along a rod, rope, spring or mooring line, positive where it pulls, N; of other joints the magnitude.
    pub tension_n: f64,
    /// Length of a rod, rope, spring or mooring line at which it neither pulls nor pushes, m.
    pub length_m: Option<f64>,
    /// Angle of the body of a hinge from where it was at the start, about the axis, rad, from −π to π.
    pub angle_rad: Option<f64>,
    /// Offset of the body of a slider from where it was at the start, along the axis, m.
    pub offset_m: Option<f64>,
    /// Torque about the axis of a hinge, N m, or force along that of a slider, N, with which its drive acts on the body; none without a drive.
    pub drive: Option<f64>,
}

impl Joint {
    /// Sets the drive, if it has one, for a step of `dt` seconds that ends at a time.
    pub(crate) fn drive(&self, rigid: &mut rigid_sim::World, end_s: f64, dt: f64) {
        let Some(drive) = &self.drive else { return };
        let target = drive.position(end_s);
        let set = rigid.set_drive(
            self.handle,
            Some(rigid_sim::Drive {
                target,
                speed: (target - drive.position(end_s - dt)) / dt,
                frequency_hz: drive.frequency_hz,
                damping_ratio: drive.damping_ratio,
                max: drive.most(),
            }),
        );
        debug_assert!(set.is_ok(), "drives were checked when the scenario was read");
    }

    /// Whether it acts: it was not released, and neither of its bodies was removed.
    pub(crate) fn acts(&self, rigid: &rigid_sim::World) -> bool {
        rigid.joint_acts(self.handle)
    }

    /// Whether it holds a body at a place of the world, or on an axis through it; a rope or spring does not.
    pub(crate) fn holds_in_place(&self, body: BodyHandle) -> bool {
        let brings_together =
            !matches!(self.joint.kind, rigid_sim::JointKind::Rope { .. } | rigid_sim::JointKind::Spring(_));
        let is_of = |anchor: &Anchor| matches!(anchor, Anchor::Body(handle, _) if *handle == body);
        let is_world = |anchor: &Anchor| matches!(anchor, Anchor::World(_));
        brings_together && self.joint.anchors.iter().any(is_of) && self.joint.anchors.iter().any(is_world)
    }

    /// Whether it holds from the start until a time.
    pub(crate) fn holds_until(&self, time_s: f64) -> bool {
        self.released_at_s.is_none_or(|at_s| at_s >= time_s)
    }

    /// Length of what acts along the line between its ends, where it neither pulls nor pushes, m.
    fn length_m(&self) -> Option<f64> {
        use rigid_sim::JointKind::{Rod, Rope, Spring};
        match self.joint.kind {
            Rod { length_m } | Rope { length_m } => Some(length_m),
            Spring(spring) => Some(spring.rest_m),
            _ => None,
        }
    }

    /// The joint after a step of `dt` seconds.
    pub(crate) fn read(&self, rigid: &rigid_sim::World, dt: f64) -> JointReading {
        let ends_m = rigid.joint_ends_m(self.handle).unwrap_or_default();
        let force_n = rigid.joint_impulse_n_s(self.handle).unwrap_or_default() / dt;
        let along = (ends_m[1] - ends_m[0]).try_normalize().filter(|_| self.length_m().is_some());
        let tension_n = along.map_or(force_n.length(), |along| force_n.dot(along));
        let position = rigid.joint_position(self.handle);
        let is_hinge = matches!(self.joint.kind, rigid_sim::JointKind::Hinge { .. });
        let drive = self.drive.as_ref().and_then(|_| rigid.drive_impulse(self.handle));
        JointReading {
            name: self.name.clone(),
            ends_m,
            force_n,
            tension_n,
            length_m: self.length_m(),
            angle_rad: position.filter(|_| is_hinge),
            offset_m: position.filter(|_| !is_hinge),
            drive: drive.map(|impulse| impulse / dt),
        }
    }
}

/// Adds the joints and mooring lines of a scenario to the world of its bodies.
///
/// # Errors
/// With the key, where one cannot be met by the bodies where they are.
pub(super) fn insert(
    scenario: &Scenario,
    rigid: &mut rigid_sim::World,
    all: &[Body],
) -> Result<Vec<Joint>, Error> {
    let mut joints = Vec::new();
    for (i, given) in scenario.joint.iter().enumerate() {
        let built = joint(given, rigid, all);
        let joint = fitted(scenario, (&format!("joint.{i}"), &given.name), built, rigid)?;
        joints.push(Joint { drive: given.drive.clone(), released_at_s: given.released_at_s, ..joint });
    }
    for (body, (_, given)) in all.iter().zip(scenario.bodies()) {
        for (i, line) in given.mooring.iter().enumerate() {
            let built = mooring(line, body, given, (scenario, rigid));
            let name = format!("{}.mooring.{i}", body.name);
            let fitted = fitted(scenario, (&format!("body.{name}"), &name), built, rigid)?;
            joints.push(Joint { released_at_s: line.released_at_s, ..fitted });
        }
    }
    Ok(joints)
}

fn fitted(
    scenario: &Scenario,
    (key, name): (&str, &str),
    joint: rigid_sim::Joint,
    rigid: &mut rigid_sim::World,
) -> Result<Joint, Error> {
    use rigid_sim::Error::{JointApart, JointLength};
    use rigid_sim::JointKind::{Rod, Rope, Spring};
    let [a, b] = joint.anchors.map(|anchor| rigid.place_m(anchor));
    let ends = format!("the ends of `{name}` are at {a:.3} and {b:.3} m at the start");
    let refused = |leaf: &str, message: String| {
        let (file, key) = (scenario.origin.name.clone(), format!("{key}.{leaf}"));
        Err(Error::Scenario(scenario::Error::Key { file, key, message }))
    };
    if let Spring(rigid_sim::Spring { rest_m, stiffness_n_m, .. }) = joint.kind
        && rest_m < 0.0
    {
        let (span_m, most_n) = (a.distance(b), stiffness_n_m * a.distance(b));
        let right = format!("take at most {most_n:.1} N, or a larger stiffness_n_m");
        let wrong = format!("it would have to be {rest_m:.3} m long to rest");
        return refused("pretension_n", format!("{ends}, {span_m:.3} m apart: {wrong}; {right}"));
    }
    let (leaf, message) = match rigid.insert_joint(joint) {
        Ok(handle) => {
            let (name, key) = (name.into(), key.into());
            return Ok(Joint { name, key, handle, joint, drive: None, released_at_s: None });
        }
        Err(JointApart { apart_m }) => {
            let right = "they must be at one place: leave it out, or move at_m or a body by that";
            ("to_at_m", format!("{ends}, {apart_m:.3} m apart; {right}"))
        }
        Err(JointLength { length_m, apart_m }) => {
            let right = match joint.kind {
                Rod { .. } => format!("it must be {apart_m:.3} m"),
                _ => format!("it must be at least {apart_m:.3} m"),
            };
            ("length_m", format!("{length_m} m, but {ends}; {right}, or leave it out"))
        }
        Err(_) if matches!(joint.kind, Rod { length_m } | Rope { length_m } if length_m == 0.0) => {
            let right = "a line needs a length: move at_m or to_at_m, or take kind = \"ball\"";
            ("length_m", format!("{ends}, at one place: {right}"))
        }
        Err(error) => ("kind", format!("of `{name}`: {error}")),
    };
    refused(leaf, message)
}

/// A joint between the bodies where they are.
fn joint(given: &scenario::Joint, rigid: &rigid_sim::World, all: &[Body]) -> rigid_sim::Joint {
    let handle = |name: &str| {
        // Those that are there from the start, by name: of others no joint is.
        let index = all.binary_search_by(|body| (*body.name).cmp(name));
        all[index.expect("names were checked when the scenario was read")].handle
    };
    let held = handle(&given.body);
    let first = Anchor::Body(held, DVec3::from_array(given.at_m));
    let at_m = rigid.place_m(first);
    let there = given.to_at_m.map(DVec3::from_array);
    let second = match given.to.as_deref().map(handle) {
        Some(other) if given.kind.is_line() => Anchor::Body(other, there.unwrap_or_default()),
        Some(other) => Anchor::Body(other, there.unwrap_or_else(|| rigid[other].point_to_body(at_m))),
        None => Anchor::World(there.unwrap_or(at_m)),
    };
    let axis = rigid[held].rotation() * given.axis.map_or(DVec3::ZERO, DVec3::from_array);
    let distance_m = at_m.distance(rigid.place_m(second));
    let length_m = given.length_m.unwrap_or(distance_m);
    let kind = match given.kind {
        JointKind::Fixed => rigid_sim::JointKind::Fixed,
        JointKind::Ball => rigid_sim::JointKind::Ball,
        JointKind::Hinge => rigid_sim::JointKind::Hinge { axis },
        JointKind::Slider => rigid_sim::JointKind::Slider { axis },
        JointKind::Rod => rigid_sim::JointKind::Rod { length_m },
        JointKind::Rope => rigid_sim::JointKind::Rope { length_m },
        JointKind::Spring => {
            let spring = rigid_sim::Spring {
                rest_m: length_m,
                stiffness_n_m: given.stiffness_n_m.unwrap_or_default(),
                damping_n_s_m: given.damping_n_s_m.unwrap_or_default(),
                acts: given.acts.map_or(rigid_sim::Acts::Both, Into::into),
            };
            rigid_sim::JointKind::Spring(pulling(spring, given.pretension_n, distance_m))
        }
    };
    rigid_sim::Joint { limits: given.limits(), ..rigid_sim::Joint::new(kind, first, second) }
}

/// A mooring line from a body where it is to the bed.
fn mooring(
    line: &Mooring,
    body: &Body,
    given: &scenario::Body,
    (scenario, rigid): (&Scenario, &rigid_sim::World),
) -> rigid_sim::Joint {
    let first = Anchor::Body(body.handle, DVec3::from_array(line.at_m));
    let [x, y] = [given.position_m.x_m + line.anchor_m[0], given.position_m.y_m + line.anchor_m[1]];
    let anchor_m = DVec3::new(x, y, scenario.bed_at_m(x, y));
    let distance_m = rigid.place_m(first).distance(anchor_m);
    let length_m = line.length_m.unwrap_or(distance_m);
    let kind = match line.stiffness_n_m {
        // One that is shorter than its span is refused as a rope is: how far it is stretched says its pretension.
        None => rigid_sim::JointKind::Rope { length_m },
        Some(_) if length_m < distance_m => rigid_sim::JointKind::Rope { length_m },
        Some(stiffness_n_m) => {
            let spring = rigid_sim::Spring {
                rest_m: length_m,
                stiffness_n_m,
                damping_n_s_m: line.damping_n_s_m.unwrap_or_default(),
                acts: rigid_sim::Acts::Pull,
            };
            rigid_sim::JointKind::Spring(pulling(spring, line.pretension_n, distance_m))
        }
    };
    rigid_sim::Joint::new(kind, first, Anchor::World(anchor_m))
}

fn pulling(spring: rigid_sim::Spring, tension_n: Option<f64>, distance_m: f64) -> rigid_sim::Spring {
    tension_n.map_or(spring, |tension_n| spring.pulling(tension_n, distance_m))
}
