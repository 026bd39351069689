//! The coupled world: scenarios, the step that ties water and bodies together, and records of it.

mod balance;
mod coupling;
mod driven;
mod error;
mod floating;
mod fluid;
pub mod hulls;
pub mod mesh_file;
mod model;
mod observe;
mod parts;
mod placing;
mod radiation;
pub mod records;
mod rest;
pub mod scenario;
mod solids;
mod stages;
mod step;
mod stream;
mod surface;
mod world;

pub use balance::{MassBalance, MomentumBalance};
pub use error::Error;
pub use floating::BodyState;
pub use fluid::Fields;
pub use stages::Stages;
pub use step::StepReport;
pub use surface::BodySurface;
pub use world::{GaugeReading, Helm, World};
