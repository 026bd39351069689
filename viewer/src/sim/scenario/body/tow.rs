use hydro_forces::waves::ramp;
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
        self.speed_m_s * ramp(time_s, self.ramp_s)
    }

    /// Distance covered until a time, m.
    pub fn covered_m(&self, time_s: f64) -> f64 {
        let Self { speed_m_s, ramp_s, .. } = *self;
        if time_s >= ramp_s {
            return speed_m_s * (time_s - 0.5 * ramp_s);
        }
        let angular = std::f64::consts::PI / ramp_s;
        0.5 * speed_m_s * (time_s - (angular * time_s).sin() / angular)
    }

    /// Time at which a distance is covered, s.
    pub fn time_to_cover_s(&self, distance_m: f64) -> f64 {
        let Self { speed_m_s, ramp_s, .. } = *self;
        if distance_m >= self.covered_m(ramp_s) {
            return 0.5 * ramp_s + distance_m / speed_m_s;
        }
        let (mut before, mut after) = (0.0, ramp_s);
        for _ in 0..60 {
            let middle = 0.5 * (before + after);
            if self.covered_m(middle) < distance_m { before = middle } else { after = middle }
        }
        after
    }
}

fn three() -> f64 {
    3.0
}

fn heave_and_pitch() -> Vec<Freedom> {
    vec![Freedom::Heave, Freedom::Pitch]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_is_the_integral_of_the_speed() {
        let tow = Tow { speed_m_s: 2.0, ramp_s: 3.0, free: heave_and_pitch() };
        let mut covered = 0.0;
        for step in 0..50_000 {
            let time_s = 1e-4 * (f64::from(step) + 0.5);
            covered += 1e-4 * tow.speed_at(time_s);
            let end_s = time_s + 0.5e-4;
            assert!((tow.covered_m(end_s) - covered).abs() < 1e-6, "{end_s}");
            assert!((tow.time_to_cover_s(covered) - end_s).abs() < 1e-2 || end_s < 0.2, "{end_s}");
        }
        let at_once = Tow { ramp_s: 0.0, ..tow };
        assert_eq!(
            (at_once.speed_at(0.0), at_once.covered_m(3.0), at_once.time_to_cover_s(5.0)),
            (2.0, 6.0, 2.5)
        );
    }
}
