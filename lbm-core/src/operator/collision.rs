use crate::Error;

/// A collision operator, chosen when the lattice is built. Each conserves mass and momentum to rounding, has the
/// viscosity `ν = e² Δt (2τ − 1) / 6`, and can be combined with an eddy viscosity
/// ([`crate::LatticeBuilder::smagorinsky`]). [`Self::stable_froude`] is the range in which it is stable; an eddy viscosity
/// does not change that.
///
/// Behind a bore the depth overshoots with `Bgk` and `Trt`, and a finer grid does not help. In the dam break of 8 m onto 4 m, in
/// parts of the bore's jump, on 200 to 800 cells: 3 % at τ = 0.6 and `g h / e²` = 0.15, 9 to 13 % at 0.3, none at 0.05; 18 to
/// 20 % at τ = 0.55 and 0.15; none from τ = 0.7 on at 0.15. `CentralMoments` with `bulk_tau` = 1 does not overshoot at any of these, with
/// 0.7 not up to `g h / e²` = 0.15, but by 2 to 5 % at 0.3; with 0.6 by 6 % at τ = 0.55 and 0.15.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Collision {
    /// Single relaxation time (Lazo et al. Eq. 1): `f ← f − (f − f_eq) / τ`.
    ///
    /// Stable at rest for `g h / e² ≤ 0.6` from τ = 0.6 on; at `g h / e²` up to 0.15 up to the Froude number 0.36 at
    /// τ = 0.51, 0.64 at 0.55, 0.78 at 0.6, 0.90 at 0.7 and 1 at 1, see [`Self::stable_froude`].
    Bgk {
        /// Relaxation time in steps, above ½.
        tau: f64,
    },
    /// Two relaxation times (Ginzburg et al. 2008): the even part `½ (f_q + f_q̄)` relaxes with τ, the odd part
    /// `½ (f_q − f_q̄)` with τ⁻, where `(τ − ½)(τ⁻ − ½) = Λ`.
    ///
    /// Λ = 3/16 puts a half-way wall exactly half a cell beyond the last cell at any viscosity; Λ = 1/4 is the most
    /// stable at rest: up to `g h / e² = 0.6` at any τ. In a stream it is less stable than BGK below τ = 0.7, unless steps
    /// are short: at τ = 0.6 up to the Froude number 0.58 at `g h / e² = 0.15`, 0.82 at 0.05, 1 at 0.01. Costs as much as
    /// BGK. In a stream a Λ above ¼ is less stable; below 3/16 no range is known.
    ///
    /// An eddy viscosity lengthens τ but not τ⁻, so Λ grows where the flow is sheared, and half-way walls there shift.
    Trt {
        /// Relaxation time of the even part in steps, above ½: it sets the viscosity.
        tau: f64,
        /// The magic parameter Λ, above 0.
        magic: f64,
    },
    /// Central moments (after De Rosis 2017): moments in the frame that moves with the water relax, the shear stresses
    /// with τ, their trace with `bulk_tau`, those of third and fourth order at once. With `p = ½ g h²` and the stresses
    /// beyond equilibrium `n_xy = Σ e_x e_y f − h u v`, `n_xx = Σ e_x² f − h u² − p`, `n_yy = Σ e_y² f − h v² − p`:
    ///
    /// ```text
    /// n_xy        ← (1 − 1/τ) n_xy
    /// n_xx − n_yy ← (1 − 1/τ) (n_xx − n_yy)
    /// n_xx + n_yy ← (1 − 1/bulk_tau) (n_xx + n_yy)
    /// Σ e_x² e_y f  = h v / 3 + h u² v + 2 u n_xy + v n_xx
    /// Σ e_x e_y² f  = h u / 3 + h u v² + 2 v n_xy + u n_yy
    /// Σ e_x² e_y² f = (p + h u² + h v²) / 3 + h u² v² + u² n_yy + v² n_xx + 4 u v n_xy
    /// ```
    ///
    /// Its equilibrium has the moments `h u² v`, `h u v²`, `h u² v²` that Lazo et al. Eq. 2 lacks, so that the viscosity
    /// of shear does not depend on the speed of the flow. Waves of wavenumber `k` it damps as `exp(−½ D k² t)`, in units of cells and steps with
    /// `D = (τ − ½) / 3 + (bulk_tau − ½) (⅔ − g h / e²)`: a `bulk_tau` near 1 those a few cells long within some steps, and long ones tens of times as
    /// much as BGK does at a low τ, with one equal to `tau` about as BGK. Costs a fifth to a third more than BGK.
    ///
    /// With `bulk_tau` = 1 stable up to the Froude number 0.98 at `g h / e²` from 0.05 to 0.1 with any τ from 0.505 on, 0.8
    /// at 0.15; with 0.7 up to 0.7 and 0.62. Like the others it is unstable beyond the critical flow, Froude number 1. Water at rest is
    /// stable where `1 / (bulk_tau − ½) ≤ 12 + 1 / (τ − ½)` and `bulk_tau ≤ 3.5`, as it is from the smaller of τ and 0.6 on.
    CentralMoments {
        /// Relaxation time of the shear stresses in steps, above ½: it sets the viscosity.
        tau: f64,
        /// Relaxation time of the trace of the stress in steps, from the smaller of `tau` and [`Collision::SAFE_BULK_TAU`] to [`Collision::MAX_BULK_TAU`].
        bulk_tau: f64,
    },
}

