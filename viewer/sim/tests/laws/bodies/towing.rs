//! Towed bodies: what the carriage holds, what it measures, and what is refused.

use viewer_sim::scenario::{Origin, Scenario};
use viewer_sim::{BodyReading, Name, TowReading, World};

use crate::setup::{run, world};

const MASS_KG: f64 = 250.0;

const TANK: &str = r#"
title = "towing tank"
duration_s = 3.0
[grid]
cells = [64, 32]
cell_size_m = 0.25
[water]
level_m = 1.0
[sides]
west = { kind = "sponge", width_m = 2.0 }
east = { kind = "sponge", width_m = 2.0 }
[body.ship]
hull = { kind = "parabolic", length_m = 4.0, beam_m = 0.8, depth_m = 0.4 }
mass_kg = 250.0
position_m = [5.0, 3.0]
"#;

fn tank(keys: &str) -> World {
    world(&format!("{TANK}\n{keys}"))
}

fn ship(world: &World) -> (BodyReading, TowReading) {
    let state = world.bodies().next().unwrap();
    let tow = state.tow.unwrap();
    (state, tow)
}

#[test]
fn the_carriage_holds_what_is_not_free_and_the_books_close() {
    let mut world = tank("heading_deg = 30.0\ntow = { speed_m_s = 1.5, ramp_s = 1.0 }");
    let (start, _) = ship(&world);
    let (ahead, across) =
        (glam::DVec3::new(0.75f64.sqrt(), 0.5, 0.0), glam::DVec3::new(-0.5, 0.75f64.sqrt(), 0.0));
    let (dt, mut before, mut squat, mut trim) = (world.time_step_s(), 0.0, 0.0f64, 0.0f64);
    while world.time_s() < 2.5 {
        assert_eq!(world.step(), Default::default());
        let (state, tow) = ship(&world);
        let time_s = world.time_s();
        let speed = 1.5 * if time_s < 1.0 { 0.5 - 0.5 * (std::f64::consts::PI * time_s).cos() } else { 1.0 };
        assert!((tow.measured.speed_m_s - speed).abs() < 1e-12, "{time_s}: {}", tow.measured.speed_m_s);
        assert!((state.position_m - start.position_m).dot(across).abs() < 1e-10, "{time_s}: it sways");
        assert!((state.heading_deg - 30.0).abs() < 1e-8, "{time_s}: heading {}", state.heading_deg);
        assert!((state.heel_deg - start.heel_deg).abs() < 1e-8, "{time_s}: heel {}", state.heel_deg);
        // The carriage overcomes the water and accelerates the mass.
        let inertia_n = MASS_KG * (speed - before) / dt;
        let off = tow.carriage_n - tow.measured.resistance_n - inertia_n;
        assert!(off.abs() < 1e-9 * (1.0 + tow.carriage_n.abs()), "{time_s}: {off} N are missing");
        assert!((tow.measured.resistance_n + state.force_n.dot(ahead)).abs() < 1e-9 * state.force_n.length());
        assert!((tow.measured.sinkage_m - (start.position_m.z - state.position_m.z)).abs() < 1e-12);
        before = speed;
        squat = squat.max(tow.measured.sinkage_m.abs());
        trim = trim.max(tow.measured.trim_deg.abs());
    }
    assert!(squat > 1e-4 && trim > 1e-3, "heave and pitch are free: {squat} m, {trim}°");
    let books = world.momentum();
    assert!(books.residual_relative() < 1e-8, "residual {}", books.residual_relative());
    assert!(books.external_n_s.length() > 0.5 * MASS_KG * 1.5, "{}", books.external_n_s);
    assert!(world.mass().residual_relative().abs() < 1e-8, "{}", world.mass().residual_relative());
}

#[test]
fn only_what_is_free_moves() {
    let mut held = tank("tow = { speed_m_s = 1.5, ramp_s = 0.5, free = [] }");
    let (start, _) = ship(&held);
    run(&mut held, 1.0);
    let (state, tow) = ship(&held);
    assert_eq!((state.position_m.y, state.position_m.z), (start.position_m.y, start.position_m.z));
    assert!(tow.measured.trim_deg.abs() < 1e-9, "{}", tow.measured.trim_deg);

    // Beside a wall a body that may sway and turn does.
    let off_axis = "tow = { speed_m_s = 1.5, ramp_s = 0.5, free = [\"sway\", \"yaw\"] }";
    let mut free = World::new(&scenario(&[off_axis], &["body.ship.position_m=[5.0, 1.2]"]).unwrap()).unwrap();
    let (start, _) = ship(&free);
    run(&mut free, 1.5);
    let (state, tow) = ship(&free);
    assert!((state.position_m.y - start.position_m.y).abs() > 1e-5, "{}", state.position_m.y);
    assert!(state.heading_deg.abs() > 1e-4, "{}", state.heading_deg);
    assert!((tow.measured.speed_m_s - 1.5).abs() < 1e-12);
    assert_eq!(state.position_m.z, start.position_m.z);
}

