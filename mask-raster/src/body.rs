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
    /// Unit quaternion from body axes to world axes.
    pub rotation: Quat,
    /// Place of the body's origin in the world, m.
    pub translation_m: Vec3,
    /// Label of the cells this body covers, from 1; bodies may share one.
    pub label: u16,
}

impl Body<'_> {
    /// What `of_vertices` has for the corners of triangle `t`; `index` is the body's position for error messages.
    #[inline]
    pub(crate) fn corners<T: Copy>(
        &self,
        index: usize,
        t: usize,
        triangle: [u32; 3],
        of_vertices: &[T],
    ) -> Result<[T; 3], Error> {
        let [Some(&a), Some(&b), Some(&c)] = triangle.map(|i| of_vertices.get(i as usize)) else {
            let vertices = of_vertices.len();
            let beyond = triangle.into_iter().find(|&i| i as usize >= vertices).unwrap_or_default();
            return Err(Error::VertexIndex {
                body: index,
                label: self.label,
                triangle: t,
                index: beyond,
                vertices,
            });
        };
        Ok([a, b, c])
    }
}
