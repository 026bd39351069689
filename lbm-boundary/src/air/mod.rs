//! Air with smoke: its sides, solids and sources, particles in it, and their books.

mod around;
mod boundary;
mod builder;
mod drag;
mod ledger;
mod moving;
mod open;
mod particles;
mod side;
mod start;

pub use boundary::{AirBoundary, AirBoundaryState};
pub use builder::AirBoundaryBuilder;
pub use drag::{ParticleKind, Sphere};
pub use ledger::{AirExchange, AirLedger, ParticleLedger, ParticleTotals};
pub use particles::{AirParticles, AirParticlesState, Particle};
