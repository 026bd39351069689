use glam::Vec3;
use thiserror::Error;

/// What can be wrong with the inputs of this crate.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// A mesh without triangles has no forces to compute.
    #[error("the mesh has no triangles; a hull needs at least one")]
    NoTriangles,
    /// A triangle names a vertex that is not there.
    #[error("triangle {triangle} names vertex {index}, but there are {vertices}: use 0..{vertices}")]
    IndexOutOfRange {
        /// Index of the triangle.
        triangle: usize,
        /// The vertex index it holds.
        index: u32,
        /// Number of vertices given.
        vertices: usize,
    },
    /// A vertex has a coordinate that is infinite or not a number.
    #[error("vertex {vertex} is at {position}; every coordinate must be finite")]
    NonFiniteVertex {
        /// Index of the vertex.
        vertex: usize,
        /// Its position as given.
        position: Vec3,
    },
    /// A scalar lies outside its range.
    #[error("{what} is {value}; it must be {expected}")]
    InvalidParameter {
        /// Name of the parameter.
        what: &'static str,
        /// The value given.
        value: f64,
        /// The range in words.
        expected: &'static str,
    },
    /// A slice has not the length that it must have: one value for each cell, triangle or frequency.
    #[error("{what} has {got} values; it must have {expected}")]
    ShapeMismatch {
        /// Name of the slice.
        what: &'static str,
        /// Number of values it must have.
        expected: usize,
        /// Length of the slice.
        got: usize,
    },
    /// A table of coefficients cannot be read.
    #[error("{file}:{line}:{column}: {problem}")]
    Table {
        /// The file.
        file: String,
        /// Its line, from 1; 0 if the file cannot be opened.
        line: usize,
        /// The value in the line, from 1.
        column: usize,
        /// What is wrong there, and what would be right.
        problem: String,
    },
    /// A hull cannot displace this volume.
    #[error("the hull cannot float on {volume_m3} m³: it displaces 0 to {full_m3} m³")]
    VolumeOutOfRange {
        /// The volume asked for, m³.
        volume_m3: f64,
        /// The volume displaced when all of the hull is under water, m³.
        full_m3: f64,
    },
    /// No attitude was found in which the center of mass lies above or below that of buoyancy.
    #[error(
        "found no pose to float in: the search ended with the center of mass {lever_m} m beside that of \
         buoyancy{}",
        if *closed { "" } else { "; the hull is not closed, and may take in water" }
    )]
    NoFloatPose {
        /// Horizontal distance of the two centers where the search ended, m.
        lever_m: f64,
        /// Whether the mesh is closed; that of an open one may lose volume as it sinks.
        closed: bool,
    },
}

/// `value` if it is finite and `accepted`, else [`Error::InvalidParameter`].
pub(crate) fn check(
    what: &'static str,
    value: f64,
    accepted: bool,
    expected: &'static str,
) -> Result<(), Error> {
    if value.is_finite() && accepted {
        Ok(())
    } else {
        Err(Error::InvalidParameter { what, value, expected })
    }
}
