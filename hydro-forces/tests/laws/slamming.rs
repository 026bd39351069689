//! The blow of water on what dives into it.

use glam::{DQuat, DVec3, Vec3};
use hydro_forces::{Coefficients, ForceModel, ForceOptions, Hull, Load, Motion, Plane, Slamming};
use proptest::prelude::*;

use crate::inputs::{mesh, motion, sea_water};
use crate::meshes::cuboid;

const MASS_KG: f64 = 500.0;
const STEP_S: f64 = 0.01;

fn step(slamming: &mut Slamming, hull: &Hull, motion: &Motion) -> Load {
    let model = ForceModel::new(sea_water(), Coefficients::NONE).unwrap();
    let mut triangles = Vec::new();
    model.forces(
        hull,
        motion,
        &Plane::flat(0.0),
        ForceOptions::default().triangles(&mut |t| triangles.push(*t)),
    );
    slamming.step(hull, motion, DVec3::ZERO, STEP_S, &triangles)
}

fn falling(height: f64, speed: f64) -> Motion {
    Motion { linvel_m_s: -DVec3::Z * speed, ..Motion::at_rest(DQuat::IDENTITY, DVec3::Z * height) }
}

/// A flat bottom that dives with a bound it exceeds: m V · 2 A / (S Δt), once.
#[test]
fn a_flat_bottom_is_hit_when_it_dives_and_not_after() {
    let hull = cuboid(Vec3::new(4.0, 2.0, 1.0)).hull();
    let mut slamming = Slamming::new(MASS_KG, 1e-3, 2.0).unwrap();
    assert_eq!(step(&mut slamming, &hull, &falling(0.6, 3.0)), Load::default());
    let blow = step(&mut slamming, &hull, &falling(0.4999, 3.0));
    let want = MASS_KG * 3.0 * 2.0 * 8.0 / (28.0 * STEP_S);
    assert!((blow.force_n - DVec3::Z * want).length() < 1e-9 * want, "{blow:?} {want}");
    assert!(blow.torque_n_m.length() < 1e-9 * want);
    // Its bottom sweeps on as before; its sides go along the water.
    assert_eq!(step(&mut slamming, &hull, &falling(0.4699, 3.0)).force_n.length(), 0.0);
}

/// Under water Γ is the acceleration, in whichever direction it acts.
#[test]
fn under_water_the_blow_follows_the_acceleration() {
    let hull = cuboid(Vec3::new(4.0, 2.0, 1.0)).hull();
    let blow = |before: DVec3| {
        let mut slamming = Slamming::new(MASS_KG, 1e3, 1.0).unwrap();
        let moving = |linvel_m_s| Motion { linvel_m_s, ..falling(-5.0, 0.0) };
        step(&mut slamming, &hull, &moving(before));
        step(&mut slamming, &hull, &moving(-DVec3::Z * 3.0)).force_n
    };
    for change in [-DVec3::Z * 2.0, DVec3::Z * 2.0, DVec3::X * 2.0] {
        let gamma = change.length() / STEP_S;
        let want = gamma / 1e3 * MASS_KG * 3.0 * 2.0 * 8.0 / (28.0 * STEP_S);
        let got = blow(-DVec3::Z * 3.0 + change);
        assert!((got - DVec3::Z * want).length() < 1e-9 * want, "{change}: {got} {want}");
    }
}

#[test]
fn gentle_entries_fade_with_the_power() {
    let hull = cuboid(Vec3::ONE).hull();
    let blow = |power| {
        let mut slamming = Slamming::new(MASS_KG, 1e4, power).unwrap();
        step(&mut slamming, &hull, &falling(1.0, 1.0));
        step(&mut slamming, &hull, &falling(0.49, 1.0)).force_n.z
    };
    // Γ = 1 m/s / 0.01 s on the bottom: a hundredth of the bound.
    assert!((blow(2.0) / blow(1.0) - 0.01).abs() < 1e-9);
}

/// At the first step, at the blow of the second, and after it.
#[test]
fn a_step_is_repeated_from_the_state_before_it() {
    let hull = cuboid(Vec3::new(4.0, 2.0, 1.0)).hull();
    let new = || Slamming::new(MASS_KG, 1e3, 2.0).unwrap();
    let falls = [0.45, 0.4, 0.1, -0.3].map(|height| falling(height, 3.0 + height));
    for last in 0..3 {
        let mut slamming = new();
        let loads = falls[..=last].iter().map(|motion| step(&mut slamming, &hull, motion));
        let load = loads.last().unwrap();
        let mut other = new();
        step(&mut other, &hull, &falls[3]);
        other.restore(slamming.before_last_step().as_deref()).unwrap();
        assert_eq!(step(&mut other, &hull, &falls[last]), load, "step {last}");
        assert_eq!(load.force_n.z > 0.0, last > 0);
        assert_eq!(step(&mut other, &hull, &falls[3]), step(&mut slamming, &hull, &falls[3]));
    }
    assert!(new().before_last_step().is_none() && new().restore(Some(&[DVec3::NAN])).is_err());
}

proptest! {
    /// A blow takes energy, and never more momentum than the body has in the direction of each face.
    #[test]
    fn blows_only_brake(mesh in mesh(), motion in motion(), rise in 0.01..1.0) {
        let hull = mesh.hull();
        let motion = Motion { angvel_rad_s: DVec3::ZERO, ..motion };
        let above = Motion { translation_m: motion.translation_m + DVec3::Z * rise, ..motion };
        let mut slamming = Slamming::new(MASS_KG, 1e-6, 1.0).unwrap();
        let first = step(&mut slamming, &hull, &above);
        prop_assert_eq!(first, Load::default());
        let blow = step(&mut slamming, &hull, &motion);
        let momentum = MASS_KG * motion.linvel_m_s;
        prop_assert!(blow.force_n.dot(momentum) <= 0.0);
        prop_assert!(blow.force_n.length() * STEP_S <= 2.0 * momentum.length() * (1.0 + 1e-9));
    }
}

#[test]
fn values_that_no_body_has_are_refused_and_odd_steps_do_nothing() {
    for (mass, bound, power) in [(0.0, 1.0, 1.0), (1.0, f64::NAN, 1.0), (1.0, 1.0, -1.0)] {
        assert!(Slamming::new(mass, bound, power).is_err());
    }
    let hull = cuboid(Vec3::ONE).hull();
    let mut slamming = Slamming::new(1.0, 1.0, 1.0).unwrap();
    for step_s in [0.0, f64::NAN, -1.0] {
        assert_eq!(slamming.step(&hull, &falling(0.0, 1.0), DVec3::ZERO, step_s, &[]), Load::default());
    }
}
