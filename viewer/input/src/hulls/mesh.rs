use glam::{DVec3, Vec3};

/// Triangles over shared vertices, counter-clockwise seen from outside.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mesh {
    /// Corners, in meters.
    pub vertices: Vec<Vec3>,
    /// Three indices into `vertices` each.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// The corners of every triangle.
    pub fn corners(&self) -> impl Iterator<Item = [Vec3; 3]> + '_ {
        self.triangles.iter().map(|triangle| triangle.map(|i| self.vertices[i as usize]))
    }

    /// Enclosed volume in m³, by the divergence theorem; negative when the normals point inward.
    pub fn volume_m3(&self) -> f64 {
        let (_, volume) = self.moments();
        volume
    }

    /// Centroid of the enclosed volume; not finite when there is none.
    pub fn centroid_m(&self) -> DVec3 {
        let (moment, volume) = self.moments();
        moment / volume
    }

    /// Lower and upper corner of the box around all vertices; infinite and reversed when there are none.
    pub fn bounds_m(&self) -> [Vec3; 2] {
        self.vertices.iter().fold([Vec3::INFINITY, Vec3::NEG_INFINITY], |[low, high], vertex| {
            [low.min(*vertex), high.max(*vertex)]
        })
    }

    /// `∫ x dV` and `∫ dV`, from the tetrahedra that the triangles span with the first vertex.
    fn moments(&self) -> (DVec3, f64) {
        let origin = self.vertices.first().copied().unwrap_or_default().as_dvec3();
        let (moment, volume) = self.corners().fold((DVec3::ZERO, 0.0), |(moment, volume), corners| {
            let [a, b, c] = corners.map(|corner| corner.as_dvec3() - origin);
            let part = a.dot(b.cross(c)) / 6.0;
            (moment + part * (a + b + c) / 4.0, volume + part)
        });
        (moment + volume * origin, volume)
    }
}
