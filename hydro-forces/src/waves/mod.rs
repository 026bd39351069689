//! Analytic water surfaces: crests after Lazo et al., Airy's and Stokes' waves, and their sums; splashes; what a wave maker sends.

mod cnoidal;
mod dispersion;
mod gravity;
mod maker;
mod sea;
mod splash;
mod train;

pub use dispersion::celerity_m_s;
pub use maker::WaveMaker;
pub use sea::{Sea, Superposition, WavePressure};
pub use splash::Splash;
pub use train::{Wave, WaveTrain};
