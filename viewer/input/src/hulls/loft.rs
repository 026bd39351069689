use glam::Vec3;

use super::Mesh;

/// A closed surface through sections along x: strips from `stern` to the first, between them, and from the last to `bow`.
///
/// `sections` go from astern to ahead, each a ring of the same number of points, counter-clockwise seen from ahead
/// (keel, port side, deck, starboard side). An end is a line in the middle plane, from the keel up: its `k`-th point is
/// joined to the `k`-th points of a ring from the keel on both sides, its last one to all that are further up; consecutive
/// points at one place are one. With one point at each end, and `m` points in each of `n` sections, it has `2 m n` triangles,
/// and two more for each further point of an end.
/// The strips' diagonals are mirrored from one half of the ring to the other, so that a hull whose sections are alike
/// to port and to starboard is so as a whole and floats upright.
///
/// # Panics
///
/// When there is no section, they differ in their number of points, or an end has no point.
pub fn loft(stern: &[Vec3], sections: &[Vec<Vec3>], bow: &[Vec3]) -> Mesh {
    let points = sections[0].len();
    assert!(
        sections.iter().all(|section| section.len() == points),
        "sections differ in their number of points"
    );
    let mut vertices: Vec<Vec3> = sections.iter().flatten().copied().collect();
    let between = (0..sections.len()).map(|section| (0..points).map(|i| section * points + i).collect());
    let mut rings: Vec<Vec<usize>> = between.collect();
    rings.insert(0, end(stern, points, &mut vertices));
    rings.push(end(bow, points, &mut vertices));
    let mut triangles = Vec::new();
    for (strip, pair) in rings.windows(2).enumerate() {
        // At both ends the diagonal next to the keel leaves the middle plane, where both sides would have it.
        let is_last = strip == sections.len();
        for i in 0..points {
            let next = (i + 1) % points;
            let [[a, b], [c, d]] = [[pair[0][i], pair[0][next]], [pair[1][i], pair[1][next]]];
            let is_port = i < points / 2;
            let two = if is_port != is_last { [[a, b, d], [a, d, c]] } else { [[a, b, c], [b, d, c]] };
            // At an end two corners may be one.
            triangles.extend(two.into_iter().filter(|[a, b, c]| a != b && b != c && c != a));
        }
    }
    let triangles = triangles.into_iter().map(|triangle| triangle.map(|i| i as u32)).collect();
    Mesh { vertices, triangles }
}

/// The points of an end as a ring, by their places in `vertices`, where they are added.
fn end(line: &[Vec3], points: usize, vertices: &mut Vec<Vec3>) -> Vec<usize> {
    let mut places: Vec<usize> = Vec::new();
    for (k, point) in line.iter().enumerate() {
        if k == 0 || line[k - 1] != *point {
            vertices.push(*point);
        }
        places.push(vertices.len() - 1);
    }
    (0..points).map(|i| places[i.min(points - i).min(line.len() - 1)]).collect()
}
