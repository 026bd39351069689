//! Streaming and collision on any lattice: rows of floats in memory that a kernel replaces in place, on vectors of cells.
//! Knows neither water nor a particular set of velocities.

mod aligned;
mod band;
#[cfg(feature = "half")]
mod half;
mod isa;
mod kernel;
mod memory;
mod model;
mod planes;
mod rows;
mod simd;
mod slots;
mod sweep;
mod traversal;

pub use isa::Instructions;
pub(crate) use isa::Isa;
pub(crate) use kernel::RowBorder;
pub use memory::Storage;
pub(crate) use model::{Model, in_memory};
pub(crate) use planes::{Planes, SPARE_LINES};
pub(crate) use rows::Rows;
pub(crate) use simd::{Float, Vector, unrolled};
pub(crate) use sweep::{FailedCell, StreamCollide};

/// Floats per cache line: rows start at one and consist of whole ones.
pub(crate) const CACHE_LINE: usize = 16;
