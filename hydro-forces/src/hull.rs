use glam::{DVec3, Vec3};

use crate::lanes::{LANES, Lanes};
use crate::{Diagnosis, Error};

/// A triangle mesh prepared for force computations: corners, area vectors and areas as structure
/// of arrays, volume, topology.
///
/// Body coordinates in m, triangles counter-clockwise seen from the water, so that normals point
/// outward. Meshes that are open or inverted are taken as they are; see [`Hull::diagnosis`].
#[derive(Debug, Clone)]
pub struct Hull {
    /// x, y, z of the first, second and third corner, one value per triangle.
    corners: [Vec<f32>; 9],
    /// Area times unit normal.
    area_vector: [Vec<f64>; 3],
    area: Vec<f64>,
    centre: DVec3,
    radius: f64,
    volume_m3: f64,
    centroid_m: Option<DVec3>,
    diagnosis: Diagnosis,
}

impl Hull {
    /// Prepares the mesh with the given vertices (body frame, m) and triangles.
    ///
    /// # Errors
    /// [`Error::NoTriangles`], [`Error::IndexOutOfRange`], [`Error::NonFiniteVertex`].
    pub fn new(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Result<Self, Error> {
        validate(vertices, triangles)?;
        let mut corners: [Vec<f32>; 9] = Default::default();
        for triangle in triangles {
            for (corner, &index) in triangle.iter().enumerate() {
                for axis in 0..3 {
                    corners[3 * corner + axis].push(vertices[index as usize][axis]);
                }
            }
        }
        let (mut min, mut max) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for &index in triangles.iter().flatten() {
            let v = vertices[index as usize].as_dvec3();
            (min, max) = (min.min(v), max.max(v));
        }
        let centre = (min + max) / 2.0;
        let mut hull = Self {
            corners,
            area_vector: Default::default(),
            area: Vec::with_capacity(triangles.len()),
            centre,
            radius: (max - centre).length(),
            volume_m3: 0.0,
            centroid_m: None,
            diagnosis: Diagnosis::default(),
        };
        let mut six_volumes = Vec::with_capacity(triangles.len());
        let (mut six_volume, mut moment) = (0.0, DVec3::ZERO);
        for t in 0..triangles.len() {
            let [a, b, c] = hull.triangle(t).map(|p| p - centre);
            let area_vector = (b - a).cross(c - a) / 2.0;
            for axis in 0..3 {
                hull.area_vector[axis].push(area_vector[axis]);
            }
            hull.area.push(area_vector.length());
            let tetrahedron = a.dot(b.cross(c));
            six_volumes.push(tetrahedron);
            six_volume += tetrahedron;
            moment += (a + b + c) * tetrahedron;
        }
        hull.volume_m3 = six_volume / 6.0;
        if hull.volume_m3.abs() > 1e-12 * hull.radius.powi(3) {
            hull.centroid_m = Some(centre + moment / (4.0 * six_volume));
        }
        hull.diagnosis = Diagnosis::new(vertices, triangles, &hull.area, &six_volumes);
        Ok(hull)
    }

    /// Number of triangles.
    pub fn triangle_count(&self) -> usize {
        self.area.len()
    }

    /// Corners of triangle `index`, m, body frame.
    ///
    /// # Panics
    /// If `index` is not below [`Hull::triangle_count`].
    #[inline(always)]
    pub fn triangle(&self, index: usize) -> [DVec3; 3] {
        let at = |component: usize| f64::from(self.corners[component][index]);
        [DVec3::new(at(0), at(1), at(2)), DVec3::new(at(3), at(4), at(5)), DVec3::new(at(6), at(7), at(8))]
    }

    /// The nine coordinates of the corners of the triangles from `start` on, side by side.
    #[inline(always)]
    pub(crate) fn corner_lanes(&self, start: usize) -> [Lanes; 9] {
        let mut lanes = [[0.0; LANES]; 9];
        for (lanes, corners) in lanes.iter_mut().zip(&self.corners) {
            for (lane, corner) in lanes.iter_mut().zip(&corners[start..start + LANES]) {
                *lane = f64::from(*corner);
            }
        }
        lanes
    }

    /// Area vectors and areas of the triangles from `start` on, side by side.
    #[inline(always)]
    pub(crate) fn area_lanes(&self, start: usize) -> ([Lanes; 3], Lanes) {
        let lanes = |values: &[f64]| {
            let mut lanes = [0.0; LANES];
            lanes.copy_from_slice(&values[start..start + LANES]);
            lanes
        };
        let [x, y, z] = &self.area_vector;
        ([lanes(x), lanes(y), lanes(z)], lanes(&self.area))
    }

    /// Area of triangle `index` times its unit normal, m², body frame; zero if it is degenerate.
    ///
    /// # Panics
    /// If `index` is not below [`Hull::triangle_count`].
    #[inline(always)]
    pub fn area_vector_m2(&self, index: usize) -> DVec3 {
        let at = |axis: usize| self.area_vector[axis][index];
        DVec3::new(at(0), at(1), at(2))
    }

    /// Area of triangle `index`, m².
    ///
    /// # Panics
    /// If `index` is not below [`Hull::triangle_count`].
    #[inline(always)]
    pub fn triangle_area_m2(&self, index: usize) -> f64 {
        self.area[index]
    }

    /// Area of all triangles, m².
    pub fn area_m2(&self) -> f64 {
        self.area.iter().sum()
    }

    /// Enclosed volume, m³: what the hull displaces wholly under water. Negative if the mesh is
    /// inverted, without meaning if it is open.
    pub fn volume_m3(&self) -> f64 {
        self.volume_m3
    }

    /// Centroid of the enclosed volume, m, body frame; `None` if there is no volume to speak of.
    pub fn centroid_m(&self) -> Option<DVec3> {
        self.centroid_m
    }

    /// Centre (body frame, m) and radius (m) of a sphere that holds every triangle.
    pub fn bounding_sphere(&self) -> (DVec3, f64) {
        (self.centre, self.radius)
    }

    /// What is right and wrong with the mesh.
    pub fn diagnosis(&self) -> &Diagnosis {
        &self.diagnosis
    }
}

fn validate(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Result<(), Error> {
    if triangles.is_empty() {
        return Err(Error::NoTriangles);
    }
    if let Some(vertex) = vertices.iter().position(|v| !v.is_finite()) {
        return Err(Error::NonFiniteVertex { vertex, position: vertices[vertex] });
    }
    for (triangle, corners) in triangles.iter().enumerate() {
        if let Some(&index) = corners.iter().find(|&&i| i as usize >= vertices.len()) {
            return Err(Error::IndexOutOfRange { triangle, index, vertices: vertices.len() });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

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
            Error::IndexOutOfRange { triangle: 1, index: 2, vertices: 2 }
        );
        let vertices = [Vec3::ZERO, Vec3::new(0.0, f32::INFINITY, 0.0), Vec3::X];
        assert_eq!(
            Hull::new(&vertices, &[[0, 1, 2]]).unwrap_err(),
            Error::NonFiniteVertex { vertex: 1, position: vertices[1] }
        );
    }

    #[test]
    fn a_flat_mesh_has_no_centroid() {
        let hull = Hull::new(&[Vec3::ZERO, Vec3::X, Vec3::Y], &[[0, 1, 2], [0, 2, 1]]).unwrap();
        assert_eq!((hull.volume_m3(), hull.centroid_m()), (0.0, None));
    }
}
