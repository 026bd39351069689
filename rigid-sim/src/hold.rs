//! What holds islands that fall asleep.

use crate::contacts::Pair;

/// What something that does not move by forces holds an island with, itself or through others, in the step in which it falls asleep.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Hold {
    /// Whether anything holds it: its loads of then are borne.
    pub(crate) is_held: bool,
    /// Whether one of its links gives way: a line, or a joint that allows a motion.
    pub(crate) yields: bool,
    /// Points at which it is held, each of which bears a force in any direction.
    pub(crate) points: usize,
    /// Change of force that they bear, whatever its direction, N.
    pub(crate) margin_n: f64,
    pub(crate) mass_kg: f64,
}

/// Points that hold a body against turning: it may roll or turn about two.
pub(crate) const POINTS: usize = 3;

impl Hold {
    /// Whether it bears each change of its loads below an acceleration, of the center and of the farthest points: they add up to twice that.
    pub(crate) fn is_firm(&self, wake_m_s2: f64) -> bool {
        self.is_held
            && !self.yields
            && self.points >= POINTS
            && self.margin_n >= 2.0 * wake_m_s2 * self.mass_kg
    }
}

/// Points at which two bodies press on each other, and the impulse of a sub-step that these bear besides in any direction, N·s: by as
/// much lies that at a point inside the cone of its friction.
pub(crate) fn borne(pair: &Pair) -> (usize, f64) {
    let pressing = pair.contacts.iter().map(|contact| contact.impulse).filter(|impulse| impulse.normal > 0.0);
    pressing.fold((0, 0.0), |(points, margin_n_s), impulse| {
        let inside = pair.friction * impulse.normal - impulse.friction.length();
        (points + 1, margin_n_s + inside.max(0.0) / 1.0_f64.hypot(pair.friction))
    })
}
