//! Any input gives a mask and a count of the triangles left out, or a clear error.

use crate::setup::{bits, body, meshes, rasterize, unit_grid};
use glam::{Quat, Vec2, Vec3};
use mask_raster::{Body, CellMask, Error, Grid, Rasterizer, Report};
use proptest::prelude::*;

fn any_float() -> impl Strategy<Value = f32> {
    prop_oneof![
        4 => -10.0_f32..40.0,
        2 => any::<f32>(),
        1 => prop::sample::select(vec![f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN_POSITIVE, -0.0]),
    ]
}

fn any_vector() -> impl Strategy<Value = Vec3> {
    [any_float(), any_float(), any_float()].prop_map(Vec3::from)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn no_mesh_and_no_pose_panics(
        vertices in prop::collection::vec(any_vector(), 3..12),
        triangles in prop::collection::vec([0_u32..12, 0_u32..12, 0_u32..12], 1..20),
        rotation in [any_float(), any_float(), any_float(), any_float()],
        translation_m in any_vector(),
        turned in any::<bool>(),
        cell_size_m in prop_oneof![Just(1.0_f32), Just(1e-30), Just(1e30)],
    ) {
        let count = vertices.len() as u32;
        let triangles: Vec<[u32; 3]> = triangles.iter().map(|t| t.map(|k| k % count)).collect();
        let rotation = if turned { Quat::from_array(rotation) } else { Quat::IDENTITY };
        let body = Body { vertices: &vertices, triangles: &triangles, rotation, translation_m, label: 1 };
        let grid = Grid { cell_size_m, ..unit_grid(24, 24) };
        let mut mask = CellMask::new();
        let report = Rasterizer::new(grid).unwrap().rasterize(&[body], &mut mask).unwrap();
        prop_assert_eq!(report.triangles, triangles.len());
        prop_assert!(report.flat + report.unplaced <= report.triangles);
        for cell in 0..grid.cells() {
            let (top, bottom) = (mask.top_m()[cell], mask.bottom_m()[cell]);
            if mask.labels()[cell] == 0 {
                prop_assert_eq!((top, bottom), (f32::NEG_INFINITY, f32::INFINITY));
            } else {
                prop_assert!(bottom.is_finite() && top.is_finite() && top >= bottom);
            }
        }
    }

    #[test]
    fn a_vertex_that_is_no_number_takes_only_its_triangles_away(bad in 0_usize..8, axis in 0_usize..3) {
        let mut hull = meshes::cuboid(Vec3::new(7.0, 5.0, 3.0));
        hull.vertices[bad][axis] = f32::NAN;
        let kept: Vec<[u32; 3]> =
            hull.triangles.iter().copied().filter(|t| !t.contains(&(bad as u32))).collect();
        let rotation = Quat::from_rotation_x(0.4) * Quat::from_rotation_y(0.3);
        let posed = Body { rotation, translation_m: Vec3::new(11.0, 12.0, 0.0), ..body(&hull, 1) };
        let mut mask = CellMask::new();
        let report = Rasterizer::new(unit_grid(24, 24)).unwrap().rasterize(&[posed], &mut mask).unwrap();
        let unplaced = hull.triangles.len() - kept.len();
        prop_assert_eq!(report, Report { triangles: 12, flat: 0, unplaced });
        let without = rasterize(unit_grid(24, 24), 1, &[Body { triangles: &kept, ..posed }]);
        prop_assert_eq!(bits(&mask), bits(&without));
    }
}

#[test]
fn heights_whose_difference_overflows_are_left_out() {
    for size in [3.0, 20.0] {
        let corners = [(0.0, 0.0, f32::MAX), (size, 0.0, f32::MIN), (0.0, size, 0.0)];
        let vertices = corners.map(|(x, y, z)| Vec3::new(x, y, z)).to_vec();
        let mesh = meshes::Mesh { vertices, triangles: vec![[0, 1, 2]] };
        let mut mask = CellMask::new();
        let report =
            Rasterizer::new(unit_grid(24, 24)).unwrap().rasterize(&[body(&mesh, 1)], &mut mask).unwrap();
        assert_eq!(report, Report { triangles: 1, flat: 0, unplaced: 1 });
        assert!(mask.labels().iter().all(|&label| label == 0));
    }
}

#[test]
fn triangles_without_area_are_counted() {
    let hull = meshes::cuboid(Vec3::new(7.0, 5.0, 3.0));
    let mut mask = CellMask::new();
    let report = Rasterizer::new(unit_grid(24, 24)).unwrap().rasterize(&[body(&hull, 1)], &mut mask).unwrap();
    // The four walls of an upright box.
    assert_eq!(report, Report { triangles: 12, flat: 8, unplaced: 0 });
}

#[test]
fn a_bad_body_is_refused_and_leaves_a_blank_mask() {
    let hull = meshes::cuboid(Vec3::splat(9.0));
    let mut rasterizer = Rasterizer::new(unit_grid(8, 8)).unwrap();
    let mut mask = CellMask::new();
    let good = body(&hull, 1);
    let mut refused = |bad: Body<'_>| {
        rasterizer.rasterize(&[good], &mut mask).unwrap();
        assert!(mask.labels().contains(&1));
        let error = rasterizer.rasterize(&[good, bad], &mut mask).unwrap_err();
        assert!(mask.labels().iter().all(|&label| label == 0));
        error
    };
    assert_eq!(refused(Body { label: 0, ..good }), Error::LabelZero { body: 1 });
    let error = refused(Body { triangles: &[[0, 1, 2], [3, 8, 5]], label: 6, ..good });
    assert_eq!(
        error,
        Error::Index { what: "a vertex of triangle 1 of body 1 (label 6)".into(), index: 8, len: 8 }
    );
    assert_eq!(error.to_string(), "a vertex of triangle 1 of body 1 (label 6) is 8: must be less than 8");
}

#[test]
fn grids_that_make_no_sense_are_refused() {
    let good = unit_grid(8, 8);
    let refused = |grid| Rasterizer::new(grid).map(|_| ()).unwrap_err();
    assert!(matches!(refused(Grid { nx: 0, ..good }), Error::GridSize { nx: 0, ny: 8, .. }));
    assert!(matches!(refused(Grid { ny: usize::MAX, ..good }), Error::GridSize { .. }));
    for cell_size_m in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let error = refused(Grid { cell_size_m, ..good });
        assert!(matches!(error, Error::OutOfRange { what: "cell size (m)", .. }), "{error}");
    }
    assert_eq!(refused(Grid { origin_m: Vec2::NAN, ..good }), Error::NotFinite { what: "grid origin (m)" });
    for got in [0, 2, 17] {
        let error = Rasterizer::new(good).unwrap().samples_per_side(got).map(|_| ()).unwrap_err();
        let message = "samples along a side of a cell = ";
        assert_eq!(error.to_string(), format!("{message}{got}: must be an odd number from 1 to 15"));
    }
}
