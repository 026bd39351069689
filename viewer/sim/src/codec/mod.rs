//! Values as bytes, little-endian: what checkpoints consist of.
//!
//! Reading takes no byte on trust: a value that is not there, or that its type cannot have, is [`Malformed`], and what is
//! allocated is in proportion to the bytes that are there.

mod foreign;
mod frame;
mod geometry;
mod value;

pub use frame::{Frame, checksum};
pub(crate) use value::Runs;
pub use value::{Coded, Malformed, coded};
