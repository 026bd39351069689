//! Ropes, chains and mooring lines as thin tubes.

use glam::Vec3;

use super::mesh::{Mesh, Vertex, bare};
use crate::scene::{Line, WaterSheet};

/// Color of ropes, sRGB.
const ROPE: [f32; 3] = [0.30, 0.26, 0.20];
/// Radius, m.
const RADIUS_M: f32 = 0.025;
/// Parts of a line that hangs, and sides of its tube.
const PARTS: usize = 12;
const SIDES: usize = 4;

/// Appends tubes, at least so thick that `pixels` of their half width at a distance are seen: what a pixel covers at a place, m.
pub(crate) fn append_lines(
    lines: &[Line],
    sheet: &WaterSheet,
    pixel_m: impl Fn(Vec3) -> f32,
    mesh: &mut Mesh,
) {
    for line in lines.iter().filter(|line| line.ends_m.iter().all(|end| end.is_finite())) {
        let points = hanging(line, sheet);
        for part in points.windows(2) {
            tube([part[0], part[1]], [part[0], part[1]].map(|at| RADIUS_M.max(0.7 * pixel_m(at))), mesh);
        }
    }
}

/// Points along a line. One that is slack hangs as a parabola of its length, as far as the ground lets it.
fn hanging(line: &Line, sheet: &WaterSheet) -> Vec<Vec3> {
    let [from, to] = line.ends_m;
    let span_m = from.distance(to);
    let slack_m = line.length_m - span_m;
    if slack_m.is_nan() || slack_m <= 1e-3 * span_m {
        return vec![from, to];
    }
    // Length of a flat parabola: s (1 + 8/3 (sag / s)²).
    let sag_m = (0.375 * slack_m * (span_m + slack_m)).sqrt();
    let point = |k: usize| {
        let t = k as f32 / PARTS as f32;
        let straight = from.lerp(to, t);
        let ground_m = sheet.bed_at_m(straight.truncate()).unwrap_or(f32::NEG_INFINITY) + RADIUS_M;
        let hung_m = straight.z - 4.0 * t * (1.0 - t) * sag_m;
        straight.with_z(hung_m.max(ground_m.min(straight.z)))
    };
    (0..=PARTS).map(point).collect()
}

fn tube([from, to]: [Vec3; 2], radius_m: [f32; 2], mesh: &mut Mesh) {
    let Some(along) = (to - from).try_normalize() else { return };
    let (right, up) = along.any_orthonormal_pair();
    let first = mesh.vertices.len() as u32;
    for (at, radius_m) in [from, to].into_iter().zip(radius_m) {
        mesh.vertices.extend((0..SIDES).map(|k| {
            let (sin, cos) = (k as f32 * std::f32::consts::TAU / SIDES as f32).sin_cos();
            let normal = right * cos + up * sin;
            Vertex { position: (at + normal * radius_m).into(), normal: normal.into(), paint: bare(ROPE) }
        }));
    }
    let sides = SIDES as u32;
    for k in 0..sides {
        let [a, b] = [k, (k + 1) % sides].map(|k| first + k);
        mesh.triangles.extend([[a, b, b + sides], [a, b + sides, a + sides]]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(length_m: f32, bed_m: Vec<f32>) -> Vec<Vec3> {
        let sheet = WaterSheet { nx: 1, ny: 1, cell_size_m: 20.0, bed_m, ..WaterSheet::default() };
        hanging(&Line { ends_m: [Vec3::new(1.0, 1.0, 2.0), Vec3::new(11.0, 1.0, 2.0)], length_m }, &sheet)
    }

    #[test]
    fn a_slack_line_has_its_length_and_a_taut_one_is_straight() {
        for length_m in [10.2, 11.0] {
            let hung: f32 =
                points(length_m, Vec::new()).windows(2).map(|part| part[0].distance(part[1])).sum();
            assert!((hung / length_m - 1.0).abs() < 0.01, "{hung} m of {length_m} m");
        }
        for length_m in [10.0, 9.5] {
            assert_eq!(points(length_m, Vec::new()).len(), 2);
        }
    }

    #[test]
    fn a_line_lies_on_the_ground() {
        let lowest = |bed_m| points(12.0, bed_m).iter().map(|point| point.z).fold(f32::INFINITY, f32::min);
        assert!(lowest(Vec::new()) < 0.0);
        assert!((lowest(vec![0.5]) - 0.5 - RADIUS_M).abs() < 1e-5);
    }
}
