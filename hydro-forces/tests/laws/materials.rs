//! Triangles of different materials, and coefficients that follow the flow.

use glam::{DQuat, DVec3, Vec3};
use hydro_forces::{Coefficients, Error, ForceModel, ForceOptions, Incidence, Material, Motion, Plane};
use proptest::prelude::*;

use crate::inputs::{coefficients, mesh, motion, sea_water};
use crate::meshes::cuboid;

fn model(c: Coefficients) -> ForceModel {
    ForceModel::new(sea_water(), c).unwrap()
}

proptest! {
    /// Drag and lift of a hull of two materials are those of the model of each, triangle by triangle.
    #[test]
    fn every_triangle_has_the_forces_of_its_material(
        mesh in mesh(), motion in motion(), c in [coefficients(), coefficients()],
        pick in prop::collection::vec(0u16..2, 600),
    ) {
        let bare = mesh.hull();
        let of: Vec<u16> = (0..bare.triangle_count()).map(|t| pick[t % 600]).collect();
        let materials = c.map(|c| Material::new(c).unwrap());
        let hull = mesh.hull().with_materials(&materials, &of).unwrap();
        let dynamic = |hull, c| {
            let mut forces = vec![DVec3::ZERO; bare.triangle_count()];
            model(c).forces(hull, &motion, &Plane::flat(0.0), ForceOptions::default().triangles(&mut |t| forces[t.triangle] = t.dynamic_n));
            forces
        };
        let want = c.map(|c| dynamic(&bare, c));
        for (t, got) in dynamic(&hull, Coefficients::NONE).into_iter().enumerate() {
            prop_assert_eq!(got, want[usize::from(of[t])][t]);
        }
    }
}

/// Stokes' drag, C_d = 24 / Re: the force grows with the speed, not with its square.
#[test]
fn a_law_sees_the_reynolds_number_and_the_angle() {
    let law = |i: &Incidence| {
        assert!((i.cos_angle - 1.0).abs() < 1e-12 || i.cos_angle.abs() < 1e-12 || i.cos_angle < 0.0);
        Coefficients { drag: 24.0 / i.reynolds(2.0, 1e-3), lift: 0.0, alpha: 1.0 }
    };
    let hull =
        cuboid(Vec3::new(4.0, 2.0, 1.0)).hull().with_materials(&[Material::varying(law)], &[0; 12]).unwrap();
    for speed in [0.01, 0.1, 1.0] {
        let motion = Motion { linvel_m_s: DVec3::X * speed, ..Motion::at_rest(DQuat::IDENTITY, DVec3::ZERO) };
        let forces =
            model(Coefficients::NONE).forces(&hull, &motion, &Plane::flat(0.0), ForceOptions::default());
        // ½ ρ (24 ν / |V| L) A V² on the wet half of the bow.
        let want = -0.5 * 1025.0 * 24.0 * 1e-3 / 2.0 * speed;
        assert!((forces.dynamic_n.x / want - 1.0).abs() < 1e-12, "{}", forces.dynamic_n);
    }
}

#[test]
fn what_a_law_may_not_return_counts_as_nothing() {
    let moving = Motion { linvel_m_s: DVec3::X, ..Motion::at_rest(DQuat::IDENTITY, DVec3::ZERO) };
    for bad in [f64::NAN, f64::INFINITY, -1.0] {
        let law = move |_: &Incidence| Coefficients { drag: bad, lift: bad, alpha: bad };
        let hull = cuboid(Vec3::ONE).hull().with_materials(&[Material::varying(law)], &[0; 12]).unwrap();
        let forces =
            model(Coefficients::NONE).forces(&hull, &moving, &Plane::flat(0.0), ForceOptions::default());
        assert_eq!(forces.dynamic_n, DVec3::ZERO);
    }
}

#[test]
fn materials_that_are_not_there_are_refused() {
    let hull = || cuboid(Vec3::ONE).hull();
    let material = [Material::new(Coefficients::NONE).unwrap()];
    assert_eq!(
        hull().with_materials(&material, &[0; 11]).unwrap_err(),
        Error::ShapeMismatch { what: "of_triangle", expected: 12, got: 11 }
    );
    assert!(matches!(
        hull().with_materials(&material, &[1; 12]).unwrap_err(),
        Error::Index { index: 1, len: 1, .. }
    ));
    assert!(Material::new(Coefficients { drag: f64::NAN, ..Coefficients::NONE }).is_err());
}
