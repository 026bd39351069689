use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A wave train given by a formula.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Wave {
    /// `A |sin(2π/L (x − c t))|ⁿ` (Lazo et al. Eq. 10): solitary crests, two to a length, that move no water.
    Crests {
        /// Height `A` of a crest above the still level.
        amplitude_m: f64,
        /// Length `L` between every second crest.
        length_m: f64,
        /// Speed `c` of the crests.
        speed_m_s: f64,
        /// Exponent `n`: the larger, the narrower the crests.
        power: f64,
        /// Direction of travel, counter-clockwise from the domain's +x.
        #[serde(default)]
        towards_deg: f64,
        /// Phase at the domain's origin at the start.
        #[serde(default)]
        phase_deg: f64,
    },
    /// Airy wave on water of the scenario's depth.
    Airy {
        /// Amplitude, half the height.
        amplitude_m: f64,
        /// Wavelength.
        length_m: f64,
        /// Direction of travel, counter-clockwise from the domain's +x.
        #[serde(default)]
        towards_deg: f64,
        /// Phase at the domain's origin at the start.
        #[serde(default)]
        phase_deg: f64,
    },
    /// Second-order Stokes wave on water of the scenario's depth.
    Stokes {
        /// Amplitude, half the height.
        amplitude_m: f64,
        /// Wavelength.
        length_m: f64,
        /// Direction of travel, counter-clockwise from the domain's +x.
        #[serde(default)]
        towards_deg: f64,
        /// Phase at the domain's origin at the start.
        #[serde(default)]
        phase_deg: f64,
    },
}
