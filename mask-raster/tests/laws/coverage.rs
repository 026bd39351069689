//! Coverage and heights agree with their definition at every sample.

use crate::setup::{body, meshes::Mesh, rasterize, reference, unit_grid, vertex};
use glam::Vec3;
use mask_raster::raster::{Clip, Point, Triangle};
use proptest::prelude::*;

fn check_spans(v: [Vec3; 3]) -> Result<(), TestCaseError> {
    let points = v.map(|v| Point::snap(v.x.into(), v.y.into()).expect("within reach"));
    let clip = Clip { x0: 1, y0: 2, x1: 24, y1: 23 };
    let mut covered = [[false; 24]; 24];
    let mut last_row = i32::MIN;
    if let Some(triangle) = Triangle::new(points) {
        let mut faulty = None;
        triangle.for_each_span(&clip, |span| {
            assert!(span.y > last_row && span.x0 < span.x1);
            last_row = span.y;
            let z = span.linear(v.map(|v| v.z));
            for x in span.x0..span.x1 {
                covered[span.y as usize][x as usize] = true;
                let expected = reference::weights(v, x, span.y);
                let near = |a: f32, b: f64| (f64::from(a) - b).abs() < 1e-5;
                let right = expected.is_some_and(|w| {
                    let height: f64 = (0..3).map(|k| w[k] * f64::from(v[k].z)).sum();
                    (0..3).all(|k| near(span.weights(x)[k], w[k])) && near(z.at(x), height)
                });
                if !right {
                    faulty = Some((x, span.y, span.weights(x), expected));
                }
            }
        });
        prop_assert_eq!(faulty, None);
    }
    for y in 0..24 {
        for x in 0..24 {
            let inside = x >= clip.x0 && y >= clip.y0 && x < clip.x1 && y < clip.y1;
            let expected = inside && reference::weights(v, x, y).is_some();
            prop_assert_eq!(covered[y as usize][x as usize], expected, "sample {:?}", (x, y));
        }
    }
    Ok(())
}

fn check_mask(mesh: &Mesh) -> Result<(), TestCaseError> {
    let mask = rasterize(unit_grid(24, 24), 1, &[body(mesh, 7)]);
    for j in 0..24 {
        for i in 0..24 {
            let cell = (j * 24 + i) as usize;
            let found = (mask.labels()[cell] == 7).then(|| (mask.top_m()[cell], mask.bottom_m()[cell]));
            let expected = reference::heights(&mesh.vertices, &mesh.triangles, i, j);
            prop_assert_eq!(found.is_some(), expected.is_some(), "cell {:?}", (i, j));
            if let (Some((top, bottom)), Some((high, low))) = (found, expected) {
                prop_assert!((f64::from(top) - high).abs() < 1e-5 && (f64::from(bottom) - low).abs() < 1e-5);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn spans_cover_what_the_definition_says(v in [vertex(), vertex(), vertex()]) {
        check_spans(v)?;
    }

    #[test]
    fn spans_of_slivers_cover_what_the_definition_says(
        a in vertex(), b in vertex(), along in -0.5_f32..1.5, off in -0.02_f32..0.02,
    ) {
        let c = a.lerp(b, along) + Vec3::new(off, -off, 1.0);
        prop_assume!(c.truncate().abs().max_element() < 4e12);
        check_spans([a, b, c])?;
    }

    #[test]
    fn masks_of_small_triangles_cover_what_the_definition_says(
        corner in vertex(), offsets in prop::collection::vec((-9_i32..9, -9_i32..9, -1_i32..2), 3..9), fine in 0..9,
    ) {
        // Offsets from half cells down to single steps of the fixed-point grid.
        let unit = 0.5_f32.powi(fine);
        let corner = corner.clamp(Vec3::splat(-5.0), Vec3::splat(29.0));
        let vertices: Vec<Vec3> =
            offsets.iter().map(|&(x, y, z)| corner + Vec3::new(x as f32, y as f32, z as f32) * unit).collect();
        let triangles = (2..vertices.len() as u32).map(|k| [k - 2, k - 1, k]).collect();
        check_mask(&Mesh { vertices, triangles })?;
    }

    #[test]
    fn masks_of_any_triangles_cover_what_the_definition_says(vertices in prop::collection::vec(vertex(), 3..9)) {
        let triangles = (2..vertices.len() as u32).map(|k| [k - 2, k - 1, k]).collect();
        check_mask(&Mesh { vertices, triangles })?;
    }
}
