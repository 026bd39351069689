//! What can be wrong with the data a body or a world is built from.

/// An error in the description of a body, a collider or a static.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A number that has to be finite is not.
    #[error("{what} must be finite, got {value}")]
    NotFinite {
        /// The quantity, with its unit.
        what: &'static str,
        /// What was given.
        value: f64,
    },
    /// A number that has to be above zero is not.
    #[error("{what} must be finite and above zero, got {value}")]
    NotPositive {
        /// The quantity, with its unit.
        what: &'static str,
        /// What was given.
        value: f64,
    },
    /// A number lies outside its range.
    #[error("{what} must lie in [{low}, {high}], got {value}")]
    OutOfRange {
        /// The quantity.
        what: &'static str,
        /// What was given.
        value: f64,
        /// Smallest value allowed.
        low: f64,
        /// Largest value allowed.
        high: f64,
    },
    /// A triangle names a vertex that does not exist.
    #[error("triangle {triangle} names vertex {index}, but the mesh has {vertices} vertices (0-based)")]
    IndexOutOfRange {
        /// Position of the triangle in the list.
        triangle: usize,
        /// The vertex it names.
        index: u32,
        /// Number of vertices of the mesh.
        vertices: usize,
    },
    /// The mesh has a hole: its volume is undefined.
    #[error(
        "the mesh is open: {edges} edges do not have as many triangles on one side as on the other; \
         close it, or take the mass properties of its convex hull"
    )]
    OpenMesh {
        /// Undirected edges (of vertices merged by position) that are not matched.
        edges: usize,
    },
    /// The triangles of a closed mesh are clockwise seen from outside.
    #[error(
        "the mesh is inside out (signed volume {volume_m3} m³); reverse the order of every triangle's vertices"
    )]
    InvertedMesh {
        /// The signed volume, below zero.
        volume_m3: f64,
    },
    /// The mesh encloses nothing.
    #[error("the mesh encloses no volume ({volume_m3} m³ signed, {triangles} triangles)")]
    NoVolume {
        /// The signed volume.
        volume_m3: f64,
        /// Number of triangles.
        triangles: usize,
    },
    /// The points of a convex hull span no volume.
    #[error("{points} points span no volume: a convex hull needs four that do not lie in one plane")]
    DegenerateHull {
        /// Number of points given.
        points: usize,
    },
    /// No distribution of mass has this inertia.
    #[error(
        "no body has the principal moments {moments_kg_m2:?} kg·m²: each must be above zero \
         and at most the sum of the other two"
    )]
    ImpossibleInertia {
        /// Principal moments of the given matrix, ascending.
        moments_kg_m2: [f64; 3],
    },
    /// The inertia matrix is not symmetric.
    #[error("the inertia matrix must be symmetric; entries across the diagonal differ by {difference} kg·m²")]
    AsymmetricInertia {
        /// Largest difference between an entry and its mirror.
        difference: f64,
    },
    /// A dynamic body was built without mass properties.
    #[error("a dynamic body needs mass properties: call `mass_properties` on its builder")]
    NoMassProperties,
}

/// `value` if it is finite.
pub(crate) fn finite(what: &'static str, value: f64) -> Result<f64, Error> {
    if value.is_finite() { Ok(value) } else { Err(Error::NotFinite { what, value }) }
}

/// `vector` if its three components are finite.
pub(crate) fn finite_vector(what: &'static str, vector: glam::DVec3) -> Result<glam::DVec3, Error> {
    for value in vector.to_array() {
        finite(what, value)?;
    }
    Ok(vector)
}

/// `value` if it is finite and above zero.
pub(crate) fn positive(what: &'static str, value: f64) -> Result<f64, Error> {
    if value.is_finite() && value > 0.0 { Ok(value) } else { Err(Error::NotPositive { what, value }) }
}

/// `value` if it lies in `[low, high]`.
pub(crate) fn in_range(what: &'static str, value: f64, low: f64, high: f64) -> Result<f64, Error> {
    if (low..=high).contains(&value) { Ok(value) } else { Err(Error::OutOfRange { what, value, low, high }) }
}
