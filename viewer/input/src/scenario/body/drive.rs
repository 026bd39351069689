use hydro_forces::Ramp;
use lbm_boundary::Motion;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::schedule::around;

/// A prescribed motion: one velocity and turn from a time on, or a schedule of them.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Drive {
    /// Velocity of the center of mass, along the domain's axes.
    pub velocity_m_s: [f64; 2],
    /// Turn about the vertical through the center of mass, counter-clockwise seen from above.
    pub turn_deg_s: f64,
    /// Time over which both rise from zero where the motion begins, as `½ (1 − cos π t/T)`; 2 s unless given, 0 for an impulsive
    /// start, which sends out a bore and puts a spike in the force.
    pub ramp_s: f64,
    /// Time at which the motion begins, before which the body stands still; the start unless given.
    pub starts_at_s: f64,
    /// Velocities and turns over time, in order of time, linear in between and constant outside, in place of all other keys of the motion: a gate that opens and
    /// stops, a paddle that goes to and fro.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub schedule: Vec<DrivePoint>,
}

/// One point of the schedule of a motion, which is linear between its points and constant outside, and takes the place of all other keys of the motion: a gate
/// that opens and stops, a paddle that goes to and fro.
#[derive(Debug, Clone, Copy, PartialEq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DrivePoint {
    /// Time of the point.
    pub time_s: f64,
    /// Velocity of the center of mass, along the domain's axes; none unless given.
    #[serde(default)]
    pub velocity_m_s: [f64; 2],
    /// Turn about the vertical through the center of mass, counter-clockwise seen from above; none unless given.
    #[serde(default)]
    pub turn_deg_s: f64,
}

impl Drive {
    /// The motion at a time, about the center of mass at the start.
    pub fn motion(&self, time_s: f64) -> Motion {
        if let Some(([before, after], part)) = around(&self.schedule, time_s, |point| point.time_s) {
            let between = |from: f64, to: f64| from + part * (to - from);
            let [from_m_s, to_m_s] = [before, after].map(|point| point.velocity_m_s);
            let velocity_m_s = [0, 1].map(|axis| between(from_m_s[axis], to_m_s[axis]));
            return motion_of(velocity_m_s, between(before.turn_deg_s, after.turn_deg_s));
        }
        let since_s = time_s - self.starts_at_s;
        let fraction = if since_s < 0.0 { 0.0 } else { self.ramp().at(since_s) };
        let full = motion_of(self.velocity_m_s, self.turn_deg_s);
        Motion {
            linvel_m_s: full.linvel_m_s.map(|u| u * fraction),
            angvel_rad_s: full.angvel_rad_s * fraction,
            ..full
        }
    }

    /// Way that the motion has taken the body since the start, m along the domain's axes, and its turn, rad: the integral.
    pub fn moved(&self, time_s: f64) -> ([f64; 2], f64) {
        if self.schedule.is_empty() {
            let full = motion_of(self.velocity_m_s, self.turn_deg_s);
            let full_s = self.ramp().covered_s((time_s - self.starts_at_s).max(0.0));
            return (full.linvel_m_s.map(|u| u * full_s), full.angvel_rad_s * full_s);
        }
        let corners = self.schedule.iter().map(|point| point.time_s);
        let corners = corners.skip_while(|at_s| *at_s <= 0.0).take_while(|at_s| *at_s < time_s);
        let (mut way_m, mut turned_rad, mut before_s) = ([0.0; 2], 0.0, 0.0);
        for at_s in corners.chain([time_s]) {
            // Linear between corners: its mean is its value half-way.
            let (mean, lasts_s) = (self.motion(0.5 * (before_s + at_s)), at_s - before_s);
            way_m = [0, 1].map(|axis| way_m[axis] + mean.linvel_m_s[axis] * lasts_s);
            turned_rad += mean.angvel_rad_s * lasts_s;
            before_s = at_s;
        }
        (way_m, turned_rad)
    }

    /// Motions of which, and of rest, each one from the start until a time is a mean.
    pub fn extremes(&self, until_s: f64) -> impl Iterator<Item = Motion> {
        let is_within = move |point: &&DrivePoint| point.time_s > 0.0 && point.time_s < until_s;
        let points = self.schedule.iter().filter(is_within);
        let points = points.map(|point| motion_of(point.velocity_m_s, point.turn_deg_s));
        let first = (!self.schedule.is_empty()).then(|| self.motion(0.0));
        first.into_iter().chain([self.motion(until_s)]).chain(points)
    }

