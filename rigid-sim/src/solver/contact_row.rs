//! The constraint of one contact point: no approach, Coulomb friction, and the soft removal of overlaps.

use super::axis::Axis;
use super::mover::{Mover, Velocity};
use super::soft::{Soft, Wanted};
use crate::contacts::{Contact, Impulse};
use glam::{DVec2, DVec3};

/// Overlap that is tolerated, m: invisible, but above the rounding of f32 shapes.
const SLOP_M: f64 = 1e-5;
/// Greatest speed at which overlaps are taken apart, m/s, and that between bodies that joints connect, which turns them the faster the shorter the lever is.
const PUSH_M_S: f64 = 3.0;
const PUSH_WITHIN_M_S: f64 = 0.3;
/// Part of the response to an impulse that is rounding.
const ROUNDING: f64 = 1e-12;

/// What a contact does in a sub-step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Nothing: it bounces, but is not reached yet, or it has bounced. If another contact's impulse brings this point down, it
    /// bounces in the next sub-step; stopping it short of the surface would lose its energy.
    Off,
    /// May at most close its gap.
    Rest,
    /// Bounces.
    Impact,
}

/// A contact point in the sub-steps, with its accumulated impulses.
#[derive(Debug, Clone)]
pub(super) struct ContactRow {
    pub(super) bodies: [usize; 2],
    /// `[normal, tangent, tangent]`.
    pub(super) axes: [Axis; 3],
    pub(super) arms: [DVec3; 2],
    masses: [f64; 2],
    is_guided: bool,
    /// Change of the normal velocity by a unit impulse, and the effective mass, 1/kg and kg.
    pub(super) response: f64,
    pub(super) normal_mass: f64,
    /// Least effective mass of the tangent directions, kg. With one number for both directions the friction opposes the slip,
    /// even if the effective masses differ.
    tangent_mass: f64,
    pub(super) gap_m: f64,
    /// Time into the sub-step at which its impulses act, s.
    pub(super) time_s: f64,
    /// How fast its gap changes in the sub-step beyond the velocity along its normal, m/s.
    pub(super) bend_m_s: f64,
    friction: f64,
    pub(super) restitution: f64,
    pub(super) with_static: bool,
    /// Whether joints connect its bodies.
    pub(super) is_within: bool,
    /// Whether it meets, where it is open, in the next sub-step at the earliest, and has no impulse before.
    pub(super) waits: bool,
    pub(super) role: Role,
    /// Gap at the start of the sub-step, m.
    pub(super) now_m: f64,
    /// Velocity at which an impact leaves, m/s.
    pub(super) leave_m_s: f64,
    pub(super) normal_impulse: f64,
    pub(super) tangent_impulse: DVec2,
    /// Part of them that is booked in this sub-step.
    pub(super) booked: DVec3,
}

impl ContactRow {
    /// `None` if neither side can be moved.
    pub(super) fn new(
        contact: &Contact,
        (friction, restitution): (f64, f64),
        bodies: [usize; 2],
        movers: &[Mover],
        with_static: bool,
    ) -> Option<Self> {
        let pair = bodies.map(|i| &movers[i]);
        let arms = [contact.point_m - pair[0].center_m, contact.point_m - pair[1].center_m];
        let normal = contact.normal;
        let (t, s) = normal.any_orthonormal_pair();
        let axes = [normal, t, s].map(|direction| Axis::new(direction, arms, pair));
        let Impulse { normal: guess, friction: rub } = contact.impulse;
        let mut row = Self {
            bodies,
            axes,
            arms,
            masses: pair.map(|mover| mover.inverse_mass),
            is_guided: pair.iter().any(|mover| mover.guided_mass.is_some()),
            response: 0.0,
            normal_mass: 0.0,
            tangent_mass: 0.0,
            gap_m: contact.gap_m,
            time_s: 0.0,
            bend_m_s: 0.0,
            friction,
            restitution,
            with_static,
            is_within: false,
            waits: false,
            role: Role::Rest,
            now_m: contact.gap_m,
            leave_m_s: 0.0,
            normal_impulse: guess,
            tangent_impulse: DVec2::new(t.dot(rub), s.dot(rub)),
            booked: DVec3::ZERO,
        };
        row.response = row.response_of(0, 0, pair);
        // A guide may leave a body a response by rounding alone.
        let yielding = |i: usize| pair[i].inverse_mass + pair[i].all_turns() * arms[i].length_squared();
        if row.response <= ROUNDING * (yielding(0) + yielding(1)) {
            return None;
        }
        row.find_masses(pair);
        Some(row)
    }

