#![doc = include_str!("../README.md")]

mod body;
mod builder;
mod collider;
mod contacts;
mod error;
mod guide;
mod mass_properties;
mod mesh_integrals;
mod pose;
mod principal;
mod report;
mod spring;
mod state;
mod statics;
mod step;
mod world;

pub use body::{BodyHandle, BodyKind, RigidBody};
pub use builder::RigidBodyBuilder;
pub use collider::Collider;
pub use error::Error;
pub use glam;
pub use guide::{Guide, GuideImpulse};
pub use mass_properties::MassProperties;
pub use report::{ContactImpulse, StepReport};
pub use spring::Spring;
pub use state::{BodyState, KeptImpulse, MotionState, Touched, WorldState};
pub use statics::Static;
pub use world::World;
