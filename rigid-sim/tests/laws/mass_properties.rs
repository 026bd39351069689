//! Mass properties of meshes against closed forms, parry's f32 sums and the parallel-axis theorem.

use crate::setups::{box_mesh, hull_points, unit_quaternion, vector};
use glam::{DMat3, DQuat, DVec3, Vec3};
use parry3d::transformation::{convex_hull, try_convex_hull};
use proptest::prelude::*;
use rigid_sim::{Error, MassProperties};

fn largest(m: DMat3) -> f64 {
    m.to_cols_array().into_iter().fold(0.0, |a: f64, x| a.max(x.abs()))
}

#[test]
fn a_box_mesh_has_the_inertia_of_a_box() {
    let (low, high) = (Vec3::new(1.0, -2.0, 0.5), Vec3::new(3.0, 2.0, 1.5));
    let (vertices, triangles) = box_mesh(low, high);
    let mesh = MassProperties::from_mesh(&vertices, &triangles, 12.0).unwrap();
    let solid = MassProperties::from_box(DVec3::new(1.0, 2.0, 0.5), 12.0).unwrap();
    assert!((mesh.center_m - DVec3::new(2.0, 0.0, 1.0)).length() < 1e-14);
    assert!(largest(mesh.inertia_kg_m2 - solid.inertia_kg_m2) < 1e-13);
    // I_x = m (b² + c²) / 12 with the full edges.
    assert!((solid.inertia_kg_m2.x_axis.x - 12.0 * (16.0 + 1.0) / 12.0).abs() < 1e-13);
}

#[test]
fn a_fine_sphere_mesh_approaches_a_ball() {
    let (mesh, triangles) = parry3d::shape::Ball::new(2.0).to_trimesh(200, 100);
    let sphere = MassProperties::from_mesh(&mesh, &triangles, 5.0).unwrap();
    let ball = MassProperties::from_sphere(2.0, 5.0).unwrap();
    assert!(largest(sphere.inertia_kg_m2 - ball.inertia_kg_m2) < 1e-3 * ball.inertia_kg_m2.x_axis.x);
    assert!(sphere.center_m.length() < 1e-6);
}

#[test]
fn a_mesh_far_from_its_origin_loses_no_digits_where_single_precision_sums_do() {
    let shift = Vec3::new(128.0, 64.0, -32.0);
    let (near, triangles) = parry3d::shape::Ball::new(1.0).to_trimesh(200, 100);
    // Coordinates that f32 holds exactly in both places: only the sums can differ.
    let near: Vec<Vec3> = near.iter().map(|p| (*p * 65536.0).round() / 65536.0).collect();
    let far: Vec<Vec3> = near.iter().map(|p| *p + shift).collect();
    let here = MassProperties::from_mesh(&near, &triangles, 1.0).unwrap();
    let there = MassProperties::from_mesh(&far, &triangles, 1.0).unwrap();
    assert!((there.center_m - here.center_m - shift.as_dvec3()).length() < 1e-12);
    assert!(largest(there.inertia_kg_m2 - here.inertia_kg_m2) < 1e-12);
    let single = parry3d::mass_properties::MassProperties::from_trimesh(1.0, &far, &triangles);
    assert!((single.local_com.as_dvec3() - there.center_m).length() > 1e-4);
}

