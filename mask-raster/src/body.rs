//! A triangle mesh with a pose and a label.

use crate::Error;
use glam::{Quat, Vec3};

/// A triangle mesh with a pose and a label.
///
/// The mesh needs to be neither closed nor free of self-intersections: of all surfaces above and below a sample
/// the lowest counts as the bottom and the highest as the top, so parts unite.
#[derive(Debug, Clone, Copy)]
pub struct Body<'a> {
    /// Vertices in body coordinates, m.
    pub vertices: &'a [Vec3],
    /// Vertex indices of each triangle, in either winding.
    pub triangles: &'a [[u32; 3]],
    /// Rotation from body axes to world axes; normalized before use.
    pub rotation: Quat,
    /// Position of the body's origin in the world, m.
    pub translation_m: Vec3,
    /// Label of the cells this body covers, from 1; bodies may share one.
    pub label: u16,
}

impl Body<'_> {
    fn pose(&self) -> Pose {
        (self.rotation, self.translation_m, self.label)
    }

    /// The entries of `of_vertices`, which has one for each vertex, at the corners of triangle `t`. `index` is the body's index
    /// for error messages.
    #[inline(always)]
    pub(crate) fn corners<T: Copy>(
        &self,
        index: usize,
        t: usize,
        triangle: [u32; 3],
        of_vertices: &[T],
    ) -> Result<[T; 3], Error> {
        let [a, b, c] = triangle;
        match (of_vertices.get(a as usize), of_vertices.get(b as usize), of_vertices.get(c as usize)) {
            (Some(&a), Some(&b), Some(&c)) => Ok([a, b, c]),
            _ => Err(self.missing_vertex(index, t, triangle, of_vertices.len())),
        }
    }

    #[cold]
    fn missing_vertex(&self, index: usize, t: usize, triangle: [u32; 3], len: usize) -> Error {
        let what = format!("a vertex of triangle {t} of body {index} (label {})", self.label);
        let missing = triangle.into_iter().find(|&i| i as usize >= len).unwrap_or_default();
        Error::Index { what, index: missing as usize, len }
    }
}

/// The pose and the mesh that something was computed of, to the bit.
#[derive(Debug, Default)]
pub(crate) struct ComputedOf {
    /// `None` if nothing was computed.
    pose: Option<Pose>,
    /// Whether the copy is of this body's mesh; not of one that has just moved.
    has_mesh: bool,
    /// A copy of the mesh, whose memory stays when the body moves.
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
}

/// Rotation, translation and label. A pose with NaN differs from every pose, so what depends on it is computed again.
type Pose = (Quat, Vec3, u16);

impl ComputedOf {
    /// Whether it is this body.
    pub(crate) fn is(&self, body: &Body<'_>) -> bool {
        self.has_mesh
            && self.pose == Some(body.pose())
            && self.vertices == body.vertices
            && self.triangles.as_flattened() == body.triangles.as_flattened()
    }

    /// Makes it this body.
    pub(crate) fn set(&mut self, body: &Body<'_>) {
        let pose = Some(body.pose());
        // The mesh is copied when the body has stood still once: a copy of a moving body would never be used.
        self.has_mesh = pose == self.pose;
        if self.has_mesh {
            body.vertices.clone_into(&mut self.vertices);
            body.triangles.clone_into(&mut self.triangles);
        }
        self.pose = pose;
    }

    /// Makes it no body.
    pub(crate) fn clear(&mut self) {
        (self.pose, self.has_mesh) = (None, false);
    }
}

/// Checks that no body has label 0.
pub(crate) fn check_labels(bodies: &[Body<'_>]) -> Result<(), Error> {
    bodies.iter().position(|body| body.label == 0).map_or(Ok(()), |body| Err(Error::LabelZero { body }))
}
