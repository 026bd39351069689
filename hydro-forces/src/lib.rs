#![doc = include_str!("../README.md")]

mod clip;
mod diagnosis;
mod dynamics;
pub mod equilibrium;
mod error;
mod forces;
mod friction;
mod gridded;
mod hull;
mod hydrostatics;
mod immersed;
mod lanes;
mod model;
mod motion;
pub mod radiation;
mod reals;
mod sum_up;
mod sums;
mod surface;
mod triangle;
pub mod waves;
mod wet;

pub use clip::{WetTriangle, clip_triangle};
pub use diagnosis::Diagnosis;
pub use error::Error;
pub use forces::{Exchange, Forces, TriangleForce};
pub use friction::SkinFriction;
pub use gridded::{GriddedSurface, SurfaceGrid};
pub use hull::Hull;
pub use hydrostatics::{Submerged, submerged};
pub use model::{Coefficients, Cut, ForceModel, Pressure, Water};
pub use motion::Motion;
pub use surface::{Plane, WaterSample, WaterSurface};
