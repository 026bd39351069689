use glam::DVec3;

use crate::body::RigidBody;

/// A damped spring from a point of a body to a point of the world, such as a rope by which someone pulls it.
///
/// ```
/// use glam::DVec3;
/// use rigid_sim::{MassProperties, RigidBodyBuilder, Spring, World};
///
/// let mass = MassProperties::from_box(DVec3::new(2.0, 0.5, 0.25), 800.0)?;
/// let mut world = World::new(DVec3::ZERO);
/// let hull = world.insert(RigidBodyBuilder::dynamic().mass_properties(mass).build()?);
/// let rope = Spring::critical(&world[hull], DVec3::ZERO, DVec3::X, 3.0, f64::INFINITY);
/// for _ in 0..1000 {
///     let (force_n, anchor_m) = (rope.force_n(&world[hull]), rope.anchor_m(&world[hull]));
///     world[hull].add_force_at_point(force_n, anchor_m);
///     world.step(0.01);
/// }
/// assert!(world[hull].origin_m().distance(DVec3::X) < 1e-6);
/// # Ok::<(), rigid_sim::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Spring {
    /// The point of the body, body coordinates, m.
    pub body_point_m: DVec3,
    /// The point of the world that it is pulled to, m.
    pub target_m: DVec3,
    /// Stiffness `k`, N/m.
    pub stiffness_n_m: f64,
    /// Damping `c`, N s/m.
    pub damping_n_s_m: f64,
    /// Greatest force, N.
    pub most_n: f64,
}

impl Spring {
    /// A spring that a body of this mass follows at an angular frequency `ω`, rad/s, without swinging: `k = m ω²`, `c = 2 m ω`.
    pub fn critical(body: &RigidBody, body_point_m: DVec3, target_m: DVec3, rad_s: f64, most_n: f64) -> Self {
        let mass_kg = body.mass_properties().mass_kg;
        Self {
            body_point_m,
            target_m,
            stiffness_n_m: mass_kg * rad_s * rad_s,
            damping_n_s_m: 2.0 * mass_kg * rad_s,
            most_n,
        }
    }

    /// Where the point of the body is in the world, m.
    pub fn anchor_m(&self, body: &RigidBody) -> DVec3 {
        body.point_to_world(self.body_point_m)
    }

    /// The force on the body at [`Self::anchor_m`], N: `k (target − x) − c v`, no greater than [`Self::most_n`].
    pub fn force_n(&self, body: &RigidBody) -> DVec3 {
        let at_m = self.anchor_m(body);
        let pull_n =
            self.stiffness_n_m * (self.target_m - at_m) - self.damping_n_s_m * body.velocity_at_point(at_m);
        pull_n.clamp_length_max(self.most_n)
    }
}
