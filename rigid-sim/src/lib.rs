#![doc = include_str!("../README.md")]

mod body;
mod broad_phase;
mod builder;
mod collider;
mod error;
mod mass_properties;
mod mesh_integrals;
mod narrow_phase;
mod pose;
mod principal;
mod report;
mod solver;
mod statics;
mod step;
mod warm_start;
mod world;

pub use body::{BodyHandle, BodyKind, RigidBody};
pub use builder::RigidBodyBuilder;
pub use collider::Collider;
pub use error::Error;
pub use mass_properties::MassProperties;
pub use report::{ContactImpulse, StepReport};
pub use statics::Static;
pub use world::World;