fn scenario(keys: &[&str], set: &[&str]) -> Result<Scenario, String> {
    let text = [&[TANK], keys].concat().join("\n");
    let set: Vec<String> = set.iter().map(|set| (*set).into()).collect();
    let origin = Origin { name: "tank".into(), folder: None };
    Scenario::parse(&text, origin, &set).map_err(|error| error.to_string())
}

#[track_caller]
fn refused(keys: &str, set: &str, parts: &[&str]) {
    let message = match scenario(&[keys], &[set]) {
        Err(message) => message,
        Ok(scenario) => World::new(&scenario).map(|_| ()).unwrap_err().to_string(),
    };
    for part in parts {
        assert!(message.contains(part), "{message:?} does not say {part:?}");
    }
}

#[test]
fn what_a_carriage_cannot_do_is_refused_with_body_key_and_remedy() {
    let tow = "tow = { speed_m_s = 1.5 }";
    for (set, what) in [
        ("body.ship.fixed=true", "is fixed"),
        ("body.ship.motion={ velocity_m_s = [1.0, 0.0] }", "has a motion"),
        ("body.ship.propeller={ position_m = [-1.0, 0.0, 0.1], thrust_n = 5.0 }", "has a propeller"),
        ("body.ship.velocity_m_s=[1.0, 0.0, 0.0]", "has a velocity_m_s"),
        ("body.ship.radiation={ estimate = \"ellipsoid\" }", "has radiation"),
    ] {
        refused(tow, set, &["body.ship.tow", what, "remove one of the two"]);
    }
    refused(tow, "body.ship.tow.speed_m_s=-1", &["body.ship.tow.speed_m_s", "-1", "0 or above"]);
    refused(
        tow,
        "body.ship.tow.speed_m_s=20",
        &[
            "body.ship.tow.speed_m_s",
            "times the lattice speed of 8.087 m/s",
            "a cell of 0.25 m",
            "in cell [",
            "slower",
        ],
    );
    refused(tow, "body.ship.tow.ramp_s=-2", &["body.ship.tow.ramp_s", "-2", "0 or above"]);
    refused(
        tow,
        "body.ship.tow.free=[\"heave\", \"surge\"]",
        &["body.ship.tow.speed_m_s", "1.5", "surge", "propeller"],
    );
    refused(tow, "body.ship.tow.free=[\"heaf\"]", &["body.ship.tow.free", "`heaf`", "heave", "pitch"]);
    refused(tow, "body.ship.tow.sped=1", &["body.ship.tow.sped", "speed_m_s, ramp_s, free"]);
    refused(
        tow,
        "water.level_m=0.2",
        &["body.ship.tow", "no water left under the hull", "at [", "cell [", "water.level_m"],
    );
}

#[test]
fn a_body_that_is_towed_out_of_the_domain_is_warned_of_with_the_time() {
    let mut long = tank("tow = { speed_m_s = 2.0, ramp_s = 1.0 }");
    assert_eq!(long.warnings(), [] as [&str; 0]);
    long = World::new(&scenario(&["tow = { speed_m_s = 2.0, ramp_s = 1.0 }"], &["duration_s=9.0"]).unwrap())
        .unwrap();
    // The bow has 16 − 5 − 2 = 9 m to the side, but for the millimeters by which the center of mass is not amidships; half of
    // the ramp is lost.
    let [warning] = long.warnings() else { panic!("{:?}", long.warnings()) };
    assert!(
        warning.contains("body.ship.tow") && warning.contains("after 8.997 m, at t = 4.998 s"),
        "{warning}"
    );
}

/// A rail holds the heading of a ship that its propeller drives, from rest to the speed at which the resistance has grown to the thrust.
#[test]
fn on_a_rail_a_ship_goes_by_its_thrust() {
    let rail = "tow = { speed_m_s = 0.0, free = [\"surge\", \"heave\", \"pitch\"] }\n\
                propeller = { position_m = [-1.9, 0.0, 0.05], thrust_n = 30.0 }";
    let mut world = tank(rail);
    let (start, _) = ship(&world);
    let (dt, mut before) = (world.time_step_s(), 0.0);
    while world.time_s() < 2.5 {
        assert_eq!(world.step(), Default::default());
        let (state, tow) = ship(&world);
        assert!((state.position_m.y - start.position_m.y).abs() < 1e-10 && state.heading_deg.abs() < 1e-8);
        let speed_m_s = tow.measured.speed_m_s;
        assert!(tow.carriage_n.abs() < 1e-9 && state.linvel_m_s.x == speed_m_s);
        // Thrust less the water's resistance accelerates the mass; the trim turns the thrust by a degree at most.
        let off_n = 30.0 - tow.measured.resistance_n - MASS_KG * (speed_m_s - before) / dt;
        assert!(off_n.abs() < 30.0 * 2e-3, "{}: {off_n} N are missing", world.time_s());
        before = speed_m_s;
    }
    assert!(before > 0.2, "{before} m/s");
    let books = world.momentum();
    assert!(books.residual_relative() < 2e-8, "residual {}", books.residual_relative());
}

