//! State of a body as records report it.

use glam::{DQuat, DVec3};
use hydro_forces::equilibrium::particulars;
use hydro_forces::{Angles, submerged};
use rigid_sim::RigidBody;

use super::body::Body;
use super::towing::TowReading;
use crate::name::Name;

/// State of a body at one instant.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyReading {
    /// Name in the scenario.
    pub name: Name,
    /// Number of the body among the bodies of the scenario in the order of their names, from 1.
    pub label: u16,
    /// Center of mass, m; z above the datum, `z = 0`.
    pub position_m: DVec3,
    /// Turns body axes into world axes.
    pub rotation: DQuat,
    /// Velocity of the center of mass, m/s.
    pub linvel_m_s: DVec3,
    /// Angular velocity about world axes, rad/s.
    pub angvel_rad_s: DVec3,
    /// Force of water, wind, the earth's rotation, propeller, contacts, joints, moorings and hands in the last step, without that of a carriage and without the weight, N. Of a fixed or driven body the vertical
    /// part is that of contacts alone: it is a wall down to the bed, and no water is under it.
    pub force_n: DVec3,
    /// Torque of the same about the center of mass, N m.
    pub torque_n_m: DVec3,
    /// Depth of the lowest point below the water level at the center of mass, m.
    pub draft_m: f64,
    /// Roll, positive to starboard, degrees.
    pub heel_deg: f64,
    /// Pitch, positive with the bow up, degrees.
    pub trim_deg: f64,
    /// Direction of the body's x axis, counter-clockwise from the domain's +x, −180 to 180 degrees.
    pub heading_deg: f64,
    /// Submerged volume, of a fixed or driven body that below the level at its center of mass, m³.
    pub submerged_volume_m3: f64,
    /// Reading of the carriage of a towed body; `None` for all others.
    pub tow: Option<TowReading>,
}

/// The centers of a body afloat, by which it is stable or not, m; z above the datum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Centers {
    /// Center of mass G.
    pub mass_m: DVec3,
    /// Center of buoyancy B: of the volume under the present surface.
    pub buoyancy_m: DVec3,
    /// Transverse metacenter M: above B by `I / V`, with the second moment `I` of the waterplane that the hull has in level water, in
    /// its present attitude and with its present volume `V` ([`hydro_forces::equilibrium::particulars`]).
    pub metacenter_m: DVec3,
    /// Height of M above G: positive in a body that small heels leave upright.
    pub gm_m: f64,
}

impl Body {
    /// Its centers, given the still level, m; none of a solid and of one that is dry.
    pub(crate) fn centers(&self, rigid: &RigidBody, still_level_m: f64) -> Option<Centers> {
        self.afloat()?;
        let volume_m3 = self.hull.forces.submerged_volume_m3;
        let buoyancy_m = self.hull.forces.center_of_buoyancy_m? + DVec3::Z * still_level_m;
        let center_m = rigid.mass_properties().center_m;
        let particulars = particulars(&self.hull.hull, center_m, volume_m3, rigid.rotation()).ok()?;
        let metacenter_m = buoyancy_m + DVec3::Z * particulars.bm_transverse_m;
        let mass_m = rigid.center_of_mass_m();
        Some(Centers { mass_m, buoyancy_m, metacenter_m, gm_m: metacenter_m.z - mass_m.z })
    }

    /// The state of the body in water whose level at its center of mass is `level_m` above the datum.
    pub(crate) fn state(&self, rigid: &RigidBody, level_m: f64) -> BodyReading {
        let up = glam::DMat3::from_quat(rigid.rotation()).transpose().z_axis;
        let heights = self.mesh.vertices.iter().map(|v| up.dot(v.as_dvec3()));
        let lowest = heights.fold(f64::INFINITY, f64::min);
        let Angles { heading_deg, heel_deg, trim_deg } = Angles::of(rigid.rotation());
        BodyReading {
            name: self.name.clone(),
            label: self.label,
            position_m: rigid.center_of_mass_m(),
            rotation: rigid.rotation(),
            linvel_m_s: rigid.linvel_m_s(),
            angvel_rad_s: rigid.angvel_rad_s(),
            force_n: self.force_n,
            torque_n_m: self.torque_n_m,
            draft_m: level_m - (rigid.origin_m().z + lowest),
            heel_deg,
            trim_deg,
            heading_deg,
            submerged_volume_m3: self.submerged_volume_m3(rigid, level_m),
            tow: self.tow(),
        }
    }

    /// Volume under the water's surface, of a solid below the level at its center of mass, m³.
    fn submerged_volume_m3(&self, rigid: &RigidBody, level_m: f64) -> f64 {
        if !self.is_solid() {
            return self.hull.forces.submerged_volume_m3;
        }
        let under = submerged(&self.hull.hull, rigid.rotation(), level_m - rigid.origin_m().z);
        under.map_or(0.0, |under| under.volume_m3)
    }

    /// What the carriage of a towed body measures.
    pub(crate) fn tow(&self) -> Option<TowReading> {
        self.afloat()?.towing.as_ref().map(|towing| towing.state())
    }
}
