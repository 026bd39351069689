//! Mass, center of mass and inertia of a body.

use super::principal::PrincipalInertia;
use crate::error::{Error, finite_vector, positive};
use crate::shape::{convex_hull, integrate, outer};
use glam::{DMat3, DVec3, Vec3};

/// Mass, center of mass and inertia of a body, in body coordinates.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MassProperties {
    /// Mass, kg.
    pub mass_kg: f64,
    /// Center of mass in body coordinates, m.
    pub center_m: DVec3,
    /// Inertia about the center of mass along the body's axes, kg·m²: symmetric, `∫ (|r|² 1 − r rᵀ) dm`.
    pub inertia_kg_m2: DMat3,
}

impl MassProperties {
    /// A solid of uniform density inside a closed mesh.
    ///
    /// `vertices` in m, body coordinates; `triangles` counter-clockwise seen from outside; `mass_kg > 0`.
    /// Vertices at the same position count as one. Parts may overlap; the overlap counts twice.
    /// The sums are taken in f64 about the middle of the mesh, so that the result is exact to the rounding of the vertices.
    ///
    /// # Errors
    /// [`Error::OpenMesh`], [`Error::InvertedMesh`], [`Error::NoVolume`] if the mesh does not enclose a solid:
    /// turn it, repair it, or take [`from_convex_hull`](Self::from_convex_hull). [`Error::NotFinite`],
    /// [`Error::Index`], [`Error::OutOfRange`] for invalid data.
    pub fn from_mesh(vertices: &[Vec3], triangles: &[[u32; 3]], mass_kg: f64) -> Result<Self, Error> {
        positive("mass (kg)", mass_kg)?;
        let solid = integrate(vertices, triangles)?;
        let m = solid.second_moments_m5 * (mass_kg / solid.volume_m3);
        let trace = m.x_axis.x + m.y_axis.y + m.z_axis.z;
        let properties = Self {
            mass_kg,
            center_m: solid.centroid_m,
            inertia_kg_m2: DMat3::from_diagonal(DVec3::splat(trace)) - m,
        };
        properties.principal()?;
        Ok(properties)
    }

    /// A solid of uniform density that fills the convex hull of `vertices` (m, body coordinates): the fallback for a mesh with holes.
    ///
    /// # Errors
    /// [`Error::DegenerateHull`] if the points span no volume, [`Error::NotFinite`], [`Error::OutOfRange`].
    pub fn from_convex_hull(vertices: &[Vec3], mass_kg: f64) -> Result<Self, Error> {
        let (points, triangles) = convex_hull(vertices)?;
        Self::from_mesh(&points, &triangles, mass_kg)
    }

    /// A uniform box about the origin with the given half edges (m): `I_x = m/3 (b² + c²)` and so on.
    ///
    /// # Errors
    /// [`Error::OutOfRange`].
    pub fn from_box(half_extents_m: DVec3, mass_kg: f64) -> Result<Self, Error> {
        for half in half_extents_m.to_array() {
            positive("half extent of a box (m)", half)?;
        }
        let q = half_extents_m * half_extents_m;
        let moments = DVec3::new(q.y + q.z, q.z + q.x, q.x + q.y) * (positive("mass (kg)", mass_kg)? / 3.0);
        Ok(Self { mass_kg, center_m: DVec3::ZERO, inertia_kg_m2: DMat3::from_diagonal(moments) })
    }

    /// A uniform ball about the origin: `I = 2/5 m r²`.
    ///
    /// # Errors
    /// [`Error::OutOfRange`].
    pub fn from_sphere(radius_m: f64, mass_kg: f64) -> Result<Self, Error> {
        let moment = 0.4 * positive("mass (kg)", mass_kg)? * positive("radius (m)", radius_m)?.powi(2);
        Ok(Self { mass_kg, center_m: DVec3::ZERO, inertia_kg_m2: DMat3::from_diagonal(DVec3::splat(moment)) })
    }

    /// A body given by its radii of gyration about axes through its center parallel to the body's: `I_i = m k_i²`.
    ///
    /// # Errors
    /// [`Error::OutOfRange`], [`Error::ImpossibleInertia`] if `k_i² > k_j² + k_k²` for some axis.
    pub fn from_gyration(gyration_m: DVec3, center_m: DVec3, mass_kg: f64) -> Result<Self, Error> {
        let moments = gyration_m * gyration_m * positive("mass (kg)", mass_kg)?;
        let properties = Self {
            mass_kg,
            center_m: finite_vector("center of mass (m)", center_m)?,
            inertia_kg_m2: DMat3::from_diagonal(moments),
        };
        properties.principal()?;
        Ok(properties)
    }

    /// The body with its center of mass at `center_m`; the inertia *about the center* stays.
    ///
    /// It models ballast shifted inside the shape, not a shift of axes.
    #[must_use]
    pub fn with_center(self, center_m: DVec3) -> Self {
        Self { center_m, ..self }
    }

    /// This body with a point mass fixed to it at `position_m` (body coordinates), e.g. cargo; parallel-axis theorem.
    #[must_use]
    pub fn with_point_mass(self, mass_kg: f64, position_m: DVec3) -> Self {
        let total = self.mass_kg + mass_kg;
        let apart = position_m - self.center_m;
        let reduced = self.mass_kg * mass_kg / total;
        let about_center = DMat3::from_diagonal(DVec3::splat(apart.length_squared())) - outer(apart);
        Self {
            mass_kg: total,
            center_m: self.center_m + apart * (mass_kg / total),
            inertia_kg_m2: self.inertia_kg_m2 + about_center * reduced,
        }
    }

    /// Principal moments and axes.
    ///
    /// # Errors
    /// Names the impossible field.
    pub(crate) fn principal(&self) -> Result<PrincipalInertia, Error> {
        positive("mass (kg)", self.mass_kg)?;
        finite_vector("center of mass (m)", self.center_m)?;
        PrincipalInertia::new(self.inertia_kg_m2)
    }
}
