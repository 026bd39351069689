//! Errors of the crate.

use thiserror::Error;

/// Reason for which a grid, a body or a GPU was refused.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// A number lies outside its range.
    #[error("{what} = {value}: must be {range}")]
    OutOfRange {
        /// Name of the quantity, with its unit.
        what: &'static str,
        /// The value given.
        value: f64,
        /// The range it must lie in.
        range: &'static str,
    },
    /// A number that has to be finite is not.
    #[error("{what} must be finite")]
    NotFinite {
        /// Name of the quantity, with its unit.
        what: &'static str,
    },
    /// An index names an element that does not exist.
    #[error("{what} is {index}: must be less than {len}")]
    Index {
        /// Name of the index, with its place.
        what: String,
        /// The index given.
        index: usize,
        /// Number of elements there are.
        len: usize,
    },
    /// A slice or buffer does not have one value for each cell.
    #[error("{got} {what}: must be {expected}, one for each cell")]
    ShapeMismatch {
        /// Name of the slice or buffer.
        what: &'static str,
        /// Number of cells.
        expected: usize,
        /// Values given.
        got: usize,
    },
    /// The grid has no cells, or more samples than 32-bit indices can address.
    #[error(
        "a grid of {nx} × {ny} cells with {samples_per_side} × {samples_per_side} samples each: each side must have 1 to \
         {limit} samples, and the grid fewer than 2^32"
    )]
    GridSize {
        /// Cells along x.
        nx: usize,
        /// Cells along y.
        ny: usize,
        /// Samples along each side of a cell.
        samples_per_side: usize,
        /// Largest number of samples along a side of the grid.
        limit: usize,
    },
    /// A body has label 0, which marks cells without a body.
    #[error("body {body} has label 0, which marks cells without a body: labels start at 1")]
    LabelZero {
        /// Index of the body.
        body: usize,
    },
    /// The lists of the edges that may touch each cell have more entries than 32-bit indices can address.
    #[error(
        "{edges} edges touch cells {entries} times in all: outlines take up to {limit}; use larger cells or fewer edges"
    )]
    Outlines {
        /// Edges of outlines that reach over the grid.
        edges: usize,
        /// Number of cells that each edge may touch, summed over all edges.
        entries: u64,
        /// Largest number of entries.
        limit: u64,
    },
    /// A buffer of the GPU lacks the usage that shaders need.
    #[error("the buffer of {what} lacks the usage STORAGE, which shaders need")]
    NotStorage {
        /// Contents of the buffer.
        what: &'static str,
    },
    /// The result of a read-back was taken before.
    #[error("this read-back was taken before: start another one")]
    AlreadyTaken,
    /// The GPU given is a driver that computes on the CPU.
    #[error(
        "{adapter} computes on the CPU: allow software adapters, or use the CPU rasterizer, which is faster"
    )]
    SoftwareGpu {
        /// Name of the adapter.
        adapter: String,
    },
    /// The machine has no GPU, nor a driver in its place.
    #[error("wgpu finds no GPU on this machine; the CPU rasterizer needs none")]
    NoGpu,
    /// The GPU cannot do what is needed, or was lost.
    #[error("the GPU {adapter} failed: {reason}")]
    Gpu {
        /// Name of the adapter.
        adapter: String,
        /// Report of the GPU or its driver.
        reason: String,
    },
    /// A buffer is larger than the GPU can bind.
    #[error("{bytes} bytes for {what}: the GPU binds at most {limit} at a time")]
    GpuMemory {
        /// Purpose of the buffer.
        what: &'static str,
        /// Size needed, bytes.
        bytes: u64,
        /// Largest size, bytes.
        limit: u64,
    },
}

#[cfg(feature = "gpu")]
impl Error {
    /// Whether the CPU could do the same without this error.
    pub(crate) fn is_of_gpu(&self) -> bool {
        matches!(self, Self::SoftwareGpu { .. } | Self::NoGpu | Self::Gpu { .. } | Self::GpuMemory { .. })
    }
}
