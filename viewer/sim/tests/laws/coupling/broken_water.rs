//! Bodies that break the water around them, and the others.

use glam::DVec2;
use hydro_forces::waves::Splash;
use viewer_sim::World;

use crate::setup::{run, world};

/// A box with thrust beside a ball and a raft on a rope that swings, on open water.
fn scene(hull: &str, wild: &str) -> String {
    format!(
        r#"
        title = "wild"
        duration_s = 1.0
        [grid]
        cells = [100, 100]
        cell_size_m = 0.25
        [water]
        level_m = 2.0
        [coupling]
        hull = "{hull}"
        [body.ball]
        hull = {{ kind = "sphere", radius_m = 1.0, subdivisions = 2 }}
        mass_kg = 2000.0
        position_m = [5.0, 5.0, 2.1]
        drag = 0.4
        [body.barrel]
        hull = {{ kind = "box", length_m = 1.0, beam_m = 1.0, depth_m = 0.5 }}
        mass_kg = 100.0
        position_m = [5.0, 20.0]
        [body.raft]
        hull = {{ kind = "box", length_m = 2.0, beam_m = 2.0, depth_m = 0.6 }}
        mass_kg = 900.0
        position_m = [7.0, 16.0]
        velocity_m_s = [0.3, 0.0, 0.0]
        [body.wild]
        hull = {{ kind = "box", length_m = 1.0, beam_m = 1.0, depth_m = 1.0 }}
        mass_kg = 500.0
        position_m = [17.0, 12.0]
        {wild}
        "#
    )
}

/// Largest speed and elevation of the water, m/s and m.
fn unrest(world: &World) -> (f32, f32) {
    let fields = world.fields();
    let largest = |values: &[f32]| values.iter().fold(0.0, |a: f32, b| a.max(b.abs()));
    (largest(&fields.u_m_s).max(largest(&fields.v_m_s)), largest(&fields.eta_m))
}

/// Its race, or what it does to the water where it goes, is faster than the lattice in the first step or a while later. The body is taken out, the water there
/// is even once it is gone, and the others float on in water that a calm eye would not know it by, with closed books.
#[test]
fn a_body_that_breaks_the_water_is_taken_out_and_the_others_go_on() {
    let thrust = |newtons: f64, more: &str| {
        format!("drag = 1.0\npropeller = {{ thrust_n = {newtons:?}, position_m = [-0.5, 0.0, 0.0]{more} }}")
    };
    for (hull, wild, at_once) in [
        ("soft", thrust(2e6, ""), true),
        ("lid", thrust(2e6, ""), true),
        ("soft", thrust(4e5, ", race_radius_m = 0.3") + "\ngyration_m = [9.0, 9.0, 9.0]", true),
        ("soft", thrust(3e5, "").replace("0.0] }", "-0.3] }"), false),
    ] {
        let mut world = world(&scene(hull, &wild));
        world.measure_dissipation();
        assert!(world.remove("barrel"));
        while world.time_s() < 4.0 {
            let report = world.step();
            assert_eq!((report.trouble, report.stopped), (None, None), "{hull} {wild} at {}", world.time_s());
            if !report.quarantined.is_empty() {
                assert_eq!(report.quarantined, ["wild"]);
                // A step later it is gone, and leaves no hole of its draft, half a meter.
                let _ = world.step();
                let (_, eta_m) = unrest(&world);
                assert!(!at_once || eta_m < 0.2, "{hull} {wild}: {eta_m} m");
            }
        }
        let lost: Vec<(&str, f64)> = world.quarantined().collect();
        let [("wild", at_s)] = lost[..] else { panic!("{hull} {wild}: {lost:?}") };
        assert_eq!(at_s < 2.0 * world.time_step_s(), at_once, "{hull} {wild}: {at_s}");
        let warned =
            |text: &&String| text.contains("body.wild: ") && text.contains("broke the water in cell [");
        assert_eq!(world.warnings().iter().filter(warned).count(), 1, "{:?}", world.warnings());
        assert_eq!(world.body_count(), 2);
        let (speed_m_s, eta_m) = unrest(&world);
        let (mass, momentum, angular) = (world.mass(), world.momentum(), world.angular_momentum());
        assert!(speed_m_s < 0.3 && eta_m < 0.1, "{hull} {wild}: {speed_m_s} m/s, {eta_m} m");
        assert!(mass.residual_relative().abs() < 2e-8, "{mass:?}");
        assert!(momentum.residual_relative() < 1e-6, "{momentum:?}");
        // A lid is owed the answer of its water with the arms that it has when it is taken out, a step on.
        let part = if hull == "lid" { 1e-4 } else { 1e-5 };
        assert!(angular.residual_n_m_s().abs() < part * momentum.turnover_n_s(), "{angular:?}");
    }
}

