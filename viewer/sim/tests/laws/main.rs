//! Laws of the coupled world on whole scenarios, of its records, checkpoints and meshes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod air;
mod allocations;
mod bodies;
mod checkpoints;
mod coupling;
mod memory;
mod meshes;
mod records;
mod setup;
mod shipped;
mod water;
