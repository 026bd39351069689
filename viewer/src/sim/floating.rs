//! A body of the world: its hull, its rigid body, and what it says of itself.

use std::sync::Arc;

use glam::{DMat3, DQuat, DVec2, DVec3, Vec3};
use hydro_forces::{
    Exchanges, ForceModel, ForceOptions, Forces, Hull, Motion, SurfaceGrid, TriangleForce, WaterSurface,
};
use rigid_sim::{BodyHandle, Collider, MassProperties, RigidBody, RigidBodyBuilder};

use super::Error;
use super::coupling::Impulses;
use super::hulls;
use super::model::{self, Blows};
use super::parts::with_parts;
use super::placing::{afloat, far_off, fits, place, wrong};
use super::radiation::{Radiation, Start};
use super::rest::{Rest, Watch};
use super::scenario::{self, Body, CouplingMode, Drive, HullColors, Propeller, Scenario};
use crate::render::{Arrow, ArrowKind};

/// Longest edge of the triangles that forces are taken on, in cells.
const LONGEST_EDGE_CELLS: f64 = 2.0;

/// Forces on single triangles, kept where pictures show them.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// Pressure on each triangle, Pa, not a number where it is dry; `None` where it is not shown.
    pub(super) pressure_pa: Option<Vec<f32>>,
    /// Forces as arrows, heights above the still level; `None` where they are not shown.
    pub(super) arrows: Option<Vec<Arrow>>,
}

impl Shown {
    fn new(view: &scenario::View) -> Self {
        Self {
            pressure_pa: (view.hull == HullColors::Pressure).then(Vec::new),
            arrows: view.forces.then(Vec::new),
        }
    }

    fn is_nothing(&self) -> bool {
        self.pressure_pa.is_none() && self.arrows.is_none()
    }

    fn clear(&mut self, triangles: usize) {
        if let Some(pressure_pa) = &mut self.pressure_pa {
            pressure_pa.clear();
            pressure_pa.resize(triangles, f32::NAN);
        }
        if let Some(arrows) = &mut self.arrows {
            arrows.clear();
        }
    }

    fn take(&mut self, triangle: &TriangleForce) {
        if triangle.wet_area_m2 <= 0.0 {
            return;
        }
        if let Some(pressure_pa) = &mut self.pressure_pa {
            pressure_pa[triangle.triangle] = triangle.pressure_pa as f32;
        }
        if let Some(arrows) = &mut self.arrows {
            for (at, force, kind) in [
                (triangle.application_m, triangle.hydrostatic_n, ArrowKind::Pressure),
                (triangle.wet_centroid_m, triangle.dynamic_n, ArrowKind::Drag),
            ] {
                if force != DVec3::ZERO {
                    arrows.push(Arrow { tip_m: at.as_vec3(), force_n: force.as_vec3(), kind });
                }
            }
        }
    }
}

/// A body with all that the crates know of it.
#[derive(Debug)]
pub(super) struct Floating {
    pub(super) name: String,
    pub(super) label: u16,
    pub(super) vertices: Arc<[Vec3]>,
    pub(super) triangles: Arc<[[u32; 3]]>,
    /// The same surface in the triangles that forces are taken on, which pictures show where they show pressures.
    pub(super) felt: (Arc<[Vec3]>, Arc<[[u32; 3]]>),
    pub(super) hull: Hull,
    pub(super) model: ForceModel,
    /// Blows on it, if the scenario says so.
    pub(super) blows: Option<Blows>,
    /// What the water answers to its acceleration and its waves, if the scenario says so.
    pub(super) radiation: Option<Radiation>,
    pub(super) handle: BodyHandle,
    /// A wall to the water, fixed or driven.
    pub(super) solid: bool,
    /// How it moves, if that is prescribed.
    pub(super) drive: Option<Drive>,
    pub(super) propeller: Option<Propeller>,
    /// Radius of the water that its thrust pushes, m.
    pub(super) race_radius_m: f64,
    pub(super) color: [f32; 3],
    /// Outside the domain: the water does not feel it.
    pub(super) away: bool,
    /// Was thrown high above the water; said once.
    pub(super) thrown: bool,
    /// Has triangles that the water does not act on, since something is not finite; said once.
    pub(super) blind: bool,
    /// What pictures show of the forces.
    pub(super) shown: Shown,
    /// Forces of the water on it in the present state.
    pub(super) forces: Forces,
    /// What they came from.
    rest: Rest,
    /// What goes back into the water of them, cell by cell, and what was told of triangles one by one: where, and the force
    /// that the body takes there.
    given: Exchanges,
    told: Vec<(DVec2, DVec2)>,
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
        let upright = DQuat::from_rotation_z(body.heading_deg.to_radians());
        // Before anything is made as fine as the grid.
        fits(scenario, name, body, read.mesh.vertices.iter().map(|v| upright * v.as_dvec3()))?;
        // What a triangle feels of the water is sampled once: one that spans many cells would miss their waves.
        let felt = match scenario.coupling.mode != CouplingMode::Paper && !body.is_solid() {
            true => hulls::refine(&read.mesh, (LONGEST_EDGE_CELLS * scenario.grid.cell_size_m) as f32),
            false => read.mesh.clone(),
        };
        let (vertices, triangles) = (read.mesh.vertices, read.mesh.triangles);
        let hull_error = |source| Error::Hull { body: name.into(), source };
        let body_error = |source| Error::Body { body: name.into(), source };

