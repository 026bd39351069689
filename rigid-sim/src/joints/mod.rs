//! Joints between bodies, or a body and the world.

mod arena;
mod drive;
mod joint;
mod misfit;
mod position;
mod spring;

pub(crate) use arena::Joints;
pub use drive::Drive;
pub use joint::{Anchor, Joint, JointHandle, JointKind};
pub(crate) use joint::{Fitted, Impulses, MOST_ROWS};
pub use misfit::Misfit;
pub(crate) use spring::line;
pub use spring::{Acts, Spring};
