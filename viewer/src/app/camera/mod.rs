//! The camera that mouse and keys move, and what lies under a point of the picture.

mod eye;
mod ray;

pub(crate) use eye::{Eye, Preset};
pub(crate) use ray::{hit, on_level};
