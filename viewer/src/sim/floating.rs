//! A body of the world: its hull, its rigid body, and what it says of itself.

use std::sync::Arc;

use glam::{DMat3, DQuat, DVec2, DVec3, Vec3};
use hydro_forces::{Coefficients, ForceModel, Forces, Hull, Motion, Water, equilibrium};
use rigid_sim::{BodyHandle, Collider, MassProperties, RigidBody, RigidBodyBuilder};

use super::Error;
use super::scenario::{Body, Propeller, Scenario};

/// A body with all that the crates know of it.
#[derive(Debug)]
pub(super) struct Floating {
    pub(super) name: String,
    pub(super) label: u16,
    pub(super) vertices: Arc<[Vec3]>,
    pub(super) triangles: Arc<[[u32; 3]]>,
    pub(super) hull: Hull,
    pub(super) model: ForceModel,
    pub(super) handle: BodyHandle,
    pub(super) fixed: bool,
    pub(super) propeller: Option<Propeller>,
    /// Radius of the water that its thrust pushes, m.
    pub(super) race_radius_m: f64,
    pub(super) color: [f32; 3],
    /// Forces of the water on it in the present state.
    pub(super) forces: Forces,
    /// What goes back into the water: where, and the force that the body takes there.
    pub(super) exchanges: Vec<(DVec2, DVec2)>,
    /// Impulse and its moment about the vertical that displaced water owes the body for the next step, N s and N m s.
    pub(super) owed_n_s: DVec2,
    pub(super) owed_n_m_s: f64,
    /// Force and torque of the last step on its centre of mass, gravity left out.
    pub(super) applied: (DVec3, DVec3),
}

/// State of a body at one instant.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyState {
    /// Name in the scenario.
    pub name: String,
    /// Centre of mass, m; z above the bed.
    pub position_m: DVec3,
    /// Turns body axes into world axes.
    pub rotation: DQuat,
    /// Velocity of the centre of mass, m/s.
    pub linvel_m_s: DVec3,
    /// Angular velocity about world axes, rad/s.
    pub angvel_rad_s: DVec3,
    /// Force of water, propeller and contacts in the last step, N.
    pub force_n: DVec3,
    /// Their torque about the centre of mass, N m.
    pub torque_n_m: DVec3,
    /// Depth of the lowest point below the water level at the centre of mass, m.
    pub draft_m: f64,
    /// Roll, positive to starboard, degrees.
    pub heel_deg: f64,
    /// Pitch, positive with the bow up, degrees.
    pub trim_deg: f64,
    /// Direction of the body's x axis, counter-clockwise from the domain's +x, −180 to 180 degrees.
    pub heading_deg: f64,
    /// Volume under the water's surface, m³.
    pub submerged_volume_m3: f64,
}

impl Floating {
    /// Builds the `index`-th body of a scenario and its rigid body; `warnings` takes what the user should know.
    pub(super) fn new(
        scenario: &Scenario,
        (index, name, body): (usize, &str, &Body),
        still_level_m: f64,
        warnings: &mut Vec<String>,
    ) -> Result<(Self, RigidBody), Error> {
        let read = scenario.body_mesh(name)?;
        warnings.extend(read.notes.iter().map(|note| format!("body.{name}: {note}")));
        let (vertices, triangles) = (read.mesh.vertices, read.mesh.triangles);
        let hull_error = |source| Error::Hull { body: name.into(), source };
        let body_error = |source| Error::Body { body: name.into(), source };

        let hull = Hull::new(&vertices, &triangles).map_err(hull_error)?;
        let water =
            Water { density_kg_m3: scenario.water.density_kg_m3, gravity_m_s2: scenario.water.gravity_m_s2 };
        let coefficients = Coefficients { drag: body.drag, lift: body.lift, alpha: body.alpha };
        let model = ForceModel::new(water, coefficients).map_err(hull_error)?;
        let mass = mass_properties(body, &vertices, &triangles, name, warnings).map_err(body_error)?;

        let upright = DQuat::from_rotation_z(body.heading_deg.to_radians());
        let (rotation, z_m) = match body.position_m.z_m {
            Some(z_m) => (upright, z_m),
            None => {
                let (rotation, level) =
                    afloat(body, &hull, &mass, water.density_kg_m3, name, warnings).map_err(hull_error)?;
                (rotation, still_level_m - level + (rotation * mass.centre_m).z)
            }
        };
        let builder = if body.fixed { RigidBodyBuilder::kinematic() } else { RigidBodyBuilder::dynamic() };
        let rigid = builder
            .mass_properties(mass)
            .centre_of_mass(DVec3::new(body.position_m.x_m, body.position_m.y_m, z_m))
            .rotation(rotation)
            .linvel(DVec3::from_array(body.velocity_m_s))
            .collider(Collider::convex_hull(&vertices).map_err(body_error)?)
            .build()
            .map_err(body_error)?;
        let half_width = vertices.iter().map(|v| f64::from(v.y.abs())).fold(0.0, f64::max);
        let floating = Self {
            name: name.into(),
            label: (index + 1) as u16,
            vertices: vertices.into(),
            triangles: triangles.into(),
            hull,
            model,
            handle: BodyHandle(index),
            fixed: body.fixed,
            propeller: body.propeller.clone(),
            race_radius_m: body.propeller.as_ref().and_then(|p| p.race_radius_m).unwrap_or(half_width),
            color: body.color,
            forces: Forces::default(),
            exchanges: Vec::new(),
            owed_n_s: DVec2::ZERO,
            owed_n_m_s: 0.0,
            applied: Default::default(),
        };
        Ok((floating, rigid))
    }

