//! Triangle meshes prepared for force computations.

mod blocks;
mod diagnosis;
mod moments;
mod points;
mod refine;

use glam::{DVec3, Vec3};

pub(crate) use blocks::{Block, CHUNK, Chunk, Corners, GROUP};
pub use diagnosis::Diagnosis;
pub(crate) use moments::{CenterIntegrals, SurfaceMoments};
pub(crate) use points::{CornerPoints, GroupSet, POINT_GROUPS, Points};
pub use refine::refine;

use crate::simd::three;
use crate::{Error, Material, Motion};
use blocks::Blocks;

/// A triangle mesh prepared for force computations: blocks of triangles for SIMD registers, volume, topology.
///
/// Body coordinates in m, triangles counter-clockwise seen from the water, so that normals point
/// outward. Open and inverted meshes are accepted; see [`Hull::diagnosis`].
#[derive(Debug, Clone)]
pub struct Hull {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    /// The triangles with an area.
    blocks: Blocks,
    /// Empty if the model's coefficients are used.
    materials: Vec<Material>,
    center: DVec3,
    /// Half the extent of the box around the mesh.
    half: DVec3,
    radius: f64,
    area_m2: f64,
    volume_m3: f64,
    centroid_m: Option<DVec3>,
    diagnosis: Diagnosis,
}

