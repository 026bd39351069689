use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::schedule::around;

/// A thrust at a point of the body that pushes and steers it (Lazo et al. §1).
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Propeller {
    /// Point at which the force acts, in the mesh's frame. While it is above the mean level of the water the propeller is out of the water and has
    /// no thrust; `estela check` warns if it is where the body floats at rest, a run once when it comes out.
    pub position_m: [f64; 3],
    /// Full thrust, along the body's +x.
    pub thrust_n: f64,
    /// Radius of the race, the water that the thrust accelerates; half the body's width when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub race_radius_m: Option<f64>,
    /// Thrust over time, in order of time, linear in between and constant outside; empty is full thrust ahead.
    #[serde(default)]
    pub schedule: Vec<Thrust>,
}

/// One point of a propeller's schedule.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Thrust {
    /// Time of the point.
    pub time_s: f64,
    /// Fraction of the full thrust, −1 (astern) to 1 (ahead).
    pub thrust: f64,
    /// Direction of the thrust about the body's z, counter-clockwise seen from above; positive turns the bow to
    /// starboard when the propeller is behind the center of mass.
    #[serde(default)]
    pub angle_deg: f64,
}

impl Propeller {
    /// Force at a time in the body's frame, in newtons: `[along x, along y]`.
    pub fn force_n(&self, time_s: f64) -> [f64; 2] {
        let Thrust { thrust, angle_deg, .. } = self.at(time_s);
        self.force_at(thrust, angle_deg)
    }

    /// Force of a fraction of the full thrust at an angle, in the body's frame, in newtons: `[along x, along y]`.
    pub fn force_at(&self, thrust: f64, angle_deg: f64) -> [f64; 2] {
        let (sine, cosine) = angle_deg.to_radians().sin_cos();
        [self.thrust_n * thrust * cosine, self.thrust_n * thrust * sine]
    }

    /// Thrust of the schedule at a time.
    pub fn at(&self, time_s: f64) -> Thrust {
        let full = Thrust { time_s, thrust: 1.0, angle_deg: 0.0 };
        around(&self.schedule, time_s, |point| point.time_s).map_or(full, |([before, after], part)| {
            let between = |from: f64, to: f64| from + part * (to - from);
            Thrust {
                time_s,
                thrust: between(before.thrust, after.thrust),
                angle_deg: between(before.angle_deg, after.angle_deg),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn propeller(points: &[(f64, f64, f64)]) -> Propeller {
        let schedule =
            points.iter().map(|&(time_s, thrust, angle_deg)| Thrust { time_s, thrust, angle_deg }).collect();
        Propeller { position_m: [0.0; 3], thrust_n: 1000.0, race_radius_m: None, schedule }
    }

    #[test]
    fn without_a_schedule_the_thrust_is_full_ahead() {
        assert_eq!(propeller(&[]).force_n(7.0), [1000.0, 0.0]);
    }

    #[test]
    fn the_schedule_is_linear_between_and_constant_outside_its_points() {
        let propeller = propeller(&[(1.0, 0.0, 0.0), (3.0, 1.0, 90.0)]);
        assert_eq!((propeller.at(0.0).thrust, propeller.at(0.0).angle_deg), (0.0, 0.0));
        assert_eq!((propeller.at(1.5).thrust, propeller.at(1.5).angle_deg), (0.25, 22.5));
        assert_eq!((propeller.at(9.0).thrust, propeller.at(9.0).angle_deg), (1.0, 90.0));
        let [ahead, across] = propeller.force_n(3.0);
        assert!(ahead.abs() < 1e-9 && (across - 1000.0).abs() < 1e-9);
    }
}
