use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Gravity number when neither it nor a time step is given: the one with the widest range of stable Froude numbers under BGK.
pub(super) const DEFAULT_GRAVITY_NUMBER: f64 = 0.15;

/// The lattice Boltzmann scheme: collision operator, relaxation time, time step.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Solver {
    /// Collision operator. Behind a bore the depth overshoots with `bgk` and `trt` at the default τ and gravity number, by 3 % of
    /// the jump in a dam break of 8 m onto 4 m, on any grid; `central-moments`, a τ of 0.7 or a gravity number of 0.05 avoids it.
    #[serde(default)]
    pub collision: Collision,
    /// Relaxation time in steps, above ½; the viscosity of shear is `ν = e² Δt (2τ − 1) / 6`. Waves feel another one: the height of long ones falls as
    /// `exp(−½ D k² t)` with the wavenumber `k` and `D = e² Δt [(τ − ½)/3 + (τ_b − ½)(⅔ − g h/e²)]`, where `τ_b` is τ but with `central-moments`. `check` says how far they get.
    #[serde(default = "default_tau")]
    pub tau: f64,
    /// Relaxation time `τ_b` of the trace of the stress in steps, with `central-moments` alone: from the smaller of τ and 0.6, below which water at rest is
    /// unstable, to 2; 1 when left out. Smaller ones damp waves less, and bear less: at τ = 0.51 and the default gravity number flow is stable up to the Froude number 0.88 with 1, 0.66
    /// with 0.7, 0.5 with 0.6, 0.24 with τ (`bgk` 0.42), and in 9 periods of a seiche of 100 cells the height falls to 0.55, 0.78, 0.88, 0.98 (`bgk` 0.98). Bores do not overshoot
    /// with 1, and with 0.7 up to that gravity number; with 0.6 by 10 to 12 % of the jump. `smagorinsky` raises τ where the flow is sheared: with it take at least 0.6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bulk_tau: Option<f64>,
    /// Smagorinsky's constant, 0 to 0.5: an eddy viscosity `(C Δx)² |S|` where the flow is sheared. 0.1 to 0.2 is usual; it
    /// keeps fast flow round sharp corners stable.
    #[serde(default)]
    pub smagorinsky: f64,
    /// Response to water that flows faster than the scheme is stable at.
    #[serde(default)]
    pub policy: Policy,
    /// Gravity number `g h / e²` of the greatest initial depth, which sets the time step; 0.15 when neither is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gravity_number: Option<f64>,
    /// Time step, instead of a gravity number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_step_s: Option<f64>,
    /// Fastest flow expected at the greatest depth, instead of either: the time step is then the longest at which the
    /// collision operator is stable in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fastest_flow_m_s: Option<f64>,
}

/// Collision operators by name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Collision {
    /// Bhatnagar–Gross–Krook: one relaxation time.
    #[default]
    Bgk,
    /// Two relaxation times with Λ = 1/4: walls lie half-way between cells at any τ. As fast as BGK, and stable in slower flow: at the default gravity number up to the
    /// Froude number 0.12 at τ = 0.51 (`bgk` 0.42), 0.31 at 0.53 (0.65), 0.46 at 0.55 (0.70), 0.58 at 0.6 (0.78). Under hulls it needs a τ of 0.55: below, the flow there may break
    /// however slow it is, after 15 s at τ = 0.51 under a hull of 2 × 1 m in waves of 2 cm, and a warning says so.
    Trt,
    /// Central moments, the trace of the stress relaxing at once (`bulk_tau`): for low viscosity and fast flow, not for waves that go far, which it damps.
    #[serde(rename = "central-moments")]
    CentralMoments,
}

/// Responses to water that flows faster than the scheme is stable at, by name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Policy {
    /// The run goes on, with a warning that names the first cell.
    #[default]
    Warn,
    /// Fast cells are made more viscous; for BGK.
    AdaptViscosity,
    /// The run ends at the cell.
    Stop,
}

impl Default for Solver {
    fn default() -> Self {
        Self {
            collision: Collision::Bgk,
            tau: default_tau(),
            bulk_tau: None,
            smagorinsky: 0.0,
            policy: Policy::Warn,
            gravity_number: None,
            time_step_s: None,
            fastest_flow_m_s: None,
        }
    }
}

/// Relaxation time of the trace of the stress under central moments when none is given: the one with which they are stable in fast flow.
pub(super) const DEFAULT_BULK_TAU: f64 = 1.0;

fn default_tau() -> f64 {
    0.6
}
