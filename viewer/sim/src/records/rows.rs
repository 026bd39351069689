use serde::{Deserialize, Serialize};

use super::table::{NUMBERS, Row};
use crate::{BodyReading, GaugeReading, Measured, Name, TowReading};

/// A body at one instant, a row of `bodies.csv`, in world axes; forces are those of the last step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the columns' names say what they hold and in what unit")]
pub struct BodyRow {
    pub t_s: f64,
    pub body: Name,
    /// Center of mass.
    pub x_m: f64,
    pub y_m: f64,
    pub z_m: f64,
    /// Quaternion from body to world axes.
    pub qx: f64,
    pub qy: f64,
    pub qz: f64,
    pub qw: f64,
    /// Velocity of the center of mass.
    pub u_m_s: f64,
    pub v_m_s: f64,
    pub w_m_s: f64,
    /// Angular velocity.
    pub wx_rad_s: f64,
    pub wy_rad_s: f64,
    pub wz_rad_s: f64,
    /// Force of water, wind, the earth's rotation, propeller, contacts, joints, moorings and hands, without that of a carriage and the weight.
    pub fx_n: f64,
    pub fy_n: f64,
    pub fz_n: f64,
    /// Torque of the same about the center of mass.
    pub tx_n_m: f64,
    pub ty_n_m: f64,
    pub tz_n_m: f64,
    pub draft_m: f64,
    pub heel_deg: f64,
    pub trim_deg: f64,
    pub heading_deg: f64,
    pub submerged_volume_m3: f64,
}

impl Row for BodyRow {
    const COLUMNS: &[(&str, &str)] = &[
        ("t_s", "s, simulated time"),
        ("body", "name in the scenario"),
        ("x_m", "m, center of mass, from the lower left corner of the domain"),
        ("y_m", "m, center of mass, from the lower left corner of the domain"),
        ("z_m", "m, center of mass, above the datum z = 0"),
        ("qx", "quaternion from body to world axes"),
        ("qy", "quaternion from body to world axes"),
        ("qz", "quaternion from body to world axes"),
        ("qw", "quaternion from body to world axes"),
        ("u_m_s", "m/s, velocity of the center of mass along x"),
        ("v_m_s", "m/s, velocity of the center of mass along y"),
        ("w_m_s", "m/s, velocity of the center of mass upwards"),
        ("wx_rad_s", "rad/s, angular velocity about world axes"),
        ("wy_rad_s", "rad/s, angular velocity about world axes"),
        ("wz_rad_s", "rad/s, angular velocity about world axes"),
        (
            "fx_n",
            "N, force of water, wind, the earth's rotation, propeller, contacts, joints, moorings and hands in the last step, without its carriage and weight, along x",
        ),
        (
            "fy_n",
            "N, force of water, wind, the earth's rotation, propeller, contacts, joints, moorings and hands in the last step, without its carriage and weight, along y",
        ),
        (
            "fz_n",
            "N, force of water, wind, the earth's rotation, propeller, contacts, joints, moorings and hands in the last step, without its carriage and weight, upwards; of a fixed or driven body, \
             which is a wall down to the bed with no water under it, without buoyancy",
        ),
        ("tx_n_m", "N m, torque of the same about the center of mass, world axes"),
        ("ty_n_m", "N m, torque of the same about the center of mass, world axes"),
        ("tz_n_m", "N m, torque of the same about the center of mass, world axes"),
        ("draft_m", "m, depth of the lowest point below the water at the center of mass"),
        ("heel_deg", "degrees, roll, positive to starboard"),
        ("trim_deg", "degrees, pitch, positive with the bow up"),
        ("heading_deg", "degrees, direction of the bow, counter-clockwise from +x"),
        ("submerged_volume_m3", "m³, submerged volume"),
    ];

    #[rustfmt::skip]
    fn values(&self) -> Option<(f64, &str, [f64; NUMBERS])> {
        Some((self.t_s, &self.body, [
            self.x_m, self.y_m, self.z_m, self.qx, self.qy, self.qz, self.qw, self.u_m_s, self.v_m_s, self.w_m_s,
            self.wx_rad_s, self.wy_rad_s, self.wz_rad_s, self.fx_n, self.fy_n, self.fz_n, self.tx_n_m, self.ty_n_m, self.tz_n_m,
            self.draft_m, self.heel_deg, self.trim_deg, self.heading_deg, self.submerged_volume_m3,
        ]))
    }
}

