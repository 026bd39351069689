use lbm_boundary::AnySide;

use super::scenario::{self, Scenario};

/// An error in setting up a world.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The scenario, or a file it names, is wrong.
    #[error(transparent)]
    Scenario(#[from] scenario::Error),
    /// The lattice does not accept its parameters.
    #[error("water: {0}")]
    Lattice(#[from] lbm_core::Error),
    /// The boundaries do not accept the sides.
    #[error("sides: {0}")]
    Boundary(#[source] lbm_boundary::Error),
    /// The boundaries do not accept what a side is given.
    #[error("sides.{side}: {source}")]
    Side {
        /// The side.
        side: lbm_boundary::Side,
        /// Cause.
        source: lbm_boundary::Error,
    },
    /// The lattice of the air does not accept its parameters.
    #[error("air: {0}")]
    Air(#[source] lbm_core::Error),
    /// The boundary of the air does not accept its sides, sources or bodies.
    #[error("air: {0}")]
    AirBoundary(#[source] lbm_boundary::Error),
    /// Solids leave no water.
    #[error("body: {0}")]
    Solids(#[source] lbm_boundary::Error),
    /// The boundaries do not accept a solid.
    #[error("body.{body}.motion: {source}")]
    Solid {
        /// Name of the body.
        body: String,
        /// Cause.
        source: lbm_boundary::Error,
    },
    /// The rasterizer does not accept the grid.
    #[error("grid: {0}")]
    Mask(#[from] mask_raster::Error),
    /// The forces do not accept the grid.
    #[error("grid: {0}")]
    Surface(#[source] hydro_forces::Error),
    /// A wave is out of range.
    #[error("wave.{wave}: {source}")]
    Wave {
        /// Index of the wave in the scenario, from 0.
        wave: usize,
        /// Cause.
        source: hydro_forces::Error,
    },
    /// A body's hull or coefficients are out of range.
    #[error("body.{body}: {source}")]
    Hull {
        /// Name of the body.
        body: String,
        /// Cause.
        source: hydro_forces::Error,
    },
    /// A running world does not take a parameter, or not this value of it.
    #[error("{key}: {message}")]
    Parameter {
        /// Key of the parameter.
        key: String,
        /// The fault and its remedy.
        message: String,
    },
    /// A running world cannot go on with another scenario.
    #[error("the world cannot go on with it: {0}")]
    Restore(#[source] super::checkpoint::Error),
    /// A body's mass, inertia or shape is out of range.
    #[error("body.{body}: {source}")]
    Body {
        /// Name of the body.
        body: String,
        /// Cause.
        source: rigid_sim::Error,
    },
}

impl Error {
    /// A wrong key of a body; `leaf` is the key without `body.NAME.`.
    pub(crate) fn of_body(scenario: &Scenario, name: &str, leaf: &str, message: String) -> Self {
        let key = format!("body.{name}.{leaf}");
        Self::Scenario(scenario::Error::Key { file: scenario.origin.name.clone(), key, message })
    }

    /// An error of the boundaries, with the name of the body where it is a solid; `names` are in the order of labels.
    pub(crate) fn of_boundary<'a>(
        source: lbm_boundary::Error,
        mut names: impl Iterator<Item = &'a str>,
    ) -> Self {
        use lbm_boundary::Error::{
            EntersThroughOutflow, MovedTooFar, NoWater, NoWaterToRefillFrom, OutOfRange, SideTooFast, TooFast,
        };
        match source {
            TooFast { label, .. }
            | MovedTooFar { label, .. }
            | NoWaterToRefillFrom { label, .. }
            | EntersThroughOutflow { label, .. } => {
                let body = names.nth(usize::from(label).wrapping_sub(1)).unwrap_or_default().into();
                Self::Solid { body, source }
            }
            source @ NoWater { .. } => Self::Solids(source),
            OutOfRange { side: AnySide::Water(side), .. } | SideTooFast { side, .. } => {
                Self::Side { side, source }
            }
            source => Self::Boundary(source),
        }
    }
}
