//! What the water looks like, changed by keys.

use super::eye::Eye;
use crate::scene::{Field, Look};

/// Simulated time over which ways are drawn at first, s.
const TRACK_S: f32 = 20.0;

impl Eye {
    /// Shows the colors of a field alone, from above, or water again.
    pub(crate) fn toggle_science(&mut self) {
        if self.base().look == Look::Science {
            self.base_mut().look = Look::Water;
            self.look_aside();
        } else {
            self.base_mut().look = Look::Science;
            self.look_down();
        }
    }

    /// Shows the colors of a field alone, from above, or water again.
    pub(crate) fn color(&mut self, field: Option<Field>) {
        if field.is_none() != self.base().look.is_water() {
            self.toggle_look();
        }
        let view = self.base_mut();
        if let Some(field) = field.filter(|field| *field != view.field) {
            // The range of another field does not hold.
            (view.field, view.field_range) = (field, None);
        }
    }

    /// From water to the colors of a field, or from any of these back.
    fn toggle_look(&mut self) {
        if !self.base().look.is_water() {
            self.base_mut().look = Look::Science;
        }
        self.toggle_science();
    }

    /// Draws the ways that bodies have come, or does not.
    pub(crate) fn toggle_track(&mut self) {
        let view = self.base_mut();
        view.track_s = if view.track_s > 0.0 { 0.0 } else { TRACK_S };
    }

    /// Goes on by some looks.
    pub(crate) fn shift_look(&mut self, by: isize) {
        let look = &mut self.base_mut().look;
        *look = shifted(&Look::ALL, *look, by);
    }

    /// Shows the next field, or the one before; water gives way to its colors.
    pub(crate) fn shift_field(&mut self, by: isize) {
        let view = self.base_mut();
        if view.look.is_water() {
            // The first press shows the field that was chosen before.
            self.toggle_science();
            return;
        }
        view.field = shifted(&Field::ALL, view.field, by);
        // The range of another field does not hold.
        view.field_range = None;
    }
}

/// The value that is some places after another, from the last on to the first.
fn shifted<T: Copy + PartialEq>(all: &[T], value: T, by: isize) -> T {
    let at = all.iter().position(|one| *one == value).unwrap_or(0);
    all[(at as isize + by).rem_euclid(all.len() as isize) as usize]
}