impl Hull {
    /// Prepares the mesh with the given vertices (body frame, m) and triangles.
    ///
    /// # Errors
    /// [`Error::NoTriangles`], [`Error::Index`], [`Error::NotFinite`].
    pub fn new(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Result<Self, Error> {
        validate(vertices, triangles)?;
        let (mut min, mut max) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for &index in triangles.iter().flatten() {
            let v = vertices[index as usize].as_dvec3();
            (min, max) = (min.min(v), max.max(v));
        }
        let center = (min + max) / 2.0;
        let mut hull = Self {
            vertices: vertices.to_vec(),
            triangles: triangles.to_vec(),
            blocks: Blocks::default(),
            materials: Vec::new(),
            center,
            half: max - center,
            radius: (max - center).length(),
            area_m2: 0.0,
            volume_m3: 0.0,
            centroid_m: None,
            diagnosis: Diagnosis::default(),
        };
        let (mut areas, mut six_volumes) =
            (Vec::with_capacity(triangles.len()), Vec::with_capacity(triangles.len()));
        let (mut six_volume, mut moment) = (0.0, DVec3::ZERO);
        for t in 0..triangles.len() {
            let [a, b, c] = hull.triangle(t).map(|p| p - center);
            let tetrahedron = a.dot(b.cross(c));
            areas.push(hull.triangle_area_m2(t));
            six_volumes.push(tetrahedron);
            six_volume += tetrahedron;
            moment += (a + b + c) * tetrahedron;
        }
        hull.area_m2 = areas.iter().sum();
        hull.volume_m3 = six_volume / 6.0;
        if hull.volume_m3.abs() > 1e-12 * hull.radius.powi(3) {
            hull.centroid_m = Some(center + moment / (4.0 * six_volume));
        }
        let with_area: Vec<u32> =
            (0u32..).zip(&areas).filter(|(_, area)| **area > 0.0).map(|(t, _)| t).collect();
        hull.blocks = Blocks::pack(vertices, triangles, center, with_area);
        hull.diagnosis = Diagnosis::new(vertices, triangles, &areas, &six_volumes);
        Ok(hull)
    }

    /// The hull with drag and lift by the materials of its triangles instead of the model's coefficients:
    /// `of_triangle[t]` is the index of the material of triangle `t` in `materials`.
    ///
    /// # Errors
    /// [`Error::ShapeMismatch`] if there is not one index for each triangle,
    /// [`Error::Index`] if one names no material.
    pub fn with_materials(mut self, materials: &[Material], of_triangle: &[u16]) -> Result<Self, Error> {
        let (expected, got) = (self.triangle_count(), of_triangle.len());
        if expected != got {
            return Err(Error::ShapeMismatch { what: "of_triangle", expected, got });
        }
        for (triangle, &index) in of_triangle.iter().enumerate() {
            let (index, len) = (usize::from(index), materials.len());
            if index >= len {
                return Err(Error::Index { what: format!("material of triangle {triangle}"), index, len });
            }
        }
        for block in self.blocks.iter_mut() {
            for (material, &t) in block.materials.iter_mut().zip(&block.triangles) {
                *material = of_triangle.get(t as usize).copied().unwrap_or(0);
            }
        }
        self.materials = materials.to_vec();
        Ok(self)
    }

    pub(crate) fn materials(&self) -> &[Material] {
        &self.materials
    }

    /// Number of triangles.
    pub fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    /// Corners of triangle `index`, m, body frame.
    ///
    /// # Panics
    /// If `index` is not below [`Hull::triangle_count`].
    pub fn triangle(&self, index: usize) -> [DVec3; 3] {
        let triangle = self.triangles[index];
        three!(k => self.vertices[triangle[k] as usize].as_dvec3())
    }

    /// The triangles with an area, in blocks.
    pub(crate) fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    /// Area of triangle `index` times its unit normal, m², body frame; zero if it is degenerate.
    ///
    /// # Panics
    /// If `index` is not below [`Hull::triangle_count`].
    pub fn area_vector_m2(&self, index: usize) -> DVec3 {
        let [a, b, c] = self.triangle(index);
        (b - a).cross(c - a) / 2.0
    }

    /// Area of triangle `index`, m².
    ///
    /// # Panics
    /// If `index` is not below [`Hull::triangle_count`].
    pub fn triangle_area_m2(&self, index: usize) -> f64 {
        self.area_vector_m2(index).length()
    }

    /// Area of all triangles, m².
    pub fn area_m2(&self) -> f64 {
        self.area_m2
    }

    /// Enclosed volume, m³, which the submerged hull displaces. Negative if the mesh is inverted, without meaning if it is
    /// open.
    pub fn volume_m3(&self) -> f64 {
        self.volume_m3
    }

    /// Centroid of the enclosed volume, m, body frame; `None` if the volume is zero to rounding.
    pub fn centroid_m(&self) -> Option<DVec3> {
        self.centroid_m
    }

    /// Center (body frame, m) and radius (m) of a bounding sphere.
    pub fn bounding_sphere(&self) -> (DVec3, f64) {
        (self.center, self.radius)
    }

    /// Half the length, breadth and height of the box around the mesh, m, body axes; its center is that of the bounding sphere.
    pub(crate) fn half_box(&self) -> DVec3 {
        self.half
    }

    /// Upper bound of the distance that a point of the hull moves between two poses, m.
    pub fn farthest_move_m(&self, from: &Motion, to: &Motion) -> f64 {
        // By θ a point moves by 2 r sin(θ/2) at most, and the unit quaternions lie 2 sin(θ/4) apart.
        let turned = 2.0 * self.radius * (from.rotation - to.rotation).length();
        self.place(from).distance(self.place(to)) + turned
    }

    /// Upper bound of the speed of a point of the hull, m/s.
    pub fn fastest_m_s(&self, motion: &Motion) -> f64 {
        let arm = self.radius + self.place(motion).distance(motion.reference_m);
        motion.linvel_m_s.length() + motion.angvel_rad_s.length() * arm
    }

    /// World position of the center of the bounding sphere.
    fn place(&self, motion: &Motion) -> DVec3 {
        motion.translation_m + motion.rotation * self.center
    }

    /// The topology of the mesh and its defects.
    pub fn diagnosis(&self) -> &Diagnosis {
        &self.diagnosis
    }
}

fn validate(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Result<(), Error> {
    if triangles.is_empty() {
        return Err(Error::NoTriangles);
    }
    if let Some(vertex) = vertices.iter().position(|v| !v.is_finite()) {
        return Err(Error::NotFinite { what: format!("a coordinate of vertex {vertex}") });
    }
    for (triangle, corners) in triangles.iter().enumerate() {
        if let Some(&index) = corners.iter().find(|&&i| i as usize >= vertices.len()) {
            let (what, len) = (format!("a vertex of triangle {triangle}"), vertices.len());
            return Err(Error::Index { what, index: index as usize, len });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;

    const TETRAHEDRON: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

    #[test]
    fn volume_and_centroid_of_a_tetrahedron_far_from_its_origin() {
        let at = Vec3::new(4096.0, -8192.0, 1024.0);
        let vertices = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z].map(|v| at + v);
        let hull = Hull::new(&vertices, &TETRAHEDRON).unwrap();
        assert!((hull.volume_m3() - 1.0 / 6.0).abs() < 1e-15);
        assert!((hull.centroid_m().unwrap() - at.as_dvec3() - DVec3::splat(0.25)).length() < 1e-12);
        assert!((hull.area_m2() - 1.5 - 0.75f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn bad_meshes_are_refused_by_name() {
        assert_eq!(Hull::new(&[Vec3::ZERO], &[]).unwrap_err(), Error::NoTriangles);
        assert_eq!(
            Hull::new(&[Vec3::ZERO, Vec3::X], &[[0, 1, 0], [0, 1, 2]]).unwrap_err(),
            Error::Index { what: "a vertex of triangle 1".into(), index: 2, len: 2 }
        );
        let vertices = [Vec3::ZERO, Vec3::new(0.0, f32::INFINITY, 0.0), Vec3::X];
        assert_eq!(
            Hull::new(&vertices, &[[0, 1, 2]]).unwrap_err(),
            Error::NotFinite { what: "a coordinate of vertex 1".into() }
        );
    }

    #[test]
    fn no_corner_moves_farther_or_faster_than_the_bounds() {
        let corners = [Vec3::ZERO, Vec3::X * 3.0, Vec3::Y, Vec3::Z];
        let hull = Hull::new(&corners, &TETRAHEDRON).unwrap();
        let axis = DVec3::new(0.2, -0.5, 0.8).normalize();
        for angle in [0.0, 1e-6, 0.4, 3.0] {
            let from = Motion {
                linvel_m_s: DVec3::new(1.0, 0.0, -2.0),
                angvel_rad_s: axis * angle,
                ..Motion::at_rest(DQuat::from_rotation_x(0.3), DVec3::new(5.0, 4.0, 1.0))
            };
            let to = Motion {
                rotation: DQuat::from_axis_angle(axis, angle) * from.rotation,
                translation_m: from.translation_m + DVec3::Y * 0.1,
                ..from
            };
            let place = |motion: &Motion, v: &Vec3| motion.translation_m + motion.rotation * v.as_dvec3();
            for corner in &corners {
                let moved = place(&to, corner).distance(place(&from, corner));
                let speed = from.velocity_at(place(&from, corner)).length();
                assert!(moved <= hull.farthest_move_m(&from, &to) + 1e-15, "{angle}: {moved} m");
                assert!(speed <= hull.fastest_m_s(&from) + 1e-15, "{angle}: {speed} m/s");
            }
            let bound = 0.1 + 2.0 * hull.bounding_sphere().1 * angle.max(1e-12);
            assert!(hull.farthest_move_m(&from, &to) < bound, "{angle}: the bound is not tight");
        }
    }

    #[test]
    fn a_flat_mesh_has_no_centroid() {
        let hull = Hull::new(&[Vec3::ZERO, Vec3::X, Vec3::Y], &[[0, 1, 2], [0, 2, 1]]).unwrap();
        assert_eq!((hull.volume_m3(), hull.centroid_m()), (0.0, None));
    }
}
