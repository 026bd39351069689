//! The wind, as bodies feel it.

use glam::DVec3;
use viewer_sim::scenario::{Origin, Scenario};
use viewer_sim::{LoadKind, World};

use crate::setup::{boxed, pool, run, world};

const WIND: &str = "[wind]\nspeed_m_s = 20.0\ntowards_deg = 180.0\n";

/// A box in the air, 40 m above the water, in the wind.
fn flying(coefficient: &str) -> World {
    let thrown = boxed("b", "[10.0, 6.0, 42.0]", &format!("velocity_m_s = [1.0, 0.0, 0.0]\n{coefficient}"));
    world(&pool(&format!("[coupling]\nmode = \"none\"\n{WIND}{thrown}")))
}

/// A box in open air has `½ ρ C A |w| w`, with the wind of its height by the logarithmic profile, and the books have its impulse and its work.
#[test]
fn a_box_in_the_air_has_the_drag_of_its_side() {
    let (mut free, mut blown) =
        (flying("wind_drag_coefficient = 0.0"), flying("wind_drag_coefficient = 1.1"));
    let before = blown.bodies().next().unwrap();
    let _ = blown.step();
    let after = blown.bodies().next().unwrap();
    // The height above the water of the middle of the side, of 1.5 × 1 m.
    let height_m = before.position_m.z - 2.0;
    let drag = (0.8 + 0.065 * 20.0) * 1e-3_f64;
    let past_m_s = -20.0 * (1.0 + drag.sqrt() / 0.4 * (height_m / 10.0).ln()) - 1.0;
    let exact_n = -0.5 * 1.225 * 1.1 * 1.5 * past_m_s * past_m_s;
    let got_n = 2000.0 * (after.linvel_m_s.x - before.linvel_m_s.x) / blown.time_step_s();
    println!("{got_n} N for {exact_n} N");
    assert!((got_n / exact_n - 1.0).abs() < 1e-4, "{got_n} N for {exact_n} N");
    let load = blown.loads().into_iter().find(|load| load.kind == LoadKind::Wind).unwrap();
    assert!((load.force_n.x / got_n - 1.0).abs() < 1e-9, "{load:?}");

    run(&mut blown, 2.0);
    run(&mut free, 2.0);
    let [without, with] = [&free, &blown].map(|world| (world.momentum(), world.energy()));
    let body = blown.bodies().next().unwrap();
    let of_body_n_s = 2000.0 * (body.linvel_m_s.x - 1.0);
    assert!(of_body_n_s < -500.0, "{of_body_n_s}");
    let booked_n_s = with.0.wind_n_s.x - without.0.wind_n_s.x;
    assert!((booked_n_s / of_body_n_s - 1.0).abs() < 1e-6, "{booked_n_s} for {of_body_n_s}");
    assert!(with.0.residual_relative() < 1e-6, "{:?}", with.0);
    let angular = blown.angular_momentum();
    assert!(angular.residual_n_m_s().abs() < 1e-6 * angular.of_forces_n_m_s.abs(), "{angular:?}");
    // What a fall loses by its steps, it loses without the wind, too.
    let (work_j, lost_j) =
        (with.1.work.wind_j - without.1.work.wind_j, with.1.dissipated_j() - without.1.dissipated_j());
    println!("{work_j} J, {lost_j} J are lost");
    assert!(work_j.abs() > 100.0 && lost_j.abs() < 0.02 * work_j.abs(), "{work_j} J, {lost_j} J are lost");
}

/// In a basin the level falls towards where the wind comes from, and a float without windage slides down there; with it the wind drives it on.
#[test]
fn a_float_drifts_with_the_wind() {
    for hull in ["soft", "lid"] {
        let drift_m = |more: &str| {
            let mut world = world(&format!(
                "title = \"basin\"\nduration_s = 35.0\ngrid = {{ cells = [40, 12], cell_size_m = 0.5 }}\nwater.level_m = 0.5\n\
                 coupling.hull = \"{hull}\"\nfriction.manning_s_m13 = 0.03\nsolver.tau = 1.0\n{WIND}\
                 [body.b]\nhull = {{ kind = \"box\", length_m = 2.0, beam_m = 2.0, depth_m = 0.3 }}\nmass_kg = 400.0\nposition_m = [14.0, 3.0]\n{more}\n"
            ));
            run(&mut world, 35.0);
            assert!(world.momentum().residual_relative() < 1e-5, "{hull}: {:?}", world.momentum());
            world.bodies().next().unwrap().position_m.x - 14.0
        };
        let [without, with] = ["wind_drag_coefficient = 0.0", ""].map(drift_m);
        println!("{hull}: {without} m without windage, {with} m");
        assert!(
            without > 0.05 && (-12.0..-7.0).contains(&with),
            "{hull}: {without} m without windage, {with} m"
        );
    }
}

/// The wind turns a hull that goes against it, whose center of mass is under the water, and that something pushes on with half of its force.
#[test]
fn a_hull_that_goes_upwind_turns() {
    let more = "center_of_mass_m = [0.0, 0.0, 0.2]\nvelocity_m_s = [0.1, 0.0, 0.0]\ndrag = 0.0\nlift = 0.0";
    let mut world =
        world(&pool(&format!("[coupling]\nmode = \"none\"\n{WIND}{}", boxed("b", "[10.0, 6.0]", more))));
    assert!(world.bodies().next().unwrap().position_m.z < 2.0);
    let (mut push_n, mut impulse_n_s) = (0.0, 0.0);
    while world.time_s() < 30.0 {
        let _ = world.step();
        let wind_n = world.loads().into_iter().find(|load| load.kind == LoadKind::Wind).unwrap().force_n.x;
        impulse_n_s += (wind_n + push_n) * world.time_step_s();
        push_n = -0.5 * wind_n;
        let center_m = world.bodies().next().unwrap().position_m;
        assert!(world.add_force("b", DVec3::X * push_n, center_m));
    }
    let speed_m_s = world.bodies().next().unwrap().linvel_m_s.x;
    println!("{speed_m_s} m/s, {impulse_n_s} N s");
    // The slope that the wind gives the water takes a thirtieth.
    let off = 2000.0 * (speed_m_s - 0.1) / impulse_n_s - 1.0;
    assert!(speed_m_s < -0.2 && off.abs() < 0.05, "{speed_m_s} m/s, {off}");
}

#[test]
fn a_coefficient_that_is_wrong_or_idle_is_named() {
    for wrong in ["-0.1", "10.5", "nan"] {
        let text = pool(&format!(
            "{WIND}{}",
            boxed("b", "[10.0, 6.0]", &format!("wind_drag_coefficient = {wrong}"))
        ));
        let error = Scenario::parse(&text, Origin::default(), &[]).unwrap_err().to_string();
        assert!(error.contains("body.b.wind_drag_coefficient") && error.contains("0 to 10"), "{error}");
    }
    let given = |wind: &str, more: &str| {
        let body = boxed("b", "[10.0, 6.0, 2.0]", &format!("wind_drag_coefficient = 0.5\n{more}"));
        world(&pool(&format!("{wind}{body}"))).warnings().to_vec()
    };
    let warns = |all: &[String]| all.iter().any(|text| text.starts_with("body.b.wind_drag_coefficient: "));
    let refused = world(&pool(WIND)).set("wind.speed_m_s", -5.0).unwrap_err().to_string();
    assert!(refused.contains("wind.towards_deg turns it"), "{refused}");
    assert!(!warns(&given(WIND, "")));
    assert!(warns(&given("", "")) && warns(&given(WIND, "fixed = true")));
}
