//! Bodies that lie on the water as lids, and blocks of the water's inertia between two of them.

use glam::{DMat3, DVec3};

use crate::radiation::matrix::{Matrix6, Vector6, multiply};

/// Motions of a body: surge, sway, heave, roll, pitch, yaw, here along and about the axes of the world.
pub(super) const MOTIONS: usize = 6;

/// A body as a lid, axes of the world.
#[derive(Debug, Clone, PartialEq)]
pub struct LidBody {
    /// Mass of the body, kg.
    pub mass_kg: f64,
    /// Inertia about the center of mass, kg m².
    pub tensor_kg_m2: DMat3,
    /// Directions in which a carriage holds its velocity.
    pub held: Vec<DVec3>,
    /// Axes about which a carriage holds its turning.
    pub held_about: Vec<DVec3>,
}

/// The loads on a body by which water answers the unit accelerations of another one, or of itself, with the opposite sign.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LidBlock {
    /// The other body.
    pub other: u32,
    /// `[load][motion of the other]`.
    pub matrix: Matrix6,
}

impl LidBlock {
    /// Takes its loads by the accelerations of the other body from some.
    pub(super) fn subtract(&self, accelerations: &[Vector6], from: &mut Vector6) {
        let load = multiply(&self.matrix, &accelerations[self.other as usize]);
        (0..MOTIONS).for_each(|k| from[k] -= load[k]);
    }
}
