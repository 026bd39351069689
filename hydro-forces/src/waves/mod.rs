//! Analytic water surfaces: crests after Lazo et al., Airy's and Stokes' waves, and their sums.

mod gravity;
mod sea;
mod train;

pub use sea::{Sea, Superposition, WavePressure};
pub use train::{Wave, WaveTrain};
