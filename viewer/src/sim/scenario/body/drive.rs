use hydro_forces::waves::ramp;
use lbm_boundary::Motion;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A prescribed motion.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Drive {
    /// Velocity of the center of mass, along the domain's axes.
    pub velocity_m_s: [f64; 2],
    /// Turn about the vertical through the center of mass, counter-clockwise seen from above.
    pub turn_deg_s: f64,
    /// Time over which both rise from zero at the start, as `½ (1 − cos π t/T)`; 2 s unless given, 0 for an impulsive
    /// start, which sends out a bore and puts a spike in the force.
    pub ramp_s: f64,
}

impl Drive {
    /// Fraction of the full motion at a time, 0 to 1.
    pub fn fraction(&self, time_s: f64) -> f64 {
        ramp(time_s, self.ramp_s)
    }

    /// The full motion, about the center of mass at the start.
    pub fn full_motion(&self) -> Motion {
        Motion {
            linvel_m_s: self.velocity_m_s,
            angvel_rad_s: self.turn_deg_s.to_radians(),
            ..Motion::default()
        }
    }

    /// Time in which the full motion comes as far as this one until a time, s.
    pub(crate) fn covered_s(&self, time_s: f64) -> f64 {
        if time_s >= self.ramp_s {
            return time_s - 0.5 * self.ramp_s;
        }
        let angular = std::f64::consts::PI / self.ramp_s;
        0.5 * (time_s - (angular * time_s).sin() / angular)
    }

    /// Time until which it comes as far as the full motion in `full_s`, s.
    pub(crate) fn time_of_s(&self, full_s: f64) -> f64 {
        if full_s >= 0.5 * self.ramp_s {
            return full_s + 0.5 * self.ramp_s;
        }
        let (mut before, mut after) = (0.0, self.ramp_s);
        for _ in 0..60 {
            let middle = 0.5 * (before + after);
            if self.covered_s(middle) < full_s { before = middle } else { after = middle }
        }
        after
    }

    /// The motion at a time.
    pub fn motion(&self, time_s: f64) -> Motion {
        let (full, fraction) = (self.full_motion(), self.fraction(time_s));
        Motion {
            linvel_m_s: full.linvel_m_s.map(|u| u * fraction),
            angvel_rad_s: full.angvel_rad_s * fraction,
            ..full
        }
    }
}

impl Default for Drive {
    fn default() -> Self {
        Self { velocity_m_s: [0.0; 2], turn_deg_s: 0.0, ramp_s: 2.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_motion_rises_over_its_ramp_and_stays() {
        let slow = Drive { ramp_s: 4.0, ..Drive::default() };
        let fractions = [0.0, 2.0, 4.0, 9.0].map(|time_s| slow.fraction(time_s));
        assert!(
            fractions.iter().zip([0.0, 0.5, 1.0, 1.0]).all(|(a, b)| (a - b).abs() < 1e-12),
            "{fractions:?}"
        );
        assert_eq!(Drive { ramp_s: 0.0, ..slow }.fraction(0.0), 1.0);
    }

    #[test]
    fn it_comes_as_far_as_its_velocity_adds_up_to() {
        let slow = Drive { ramp_s: 4.0, ..Drive::default() };
        let mut covered = 0.0;
        for step in 0..80_000 {
            covered += 1e-4 * slow.fraction(1e-4 * (f64::from(step) + 0.5));
            let time_s = 1e-4 * f64::from(step + 1);
            if step % 10_000 == 9_999 {
                assert!((slow.covered_s(time_s) - covered).abs() < 1e-7, "{time_s}");
                assert!((slow.time_of_s(covered) - time_s).abs() < 1e-6, "{time_s}");
            }
        }
    }

    #[test]
    fn half_way_through_the_ramp_the_motion_is_half_the_full_one() {
        let drive = Drive { velocity_m_s: [3.0, 4.0], turn_deg_s: -180.0, ramp_s: 4.0 };
        let motion = drive.motion(2.0);
        let off = [motion.linvel_m_s[0] - 1.5, motion.linvel_m_s[1] - 2.0];
        assert!(off.iter().all(|off| off.abs() < 1e-12));
        assert!((motion.angvel_rad_s + 0.5 * std::f64::consts::PI).abs() < 1e-12);
    }
}
