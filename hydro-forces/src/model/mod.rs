//! The laws by which the water acts on a triangle: pressure, drag, lift and friction; and a rim on the water.

mod drag_lift;
mod force_model;
mod friction;
mod material;
mod parameters;
mod rim_force;

pub(crate) use drag_lift::{DragLiftCoefficients, drag_and_lift};
pub use force_model::ForceModel;
pub use friction::SkinFriction;
pub(crate) use material::coefficients_of_materials;
pub use material::{Incidence, Material};
pub use parameters::{Coefficients, Cut, Lift, Pressure, Water};
pub use rim_force::RimForce;
