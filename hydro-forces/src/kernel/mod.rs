//! Forces on blocks of triangles, computed side by side in SIMD registers.
//!
//! `run` sums a chunk of blocks: it samples the water under a batch of them, takes blocks that are submerged as a whole
//! and cuts the others (`register`), adds the results up (`sums`) and hands them to a `listener`.

mod batch;
mod depths;
mod input;
mod integrals;
mod listener;
mod register;
mod report;
mod run;
mod submerged_blocks;
mod sums;
mod surface_queries;

pub(crate) use input::HullInWater;
pub(crate) use report::Report;
pub(crate) use sums::Sums;
