//! Smoke by ray casting: what it takes of the light behind it, and what it scatters of the sun's.
//!
//! Along a ray from the camera, with the extinction coefficient `σ`, the albedo `a` and the light `E` of the sun on a surface that faces it,
//!
//! ```text
//! T(s) = exp(−∫₀ˢ σ ds)                                           Beer–Lambert
//! L = ∫ T(s) σ a [ p E T_sun(s) + L_sky ] ds,   p = 1 / 4 π         scattered once, alike into all directions
//! ```
//!
//! where `T_sun` is what smoke leaves of the sun's rays on their way to the place, found beforehand in all cells ([`Volume`]).

#[cfg(test)]
mod laws;
mod light;
mod march;
mod over;
mod packet;
mod ray;
mod sparse;
mod volume;

/// The constants that the shader has too.
#[cfg(feature = "gpu")]
pub(super) const NUMBERS: [(&str, f32); 4] = [
    ("SMOKE_OPAQUE", ray::OPAQUE),
    ("SMOKE_BLOCK", volume::BLOCK as f32),
    ("SMOKE_EXPOSURE", over::EXPOSURE),
    ("SMOKE_SKY", over::SKY),
];

pub(super) use march::Smoke;
pub(super) use over::Nearest;
pub(super) use sparse::Strip;
