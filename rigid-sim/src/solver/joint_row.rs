//! The constraints of a joint.

use super::mover::{Mover, Velocity};
use super::soft::Soft;
use crate::joints::{Anchor, Fitted, JointKind, Spring, line};
use glam::{DQuat, DVec3};

/// How a constraint answers to its error `C`; the impulse is positive where it drives the first body along the direction.
#[derive(Debug, Clone, Copy, Default)]
enum Law {
    /// `C = 0`.
    #[default]
    Equal,
    /// `C ≤ 0`.
    AtMost,
    /// Coefficients of the implicit spring: velocity and softness, and the impulses it may have.
    Spring { drive: f64, softness: f64, lowest: f64, highest: f64 },
}

/// One constraint of a joint: along a line, or about an axis where `direction` is zero.
#[derive(Debug, Clone, Copy, Default)]
struct Row {
    law: Law,
    error: f64,
    direction: DVec3,
    arms: [DVec3; 2],
    /// Moments of the two bodies for a unit impulse, and their responses.
    moments: [DVec3; 2],
    turns: [DVec3; 2],
    response: f64,
    impulse: f64,
    booked: f64,
}

/// The constraints of a joint, in place: there are no more than these.
#[derive(Debug, Clone, Default)]
struct Rows {
    rows: [Row; 6],
    count: usize,
}

impl Rows {
    fn push(&mut self, row: Row) {
        self.rows[self.count] = row;
        self.count += 1;
    }

    fn all(&self) -> &[Row] {
        &self.rows[..self.count]
    }

    fn all_mut(&mut self) -> &mut [Row] {
        &mut self.rows[..self.count]
    }
}

/// A joint in the sub-steps.
#[derive(Debug, Clone)]
pub(super) struct JointRows<'a> {
    fitted: &'a Fitted,
    pub(super) bodies: [usize; 2],
    rows: Rows,
    pub(super) impulses: [f64; 6],
    /// Impulse on the first side in the step, N·s.
    pub(super) total_n_s: DVec3,
    /// Distance by which the second body was moved more than the first when the rows were built, m.
    carried: DVec3,
}

impl<'a> JointRows<'a> {
    pub(super) fn new(fitted: &'a Fitted, bodies: [usize; 2], scale: f64) -> Self {
        let impulses = fitted.impulses.map(|impulse| impulse * scale);
        Self { fitted, bodies, rows: Rows::default(), impulses, total_n_s: DVec3::ZERO, carried: DVec3::ZERO }
    }

    /// Builds the constraints where the bodies are now.
    pub(super) fn begin(&mut self, movers: &[Mover], h: f64) {
        let pair = self.bodies.map(|i| &movers[i]);
        let place = |side: usize| match self.fitted.joint.anchors[side] {
            Anchor::World(point) => point,
            Anchor::Body(_, point) => {
                let local = pair[side].body.map_or(point, |body| point - body.mass.center_m);
                pair[side].center_m + pair[side].rotation * local
            }
        };
        let [a, b] = [place(0), place(1)];
        let frames: [DQuat; 2] = std::array::from_fn(|side| pair[side].rotation * self.fitted.frames[side]);
        let middle = 0.5 * (a + b);
        self.rows = Rows::default();
        self.carried = pair[1].moved.linear - pair[0].moved.linear;
        let apart = a - b;
        match self.fitted.joint.kind {
            JointKind::Fixed => {
                self.points(pair, middle, apart);
                self.turns(pair, frames);
            }
            JointKind::Ball => self.points(pair, middle, apart),
            JointKind::Hinge { .. } => {
                self.points(pair, middle, apart);
                let [mine, theirs] = frames.map(|frame| frame * DVec3::X);
                let tilt = theirs.cross(mine);
                for across in [DVec3::Y, DVec3::Z].map(|axis| frames[0] * axis) {
                    self.about(pair, across, across.dot(tilt));
                }
            }
            JointKind::Slider { .. } => {
                for across in [DVec3::Y, DVec3::Z].map(|axis| frames[0] * axis) {
                    self.along(pair, across, [b, b], Law::Equal, across.dot(apart));
                }
                self.turns(pair, frames);
            }
            JointKind::Rod { length_m } => {
                let (direction, distance) = line(apart);
                self.along(pair, direction, [a, b], Law::Equal, distance - length_m);
            }
            JointKind::Rope { length_m } => {
                let (direction, distance) = line(apart);
                self.along(pair, direction, [a, b], Law::AtMost, distance - length_m);
            }
            JointKind::Spring(Spring { rest_m, stiffness_n_m: k, damping_n_s_m: c, acts }) => {
                let (direction, distance) = line(apart);
                // (Catto, *Soft Constraints*, 2011)
                let implicit = c + h * k;
                // The impulse of a row is positive where it pushes.
                let [highest, lowest] = acts.pulls().map(|pull| -pull);
                let law =
                    Law::Spring { drive: k / implicit, softness: (h * implicit).recip(), lowest, highest };
                self.along(pair, direction, [a, b], law, distance - rest_m);
            }
        }
        for (row, impulse) in self.rows.all_mut().iter_mut().zip(self.impulses) {
            row.impulse = impulse;
        }
    }

    fn points(&mut self, pair: [&Mover; 2], middle: DVec3, apart: DVec3) {
        for axis in DVec3::AXES {
            self.along(pair, axis, [middle; 2], Law::Equal, axis.dot(apart));
        }
    }

