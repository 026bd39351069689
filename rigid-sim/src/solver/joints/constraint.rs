//! A constraint of a joint.

use super::super::mover::{Mover, Velocity};
use super::super::soft::Soft;
use crate::joints::MOST_ROWS;
use glam::DVec3;

/// How a constraint answers to its error `C`; the impulse is positive where it drives the first body along the direction.
#[derive(Debug, Clone, Copy, Default)]
pub(super) enum Law {
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
    pub(super) fn spring([k, c]: [f64; 2], moves: f64, [lowest, highest]: [f64; 2], h: f64) -> Self {
        let implicit = c + h * k;
        Self::Spring { drive: k / implicit, softness: (h * implicit).recip(), moves, lowest, highest }
    }
}

/// One constraint of a joint: along a line, or about an axis where `direction` is zero.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Row {
    pub(super) law: Law,
    pub(super) error: f64,
    /// What the error grows by in a drift beside its speed at the start, per second: by how the constraint bends.
    pub(super) bend: f64,
    pub(super) direction: DVec3,
    pub(super) arms: [DVec3; 2],
    /// Moments of the two bodies for a unit impulse, and their responses.
    pub(super) moments: [DVec3; 2],
    pub(super) turns: [DVec3; 2],
    pub(super) response: f64,
    pub(super) impulse: f64,
    pub(super) booked: f64,
}

/// Softness of equal constraints, in responses: a load of a thousand times the weight of a link opens a joint by some micrometers. Where more constraints than motions are
/// held the system has a solution by that, and while errors are removed no impulse grows without end.
pub(super) const SOFTNESS: f64 = 1e-6;

/// Response of the motion that a joint leaves, over that without the joint, below which nothing can move it.
pub(super) const IMMOVABLE: f64 = 1e-9;

/// The constraints of a joint, in place: there are no more than these.
#[derive(Debug, Clone, Default)]
pub(super) struct Rows {
    pub(super) rows: [Row; MOST_ROWS],
    count: usize,
}

impl Rows {
    pub(super) fn push(&mut self, row: Row) {
        self.rows[self.count] = row;
        self.count += 1;
    }

    /// Response of the motion of the last constraint as the others hold the bodies: the last pivot of `J M⁻¹ Jᵀ`, for constraints before it that are
    /// equations.
    pub(super) fn response_of_last(&self, pair: [&Mover; 2]) -> f64 {
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

    pub(super) fn all(&self) -> &[Row] {
        &self.rows[..self.count]
    }

    pub(super) fn all_mut(&mut self) -> &mut [Row] {
        &mut self.rows[..self.count]
    }
}

impl Row {
    /// By how much the error is beyond its bounds; none between them.
    pub(super) fn beyond(&self, lowest: f64, highest: f64) -> Option<f64> {
        let [below, above] = [self.error - lowest, self.error - highest];
        if below <= 0.0 { Some(below) } else { (above >= 0.0).then_some(above) }
    }

    /// Whether it is a stop or rope that nothing reaches.
    pub(super) fn is_open(&self) -> bool {
        matches!(self.law, Law::Within { lowest, highest } if self.beyond(lowest, highest).is_none())
    }

    pub(super) fn is_spring(&self) -> bool {
        matches!(self.law, Law::Spring { .. })
    }

    pub(super) fn speed(&self, a: &Velocity, b: &Velocity) -> f64 {
        self.direction.dot(a.linear - b.linear) + self.moments[0].dot(a.angular)
            - self.moments[1].dot(b.angular)
    }

    pub(super) fn hold(
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
        let speed = self.speed(&velocities[bodies[0]], &velocities[bodies[1]]) + self.bend;
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

    pub(super) fn give(
        &self,
        impulse: f64,
        [a, b]: [usize; 2],
        movers: &[Mover],
        velocities: &mut [Velocity],
    ) {
        velocities[a].linear += movers[a].yielding(self.direction) * impulse;
        velocities[a].angular += self.turns[0] * impulse;
        velocities[b].linear -= movers[b].yielding(self.direction) * impulse;
        velocities[b].angular -= self.turns[1] * impulse;
    }
}