    pub(super) fn find_masses(&mut self, pair: [&Mover; 2]) {
        self.normal_mass = self.response.recip();
        let (tt, ss, ts) =
            (self.response_of(1, 1, pair), self.response_of(2, 2, pair), self.response_of(1, 2, pair));
        self.tangent_mass = (0.5 * (tt + ss) + DVec2::new(0.5 * (tt - ss), ts).length()).recip();
    }

    /// Velocity of the first body away from the second along the normal.
    pub(super) fn speed(&self, of: &[Velocity]) -> f64 {
        self.axes[0].speed(&of[self.bodies[0]], &of[self.bodies[1]])
    }

    /// Brings the responses up to date with the rotations, and the arms with the way since the start of the step.
    pub(super) fn refresh(&mut self, movers: &[Mover]) {
        let pair = self.bodies.map(|i| &movers[i]);
        let shift = self.shift(movers);
        let arms = [self.arms[0] + shift, self.arms[1] - shift];
        self.axes = self.axes.map(|axis| Axis::new(axis.direction, arms, pair));
        self.response = self.response_of(0, 0, pair);
        self.normal_mass = self.response.recip();
    }

    /// Velocity along an axis by a unit impulse along another.
    pub(super) fn response_of(&self, p: usize, q: usize, pair: [&Mover; 2]) -> f64 {
        let (p, q) = (&self.axes[p], &self.axes[q]);
        (0..2).map(|i| p.direction.dot(pair[i].yielding(q.direction)) + p.arms[i].dot(q.turns[i])).sum()
    }

    /// From the first body's arm to the point midway between where the two bodies have carried the contact in the step; its
    /// opposite for the second.
    pub(super) fn shift(&self, movers: &[Mover]) -> DVec3 {
        let [a, b] = self.bodies;
        if self.with_static {
            return DVec3::ZERO;
        }
        0.5 * (movers[b].moved.linear - movers[a].moved.linear)
    }

    /// Takes the role for a sub-step of `h` seconds, from the velocities with its forces; `kicks` is what the forces added. Its gap is that
    /// [`Self::after_drift`] of the last one.
    pub(super) fn begin(&mut self, movers: &[Mover], velocities: &[Velocity], kicks: &[Velocity], h: f64) {
        self.booked = DVec3::ZERO;
        self.role = Role::Rest;
        if self.restitution > 0.0 {
            self.find_gap(movers);
            self.refresh(movers);
            let (now, kick) = (self.speed(velocities), self.speed(kicks));
            // An approach by the sub-step's own forces is resting contact, not an impact.
            self.role = if self.now_m.max(0.0) + now * h >= 0.0 {
                Role::Off
            } else if now - kick < -kick.abs() {
                self.leave_m_s = -self.restitution * now;
                Role::Impact
            } else {
                Role::Rest
            };
        }
        if self.role != Role::Rest {
            (self.normal_impulse, self.tangent_impulse) = (0.0, DVec2::ZERO);
        }
    }

    pub(super) fn may_bounce(&self) -> bool {
        self.restitution > 0.0
    }

