//! Bodies as pictures show them: meshes, positions, and the forces on single triangles.

use std::sync::Arc;

use glam::{DQuat, DVec3, Vec3};
use hydro_forces::TriangleForce;

use crate::hulls::Mesh;
use crate::scenario::{Fittings, HullColors, View};

/// The surface of a body where it is now.
#[derive(Debug, Clone)]
pub struct BodySurface<'a> {
    /// Name in the scenario.
    pub name: &'a str,
    /// Number of the body among the bodies of the scenario in the order of their names, from 1.
    pub label: u16,
    /// Corners in the mesh's frame, m. With pressures they are those of the refined mesh that forces are computed on.
    pub vertices: &'a Arc<[Vec3]>,
    /// Three indices into `vertices` each, counter-clockwise seen from outside.
    pub triangles: &'a Arc<[[u32; 3]]>,
    /// Turns body axes into world axes.
    pub rotation: DQuat,
    /// Origin of the mesh's frame, m; z above the datum, `z = 0`.
    pub origin_m: DVec3,
    /// Velocity of the center of mass, m/s.
    pub linvel_m_s: DVec3,
    /// Angular velocity about world axes, rad/s.
    pub angvel_rad_s: DVec3,
    /// Center of mass, m.
    pub center_of_mass_m: DVec3,
    /// The race of its propeller in the last step, if it has one.
    pub race: Option<Race>,
    /// Red, green, blue, 0 to 1.
    pub color: [f32; 3],
    /// Height of the water above the origin where it floats upright, m; `None` for a solid, or where it would sink.
    pub waterline_m: Option<f32>,
    /// Fittings that pictures draw on it.
    pub fittings: Option<Fittings>,
    /// Mesh that pictures of the water draw in its place.
    pub look: Option<LookMesh<'a>>,
    /// Pressure on each triangle, Pa, not a number where it is dry; `None` unless the scenario's view shows it.
    pub pressure_pa: Option<&'a [f32]>,
    /// Forces on the wet triangles, places relative to the still level; `None` unless the scenario's view shows them.
    pub forces: Option<&'a [TriangleForce]>,
}

/// Corners in a mesh's frame, m, and three of their numbers for each triangle, counter-clockwise seen from outside.
pub type LookMesh<'a> = (&'a Arc<[Vec3]>, &'a Arc<[[u32; 3]]>);

/// Water that a propeller accelerates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Race {
    /// Place of the propeller, m.
    pub position_m: DVec3,
    /// Thrust on the body, N; the water gets the opposite.
    pub thrust_n: DVec3,
    /// Radius, m.
    pub radius_m: f64,
}

/// Triangles, shared by world and pictures.
#[derive(Debug, Clone)]
pub(crate) struct SharedMesh {
    pub(crate) vertices: Arc<[Vec3]>,
    pub(crate) triangles: Arc<[[u32; 3]]>,
}

impl SharedMesh {
    /// Whether it shares the memory of another.
    pub(crate) fn is_one_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.vertices, &other.vertices) && Arc::ptr_eq(&self.triangles, &other.triangles)
    }

    /// Whether these are the triangles of a mesh.
    pub(crate) fn is(&self, mesh: &Mesh) -> bool {
        self.triangles[..] == mesh.triangles[..] && self.vertices[..] == mesh.vertices[..]
    }
}

impl From<Mesh> for SharedMesh {
    fn from(mesh: Mesh) -> Self {
        Self { vertices: mesh.vertices.into(), triangles: mesh.triangles.into() }
    }
}

/// Forces on single triangles, kept only where the scenario's view shows them.
#[derive(Debug, Default)]
pub(crate) struct TriangleDetail {
    pub(crate) pressure_pa: Option<Vec<f32>>,
    pub(crate) forces: Option<Vec<TriangleForce>>,
}

impl TriangleDetail {
    pub(crate) fn new(view: &View) -> Self {
        Self {
            pressure_pa: (view.hull == HullColors::Pressure).then(Vec::new),
            forces: view.forces.then(Vec::new),
        }
    }

    /// Whether the view shows none.
    pub(crate) fn is_empty(&self) -> bool {
        self.pressure_pa.is_none() && self.forces.is_none()
    }

    /// Removes the last state; all `triangles` are dry until recorded.
    pub(crate) fn clear(&mut self, triangles: usize) {
        if let Some(pressure_pa) = &mut self.pressure_pa {
            pressure_pa.clear();
            pressure_pa.resize(triangles, f32::NAN);
        }
        if let Some(forces) = &mut self.forces {
            forces.clear();
        }
    }

    /// Keeps the forces on a triangle if it is wet.
    pub(crate) fn record(&mut self, triangle: &TriangleForce) {
        if triangle.wet_area_m2 <= 0.0 {
            return;
        }
        if let Some(pressure_pa) = &mut self.pressure_pa {
            pressure_pa[triangle.triangle] = triangle.pressure_pa as f32;
        }
        if let Some(forces) = &mut self.forces {
            forces.push(*triangle);
        }
    }
}
