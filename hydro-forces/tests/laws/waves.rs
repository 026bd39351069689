//! Surfaces by formula, and bodies on them.

use glam::{DQuat, DVec2, DVec3, Vec3};
use hydro_forces::waves::{Sea, Superposition, Wave, WaveTrain};
use hydro_forces::{Cut, Error, ForceOptions, Motion, Plane, WaterSurface};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::inputs::{hydrostatics, plan, rough_water};
use crate::meshes::cuboid;

fn train() -> impl Strategy<Value = WaveTrain> {
    (0.0..1.0, 5.0..80.0, -180.0..180.0, -180.0..180.0).prop_map(
        |(amplitude_m, length_m, towards_deg, phase_deg)| WaveTrain {
            amplitude_m,
            length_m,
            towards_deg,
            phase_deg,
        },
    )
}

fn wave() -> impl Strategy<Value = Wave> {
    prop_oneof![
        (train(), -9.0..9.0, 0.5..9.0).prop_map(|(t, speed, power)| Wave::crests(t, speed, power).unwrap()),
        (train(), 3.0..50.0).prop_map(|(t, depth)| Wave::airy(t, depth, 9.81).unwrap()),
        train().prop_map(|t| Wave::stokes2(t, f64::INFINITY, 9.81).unwrap()),
    ]
}

fn sea() -> impl Strategy<Value = Sea> {
    (vec(wave(), 0..4), -2.0..2.0, 0.0..100.0).prop_map(|(waves, still_level_m, time_s)| Sea {
        still_level_m,
        time_s,
        waves,
        ..Sea::default()
    })
}

proptest! {
    #[test]
    fn a_sea_is_the_sum_of_its_waves_and_never_above_its_bound(sea in sea(), at in plan(100.0)) {
        let alone = |wave: &Wave| Sea { still_level_m: 0.0, waves: vec![*wave], ..sea.clone() }.sample(at);
        let parts: Vec<_> = sea.waves.iter().map(alone).collect();
        let sample = sea.sample(at);
        let level = sea.still_level_m + parts.iter().map(|p| p.level_m).sum::<f64>();
        prop_assert!((sample.level_m - level).abs() < 1e-12);
        let velocity: DVec2 = parts.iter().map(|p| p.velocity_m_s).sum();
        prop_assert!((sample.velocity_m_s - velocity).length() < 1e-12);
        prop_assert_eq!(sample.level_m, sea.level_m(at));
        prop_assert!(sample.level_m <= sea.highest_level_m(at, at));
    }

    #[test]
    fn waves_repeat_after_a_period_and_run_where_they_are_sent(
        wave in wave(), at in plan(50.0), time_s in 0.0..50.0,
    ) {
        let sea = |time_s| Sea { still_level_m: 0.0, time_s, waves: vec![wave], ..Sea::default() };
        let period = wave.period_s();
        prop_assume!(period < 1e3);
        prop_assert!((sea(time_s).level_m(at) - sea(time_s + period).level_m(at)).abs() < 1e-6);
    }

    /// At the still level Airy's water slides down the slope of the surface: `∂u/∂t = −g ∇η`.
    #[test]
    fn linear_water_accelerates_down_the_slope(
        train in train(), depth in 2.0..50.0, at in plan(50.0), time_s in 0.0..20.0,
    ) {
        let sea = |time_s| Sea {
            still_level_m: 1.0,
            time_s,
            waves: vec![Wave::airy(train, depth, 9.81).unwrap()],
            ..Sea::default()
        };
        let step = 1e-4;
        let rise = |d: DVec2| (sea(time_s).level_m(at + d) - sea(time_s).level_m(at - d)) / (2.0 * step);
        let slope = DVec2::new(rise(DVec2::X * step), rise(DVec2::Y * step));
        let point = at.extend(1.0);
        let acceleration = sea(time_s).acceleration_m_s2(point);
        prop_assert!((acceleration.truncate() + 9.81 * slope).length() < 1e-5);
        let change = sea(time_s + step).velocity_m_s(point) - sea(time_s - step).velocity_m_s(point);
        prop_assert!((change / (2.0 * step) - acceleration).length() < 1e-5);
        // The surface rises as fast as the water at it.
        let rising = (sea(time_s + step).level_m(at) - sea(time_s - step).level_m(at)) / (2.0 * step);
        prop_assert!((rising - sea(time_s).velocity_m_s(point).z).abs() < 1e-5);
    }

    #[test]
    fn surfaces_add_up(rough in rough_water(), sea in sea(), at in plan(40.0)) {
        let sum = Superposition { base: rough.surface(), added: &sea };
        let (base, added) = (rough.surface().sample(at), sea.sample(at));
        prop_assert_eq!(sum.sample(at).level_m, base.level_m + added.level_m);
        prop_assert_eq!(sum.sample(at).velocity_m_s, base.velocity_m_s + added.velocity_m_s);
        prop_assert_eq!(sum.level_m(at), sum.sample(at).level_m);
        prop_assert!(sum.level_m(at) <= sum.highest_level_m(at - 1.0, at + 1.0));
    }
}

