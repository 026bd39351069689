//! The laws that the lattices keep, one module each. What they share is in `common`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

mod bed;
mod checkpoint;
mod conservation;
mod definition;
mod fields;
mod forces;
mod gas;
mod governor;
#[cfg(feature = "half")]
mod half;
mod height_map;
#[cfg(feature = "image")]
mod image;
mod lattice3;
mod operators;
mod reference;
mod refusals;
mod scalar;
mod stability;
mod streams;
mod symmetry;
mod threads;
mod walks;
