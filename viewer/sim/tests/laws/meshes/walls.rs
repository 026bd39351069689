//! A hull of parts that share faces is the hull that they enclose together.

use glam::Vec3;
use viewer_sim::hulls::{Mesh, cuboid};
use viewer_sim::mesh_file::{Repairs, read, repair, weld};

use super::files::{binary_stl, write};

type Corners = Vec<[Vec3; 3]>;

const SIZE_M: Vec3 = Vec3::new(10.0, 4.0, 2.0);

/// A box of 10 × 4 × 2 m as equal ones, by numbers along the axes, each moved by a multiple of a gap.
fn boxes(along: [u32; 3], gap_m: f32) -> Vec<Corners> {
    let size_m = SIZE_M / Vec3::from(along.map(|n| n as f32));
    let one = cuboid(size_m.x, size_m.y, size_m.z);
    let [low, _] = one.bounds_m();
    let all = (0..along.into_iter().product()).map(|n| {
        let place = [n % along[0], n / along[0] % along[1], n / along[0] / along[1]].map(|i| i as f32);
        let to = Vec3::from(place) * (size_m + gap_m) - low;
        one.corners().map(|corners| corners.map(|corner| corner + to)).collect()
    });
    all.collect()
}

fn area_m2(mesh: &Mesh) -> f32 {
    mesh.corners().map(|[a, b, c]| (b - a).cross(c - a).length() / 2.0).sum()
}

/// The repaired mesh, which has the volume and the surface of the one box.
#[track_caller]
fn assert_one(parts: &[Corners], what: &str) -> Repairs {
    let (mesh, repairs) = repair(weld(&parts.concat()));
    assert!((mesh.volume_m3() - 80.0).abs() < 1e-3, "{what}: {} m³, {repairs:?}", mesh.volume_m3());
    assert!((area_m2(&mesh) - 136.0).abs() < 1e-3, "{what}: {} m², {repairs:?}", area_m2(&mesh));
    assert_eq!((repairs.holes, repairs.open_edges, repairs.overlaps), (0, 0, 0), "{what}");
    repairs
}

/// `f` of the triangles of one part.
fn changed(parts: &[Corners], part: usize, f: impl FnOnce(&mut Corners)) -> Vec<Corners> {
    let mut parts = parts.to_vec();
    f(&mut parts[part]);
    parts
}

/// The other diagonal of each face.
fn other_diagonals(corners: &mut Corners) {
    for k in (0..corners.len()).step_by(2) {
        let [first, second] = [corners[k], corners[k + 1]];
        let apex = |own: [Vec3; 3], other: [Vec3; 3]| own.iter().position(|v| !other.contains(v)).unwrap();
        let (i, j) = (apex(first, second), apex(second, first));
        let turned = |t: [Vec3; 3], i: usize| [t[i], t[(i + 1) % 3], t[(i + 2) % 3]];
        let ([a, b, c], [d, ..]) = (turned(first, i), turned(second, j));
        (corners[k], corners[k + 1]) = ([a, b, d], [a, d, c]);
    }
}

#[test]
fn parts_that_share_faces_are_the_one_that_they_enclose() {
    for along in [[1, 1, 1], [2, 1, 1], [5, 1, 1], [2, 2, 1], [2, 2, 2], [3, 3, 3]] {
        // Within what rounding leaves, too.
        for gap_m in [0.0, 1e-6] {
            let parts = boxes(along, gap_m);
            let [x, y, z] = along;
            let walls = (x - 1) * y * z + x * (y - 1) * z + x * y * (z - 1);
            let repairs = assert_one(&parts, &format!("{along:?}"));
            assert_eq!(repairs.inner, 4 * walls as usize, "{along:?}");
            assert_eq!((repairs.doubled, repairs.turned), (0, 0), "{along:?}");
            assert_eq!(repairs.notes().len(), usize::from(walls > 0), "{:?}", repairs.notes());
            if walls > 0 {
                let other = assert_one(&changed(&parts, 1, other_diagonals), "other diagonals");
                assert_eq!(other.inner, repairs.inner, "{along:?}");
                let inward =
                    changed(&parts, 1, |part| part.iter_mut().for_each(|corners| corners.swap(0, 1)));
                let inward = assert_one(&inward, "inside out");
                assert_eq!(inward.inner, repairs.inner, "{along:?}");
                assert!(inward.turned > 0, "{inward:?}");
            }
            let twice: Vec<Corners> = parts.iter().chain(&parts).cloned().collect();
            assert_eq!(assert_one(&twice, "twice").inner, repairs.inner, "{along:?}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let corners = boxes([5, 1, 1], 0.0).concat();
    let soup = Mesh {
        vertices: corners.concat(),
        triangles: (0..corners.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect(),
    };
    let (mesh, repairs) = read(&write(&folder, "five.stl", binary_stl(&soup)), 1.0).unwrap();
    assert!((area_m2(&mesh) - 136.0).abs() < 1e-3 && repairs.gap == 0.0, "{repairs:?}");
    assert!(repairs.notes()[0].contains("16 triangles are inner walls"), "{:?}", repairs.notes());
}

/// What looks like a wall and is none: a keel without thickness has two sides, and a surface with its back is one.
#[test]
fn plates_keep_both_sides_and_surfaces_with_a_back_lose_it() {
    let hull = boxes([1, 1, 1], 0.0).concat();
    let flat = |[a, b, c, d]: [Vec3; 4]| [[a, b, c], [a, c, d]];
    let back = |corners: &[[Vec3; 3]]| -> Corners { corners.iter().map(|[a, b, c]| [*a, *c, *b]).collect() };
    // Below an edge of the hull, with corners of it.
    let keel: Corners =
        flat([[0.0, 0.0, 0.0], [10.0, 0.0, 0.0], [10.0, 0.0, -1.0], [0.0, 0.0, -1.0]].map(Vec3::from)).into();
    let (mesh, repairs) = repair(weld(&[&hull[..], &keel, &back(&keel)].concat()));
    assert_eq!((repairs.inner, repairs.doubled, repairs.holes, repairs.open_edges), (0, 0, 0, 0));
    assert!((mesh.volume_m3() - 80.0).abs() < 1e-4 && (area_m2(&mesh) - 156.0).abs() < 1e-3, "{repairs:?}");
    assert_eq!(assert_one(&[hull.clone(), back(&hull)], "with its back").doubled, 12);
    assert_eq!(assert_one(&[hull.clone(), back(&hull[..3])], "with some back").doubled, 3);
}
