//! Surfaces of triangles: a mesh, or a height field.

use glam::{DVec2, Vec3};
use parry3d::bounding_volume::Aabb;
use parry3d::query::details::NormalConstraints;
use parry3d::shape::{HeightField, HeightFieldFlags, TriMesh, TriMeshFlags, Triangle};
use parry3d::utils::Array2;
use std::sync::Arc;

#[derive(Clone)]
pub(crate) enum Surface {
    Mesh(Arc<TriMesh>),
    HeightField(Arc<HeightField>),
}

impl Surface {
    /// Where the topology allows, contacts at edges inside the surface are turned into those of its faces: bodies slide over them.
    pub(super) fn mesh(vertices: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> Option<Self> {
        let mut mesh = TriMesh::new(vertices, triangles).ok()?;
        if mesh.set_flags(TriMeshFlags::FIX_INTERNAL_EDGES).is_err() {
            mesh.set_flags(TriMeshFlags::empty()).ok()?;
        }
        Some(Self::Mesh(Arc::new(mesh)))
    }

    /// Heights `height(i, j)` of `nx × ny` points over `extent_m`, centered; in parry's axes, y up and z towards smaller j.
    pub(super) fn height_field(
        [nx, ny]: [usize; 2],
        height: impl Fn(usize, usize) -> f32,
        extent_m: DVec2,
    ) -> Self {
        let columns = (0..nx).flat_map(|i| (0..ny).rev().map(move |j| (i, j)));
        let heights = columns.map(|(i, j)| height(i, j)).collect();
        let scale = Vec3::new(extent_m.x as f32, 1.0, extent_m.y as f32);
        let flags = HeightFieldFlags::FIX_INTERNAL_EDGES;
        Self::HeightField(Arc::new(HeightField::with_flags(Array2::new(ny, nx, heights), scale, flags)))
    }

    pub(super) fn triangles(&self) -> usize {
        match self {
            Surface::Mesh(mesh) => mesh.num_triangles(),
            Surface::HeightField(field) => 2 * field.nrows() * field.ncols(),
        }
    }

    /// Each triangle whose bounds meet `bounds`, with its index, in ascending order.
    pub(crate) fn each_triangle(
        &self,
        bounds: &Aabb,
        mut visit: impl FnMut(u32, &Triangle, Option<&dyn NormalConstraints>),
    ) {
        match self {
            Surface::Mesh(mesh) => {
                let mut found: Vec<u32> = mesh.bvh().intersect_aabb(bounds).collect();
                found.sort_unstable();
                for index in found {
                    let constraints = mesh.triangle_normal_constraints(index);
                    visit(
                        index,
                        &mesh.triangle(index),
                        constraints.as_ref().map(|n| n as &dyn NormalConstraints),
                    );
                }
            }
            Surface::HeightField(field) => {
                let mut found = Vec::new();
                field.map_elements_in_local_aabb(bounds, &mut |index, triangle| {
                    found.push((index, *triangle))
                });
                found.sort_unstable_by_key(|(index, _)| *index);
                for (index, triangle) in found {
                    let constraints = field.triangle_normal_constraints(index);
                    visit(index, &triangle, constraints.as_ref().map(|n| n as &dyn NormalConstraints));
                }
            }
        }
    }
}
