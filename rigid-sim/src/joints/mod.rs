//! Joints between bodies, or a body and the world.

mod arena;
mod joint;

pub(crate) use arena::Joints;
pub(crate) use joint::Fitted;
pub use joint::{Acts, Anchor, Elastic, Joint, JointHandle, JointKind};
