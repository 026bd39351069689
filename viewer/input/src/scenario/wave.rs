use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A wave train given by a formula, which moves the bodies afloat alone: it passes through what is fixed or driven, on which it has no force, and through the
/// walls of the domain. Waves of a characteristic side (`sides.SIDE.wave`) run in the simulated water, and push what stands in it.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
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
    /// Airy wave on water as deep as over the lowest cell of the bed.
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
    /// Second-order Stokes wave on water as deep as over the lowest cell of the bed.
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

/// Waves that a wave maker at a side sends in, long beside the depth: they run in the simulated water at `√(g h)`, the crests faster
/// than the troughs, so that they steepen. They rise over the first period.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum WaveMaker {
    /// `η = ½ H sin(2π t/T)`.
    Sine {
        /// Height `H` from trough to crest.
        height_m: f64,
        /// Period `T`.
        period_s: f64,
    },
    /// Cnoidal waves of the first order: sharp crests, long troughs, about the still level.
    Cnoidal {
        /// Height from trough to crest.
        height_m: f64,
        /// Period.
        period_s: f64,
    },
    /// One solitary wave of Boussinesq.
    Solitary {
        /// Height of its crest above the still level.
        height_m: f64,
        /// Time at which the crest passes the side; soon after the start when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        crest_s: Option<f64>,
    },
    /// Irregular waves of a JONSWAP spectrum.
    Irregular {
        /// Significant height, four times the standard deviation of the level.
        height_m: f64,
        /// Period of the spectrum's peak.
        period_s: f64,
        /// Number from which their phases follow; the same seed gives the same waves on every machine.
        #[serde(default)]
        seed: u64,
    },
}

impl WaveMaker {
    /// The period of its waves, if they have one, s; of irregular ones that of the peak.
    pub fn period_s(&self) -> Option<f64> {
        match *self {
            Self::Sine { period_s, .. }
            | Self::Cnoidal { period_s, .. }
            | Self::Irregular { period_s, .. } => Some(period_s),
            Self::Solitary { .. } => None,
        }
    }
}
