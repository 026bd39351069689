//! Contacts that are open at the start of a step: whether they close.

use super::contact_row::ContactRow;
use super::mover::{Mover, Velocity};
use crate::shape::{Collider, Pose};
use glam::{DQuat, DVec3};
use parry3d::query::{DefaultQueryDispatcher, QueryDispatcher};
use parry3d::shape::Shape;
use std::ops::Range;

/// Gap from which on a contact counts as open, over the size of the smaller shape.
const OPEN: f64 = 1e-3;

/// Most places in a sub-step at which shapes are looked at.
const MOST_LOOKS: f64 = 16.0;

/// Two shapes of which no contact is closed at the start of the step.
///
/// A contact has the normal of the places that are nearest to each other then. Corners that are to pass each other side by side close their gap along that normal
/// without ever touching: where one would, the shapes themselves are looked at where they are to be at the end of the sub-step.
#[derive(Debug, Clone)]
pub(super) struct Closing<'a> {
    /// The contacts.
    pub(super) rows: Range<usize>,
    sides: [Side<'a>; 2],
}

/// A shape of a body, or one that stays.
#[derive(Clone, Copy)]
pub(super) enum Side<'a> {
    Body(usize, &'a Collider),
    Static(&'a dyn Shape, Pose),
}

impl std::fmt::Debug for Side<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Body(mover, _) => write!(f, "Body({mover})"),
            Self::Static(..) => write!(f, "Static"),
        }
    }
}

impl<'a> Side<'a> {
    fn shape(&self) -> &'a dyn Shape {
        match *self {
            Self::Body(_, collider) => collider.shape.as_ref(),
            Self::Static(shape, _) => shape,
        }
    }

    /// Radius of a ball that encloses the shape, m.
    fn ball_m(&self) -> f64 {
        match self {
            Self::Body(_, collider) => collider.ball_m(),
            Self::Static(..) => f64::INFINITY,
        }
    }

    /// Its pose after a time.
    fn pose(&self, movers: &[Mover], velocities: &[Velocity], time_s: f64) -> Pose {
        match *self {
            Self::Static(_, pose) => pose,
            Self::Body(at, collider) => {
                let (mover, velocity) = (&movers[at], &velocities[at]);
                let rotation = DQuat::from_scaled_axis(velocity.angular * time_s) * mover.rotation;
                let center_m = mover.body.map_or(DVec3::ZERO, |body| body.mass.center_m);
                let translation_m = mover.center_m + velocity.linear * time_s - rotation * center_m;
                Pose { rotation, translation_m }.then(&collider.local)
            }
        }
    }

    /// Speed of its fastest point at most, m/s.
    fn fastest_m_s(&self, velocities: &[Velocity], from_m_s: DVec3) -> f64 {
        match *self {
            Self::Static(..) => from_m_s.length(),
            Self::Body(at, collider) => {
                let Velocity { linear, angular } = &velocities[at];
                (*linear - from_m_s).length()
                    + angular.length() * collider.local.translation_m.length().max(collider.ball_m())
            }
        }
    }
}

impl<'a> Closing<'a> {
    /// Contacts `rows` of two shapes that are `gap_m` apart, if they are open.
    pub(super) fn new(rows: Range<usize>, sides: [Side<'a>; 2], gap_m: f64) -> Option<Self> {
        let size_m = sides[0].ball_m().min(sides[1].ball_m());
        (gap_m > OPEN * size_m).then_some(Self { rows, sides })
    }

    /// Takes its contacts out of a sub-step of `h` seconds in which they do not close, or would, but the shapes do not meet.
    pub(super) fn begin(
        &self,
        rows: &mut [ContactRow],
        (movers, velocities): (&[Mover], &[Velocity]),
        h: f64,
    ) {
        let rows = &mut rows[self.rows.clone()];
        let closes = rows.iter().any(|row| row.closes(velocities, h));
        let meets = closes && self.meets(movers, velocities, h);
        rows.iter_mut().for_each(|row| row.close(meets));
    }

    fn meets(&self, movers: &[Mover], velocities: &[Velocity], h: f64) -> bool {
        let [first, second] = &self.sides;
        let from_m_s = match second {
            Side::Body(at, _) => velocities[*at].linear,
            Side::Static(..) => DVec3::ZERO,
        };
        let turning_m_s = match second {
            Side::Body(..) => second.fastest_m_s(velocities, from_m_s),
            Side::Static(..) => 0.0,
        };
        let way_m = (first.fastest_m_s(velocities, from_m_s) + turning_m_s) * h;
        // No shape passes through the other between two looks, but the fastest.
        let looks = (2.0 * way_m / first.ball_m().min(second.ball_m())).ceil().clamp(1.0, MOST_LOOKS);
        (1..=looks as usize).any(|k| {
            let time_s = h * (k as f64 / looks);
            let [one, other] = self.sides.map(|side| side.pose(movers, velocities, time_s));
            let met = DefaultQueryDispatcher.intersection_test(
                &one.relative(&other),
                first.shape(),
                second.shape(),
            );
            // Of shapes that parry does not know as a pair, nothing is known: they may meet.
            met.map_or(true, |met| met.intersecting)
        })
    }
}
