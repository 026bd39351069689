//! Bodies afloat, which forces move.

use glam::{DQuat, DVec3};
use hydro_forces::{Angles, Flow, Forces, Load, WaterSurface};
use rigid_sim::{RigidBody, Spring};

use super::body_surface::Race;
use super::radiation::Radiation;
use super::towing::Towing;
use crate::codec::coded;
use crate::scenario::{Propeller, Thrust};
use crate::water::MeanLevel;

/// How what a hull with upright sides displaces is spread over the cells beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Filter {
    /// ¼, ½, ¼ along either axis.
    Even,
    /// The quadratic spline, for rigid lids.
    Spline,
}

/// What only a body afloat has.
#[derive(Debug)]
pub(crate) struct Afloat {
    pub(crate) propeller: Option<Propeller>,
    /// Steers the propeller by hand.
    pub(crate) helm: Helm,
    /// Carriage, if the scenario tows it.
    pub(crate) towing: Option<Towing>,
    /// Thrust of the propeller in the present step, about the center of mass.
    pub(crate) thrust: Load,
    /// Drag coefficient of what it has above the water to the wind.
    pub(crate) wind_drag: f64,
    /// The wind on it in the present step, about the center of mass.
    pub(crate) wind: Load,
    /// Coriolis force in the present step, N.
    pub(crate) coriolis_n: DVec3,
    /// Drag, lift, friction and slamming in the present step, and what answers of water that is not simulated, about the center of mass, where what takes
    /// energy is measured.
    pub(crate) losses: [Load; 2],
    /// The pressure of waves by formula in the present step, about the center of mass, where what takes energy is measured.
    pub(crate) waves: Load,
    /// What acts on it from outside in the present step, about the center of mass: someone's pull, and what was added.
    pub(crate) pull: Load,
    /// What was added since the last step, to act in the next one.
    pub(crate) added: Load,
    /// Radius of the water that the propeller's thrust accelerates, m.
    pub(crate) race_radius_m: f64,
    /// Added mass, damping and radiation memory, if the scenario gives any.
    pub(crate) radiation: Option<Radiation>,
    /// Height and tilt in which it displaces water, where a table has the waves of its heave, roll and pitch: those at rest.
    pub(super) rest_pose: Option<RestPose>,
    /// Whether the water may lift it too stiffly for a time step that takes the forces at its start.
    pub(crate) may_be_stiff: bool,
    /// Whether it is many times lighter than the water that all of its hull displaces.
    pub(crate) is_light: bool,
    /// Whether it lies on the water as a rigid lid, where `coupling.hull` says so: one that is too light gives way.
    pub(crate) is_lid: bool,
    /// By which what it displaces is spread over the cells beside it, if it is.
    pub(crate) filter: Option<Filter>,
    /// Height above the still level to which its speed at the start would throw it without the water, m.
    pub(crate) reach_m: f64,
    /// The level below which it displaces water.
    pub(crate) mean_level: MeanLevel,
    /// Whether it is outside the domain, where it does not act on the water.
    pub(crate) is_outside: bool,
    /// Warnings that were given once.
    pub(crate) warned: Warned,
}

/// Height and tilt of a body at rest.
#[derive(Debug, Clone, Copy)]
pub(super) struct RestPose {
    /// Rotation with the heading that it has.
    rotation: DQuat,
    heading_deg: f64,
    /// Height of the center of mass where the mean level is the still level, m.
    z_m: f64,
}

impl RestPose {
    pub(super) fn new(rotation: DQuat, z_m: f64) -> Self {
        Self { rotation, heading_deg: Angles::of(rotation).heading_deg, z_m }
    }

    /// Rotation and origin of a body that has its place and heading, and height and tilt at rest.
    pub(super) fn pose(&self, rigid: &RigidBody) -> (DQuat, DVec3) {
        let turned_deg = Angles::of(rigid.rotation()).heading_deg - self.heading_deg;
        let rotation = DQuat::from_rotation_z(turned_deg.to_radians()) * self.rotation;
        let center_m = rigid.center_of_mass_m().truncate().extend(self.z_m);
        (rotation, center_m - rotation * rigid.mass_properties().center_m)
    }
}

