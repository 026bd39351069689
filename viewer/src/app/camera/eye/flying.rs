//! Taking off, flying and landing.

use glam::{Vec2, Vec3};

use super::flight::Flight;
use super::{Eye, Place};
use crate::render::camera::{Camera, FOLLOW_FOV_DEG, OVERVIEW_FOV_DEG, aspect, given_fov_deg};
use crate::scene::Scene;

impl Eye {
    /// Whether it flies.
    pub(crate) fn is_flying(&self) -> bool {
        matches!(self.place, Place::Flight(_))
    }

    /// Flies from where it is, or turns about what it sees again.
    pub(crate) fn toggle_flight(&mut self, scene: &Scene, size: [u32; 2]) {
        if self.is_flying() {
            return self.land(scene);
        }
        if self.is_from_above() {
            self.toggle_top(scene);
        }
        let fov_deg = match self.place {
            Place::Orbit(_, fov_deg) => fov_deg,
            Place::Station(_) => given_fov_deg(FOLLOW_FOV_DEG, aspect(size)),
            _ => given_fov_deg(OVERVIEW_FOV_DEG, aspect(size)),
        };
        let camera = Camera::of(&self.view(size), scene);
        self.place = Place::Flight(Flight::from(&camera, fov_deg, &scene.water));
        self.follows = None;
    }

    /// Turns about what it sees if it flies.
    pub(super) fn land(&mut self, scene: &Scene) {
        if let Place::Flight(flight) = self.place {
            let (orbit, fov_deg) = flight.orbit(&scene.water);
            self.place = Place::Orbit(orbit, fov_deg);
        }
    }

    /// Flies to the right, ahead and up, in heights above the water, and turns to the right and up, degrees.
    pub(crate) fn fly(&mut self, by: Vec3, turns_deg: Vec2, scene: &Scene) {
        if let Place::Flight(flight) = &mut self.place {
            flight.turn(turns_deg);
            flight.go(by, &scene.water);
        }
    }
}
