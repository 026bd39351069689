//! Drag takes energy, lift none, and water that moves with the body neither.

use glam::DVec3;
use hydro_forces::{Coefficients, Cut, ForceModel, ForceOptions, Lift, Motion, Plane, SkinFriction};
use proptest::prelude::*;

use crate::inputs::{coefficients, mesh, motion, plan, sea_water};

fn model(c: Coefficients) -> ForceModel {
    ForceModel::new(sea_water(), c).unwrap()
}

proptest! {
    #[test]
    fn the_power_of_drag_and_lift_is_never_positive(
        mesh in mesh(), motion in motion(), current in plan(3.0), c in coefficients(),
    ) {
        let water = Plane::flat(0.0).with_velocity(current);
        model(c).forces(&mesh.hull(), &motion, &water, ForceOptions::default().triangles(&mut |t| {
            let velocity = motion.velocity_at(t.wet_centroid_m) - current.extend(0.0);
            let power = t.dynamic_n.dot(velocity);
            let rounding = 1e-10 * t.dynamic_n.length() * velocity.length();
            assert!(power <= rounding, "{power} {velocity} {t:?}");
        }));
    }

    #[test]
    fn a_moving_body_loses_energy_to_still_water(
        mesh in mesh(), motion in motion(), c in coefficients(),
    ) {
        let forces = |c| model(c).forces(&mesh.hull(), &motion, &Plane::flat(0.0), ForceOptions::default());
        let (moving, statics) = (forces(c), forces(Coefficients::NONE));
        let torque = moving.torque_n_m - statics.torque_n_m;
        let power = moving.dynamic_n.dot(motion.linvel_m_s) + torque.dot(motion.angvel_rad_s);
        let scale = 1025.0 * mesh.hull().area_m2() * 40f64.powi(3);
        prop_assert!(power <= 1e-10 * scale, "{power}");
        if c.drag > 0.1 && moving.wet_area_m2 > 0.5 * mesh.hull().area_m2() {
            prop_assert!(power < 0.0, "{power}");
        }
    }

    #[test]
    fn lift_does_no_work(
        mesh in mesh(), motion in motion(), lift in 0.1..2.0, alpha in 0.0..=1.0,
        law in prop_oneof![Just(Lift::Exact), Just(Lift::Paper)],
    ) {
        let lift_alone = model(Coefficients { drag: 0.0, lift, alpha }).lift(law);
        lift_alone.forces(&mesh.hull(), &motion, &Plane::flat(0.0), ForceOptions::default().triangles(&mut |t| {
            let velocity = motion.velocity_at(t.wet_centroid_m);
            let power = t.dynamic_n.dot(velocity);
            assert!(power.abs() <= 1e-9 * t.dynamic_n.length() * velocity.length(), "{power}");
        }));
    }

    /// A small turn of the velocity changes the lift a little, whatever the angle; |dF| ≤ ½ ρ C_l A V² · 4 dθ
    /// for each triangle.
    #[test]
    fn lift_is_continuous_in_the_direction_of_the_velocity(
        mesh in mesh(), motion in motion(), by in crate::inputs::vector(1.0), exponent in -8.0..-2.0, alpha in 0.0..=1.0,
        along_a_normal in any::<prop::sample::Index>(),
    ) {
        let hull = mesh.hull();
        let speed = motion.linvel_m_s.length();
        let normal = motion.rotation * hull.area_vector_m2(along_a_normal.index(hull.triangle_count())).normalize();
        let turn = 10f64.powf(exponent);
        let force = |direction: DVec3| {
            let motion = Motion { linvel_m_s: direction * speed, angvel_rad_s: DVec3::ZERO, ..motion };
            model(Coefficients { drag: 0.0, lift: 1.0, alpha }).lift(Lift::Exact)
                .forces(&hull, &motion, &Plane::flat(100.0), ForceOptions::default()).dynamic_n
        };
        // To both sides of V ∥ n.
        let side = by.reject_from_normalized(normal).normalize_or(normal.any_orthonormal_vector());
        let [a, b] = [1.0, -1.0].map(|way| force((normal + side * (way * turn)).normalize()));
        let bound = 0.5 * 1025.0 * hull.area_m2() * speed * speed * 4.0 * (2.0 * turn);
        prop_assert!((a - b).length() <= bound + 1e-9 * bound / turn, "{a} {b} {bound}");
    }

    #[test]
    fn a_body_that_drifts_with_the_current_feels_none(
        mesh in mesh(), motion in motion(), current in plan(3.0), c in coefficients(),
    ) {
        let motion = Motion { linvel_m_s: current.extend(0.0), angvel_rad_s: DVec3::ZERO, ..motion };
        let water = Plane::flat(0.0).with_velocity(current);
        let forces = model(c).cut(Cut::Corners).forces(&mesh.hull(), &motion, &water, ForceOptions::default());
        prop_assert!(forces.dynamic_n.length() <= 1e-20, "{}", forces.dynamic_n);
    }

    #[test]
    fn drag_grows_with_the_square_of_the_speed(
        mesh in mesh(), motion in motion(), factor in 0.1..10.0f64, c in coefficients(),
    ) {
        let scaled = Motion {
            linvel_m_s: motion.linvel_m_s * factor,
            angvel_rad_s: motion.angvel_rad_s * factor,
            ..motion
        };
        let dynamic = |m| model(c).forces(&mesh.hull(), m, &Plane::flat(0.0), ForceOptions::default()).dynamic_n;
        let (slow, fast) = (dynamic(&motion), dynamic(&scaled));
        let scale = 1025.0 * mesh.hull().area_m2() * (factor * 40.0).powi(2);
        prop_assert!((fast - slow * factor * factor).length() <= 1e-11 * scale, "{slow} {fast}");
    }
}

