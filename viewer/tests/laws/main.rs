//! The laws of the coupled world on whole scenarios, of records, meshes and pictures, and the program as a user meets it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod air;
mod bodies;
mod checkpoints;
mod coupling;
mod memory;
mod meshes;
mod pictures;
mod program;
mod records;
mod regressions;
mod setup;
mod water;
