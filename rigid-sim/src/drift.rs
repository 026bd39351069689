//! The motion that is withheld from sleepers.

use crate::body::RigidBody;
use glam::{DMat3, DVec3};

/// What forces would have done by now to bodies that sleep together and are held by nothing: the motion of one rigid body, as the forces
/// between them are not known.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Drift {
    bodies: usize,
    /// Center of the first of them, from which the moments count, m.
    from_m: DVec3,
    mass_kg: f64,
    /// `Σ m r`.
    first_kg_m: DVec3,
    inertia_kg_m2: DMat3,
    linear_n_s: DVec3,
    angular_n_m_s: DVec3,
    /// Velocity of the common center of mass, and angular velocity.
    linvel_m_s: DVec3,
    angvel_rad_s: DVec3,
}

impl Drift {
    /// Adds a body with the momentum and angular momentum that forces would have given it.
    pub(crate) fn add(&mut self, body: &RigidBody, (linear_n_s, angular_n_m_s): (DVec3, DVec3)) {
        if self.bodies == 0 {
            // By default it is the identity.
            (self.from_m, self.inertia_kg_m2) = (body.state.center_m, DMat3::ZERO);
        }
        self.bodies += 1;
        let (mass_kg, arm_m) = (body.mass.mass_kg, body.state.center_m - self.from_m);
        self.mass_kg += mass_kg;
        self.first_kg_m += mass_kg * arm_m;
        self.inertia_kg_m2 += body.world_inertia_kg_m2() + steiner_kg_m2(mass_kg, arm_m);
        self.linear_n_s += linear_n_s;
        self.angular_n_m_s += angular_n_m_s + arm_m.cross(linear_n_s);
    }

    /// Finds the motion; where there is gravity, all but a single body turns about it alone.
    pub(crate) fn find_motion(&mut self, down: DVec3) {
        if self.bodies == 0 {
            return;
        }
        let center_m = self.first_kg_m / self.mass_kg;
        self.linvel_m_s = self.linear_n_s / self.mass_kg;
        let angular_n_m_s = self.angular_n_m_s - center_m.cross(self.linear_n_s);
        let inertia_kg_m2 = self.inertia_kg_m2 - steiner_kg_m2(self.mass_kg, center_m);
        self.angvel_rad_s = if self.bodies == 1 || down == DVec3::ZERO {
            inertia_kg_m2.inverse() * angular_n_m_s
        } else {
            down * (angular_n_m_s.dot(down) / down.dot(inertia_kg_m2 * down))
        };
    }

    /// Velocity and angular velocity of one of the bodies.
    pub(crate) fn velocities_of(&self, body: &RigidBody) -> [DVec3; 2] {
        let arm_m = body.state.center_m - self.from_m - self.first_kg_m / self.mass_kg;
        [self.linvel_m_s + self.angvel_rad_s.cross(arm_m), self.angvel_rad_s]
    }
}

/// What a mass at a place adds to the inertia about the origin, `m (r² 1 − r rᵀ)`.
fn steiner_kg_m2(mass_kg: f64, arm_m: DVec3) -> DMat3 {
    let outer = DMat3::from_cols(arm_m * arm_m.x, arm_m * arm_m.y, arm_m * arm_m.z);
    (DMat3::from_diagonal(DVec3::splat(arm_m.length_squared())) - outer) * mass_kg
}
