use std::collections::HashMap;

use glam::Vec3;

use super::Mesh;

/// Refines a surface until no edge is longer than `longest_m`: longer edges are halved repeatedly. Triangles that share an
/// edge split it at the same vertex, so a closed mesh stays closed.
///
/// # Panics
///
/// Unless `longest_m` is above 0.
pub fn refine(mesh: &Mesh, longest_m: f32) -> Mesh {
    assert!(longest_m > 0.0, "the longest edge must be above 0, not {longest_m} m");
    let mut mesh = mesh.clone();
    loop {
        let before = mesh.triangles.len();
        mesh = split(mesh, longest_m);
        if mesh.triangles.len() == before {
            return mesh;
        }
    }
}

/// Least number of triangles of a surface [refined](refine) to edges of at most `longest_m`: none is larger than one of three
/// such edges.
pub fn least_refined(mesh: &Mesh, longest_m: f32) -> f64 {
    let longest_m = f64::from(longest_m);
    let largest_m2 = 0.25 * 3.0_f64.sqrt() * longest_m * longest_m;
    let area = |[a, b, c]: [Vec3; 3]| 0.5 * f64::from((b - a).cross(c - a).length());
    mesh.corners().map(|corners| (area(corners) / largest_m2).max(1.0)).sum()
}

/// Halves every edge that is too long once.
fn split(Mesh { mut vertices, triangles }: Mesh, longest_m: f32) -> Mesh {
    let mut middles: HashMap<[u32; 2], u32> = HashMap::new();
    let mut middle = |a: u32, b: u32| -> Option<u32> {
        let [from, to] = [a.min(b), a.max(b)];
        let [p, q]: [Vec3; 2] = [from, to].map(|v| vertices[v as usize]);
        (p.distance(q) > longest_m).then(|| {
            *middles.entry([from, to]).or_insert_with(|| {
                vertices.push(0.5 * (p + q));
                vertices.len() as u32 - 1
            })
        })
    };
    let mut refined = Vec::with_capacity(triangles.len());
    for [a, b, c] in triangles {
        let cut = [middle(a, b), middle(b, c), middle(c, a)];
        // Rotated so that the cut edge is the first, or the cut edges are the first and the second.
        let turn = match cut {
            [None, Some(_), Some(_)] | [None, Some(_), None] => 1,
            [Some(_), None, Some(_)] | [None, None, Some(_)] => 2,
            _ => 0,
        };
        let corner = |k: usize| [a, b, c][(k + turn) % 3];
        let [a, b, c] = [corner(0), corner(1), corner(2)];
        match [0, 1, 2].map(|k| cut[(k + turn) % 3]) {
            [Some(ab), Some(bc), Some(ca)] => {
                refined.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
            }
            [Some(ab), Some(bc), None] => refined.extend([[ab, b, bc], [a, ab, bc], [a, bc, c]]),
            [Some(ab), None, None] => refined.extend([[a, ab, c], [ab, b, c]]),
            _ => refined.push([a, b, c]),
        }
    }
    Mesh { vertices, triangles: refined }
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
