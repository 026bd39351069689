//! Joints between bodies, or a body and the world.

mod arena;
mod joint;
mod misfit;
mod spring;

pub(crate) use arena::Joints;
pub(crate) use joint::Fitted;
pub use joint::{Anchor, Joint, JointHandle, JointKind};
pub use misfit::Misfit;
pub(crate) use spring::line;
pub use spring::{Acts, Spring};