    /// The greatest speed that a point at a distance from the center of mass comes to until a time, m/s.
    pub fn fastest_m_s(&self, radius_m: f64, until_s: f64) -> f64 {
        self.extremes(until_s).map(|motion| motion.fastest_m_s(radius_m)).fold(0.0, f64::max)
    }

    fn ramp(&self) -> Ramp {
        Ramp { rise_s: self.ramp_s }
    }
}

fn motion_of(linvel_m_s: [f64; 2], turn_deg_s: f64) -> Motion {
    Motion { linvel_m_s, angvel_rad_s: turn_deg_s.to_radians(), ..Motion::default() }
}

impl Default for Drive {
    fn default() -> Self {
        Self { velocity_m_s: [0.0; 2], turn_deg_s: 0.0, ramp_s: 2.0, starts_at_s: 0.0, schedule: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_motion_rises_over_its_ramp_and_stays() {
        let drive = Drive { velocity_m_s: [3.0, 4.0], turn_deg_s: -180.0, ramp_s: 4.0, ..Drive::default() };
        for starts_at_s in [0.0, 5.0] {
            let drive = Drive { starts_at_s, ..drive.clone() };
            for (since_s, part) in [(-3.0, 0.0), (0.0, 0.0), (2.0, 0.5), (4.0, 1.0), (9.0, 1.0)] {
                let motion = drive.motion(starts_at_s + since_s);
                let off = [motion.linvel_m_s[0] - 3.0 * part, motion.linvel_m_s[1] - 4.0 * part];
                assert!(off.iter().all(|off| off.abs() < 1e-12), "{since_s} s");
                assert!((motion.angvel_rad_s + part * std::f64::consts::PI).abs() < 1e-12, "{since_s} s");
            }
        }
        let at_once = Drive { ramp_s: 0.0, starts_at_s: 5.0, ..drive };
        let speeds = [4.9, 5.0].map(|time_s| at_once.motion(time_s).linvel_m_s);
        assert_eq!((speeds, at_once.moved(4.0)), ([[0.0; 2], [3.0, 4.0]], ([0.0; 2], 0.0)));
    }

    fn to_and_fro() -> Drive {
        let point = |time_s: f64, u_m_s: f64, turn_deg_s: f64| DrivePoint {
            time_s,
            velocity_m_s: [u_m_s, -0.5 * u_m_s],
            turn_deg_s,
        };
        let schedule =
            vec![point(-1.0, 1.0, 0.0), point(1.0, 3.0, 20.0), point(4.0, -3.0, 20.0), point(6.0, 0.5, 0.0)];
        Drive { schedule, ..Drive::default() }
    }

    #[test]
    fn what_is_moved_is_the_integral_of_the_motion() {
        let begins =
            Drive { velocity_m_s: [2.0, 1.0], turn_deg_s: 9.0, starts_at_s: 1.5, ..Drive::default() };
        for drive in [to_and_fro(), begins] {
            let ([mut x_m, mut y_m], mut turned_rad, step_s) = ([0.0; 2], 0.0, 1e-3);
            for step in 0..9000 {
                let motion = drive.motion(step_s * (f64::from(step) + 0.5));
                x_m += motion.linvel_m_s[0] * step_s;
                y_m += motion.linvel_m_s[1] * step_s;
                turned_rad += motion.angvel_rad_s * step_s;
                let ([x, y], turned) = drive.moved(step_s * f64::from(step + 1));
                let off =
                    [x - x_m, y - y_m, turned - turned_rad].map(f64::abs).into_iter().fold(0.0, f64::max);
                assert!(off < 1e-5, "step {step}: {off}");
            }
        }
    }

    #[test]
    fn nothing_is_faster_than_the_extremes() {
        let drive = to_and_fro();
        for until_s in [0.5, 2.0, 3.9, 9.0, f64::INFINITY] {
            let most_m_s = drive.fastest_m_s(2.0, until_s);
            let end_s = until_s.min(20.0);
            let speeds = (0..=1000).map(|n| drive.motion(end_s * f64::from(n) / 1000.0).fastest_m_s(2.0));
            let found_m_s = speeds.fold(0.0, f64::max);
            assert!(
                found_m_s <= most_m_s && found_m_s > 0.99 * most_m_s,
                "{until_s}: {found_m_s}, {most_m_s}"
            );
        }
    }
}
