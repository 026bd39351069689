//! Contact impulses: no approach, restitution, Coulomb friction; and the shift that removes overlaps.

use super::narrow_phase::{Contact, Other};
use super::warm_start::Impulse;
use crate::report::ContactImpulse;
use glam::{DMat3, DVec2, DVec3};

/// Velocity of a center of mass and of rotation about it, m/s and rad/s.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Velocity {
    pub(crate) linear: DVec3,
    pub(crate) angular: DVec3,
}

impl Velocity {
    /// Velocity of the material at `arm` from the center.
    fn at(&self, arm: DVec3) -> DVec3 {
        self.linear + self.angular.cross(arm)
    }
}

/// State of a body in the solver. With zero inverse mass and inertia it is immovable.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mover {
    pub(crate) center_m: DVec3,
    /// Changes of velocity and angular velocity by unit impulses, 1/kg and 1/(kg·m²).
    pub(crate) inverse_mass: DMat3,
    pub(crate) inverse_inertia: DMat3,
    /// Velocity before this step's forces.
    pub(crate) before: Velocity,
    /// Velocity with this step's forces, then with the contacts.
    pub(crate) velocity: Velocity,
    /// Velocity of the shift that removes overlaps; it has no momentum.
    pub(crate) push: Velocity,
    /// Time into the step at which the body first bounces off a static, s: it moves with the old velocity until then.
    pub(crate) bounce_at_s: Option<f64>,
    pub(crate) impulse: ContactImpulse,
}

/// Overlap that is tolerated, m: invisible, but above the rounding of f32 shapes.
const SLOP_M: f64 = 1e-5;
/// Fraction of an overlap that is removed in one step.
const RECOVERY: f64 = 0.2;
/// Change of velocity in a sweep below which the iteration ends, m/s.
const CONVERGED_M_S: f64 = 1e-14;

/// Part of the response to an impulse that is rounding.
const ROUNDING: f64 = 1e-12;

/// The constraint of one contact with its accumulated impulses.
struct Row<'a> {
    contact: &'a Contact,
    arm_a: DVec3,
    arm_b: DVec3,
    /// Effective mass in the normal direction, kg.
    normal_mass: f64,
    tangents: [DVec3; 2],
    /// Least effective mass of the tangent directions, kg. With one number for both directions the friction opposes the slip,
    /// even if the effective masses differ.
    tangent_mass: f64,
    /// Lower bound of the normal velocity after the step, m/s.
    target_m_s: f64,
    bounce_at_s: Option<f64>,
    normal_impulse: f64,
    tangent_impulse: DVec2,
    push_impulse: f64,
}

/// Finds the impulses of all contacts by projected Gauss–Seidel and adds them to the movers.
///
/// For each contact with normal velocity `u` and gap `d`, `λ ≥ 0` is the normal impulse and
/// `|λ_t| ≤ μ λ` the friction that stops the slip as far as it can:
/// - a body that approaches faster than by this step's forces alone bounces: `u' ≥ −e u`;
/// - every other contact may at most close its gap: `u' ≥ −max(d, 0)/Δt`.
///
/// The iteration starts from `guesses`, one for each contact, and returns the impulses in the same order.
pub(crate) fn solve(
    movers: &mut [Mover],
    contacts: &[Contact],
    guesses: &[Impulse],
    dt: f64,
    sweeps: u32,
) -> Vec<Impulse> {
    let mut rows: Vec<Option<Row>> =
        contacts.iter().zip(guesses).map(|(contact, guess)| Row::new(contact, guess, movers, dt)).collect();
    for row in rows.iter().flatten() {
        row.apply(movers, row.impulse(), |m| &mut m.velocity);
    }
    for _ in 0..sweeps {
        let change = rows.iter_mut().flatten().map(|row| row.relax(movers)).fold(0.0, f64::max);
        if change < CONVERGED_M_S {
            break;
        }
    }
    if rows.iter().flatten().any(|row| row.contact.gap_m < -SLOP_M) {
        for _ in 0..sweeps {
            rows.iter_mut().flatten().for_each(|row| row.push_apart(movers, dt));
        }
    }
    rows.iter().flatten().for_each(|row| row.account(movers));
    rows.iter()
        .map(|row| {
            row.as_ref().map_or(Impulse::default(), |row| Impulse {
                normal: row.normal_impulse,
                friction: row.friction(row.tangent_impulse),
            })
        })
        .collect()
}