/// Warnings that a body afloat causes only once.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Warned {
    /// It was thrown high above the water.
    pub(crate) thrown: bool,
    /// Some of its triangles were skipped, because something is not finite.
    pub(crate) skipped: bool,
    /// Its propeller is out of the water, and its thrust lost.
    pub(crate) propeller_out: bool,
    /// A carriage tows it where it leaves hardly any water over the ground.
    pub(crate) over_ground: bool,
}

coded!(Warned { thrown, skipped, propeller_out, over_ground });
coded!(Helm { thrust, angle_deg });

/// Manual steering of a propelled body; what is left out goes on as scheduled.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Helm {
    /// Fraction of the full thrust, −1 (astern) to 1 (ahead).
    pub thrust: Option<f64>,
    /// Direction of the thrust about the body's z axis, counter-clockwise, degrees.
    pub angle_deg: Option<f64>,
}

/// A spring by which someone pulls a body.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pull {
    pub(crate) spring: Spring,
    /// The point of the body, in the mesh's frame, and where it is pulled to, m.
    pub(crate) from_m: DVec3,
    pub(crate) to_m: DVec3,
    /// Greatest force, N.
    pub(crate) most_n: f64,
}

impl Pull {
    /// Its load about the body's center of mass.
    pub(crate) fn load(&self, rigid: &RigidBody) -> Load {
        let at_m = rigid.point_to_world(self.from_m);
        let force_n = self.spring.force_n(at_m - self.to_m, rigid.velocity_at_point(at_m));
        let force_n = force_n.clamp_length_max(self.most_n);
        Load { force_n, torque_n_m: (at_m - rigid.center_of_mass_m()).cross(force_n) }
    }
}

impl Helm {
    /// What a propeller does at a time: by hand, or as scheduled.
    pub(crate) fn over(&self, propeller: &Propeller, time_s: f64) -> Thrust {
        let scheduled = propeller.at(time_s);
        Thrust {
            time_s,
            thrust: self.thrust.unwrap_or(scheduled.thrust),
            angle_deg: self.angle_deg.unwrap_or(scheduled.angle_deg),
        }
    }
}

impl Afloat {
    /// Whether it displaces water in the height and the tilt that it has at rest, whatever its own are.
    pub(crate) fn displaces_at_rest(&self) -> bool {
        self.rest_pose.is_some()
    }

    /// The race of the propeller in the last step.
    pub(super) fn race(&self, rigid: &RigidBody) -> Option<Race> {
        self.propeller.as_ref().map(|propeller| Race {
            position_m: rigid.point_to_world(DVec3::from_array(propeller.position_m)),
            thrust_n: self.thrust.force_n,
            radius_m: self.race_radius_m,
        })
    }

    /// Warning, given once, of a propeller that would push with `thrust_n` but is `height_m` above the mean level.
    pub(crate) fn warn_of_lost_thrust(
        &mut self,
        height_m: f64,
        thrust_n: f64,
        time_s: f64,
    ) -> Option<String> {
        if thrust_n == 0.0 || std::mem::replace(&mut self.warned.propeller_out, true) {
            return None;
        }
        Some(format!(
            "out of the water at t = {time_s:.3} s, {height_m:.3} m above the mean level; as long as it is there its thrust, \
             {thrust_n:.1} N, is lost: put propeller.position_m lower, or keep the body from pitching or leaping so far by \
             its center of mass and thrust"
        ))
    }
}

/// Velocity and acceleration of the undisturbed water at a body's center of buoyancy, world axes; at its center of mass
/// where it is dry. Heights are relative to the still level, as in `forces`.
///
/// Added mass needs the acceleration that the water's pressure has there: only then does a small body follow the water.
/// Depth counts from the local surface, as in the pressure. The acceleration of the simulated water is left out, because it
/// includes the waves that the body itself makes.
pub(crate) fn undisturbed_flow(water: &impl WaterSurface, forces: &Forces, center_of_mass_m: DVec3) -> Flow {
    let center_m = forces.center_of_buoyancy_m.unwrap_or(center_of_mass_m);
    let at_m = center_m.truncate();
    water.flow(at_m, (water.level_m(at_m) - center_m.z).max(0.0))
}