impl Collision {
    /// Longest relaxation time in steps: beyond it the flow is creeping.
    pub const MAX_TAU: f64 = 100.0;

    /// Relaxation time of the trace of the stress from which on water at rest is stable at any τ, which takes 7/12.
    pub const SAFE_BULK_TAU: f64 = 0.6;

    /// Longest relaxation time of the trace of the stress whose limits are known.
    pub const MAX_BULK_TAU: f64 = 2.0;

    /// Checks the parameters of the operator.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] and [`Error::NotFinite`] unless relaxation times are above ½ and at most [`Self::MAX_TAU`], that of the
    /// trace of the stress within its range, and a magic parameter is above 0.
    pub fn check(&self) -> Result<(), Error> {
        let relaxation_time = |what, tau: f64| {
            let valid = tau > 0.5 && tau <= Self::MAX_TAU;
            Error::require(valid, what, tau, "above 0.5 and at most 100; 0.6 is usual")
        };
        relaxation_time("relaxation time tau", self.tau())?;
        match *self {
            Self::Bgk { .. } => Ok(()),
            Self::Trt { magic, .. } => {
                Error::require(magic > 0.0, "magic parameter", magic, "above 0; 0.1875 and 0.25 are usual")
            }
            Self::CentralMoments { tau, bulk_tau } => {
                let valid = bulk_tau >= tau.min(Self::SAFE_BULK_TAU) && bulk_tau <= Self::MAX_BULK_TAU;
                let range = "at least tau or 0.6, since water at rest is unstable with less, and at most 2; 1 is usual";
                Error::require(valid, "relaxation time bulk_tau", bulk_tau, range)
            }
        }
    }

    /// τ, the relaxation time of the shear stress in steps.
    pub fn tau(&self) -> f64 {
        match *self {
            Self::Bgk { tau } | Self::Trt { tau, .. } | Self::CentralMoments { tau, .. } => tau,
        }
    }

    /// `ω⁻ = 1 / (Λ / (τ − ½) + ½)` of TRT, the rate of odd moments; `None` of operators without one of their own.
    pub(crate) fn odd_rate(&self) -> Option<f32> {
        match *self {
            Self::Trt { tau, magic } => Some((1.0 / (magic / (tau - 0.5) + 0.5)) as f32),
            Self::Bgk { .. } | Self::CentralMoments { .. } => None,
        }
    }

    /// The operator with another τ.
    #[must_use]
    pub fn with_tau(mut self, new: f64) -> Self {
        let (Self::Bgk { tau } | Self::Trt { tau, .. } | Self::CentralMoments { tau, .. }) = &mut self;
        *tau = new;
        self
    }

    /// `ω = 1/τ`, the rate at which the shear stress relaxes.
    pub fn omega(&self) -> f64 {
        1.0 / self.tau()
    }
}

impl Default for Collision {
    fn default() -> Self {
        Self::Bgk { tau: 0.6 }
    }
}