    pub(super) fn apply_all(&self, movers: &[Mover], velocities: &mut [Velocity]) {
        let impulse = self.along();
        if impulse == DVec3::ZERO {
            return;
        }
        let (mut a, mut b) = (velocities[self.bodies[0]], velocities[self.bodies[1]]);
        for (axis, impulse) in self.axes.iter().zip(impulse.to_array()) {
            self.give(axis, impulse, movers, &mut a, &mut b);
        }
        (velocities[self.bodies[0]], velocities[self.bodies[1]]) = (a, b);
    }

    /// Gives the bodies an impulse along an axis and its opposite.
    #[inline(always)]
    fn give(&self, axis: &Axis, impulse: f64, movers: &[Mover], a: &mut Velocity, b: &mut Velocity) {
        if self.is_guided {
            a.linear += movers[self.bodies[0]].yielding(axis.direction) * impulse;
            b.linear -= movers[self.bodies[1]].yielding(axis.direction) * impulse;
        } else {
            a.linear += axis.direction * (self.masses[0] * impulse);
            b.linear -= axis.direction * (self.masses[1] * impulse);
        }
        a.angular += axis.turns[0] * impulse;
        b.angular -= axis.turns[1] * impulse;
    }

    /// Corrects the impulses so that the gap may at most close, and with `soft` so that an overlap goes; returns the change of velocity, m/s.
    pub(super) fn hold(
        &mut self,
        movers: &[Mover],
        velocities: &mut [Velocity],
        soft: Option<&Soft>,
        h: f64,
    ) -> f64 {
        self.solve(movers, velocities, self.wanted(soft, h))
    }

    /// The velocity along the normal that is wanted, with the soft removal of an overlap or without.
    #[inline(always)]
    pub(super) fn wanted(&self, soft: Option<&Soft>, h: f64) -> Wanted {
        let overlap = -self.now_m - SLOP_M;
        match soft.filter(|_| overlap > 0.0) {
            Some(soft) => {
                let most_m_s = if self.is_within { PUSH_WITHIN_M_S } else { PUSH_M_S };
                let velocity = (soft.rate * overlap).min(most_m_s) - self.bend_m_s;
                Wanted { velocity, mass: soft.mass, decay: soft.impulse }
            }
            None => Wanted::rigid(-self.now_m.max(0.0) / h - self.bend_m_s),
        }
    }

    /// Takes the gap after the drift, in which it has bent, then corrects the impulses so that it may at most close; returns the change of velocity, m/s.
    pub(super) fn after_drift(&mut self, movers: &[Mover], velocities: &mut [Velocity], h: f64) -> f64 {
        self.find_gap(movers);
        (self.bend_m_s, self.time_s) = (0.0, 0.0);
        if self.waits && self.now_m > 0.0 && self.is_new() {
            self.role = Role::Off;
        }
        self.hold(movers, velocities, None, h)
    }

    fn find_gap(&mut self, movers: &[Mover]) {
        self.now_m =
            self.gap_m + self.axes[0].speed(&movers[self.bodies[0]].moved, &movers[self.bodies[1]].moved);
    }

    /// The same in an impact, which leaves with `leave` times the velocity of restitution.
    pub(super) fn bounce(
        &mut self,
        movers: &[Mover],
        velocities: &mut [Velocity],
        leave: f64,
        h: f64,
    ) -> f64 {
        let target =
            if self.role == Role::Impact { leave * self.leave_m_s } else { -self.now_m.max(0.0) / h };
        self.solve(movers, velocities, Wanted::rigid(target))
    }

    fn solve(&mut self, movers: &[Mover], velocities: &mut [Velocity], wanted: Wanted) -> f64 {
        self.change(velocities, |row, a, b| {
            let along = row.change_normal(movers, a, b, wanted);
            along.max(row.change_friction(movers, a, b))
        })
    }

