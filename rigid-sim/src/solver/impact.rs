//! Impacts: Newton's restitution, as far as no energy comes of it.

use super::contact_row::{ContactRow, Role};
use super::mover::{Mover, Velocity};
use glam::DVec3;

/// Most sweeps over the contacts of an island with an impact.
const SWEEPS: u32 = 60;
/// Change of velocity in a sweep at which the iteration ends, as a fraction of the impact's.
const CONVERGED: f64 = 1e-12;

/// Memory for what impacts do, kept from one to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct Impact {
    plain: Outcome,
    bounced: Outcome,
}

/// Velocities of the movers after an impact, and the impulses and slips of the contacts.
#[derive(Debug, Clone, Default)]
struct Outcome {
    velocities: Vec<Velocity>,
    along: Vec<DVec3>,
    slips: Vec<DVec3>,
}

impl Outcome {
    fn take(&mut self, rows: &[ContactRow], velocities: &[Velocity]) {
        self.velocities.clear();
        self.velocities.extend_from_slice(velocities);
        self.along.clear();
        self.along.extend(rows.iter().map(ContactRow::along));
        self.slips.clear();
        self.slips.extend(rows.iter().map(|row| row.slip(velocities)));
    }
}

impl Impact {
    /// Lets the contacts that bounce in this sub-step bounce; `unloaded` are the velocities without any contact.
    ///
    /// First without restitution, which stops each approach: impulses `λ₀` and velocities `v₀`; then with `u′ = −e u`: `λ₁` and
    /// `v₁`. The work of the contacts, `½ Σ λ · (u + u′)` with the relative velocities before and after, is below zero for the
    /// first, since `λ · u′ ≤ 0` there. With friction, Newton's restitution may make it positive (Kane and Levinson 1985). It is a
    /// quadratic function of `θ` along `λ₀ + θ (λ₁ − λ₀)`, and the greatest `θ ≤ 1` without gain of energy is taken; impulses
    /// there lie in the cones of friction, and no approach is left.
    pub(super) fn bounce(
        &mut self,
        rows: &mut [ContactRow],
        movers: &[Mover],
        velocities: &mut [Velocity],
        unloaded: &[Velocity],
        h: f64,
    ) {
        let fastest = rows
            .iter()
            .filter(|row| row.role == Role::Impact)
            .map(|row| row.slip(unloaded).length())
            .fold(0.0, f64::max);
        let Self { plain, bounced } = self;
        let mut converge = |rows: &mut [ContactRow], leave: f64, outcome: &mut Outcome| {
            for _ in 0..SWEEPS {
                let change =
                    rows.iter_mut().map(|row| row.bounce(movers, velocities, leave, h)).fold(0.0, f64::max);
                if change < CONVERGED * fastest {
                    break;
                }
            }
            outcome.take(rows, velocities);
        };
        converge(rows, 0.0, plain);
        converge(rows, 1.0, bounced);
        let Outcome { velocities: plain, along: stopping, slips: stopped } = &*plain;
        let Outcome { velocities: bounced, along: leaving, slips: left } = &*bounced;

        let [mut constant, mut linear, mut square] = [0.0; 3];
        for (k, row) in rows.iter().enumerate() {
            let (more, faster) = (leaving[k] - stopping[k], left[k] - stopped[k]);
            let sum = row.slip(unloaded) + stopped[k];
            constant += stopping[k].dot(sum);
            linear += more.dot(sum) + stopping[k].dot(faster);
            square += more.dot(faster);
        }
        let theta = greatest(constant, linear, square);
        if theta < 1.0 {
            for (velocity, (plain, bounced)) in velocities.iter_mut().zip(plain.iter().zip(bounced)) {
                velocity.linear = plain.linear.lerp(bounced.linear, theta);
                velocity.angular = plain.angular.lerp(bounced.angular, theta);
            }
            for (k, row) in rows.iter_mut().enumerate() {
                row.set_along(stopping[k].lerp(leaving[k], theta));
            }
        }
        for row in rows.iter_mut().filter(|row| row.role == Role::Impact) {
            // So that height is traded for speed without a loss that would add up.
            if row.with_static && !row.is_late() {
                row.act_on_impact(unloaded, h);
            }
            row.retire();
        }
    }
}

/// The greatest `θ` from 0 to 1 at which `constant + linear θ + square θ²` is not above zero.
fn greatest(constant: f64, linear: f64, square: f64) -> f64 {
    if constant + linear + square <= 0.0 {
        return 1.0;
    }
    if constant >= 0.0 {
        return 0.0;
    }
    // The one root between: the value is below zero at 0 and above at 1.
    let root = (linear * linear - 4.0 * square * constant).max(0.0).sqrt();
    let denominator = linear + root;
    if denominator > 0.0 { (-2.0 * constant / denominator).clamp(0.0, 1.0) } else { 0.0 }
}
