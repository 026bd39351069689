//! Bodies as the inertia of the water under rigid lids sees them.

use glam::{DMat3, DVec3};
use hydro_forces::Load;
use hydro_forces::radiation::LidBody;
use rigid_sim::RigidBody;

/// All loads on a body so far, gravity and the turning of its axes included.
pub(super) fn others(rigid: &RigidBody, gravity_m_s2: DVec3) -> Load {
    let (force_n, torque_n_m) = rigid.gathered();
    Load {
        force_n: force_n + gravity_m_s2 * rigid.mass_properties().mass_kg,
        torque_n_m: torque_n_m - rigid.angvel_rad_s().cross(rigid.angular_momentum()),
    }
}

/// The inertia of a body, and what a carriage holds of it, in the axes of the world.
pub(super) fn as_lid(rigid: &RigidBody) -> LidBody {
    let mass = rigid.mass_properties();
    let rotation = DMat3::from_quat(rigid.rotation());
    let held = |velocities: [Option<f64>; 3], axes: [DVec3; 3]| {
        velocities.iter().zip(axes).filter(|(velocity, _)| velocity.is_some()).map(|(_, axis)| axis).collect()
    };
    let (held, held_about) = match rigid.guide() {
        None => (Vec::new(), Vec::new()),
        Some(guide) => {
            let [ahead, port, up] = guide.linear_axes();
            (held(guide.linear_m_s, [ahead, port, up]), held(guide.angular_rad_s, [ahead, port, up]))
        }
    };
    let tensor_kg_m2 = rotation * mass.inertia_kg_m2 * rotation.transpose();
    LidBody { mass_kg: mass.mass_kg, tensor_kg_m2, held, held_about }
}
