//! Metacentric heights and righting arms.

use glam::{DQuat, DVec3, Vec3};
use hydro_forces::equilibrium::{GzCurve, float_pose, float_waterline, gz_curve, particulars};
use hydro_forces::{Error, submerged};
use proptest::prelude::*;

use crate::inputs::{mesh, rotation, vector};
use crate::meshes::{boat, cuboid, sphere};

fn box_curve(height: f64) -> GzCurve {
    gz_curve(&cuboid(Vec3::new(8.0, 4.0, 2.0)).hull(), DVec3::Z * height, 32.0, 36).unwrap()
}

#[test]
fn the_box_has_the_numbers_of_the_book() {
    let hull = cuboid(Vec3::new(8.0, 4.0, 2.0)).hull();
    let at = particulars(&hull, DVec3::ZERO, 32.0, DQuat::IDENTITY).unwrap();
    let close = |value: f64, expected: f64| assert!((value - expected).abs() < 1e-9, "{value} {expected}");
    close(at.draft_m, 1.0);
    close(at.kb_m, 0.5);
    close(at.kg_m, 1.0);
    close(at.bm_transverse_m, 4.0 / 3.0);
    close(at.bm_longitudinal_m, 16.0 / 3.0);
    close(at.gm_transverse_m, 5.0 / 6.0);
    close(at.gm_longitudinal_m, 29.0 / 6.0);
    close(at.waterplane_area_m2, 32.0);
    close(at.wet_area_m2, 32.0 + 24.0);
    close((at.center_of_buoyancy_m - DVec3::new(0.0, 0.0, -0.5)).length(), 0.0);
    close(at.center_of_flotation_m.length(), 0.0);

    let arms = box_curve(0.0).arms;
    close(arms[0].gz_m, 0.0);
    // Wall-sided until the deck's edge dips at 26.6°.
    for arm in &arms[1..=5] {
        let (sin, tan) = (arm.heel_deg.to_radians().sin(), arm.heel_deg.to_radians().tan());
        close(arm.gz_m, sin * (5.0 / 6.0 + 2.0 / 3.0 * tan * tan));
        close(arm.trim_deg, 0.0);
    }
    assert!((arms[2].gz_m - 0.1483).abs() < 1e-4 && (arms[4].gz_m - 0.3152).abs() < 1e-4);
}

#[test]
fn a_box_vanishes_on_its_side_and_rises_on_its_back() {
    let curve = box_curve(0.0);
    assert_eq!(curve.steady_deg, Some(0.0));
    assert!((curve.vanishing_deg.unwrap() - 90.0).abs() < 1e-5, "{:?}", curve.vanishing_deg);
    let gz: Vec<f64> = curve.arms.iter().map(|arm| arm.gz_m).collect();
    for (from, to) in gz.iter().zip(gz.iter().rev()) {
        assert!((from + to).abs() < 1e-9, "a box is the same upside down");
    }
    assert_eq!(curve.arms.len(), 37);
    assert_eq!(curve.arms[36].heel_deg, 180.0);
}

#[test]
fn mass_low_rights_from_everywhere_and_mass_high_lolls() {
    let low = box_curve(-3.0);
    assert_eq!((low.steady_deg, low.vanishing_deg), (Some(0.0), None));
    assert!(low.arms[1..36].iter().all(|arm| arm.gz_m > 0.0));

    let high = box_curve(0.9);
    let pose = float_pose(&cuboid(Vec3::new(8.0, 4.0, 2.0)).hull(), DVec3::Z * 0.9, 32.0, 0.0).unwrap();
    assert!((high.steady_deg.unwrap() - pose.heel_deg).abs() < 1e-5, "{high:?}");
    assert!(high.vanishing_deg.unwrap() > pose.heel_deg);

    let over = box_curve(8.0);
    assert_eq!((over.steady_deg, over.vanishing_deg), (None, Some(0.0)));
}

/// A mesh that is not alike on both sides to the last digit rests a hair off upright, to either side.
#[test]
fn a_hair_off_upright_is_upright_and_more_is_not() {
    let hull = cuboid(Vec3::new(8.0, 4.0, 2.0)).hull();
    let curve = |aside: f64| gz_curve(&hull, DVec3::new(0.0, aside, 0.0), 32.0, 36).unwrap();
    // GM is 5/6 m: 1e-5 m aside is 0.0007°, 1e-3 m is 0.07°.
    for aside in [-1e-5, -1e-7, 1e-7, 1e-5] {
        assert_eq!(curve(aside).steady_deg, Some(0.0), "{aside}");
    }
    let starboard = curve(-1e-3).steady_deg.unwrap();
    assert!((starboard.to_radians() * 5.0 / 6.0 - 1e-3).abs() < 1e-8, "{starboard}");
    assert_eq!(curve(1e-3).steady_deg, None, "rests heeled to port");
}

