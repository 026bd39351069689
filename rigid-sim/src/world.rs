//! Bodies and statics under gravity, advanced step by step.

use crate::body::RigidBody;
use crate::report::StepReport;
use crate::statics::Static;
use crate::warm_start::ImpulseMemory;
use glam::DVec3;
use std::ops::{Index, IndexMut};

/// Names a body of one [`World`]: its position in the order of insertion, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyHandle(pub usize);

/// Bodies and statics under gravity.
///
/// `world[handle]` is the body; it panics for a handle of another world that is out of range.
#[derive(Debug, Clone)]
pub struct World {
    /// Gravity, m/s².
    pub gravity_m_s2: DVec3,
    /// Sweeps of the contact solver over all contacts per step, 30 by default. More settle taller stacks.
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

    /// Adds something that never moves.
    pub fn insert_static(&mut self, obstacle: Static) {
        self.statics.push(obstacle);
    }

    /// All bodies with their handles, in the order of insertion.
    pub fn bodies(&self) -> impl ExactSizeIterator<Item = (BodyHandle, &RigidBody)> {
        self.bodies.iter().enumerate().map(|(i, body)| (BodyHandle(i), body))
    }

    /// The body, if the handle is one of this world's.
    pub fn get(&self, handle: BodyHandle) -> Option<&RigidBody> {
        self.bodies.get(handle.0)
    }

    /// Advances the world by `dt` seconds with the forces gathered since the last step, and forgets them.
    ///
    /// 1. *Kick*: `v += (F/m + g) Δt`, `L += τ Δt`, with the forces that the caller took from the current state.
    /// 2. *Contacts* of the shapes where they are now, as far ahead as the bodies move in the step; impulses that stop,
    ///    bounce and rub (restitution after Newton, friction after Coulomb).
    /// 3. *Drift* with the new velocities (semi-implicit, symplectic), rotation at constant angular momentum. Shapes that
    ///    overlap are shifted apart a little; the shift carries no momentum.
    ///
    /// The same bodies, forces and steps give the same bits.
    ///
    /// # Panics
    /// If `dt` is not finite and above zero.
    pub fn step(&mut self, dt: f64) -> StepReport {
        assert!(dt.is_finite() && dt > 0.0, "the time step must be finite and above zero, got {dt} s");
        crate::step::step(self, dt)
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
