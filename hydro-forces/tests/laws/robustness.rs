//! Inputs at the edges of what a hull, a pose and a surface can be.

use glam::{DQuat, DVec2, DVec3, Vec3};
use hydro_forces::{
    Coefficients, Cut, ForceModel, ForceOptions, Forces, GriddedSurface, Hull, Motion, Plane, Pressure,
    SurfaceGrid, WaterSample, WaterSurface,
};

use crate::inputs::sea_water;
use crate::meshes::{Mesh, cuboid, sphere};

fn models() -> impl Iterator<Item = ForceModel> {
    let model = ForceModel::new(sea_water(), Coefficients { drag: 1.0, lift: 1.0, alpha: 0.5 }).unwrap();
    [Cut::Centroid, Cut::Corners]
        .into_iter()
        .flat_map(move |cut| [Pressure::Exact, Pressure::Paper].map(|p| model.cut(cut).pressure(p)))
}

fn is_finite(f: &Forces) -> bool {
    let vectors = [f.force_n, f.torque_n_m, f.dynamic_n, f.dynamic_torque_n_m];
    vectors.iter().all(|v| v.is_finite())
        && (f.wet_area_m2 + f.submerged_volume_m3).is_finite()
        && f.center_of_buoyancy_m.is_none_or(|c| c.is_finite())
}

fn moving() -> Motion {
    Motion {
        linvel_m_s: DVec3::new(1.0, 2.0, -1.0),
        angvel_rad_s: DVec3::new(0.1, -0.2, 0.3),
        ..Motion::at_rest(DQuat::from_rotation_y(0.4), DVec3::ZERO)
    }
}

#[test]
fn a_motion_that_is_not_finite_skips_every_triangle() {
    let hull = sphere(1).hull();
    let nan = DVec3::new(0.0, f64::NAN, 0.0);
    let infinite = DVec3::new(f64::INFINITY, 0.0, 0.0);
    for motion in [
        Motion { rotation: DQuat::from_xyzw(0.0, f64::NAN, 0.0, 1.0), ..moving() },
        Motion { rotation: DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0), ..moving() },
        Motion { translation_m: nan, ..moving() },
        Motion { translation_m: infinite, ..moving() },
        Motion { linvel_m_s: nan, ..moving() },
        Motion { angvel_rad_s: infinite, ..moving() },
        Motion { reference_m: nan, ..moving() },
    ] {
        for model in models() {
            let forces = model.forces(&hull, &motion, &Plane::flat(0.0), ForceOptions::default());
            assert_eq!((forces.force_n, forces.skipped_triangles), (DVec3::ZERO, hull.triangle_count()));
        }
    }
}

#[test]
fn a_rotation_is_normalized() {
    let hull = sphere(1).hull();
    let long = Motion { rotation: moving().rotation * 3.0, ..moving() };
    for model in models() {
        let [a, b] = [moving(), long]
            .map(|m| model.forces(&hull, &m, &Plane::flat(0.0), ForceOptions::default()).force_n);
        assert!((a - b).length() <= 1e-9 * a.length());
    }
}

#[test]
fn a_hole_in_the_water_skips_the_triangles_over_it_alone() {
    let hull = sphere(2).hull();
    let grid = SurfaceGrid::new(8, 8, 0.5, DVec2::splat(-2.0)).unwrap();
    let (zero, mut holed) = ([0.0f32; 64], [0.0f32; 64]);
    holed[3 * 8 + 3] = f32::NAN;
    for model in models() {
        for [level, u] in [[&holed, &zero], [&zero, &holed]] {
            let water = GriddedSurface::new(grid, level, u, &zero).unwrap();
            let forces = model.forces(&hull, &moving(), &water, ForceOptions::default());
            assert!(is_finite(&forces), "{forces:?}");
            assert!(forces.skipped_triangles > 0 && forces.skipped_triangles < hull.triangle_count());
            assert!(forces.force_n.z > 0.0);
        }
    }
}

#[test]
fn levels_far_above_drown_and_far_below_leave_dry() {
    let hull = sphere(2).hull();
    let statics = Motion::at_rest(moving().rotation, DVec3::ZERO);
    for model in models() {
        let deep = model.forces(&hull, &statics, &Plane::flat(1e6), ForceOptions::default());
        assert!((deep.wet_area_m2 - hull.area_m2()).abs() < 1e-9);
        assert!((deep.submerged_volume_m3 - hull.volume_m3()).abs() < 1e-6 * hull.volume_m3());
        for level in [-1e6, -1e300] {
            assert_eq!(
                model.forces(&hull, &moving(), &Plane::flat(level), ForceOptions::default()),
                Forces::default()
            );
        }
    }
}

#[test]
fn levels_and_speeds_too_large_to_square_are_skipped() {
    let hull = sphere(1).hull();
    let fast = Motion { linvel_m_s: DVec3::X * 1e200, ..moving() };
    for model in models() {
        for (motion, level) in [(moving(), 1e200), (moving(), f64::INFINITY), (fast, 0.0)] {
            let forces = model.forces(&hull, &motion, &Plane::flat(level), ForceOptions::default());
            assert!(is_finite(&forces), "{forces:?}");
            assert!(forces.skipped_triangles > 0);
        }
        let below = model.forces(&hull, &moving(), &Plane::flat(f64::NEG_INFINITY), ForceOptions::default());
        assert!(is_finite(&below));
    }
}

