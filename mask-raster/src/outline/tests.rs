use super::cells::Touched;
use super::outlines::Outlines;
use super::segment::Segment;
use crate::draw::{Projection, snap};
use crate::{Body, Grid, raster};
use glam::{DVec2, Quat, Vec2, Vec3, ivec2};
use proptest::prelude::*;

fn place() -> impl Strategy<Value = DVec2> {
    // Also on sides of cells, and beside them.
    let along = || prop_oneof![4 => -1.0..4.0, 2 => (-1_i8..5).prop_map(f64::from), 1 => Just(1.0 + 1e-7)];
    (along(), along()).prop_map(|(x, y)| DVec2::new(x, y))
}

/// Fractions of a line at which it enters and leaves a triangle, its sides included: none where it passes it by.
fn chord(corners: [DVec2; 3], from: DVec2, along: DVec2) -> Option<[f64; 2]> {
    let offsets = corners.map(|corner| corner - from);
    let sides = offsets.map(|offset| along.perp_dot(offset));
    let fractions = offsets.map(|offset| along.dot(offset) / along.length_squared());
    let (mut first, mut last) = (f64::INFINITY, f64::NEG_INFINITY);
    for k in 0..3 {
        let next = (k + 1) % 3;
        let crossed = if sides[k] == 0.0 {
            fractions[k]
        } else if sides[k] * sides[next] < 0.0 {
            let weight = sides[k] / (sides[k] - sides[next]);
            fractions[k] * (1.0 - weight) + fractions[next] * weight
        } else {
            continue;
        };
        (first, last) = (first.min(crossed), last.max(crossed));
    }
    (first <= last).then_some([first, last])
}

/// The triangles of a body that cover anything, projected, in cells.
fn projected(grid: &Grid, body: &Body<'_>) -> Vec<[DVec2; 3]> {
    let projection = Projection::new(body, grid, 1);
    let corner = |v: u32| {
        let point = snap(projection.apply(body.vertices[v as usize])).expect("it is near");
        (point, projection.in_cells(point, 1))
    };
    let triangles = body.triangles.iter().map(|of| of.map(corner));
    let covers =
        |of: &[(raster::Point, DVec2); 3]| raster::Triangle::new(of.map(|(point, _)| point)).is_some();
    triangles.filter(covers).map(|of| of.map(|(_, at)| at)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn a_segment_may_touch_each_cell_of_a_row_or_column_around_it(a in place(), b in place(), scale in 0.1..1.0) {
        let ends = [a, a + (b - a) * scale];
        prop_assume!(ends[0] != ends[1]);
        let touched = Touched::by(&Segment { label: 1, ends }, ivec2(3, 3));
        let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        for (i, j) in (0..3).flat_map(|j| (0..3).map(move |i| (i, j))) {
            let listed = (touched.low.y..touched.high.y).contains(&j) && touched.columns(j).contains(&i);
            // Points of the segment, one a hundredth of its length.
            let is_in = |k: i32| {
                let at = ends[0] + (ends[1] - ends[0]) * (f64::from(k) / 100.0);
                (0.0..=1.0).contains(&(at.x - f64::from(i))) && (0.0..=1.0).contains(&(at.y - f64::from(j)))
            };
            prop_assert!(listed || !(0..=100).any(is_in), "cell {i}, {j}");
            let apart = f64::from(i) > high.x + 1e-5 || f64::from(i + 1) < low.x - 1e-5
                || f64::from(j) > high.y + 1e-5 || f64::from(j + 1) < low.y - 1e-5;
            prop_assert!(!(listed && apart), "cell {i}, {j} is beside it");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Of any triangles, which need not be closed, nor face the same way, nor share their corners.
    #[test]
    fn a_line_enters_where_it_first_meets_one_of_all_triangles(
        corners in prop::collection::vec(prop::array::uniform3(-6.0f32..6.0), 3..12),
        order in prop::collection::vec(any::<prop::sample::Index>(), 6..36),
        lines in prop::collection::vec(prop::array::uniform4(0.0f64..12.0), 20),
    ) {
        let vertices: Vec<Vec3> = corners.into_iter().map(Vec3::from).collect();
        let pick = |index: &prop::sample::Index| index.index(vertices.len()) as u32;
        let triangles: Vec<[u32; 3]> = order.as_chunks().0.iter().map(|three: &[_; 3]| three.each_ref().map(pick)).collect();
        let translation_m = Vec3::new(6.0, 6.0, 0.0);
        let body = Body { vertices: &vertices, triangles: &triangles, rotation: Quat::IDENTITY, translation_m, label: 1 };
        let grid = Grid { nx: 12, ny: 12, cell_size_m: 1.0, origin_m: Vec2::ZERO };
        let mut outlines = Outlines::new(grid).unwrap();
        outlines.trace(&[body]).unwrap();
        let all = projected(&grid, &body);
        for [x, y, to_x, to_y] in lines {
            let (from, to) = (DVec2::new(x, y), DVec2::new(to_x, to_y));
            let chords = || all.iter().filter_map(|corners| chord(*corners, from, to - from));
            // It begins under none, and ends neither at a side nor along one.
            let is_near = |fraction: f64| (-2e-3..2e-3).contains(&fraction) || (0.99..1.01).contains(&fraction);
            let is_doubtful = |[first, last]: [f64; 2]| (first <= 0.0 && last >= 0.0) || is_near(first) || is_near(last);
            if chords().any(is_doubtful) {
                continue;
            }
            let expected = chords().map(|[first, _]| first).filter(|first| (0.0..=1.0).contains(first)).reduce(f64::min);
            let found = outlines.link_distance(1, [x, y], [to_x, to_y]);
            let agrees = match (found, expected) {
                (Some(found), Some(expected)) => (found - expected).abs() < 1e-9,
                (found, expected) => found == expected,
            };
            prop_assert!(agrees, "{found:?}, not {expected:?} from {from} to {to}");
        }
    }
}
