#![doc = include_str!("../README.md")]

mod body;
mod contacts;
mod drift;
mod error;
mod hold;
mod joints;
mod losses;
mod report;
mod reuse;
mod scratch;
mod shape;
mod sleep;
mod solver;
mod state;
mod step;
mod world;

pub use body::{
    BodyHandle, BodyKind, Guide, GuideImpulse, MassProperties, RigidBody, RigidBodyBuilder, Sleeping, rise_m,
};
pub use error::Error;
pub use glam;
pub use joints::{Acts, Anchor, Drive, Joint, JointHandle, JointKind, Misfit, Spring};
pub use report::{ContactImpulse, StepReport};
pub use shape::{Collider, Static};
pub use state::{
    BodyState, JointState, KeptPair, KeptPiece, KeptPoint, MotionState, SleepState, Touched, WorldState,
};
pub use world::World;
