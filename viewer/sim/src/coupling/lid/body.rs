//! Bodies as the inertia of the water under rigid lids sees them.

use glam::DVec3;
use hydro_forces::Load;
use hydro_forces::radiation::LidBody;
use rigid_sim::RigidBody;

/// All loads on a body so far, weight and gyroscopic torque included.
pub(super) fn others(rigid: &RigidBody, gravity_m_s2: DVec3) -> Load {
    let (force_n, torque_n_m) = rigid.applied(gravity_m_s2);
    Load { force_n, torque_n_m: torque_n_m + rigid.gyroscopic_torque_n_m() }
}

/// The inertia of a body, and what a carriage holds of it, in the axes of the world.
pub(super) fn as_lid(rigid: &RigidBody) -> LidBody {
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
    let (mass_kg, tensor_kg_m2) = (rigid.mass_properties().mass_kg, rigid.world_inertia_kg_m2());
    LidBody { mass_kg, tensor_kg_m2, held, held_about }
}
