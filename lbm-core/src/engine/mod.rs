//! Streaming and collision of any lattice: rows of floats in memory, replaced in place by a kernel that works on vectors of
//! cells.

mod band;
mod isa;
mod kernel;
mod model;
mod rows;
mod simd;
mod storage;
mod sweep;
mod walk;

pub(crate) use isa::Isa;
pub(crate) use kernel::RowBorder;
pub(crate) use model::{Model, in_memory};
pub(crate) use rows::Rows;
pub(crate) use simd::{Lanes, Real, unrolled};
pub(crate) use storage::Scale;
pub use storage::Storage;
pub(crate) use sweep::{Culprit, StreamCollide};

/// Floats per cache line: rows start on one, and hold whole ones.
pub(crate) const LANES: usize = 16;
