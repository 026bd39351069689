//! The water as hulls see it: level and velocity over the plan.

mod gather;
mod grid;
mod gridded;
mod plane;
mod water_surface;

pub use grid::SurfaceGrid;
pub use gridded::GriddedSurface;
pub use plane::Plane;
pub use water_surface::{Flow, WaterSample, WaterSurface};
