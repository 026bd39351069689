use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Coupling of bodies and water.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Coupling {
    /// Mode of the coupling.
    #[serde(default)]
    pub mode: CouplingMode,
    /// `k₊` of Lazo et al. Eq. 7, where a rim moves towards the water. Only in mode `paper`.
    #[serde(default = "default_push")]
    pub k_push: f64,
    /// `k₋` of Lazo et al. Eq. 7, where a rim moves away from the water. Only in mode `paper`.
    #[serde(default = "default_pull")]
    pub k_pull: f64,
    /// Samples of the mask along a side of a cell; 1 is the center alone.
    #[serde(default = "default_samples")]
    pub samples_per_side: usize,
    /// Populations of cells that a driven body uncovers.
    #[serde(default)]
    pub refill: Refill,
    /// Points of a triangle at which the level is sampled that cuts it; when left out centroids in mode `paper`, else
    /// corners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
    /// Tolerance within which bodies at rest keep their forces (Lazo et al.): no point of the body and no level of a cell
    /// under it has moved further since, and the velocity heads `v² / 2 g` of both are smaller. The pressure error is then
    /// below that of twice as much water. With 0, the default, kept forces equal those that would be computed. Water with
    /// waves by formula is never at rest, and slamming is always computed.
    #[serde(default)]
    pub rest_tolerance_m: f64,
}

/// Points at which the level is sampled that cuts a triangle, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cut {
    /// One level per triangle, as in Lazo et al. §2.2: neighbors on a wave are cut at different heights.
    Centroid,
    /// One level per corner, common to all triangles that meet there: the wet surface has no gaps.
    Corners,
}

/// Populations of cells that a driven body uncovers, by name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Refill {
    /// Equilibrium of the level around them and the body's velocity.
    #[default]
    Equilibrium,
    /// That equilibrium with the non-equilibrium part of the flow around them.
    NonEquilibrium,
}

/// Modes of the coupling, by name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CouplingMode {
    /// Displaced volume, the pressure under hulls and all reactions act on the water: volume and momentum are conserved, and the
    /// water under a hull has the inertia of the column that is left there ([`lbm_core::CoveredCell`]).
    #[default]
    Conservative,
    /// Forces `k (V·n) n` on rim cells (Lazo et al. Eq. 7–9): visual, conserves neither volume nor momentum.
    Paper,
    /// Bodies afloat do not act on the water.
    None,
}

impl Default for Coupling {
    fn default() -> Self {
        Self {
            mode: CouplingMode::default(),
            k_push: default_push(),
            k_pull: default_pull(),
            samples_per_side: default_samples(),
            refill: Refill::default(),
            cut: None,
            rest_tolerance_m: 0.0,
        }
    }
}

fn default_push() -> f64 {
    10.0
}

fn default_pull() -> f64 {
    1.0
}

fn default_samples() -> usize {
    3
}
