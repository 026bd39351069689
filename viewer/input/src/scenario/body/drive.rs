use hydro_forces::Ramp;
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
        self.ramp().at(time_s)
    }

    /// The full motion, about the center of mass at the start.
    pub fn full_motion(&self) -> Motion {
        Motion {
            linvel_m_s: self.velocity_m_s,
            angvel_rad_s: self.turn_deg_s.to_radians(),
            ..Motion::default()
        }
    }

    /// Rise of its motion at the start.
    pub fn ramp(&self) -> Ramp {
        Ramp { rise_s: self.ramp_s }
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
    fn half_way_through_the_ramp_the_motion_is_half_the_full_one() {
        let drive = Drive { velocity_m_s: [3.0, 4.0], turn_deg_s: -180.0, ramp_s: 4.0 };
        let motion = drive.motion(2.0);
        let off = [motion.linvel_m_s[0] - 1.5, motion.linvel_m_s[1] - 2.0];
        assert!(off.iter().all(|off| off.abs() < 1e-12));
        assert!((motion.angvel_rad_s + 0.5 * std::f64::consts::PI).abs() < 1e-12);
    }
}