#[test]
fn a_boat_trims_as_it_heels_and_a_ball_has_a_sine() {
    let hull = boat(12.0, 4.0, 2.0).hull();
    let curve = gz_curve(&hull, DVec3::new(-1.0, 0.0, 1.0), 12.0, 18).unwrap();
    assert_eq!(curve.steady_deg, Some(0.0));
    let turned = curve.arms.iter().map(|arm| arm.trim_deg - curve.arms[0].trim_deg);
    assert!(turned.map(f64::abs).fold(0.0, f64::max) > 0.5, "a pointed bow trims as it heels");

    let ball = sphere(4).hull();
    let low = DVec3::new(0.0, 0.0, -0.2);
    for arm in gz_curve(&ball, low, 0.3 * ball.volume_m3(), 12).unwrap().arms {
        assert!((arm.gz_m - 0.2 * arm.heel_deg.to_radians().sin()).abs() < 2e-3, "{arm:?}");
    }
}

#[test]
fn no_steps_are_refused() {
    let error = gz_curve(&cuboid(Vec3::ONE).hull(), DVec3::ZERO, 0.5, 0).unwrap_err();
    assert!(matches!(error, Error::OutOfRange { what: "steps", .. }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// GM is the slope of the lever between the centers as the hull is tilted.
    #[test]
    fn metacentric_heights_are_the_slope_of_the_lever(
        mesh in mesh(), rotation in rotation(), fraction in 0.2..0.8, arm in vector(0.5),
    ) {
        let hull = mesh.hull();
        let volume = fraction * hull.volume_m3();
        let center = hull.centroid_m().unwrap() + arm;
        let at = particulars(&hull, center, volume, rotation).unwrap();
        let ahead = (rotation * DVec3::X).truncate();
        prop_assume!(ahead.length() > 0.1);
        let ahead = ahead.normalize().extend(0.0);
        let lever = |axis: DVec3, angle: f64| {
            let tilted = DQuat::from_axis_angle(axis, angle) * rotation;
            let level = float_waterline(&hull, tilted, volume).unwrap();
            let buoyancy = submerged(&hull, tilted, level).unwrap().center_of_buoyancy_m.unwrap();
            DVec3::Z.cross(tilted * center - buoyancy).dot(axis)
        };
        for (axis, gm, bm) in [
            (ahead, at.gm_transverse_m, at.bm_transverse_m),
            (DVec3::Z.cross(ahead), at.gm_longitudinal_m, at.bm_longitudinal_m),
        ] {
            // The levers' second differences bound what a kink of the waterplane does within the step.
            let step = 1e-5;
            let slope = (lever(axis, step) - lever(axis, -step)) / (2.0 * step);
            let kink = (lever(axis, step) - 2.0 * lever(axis, 0.0) + lever(axis, -step)).abs() / step;
            prop_assert!((slope + gm).abs() <= kink + 1e-5 * (bm + gm.abs() + 1.0), "{slope} {gm}");
        }
        prop_assert!((at.kb_m + at.bm_transverse_m - at.kg_m - at.gm_transverse_m).abs() < 1e-9);
        let level = float_waterline(&hull, rotation, volume).unwrap();
        let cut = submerged(&hull, rotation, level).unwrap();
        prop_assert!((rotation * at.center_of_buoyancy_m - cut.center_of_buoyancy_m.unwrap()).length() < 1e-9);
        let flotation = rotation * at.center_of_flotation_m;
        prop_assert!((flotation.truncate() - cut.center_of_flotation_m.unwrap()).length() < 1e-8);
        prop_assert!((flotation.z - level).abs() < 1e-9);
        prop_assert!(cut.waterplane_second_moments_m4.determinant() >= -1e-9);
    }

    /// The area under the curve is the work done, and no moment trims the hull along it.
    #[test]
    fn the_area_under_the_curve_is_the_energy(mesh in mesh(), fraction in 0.2..0.8, arm in vector(0.2)) {
        let hull = mesh.hull();
        let volume = fraction * hull.volume_m3();
        let center = hull.centroid_m().unwrap() + arm;
        let curve = gz_curve(&hull, center, volume, 720).unwrap();
        let step = 0.25f64.to_radians();
        for arms in curve.arms.windows(3) {
            // A hull that jumps to another trim gives up energy without work.
            if arms.windows(2).any(|pair| (pair[1].trim_deg - pair[0].trim_deg).abs() > 1.0) {
                continue;
            }
            let [a, b, c] = [0, 1, 2].map(|i| arms[i].gz_m * arms[i].trim_deg.to_radians().cos());
            let area = (a + 2.0 * b + c) / 2.0 * step;
            let rise = arms[2].energy_m - arms[0].energy_m;
            // What the trapezoidal rule misses on a bend or a kink.
            let bend = (a - 2.0 * b + c).abs();
            prop_assert!((area - rise).abs() <= step * (bend + 1e-4 * (1.0 + b.abs())), "{arms:?}");
        }
    }
}
