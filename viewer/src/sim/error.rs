use super::scenario;

/// Why a world could not be set up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The scenario is wrong, or a file it names.
    #[error(transparent)]
    Scenario(#[from] scenario::Error),
    /// The lattice refused its parameters.
    #[error("water: {0}")]
    Lattice(#[from] lbm_core::Error),
    /// The boundaries refused theirs.
    #[error("sides: {0}")]
    Boundary(#[source] lbm_boundary::Error),
    /// Solids leave no water.
    #[error("body: {0}")]
    Solids(#[source] lbm_boundary::Error),
    /// A solid was refused by the boundaries.
    #[error("body.{body}.motion: {source}")]
    Solid {
        /// Name of the body.
        body: String,
        /// Why.
        source: lbm_boundary::Error,
    },
    /// The rasteriser refused the grid.
    #[error("grid: {0}")]
    Mask(#[from] mask_raster::Error),
    /// The forces refused the grid.
    #[error("grid: {0}")]
    Surface(#[source] hydro_forces::Error),
    /// A wave was refused.
    #[error("wave.{wave}: {source}")]
    Wave {
        /// Its place in the scenario, from 0.
        wave: usize,
        /// Why.
        source: hydro_forces::Error,
    },
    /// A body's hull or coefficients were refused.
    #[error("body.{body}: {source}")]
    Hull {
        /// Name of the body.
        body: String,
        /// Why.
        source: hydro_forces::Error,
    },
    /// A body's mass, inertia or shape was refused.
    #[error("body.{body}: {source}")]
    Body {
        /// Name of the body.
        body: String,
        /// Why.
        source: rigid_sim::Error,
    },
}

impl Error {
    /// What the boundaries refused, with the name of the body where it is a solid; `names` are in the order of labels.
    pub(super) fn of_boundary<'a>(
        source: lbm_boundary::Error,
        mut names: impl Iterator<Item = &'a str>,
    ) -> Self {
        use lbm_boundary::Error::{Drained, Leap, NoWater, TooFast, Vanished};
        match source {
            TooFast { label, .. } | Leap { label, .. } | Vanished { label, .. } | Drained { label, .. } => {
                let body = names.nth(usize::from(label).wrapping_sub(1)).unwrap_or_default().into();
                Self::Solid { body, source }
            }
            source @ NoWater { .. } => Self::Solids(source),
            source => Self::Boundary(source),
        }
    }
}