#[test]
fn degenerate_triangles_change_nothing() {
    let correct = sphere(1);
    let mut defective = correct.clone();
    defective.triangles.extend([[0, 0, 0], [1, 2, 2], [3, 4, 3]]);
    // Three corners on a line.
    let first = defective.vertices.len() as u32;
    defective.vertices.extend([Vec3::NEG_Z, Vec3::ZERO, Vec3::Z]);
    defective.triangles.push([first, first + 1, first + 2]);
    assert_eq!(defective.hull().diagnosis().degenerate_triangles, 4);
    for model in models() {
        let [a, b] = [&correct, &defective]
            .map(|m| model.forces(&m.hull(), &moving(), &Plane::flat(0.1), ForceOptions::default()));
        assert_eq!(a, b);
    }
}

#[test]
fn a_triangle_that_lies_in_the_surface_is_dry() {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
    let hull = Hull::new(&corners, &[[0, 2, 1]]).unwrap();
    let motion = Motion { linvel_m_s: -DVec3::Z, ..Motion::at_rest(DQuat::IDENTITY, DVec3::ZERO) };
    for model in models() {
        assert_eq!(
            model.forces(&hull, &motion, &Plane::flat(0.0), ForceOptions::default()),
            Forces::default()
        );
        let touched = model.forces(&hull, &motion, &Plane::flat(f64::MIN_POSITIVE), ForceOptions::default());
        assert!(is_finite(&touched) && touched.wet_area_m2 == 0.5, "{touched:?}");
    }
}

#[test]
fn a_tip_that_dips_by_next_to_nothing_feels_next_to_nothing() {
    let hull =
        Hull::new(&[Vec3::ZERO, Vec3::new(1.0, 0.0, 1.0), Vec3::new(0.0, 1.0, 1.0)], &[[0, 2, 1]]).unwrap();
    let motion = Motion { linvel_m_s: -DVec3::Z, ..Motion::at_rest(DQuat::IDENTITY, DVec3::ZERO) };
    for model in models() {
        // The wet fraction is the square of the depth: denormal at 1e-160, zero at 1e-200.
        for depth in [1e-20, 1e-100, 1e-160, 1e-200, f64::MIN_POSITIVE] {
            let forces = model.forces(&hull, &motion, &Plane::flat(depth), ForceOptions::default());
            assert!(is_finite(&forces) && forces.skipped_triangles == 0, "{forces:?}");
            assert!(forces.force_n.length() <= 1e5 * depth * depth && forces.wet_area_m2 <= depth * depth);
        }
    }
}

#[test]
fn an_inverted_mesh_is_pulled_down_as_hard_as_the_sound_one_is_pushed_up() {
    let (correct, inverted) = (sphere(2), sphere(2).inverted());
    assert!(inverted.hull().diagnosis().inverted && !correct.hull().diagnosis().inverted);
    let statics = Motion::at_rest(moving().rotation, DVec3::ZERO);
    for model in models() {
        let [up, down] = [correct.hull(), inverted.hull()]
            .map(|h| model.forces(&h, &statics, &Plane::flat(0.0), ForceOptions::default()));
        assert!(up.force_n.z > 0.0 && (up.force_n + down.force_n).length() < 1e-9 * up.force_n.z);
        assert_eq!(down.center_of_buoyancy_m, None);
    }
}

#[test]
fn an_open_hull_floats_as_long_as_its_rim_is_dry() {
    let closed = cuboid(Vec3::new(4.0, 2.0, 1.0));
    let open = Mesh {
        // The lid is the second quad.
        triangles: [&closed.triangles[..2], &closed.triangles[4..]].concat(),
        vertices: closed.vertices.clone(),
    };
    assert!(!open.hull().diagnosis().closed);
    let statics = Motion::at_rest(DQuat::from_rotation_x(0.05), DVec3::ZERO);
    for model in models() {
        let [a, b] = [&closed, &open]
            .map(|m| model.forces(&m.hull(), &statics, &Plane::flat(0.0), ForceOptions::default()));
        assert!(a.force_n.z > 0.0);
        assert!((a.force_n - b.force_n).length() <= 1e-12 * a.force_n.z);
        assert!((a.torque_n_m - b.torque_n_m).length() <= 1e-12 * a.force_n.z);
        assert_eq!(a.skipped_triangles, b.skipped_triangles);
    }
}

/// Any type with a sample works through `dyn`.
#[test]
fn a_surface_of_ones_own_needs_a_sample_alone() {
    struct Ripple;
    impl WaterSurface for Ripple {
        fn sample(&self, position_m: DVec2) -> WaterSample {
            WaterSample { level_m: 0.1 * position_m.x.sin(), velocity_m_s: DVec2::Y }
        }
    }
    let surface: &dyn WaterSurface = &Ripple;
    for model in models() {
        let forces = model.forces(&sphere(2).hull(), &moving(), surface, ForceOptions::default());
        assert!(is_finite(&forces) && forces.force_n.z > 0.0);
    }
}