#[test]
fn a_square_end_that_is_towed_faster_than_the_water_carries_is_warned_of() {
    let warnings = |hull: &str, speed_m_s: f64| {
        let keys = format!("tow = {{ speed_m_s = {speed_m_s}, free = [] }}");
        let set =
            [format!("body.ship.hull={hull}"), "grid.cells=[256, 32]".into(), "body.ship.drag=0.0".into()];
        let sets: Vec<&str> = set.iter().map(String::as_str).collect();
        World::new(&scenario(&[&keys], &sets).unwrap()).unwrap().warnings().join("\n")
    };
    let [square, sharp] = ["box", "parabolic"]
        .map(|kind| format!("{{ kind = \"{kind}\", length_m = 4.0, beam_m = 0.8, depth_m = 0.4 }}"));
    let warned = warnings(&square, 7.0);
    assert!(
        warned.contains("body.ship.tow.speed_m_s: its square end") && warned.contains("taper off"),
        "{warned}"
    );
    for (hull, speed_m_s) in [(&square, 1.5), (&sharp, 7.0)] {
        let said = warnings(hull, speed_m_s);
        assert!(!said.contains("square end"), "{hull} at {speed_m_s} m/s: {said}");
    }
}

/// With a barge on a rope behind it and a hand that pushes it, the carriage also pulls the rope and stands against the hand; the resistance is that of the
/// water alone.
#[test]
fn the_carriage_pulls_what_hangs_on_the_hull_too() {
    let barge = "tow = { speed_m_s = 0.5, ramp_s = 1.0 }\n[body.barge]\nhull = { kind = \"box\", length_m = 2.0, beam_m = 1.0, depth_m = 0.5 }\n\
                 mass_kg = 300.0\nposition_m = [BARGE]\n[[joint]]\nname = \"rope\"\nkind = \"rod\"\nbody = \"barge\"\nto = \"ship\"\n";
    let start_m = ship(&tank("tow = { speed_m_s = 0.5, ramp_s = 1.0 }")).0.position_m;
    let mut world = tank(&barge.replace("BARGE", &format!("{:?}, {:?}", start_m.x - 2.2, start_m.y + 1.6)));
    let (dt, name, mut before_m_s, mut pull_n) = (world.time_step_s(), Name::from("ship"), 0.0, 0.0f64);
    while world.time_s() < 2.0 {
        let hand_n = 50.0;
        assert!(world.add_force(&name, glam::DVec3::X * hand_n, start_m));
        assert_eq!(world.step(), Default::default());
        let towed = world.bodies().find(|body| body.name == "ship").unwrap();
        let tow = towed.tow.unwrap();
        let rope_n = world.joints().next().unwrap().force_n.x;
        let inertia_n = MASS_KG * (tow.measured.speed_m_s - before_m_s) / dt;
        // The force of the rope on the barge is against that on the ship.
        let off_n = tow.carriage_n - tow.measured.resistance_n - inertia_n - rope_n + hand_n;
        assert!(
            off_n.abs() < 1e-6 * (1.0 + tow.carriage_n.abs()),
            "{}: {off_n} N are missing",
            world.time_s()
        );
        let by_others_n = towed.force_n.x + tow.measured.resistance_n;
        assert!((by_others_n + rope_n - hand_n).abs() < 1e-6, "{by_others_n} N, rope {rope_n} N");
        (before_m_s, pull_n) = (tow.measured.speed_m_s, pull_n.max(rope_n));
    }
    assert!(pull_n > 50.0, "{pull_n} N");
}

/// A body that is towed into a side before the end is warned of, unless it is taken out before it gets there.
#[test]
fn a_tow_that_ends_before_the_side_is_no_fault() {
    let warned = |more: &str| {
        let world = tank(&format!("tow = {{ speed_m_s = 4.0, ramp_s = 0.5 }}\n{more}"));
        world.warnings().iter().any(|text| text.contains("tow: it reaches the domain's side"))
    };
    // From its bow at 7 m it has 9 m to go, in 2.5 s.
    assert!(warned("") && warned("removed_at_s = 2.6") && warned("removed_at_s = 10.0"));
    assert!(!warned("removed_at_s = 2.4"));
}
