//! The laws that the lattices obey, one module each. Shared set-ups are in `common`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod column;
mod common;

mod air;
mod bed;
mod changed_rows;
mod checkpoint;
mod conservation;
mod covered;
mod definition;
mod drifting;
mod errors;
mod fields;
mod films;
mod forces;
mod gas;
#[cfg(feature = "half")]
mod half;
mod height_map;
#[cfg(feature = "image")]
mod image;
mod instructions;
mod lattice3;
mod lid;
mod memory;
mod operators;
mod policy;
mod reference;
mod rounding;
mod scalar;
mod stability;
mod streams;
mod subnormal;
mod symmetry;
mod threads;
mod traversals;
mod viscosity;
