//! A rigid-body simulation: bodies and immovable obstacles (statics) under gravity.

use crate::body::{BodyHandle, RigidBody};
use crate::contacts::ImpulseMemory;
use crate::statics::Static;
use glam::DVec3;
use std::ops::{Index, IndexMut};

/// A rigid-body simulation: bodies and immovable obstacles (statics) under gravity.
///
/// `world[handle]` is the body; it panics for a handle of another world that is out of range.
#[derive(Debug, Clone)]
pub struct World {
    /// Gravity, m/s².
    pub gravity_m_s2: DVec3,
    /// Sweeps of the contact solver over all contacts per step, 30 by default; taller stacks need more.
    pub solver_sweeps: u32,
    pub(crate) bodies: Vec<RigidBody>,
    pub(crate) statics: Vec<Static>,
    pub(crate) memory: ImpulseMemory,
}

impl Default for World {
    /// An empty world with 9.81 m/s² downwards.
    fn default() -> Self {
        Self::new(DVec3::new(0.0, 0.0, -9.81))
    }
}

impl World {
    /// An empty world.
    pub fn new(gravity_m_s2: DVec3) -> Self {
        Self {
            gravity_m_s2,
            solver_sweeps: 30,
            bodies: Vec::new(),
            statics: Vec::new(),
            memory: ImpulseMemory::default(),
        }
    }

    /// Adds a body.
    pub fn insert(&mut self, body: RigidBody) -> BodyHandle {
        self.bodies.push(body);
        BodyHandle(self.bodies.len() - 1)
    }

    /// Adds an obstacle that never moves.
    pub fn insert_static(&mut self, obstacle: Static) {
        self.statics.push(obstacle);
    }

    /// All bodies with their handles, in the order of insertion.
    pub fn bodies(&self) -> impl ExactSizeIterator<Item = (BodyHandle, &RigidBody)> {
        self.bodies.iter().enumerate().map(|(i, body)| (BodyHandle(i), body))
    }

    /// Potential energy of a body's weight, `−m g · (x − x₀)` with its center of mass `x` and the point `x₀`, `datum_m`, J.
    ///
    /// # Panics
    /// If the handle is not one of this world's.
    pub fn potential_energy_j(&self, body: BodyHandle, datum_m: DVec3) -> f64 {
        let body = &self[body];
        -body.mass_properties().mass_kg * self.gravity_m_s2.dot(body.center_of_mass_m() - datum_m)
    }

    /// The body, if the handle is one of this world's.
    pub fn get(&self, handle: BodyHandle) -> Option<&RigidBody> {
        self.bodies.get(handle.0)
    }
}

impl Index<BodyHandle> for World {
    type Output = RigidBody;

    fn index(&self, handle: BodyHandle) -> &RigidBody {
        &self.bodies[handle.0]
    }
}

impl IndexMut<BodyHandle> for World {
    fn index_mut(&mut self, handle: BodyHandle) -> &mut RigidBody {
        &mut self.bodies[handle.0]
    }
}
