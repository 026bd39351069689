use std::path::PathBuf;

/// An error of a mesh file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file cannot be opened or read.
    #[error("{} cannot be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Cause.
        source: std::io::Error,
    },
    /// The file name's extension is unknown.
    #[error("{} is of no known format; wanted is .stl, .obj, .gltf or .glb", path.display())]
    UnknownFormat {
        /// The file.
        path: PathBuf,
    },
    /// The content does not match the extension.
    #[error("{} is no sound {format} file: {message}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Format of the file.
        format: &'static str,
        /// Message of the reader.
        message: String,
    },
    /// No triangle.
    #[error("{} is empty: it has no triangle", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// NaN or infinite coordinates.
    #[error(
        "{} has {count} triangles with NaN or infinite {what}, the first is number {triangle}; export it again",
        path.display()
    )]
    NotFinite {
        /// Name of the quantity.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// Number of such triangles.
        count: usize,
        /// The first of them, counted from 0.
        triangle: usize,
    },
    /// Coordinates out of range.
    #[error(
        "{} has {count} triangles with {what} beyond {range}, the first is number {triangle} with {value:e} m; mend or remove \
         them, or give the scale (0.001 for millimeters)",
        path.display()
    )]
    OutOfRange {
        /// Name of the quantity.
        what: &'static str,
        /// The greatest of the first such triangle, m.
        value: f64,
        /// The greatest valid magnitude.
        range: &'static str,
        /// The file.
        path: PathBuf,
        /// Number of such triangles.
        count: usize,
        /// The first of them, counted from 0.
        triangle: usize,
    },
    /// The surface encloses no volume.
    #[error(
        "{} encloses no volume with its {triangles} triangles, which leave {open_edges} edges open: a body must be a solid, \
         not a sheet, and corners must meet within a thousandth of its size",
        path.display()
    )]
    NoVolume {
        /// The file.
        path: PathBuf,
        /// Triangles in the file.
        triangles: usize,
        /// Edges of only one triangle.
        open_edges: usize,
    },
    /// The surface falls into too many parts to compare them.
    #[error(
        "{} falls into {parts} parts; at most {most} are compared: corners must meet within a thousandth of its size, and what \
         does not touch the water can be left out",
        path.display()
    )]
    TooManyParts {
        /// The file.
        path: PathBuf,
        /// Parts that are not connected by edges.
        parts: usize,
        /// Greatest number of them.
        most: usize,
    },
}