proptest! {
    #[test]
    fn random_closed_meshes_agree_with_parry(points in hull_points(), turn in unit_quaternion()) {
        let points: Vec<Vec3> = points.iter().map(|p| (turn * p.as_dvec3()).as_vec3()).collect();
        let (vertices, triangles) = convex_hull(&points);
        let ours = MassProperties::from_mesh(&vertices, &triangles, 3.0).unwrap();
        let parrys = parry3d::mass_properties::MassProperties::from_trimesh(1.0, &vertices, &triangles);
        let scale = 3.0 / f64::from(parrys.mass());
        let inertia = parrys.reconstruct_inertia_matrix().as_dmat3() * scale;
        prop_assert!((parrys.local_com.as_dvec3() - ours.center_m).length() < 1e-5);
        prop_assert!(largest(inertia - ours.inertia_kg_m2) < 1e-4 * largest(inertia));
        let hull = MassProperties::from_convex_hull(&points, 3.0).unwrap();
        prop_assert!(largest(hull.inertia_kg_m2 - ours.inertia_kg_m2) < 1e-12);
    }

    #[test]
    fn turning_a_mesh_turns_its_inertia(points in hull_points(), turn in unit_quaternion(), shift in vector(4.0)) {
        let (vertices, triangles) = try_convex_hull(&points).unwrap();
        let moved: Vec<Vec3> = vertices.iter().map(|p| (turn * p.as_dvec3() + shift).as_vec3()).collect();
        let here = MassProperties::from_mesh(&vertices, &triangles, 3.0).unwrap();
        let there = MassProperties::from_mesh(&moved, &triangles, 3.0).unwrap();
        let axes = DMat3::from_quat(turn);
        // The vertices themselves are rounded to f32 after the move.
        prop_assert!((there.center_m - (turn * here.center_m + shift)).length() < 2e-6);
        prop_assert!(largest(there.inertia_kg_m2 - axes * here.inertia_kg_m2 * axes.transpose()) < 2e-5);
    }

    #[test]
    fn cargo_obeys_the_parallel_axis_theorem(at in vector(3.0), mass in 0.1..10.0f64) {
        let hull = MassProperties::from_box(DVec3::new(1.0, 0.5, 0.25), 4.0).unwrap().with_center(DVec3::new(0.2, 0.1, 0.0));
        let loaded = hull.with_point_mass(mass, at);
        // About the body's origin, moments add: I_O = I_c + m (|c|² − c cᵀ).
        let about_origin = |p: &MassProperties| {
            let c = p.center_m;
            let outer = DMat3::from_cols(c * c.x, c * c.y, c * c.z);
            p.inertia_kg_m2 + (DMat3::from_diagonal(DVec3::splat(c.length_squared())) - outer) * p.mass_kg
        };
        let point = MassProperties { mass_kg: mass, center_m: at, inertia_kg_m2: DMat3::ZERO };
        let error = about_origin(&loaded) - about_origin(&hull) - about_origin(&point);
        prop_assert!(largest(error) < 1e-11);
        prop_assert!((loaded.center_m * (4.0 + mass) - hull.center_m * 4.0 - at * mass).length() < 1e-12);
    }
}

#[test]
fn open_inverted_flat_and_broken_meshes_are_refused_with_their_numbers() {
    let (vertices, triangles) = box_mesh(Vec3::ZERO, Vec3::ONE);
    let from = |v: &[Vec3], t: &[[u32; 3]]| MassProperties::from_mesh(v, t, 1.0).unwrap_err();
    assert_eq!(from(&vertices, &triangles[1..]), Error::OpenMesh { edges: 3 });
    let inverted: Vec<_> = triangles.iter().map(|[a, b, c]| [*a, *c, *b]).collect();
    assert!(
        matches!(from(&vertices, &inverted), Error::InvertedMesh { volume_m3 } if (volume_m3 + 1.0).abs() < 1e-12)
    );
    assert!(matches!(from(&vertices, &[]), Error::NoVolume { triangles: 0, .. }));
    let flat = box_mesh(Vec3::ZERO, Vec3::new(1.0, 1.0, 0.0));
    assert!(matches!(from(&flat.0, &flat.1), Error::NoVolume { .. }));
    assert_eq!(
        from(&vertices, &[[0, 1, 8]]),
        Error::Index { what: "a vertex of mesh triangle 0".into(), index: 8, len: 8 }
    );
    let mut broken = vertices.clone();
    broken[3].y = f32::NAN;
    assert!(matches!(from(&broken, &triangles), Error::NotFinite { .. }));
    assert!(matches!(MassProperties::from_mesh(&vertices, &triangles, 0.0), Err(Error::OutOfRange { .. })));
}

#[test]
fn a_triangle_soup_whose_corners_coincide_is_closed() {
    let (vertices, triangles) = box_mesh(-Vec3::ONE, Vec3::ONE);
    let soup: Vec<Vec3> = triangles.iter().flatten().map(|&i| vertices[i as usize]).collect();
    let separate: Vec<[u32; 3]> = (0..12).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    let shared = MassProperties::from_mesh(&vertices, &triangles, 2.0).unwrap();
    assert_eq!(MassProperties::from_mesh(&soup, &separate, 2.0).unwrap(), shared);
}

