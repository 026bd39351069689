use serde::{Deserialize, Serialize};

/// How bodies act on the water.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Coupling {
    /// Which of the ways.
    #[serde(default)]
    pub mode: CouplingMode,
    /// `k₊` of Lazo et al. Eq. 7: how hard a rim pushes the water before it. Only in mode `paper`.
    #[serde(default = "default_push")]
    pub k_push: f64,
    /// `k₋` of Lazo et al. Eq. 7: how hard a rim drags the water behind it. Only in mode `paper`.
    #[serde(default = "default_pull")]
    pub k_pull: f64,
    /// Side of the square of samples with which the mask measures the bodies in a cell; 1 is the centre alone.
    #[serde(default = "default_samples")]
    pub samples_per_side: usize,
    /// What cells hold that a driven body leaves.
    #[serde(default)]
    pub refill: Refill,
    /// Where the level is taken that cuts the triangles of bodies; in mode `paper` at their centroids, else at their
    /// corners when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
    /// Bodies at rest keep the forces they have (Lazo et al.) as long as no point of them has moved by this much since,
    /// nor the level of any cell under them, and the velocity heads `v² / 2 g` of both are smaller: the pressure is then
    /// off by less than that of twice as much water. 0, the default, keeps only forces that computing would give again.
    /// Water with waves by formula is never at rest, and blows are always computed.
    #[serde(default)]
    pub rest_tolerance_m: f64,
}

/// Where the level is taken that cuts triangles, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cut {
    /// One level for each triangle, as in Lazo et al. §2.2: neighbours on a wave are cut at different heights.
    Centroid,
    /// A level for each corner, the same for all triangles that meet there: the wet surface has no cracks.
    Corners,
}

/// What cells hold that a driven body leaves, by name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Refill {
    /// The equilibrium of the level around them and the body's velocity.
    #[default]
    Equilibrium,
    /// That and the stress of the flow around them.
    NonEquilibrium,
}

/// Ways in which bodies act on the water.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CouplingMode {
    /// Displaced volume and every force go back to the water: volume and momentum are conserved.
    #[default]
    Conservative,
    /// Rim cells are pushed and dragged by `k (V·n) n` (Lazo et al. Eq. 7–9). For looks; conserves nothing.
    Paper,
    /// The water does not feel the bodies.
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
