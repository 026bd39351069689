use glam::Vec3;

use super::Mesh;

/// Refines a surface until no edge is longer than `longest_m` ([`hydro_forces::refine`]).
///
/// # Panics
///
/// Unless `longest_m` is above 0 and the mesh one of forces: of triangles of its own vertices, which are finite.
pub fn refine(mesh: &Mesh, longest_m: f32) -> Mesh {
    let (vertices, triangles) = hydro_forces::refine(&mesh.vertices, &mesh.triangles, longest_m)
        .unwrap_or_else(|error| panic!("the mesh cannot be refined: {error}"));
    Mesh { vertices, triangles }
}

/// Least number of triangles of a surface [refined](refine) to edges of at most `longest_m`: none is larger than one of three
/// such edges.
pub fn least_refined(mesh: &Mesh, longest_m: f32) -> f64 {
    let longest_m = f64::from(longest_m);
    let largest_m2 = 0.25 * 3.0_f64.sqrt() * longest_m * longest_m;
    let area = |[a, b, c]: [Vec3; 3]| 0.5 * f64::from((b - a).cross(c - a).length());
    mesh.corners().map(|corners| (area(corners) / largest_m2).max(1.0)).sum()
}

#[cfg(test)]
mod tests {
    use super::super::{cuboid, speedboat, sphere};
    use super::*;

    #[test]
    fn refining_keeps_the_solid_and_leaves_no_long_edge() {
        for mesh in [cuboid(4.0, 2.0, 1.0), speedboat(12.7, 3.85, 2.4), sphere(1.0, 1)] {
            for longest_m in [0.3, 0.7, 2.0, 50.0] {
                let fine = refine(&mesh, longest_m);
                assert!(fine.triangles.len() as f64 >= least_refined(&mesh, longest_m));
                let hull = hydro_forces::Hull::new(&fine.vertices, &fine.triangles).unwrap();
                assert!(hull.diagnosis().closed);
                assert!((hull.volume_m3() / mesh.volume_m3() - 1.0).abs() < 1e-5);
                for [a, b, c] in &fine.triangles {
                    for (from, to) in [(a, b), (b, c), (c, a)] {
                        let edge = fine.vertices[*from as usize].distance(fine.vertices[*to as usize]);
                        assert!(edge <= longest_m, "{edge} of {longest_m}");
                    }
                }
            }
        }
        let coarse = cuboid(4.0, 2.0, 1.0);
        assert_eq!(refine(&coarse, 50.0).triangles, coarse.triangles);
    }
}
