use glam::Vec3;

use super::Mesh;

/// A closed surface through sections along x: a fan from `stern` to the first, strips between, a fan to `bow`.
///
/// `sections` go from astern to ahead, each a ring of the same number of points, counter-clockwise seen from ahead
/// (keel, port side, deck, starboard side). With `m` points in each of `n` sections it has `2 m n` triangles.
/// The strips' diagonals are mirrored from one half of the ring to the other, so that a hull whose sections are alike
/// to port and to starboard is so as a whole and floats upright.
///
/// # Panics
///
/// When there is no section or they differ in their number of points.
pub fn loft(stern: Vec3, sections: &[Vec<Vec3>], bow: Vec3) -> Mesh {
    let points = sections[0].len();
    assert!(
        sections.iter().all(|section| section.len() == points),
        "sections differ in their number of points"
    );
    let vertices: Vec<Vec3> = sections.iter().flatten().copied().chain([stern, bow]).collect();
    let [stern, bow] = [vertices.len() - 2, vertices.len() - 1];
    let edges = |section: usize| {
        (0..points).map(move |i| [section * points + i, section * points + (i + 1) % points])
    };
    let mut triangles: Vec<[usize; 3]> = edges(0).map(|[from, to]| [stern, to, from]).collect();
    for section in 1..sections.len() {
        for (i, ([a, b], [c, d])) in edges(section - 1).zip(edges(section)).enumerate() {
            triangles.extend(if i < points / 2 { [[a, b, d], [a, d, c]] } else { [[a, b, c], [b, d, c]] });
        }
    }
    triangles.extend(edges(sections.len() - 1).map(|[from, to]| [from, to, bow]));
    let triangles = triangles.into_iter().map(|triangle| triangle.map(|i| i as u32)).collect();
    Mesh { vertices, triangles }
}
