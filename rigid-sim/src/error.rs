//! Errors of the crate.

/// Reason for which the description of a body, a collider or a static was refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A quantity is infinite or not a number.
    #[error("{what} is not finite: must be a finite number")]
    NotFinite {
        /// Name of the quantity, with its unit and place.
        what: String,
    },
    /// A quantity lies outside its range.
    #[error("{what} = {value}: must be {range}")]
    OutOfRange {
        /// Name of the quantity, with its unit.
        what: &'static str,
        /// The value given.
        value: f64,
        /// The range it must lie in.
        range: &'static str,
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
    /// A mesh is not, or not nearly, a few convex parts.
    #[error(
        "{parts} convex parts enclose {times:.2} times the volume of the mesh: must be 0.8 to 1.2 times, with at most 64 parts; take a mesh \
         with fewer hollows, or its convex hull"
    )]
    NoParts {
        /// Number of parts that were found.
        parts: usize,
        /// Volume of all over that of the mesh.
        times: f64,
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
    /// A state has another number of bodies or joints than the world.
    #[error("a state of {got} {what}: must be {expected}, those of the world")]
    ShapeMismatch {
        /// Name of what is counted.
        what: &'static str,
        /// Number in the world.
        expected: usize,
        /// Number in the state.
        got: usize,
    },
    /// A handle names no body of the world.
    #[error(
        "slot {index}, generation {generation} names no body of this world: it was removed, or is of another world"
    )]
    NoBody {
        /// Slot of the handle.
        index: usize,
        /// Generation of the handle.
        generation: u32,
    },
    /// A joint whose ends are the same, or neither of them a body.
    #[error("a joint holds two different bodies, or a body and a point of the world")]
    JointOfOne,
    /// The anchors of a joint are not where they belong.
    #[error("the anchors of the joint are {apart_m} m apart: must be at one place, to a millimeter")]
    JointApart {
        /// Distance of the anchors, m.
        apart_m: f64,
    },
    /// The anchors of a rope or rod are not as far apart as it says.
    #[error(
        "the anchors are {apart_m} m apart and the length is {length_m} m: a rope must reach, a rod must fit"
    )]
    JointLength {
        /// The length given.
        length_m: f64,
        /// Distance of the anchors.
        apart_m: f64,
    },
    /// Stops or a drive of a joint that has no axis.
    #[error("{what} of a joint that has no axis: must be of a hinge or slider")]
    JointFreedom {
        /// Name of what it cannot have.
        what: &'static str,
    },
    /// A handle names no joint of the world.
    #[error(
        "slot {index}, generation {generation} names no joint of this world: it was removed, or is of another world"
    )]
    NoJoint {
        /// Slot of the handle.
        index: usize,
        /// Generation of the handle.
        generation: u32,
    },
    /// A dynamic body was built without mass properties.
    #[error("a dynamic body needs mass properties: call `mass_properties` on its builder")]
    NoMassProperties,
}

/// `value` if it is finite.
fn finite(what: &str, value: f64) -> Result<f64, Error> {
    if value.is_finite() { Ok(value) } else { Err(Error::NotFinite { what: what.to_owned() }) }
}

/// `vector` if its three components are finite.
pub(crate) fn finite_vector(what: &str, vector: glam::DVec3) -> Result<glam::DVec3, Error> {
    for value in vector.to_array() {
        finite(what, value)?;
    }
    Ok(vector)
}

/// `value` if it is finite and `valid`; `range` names the values that are.
pub(crate) fn in_range(
    valid: bool,
    what: &'static str,
    value: f64,
    range: &'static str,
) -> Result<f64, Error> {
    finite(what, value)?;
    if valid { Ok(value) } else { Err(Error::OutOfRange { what, value, range }) }
}

/// `value` if it is finite and above zero.
pub(crate) fn positive(what: &'static str, value: f64) -> Result<f64, Error> {
    in_range(value > 0.0, what, value, "above 0")
}
