//! The impulses of the last step, as a first guess for this one.

use crate::body::RigidBody;
use crate::narrow_phase::{Contact, Other};
use glam::DVec3;
use std::collections::BTreeMap;

/// Impulse of one contact on body `a`: along the normal, and the friction (world axes), N·s.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Impulse {
    pub(crate) normal: f64,
    pub(crate) friction: DVec3,
}

/// Impulses by the pair they act between and the point of body `a` (body coordinates) they act at.
///
/// A stack carries its weight from contact to contact; iterating from zero in every step would never get to the
/// bottom of a high one.
#[derive(Debug, Clone, Default)]
pub(crate) struct ImpulseMemory {
    kept: BTreeMap<(usize, Other), Vec<(DVec3, Impulse)>>,
    dt: f64,
}

/// How far a contact may have wandered over the body to count as the same one, as a share of the body's size.
const SAME_POINT: f64 = 0.05;

impl ImpulseMemory {
    /// First guesses for `contacts`: of the same pair, the nearest point of the last step that is not yet given away.
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

    /// Keeps what the solver ended with.
    pub(crate) fn keep(&mut self, contacts: &[Contact], impulses: &[Impulse], bodies: &[RigidBody], dt: f64) {
        self.kept.clear();
        self.dt = dt;
        for (contact, &impulse) in contacts.iter().zip(impulses).filter(|(_, impulse)| impulse.normal > 0.0) {
            let point = bodies[contact.a].point_to_body(contact.point_m);
            self.kept.entry((contact.a, contact.other)).or_default().push((point, impulse));
        }
    }
}
