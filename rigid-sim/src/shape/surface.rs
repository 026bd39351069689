//! Surfaces of triangles.

use glam::Vec3;
use parry3d::bounding_volume::Aabb;
use parry3d::query::details::NormalConstraints;
use parry3d::shape::{TriMesh, TriMeshFlags, Triangle};
use std::sync::Arc;

#[derive(Clone)]
pub(crate) enum Surface {
    Mesh(Arc<TriMesh>),
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

    pub(super) fn triangles(&self) -> usize {
        match self {
            Surface::Mesh(mesh) => mesh.num_triangles(),
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
        }
    }
}
