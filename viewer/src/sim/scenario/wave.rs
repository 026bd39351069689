use hydro_forces::waves;
use serde::{Deserialize, Serialize};

/// A train of waves by formula.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Wave {
    /// `A |sin(2π/L (x − c t))|ⁿ` (Lazo et al. Eq. 10): lone crests, two to a length, that move no water.
    Crests {
        /// Height `A` of a crest above the still level.
        amplitude_m: f64,
        /// The length `L`, from every second crest to the next.
        length_m: f64,
        /// Speed `c` of the crests.
        speed_m_s: f64,
        /// The exponent `n`: the larger, the narrower the crests.
        power: f64,
        /// Where they run to, counter-clockwise from the domain's +x.
        #[serde(default)]
        towards_deg: f64,
        /// Phase at the domain's origin at the start.
        #[serde(default)]
        phase_deg: f64,
    },
    /// Airy's linear wave on water of the scenario's depth.
    Airy {
        /// Half its height.
        amplitude_m: f64,
        /// From crest to crest.
        length_m: f64,
        /// Where it runs to, counter-clockwise from the domain's +x.
        #[serde(default)]
        towards_deg: f64,
        /// Phase at the domain's origin at the start.
        #[serde(default)]
        phase_deg: f64,
    },
    /// Stokes' wave to second order on water of the scenario's depth.
    Stokes {
        /// Half its height.
        amplitude_m: f64,
        /// From crest to crest.
        length_m: f64,
        /// Where it runs to, counter-clockwise from the domain's +x.
        #[serde(default)]
        towards_deg: f64,
        /// Phase at the domain's origin at the start.
        #[serde(default)]
        phase_deg: f64,
    },
}

impl Wave {
    /// The wave on water of a depth and gravity.
    ///
    /// # Errors
    ///
    /// With the value that is out of range.
    pub fn on(&self, depth_m: f64, gravity_m_s2: f64) -> Result<waves::Wave, hydro_forces::Error> {
        let train = |amplitude_m, length_m, towards_deg, phase_deg| waves::WaveTrain {
            amplitude_m,
            length_m,
            towards_deg,
            phase_deg,
        };
        match *self {
            Self::Crests { amplitude_m, length_m, speed_m_s, power, towards_deg, phase_deg } => {
                waves::Wave::crests(train(amplitude_m, length_m, towards_deg, phase_deg), speed_m_s, power)
            }
            Self::Airy { amplitude_m, length_m, towards_deg, phase_deg } => {
                waves::Wave::airy(train(amplitude_m, length_m, towards_deg, phase_deg), depth_m, gravity_m_s2)
            }
            Self::Stokes { amplitude_m, length_m, towards_deg, phase_deg } => waves::Wave::stokes2(
                train(amplitude_m, length_m, towards_deg, phase_deg),
                depth_m,
                gravity_m_s2,
            ),
        }
    }
}