#[test]
fn the_hull_stands_in_for_an_open_mesh() {
    let (vertices, _) = box_mesh(-Vec3::ONE, Vec3::ONE);
    let hull = MassProperties::from_convex_hull(&vertices, 2.0).unwrap();
    let solid = MassProperties::from_box(DVec3::ONE, 2.0).unwrap();
    assert!(largest(hull.inertia_kg_m2 - solid.inertia_kg_m2) < 1e-12);
    let plane = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::X + Vec3::Y, Vec3::new(0.3, 0.2, 0.0)];
    for points in [&plane[..], &plane[..2], &[]] {
        assert!(
            matches!(MassProperties::from_convex_hull(points, 2.0), Err(Error::DegenerateHull { .. })),
            "{points:?}"
        );
        assert!(
            matches!(rigid_sim::Collider::convex_hull(points), Err(Error::DegenerateHull { .. })),
            "{points:?}"
        );
    }
}

#[test]
fn impossible_bodies_are_refused() {
    let gyration = |k| MassProperties::from_gyration(k, DVec3::ZERO, 2.0);
    assert_eq!(gyration(DVec3::new(1.0, 1.0, 1.2)).unwrap().inertia_kg_m2.z_axis.z, 2.0 * 1.2 * 1.2);
    assert!(matches!(gyration(DVec3::new(1.0, 1.0, 1.5)), Err(Error::ImpossibleInertia { .. })));
    assert!(matches!(gyration(DVec3::new(1.0, 0.0, 1.0)), Err(Error::ImpossibleInertia { .. })));
    let build = |mass| rigid_sim::RigidBodyBuilder::dynamic().mass_properties(mass).build();
    let mut lopsided = MassProperties::from_sphere(1.0, 1.0).unwrap();
    lopsided.inertia_kg_m2.x_axis.y = 0.1;
    assert!(matches!(build(lopsided), Err(Error::AsymmetricInertia { .. })));
    assert_eq!(rigid_sim::RigidBodyBuilder::dynamic().build().unwrap_err(), Error::NoMassProperties);
    let zero = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    assert!(matches!(
        rigid_sim::RigidBodyBuilder::kinematic().rotation(zero).build(),
        Err(Error::OutOfRange { .. })
    ));
}

/// Parry's hull fails on the corners of a prism of thousands of sides, and takes minutes for a hundred thousand points.
#[test]
fn the_hull_of_many_points_is_that_of_the_outermost() {
    let circle = |count: usize, z: f32| {
        let angle = move |k: usize| std::f32::consts::TAU * k as f32 / count as f32;
        (0..count).map(move |k| Vec3::new(angle(k).cos(), angle(k).sin(), z))
    };
    for count in [1000, 2400, 5000] {
        let prism: Vec<Vec3> = circle(count, 0.0).chain(circle(count, 1.0)).collect();
        let inertia = MassProperties::from_convex_hull(&prism, 2.0).unwrap().inertia_kg_m2;
        let exact = DVec3::new(2.0 * (3.0 + 1.0) / 12.0, 2.0 * (3.0 + 1.0) / 12.0, 1.0);
        assert!(largest(inertia - DMat3::from_diagonal(exact)) < 0.01, "{count}: {inertia}");
        rigid_sim::Collider::convex_hull(&prism).unwrap();
    }
    let ellipsoid: Vec<Vec3> = (0..100_000)
        .map(|k| {
            let (z, angle) = (1.0 - 2.0 * (k as f32 + 0.5) / 1e5, 2.399_963_2 * k as f32);
            let across = (1.0 - z * z).sqrt();
            Vec3::new(6.0 * across * angle.cos(), 2.0 * across * angle.sin(), z)
        })
        .collect();
    let inertia = MassProperties::from_convex_hull(&ellipsoid, 5.0).unwrap().inertia_kg_m2;
    let exact = DMat3::from_diagonal(DVec3::new(5.0, 37.0, 40.0));
    assert!(largest(inertia - exact) < 0.02 * 40.0, "{inertia}");
}