proptest! {
    #[test]
    fn skin_friction_brakes_every_triangle(mesh in mesh(), motion in motion(), current in plan(3.0)) {
        let friction = SkinFriction::new(3.0, SkinFriction::FRESH_WATER_M2_S).unwrap();
        let water = Plane::flat(0.0).with_velocity(current);
        let rubbed = model(Coefficients::NONE).skin_friction(friction);
        let mut wet = 0;
        rubbed.forces(&mesh.hull(), &motion, &water, ForceOptions::default().triangles(&mut |t| {
            let velocity = motion.velocity_at(t.wet_centroid_m) - current.extend(0.0);
            assert!(t.dynamic_n.dot(velocity) <= 1e-10 * t.dynamic_n.length() * velocity.length());
            assert!(t.dynamic_n.dot(t.hydrostatic_n).abs() <= 1e-9 * t.dynamic_n.length() * t.hydrostatic_n.length());
            wet += usize::from(t.wet_area_m2 > 1e-6 && t.dynamic_n.length() > 0.0);
        }));
        prop_assert!(wet > 0 || rubbed.forces(&mesh.hull(), &motion, &water, ForceOptions::default()).wet_area_m2 < 0.1);
    }
}

/// ½ ρ C_F S V² on the bottom and the sides.
#[test]
fn a_towed_box_feels_the_friction_of_the_line() {
    let hull = crate::meshes::cuboid(glam::Vec3::new(4.0, 2.0, 1.0)).hull();
    let motion = Motion { linvel_m_s: DVec3::X * 3.0, ..Motion::at_rest(glam::DQuat::IDENTITY, DVec3::ZERO) };
    let friction = SkinFriction::new(4.0, 1.2e-6).unwrap();
    let forces = model(Coefficients::NONE).skin_friction(friction).forces(
        &hull,
        &motion,
        &Plane::flat(0.0),
        ForceOptions::default(),
    );
    // Re = 10⁷
    let want = -0.5 * 1025.0 * 0.003 * (4.0 * 2.0 + 2.0 * 4.0 * 0.5) * 9.0;
    assert!((forces.dynamic_n - DVec3::X * want).length() < 1e-9, "{}", forces.dynamic_n);
}

/// ½ ρ C_d b h V² for a box driven flat on, half under water, α = 1: only its bow counts.
#[test]
fn a_box_driven_flat_on_feels_the_drag_of_its_wet_bow() {
    let hull = crate::meshes::cuboid(glam::Vec3::new(4.0, 2.0, 1.0)).hull();
    let motion = Motion { linvel_m_s: DVec3::X * 3.0, ..Motion::at_rest(glam::DQuat::IDENTITY, DVec3::ZERO) };
    let forces = model(Coefficients { drag: 0.8, lift: 0.5, alpha: 1.0 }).forces(
        &hull,
        &motion,
        &Plane::flat(0.0),
        ForceOptions::default(),
    );
    let want = -0.5 * 1025.0 * 0.8 * (2.0 * 0.5) * 9.0;
    assert!((forces.dynamic_n - DVec3::X * want).length() < 1e-9, "{}", forces.dynamic_n);
}
