#![doc = include_str!("../README.md")]

mod angles;
mod cell_forces;
pub mod equilibrium;
mod error;
mod exchanges;
mod forces;
mod hull;
mod hydrostatics;
mod impact;
mod kernel;
mod launch;
mod model;
mod motion;
mod race;
pub mod radiation;
mod ramp;
pub mod regime;
mod restoring;
mod results;
mod simd;
mod slamming;
pub mod slender;
mod surface;
pub mod waves;
mod windage;

pub use angles::Angles;
pub use cell_forces::CellForces;
pub use error::Error;
pub use exchanges::Exchanges;
pub use forces::ForceOptions;
pub use glam;
pub use hull::{Diagnosis, Hull, refine};
pub use hydrostatics::{Submerged, WetTriangle, clip_triangle, submerged};
pub use impact::mean_fraction;
pub use launch::{Fall, Launch};
pub use model::{
    Coefficients, Cut, ForceModel, Incidence, Lift, Material, Pressure, RimForce, SkinFriction, Water,
};
pub use motion::{Load, Motion};
pub use race::race_m_s;
pub use ramp::Ramp;
pub use restoring::{Restored, Waterplane};
pub use results::{Exchange, Forces, TriangleForce};
pub use slamming::Slamming;
pub use surface::{Flow, GriddedSurface, Plane, SurfaceGrid, WaterSample, WaterSurface};
pub use windage::Wind;