#[test]
fn crests_stand_as_printed() {
    let train = WaveTrain { amplitude_m: 4.0, length_m: 60.0, towards_deg: 180.0, phase_deg: 0.0 };
    let mut sea = Sea { waves: vec![Wave::crests(train, 8.0, 8.0).unwrap()], ..Sea::default() };
    for (x, time_s) in [(0.0, 0.0), (15.0, 0.0), (10.0, 0.5), (-4.0, 3.0)] {
        sea.time_s = time_s;
        let printed = 4.0 * (std::f64::consts::TAU / 60.0 * (x + 8.0 * time_s)).sin().abs().powi(8);
        assert!((sea.level_m(DVec2::new(x, 7.0)) - printed).abs() < 1e-12);
    }
    // A crest every 30 m, 8 m/s.
    assert!((sea.waves[0].period_s() - 30.0 / 8.0).abs() < 1e-12);
}

#[test]
fn the_flank_of_crests_is_the_steepest_of_the_surface() {
    for power in [1.0, 1.5, 2.0, 8.0] {
        let train = WaveTrain { amplitude_m: 1.5, length_m: 40.0, towards_deg: 0.0, phase_deg: 0.0 };
        let wave = Wave::crests(train, 8.0, power).unwrap();
        let flank = wave.flank().unwrap();
        let sea = Sea { waves: vec![wave], ..Sea::default() };
        let level_m = |k: i32| sea.level_m(DVec2::new(1e-3 * f64::from(k), 0.0));
        let steepest = (0..20_000).map(|k| (level_m(k + 1) - level_m(k)).abs() / 1e-3).fold(0.0, f64::max);
        assert!((flank / steepest - 1.0).abs() < 1e-4, "{power}: {flank} for {steepest}");
    }
    assert!((Wave::STEEPEST_FLANK - 30f64.to_radians().tan()).abs() < 1e-15);
}

#[test]
fn waves_run_towards_their_heading() {
    let train = WaveTrain { amplitude_m: 1.0, length_m: 20.0, towards_deg: 60.0, phase_deg: 0.0 };
    let (towards, time_s) = (DVec2::from_angle(60f64.to_radians()), 1.7);
    for wave in [
        Wave::airy(train, 5.0, 9.81).unwrap(),
        Wave::stokes2(train, 5.0, 9.81).unwrap(),
        Wave::crests(train, 6.0, 3.0).unwrap(),
    ] {
        let sea = |time_s| Sea { still_level_m: 0.0, time_s, waves: vec![wave], ..Sea::default() };
        let spacing = if wave.period_s() == 10.0 / 6.0 { 10.0 } else { 20.0 };
        let speed = spacing / wave.period_s();
        for at in [DVec2::ZERO, DVec2::new(3.0, -8.0)] {
            let moved = sea(time_s).level_m(at + towards * (speed * time_s));
            assert!((moved - sea(0.0).level_m(at)).abs() < 1e-9);
        }
    }
}

#[test]
fn a_long_wave_pushes_a_box_down_its_slope() {
    let train = WaveTrain { amplitude_m: 0.1, length_m: 400.0, towards_deg: 0.0, phase_deg: 90.0 };
    let sea = Sea { waves: vec![Wave::airy(train, 2.0, 9.81).unwrap()], ..Sea::default() };
    let hull = cuboid(Vec3::ONE).hull();
    let motion = Motion::at_rest(DQuat::IDENTITY, DVec3::ZERO);
    let model = hydrostatics().cut(Cut::Corners);
    let forces = model.forces(&hull, &motion, &sea, ForceOptions::default());
    let slope = (sea.level_m(DVec2::X) - sea.level_m(-DVec2::X)) / 2.0;
    let plane =
        model.forces(&hull, &motion, &Plane::flat(0.0).with_slope(DVec2::X * slope), ForceOptions::default());
    assert!((forces.force_n - plane.force_n).length() < 1e-4 * plane.force_n.x.abs());
    let displaced_kg = 1025.0 * forces.submerged_volume_m3;
    let krylov = displaced_kg * sea.acceleration_m_s2(DVec3::ZERO).x;
    assert!((forces.force_n.x - krylov).abs() < 1e-3 * krylov.abs());
}

#[test]
fn impossible_waves_are_refused_by_name() {
    let train = WaveTrain { amplitude_m: 1.0, length_m: 20.0, ..WaveTrain::default() };
    let what = |wave: Result<Wave, Error>| match wave.unwrap_err() {
        Error::OutOfRange { what, .. } => what.to_owned(),
        Error::NotFinite { what } => what,
        other => panic!("{other}"),
    };
    assert_eq!(what(Wave::airy(WaveTrain { length_m: 0.0, ..train }, 1.0, 9.81)), "length_m");
    assert_eq!(what(Wave::stokes2(WaveTrain { amplitude_m: -1.0, ..train }, 1.0, 9.81)), "amplitude_m");
    assert_eq!(what(Wave::airy(train, 0.0, 9.81)), "depth_m");
    assert_eq!(what(Wave::airy(train, f64::NAN, 9.81)), "depth_m");
    assert_eq!(what(Wave::airy(train, 1.0, 0.0)), "gravity_m_s2");
    assert_eq!(what(Wave::crests(train, f64::INFINITY, 8.0)), "speed_m_s");
    assert_eq!(what(Wave::crests(train, 8.0, 0.0)), "power");
    let nowhere = WaveTrain { towards_deg: f64::NAN, ..train };
    assert_eq!(what(Wave::crests(nowhere, 8.0, 8.0)), "towards_deg");
}
