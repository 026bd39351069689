use hydro_forces::Ramp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The carriage of a towing tank. It takes a body that floats at rest to a speed along its heading and holds it there, at its
/// center of mass; the motions in `free` go by the forces on the body, all others are held. With surge among them it is a rail:
/// the body goes along its heading by the thrust of its propeller.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tow {
    /// Speed over ground along the body's `heading_deg`; 0 holds it in a stream, and where surge is free.
    pub speed_m_s: f64,
    /// Time over which the speed rises from zero at the start, as `½ (1 − cos π t/T)`; 3 s unless given. The shorter it is, the
    /// longer the waves of the start disturb the forces.
    #[serde(default = "three")]
    pub ramp_s: f64,
    /// Motions that are free: heave and pitch unless given.
    #[serde(default = "heave_and_pitch")]
    pub free: Vec<Freedom>,
}

/// Motions of a body, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Freedom {
    /// Along the heading.
    Surge,
    /// Across the heading.
    Sway,
    /// Up and down.
    Heave,
    /// Heel.
    Roll,
    /// Trim.
    Pitch,
    /// Turning.
    Yaw,
}

impl Tow {
    /// Whether a motion is free.
    pub fn frees(&self, motion: Freedom) -> bool {
        self.free.contains(&motion)
    }

    /// Speed at a time, m/s.
    pub fn speed_at(&self, time_s: f64) -> f64 {
        self.speed_m_s * self.ramp().at(time_s)
    }

    /// Distance covered until a time, m.
    pub fn covered_m(&self, time_s: f64) -> f64 {
        self.speed_m_s * self.ramp().covered_s(time_s)
    }

    /// Time at which a distance is covered, s.
    pub fn time_to_cover_s(&self, distance_m: f64) -> f64 {
        self.ramp().time_to_cover_s(distance_m / self.speed_m_s)
    }

    fn ramp(&self) -> Ramp {
        Ramp { rise_s: self.ramp_s }
    }
}

fn three() -> f64 {
    3.0
}

fn heave_and_pitch() -> Vec<Freedom> {
    vec![Freedom::Heave, Freedom::Pitch]
}