impl<'a> Row<'a> {
    /// `None` if neither side can be moved, or if the contact is not reached in this step.
    fn new(contact: &'a Contact, guess: &Impulse, movers: &[Mover], dt: f64) -> Option<Self> {
        let a = &movers[contact.a];
        let b = contact.other.body().map(|b| &movers[b]);
        let arm_a = contact.point_m - a.center_m;
        let arm_b = b.map_or(DVec3::ZERO, |b| contact.point_m - b.center_m);

        // Velocity at the contact by a unit impulse.
        let response = |direction: DVec3| {
            let of = |mover: &Mover, arm: DVec3| {
                mover.inverse_mass * direction + (mover.inverse_inertia * arm.cross(direction)).cross(arm)
            };
            of(a, arm_a) + b.map_or(DVec3::ZERO, |b| of(b, arm_b))
        };
        let normal = contact.normal;
        let along_normal = normal.dot(response(normal));
        // A guide may leave a body a response by rounding alone.
        let yielding = |mover: &Mover, arm: DVec3| {
            trace(mover.inverse_mass) + trace(mover.inverse_inertia) * arm.length_squared()
        };
        let most = yielding(a, arm_a) + b.map_or(0.0, |b| yielding(b, arm_b));
        if along_normal <= ROUNDING * most {
            return None;
        }
        let (t, s) = normal.any_orthonormal_pair();
        let (along_t, along_s) = (response(t), response(s));
        let (tt, ss, ts) = (t.dot(along_t), s.dot(along_s), s.dot(along_t));
        let most_yielding = 0.5 * (tt + ss) + (0.5 * (tt - ss)).hypot(ts);

        let approach = |of: fn(&Mover) -> Velocity| {
            normal.dot(of(a).at(arm_a) - b.map_or(DVec3::ZERO, |b| of(b).at(arm_b)))
        };
        let (before, now) = (approach(|m| m.before), approach(|m| m.velocity));
        let gap = contact.gap_m.max(0.0);
        // An approach by the step's own forces is resting contact, not an impact.
        let bouncy = contact.restitution > 0.0;
        let reached = gap + now * dt < 0.0;
        if bouncy && !reached {
            // If another contact's impulse brings this point down, it bounces in the next step; stopping it short of the
            // surface would lose its energy.
            return None;
        }
        let impact = bouncy && reached && before < -(now - before).abs();
        let guess = if impact { Impulse::default() } else { *guess };
        Some(Self {
            contact,
            arm_a,
            arm_b,
            normal_mass: along_normal.recip(),
            tangents: [t, s],
            tangent_mass: most_yielding.recip(),
            target_m_s: if impact { -contact.restitution * now } else { -gap / dt },
            bounce_at_s: impact.then(|| gap / -now),
            normal_impulse: guess.normal,
            tangent_impulse: DVec2::new(t.dot(guess.friction), s.dot(guess.friction)),
            push_impulse: 0.0,
        })
    }

    /// Corrects this contact's impulses; returns the change of velocity, m/s.
    fn relax(&mut self, movers: &mut [Mover]) -> f64 {
        let normal = self.contact.normal;
        let missing = self.target_m_s - normal.dot(self.slip(movers, |m| m.velocity));
        let old = self.normal_impulse;
        self.normal_impulse = (old + missing * self.normal_mass).max(0.0);
        self.apply(movers, normal * (self.normal_impulse - old), |m| &mut m.velocity);
        let mut change = (self.normal_impulse - old).abs() / self.normal_mass;

        let limit = self.contact.friction * self.normal_impulse;
        if limit > 0.0 || self.tangent_impulse != DVec2::ZERO {
            let slip = self.slip(movers, |m| m.velocity);
            let slip = DVec2::new(self.tangents[0].dot(slip), self.tangents[1].dot(slip));
            let old = self.tangent_impulse;
            self.tangent_impulse = (old - slip * self.tangent_mass).clamp_length_max(limit);
            let difference = self.tangent_impulse - old;
            self.apply(movers, self.friction(difference), |m| &mut m.velocity);
            change = change.max(difference.length() / self.normal_mass);
        }
        change
    }

    /// Corrects the shift that removes this contact's overlap.
    fn push_apart(&mut self, movers: &mut [Mover], dt: f64) {
        let overlap = -self.contact.gap_m - SLOP_M;
        if overlap > 0.0 {
            let normal = self.contact.normal;
            let missing = RECOVERY * overlap / dt - normal.dot(self.slip(movers, |m| m.push));
            let old = self.push_impulse;
            self.push_impulse = (old + missing * self.normal_mass).max(0.0);
            self.apply(movers, normal * (self.push_impulse - old), |m| &mut m.push);
        }
    }

    /// Records the impulse and the time of a bounce at both bodies.
    fn account(&self, movers: &mut [Mover]) {
        let impulse = self.impulse();
        let mut book = |mover: usize, arm: DVec3, impulse: DVec3| {
            let mover = &mut movers[mover];
            match self.contact.other {
                Other::Static(_) => mover.impulse.from_statics_n_s += impulse,
                Other::Body(_) => mover.impulse.from_bodies_n_s += impulse,
            }
            mover.impulse.angular_n_m_s += arm.cross(impulse);
        };
        book(self.contact.a, self.arm_a, impulse);
        if let Some(b) = self.contact.other.body() {
            book(b, self.arm_b, -impulse);
        } else if self.normal_impulse > 0.0 {
            let first = &mut movers[self.contact.a].bounce_at_s;
            *first = first.take().into_iter().chain(self.bounce_at_s).reduce(f64::min);
        }
    }

    /// Velocity of `a` relative to `b` at the contact.
    fn slip(&self, movers: &[Mover], of: fn(&Mover) -> Velocity) -> DVec3 {
        let other = self.contact.other.body().map_or(DVec3::ZERO, |b| of(&movers[b]).at(self.arm_b));
        of(&movers[self.contact.a]).at(self.arm_a) - other
    }

    /// Applies `impulse` to `a` and its opposite to `b`.
    fn apply(&self, movers: &mut [Mover], impulse: DVec3, of: fn(&mut Mover) -> &mut Velocity) {
        let mut give = |mover: usize, arm: DVec3, impulse: DVec3| {
            let mover = &mut movers[mover];
            let linear = mover.inverse_mass * impulse;
            let angular = mover.inverse_inertia * arm.cross(impulse);
            let velocity = of(mover);
            velocity.linear += linear;
            velocity.angular += angular;
        };
        give(self.contact.a, self.arm_a, impulse);
        if let Some(b) = self.contact.other.body() {
            give(b, self.arm_b, -impulse);
        }
    }

    fn impulse(&self) -> DVec3 {
        self.contact.normal * self.normal_impulse + self.friction(self.tangent_impulse)
    }

    fn friction(&self, along: DVec2) -> DVec3 {
        self.tangents[0] * along.x + self.tangents[1] * along.y
    }
}

fn trace(matrix: DMat3) -> f64 {
    matrix.x_axis.x + matrix.y_axis.y + matrix.z_axis.z
}
