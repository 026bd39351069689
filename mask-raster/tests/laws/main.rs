//! Laws of masks and outlines: coverage, union, translation, volumes, rims, and that CPU and GPU agree.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod allocations;
mod coverage;
#[cfg(feature = "gpu")]
mod gpu;
mod incremental;
mod invariance;
mod large_bodies;
mod open_hulls;
mod outline;
mod partition;
mod plain;
mod real_meshes;
mod rim;
mod robustness;
mod section;
mod setup;
mod wet_section;
