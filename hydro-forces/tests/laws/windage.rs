//! The wind on what hulls have above the water.

use glam::{DQuat, DVec2, DVec3, Vec3};
use hydro_forces::{Hull, Motion, Wind};

/// A box of 4 × 2 × 3 m about the origin.
fn boxed() -> Hull {
    let corners: Vec<Vec3> =
        (0..8).map(|k| Vec3::new([-2.0, 2.0][k & 1], [-1.0, 1.0][k >> 1 & 1], [-1.5, 1.5][k >> 2])).collect();
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles: Vec<_> = sides.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    Hull::new(&corners, &triangles).unwrap()
}

const EVEN: Wind = Wind { velocity_m_s: DVec2::new(12.0, 0.0), surface_drag: 0.0, density_kg_m3: 1.225 };

/// In even wind it is `½ ρ C A |w| w` of the area that the dry part shows to the wind, whatever the heading, at the middle of that area.
#[test]
fn a_box_has_the_drag_of_the_area_that_it_shows() {
    let (hull, coefficient, level_m) = (boxed(), 1.1, 0.5);
    for heading_deg in [0.0_f64, 20.0, 90.0, 211.0] {
        let (sin, cos) = heading_deg.to_radians().sin_cos();
        let rotation = DQuat::from_rotation_z(heading_deg.to_radians());
        let motion = Motion { reference_m: DVec3::Z * -0.5, ..Motion::at_rest(rotation, DVec3::ZERO) };
        let load = EVEN.load(&hull, &motion, level_m, coefficient);
        let area_m2 = (2.0 * cos.abs() + 4.0 * sin.abs()) * (1.5 - level_m);
        let exact_n = 0.5 * 1.225 * coefficient * area_m2 * 144.0;
        assert!((load.force_n - DVec3::X * exact_n).length() < 1e-9 * exact_n, "{heading_deg}°: {load:?}");
        // The middle of the dry part is 1.5 m above the reference.
        assert!((load.torque_n_m.y - 1.5 * exact_n).abs() < 1e-9 * exact_n, "{heading_deg}°: {load:?}");
    }
}

/// What moves with the wind has none; what moves through still air is braked; and what is under the water, or has no coefficient, has none.
#[test]
fn the_wind_is_that_past_the_hull() {
    let hull = boxed();
    let moving = |linvel_m_s: DVec3| Motion { linvel_m_s, ..Motion::at_rest(DQuat::IDENTITY, DVec3::ZERO) };
    assert_eq!(EVEN.load(&hull, &moving(DVec3::X * 12.0), -5.0, 1.0).force_n, DVec3::ZERO);
    let calm = Wind { velocity_m_s: DVec2::ZERO, ..EVEN };
    let braked_n = calm.load(&hull, &moving(DVec3::X * 3.0), -5.0, 1.0).force_n;
    assert!((braked_n + DVec3::X * 0.5 * 1.225 * 6.0 * 9.0).length() < 1e-9, "{braked_n}");
    assert_eq!(EVEN.load(&hull, &moving(DVec3::ZERO), 1.5, 1.0).force_n, DVec3::ZERO);
    assert_eq!(EVEN.load(&hull, &moving(DVec3::ZERO), 0.0, 0.0).force_n, DVec3::ZERO);
    // It turns in still air about z: its ends are braked, and the middle goes nowhere.
    let turning = Motion { angvel_rad_s: DVec3::Z * 2.0, ..moving(DVec3::ZERO) };
    let load = calm.load(&hull, &turning, -5.0, 1.0);
    assert!(load.torque_n_m.z < -1.0 && load.force_n.length() < 1e-9, "{load:?}");
}

/// The profile is logarithmic, with the friction velocity of the surface's stress; nothing blows below its roughness.
#[test]
fn the_profile_is_that_of_the_stress_on_the_water() {
    let wind = Wind { surface_drag: 2e-3, ..EVEN };
    assert!((wind.velocity_at(10.0) - EVEN.velocity_m_s).length() < 1e-12);
    let friction_m_s = 2e-3_f64.sqrt() * 12.0;
    let gained_m_s = wind.velocity_at(6.0).x - wind.velocity_at(3.0).x;
    assert!((gained_m_s - friction_m_s / 0.4 * 2.0_f64.ln()).abs() < 1e-12, "{gained_m_s}");
    let roughness_m = 10.0 * (-0.4 / 2e-3_f64.sqrt()).exp();
    assert!(wind.velocity_at(1.01 * roughness_m).x > 0.0);
    assert_eq!([0.99 * roughness_m, 0.0].map(|z| wind.velocity_at(z)), [DVec2::ZERO; 2]);
}
