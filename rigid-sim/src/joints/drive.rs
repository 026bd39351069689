//! Drives of hinges and sliders, and their stops.

use crate::error::{Error, in_range};
use std::f64::consts::TAU;

/// Drive of a hinge or slider: takes its position `q`, the angle (rad) of the first side from the second about the axis or its offset (m) along it,
/// to a target `q*` that moves with `q̇*`, by a torque (N·m) or force (N) on both sides
///
/// `τ = −m ω² (q − q*) − 2 ζ m ω (q̇ − q̇*)`, `|τ| ≤ max`, `ω = 2π f`.
///
/// Here `m` is the inertia of that motion: what the two sides put up against it as the joint holds them, without what else they are joined to. It is taken
/// implicitly, as [springs](crate::Spring) are, so that any frequency is stable. Errors of angles count the shorter way around, so that targets may go on for
/// more than one turn.
///
/// ```
/// use glam::DVec3;
/// use rigid_sim::{Anchor, Drive, Joint, JointKind, MassProperties, RigidBodyBuilder, World};
///
/// let mass = MassProperties::from_box(DVec3::new(0.5, 0.05, 0.5), 20.0)?;
/// let mut world = World::new(DVec3::ZERO);
/// let rudder = world.insert(RigidBodyBuilder::dynamic().mass_properties(mass).build()?);
/// let kind = JointKind::Hinge { axis: DVec3::Z };
/// let drive = Drive { target: 0.5, speed: 0.0, frequency_hz: 2.0, damping_ratio: 1.0, max: 30.0 };
/// let stock = Joint::new(kind, Anchor::Body(rudder, DVec3::X * -0.5), Anchor::World(DVec3::X * -0.5));
/// let stock = world.insert_joint(Joint { drive: Some(drive), limits: Some([-0.6, 0.6]), ..stock })?;
/// for _ in 0..200 {
///     world.step(0.01);
/// }
/// assert!((world.joint_position(stock).unwrap() - 0.5).abs() < 1e-3);
/// # Ok::<(), rigid_sim::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Drive {
    /// Position `q*` at the end of the next step, rad or m.
    pub target: f64,
    /// Speed of the target in that step, `q̇*`, rad/s or m/s.
    pub speed: f64,
    /// Natural frequency `f` of the motion about the target, Hz, above 0.
    pub frequency_hz: f64,
    /// Damping ratio `ζ`, at least 0; 1 is critical.
    pub damping_ratio: f64,
    /// Greatest torque or force, N·m or N, at least 0; infinite without a bound.
    pub max: f64,
}

/// Farthest stop of a hinge from its position at the start, rad: what is beyond one is told from what is before the other.
const FARTHEST_RAD: f64 = 3.0;

impl Drive {
    /// # Errors
    /// What no drive can be.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let Self { target, speed, frequency_hz, damping_ratio, max } = *self;
        in_range(true, "target of a drive (rad or m)", target, "a finite number")?;
        in_range(true, "speed of a drive (rad/s or m/s)", speed, "a finite number")?;
        in_range(frequency_hz > 0.0, "frequency of a drive (Hz)", frequency_hz, "above 0")?;
        in_range(damping_ratio >= 0.0, "damping ratio of a drive", damping_ratio, "at least 0")?;
        let what = "greatest torque or force of a drive (N·m or N)";
        in_range(max >= 0.0, what, max.min(f64::MAX), "at least 0").map(drop)
    }

    /// Stiffness and damping where a motion has such an inertia: `m ω²` and `2 ζ m ω`.
    pub(crate) fn coefficients(&self, inertia: f64) -> [f64; 2] {
        let omega = TAU * self.frequency_hz;
        [inertia * omega * omega, 2.0 * self.damping_ratio * inertia * omega]
    }
}

/// # Errors
/// Stops that no hinge, or no slider, can have.
pub(super) fn check_limits([lowest, highest]: [f64; 2], is_hinge: bool) -> Result<(), Error> {
    let farthest = if is_hinge { FARTHEST_RAD } else { f64::MAX };
    let [below, above] = if is_hinge {
        [
            "at least -3 and at most 0, where the joint starts",
            "at most 3 and at least 0, where the joint starts",
        ]
    } else {
        ["at most 0, where the joint starts", "at least 0, where the joint starts"]
    };
    in_range((-farthest..=0.0).contains(&lowest), "lower stop of a joint (rad or m)", lowest, below)?;
    in_range((0.0..=farthest).contains(&highest), "upper stop of a joint (rad or m)", highest, above)?;
    in_range(lowest < highest, "upper stop of a joint (rad or m)", highest, "above the lower one").map(drop)
}
