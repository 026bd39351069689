//! Contacts of bodies that joints hold: the masses that they feel.

use super::axis::Axis;
use super::contact_row::ContactRow;
use super::joints::{JointRows, JointSystem};
use super::mover::{Mover, Velocity};

/// Least part of its response to an impulse that joints leave a contact which is solved together with them. A body of a kilogram that bears a thousand by a slider has about a thousandth.
const LEAST_RESPONSE: f64 = 1e-4;

/// A contact as joints hold its bodies.
#[derive(Debug, Clone, Copy)]
pub(super) struct Held {
    /// Masses along the normal and across it, kg.
    pub(super) masses: [f64; 2],
    /// Of the speed at which an overlap goes.
    pub(super) slowing: f64,
}

impl ContactRow {
    /// The masses that it feels along the normal and across it where joints hold its bodies, kg; none where they leave it too little of its response: then its own mass tells how it yields,
    /// and what it cannot do is the joints'. Its push against an overlap is slower by the root of the part, so that it gives no more energy than without joints: a
    /// short lever turns no body fast.
    pub(super) fn masses_with(
        &self,
        joints: &[JointRows],
        system: &mut JointSystem,
        movers: &[Mover],
    ) -> Option<Held> {
        let pair = self.bodies.map(|i| &movers[i]);
        let mut response = |axis: usize| {
            let Axis { direction, turns, .. } = &self.axes[axis];
            let change = [0, 1].map(|side| {
                let sign = if side == 0 { 1.0 } else { -1.0 };
                let linear = pair[side].yielding(*direction) * sign;
                (self.bodies[side], Velocity { linear, angular: turns[side] * sign })
            });
            let alone = self.response_of(axis, axis, pair);
            (alone - system.taken(joints, &change), alone)
        };
        let (normal, alone) = response(0);
        if normal < LEAST_RESPONSE * alone {
            return None;
        }
        let [(t, t_alone), (s, s_alone)] = [response(1), response(2)];
        let across = (t + s).max(LEAST_RESPONSE * (t_alone + s_alone));
        let masses = [normal.recip(), across.recip()];
        Some(Held { masses, slowing: (normal / alone).sqrt().min(1.0) })
    }
}
