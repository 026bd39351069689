//! The mean level of the water about a hull, below which it displaces water.

use super::slow_levels::{STEPS_PER_LOOK, Sample};

/// Change of the mean level, as a fraction of the depth, that counts.
///
/// A hull that stands still displaces the same until then. What it displaces then changes by a thousandth of a percent of the depth, less than a
/// ripple that the lattice tells.
const STEP: f64 = 1e-5;

/// The level below which a hull displaces water: the slow level of the water at its place ([`super::SlowLevels`]).
///
/// Hulls displace water below it: below the still level a hull that has risen with a tide, lies in a chamber whose water is higher, or upstream on a river, would displace none by its
/// draft, make no wave, and leave its water missing from a basin. Below the water's own surface it would feed on its own wave.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct MeanLevel {
    /// Elevation above the still level, m.
    now_m: f64,
    /// The same before it counts as another.
    at_m: f64,
    /// The level when the water is looked at next, m, and the number of steps until then.
    next_m: f64,
    left: u64,
    /// Change that counts, m.
    step_m: f64,
}

crate::codec::coded!(MeanLevel { now_m, at_m, next_m, left, step_m });

impl MeanLevel {
    /// That of water at an elevation, m.
    pub(crate) fn at(eta_m: f64) -> Self {
        Self { now_m: eta_m, at_m: eta_m, next_m: eta_m, left: 0, step_m: 0.0 }
    }

    pub(crate) fn is_finite(&self) -> bool {
        [self.now_m, self.at_m, self.next_m, self.step_m].into_iter().all(f64::is_finite)
            && self.left <= STEPS_PER_LOOK
    }

    /// Elevation above the still level, m.
    pub(crate) fn eta_m(&self) -> f64 {
        self.now_m
    }

    /// Takes up what the water was when it was looked at.
    pub(crate) fn look(&mut self, Sample { eta_m, rise_m, depth_m }: Sample) {
        (self.next_m, self.left, self.step_m) = (eta_m + rise_m, STEPS_PER_LOOK, STEP * depth_m);
    }

    /// Goes on by a step.
    pub(crate) fn advance(&mut self) {
        if self.left > 0 {
            self.at_m += (self.next_m - self.at_m) / self.left as f64;
            self.left -= 1;
        }
        if (self.at_m - self.now_m).abs() > self.step_m {
            self.now_m = self.at_m;
        }
    }
}
