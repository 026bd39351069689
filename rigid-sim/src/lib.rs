#![doc = include_str!("../README.md")]

mod body;
mod contacts;
mod error;
mod joints;
mod report;
mod shape;
mod sleep;
mod solver;
mod spring;
mod state;
mod step;
mod world;

pub use body::{
    BodyHandle, BodyKind, Guide, GuideImpulse, MassProperties, RigidBody, RigidBodyBuilder, Sleeping,
};
pub use error::Error;
pub use glam;
pub use joints::{Acts, Anchor, Elastic, Joint, JointHandle, JointKind};
pub use report::{ContactImpulse, StepReport};
pub use shape::{Collider, Static};
pub use spring::Spring;
pub use state::{
    BodyState, JointState, KeptPair, KeptPiece, KeptPoint, MotionState, SleepState, Touched, WorldState,
};
pub use world::World;
