use serde::{Deserialize, Serialize};

/// Friction of the water on a hull's surface, by the line of the ITTC of 1957: `C_F = 0.075 / (log₁₀ Re − 2)²`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct SkinFriction {
    /// Wetted length in the Reynolds number; the mesh's length along x when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_m: Option<f64>,
    /// Kinematic viscosity of the water; 1.139e-6, fresh water of 15 °C, when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub viscosity_m2_s: Option<f64>,
}

/// Blows of the water on faces that dive into it (after Kerner 2016): a model for looks, tuned by its two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Slamming {
    /// `Γmax`: how fast a face must be stopped to be hit in full.
    pub bound_m_s2: f64,
    /// The exponent `p`: the larger, the more small blows fade.
    #[serde(default = "two")]
    pub power: f64,
}

fn two() -> f64 {
    2.0
}
