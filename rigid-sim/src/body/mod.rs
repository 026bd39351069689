//! Bodies: mass, motion, what is prescribed of it.

mod arena;
mod builder;
mod guide;
mod mass_properties;
mod principal;
mod rigid_body;
mod rise;
mod sleeping;

pub(crate) use arena::Bodies;
pub use arena::BodyHandle;
pub use builder::RigidBodyBuilder;
pub use guide::{Guide, GuideImpulse};
pub use mass_properties::MassProperties;
pub(crate) use rigid_body::{Asleep, State};
pub use rigid_body::{BodyKind, RigidBody};
pub use rise::rise_m;
pub use sleeping::Sleeping;