impl BodyRow {
    /// The row of a body at a time.
    pub fn new(t_s: f64, state: BodyReading) -> Self {
        let [x_m, y_m, z_m] = state.position_m.to_array();
        let [qx, qy, qz, qw] = state.rotation.to_array();
        let [u_m_s, v_m_s, w_m_s] = state.linvel_m_s.to_array();
        let [wx_rad_s, wy_rad_s, wz_rad_s] = state.angvel_rad_s.to_array();
        let [fx_n, fy_n, fz_n] = state.force_n.to_array();
        let [tx_n_m, ty_n_m, tz_n_m] = state.torque_n_m.to_array();
        let BodyReading { draft_m, heel_deg, trim_deg, heading_deg, submerged_volume_m3, .. } = state;
        #[rustfmt::skip]
        let row = Self {
            t_s, body: state.name, x_m, y_m, z_m, qx, qy, qz, qw, u_m_s, v_m_s, w_m_s, wx_rad_s, wy_rad_s, wz_rad_s,
            fx_n, fy_n, fz_n, tx_n_m, ty_n_m, tz_n_m, draft_m, heel_deg, trim_deg, heading_deg, submerged_volume_m3,
        };
        row
    }
}

/// A towed body at one instant, a row of `towing.csv`; forces are those of the last step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TowRow {
    /// Simulated time.
    pub t_s: f64,
    /// Name in the scenario.
    pub body: Name,
    /// Speed along the heading.
    pub speed_m_s: f64,
    /// Force of the water against the heading.
    pub resistance_n: f64,
    /// Force of the carriage along the heading: the resistance, and what accelerates the body.
    pub carriage_n: f64,
    /// Force of the water to port.
    pub side_force_n: f64,
    /// Moment of the water about the vertical, positive where it turns the bow to port.
    pub yaw_moment_n_m: f64,
    /// Depth of the center of mass below its height at the start.
    pub sinkage_m: f64,
    /// Change of trim since the start, positive with the bow up.
    pub trim_deg: f64,
}

impl Row for TowRow {
    const COLUMNS: &[(&str, &str)] = &[
        ("t_s", "s, simulated time"),
        ("body", "name in the scenario"),
        ("speed_m_s", "m/s, speed along the heading"),
        ("resistance_n", "N, force of the water against the heading"),
        (
            "carriage_n",
            "N, force of the carriage along the heading: against the resistance, and what takes the body and all that hangs on it along",
        ),
        ("side_force_n", "N, force of the water to port"),
        (
            "yaw_moment_n_m",
            "N m, moment of the water about the vertical, positive where it turns the bow to port",
        ),
        ("sinkage_m", "m, depth of the center of mass below its height at the start"),
        ("trim_deg", "degrees, change of trim since the start, positive with the bow up"),
    ];
}

impl TowRow {
    /// The row of a body at a time.
    pub fn new(t_s: f64, body: Name, tow: &TowReading) -> Self {
        let TowReading { measured, side_force_n, yaw_moment_n_m, carriage_n, .. } = *tow;
        let Measured { speed_m_s, resistance_n, sinkage_m, trim_deg } = measured;
        Self {
            t_s,
            body,
            speed_m_s,
            resistance_n,
            carriage_n,
            side_force_n,
            yaw_moment_n_m,
            sinkage_m,
            trim_deg,
        }
    }
}

/// The water at a gauge at one instant, a row of `gauges.csv`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GaugeRow {
    /// Simulated time.
    pub t_s: f64,
    /// Name in the scenario.
    pub gauge: Name,
    /// Depth.
    pub h_m: f64,
    /// Elevation of the surface above the still level.
    pub eta_m: f64,
    /// Velocity along x.
    pub u_m_s: f64,
    /// Velocity along y.
    pub v_m_s: f64,
}

impl Row for GaugeRow {
    const COLUMNS: &[(&str, &str)] = &[
        ("t_s", "s, simulated time"),
        ("gauge", "name in the scenario"),
        ("h_m", "m, depth of the water above the bed; 0 within a solid"),
        ("eta_m", "m, elevation of the surface above the still level"),
        ("u_m_s", "m/s, velocity along x"),
        ("v_m_s", "m/s, velocity along y"),
    ];
}

impl GaugeRow {
    /// The row of a gauge at a time.
    pub fn new(t_s: f64, reading: GaugeReading) -> Self {
        let GaugeReading { name, h_m, eta_m, u_m_s, v_m_s } = reading;
        Self { t_s, gauge: name, h_m, eta_m, u_m_s, v_m_s }
    }
}