        let hull = Hull::new(&felt.vertices, &felt.triangles).map_err(hull_error)?;
        let hull = with_parts(hull, scenario, name, body)?;
        let model = model::of(scenario, body, &vertices).map_err(hull_error)?;
        let mass = mass_properties(body, &vertices, &triangles, name, warnings).map_err(|source| {
            match (body.gyration_m, &source) {
                (Some(_), rigid_sim::Error::ImpossibleInertia { .. }) => {
                    wrong(scenario, name, "gyration_m", source.to_string())
                }
                _ => body_error(source),
            }
        })?;
        warnings.extend(far_off(name, body, &vertices));

        let (rotation, z_m) = match body.position_m.z_m {
            Some(z_m) => (upright, z_m),
            None => {
                let (rotation, level) =
                    afloat(body, &hull, &mass, scenario.water.density_kg_m3, name, warnings)
                        .map_err(hull_error)?;
                (rotation, still_level_m - level + (rotation * mass.centre_m).z)
            }
        };
        let z_m = place(scenario, name, body, (&vertices, &mass), (rotation, z_m), warnings)?;
        let blows = Blows::of(scenario, body, mass.mass_kg).map_err(hull_error)?;
        let start = Start { vertices: &vertices, rotation, height_m: z_m - still_level_m };
        let radiation = Radiation::new(scenario, (name, body), &mass, &start)?;
        let builder =
            if body.is_solid() { RigidBodyBuilder::kinematic() } else { RigidBodyBuilder::dynamic() };
        let drive = body.motion.unwrap_or_default();
        let velocity =
            DVec3::from_array(body.velocity_m_s) + DVec2::from_array(drive.velocity_m_s).extend(0.0);
        let rigid = builder
            .mass_properties(mass)
            .centre_of_mass(DVec3::new(body.position_m.x_m, body.position_m.y_m, z_m))
            .rotation(rotation)
            .linvel(velocity)
            .angvel(DVec3::Z * drive.turn_deg_s.to_radians())
            .collider(Collider::convex_hull(&vertices).map_err(body_error)?)
            .build()
            .map_err(body_error)?;
        let half_width = vertices.iter().map(|v| f64::from(v.y.abs())).fold(0.0, f64::max);
        let floating = Self {
            name: name.into(),
            label: (index + 1) as u16,
            felt: (felt.vertices.into(), felt.triangles.into()),
            vertices: vertices.into(),
            triangles: triangles.into(),
            hull,
            model,
            blows,
            radiation,
            handle: BodyHandle(index),
            solid: body.is_solid(),
            drive: body.motion,
            propeller: body.propeller.clone(),
            race_radius_m: body.propeller.as_ref().and_then(|p| p.race_radius_m).unwrap_or(half_width),
            color: body.color,
            away: false,
            thrown: false,
            blind: false,
            shown: Shown::new(&scenario.view),
            forces: Forces::default(),
            rest: Rest::default(),
            given: Exchanges::default(),
            told: Vec::new(),
            owed_n_s: DVec2::ZERO,
            owed_n_m_s: 0.0,
            applied: Default::default(),
        };
        Ok((floating, rigid))
    }

    /// Motion of a solid in the plane.
    pub(super) fn drive(rigid: &RigidBody) -> lbm_boundary::Motion {
        lbm_boundary::Motion {
            centre_m: rigid.centre_of_mass_m().truncate().to_array(),
            linvel_m_s: rigid.linvel_m_s().truncate().to_array(),
            angvel_rad_s: rigid.angvel_rad_s().z,
        }
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

    /// Gives back to the water what the forces took from it in a time step.
    pub(super) fn give_back(&self, time_step_s: f64, impulses: &mut Impulses) {
        for (cell, force) in self.given.cell_forces() {
            impulses.put(cell, -force * time_step_s);
        }
        for (at, force) in &self.told {
            impulses.scatter(*at, -*force * time_step_s);
        }
    }

    /// Computes the forces of `water`, whose levels are heights above the still level; leaves them as they are for a body
    /// at rest in water at rest. `watch` is `None` for water that is never at rest; `grid` is that of the water's cells.
    pub(super) fn feel(
        &mut self,
        rigid: &RigidBody,
        (water, grid): (&(impl WaterSurface + Sync), &SurfaceGrid),
        watch: Option<&Watch<'_>>,
        still_level_m: f64,
    ) {
        let motion = Self::motion(rigid, still_level_m);
        // Blows depend on the step before.
        if self.blows.is_none() && watch.is_some_and(|watch| self.rest.holds(&self.hull, &motion, watch)) {
            return;
        }
        let (told, shown) = (&mut self.told, &mut self.shown);
        if shown.is_nothing() && self.blows.is_none() {
            let options = ForceOptions::default().exchanges(&mut self.given).parallel();
            self.forces = self.model.forces(&self.hull, &motion, water, options);
            self.given.scatter(grid);
            return;
        }
        told.clear();
        shown.clear(self.hull.triangle_count());
        let blows = &mut self.blows;
        let options = ForceOptions::default();
        self.forces = self.model.forces(
            &self.hull,
            &motion,
            water,
            options.triangles(&mut |triangle| {
                told.push((triangle.sample_m, triangle.exchange_n));
                shown.take(triangle);
                if let Some(blows) = blows {
                    blows.take(triangle);
                }
            }),
        );
        if let Some(blows) = blows {
            let at = motion.reference_m.truncate();
            let blow = blows.strike(&self.hull, &motion, water.sample(at).velocity_m_s);
            self.forces.force_n += blow.force_n;
            self.forces.torque_n_m += blow.torque_n_m;
            // What it takes from the water goes back at the centre of mass.
            self.forces.exchange_force_n += blow.force_n.truncate();
            self.forces.exchange_torque_z_n_m += blow.torque_n_m.z;
            told.push((at, blow.force_n.truncate()));
        }
    }

    /// What the body says of itself where the water stands at `level_m`.
    pub(super) fn state(&self, rigid: &RigidBody, level_m: f64) -> BodyState {
        let axes = DMat3::from_quat(rigid.rotation());
        let up = axes.transpose().z_axis;
        let lowest = self.vertices.iter().map(|v| up.dot(v.as_dvec3())).fold(f64::INFINITY, f64::min);
        let ahead = axes.x_axis;
        BodyState {
            name: self.name.clone(),
            position_m: rigid.centre_of_mass_m(),
            rotation: rigid.rotation(),
            linvel_m_s: rigid.linvel_m_s(),
            angvel_rad_s: rigid.angvel_rad_s(),
            force_n: self.applied.0,
            torque_n_m: self.applied.1,
            draft_m: level_m - (rigid.origin_m().z + lowest),
            heel_deg: up.y.atan2(up.z).to_degrees(),
            trim_deg: ahead.z.clamp(-1.0, 1.0).asin().to_degrees(),
            heading_deg: ahead.y.atan2(ahead.x).to_degrees(),
            submerged_volume_m3: self.forces.submerged_volume_m3,
        }
    }
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
    let bare = match body.gyration_m {
        Some(radii) => MassProperties::from_gyration(DVec3::from_array(radii), centre, body.mass_kg)?,
        None => filled.with_centre(centre),
    };
    let load = |mass: MassProperties, load: &scenario::Load| {
        mass.with_point_mass(load.mass_kg, DVec3::from_array(load.position_m))
    };
    Ok(body.load.iter().fold(bare, load))
}
