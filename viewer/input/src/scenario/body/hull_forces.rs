//! Keys of the forces on a hull's surface: parts with other coefficients, friction, slamming.

use glam::DVec3;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A part of a body's surface with other coefficients: the triangles whose centroid lies in a box.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// One corner of the box, in the mesh's frame.
    pub from_m: [f64; 3],
    /// The opposite corner; `inf` reaches beyond everything.
    pub to_m: [f64; 3],
    /// Drag coefficient of the part, in place of the body's.
    pub drag: f64,
    /// Lift coefficient of the part.
    #[serde(default)]
    pub lift: f64,
    /// Weight of a face's inclination in its effective area, 0 to 1, as that of the body.
    #[serde(default = "one")]
    pub alpha: f64,
}

impl Part {
    /// Whether a point in the mesh's frame lies in the box, its faces included.
    pub fn contains(&self, point_m: DVec3) -> bool {
        let [from, to] = [self.from_m, self.to_m].map(DVec3::from_array);
        point_m.cmpge(from.min(to)).all() && point_m.cmple(from.max(to)).all()
    }
}

/// Friction along a hull's surface by the ITTC 1957 line: `C_F = 0.075 / (log₁₀ Re − 2)²`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SkinFriction {
    /// Wetted length in the Reynolds number; the mesh's length along x when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_m: Option<f64>,
    /// Kinematic viscosity of the water; 1.139e-6, fresh water of 15 °C, when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub viscosity_m2_s: Option<f64>,
}

/// Slamming forces on faces that enter the water (after Kerner 2016): a visual model, tuned by its two parameters.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slamming {
    /// `Γmax`: deceleration at which a face receives the full slamming force.
    pub bound_m_s2: f64,
    /// Exponent `p`: the larger, the weaker small impacts.
    #[serde(default = "two")]
    pub power: f64,
}

fn one() -> f64 {
    1.0
}

fn two() -> f64 {
    2.0
}
