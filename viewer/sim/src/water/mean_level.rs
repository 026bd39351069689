//! The level of the water about a hull, below which it displaces water.

use super::slow_levels::{STEPS_PER_LOOK, Sample};

/// Change of the mean level, as a fraction of the depth, that counts.
///
/// A hull that stands still displaces the same until then. What it displaces then changes by a thousandth of a percent of the depth, less than a
/// ripple that the lattice tells.
const STEP: f64 = 1e-5;

/// Part of what a lid has below the water around it that is below its level. With 0.5 a box that draws 0.1 m was thrown back by a solitary wave of 0.3 m; with all of it a box of 4 × 2 m that bobs, by 0.2 m at
/// first, has a residual of 13 % of its energy by its own waves, in place of 11 %.
const PART_BELOW: f64 = 0.85;

/// The same of a lid that waves lift, as a part of that.
const LIFT_STEP: f64 = 0.1;

/// The level below which a hull displaces water: the slow level of the water at its place ([`super::SlowLevels`]), higher where waves lift a rigid lid.
///
/// Hulls displace water below it: below the still level a hull that has risen with a tide, lies in a chamber whose water is higher, or upstream on a river, would displace none by its
/// draft, make no wave, and leave its water missing from a basin. Below the water's own surface it would feed on its own wave.
///
/// The water under a rigid lid has the room between hull and bed, from whatever level that is counted; but no part of a hull above the level is a lid, and one that waves lift by its draft would
/// come and go with them. So at least [`PART_BELOW`] of what the lid has below the water around it ([`super::Around`]) is below the level, which is no higher than that water. Of soft hulls the level works on the
/// water as it changes (`Work::levels_j`), so that theirs must be slow.
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
    /// The part of it by which waves lift a lid, m.
    lift_m: f64,
}

crate::codec::coded!(MeanLevel { now_m, at_m, next_m, left, step_m, lift_m });

impl MeanLevel {
    /// That of water at an elevation, m.
    pub(crate) fn at(eta_m: f64) -> Self {
        Self { now_m: eta_m, at_m: eta_m, next_m: eta_m, left: 0, step_m: 0.0, lift_m: 0.0 }
    }

    pub(crate) fn is_finite(&self) -> bool {
        [self.now_m, self.at_m, self.next_m, self.step_m, self.lift_m].into_iter().all(f64::is_finite)
            && self.left <= STEPS_PER_LOOK
    }

    /// Elevation above the still level, m.
    pub(crate) fn eta_m(&self) -> f64 {
        self.now_m + self.lift_m
    }

    /// Follows a lid whose underside is at an elevation, m, in water that is at another one around it, if any is there.
    pub(crate) fn lift(&mut self, underside_m: f64, around_m: Option<f64>) {
        let lift_m = around_m.map_or(0.0, |around_m| {
            (underside_m + PART_BELOW * (around_m - underside_m) - self.now_m)
                .clamp(0.0, (around_m - self.now_m).max(0.0))
        });
        if lift_m == 0.0 || (lift_m - self.lift_m).abs() > LIFT_STEP * self.step_m {
            self.lift_m = lift_m;
        }
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
