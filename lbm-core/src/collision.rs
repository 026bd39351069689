use crate::Error;

/// A collision operator, chosen when the lattice is built.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Collision {
    /// Single relaxation time (Lazo et al. Eq. 1): `f ← f − (f − f_eq) / τ`, with viscosity `ν = e² Δt (2τ − 1) / 6`.
    ///
    /// Stable at rest for `g h / e² ≤ 0.6`; the largest stable Froude number grows from 0.49 at τ = 0.51 over 0.80 at
    /// τ = 0.6 to 1.00 at τ = 1, each near `g h / e² ≈ 0.15`.
    Bgk {
        /// Relaxation time in steps, above ½.
        tau: f64,
    },
}

impl Collision {
    pub(crate) fn validate(&self) -> Result<(), Error> {
        let Self::Bgk { tau } = *self;
        Error::require(tau.is_finite() && tau > 0.5, "relaxation time tau", tau, "finite and above 0.5")
    }

    /// `ω = 1/τ`, the rate at which the shear stress relaxes.
    pub fn omega(&self) -> f64 {
        let Self::Bgk { tau } = *self;
        1.0 / tau
    }
}

impl Default for Collision {
    fn default() -> Self {
        Self::Bgk { tau: 0.6 }
    }
}
