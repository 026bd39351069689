//! The impulses of the last step, from which the solver starts.

use super::narrow_phase::{Contact, Other};
use crate::body::RigidBody;
use glam::DVec3;
use std::collections::BTreeMap;

/// Impulse of one contact on body `a`: along the normal, and the friction (world axes), N·s.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Impulse {
    pub(crate) normal: f64,
    pub(crate) friction: DVec3,
}

/// Impulses by pair and by the point of body `a` (body coordinates) that they act at.
///
/// In a stack the weight passes from contact to contact; an iteration from zero in every step would never reach the bottom of
/// a high one.
#[derive(Debug, Clone, Default)]
pub(crate) struct ImpulseMemory {
    kept: BTreeMap<(usize, Other), Vec<(DVec3, Impulse)>>,
    dt: f64,
}

/// An impulse with its pair and point.
pub(crate) type Kept = ((usize, Other), (DVec3, Impulse));

/// Distance that a contact may move over the body and count as the same one, as a fraction of the body's size.
const SAME_POINT: f64 = 0.05;

impl ImpulseMemory {
    /// First guesses for `contacts`: the impulse at the nearest unused point of the same pair in the last step.
    pub(crate) fn recall(&mut self, contacts: &[Contact], bodies: &[RigidBody], dt: f64) -> Vec<Impulse> {
        let scale = if self.dt > 0.0 { dt / self.dt } else { 0.0 };
        let mut guess = |contact: &Contact| {
            let body = &bodies[contact.a];
            let kept = self.kept.get_mut(&(contact.a, contact.other))?;
            let point = body.point_to_body(contact.point_m);
            let distance = |(at, _): &(DVec3, Impulse)| at.distance_squared(point);
            let nearest =
                (0..kept.len()).min_by(|&i, &j| distance(&kept[i]).total_cmp(&distance(&kept[j])))?;
            let close = distance(&kept[nearest]) < (SAME_POINT * body.reach_m).powi(2);
            close.then(|| kept.swap_remove(nearest).1)
        };
        contacts
            .iter()
            .map(|contact| guess(contact).unwrap_or_default())
            .map(|impulse| Impulse { normal: impulse.normal * scale, friction: impulse.friction * scale })
            .collect()
    }

    /// Stores the impulses of the solver for the next step.
    pub(crate) fn keep(&mut self, contacts: &[Contact], impulses: &[Impulse], bodies: &[RigidBody], dt: f64) {
        self.kept.clear();
        self.dt = dt;
        for (contact, &impulse) in contacts.iter().zip(impulses).filter(|(_, impulse)| impulse.normal > 0.0) {
            let point = bodies[contact.a].point_to_body(contact.point_m);
            self.kept.entry((contact.a, contact.other)).or_default().push((point, impulse));
        }
    }
    /// The time step and the impulses of the last step, each with its pair and point.
    pub(crate) fn kept(&self) -> (f64, impl Iterator<Item = Kept>) {
        let each = self.kept.iter();
        (self.dt, each.flat_map(|(pair, points)| points.iter().map(|at| (*pair, *at))))
    }

    /// Replaces time step and impulses.
    pub(crate) fn replace(&mut self, dt: f64, kept: impl Iterator<Item = Kept>) {
        self.kept.clear();
        self.dt = dt;
        for (pair, at) in kept {
            self.kept.entry(pair).or_default().push(at);
        }
    }
}
