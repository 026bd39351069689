//! The camera that mouse and keys move.

mod flight;
mod flying;
mod moves;
#[cfg(test)]
mod tests;

use glam::Vec2;

use super::preset::Preset;
use crate::render::camera::{Orbit, aspect, fitted_fov_deg};
use crate::scene::{Scene, Station, View, ViewKind};
use flight::Flight;

/// Where the camera is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// Over the whole water, however large the picture is.
    Overview,
    /// Straight above it.
    Top,
    /// On a sphere, with an angle of view in degrees, to be fitted to the picture.
    Orbit(Orbit, f32),
    /// Station by the velocity of the body that is followed.
    Station(Station),
    /// Straight above a point.
    Map { center_m: Vec2, half_height_m: f32 },
    /// Anywhere, in any direction.
    Flight(Flight),
}

/// A view that mouse and keys move.
#[derive(Clone, Debug)]
pub(crate) struct Eye {
    /// The view of the scenario.
    base: View,
    place: Place,
    /// The body that the place is relative to.
    follows: Option<String>,
    /// Place and body that it comes back to after a look from above.
    aside: Option<(Place, Option<String>)>,
}

impl Eye {
    /// Starts with the view of a scenario.
    pub(crate) fn new(base: View) -> Self {
        let (place, follows) = match &base.kind {
            ViewKind::Top => (Place::Top, None),
            ViewKind::Overview => (Place::Overview, None),
            ViewKind::Perspective { eye_m, target_m, fov_deg, follow } => {
                (Place::Orbit(Orbit::between(*eye_m, *target_m), *fov_deg), follow.clone())
            }
            ViewKind::Map { center_m, half_height_m, follow } => {
                (Place::Map { center_m: *center_m, half_height_m: *half_height_m }, follow.clone())
            }
            ViewKind::Follow { body, from } => (Place::Station(*from), Some(body.clone())),
        };
        Self { base, place, follows, aside: None }
    }

    /// The view for a picture of a size.
    pub(crate) fn view(&self, size: [u32; 2]) -> View {
        let follow = self.follows.clone();
        let kind = match self.place {
            Place::Overview => ViewKind::Overview,
            Place::Top => ViewKind::Top,
            Place::Orbit(orbit, fov_deg) => ViewKind::Perspective {
                eye_m: orbit.target_m + orbit.offset_m(),
                target_m: orbit.target_m,
                fov_deg: fitted_fov_deg(fov_deg, aspect(size)),
                follow,
            },
            Place::Map { center_m, half_height_m } => ViewKind::Map { center_m, half_height_m, follow },
            Place::Flight(flight) => flight.view(aspect(size)),
            Place::Station(from) => match follow {
                Some(body) => ViewKind::Follow { body, from },
                None => ViewKind::Overview,
            },
        };
        // Without water there are no colors to show.
        let hide_water = self.base.hide_water && self.base.look.is_water();
        View { kind, size, hide_water, ..self.base.clone() }
    }

    /// The rest of the view: scale of heights, colors.
    pub(crate) fn base_mut(&mut self) -> &mut View {
        &mut self.base
    }

    /// The same, to be read.
    pub(crate) fn base(&self) -> &View {
        &self.base
    }

    /// The body that it follows.
    pub(crate) fn follows(&self) -> Option<&str> {
        self.follows.as_deref()
    }

    /// Whether it looks straight down.
    pub(crate) fn is_from_above(&self) -> bool {
        matches!(self.place, Place::Top | Place::Map { .. } | Place::Station(Station::Above))
    }

    /// Looks from straight above, at the body that it follows or at the whole water, until [`Self::look_aside`].
    pub(crate) fn look_down(&mut self) {
        if !self.is_from_above() {
            self.aside = Some((self.place, self.follows.clone()));
            self.place = if self.follows.is_some() { Place::Station(Station::Above) } else { Place::Top };
        }
    }

    /// Looks from where it did before [`Self::look_down`], unless it has gone elsewhere meanwhile.
    pub(crate) fn look_aside(&mut self) {
        if let Some((place, follows)) = self.aside.take()
            && self.is_from_above()
        {
            self.place = place;
            // Another body may have been chosen.
            self.follows = follows.map(|before| self.follows.take().unwrap_or(before));
        }
    }

    /// Goes to a preset; those of a body do nothing if there is none.
    pub(crate) fn go(&mut self, preset: Preset, scene: &Scene, body: Option<&str>) {
        let found = body.and_then(|name| scene.bodies.iter().find(|body| body.name == name));
        match (preset, found) {
            (Preset::Home, _) => *self = Self::new(self.base.clone()),
            (Preset::Overview, _) => (self.place, self.follows) = (Place::Overview, None),
            (Preset::Top, _) => (self.place, self.follows) = (Place::Top, None),
            (Preset::Astern | Preset::Abeam, Some(body)) => {
                let from = if preset == Preset::Astern { Station::Astern } else { Station::Abeam };
                self.place = Place::Station(from);
                self.follows = Some(body.name.clone());
            }
            (Preset::Astern | Preset::Abeam, None) => {}
        }
    }
}
