//! The constraints of a joint.

use super::super::mover::{Mover, Velocity};
use super::super::soft::Soft;
use super::constraint::{IMMOVABLE, Law, Row, Rows, SOFTNESS};
use crate::joints::{Fitted, Impulses, JointKind, MOST_ROWS, Spring, line};
use glam::{DQuat, DVec3};

/// A joint in the sub-steps.
#[derive(Debug, Clone)]
pub(in crate::solver) struct JointRows<'a> {
    pub(super) fitted: &'a Fitted,
    pub(in crate::solver) bodies: [usize; 2],
    /// Centers of mass in the bodies' own coordinates, m.
    pub(super) centers_m: [DVec3; 2],
    pub(super) rows: Rows,
    pub(in crate::solver) impulses: Impulses,
    /// Work of the drive in the step, J: its impulses by the speeds at which the bodies drifted. Then the last of these, rad/s or m/s.
    pub(in crate::solver) work_j: f64,
    pub(super) drifted: f64,
    /// Whether the constraints stay where they are in this sub-step's drift, and the distance by which the second body was moved more than the first before it, m.
    pub(super) is_quick: bool,
    pub(super) carried: DVec3,
}

impl<'a> JointRows<'a> {
    pub(in crate::solver) fn new(
        fitted: &'a Fitted,
        bodies: [usize; 2],
        movers: &[Mover],
        scale: f64,
    ) -> Self {
        let centers_m = bodies.map(|i| movers[i].body.map_or(DVec3::ZERO, |body| body.mass.center_m));
        let rows = fitted.impulses.rows.map(|impulse| impulse * scale);
        let impulses = Impulses { rows, ..Impulses::default() };
        Self {
            fitted,
            bodies,
            centers_m,
            rows: Rows::default(),
            impulses,
            work_j: 0.0,
            drifted: 0.0,
            is_quick: false,
            carried: DVec3::ZERO,
        }
    }

    /// Force of the last step of `dt` seconds, on the mean, N.
    pub(in crate::solver) fn mean_force_n(&self, dt: f64) -> f64 {
        self.fitted.impulses.on_first_n_s.length() / dt
    }

    /// Whether it is a spring between its bodies.
    pub(in crate::solver) fn is_elastic(&self) -> bool {
        matches!(self.fitted.joint.kind, JointKind::Spring(_))
    }

    /// Whether a drive moves it.
    pub(in crate::solver) fn is_driven(&self) -> bool {
        self.fitted.joint.drive.is_some()
    }

    /// Multiplies the impulses of the last step.
    pub(in crate::solver) fn scale(&mut self, factor: f64) {
        self.impulses.rows.iter_mut().for_each(|impulse| *impulse *= factor);
    }

    /// Builds the constraints where the bodies are now, `left_s` seconds before the end of the step, for a drift of `h` seconds; `is_quick` tells whether they stay there in it.
    pub(in crate::solver) fn begin(&mut self, movers: &[Mover], (h, left_s): (f64, f64), is_quick: bool) {
        self.drifted = 0.0;
        let pair = self.bodies.map(|i| &movers[i]);
        self.build(pair, h, left_s);
        for (row, impulse) in self.rows.all_mut().iter_mut().zip(self.impulses.rows) {
            row.impulse = impulse;
        }
        self.is_quick = is_quick;
        self.carried = pair[1].moved.linear - pair[0].moved.linear;
    }

