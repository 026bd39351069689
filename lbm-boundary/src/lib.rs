#![doc = include_str!("../README.md")]

mod air;
mod boundary;
mod builder;
mod energy;
mod error;
mod lanes;
mod ledger;
mod links;
mod moving;
mod open;
mod rebuild;
mod solids;
mod spec;
mod state;
mod sweep;

pub use air::{
    AirBoundary, AirBoundaryBuilder, AirBoundaryState, AirExchange, AirLedger, AirParticles,
    AirParticlesState, Particle, ParticleKind, ParticleLedger, ParticleTotals, Sphere,
};
pub use boundary::Boundary;
pub use builder::BoundaryBuilder;
pub use error::Error;
pub use ledger::{Exchange, Ledger, Load};
pub use links::{ContourCell, classify};
pub use solids::{Moved, Refill, flanks};
pub use spec::{
    AirSide, AirSideKind, AnySide, MAX_AIR_SPEED, MAX_SPEED, Mask, Motion, Side, SideKind, Slip, Wall,
    WallDistance,
};
pub use state::BoundaryState;