    /// Corrects the impulse along the normal; returns the change of velocity, m/s.
    pub(super) fn solve_normal(
        &mut self,
        movers: &[Mover],
        velocities: &mut [Velocity],
        wanted: Wanted,
    ) -> f64 {
        self.change(velocities, |row, a, b| row.change_normal(movers, a, b, wanted))
    }

    /// Corrects the impulse of friction; returns the change of velocity, m/s.
    pub(super) fn solve_friction(&mut self, movers: &[Mover], velocities: &mut [Velocity]) -> f64 {
        self.change(velocities, |row, a, b| row.change_friction(movers, a, b))
    }

    /// Changes the velocities of its bodies, if it does anything in the sub-step.
    #[inline(always)]
    fn change(
        &mut self,
        velocities: &mut [Velocity],
        by: impl FnOnce(&mut Self, &mut Velocity, &mut Velocity) -> f64,
    ) -> f64 {
        if self.role == Role::Off {
            return 0.0;
        }
        let (mut a, mut b) = (velocities[self.bodies[0]], velocities[self.bodies[1]]);
        let change = by(self, &mut a, &mut b);
        (velocities[self.bodies[0]], velocities[self.bodies[1]]) = (a, b);
        change
    }

    #[inline(always)]
    fn change_normal(&mut self, movers: &[Mover], a: &mut Velocity, b: &mut Velocity, wanted: Wanted) -> f64 {
        let Wanted { velocity, mass, decay } = wanted;
        let missing = velocity - self.axes[0].speed(a, b);
        let old = self.normal_impulse;
        let new = (old * (1.0 - decay) + missing * self.normal_mass * mass).max(0.0);
        let difference = new - old;
        if difference != 0.0 {
            self.normal_impulse = new;
            self.give(&self.axes[0], difference, movers, a, b);
        }
        difference.abs() * self.response
    }

    #[inline(always)]
    fn change_friction(&mut self, movers: &[Mover], a: &mut Velocity, b: &mut Velocity) -> f64 {
        let limit = self.friction * self.normal_impulse;
        if limit <= 0.0 && self.tangent_impulse == DVec2::ZERO {
            return 0.0;
        }
        let slip = DVec2::new(self.axes[1].speed(a, b), self.axes[2].speed(a, b));
        let old = self.tangent_impulse;
        let new = (old - slip * self.tangent_mass).clamp_length_max(limit);
        self.tangent_impulse = new;
        let difference = new - old;
        self.give(&self.axes[1], difference.x, movers, a, b);
        self.give(&self.axes[2], difference.y, movers, a, b);
        difference.length() * self.response
    }

    /// Velocity of the one body past the other, along the axes.
    pub(super) fn slip(&self, velocities: &[Velocity]) -> DVec3 {
        let (a, b) = (&velocities[self.bodies[0]], &velocities[self.bodies[1]]);
        DVec3::from(self.axes.map(|axis| axis.speed(a, b)))
    }

    /// The impulses along the axes, N·s.
    pub(super) fn along(&self) -> DVec3 {
        DVec3::new(self.normal_impulse, self.tangent_impulse.x, self.tangent_impulse.y)
    }

    /// Takes other masses along the normal and across it; returns those that it had.
    pub(super) fn take_masses(&mut self, masses: [f64; 2]) -> [f64; 2] {
        let own = [self.normal_mass, self.tangent_mass];
        [self.normal_mass, self.tangent_mass] = masses;
        own
    }

    pub(super) fn set_along(&mut self, impulses: DVec3) {
        (self.normal_impulse, self.tangent_impulse) = (impulses.x, DVec2::new(impulses.y, impulses.z));
    }

    pub(super) fn friction_n_s(&self) -> DVec3 {
        self.axes[1].direction * self.tangent_impulse.x + self.axes[2].direction * self.tangent_impulse.y
    }

    /// The impulse as the world stores it.
    pub(super) fn impulse(&self) -> Impulse {
        Impulse { normal: self.normal_impulse, friction: self.friction_n_s() }
    }
}
