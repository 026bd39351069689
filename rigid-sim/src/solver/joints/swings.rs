//! How fast the forces of joints swing bodies.

use super::super::mover::Mover;
use super::rows::JointRows;
use crate::joints::{Anchor, JointKind};
use crate::reuse::refill;

/// Least length of a line or lever, m.
const LEAST_M: f64 = 1e-2;

/// Squares of the frequencies of a body, rad²/s².
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::solver) struct Swing {
    /// The one where several joints pull at it, and the one where this pivot alone does.
    among: f64,
    alone: f64,
    pivots: u32,
}

/// The greatest frequency, rad/s, in which the forces of the last sub-step of `h` seconds, or those of the last step with some duration on the mean if they are greater, turn a body about its joints and swing it beside what it is joined to: `√(F r / I)` and `√(F / m l)`,
/// with the distance `l` of the two centers on a pivot or the length of a line.
///
/// A link in a chain under tension turns to and fro between its neighbors at that rate. On one pivot alone a body does not: its center has to follow, and with `F = m ω² r` of a free turn
/// of the rate `ω` what is left, `√(F r / (I + m r²))`, is no more than that.
pub(in crate::solver) fn greatest_swing(
    swings: &mut Vec<Swing>,
    joints: &[JointRows],
    movers: &[Mover],
    (h, step_s): (f64, Option<f64>),
) -> f64 {
    refill(swings, movers.len(), Swing::default());
    for joint in joints {
        joint.add_swings(swings, movers, (h, step_s));
    }
    let square = |swing: &Swing| if swing.pivots > 1 { swing.among } else { swing.alone };
    swings.iter().map(square).fold(0.0, f64::max).sqrt()
}

impl JointRows<'_> {
    fn add_swings(&self, swings: &mut [Swing], movers: &[Mover], (h, step_s): (f64, Option<f64>)) {
        let fitted = self.fitted;
        let (forces, length_m) = match fitted.joint.kind {
            JointKind::Fixed | JointKind::Slider { .. } => {
                // What else pulls at them turns both.
                self.bodies.into_iter().for_each(|body| swings[body].pivots += 2);
                return;
            }
            JointKind::Ball | JointKind::Hinge { .. } => (3, None),
            JointKind::Rod { length_m } | JointKind::Rope { length_m } => (1, Some(length_m)),
            JointKind::Spring(spring) => (1, Some(spring.rest_m)),
        };
        let impulses = &self.impulses.rows[..forces];
        let last_n = impulses.iter().map(|impulse| impulse * impulse).sum::<f64>().sqrt() / h;
        let force_n = step_s.map_or(0.0, |dt| self.mean_force_n(dt)).max(last_n);
        if force_n == 0.0 {
            return;
        }
        let arms = [0, 1].map(|side| match fitted.joint.anchors[side] {
            Anchor::Body(_, point) => point - self.centers_m[side],
            Anchor::World(_) => glam::DVec3::ZERO,
        });
        let across_m = length_m.unwrap_or(arms[0].length() + arms[1].length()).max(LEAST_M);
        for (body, arm) in self.bodies.into_iter().zip(arms) {
            let mover = &movers[body];
            if !mover.moves {
                continue;
            }
            // About both axes across the arm together.
            let along = mover.rotation * arm.normalize_or_zero();
            let turns = mover.all_turns() - along.dot(mover.inverse_inertia * along);
            let arm_m = arm.length();
            let beside = mover.inverse_mass / across_m;
            let follows = match length_m {
                None if mover.inverse_mass > 0.0 => 0.5 * turns * arm_m * arm_m / mover.inverse_mass,
                _ => 0.0,
            };
            let swing = &mut swings[body];
            swing.pivots += 1;
            swing.among += force_n * (arm_m * turns + beside);
            swing.alone += force_n * (arm_m * turns / (1.0 + follows) + beside);
        }
    }
}
