//! The coupled world of a scenario: the step that ties water and bodies together, and records of it.
//!
//! No module imports one that imports it: `name`, `reuse`, `checkpoint`, `codec`, `memory`, `air`, `water`, `bodies`,
//! `coupling`, `world`, `exact`, `records`, `replay`; and `error`, of all that build a world.

mod air;
mod bodies;
mod checkpoint;
pub mod codec;
mod coupling;
mod error;
mod exact;
pub mod memory;
mod name;
pub mod records;
mod replay;
mod reuse;
mod water;
mod workers;
mod world;

pub use air::{Air, AirBalance, ParticleBalance, ParticleReading, Plume, SmokeLook};
pub use bodies::{
    BodyReading, BodySurface, Centers, Helm, JointReading, LookMesh, Measured, Race, TowReading, free_way_m,
};
pub use checkpoint::Error as CheckpointError;
pub use error::Error;
pub use exact::{Exact, ExactReading};
pub use name::Name;
pub use replay::{Carry, Deed, Pull, Replay, ReplayError};
pub use viewer_input::{bounded, hulls, mesh_file, scenario};
pub use water::Fields;
pub use world::{
    AngularBalance, BodyLoad, Checkpoint, Dissipation, Energies, EnergyBalance, GaugeReading, LoadKind,
    MassBalance, MomentumBalance, Parameter, Stages, StepReport, TransectReading, Work, World,
    passed_by_waves,
};

/// The example of the README is tested with the crate's documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
