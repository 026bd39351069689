use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Friction of the bed on the water, by Manning: `−g n² u |u| / h^⅓` per area and density. In mode
/// `conservative` that under hulls is the friction of the column which is left there.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Friction {
    /// Manning's `n`: 0.012 for smooth concrete, 0.025 for sand, 0.035 for gravel.
    pub manning_s_m13: f64,
}

/// A steady wind over the whole water, whose stress drags it along, by Wu (1982): `C_D = (0.8 + 0.065 W) 10⁻³`; in mode `conservative` not under hulls. At a height z above the water it blows with
/// `W (1 + √C_D / 0.4 · ln(z / 10 m))`, and pushes what bodies afloat have there (`body.NAME.wind_drag_coefficient`). The simulated air of `air` is none of it, and gives bodies nothing.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wind {
    /// Speed of the wind 10 m above the water, at most 80 m/s.
    pub speed_m_s: f64,
    /// Direction in which it blows, counter-clockwise from the domain's +x.
    pub towards_deg: f64,
}

/// Forces on the water besides its weight and the bed's slope.
#[derive(Debug, Clone, Copy)]
pub struct Forcing {
    /// Stress of a wind.
    pub wind: Option<Wind>,
    /// The rotation of the earth.
    pub coriolis: Option<Coriolis>,
    /// Friction of the bed.
    pub friction: Option<Friction>,
    /// Density of the water, kg/m³.
    pub density_kg_m3: f64,
}

/// The rotation of the earth, on the water and on the bodies afloat, `−m f k × v` with the velocity of the center of mass: either the latitude or the parameter.
/// What it does to turning bodies and to vertical motion is left out, and so is the air.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Coriolis {
    /// Latitude `φ`, positive in the north; `f = 2 Ω sin φ`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latitude_deg: Option<f64>,
    /// Coriolis parameter `f`; flow and bodies are turned to the right where it is positive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameter_1_s: Option<f64>,
}
