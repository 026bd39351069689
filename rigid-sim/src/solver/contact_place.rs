//! Where a contact is in a sub-step, when its impulses act, and their books.

use super::axis::Axis;
use super::contact_row::{ContactRow, Role};
use super::mover::{Mover, Velocity};
use glam::{DVec2, DVec3};

/// Where a contact is: its normal, the arms of the bodies to its point, and the gap.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) normal: DVec3,
    pub(super) arms: [DVec3; 2],
    pub(super) gap_m: f64,
}

impl ContactRow {
    /// Lies at another place of its bodies from now on, which has come with a way of the second beyond the first in the step.
    pub(super) fn lie(&mut self, movers: &[Mover], place: &Place, since_m: DVec3) {
        let pair = self.bodies.map(|i| &movers[i]);
        let rub = self.friction_n_s();
        let (t, s) = place.normal.any_orthonormal_pair();
        // To these the way is added.
        let shift = if self.with_static { DVec3::ZERO } else { 0.5 * since_m };
        self.arms = [place.arms[0] - shift, place.arms[1] + shift];
        self.axes = [place.normal, t, s].map(|direction| Axis::new(direction, place.arms, pair));
        self.response = self.response_of(0, 0, pair);
        self.find_masses(pair);
        self.tangent_impulse = DVec2::new(t.dot(rub), s.dot(rub));
        if self.booked != DVec3::ZERO {
            self.booked = self.along();
        }
        self.now_m = place.gap_m;
        self.gap_m = place.gap_m - self.axes[0].speed(&pair[0].moved, &pair[1].moved);
    }

    /// Is closed at a time in the sub-step, at which its impulses act, from the velocities until then.
    pub(super) fn touch(&mut self, velocities: &[Velocity], time_s: f64) {
        (self.now_m, self.time_s) = (0.0, time_s);
        self.leave_m_s = -self.restitution * self.speed(velocities);
    }

    /// Has no impulse from which a sub-step begins.
    pub(super) fn is_new(&self) -> bool {
        self.normal_impulse == 0.0
    }

    /// Takes it that the gap changes so fast in the sub-step beyond the velocity along the normal.
    pub(super) fn bend(&mut self, by_m_s: f64) {
        self.bend_m_s = by_m_s;
    }

    /// Gap at the start of the sub-step, m.
    pub(super) fn now_at_m(&self) -> f64 {
        self.now_m
    }

    /// Whether its gap closes in a sub-step of `h` seconds.
    pub(super) fn closes(&self, velocities: &[Velocity], h: f64) -> bool {
        self.now_m + self.speed(velocities) * h < 0.0
    }

    /// Closes in the sub-step, from no overlap, or does nothing in it.
    pub(super) fn close(&mut self, meets: bool) {
        self.now_m = self.now_m.max(0.0);
        if !meets {
            self.role = Role::Off;
            (self.normal_impulse, self.tangent_impulse) = (0.0, DVec2::ZERO);
        }
    }

    /// Acts when its gap is closed at the velocities `of`.
    pub(super) fn act_on_impact(&mut self, of: &[Velocity], h: f64) {
        let speed = self.speed(of);
        self.time_s = if speed < 0.0 { (self.now_m.max(0.0) / -speed).min(h) } else { 0.0 };
    }

    /// Whether its impulses act later than at the start of the sub-step.
    pub(super) fn is_late(&self) -> bool {
        self.time_s > 0.0
    }

    /// Books what is not booked yet with both bodies, at one point that lies midway between where each of them has carried it
    /// in the step: so linear and angular momentum are kept to rounding.
    ///
    /// What acts at a time `t` of the sub-step leaves a body behind by `P t / m` of where its new velocity `v` brings it; with all impulses of the sub-step, that is as if each had
    /// acted at `x + v t`. What a contact does from then on begins anew.
    pub(super) fn book(&mut self, movers: &mut [Mover], velocities: &[Velocity]) {
        let along = self.along() - self.booked;
        if along == DVec3::ZERO {
            return;
        }
        self.booked = self.along();
        let [normal, t, s] = &self.axes;
        let impulse = normal.direction * along.x + t.direction * along.y + s.direction * along.z;
        let [a, b] = self.bodies;
        let mut shift = self.shift(movers);
        let time_s = self.time_s;
        if time_s > 0.0 {
            movers[a].come_late(impulse, time_s);
            if !self.with_static {
                shift += 0.5 * time_s * (velocities[b].linear - velocities[a].linear);
                movers[b].come_late(-impulse, time_s);
            }
        }
        if time_s > 0.0 || self.role == Role::Off {
            (self.normal_impulse, self.tangent_impulse) = (0.0, DVec2::ZERO);
            self.booked = DVec3::ZERO;
        }
        movers[a].book(self.arms[0] + shift, impulse, self.with_static);
        if !self.with_static {
            movers[b].book(self.arms[1] - shift, -impulse, false);
        }
    }

    /// Ends an impact, whose impulses are to be booked.
    pub(super) fn retire(&mut self) {
        self.role = Role::Off;
    }
}
