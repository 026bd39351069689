use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::JointDrive;

/// A joint between a body and another one, or the ground. Its force on the body is in `joints.csv`, with the position of a hinge or slider and what its drive gives.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Joint {
    /// Name in `joints.csv`, unique in a scenario.
    pub name: String,
    /// The motion that it allows.
    pub kind: JointKind,
    /// The body that it holds. The name of a body with `repeat` stands for all copies: each gets such a joint.
    pub body: String,
    /// Place at which it is fastened to that body, in the mesh's frame; its origin when left out.
    #[serde(default)]
    pub at_m: [f64; 3],
    /// The other body, afloat, fixed or driven; the ground when left out. Where it is the same body with `repeat`, each copy is
    /// joined to the next: a chain. The two do not touch each other, unless a rod, rope or spring joins them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Place at which it is fastened to the other, in the frame of that mesh, or in the domain for the ground. When left out, where the first
    /// end is at the start; of a rod, rope or spring, which must have it for the ground, the other mesh's origin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_at_m: Option<[f64; 3]>,
    /// Axis of a hinge or slider, in the frame of the body's mesh.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<[f64; 3]>,
    /// Stops of a hinge: least and greatest angle of the body from where it is at the start, about the axis, from −170 to 170 with 0 between them. None
    /// when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits_deg: Option<[f64; 2]>,
    /// Stops of a slider: least and greatest offset of the body from where it is at the start, along the axis, with 0 between them. None when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits_m: Option<[f64; 2]>,
    /// Drive of a hinge or slider; it is free when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drive: Option<JointDrive>,
    /// Length of a rod, rope or spring without force; the distance of its ends at the start when left out. A rope or a spring that
    /// pulls is slack below it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length_m: Option<f64>,
    /// Force of a spring per meter of stretch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stiffness_n_m: Option<f64>,
    /// Force of a spring per speed at which its ends part; none when left out. Springs are implicit in time, so that any stiffness is stable: at 72 steps a period one without damping
    /// loses 7 % of its energy in a period and a half.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damping_n_s_m: Option<f64>,
    /// Force with which a spring pulls at the start, in place of its length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pretension_n: Option<f64>,
    /// Directions in which a spring acts; both when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acts: Option<Acts>,
    /// Time at which what it holds is let go: a rope that is slipped, a chain that parts, a pin that is pulled. From then on it is no more. It holds to the end when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub released_at_s: Option<f64>,
}

/// Motion that a joint allows, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum JointKind {
    /// Nothing: the two move as one.
    Fixed,
    /// Every rotation about its ends, which stay together: a link of a chain.
    Ball,
    /// Rotation about an axis through its ends: a rudder, a gate.
    Hinge,
    /// Shifts along an axis through its ends: a plate on rollers.
    Slider,
    /// A rod: its ends keep their distance.
    Rod,
    /// A rope: a line that does not stretch keeps its ends within its length.
    Rope,
    /// All, against the force `k (d − l) + c ḋ` along the line between its ends at a distance `d`: an elastic line, a fender.
    Spring,
}

/// Directions in which a spring acts, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Acts {
    /// Pulls and pushes.
    Both,
    /// Pulls and never pushes: a line.
    Pull,
    /// Pushes and never pulls: a fender.
    Push,
}

/// A mooring line from a body afloat to an anchor on the bed. It is straight and without weight; slack while it is longer than the
/// distance. Its force is in `joints.csv`, under the name `NAME.mooring.N`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Mooring {
    /// Place at which it is made fast on the body, in the mesh's frame; its origin when left out, the lowest point of generated hulls.
    pub at_m: [f64; 3],
    /// Place of the anchor on the bed from the body's position at the start, along the domain's axes; right below it when left out.
    pub anchor_m: [f64; 2],
    /// Length without force; the distance to the anchor at the start when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_m: Option<f64>,
    /// Force per meter of stretch; a line that does not stretch when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stiffness_n_m: Option<f64>,
    /// Force per speed at which it lengthens, beside a stiffness; none when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damping_n_s_m: Option<f64>,
    /// Force with which it pulls at the start, beside a stiffness and in place of its length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pretension_n: Option<f64>,
    /// Time at which it is slipped, or parts; it holds to the end when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub released_at_s: Option<f64>,
}

impl JointKind {
    /// Whether it acts along a line between its ends.
    pub fn is_line(self) -> bool {
        matches!(self, Self::Rod | Self::Rope | Self::Spring)
    }
}

impl Joint {
    /// Stops of a hinge (rad) or slider (m).
    pub fn limits(&self) -> Option<[f64; 2]> {
        self.limits_deg.map(|limits_deg| limits_deg.map(f64::to_radians)).or(self.limits_m)
    }

    /// The keys that only some kinds have: those given, each with the kinds that have it.
    pub(crate) fn keys_of_kinds(&self) -> impl Iterator<Item = (&'static str, &'static [JointKind])> {
        use JointKind::{Hinge, Rod, Rope, Slider, Spring};
        let keys: [(&str, bool, &[JointKind]); 9] = [
            ("axis", self.axis.is_some(), &[Hinge, Slider]),
            ("limits_deg", self.limits_deg.is_some(), &[Hinge]),
            ("limits_m", self.limits_m.is_some(), &[Slider]),
            ("drive", self.drive.is_some(), &[Hinge, Slider]),
            ("length_m", self.length_m.is_some(), &[Rod, Rope, Spring]),
            ("stiffness_n_m", self.stiffness_n_m.is_some(), &[Spring]),
            ("damping_n_s_m", self.damping_n_s_m.is_some(), &[Spring]),
            ("pretension_n", self.pretension_n.is_some(), &[Spring]),
            ("acts", self.acts.is_some(), &[Spring]),
        ];
        keys.into_iter().filter(|(_, given, _)| *given).map(|(key, _, kinds)| (key, kinds))
    }
}