/// Water that breaks beside calm bodies, or under one that is slower than waves, is no fault of theirs: the run ends, and they stay.
#[test]
fn a_calm_body_is_not_taken_out_for_water_that_breaks_by_itself() {
    let mut world = world(&scene("soft", "drag = 1.0"));
    run(&mut world, 0.2);
    // A stream that no lattice carries, right beside it.
    let pushed = world.splash(&Splash { center_m: DVec2::new(18.5, 12.5), radius_m: 1.0, froude: 4.0 });
    assert!(pushed > 10);
    let report = (0..20).map(|_| world.step()).find(|report| *report != Default::default()).unwrap();
    assert!(report.trouble.is_some() && report.quarantined.is_empty(), "{report:?}");
    assert_eq!(world.body_count(), 4);
}

/// By rim forces alone, as in mode `paper`, a body breaks the water as well: it is taken out, and the others float on. No race acts on the water there, and
/// nothing does in mode `none`.
#[test]
fn a_body_whose_rim_breaks_the_water_is_taken_out() {
    let text = |mode: &str, x_m: f64| {
        format!(
            r#"
            title = "wild"
            duration_s = 6.0
            grid = {{ cells = [64, 40], cell_size_m = 0.5 }}
            water.level_m = 2.0
            coupling.mode = "{mode}"
            [body.wild]
            hull = {{ kind = "box", length_m = 3.0, beam_m = 1.5, depth_m = 0.8 }}
            mass_kg = 1500.0
            position_m = [10.0, 10.0]
            propeller = {{ thrust_n = 1e6, position_m = [{x_m:?}, 0.0, 0.2] }}
            [body.raft]
            hull = {{ kind = "box", length_m = 3.0, beam_m = 1.5, depth_m = 0.8 }}
            mass_kg = 1500.0
            position_m = [24.0, 10.0]
            "#
        )
    };
    for (mode, x_m) in [("paper", 0.0), ("paper", -1.5), ("none", 0.0)] {
        let mut world = world(&text(mode, x_m));
        while world.time_s() < 3.0 {
            let report = world.step();
            assert_eq!((report.trouble, report.stopped), (None, None), "{mode} at {}", world.time_s());
        }
        let about = |word: &str| world.warnings().iter().filter(|text| text.contains(word)).count();
        let lost: Vec<&str> = world.quarantined().map(|(name, _)| name).collect();
        assert_eq!(
            about("broke the water"),
            usize::from(mode == "paper"),
            "{mode} {x_m}: {:?}",
            world.warnings()
        );
        assert!(mode == "none" || lost == ["wild"], "{mode} {x_m}: {lost:?}");
        assert_eq!(about("race"), 0, "{:?}", world.warnings());
        let (speed_m_s, eta_m) = unrest(&world);
        assert!(speed_m_s < 1.5 && eta_m < 0.5, "{mode} {x_m}: {speed_m_s} m/s, {eta_m} m");
        let (mass, momentum) = (world.mass(), world.momentum());
        assert!(mass.residual_relative().abs() < 2e-8, "{mass:?}");
        assert!(momentum.residual_relative() < 1e-6, "{momentum:?}");
    }
}