    /// The body as the mask and pictures place it.
    pub(super) fn outline<'a>(&'a self, rigid: &RigidBody) -> mask_raster::Body<'a> {
        mask_raster::Body {
            vertices: &self.vertices,
            triangles: &self.triangles,
            rotation: rigid.rotation().as_quat(),
            translation_m: rigid.origin_m().as_vec3(),
            label: self.label,
        }
    }

    /// The body's motion with heights measured from `datum_m`.
    ///
    /// Forces are computed with heights above the still level: the water's elevation then enters with all its digits.
    pub(super) fn motion(rigid: &RigidBody, datum_m: f64) -> Motion {
        let shift = DVec3::new(0.0, 0.0, -datum_m);
        Motion {
            rotation: rigid.rotation(),
            translation_m: rigid.origin_m() + shift,
            linvel_m_s: rigid.linvel_m_s(),
            angvel_rad_s: rigid.angvel_rad_s(),
            reference_m: rigid.centre_of_mass_m() + shift,
        }
    }

    /// What the body says of itself where the water stands at `level_m`.
    pub(super) fn state(&self, rigid: &RigidBody, level_m: f64) -> BodyState {
        let axes = DMat3::from_quat(rigid.rotation());
        let up = axes.transpose().z_axis;
        let lowest = self
            .vertices
            .iter()
            .map(|v| rigid.origin_m().z + up.dot(v.as_dvec3()))
            .fold(f64::INFINITY, f64::min);
        let ahead = axes.x_axis;
        BodyState {
            name: self.name.clone(),
            position_m: rigid.centre_of_mass_m(),
            rotation: rigid.rotation(),
            linvel_m_s: rigid.linvel_m_s(),
            angvel_rad_s: rigid.angvel_rad_s(),
            force_n: self.applied.0,
            torque_n_m: self.applied.1,
            draft_m: level_m - lowest,
            heel_deg: up.y.atan2(up.z).to_degrees(),
            trim_deg: ahead.z.clamp(-1.0, 1.0).asin().to_degrees(),
            heading_deg: ahead.y.atan2(ahead.x).to_degrees(),
            submerged_volume_m3: self.forces.submerged_volume_m3,
        }
    }
}

/// Heel or trim beyond which a body starts upright, whatever pose it will come to.
const STEEPEST_START_DEG: f64 = 30.0;

/// Rotation in which a body floats, and height of the water above its origin.
///
/// A body too heavy to float starts awash; one that is not stable near the upright starts upright.
fn afloat(
    body: &Body,
    hull: &Hull,
    mass: &MassProperties,
    density_kg_m3: f64,
    name: &str,
    warnings: &mut Vec<String>,
) -> Result<(DQuat, f64), hydro_forces::Error> {
    let upright = DQuat::from_rotation_z(body.heading_deg.to_radians());
    let volume = (mass.mass_kg / density_kg_m3).min(hull.volume_m3());
    if volume < hull.volume_m3() {
        match equilibrium::float_pose(hull, mass.centre_m, volume, body.heading_deg) {
            Ok(pose) if pose.heel_deg.abs().max(pose.trim_deg.abs()) <= STEEPEST_START_DEG => {
                return Ok((pose.rotation, pose.level_m));
            }
            Ok(pose) => warnings.push(format!(
                "body.{name}: not stable upright, it will come to rest at {:.0}° of heel and {:.0}° of trim",
                pose.heel_deg, pose.trim_deg
            )),
            Err(error) => warnings.push(format!("body.{name}: {error}; it starts upright")),
        }
    }
    Ok((upright, equilibrium::float_level(hull, upright, volume)?))
}

/// Those of the mesh filled evenly, with the scenario's centre and radii of gyration where it gives them.
fn mass_properties(
    body: &Body,
    vertices: &[Vec3],
    triangles: &[[u32; 3]],
    name: &str,
    warnings: &mut Vec<String>,
) -> Result<MassProperties, rigid_sim::Error> {
    let filled = MassProperties::from_mesh(vertices, triangles, body.mass_kg).or_else(|error| {
        warnings.push(format!("body.{name}: {error}; its mass fills the convex hull instead"));
        MassProperties::from_convex_hull(vertices, body.mass_kg)
    })?;
    let centre = body.center_of_mass_m.map_or(filled.centre_m, DVec3::from_array);
    match body.gyration_m {
        Some(radii) => MassProperties::from_gyration(DVec3::from_array(radii), centre, body.mass_kg),
        None => Ok(filled.with_centre(centre)),
    }
}
