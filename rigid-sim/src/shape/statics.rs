//! Obstacles that never move: ground, walls, piers.

use super::collider::unit;
use super::mesh_integrals::check_vertices;
use super::pose::Pose;
use super::surface::Surface;
use super::terrain::Terrain;
use crate::error::{Error, finite_vector, in_range, positive};
use glam::{DQuat, DVec3, Vec3};
use parry3d::shape::{Shape, SharedShape};
use std::sync::Arc;

/// A shape that never moves. Friction defaults to 0.5, restitution to 0.
#[derive(Clone)]
pub struct Static {
    pub(crate) geometry: Geometry,
    /// A ball that encloses it, if any does, m.
    pub(crate) ball: Option<(DVec3, f64)>,
    pub(crate) friction: f64,
    pub(crate) restitution: f64,
}

#[derive(Clone)]
pub(crate) enum Geometry {
    /// All points with `normal·x ≤ offset_m`.
    HalfSpace {
        normal: DVec3,
        offset_m: f64,
    },
    Solid {
        shape: SharedShape,
        pose: Pose,
    },
    Surface {
        surface: Surface,
        pose: Pose,
    },
    Terrain(Arc<Terrain>),
}

impl Static {
    /// Its shape and pose, if it is a solid of a convex one.
    pub(crate) fn solid(&self) -> Option<(&dyn Shape, Pose)> {
        match &self.geometry {
            Geometry::Solid { shape, pose } => Some((shape.as_ref(), *pose)),
            _ => None,
        }
    }

    /// Its heights, if it is uneven ground.
    pub(crate) fn uneven(&self) -> Option<&Terrain> {
        match &self.geometry {
            Geometry::Terrain(terrain) => Some(terrain),
            _ => None,
        }
    }

    /// The half-space behind the plane through `point_m` whose `normal` points into the open.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::OutOfRange`] for a normal of length zero.
    pub fn half_space(point_m: DVec3, normal: DVec3) -> Result<Self, Error> {
        finite_vector("point of a plane (m)", point_m)?;
        finite_vector("normal of a plane", normal)?;
        positive("length of a plane's normal", normal.length())?;
        let normal = normal.normalize();
        Ok(Self::new(Geometry::HalfSpace { normal, offset_m: normal.dot(point_m) }, None))
    }

    /// Level ground at height `z_m`.
    ///
    /// # Errors
    /// [`Error::NotFinite`].
    pub fn ground(z_m: f64) -> Result<Self, Error> {
        Self::half_space(DVec3::new(0.0, 0.0, z_m), DVec3::Z)
    }

    /// Uneven ground of `size` square cells along x and y from the origin on: `heights_m`, `[ny][nx]`, x fastest, are those at the
    /// centers of the cells. In between the ground is smooth and stays between the heights around, beyond the outermost centers it is level. Bodies touch it with the corners of
    /// their colliders, and where its crests reach them between those; balls touch it with the one point that is nearest to it: how a body lies on ground that is rougher than
    /// it is not seen.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if there is not one height a cell, [`Error::NotFinite`].
    pub fn terrain(size: [usize; 2], cell_size_m: f64, heights_m: Vec<f32>) -> Result<Self, Error> {
        Ok(Self::new(Geometry::Terrain(Arc::new(Terrain::new(size, cell_size_m, heights_m)?)), None))
    }

    /// A box with the given half edges (m), centered at `center_m` and turned by `rotation`.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::OutOfRange`].
    pub fn cuboid(half_extents_m: DVec3, center_m: DVec3, rotation: DQuat) -> Result<Self, Error> {
        for half in half_extents_m.to_array() {
            positive("half extent of a box (m)", half)?;
        }
        finite_vector("center of a box (m)", center_m)?;
        let h = half_extents_m.as_vec3();
        let shape = SharedShape::cuboid(h.x, h.y, h.z);
        let pose = Pose { rotation: unit(rotation)?, translation_m: center_m };
        Ok(Self::new(Geometry::Solid { shape, pose }, Some((center_m, half_extents_m.length()))))
    }

    /// A surface of triangles (m, world coordinates), counter-clockwise seen from the side that bodies are on.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::Index`], [`Error::NoVolume`] for a mesh without triangles.
    pub fn mesh(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Result<Self, Error> {
        check_vertices(vertices, triangles)?;
        let nothing = Error::NoVolume { volume_m3: 0.0, triangles: triangles.len() };
        let Some(&first) = vertices.first() else { return Err(nothing) };
        let (low, high) = vertices.iter().fold((first, first), |(low, high), &v| (low.min(v), high.max(v)));
        let center = 0.5 * (low.as_dvec3() + high.as_dvec3());
        let local = vertices.iter().map(|v| (v.as_dvec3() - center).as_vec3()).collect();
        let surface = Surface::mesh(local, triangles.to_vec()).ok_or(nothing)?;
        let pose = Pose { rotation: DQuat::IDENTITY, translation_m: center };
        let radius_m = 0.5 * (high.as_dvec3() - low.as_dvec3()).length();
        Ok(Self::new(Geometry::Surface { surface, pose }, Some((center, radius_m))))
    }

    /// Sets the coefficient of Coulomb friction, ≥ 0.
    ///
    /// # Errors
    /// [`Error::OutOfRange`].
    pub fn friction(self, friction: f64) -> Result<Self, Error> {
        Ok(Self { friction: in_range(friction >= 0.0, "friction", friction, "at least 0")?, ..self })
    }

    /// Sets the coefficient of restitution, 0 (no bounce) to 1 (elastic).
    ///
    /// # Errors
    /// [`Error::OutOfRange`].
    pub fn restitution(self, restitution: f64) -> Result<Self, Error> {
        Ok(Self {
            restitution: in_range(
                (0.0..=1.0).contains(&restitution),
                "restitution",
                restitution,
                "from 0 to 1",
            )?,
            ..self
        })
    }

    fn new(geometry: Geometry, ball: Option<(DVec3, f64)>) -> Self {
        Self { geometry, ball, friction: 0.5, restitution: 0.0 }
    }
}

impl std::fmt::Debug for Static {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut out = f.debug_struct("Static");
        match &self.geometry {
            Geometry::HalfSpace { normal, offset_m } => {
                out.field("normal", normal).field("offset_m", offset_m)
            }
            Geometry::Solid { shape, pose } => out.field("shape", &shape.shape_type()).field("pose", pose),
            Geometry::Surface { surface, pose } => {
                out.field("triangles", &surface.triangles()).field("pose", pose)
            }
            Geometry::Terrain(terrain) => out.field("terrain", terrain),
        };
        out.field("friction", &self.friction).field("restitution", &self.restitution).finish()
    }
}
