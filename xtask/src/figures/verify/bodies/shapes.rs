//! Closed meshes with outward normals.

use glam::Vec3;
use hydro_forces::Hull;

/// Vertices and triangles.
pub(super) type Mesh = (Vec<Vec3>, Vec<[u32; 3]>);

/// Box of the verification: length, beam and depth, m; half the density of the water.
pub(super) const BOX_M: [f64; 3] = [8.0, 4.0, 2.0];

/// A box about `center`.
pub(super) fn cuboid(size: [f64; 3], center: Vec3) -> Mesh {
    let half = Vec3::from_array(size.map(|length| length as f32 / 2.0));
    let corner = |i: u32| [i & 1, i >> 1 & 1, i >> 2].map(|bit| 2.0 * bit as f32 - 1.0);
    let vertices = (0..8).map(|i| center + Vec3::from_array(corner(i)) * half).collect();
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    (vertices, quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect())
}

/// A sphere about the origin: an octahedron whose faces are divided in four `subdivisions` times. Each triangle has
/// vertices of its own.
pub(super) fn sphere(radius: f64, subdivisions: u32) -> Mesh {
    let mut faces: Vec<[Vec3; 3]> = Vec::new();
    for octant in 0..8u32 {
        let side = |bit: u32, axis: Vec3| if octant >> bit & 1 == 1 { -axis } else { axis };
        let [x, y, z] = [side(0, Vec3::X), side(1, Vec3::Y), side(2, Vec3::Z)];
        faces.push(if octant.count_ones() % 2 == 0 { [x, y, z] } else { [x, z, y] });
    }
    for _ in 0..subdivisions {
        faces = faces
            .iter()
            .flat_map(|&[a, b, c]| {
                let [ab, bc, ca] = [(a, b), (b, c), (c, a)].map(|(p, q)| (p + q).normalize());
                [[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]
            })
            .collect();
    }
    let vertices: Vec<Vec3> = faces.concat().iter().map(|v| *v * radius as f32).collect();
    let triangles = (0..faces.len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    (vertices, triangles)
}

/// Volume by the divergence theorem, from the f32 vertices in f64.
pub(super) fn volume_m3((vertices, triangles): &Mesh) -> f64 {
    let tetrahedron = |corners: &[u32; 3]| {
        let [a, b, c] = corners.map(|i| vertices[i as usize].as_dvec3());
        a.dot(b.cross(c)) / 6.0
    };
    triangles.iter().map(tetrahedron).sum()
}

pub(super) fn hull((vertices, triangles): &Mesh) -> Hull {
    Hull::new(vertices, triangles).expect("the case's mesh is sound")
}
