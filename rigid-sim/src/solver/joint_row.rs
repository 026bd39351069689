//! The constraints of a joint.

use super::mover::{Mover, Velocity};
use super::soft::Soft;
use crate::joints::{Anchor, Fitted, Impulses, JointKind, MOST_ROWS, Spring, line};
use glam::{DQuat, DVec3};

/// How a constraint answers to its error `C`; the impulse is positive where it drives the first body along the direction.
#[derive(Debug, Clone, Copy, Default)]
enum Law {
    /// `C = 0`.
    #[default]
    Equal,
    /// `lowest ≤ C ≤ highest`.
    Within { lowest: f64, highest: f64 },
    /// Coefficients of the implicit spring: velocity and softness, the velocity of its end, and the impulses it may have.
    Spring { drive: f64, softness: f64, moves: f64, lowest: f64, highest: f64 },
}

impl Law {
    /// An implicit spring with a stiffness `k` and damping `c` whose end moves, and the impulses it may have (Catto, *Soft Constraints*, 2011).
    fn spring([k, c]: [f64; 2], moves: f64, [lowest, highest]: [f64; 2], h: f64) -> Self {
        let implicit = c + h * k;
        Self::Spring { drive: k / implicit, softness: (h * implicit).recip(), moves, lowest, highest }
    }
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

/// Response of the motion that a joint leaves, over that without the joint, below which nothing can move it.
const IMMOVABLE: f64 = 1e-9;

/// The constraints of a joint, in place: there are no more than these.
#[derive(Debug, Clone, Default)]
struct Rows {
    rows: [Row; MOST_ROWS],
    count: usize,
}

impl Rows {
    fn push(&mut self, row: Row) {
        self.rows[self.count] = row;
        self.count += 1;
    }

    /// Response of the motion of the last constraint as the others hold the bodies: the last pivot of `J M⁻¹ Jᵀ`, for constraints before it that are
    /// equations.
    fn response_of_last(&self, pair: [&Mover; 2]) -> f64 {
        let equations = || self.all().iter().filter(|row| matches!(row.law, Law::Equal));
        let count = equations().count();
        let mut matrix = [[0.0; MOST_ROWS]; MOST_ROWS];
        for (i, one) in equations().enumerate() {
            for (j, other) in equations().enumerate() {
                let side = |k: usize| {
                    one.direction.dot(pair[k].yielding(other.direction)) + one.moments[k].dot(other.turns[k])
                };
                matrix[i][j] = side(0) + side(1);
            }
        }
        for p in 0..count - 1 {
            let pivot = matrix[p];
            for row in &mut matrix[p + 1..count] {
                let part = if pivot[p] > 0.0 { row[p] / pivot[p] } else { 0.0 };
                row.iter_mut().zip(pivot).for_each(|(value, above)| *value -= part * above);
            }
        }
        matrix[count - 1][count - 1]
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
    pub(super) impulses: Impulses,
    /// Work of the drive in the step, J: its impulses by the speeds at which the bodies drifted. Then the last of these, rad/s or m/s.
    pub(super) work_j: f64,
    drifted: f64,
    /// Distance by which the second body was moved more than the first when the rows were built, m.
    carried: DVec3,
}

impl<'a> JointRows<'a> {
    pub(super) fn new(fitted: &'a Fitted, bodies: [usize; 2], scale: f64) -> Self {
        let rows = fitted.impulses.rows.map(|impulse| impulse * scale);
        let impulses = Impulses { rows, ..Impulses::default() };
        let (carried, rows) = (DVec3::ZERO, Rows::default());
        Self { fitted, bodies, rows, impulses, work_j: 0.0, drifted: 0.0, carried }
    }

    /// Builds the constraints where the bodies are now, `left_s` seconds before the end of the step.
    pub(super) fn begin(&mut self, movers: &[Mover], h: f64, left_s: f64) {
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
        self.drifted = 0.0;
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
        for (row, impulse) in self.rows.all_mut().iter_mut().zip(self.impulses.rows) {
            row.impulse = impulse;
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

    /// Brings the slack of ropes and stops up to the end of the drift, and counts the work of the drive's impulse in it.
    pub(super) fn after_drift(&mut self, velocities: &[Velocity], h: f64) {
        let [a, b] = self.bodies.map(|i| &velocities[i]);
        for row in self.rows.all_mut().iter_mut().filter(|row| matches!(row.law, Law::Within { .. })) {
            row.error += h * row.speed(a, b);
        }
        if self.fitted.joint.drive.is_some() {
            let row = &self.rows.rows[self.fitted.drive_row()];
            self.drifted = row.speed(a, b);
            self.work_j += row.impulse * self.drifted;
        }
    }

    /// Books what was not booked yet with both bodies, at points on one line.
    pub(super) fn book(&mut self, movers: &mut [Mover]) {
        let [a, b] = self.bodies;
        let fixed = [movers[a].body.is_none(), movers[b].body.is_none()];
        let with_static = fixed[0] || fixed[1];
        let carried = movers[b].moved.linear - movers[a].moved.linear - self.carried;
        let shift = if with_static { DVec3::ZERO } else { 0.5 * carried };
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
            Law::Within { lowest, highest } => {
                let at = |error: f64, is_open: bool| match is_open {
                    true => old - (error / h + speed) / self.response,
                    false => equal(error),
                };
                let [below, above] = [self.error - lowest, self.error - highest];
                0.0_f64.max(at(below, below > 0.0)).min(at(above, above < 0.0))
            }
            Law::Spring { drive, softness, moves, lowest, highest } => {
                let missing = -drive * self.error - (speed - moves) - softness * old;
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
