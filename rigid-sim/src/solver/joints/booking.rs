//! What constraints do to bodies before and after a drift, and its books.

use super::super::mover::{Mover, Velocity};
use super::constraint::Rows;
use super::rows::JointRows;
use crate::joints::{Impulses, MOST_ROWS};
use glam::DVec3;

impl JointRows<'_> {
    /// The constraints before a drift, brought to where a change of their impulses after it acts: at one place for both bodies, nearer to that which is harder to turn, so that it keeps the angular
    /// momentum. What does not move takes no part in that.
    pub(super) fn move_on(&self, rows: &mut Rows, movers: &[Mover]) {
        let [a, b] = self.bodies.map(|body| &movers[body]);
        let apart = b.moved.linear - a.moved.linear - self.carried;
        let all = [a.all_turns(), b.all_turns()];
        let with_static = a.body.is_none() || b.body.is_none();
        let part = if all[0] + all[1] > 0.0 { all[1] / (all[0] + all[1]) } else { 0.5 };
        let shifts = if with_static { [DVec3::ZERO; 2] } else { [apart * part, apart * (part - 1.0)] };
        for row in rows.all_mut() {
            for (side, (mover, shift)) in [a, b].into_iter().zip(shifts).enumerate() {
                if row.direction != DVec3::ZERO {
                    row.arms[side] += shift;
                    row.moments[side] = row.arms[side].cross(row.direction);
                }
                row.turns[side] = mover.inverse_inertia * row.moments[side];
            }
        }
    }

    /// Gives the bodies changes of the impulses of some of its constraints.
    pub(super) fn give_along(
        &self,
        (rows, changes): (&Rows, [f64; MOST_ROWS]),
        movers: &[Mover],
        velocities: &mut [Velocity],
    ) {
        for (row, change) in rows.all().iter().zip(changes) {
            row.give(change, self.bodies, movers, velocities);
        }
    }

    /// Books the impulses of the constraints before the drift, and what was changed of them after it.
    pub(super) fn book_before(
        &mut self,
        [before, moved]: [Rows; 2],
        [first, then]: [&[f64; MOST_ROWS]; 2],
        movers: &mut [Mover],
    ) {
        let after = std::mem::replace(&mut self.rows, before);
        self.set_along(first);
        self.book(movers);
        self.rows = moved;
        self.set_along(then);
        self.rows.rows.iter_mut().zip(first).for_each(|(row, first)| row.booked = *first);
        self.book(movers);
        self.rows = after;
        self.rows.rows.iter_mut().zip(then).for_each(|(row, then)| row.booked = *then);
    }

    /// Books what was not booked yet with both bodies, at points on one line: where the constraints were built, or midway between where the bodies have carried that.
    pub(in crate::solver) fn book(&mut self, movers: &mut [Mover]) {
        let [a, b] = self.bodies;
        let fixed = [movers[a].body.is_none(), movers[b].body.is_none()];
        let with_static = fixed[0] || fixed[1];
        let carried = movers[b].moved.linear - movers[a].moved.linear - self.carried;
        let shift = if self.is_quick && !with_static { 0.5 * carried } else { DVec3::ZERO };
        let Impulses { rows, on_first_n_s, drive } = &mut self.impulses;
        let driven = self.fitted.joint.drive.map(|_| self.fitted.drive_row());
        for (k, (row, kept)) in self.rows.all_mut().iter_mut().zip(rows).enumerate() {
            let rest = row.impulse - row.booked;
            (row.booked, *kept) = (row.impulse, row.impulse);
            let impulse = row.direction * rest;
            *on_first_n_s += impulse;
            if driven == Some(k) {
                *drive += rest;
                self.work_j += rest * self.drifted;
            }
            for (i, sign) in [(0, 1.0), (1, -1.0)] {
                let mover = &mut movers[self.bodies[i]];
                if fixed[i] {
                    continue;
                }
                if row.direction == DVec3::ZERO {
                    mover.book_angular(row.moments[i] * (sign * rest));
                } else {
                    mover.book(row.arms[i] + shift * sign, impulse * sign, with_static);
                }
            }
        }
    }
}
