//! What can be wrong with a grid or a body.

use thiserror::Error;

/// What can be wrong with a grid or a body.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The grid has no cells, or more samples than can be numbered.
    #[error(
        "a grid of {nx} × {ny} cells with {samples_per_side} samples a side; each side needs 1 to {limit} samples, \
         and all together fewer than 2^32"
    )]
    GridSize {
        /// Cells along x.
        nx: usize,
        /// Cells along y.
        ny: usize,
        /// Samples along each side of a cell.
        samples_per_side: usize,
        /// Most samples along a side of the grid.
        limit: usize,
    },
    /// The cell size is not a positive number.
    #[error("a cell size of {cell_size_m} m; it must be positive and finite")]
    CellSize {
        /// The size given.
        cell_size_m: f32,
    },
    /// The grid's corner is not a number.
    #[error("a grid origin of ({x_m}, {y_m}) m; both must be finite")]
    Origin {
        /// Coordinate given.
        x_m: f32,
        /// Coordinate given.
        y_m: f32,
    },
    /// An even number of samples has none at the centre of the cell.
    #[error(
        "{got} samples along a side of a cell; the number must be odd, so that one sample is the centre, and at most 15"
    )]
    SamplesPerSide {
        /// The number given.
        got: usize,
    },
    /// Label 0 says "no body".
    #[error("body {body} has label 0, which marks cells without a body; labels start at 1")]
    LabelZero {
        /// Position of the body in the slice.
        body: usize,
    },
    /// A triangle names a vertex that is not there.
    #[error(
        "triangle {triangle} of body {body} (label {label}) names vertex {index}; the body has {vertices} vertices"
    )]
    VertexIndex {
        /// Position of the body in the slice.
        body: usize,
        /// Label of the body.
        label: u16,
        /// Position of the triangle in the body.
        triangle: usize,
        /// The index found.
        index: u32,
        /// Number of vertices.
        vertices: usize,
    },
    /// The outlines of too many triangles, too large for the cells.
    #[error(
        "{triangles} triangles lie over {places} cells, each counted for itself; outlines take up to {limit}: larger cells or \
         smaller triangles are needed"
    )]
    Outlines {
        /// Triangles that reach over the grid.
        triangles: usize,
        /// Cells that each of them may touch, summed.
        places: u64,
        /// The most that can be numbered.
        limit: u64,
    },
    /// Not one level of the water for each cell.
    #[error("{got} levels of the water for {expected} cells; each cell needs one")]
    Levels {
        /// Number of cells.
        expected: usize,
        /// Levels given.
        got: usize,
    },
    /// The buffer of levels is not for shaders.
    #[error("the buffer of levels is for no shader; it needs the usage STORAGE")]
    LevelsUsage,
    /// What was read back has been handed over before.
    #[error(
        "this read-back has been taken before; what it brought is where it was put then: start another one"
    )]
    TakenBefore,
    /// A GPU was asked for, and there is only a driver that computes on the CPU.
    #[error(
        "{adapter} computes on the CPU; allow software adapters, or take the CPU rasteriser, which is faster"
    )]
    SoftwareGpu {
        /// Name of the adapter.
        adapter: String,
    },
    /// A GPU was looked for, and there is none, nor a driver in its place.
    #[error("this machine has no GPU that wgpu can use; the CPU rasteriser needs none")]
    NoGpu,
    /// The GPU cannot do it, or was lost.
    #[error("the GPU {adapter} refused: {reason}")]
    Gpu {
        /// Name of the adapter.
        adapter: String,
        /// What it said.
        reason: String,
    },
    /// More memory than the GPU binds at a time.
    #[error("{bytes} bytes for {what}; the GPU takes at most {limit} at a time")]
    GpuMemory {
        /// What the memory is for.
        what: &'static str,
        /// Bytes needed.
        bytes: u64,
        /// Most bytes of a buffer.
        limit: u64,
    },
}

#[cfg(feature = "gpu")]
impl Error {
    /// Whether the CPU could do what was asked for.
    pub(crate) fn is_of_gpu(&self) -> bool {
        matches!(self, Self::SoftwareGpu { .. } | Self::NoGpu | Self::Gpu { .. } | Self::GpuMemory { .. })
    }
}
