//! A rigid body on water that stays flat.

use glam::{DQuat, DVec3};
use hydro_forces::{Coefficients, ForceModel, ForceOptions, Forces, Hull, Motion, Plane, Water};
use rigid_sim::{BodyHandle, MassProperties, RigidBody, RigidBodyBuilder, World};

use crate::verify::tank::GRAVITY;

/// One body in unbounded still water at z = 0, whose pressure alone acts on it.
pub(super) struct Afloat {
    pub(super) world: World,
    body: BodyHandle,
    hull: Hull,
    model: ForceModel,
}

impl Afloat {
    /// The body is let go at rest with its center of mass at `center_m`.
    pub(super) fn new(hull: Hull, mass: MassProperties, center_m: DVec3, rotation: DQuat) -> Self {
        let builder = RigidBodyBuilder::dynamic().mass_properties(mass);
        let body = builder.center_of_mass(center_m).rotation(rotation).build().expect("in range");
        let mut world = World::new(DVec3::NEG_Z * GRAVITY);
        let body = world.insert(body);
        let water = Water { gravity_m_s2: GRAVITY, ..Water::default() };
        let model = ForceModel::new(water, Coefficients::NONE).expect("in range");
        Self { world, body, hull, model }
    }

    pub(super) fn body(&self) -> &RigidBody {
        &self.world[self.body]
    }

    pub(super) fn body_mut(&mut self) -> &mut RigidBody {
        &mut self.world[self.body]
    }

    pub(super) fn motion(&self) -> Motion {
        let body = self.body();
        Motion {
            rotation: body.rotation(),
            translation_m: body.origin_m(),
            linvel_m_s: body.linvel_m_s(),
            angvel_rad_s: body.angvel_rad_s(),
            reference_m: body.center_of_mass_m(),
        }
    }

    /// Loads the body with the water's pressure.
    pub(super) fn load(&mut self) -> Forces {
        let forces =
            self.model.forces(&self.hull, &self.motion(), &Plane::flat(0.0), ForceOptions::default());
        self.body_mut().add_force(forces.force_n);
        self.body_mut().add_torque(forces.torque_n_m);
        forces
    }
}