    /// All rotations held.
    fn turns(&mut self, pair: [&Mover; 2], frames: [DQuat; 2]) {
        let off = frames[0] * frames[1].inverse();
        let error = 2.0 * off.w.signum() * DVec3::new(off.x, off.y, off.z);
        for axis in DVec3::AXES {
            self.about(pair, axis, axis.dot(error));
        }
    }

    fn along(&mut self, pair: [&Mover; 2], direction: DVec3, at: [DVec3; 2], law: Law, error: f64) {
        let arms = [at[0] - pair[0].center_m, at[1] - pair[1].center_m];
        self.push(pair, direction, arms, arms.map(|arm| arm.cross(direction)), law, error);
    }

    fn about(&mut self, pair: [&Mover; 2], axis: DVec3, error: f64) {
        self.push(pair, DVec3::ZERO, [DVec3::ZERO; 2], [axis; 2], Law::Equal, error);
    }

    fn push(
        &mut self,
        pair: [&Mover; 2],
        direction: DVec3,
        arms: [DVec3; 2],
        moments: [DVec3; 2],
        law: Law,
        error: f64,
    ) {
        let turns = [0, 1].map(|i| pair[i].inverse_inertia * moments[i]);
        let response: f64 =
            (0..2).map(|i| direction.dot(pair[i].yielding(direction)) + moments[i].dot(turns[i])).sum();
        self.rows.push(Row {
            law,
            error,
            direction,
            arms,
            moments,
            turns,
            response,
            impulse: 0.0,
            booked: 0.0,
        });
    }

    pub(super) fn apply_all(&self, movers: &[Mover], velocities: &mut [Velocity]) {
        for row in self.rows.all() {
            row.give(row.impulse, self.bodies, movers, velocities);
        }
    }

    /// Corrects the impulses, with or without a removal of errors; returns the change of velocity, m/s or rad/s.
    pub(super) fn hold(
        &mut self,
        movers: &[Mover],
        velocities: &mut [Velocity],
        soft: Option<&Soft>,
        h: f64,
    ) -> f64 {
        let bodies = self.bodies;
        self.rows
            .all_mut()
            .iter_mut()
            .map(|row| row.hold(bodies, movers, velocities, soft, h))
            .fold(0.0, f64::max)
    }

    /// Brings the slack of ropes up to the end of the drift.
    pub(super) fn after_drift(&mut self, velocities: &[Velocity], h: f64) {
        let [a, b] = self.bodies;
        for row in self.rows.all_mut().iter_mut().filter(|row| matches!(row.law, Law::AtMost)) {
            row.error += h * row.speed(&velocities[a], &velocities[b]);
        }
    }

    /// Books what was not booked yet with both bodies, at points on one line.
    pub(super) fn book(&mut self, movers: &mut [Mover]) {
        let [a, b] = self.bodies;
        let fixed = [movers[a].body.is_none(), movers[b].body.is_none()];
        let with_static = fixed[0] || fixed[1];
        let carried = movers[b].moved.linear - movers[a].moved.linear - self.carried;
        let shift = if with_static { DVec3::ZERO } else { 0.5 * carried };
        for (row, kept) in self.rows.all_mut().iter_mut().zip(&mut self.impulses) {
            let rest = row.impulse - row.booked;
            (row.booked, *kept) = (row.impulse, row.impulse);
            let impulse = row.direction * rest;
            self.total_n_s += impulse;
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

impl Row {
    fn speed(&self, a: &Velocity, b: &Velocity) -> f64 {
        self.direction.dot(a.linear - b.linear) + self.moments[0].dot(a.angular)
            - self.moments[1].dot(b.angular)
    }

    fn hold(
        &mut self,
        bodies: [usize; 2],
        movers: &[Mover],
        velocities: &mut [Velocity],
        soft: Option<&Soft>,
        h: f64,
    ) -> f64 {
        if self.response <= 0.0 {
            return 0.0;
        }
        let speed = self.speed(&velocities[bodies[0]], &velocities[bodies[1]]);
        let old = self.impulse;
        let equal = |error: f64| match soft {
            Some(soft) => {
                let missing = -soft.rate * error - speed;
                old * (1.0 - soft.impulse) + missing * soft.mass / self.response
            }
            None => old - speed / self.response,
        };
        let new = match self.law {
            Law::Equal => equal(self.error),
            Law::AtMost if self.error < 0.0 => (old - (self.error / h + speed) / self.response).min(0.0),
            Law::AtMost => equal(self.error).min(0.0),
            Law::Spring { drive, softness, lowest, highest } => {
                let missing = -drive * self.error - speed - softness * old;
                (old + missing / (self.response + softness)).clamp(lowest, highest)
            }
        };
        self.impulse = new;
        self.give(new - old, bodies, movers, velocities);
        (new - old).abs() * self.response
    }

    fn give(&self, impulse: f64, [a, b]: [usize; 2], movers: &[Mover], velocities: &mut [Velocity]) {
        velocities[a].linear += movers[a].yielding(self.direction) * impulse;
        velocities[a].angular += self.turns[0] * impulse;
        velocities[b].linear -= movers[b].yielding(self.direction) * impulse;
        velocities[b].angular -= self.turns[1] * impulse;
    }
}
