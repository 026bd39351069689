//! Analytic water surfaces: crests after Lazo et al., Airy's and Stokes' waves, and their sums; splashes; what a wave maker sends.

mod gravity;
mod maker;
mod sea;
mod splash;
mod train;

pub use maker::WaveMaker;
pub use sea::{Sea, Superposition, WavePressure};
pub use splash::Splash;
pub use train::{Wave, WaveTrain};

/// Rise from 0 at time 0 to 1 at `ramp_s` seconds with no slope at either end, `½ (1 − cos(π t / t_ramp))`.
pub fn ramp(time_s: f64, ramp_s: f64) -> f64 {
    if time_s < ramp_s { 0.5 - 0.5 * (std::f64::consts::PI * time_s.max(0.0) / ramp_s).cos() } else { 1.0 }
}
