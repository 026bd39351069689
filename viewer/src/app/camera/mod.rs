//! The camera that mouse and keys move, and what lies under a point of the picture.

mod appearance;
mod eye;
mod ground;
mod preset;
mod ray;

pub(crate) use eye::Eye;
pub(crate) use ground::above_ground;
pub(crate) use preset::Preset;
pub(crate) use ray::{hit, on_level};