    pub(super) fn build(&mut self, pair: [&Mover; 2], h: f64, left_s: f64) {
        let ([a, b], frames) = self.places(pair.map(|mover| (mover.center_m, mover.rotation)));
        let middle = 0.5 * (a + b);
        self.rows = Rows::default();
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
                    self.about(pair, across, Law::Equal, across.dot(tilt));
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
                let law = Law::Within { lowest: f64::NEG_INFINITY, highest: 0.0 };
                self.along(pair, direction, [a, b], law, distance - length_m);
            }
            JointKind::Spring(Spring { rest_m, stiffness_n_m: k, damping_n_s_m: c, acts }) => {
                let (direction, distance) = line(apart);
                // The impulse of a row is positive where it pushes.
                let [highest, lowest] = acts.pulls().map(|pull| -pull);
                let law = Law::spring([k, c], 0.0, [lowest, highest], h);
                self.along(pair, direction, [a, b], law, distance - rest_m);
            }
        }
        if let Some(position) = self.fitted.position([a, b], frames) {
            self.go(pair, (frames[0] * DVec3::X, b), position, (h, left_s));
        }
    }

    /// Stops and drive of a hinge or slider with an axis through a point.
    fn go(&mut self, pair: [&Mover; 2], (axis, at): (DVec3, DVec3), position: f64, (h, left_s): (f64, f64)) {
        let fitted = self.fitted;
        let push = |rows: &mut Self, law: Law, error: f64| match fitted.joint.kind {
            JointKind::Hinge { .. } => rows.about(pair, axis, law, error),
            _ => rows.along(pair, axis, [at; 2], law, error),
        };
        if let Some([lowest, highest]) = fitted.joint.limits {
            push(self, Law::Within { lowest, highest }, position);
        }
        if let Some(drive) = fitted.joint.drive {
            push(self, Law::Equal, fitted.off_target(position, drive.target - drive.speed * left_s));
            let response = self.rows.response_of_last(pair);
            let row = &mut self.rows.rows[fitted.drive_row()];
            let most = drive.max * h;
            row.law = Law::spring(drive.coefficients(response.recip()), drive.speed, [-most, most], h);
            if response <= IMMOVABLE * row.response {
                row.response = 0.0;
            }
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
            self.about(pair, axis, Law::Equal, axis.dot(error));
        }
    }

    fn along(&mut self, pair: [&Mover; 2], direction: DVec3, at: [DVec3; 2], law: Law, error: f64) {
        let arms = [at[0] - pair[0].center_m, at[1] - pair[1].center_m];
        self.push(pair, direction, arms, arms.map(|arm| arm.cross(direction)), law, error);
    }

    fn about(&mut self, pair: [&Mover; 2], axis: DVec3, law: Law, error: f64) {
        self.push(pair, DVec3::ZERO, [DVec3::ZERO; 2], [axis; 2], law, error);
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
            bend: 0.0,
            impulse: 0.0,
            booked: 0.0,
        });
    }

    /// Whether it holds its bodies to each other: no spring, nor a rope.
    pub(in crate::solver) fn holds(&self) -> bool {
        !matches!(self.fitted.joint.kind, JointKind::Spring(_) | JointKind::Rope { .. })
    }

    /// Applies the impulses of springs and drives, or of the other constraints.
    pub(in crate::solver) fn apply_all(
        &self,
        of_springs: bool,
        movers: &[Mover],
        velocities: &mut [Velocity],
    ) {
        for row in self.rows.all().iter().filter(|row| row.is_spring() == of_springs) {
            row.give(row.impulse, self.bodies, movers, velocities);
        }
    }

    /// Forgets the impulses of all but springs and drives.
    pub(in crate::solver) fn forget(&mut self) {
        let held = self.rows.all_mut().iter_mut().filter(|row| !row.is_spring());
        held.for_each(|row| row.impulse = 0.0);
    }

    /// The impulses of all constraints.
    pub(in crate::solver) fn impulses_along(&self) -> [f64; MOST_ROWS] {
        self.rows.rows.map(|row| row.impulse)
    }

    pub(in crate::solver) fn set_along(&mut self, impulses: &[f64; MOST_ROWS]) {
        self.rows.rows.iter_mut().zip(impulses).for_each(|(row, impulse)| row.impulse = *impulse);
    }

    /// The constraints.
    pub(super) fn rows(&self) -> &[Row] {
        self.rows.all()
    }

    /// The velocity that a constraint misses, with or without a removal of errors; none of one that is open.
    pub(super) fn missing(&self, k: usize, velocities: &[Velocity], soft: Option<&Soft>) -> Option<f64> {
        let row = &self.rows.rows[k];
        let [a, b] = self.bodies.map(|i| &velocities[i]);
        let equal = |error: f64| {
            let removal = soft.map_or(0.0, |soft| soft.rate * error + SOFTNESS * row.response * row.impulse);
            -removal - row.speed(a, b) - row.bend
        };
        Some(match row.law {
            _ if row.response <= 0.0 => return None,
            Law::Equal => equal(row.error),
            Law::Within { lowest, highest } => equal(row.beyond(lowest, highest)?),
            Law::Spring { drive, softness, moves, .. } => {
                -drive * row.error - (row.speed(a, b) + row.bend - moves) - softness * row.impulse
            }
        })
    }

    /// What its softness adds to the response of a constraint.
    pub(super) fn softness(&self, k: usize) -> f64 {
        let row = &self.rows.rows[k];
        if let Law::Spring { softness, .. } = row.law { softness } else { SOFTNESS * row.response }
    }

    /// Velocity of a constraint by a unit impulse of one of a joint with common bodies.
    pub(super) fn response_to(&self, k: usize, (other, e): (&Self, usize), movers: &[Mover]) -> f64 {
        let [mine, theirs] = [&self.rows.rows[k], &other.rows.rows[e]];
        let mut response = 0.0;
        for (side, body) in self.bodies.into_iter().enumerate() {
            for (of, beside) in other.bodies.into_iter().enumerate() {
                if body == beside && movers[body].moves {
                    let part = mine.direction.dot(movers[body].yielding(theirs.direction))
                        + mine.moments[side].dot(theirs.turns[of]);
                    response += if side == of { part } else { -part };
                }
            }
        }
        response
    }

    /// Velocity of a constraint by changes of the velocities of two bodies.
    pub(super) fn speed_by(&self, k: usize, change: &[(usize, Velocity); 2]) -> f64 {
        let row = &self.rows.rows[k];
        let mut speed = 0.0;
        for (side, sign) in [(0, 1.0), (1, -1.0)] {
            for (_, by) in change.iter().filter(|(body, _)| *body == self.bodies[side]) {
                speed += sign * (row.direction.dot(by.linear) + row.moments[side].dot(by.angular));
            }
        }
        speed
    }

    /// The least and the greatest impulse that a constraint may have.
    pub(super) fn bounds(&self, k: usize) -> [f64; 2] {
        let row = &self.rows.rows[k];
        match row.law {
            Law::Equal => [f64::NEG_INFINITY, f64::INFINITY],
            Law::Within { lowest, .. } if row.error <= lowest => [0.0, f64::INFINITY],
            Law::Within { .. } => [f64::NEG_INFINITY, 0.0],
            Law::Spring { lowest, highest, .. } => [lowest, highest],
        }
    }

    /// Sets the impulse of a constraint, without giving it.
    pub(super) fn set_impulse(&mut self, k: usize, impulse: f64) {
        self.rows.rows[k].impulse = impulse;
    }

    /// Gives a constraint an impulse; returns the change of velocity.
    pub(super) fn change(
        &mut self,
        k: usize,
        impulse: f64,
        movers: &[Mover],
        velocities: &mut [Velocity],
    ) -> f64 {
        let bodies = self.bodies;
        let row = &mut self.rows.rows[k];
        let change = impulse - row.impulse;
        row.impulse = impulse;
        row.give(change, bodies, movers, velocities);
        change.abs() * row.response
    }

    /// Corrects the impulses of some constraints one after the other, with or without a removal of errors; returns the change of velocity, m/s or rad/s.
    pub(super) fn hold(
        &mut self,
        which: impl Fn(&Row) -> bool,
        (movers, velocities): (&[Mover], &mut [Velocity]),
        soft: Option<&Soft>,
        h: f64,
    ) -> f64 {
        let bodies = self.bodies;
        let held = self.rows.all_mut().iter_mut().filter(|row| which(row));
        held.map(|row| row.hold(bodies, movers, velocities, soft, h)).fold(0.0, f64::max)
    }

    /// Brings the slack of ropes and stops up to the end of the drift, and counts the work of the drive's impulse in it.
    pub(in crate::solver) fn after_drift(&mut self, velocities: &[Velocity], h: f64) {
        self.carry(velocities, h);
        if self.fitted.joint.drive.is_some() {
            self.work_j += self.rows.rows[self.fitted.drive_row()].impulse * self.drifted;
        }
    }

    /// Brings the slack of ropes and stops up to the end of the drift.
    pub(super) fn carry(&mut self, velocities: &[Velocity], h: f64) {
        let [a, b] = self.bodies.map(|i| &velocities[i]);
        for row in self.rows.all_mut().iter_mut().filter(|row| matches!(row.law, Law::Within { .. })) {
            row.error += h * (row.speed(a, b) + row.bend);
        }
        if self.fitted.joint.drive.is_some() {
            self.drifted = self.rows.rows[self.fitted.drive_row()].speed(a, b);
        }
    }
}
