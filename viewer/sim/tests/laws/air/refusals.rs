//! Air that cannot be, refused with its key, the limit and a remedy.

use viewer_sim::World;
use viewer_sim::scenario::{Origin, Scenario};

use super::chimney;

fn changed(change: &str) -> Result<Scenario, String> {
    let origin = Origin { name: "chimney".into(), folder: None };
    Scenario::parse(&chimney(""), origin, &[change.into()]).map_err(|error| error.to_string())
}

/// Why a change is refused; empty if it is not.
fn refusal(change: &str) -> String {
    let world = changed(change).map(|scenario| World::new(&scenario).map_err(|error| error.to_string()));
    world.and_then(|world| world.map(|_| ())).err().unwrap_or_default()
}

fn refused(change: &str, key: &str, parts: &[&str]) {
    let error = refusal(change);
    assert!(error.starts_with(&format!("chimney: {key}: ")), "{change}: {error:?}");
    parts.iter().for_each(|part| assert!(error.contains(part), "{change}: {error:?} does not say {part:?}"));
}

#[test]
fn each_wrong_value_is_named_with_its_limit() {
    let source =
        |at: &str, more: &str| format!("air.source=[{{ position_m = {at}, smoke_m3_s = 0.05{more} }}]");
    refused("air.cells=[0, 16, 24]", "air.cells.0", &["1 to 4096"]);
    refused("air.cells=[20, 16, 5000]", "air.cells.2", &["1 to 4096"]);
    refused("air.cells=[4000, 4000, 4000]", "air.from_m", &["along x", "0 to 6 m"]);
    refused("air.from_m=[1.0, 2.5]", "air.from_m", &["along y", "from 2.5 to 5.7", "0 to 5 m"]);
    refused("air.cell_size_m=0", "air.cell_size_m", &["above 0"]);
    refused("air.tau=0.5", "air.tau", &["above 0.5"]);
    refused("air.smagorinsky=0.7", "air.smagorinsky", &["0 (none) to 0.5"]);
    refused(
        "air.diffusivity_m2_s=100",
        "air.diffusivity_m2_s",
        &["100 m²/s are", "cells² a step", "above 0 and at most 1", "larger cells"],
    );
    let still = refusal("air.diffusivity_m2_s=0");
    assert!(still.contains("above 0 and at most 1") && !still.contains("less"), "{still}");
    refused("air.tau=40", "air.tau", &["diffusivity"]);
    refused("air.buoyancy_m_s2=1e3", "air.buoyancy_m_s2", &["1000 m/s² are", "-0.1 to 0.1", "fastest_flow"]);
    let hot = "air.sides.bottom={ kind = \"inflow\", velocity_m_s = [0, 0, 0.1], concentration = 1000 }";
    refused(
        hot,
        "air.sides.bottom.concentration",
        &["smoke of 1000 would come to about", "the lattice carries", "give at most", "fastest_flow_m_s"],
    );
    refused("air.fastest_flow_m_s=1e6", "air.fastest_flow_m_s", &["at most 1000"]);
    refused("air.albedo=1.5", "air.albedo", &["0 to 1"]);
    refused("air.every_s=0", "air.every_s", &["above 0"]);
    refused("air.extinction_1_m=-1", "air.extinction_1_m", &["above 0"]);
    refused("air.sides.south={ kind = \"periodic\" }", "air.sides.north.kind", &["as air.sides.south is"]);
    let storm = "air.sides.west={ kind = \"inflow\", velocity_m_s = [0, 9, 0] }";
    refused(storm, "air.sides.west.velocity_m_s", &["9.000 m/s", "carries 0.2", "air.fastest_flow_m_s"]);
    let oblique = "air.sides.west={ kind = \"inflow\", velocity_m_s = [1.6, 1.6, 1.6] }";
    refused(oblique, "air.sides.west.velocity_m_s", &["2.771 m/s", "carries 0.2"]);
    let wind = |u: f64, v: f64| format!("{{ kind = \"inflow\", velocity_m_s = [{u:?}, {v:?}, 0.0] }}");
    let wall = "{ kind = \"wall\" }";
    let shut = format!(
        "air.sides={{ west = {}, east = {wall}, south = {wall}, north = {wall}, top = {wall} }}",
        wind(0.5, 0.0)
    );
    refused(&shut, "air.sides.west.velocity_m_s", &["7.680 m³/s", "no side is open"]);
    let [west, east, south, north] = [wind(1.0, 0.0), wind(-1.0, 0.0), wind(0.0, 1.0), wind(0.0, -1.0)];
    let all = format!("air.sides={{ west = {west}, east = {east}, south = {south}, north = {north} }}");
    refused(
        &all,
        "air.sides.west.velocity_m_s",
        &["69.120 m³/s", "pass the open sides at 5.400 m/s", "more open sides"],
    );
    let corner = format!("air.sides={{ west = {west}, south = {south} }}");
    refused(
        &corner,
        "air.sides.south.velocity_m_s",
        &["winds of west and south differ by 1.414 m/s", "air.fastest_flow_m_s of at least"],
    );
    let less = "air.sides.top={ kind = \"open\", concentration = -0.5 }";
    refused(less, "air.sides.top.concentration", &["-0.5", "0 or above"]);
    let nowhere = "air.sides.top={ kind = \"open\", concentration = nan }";
    refused(nowhere, "air.sides.top.concentration", &["finite"]);
    refused("air.sides.top={ kind = \"door\" }", "air.sides.top.kind", &["open"]);
    refused(
        &source("[3.0, 2.4, 0.9]", ""),
        "air.source.0.position_m",
        &["outside the air", "[1.000, 0.800, 1.000] m to [5.000, 4.000, 5.800] m"],
    );
    refused(&source("[0.5, 2.4, 1.5]", ""), "air.source.0.position_m", &["outside the air"]);
    refused(
        &source("[0, 0, 9]", ", body = \"ball\""),
        "air.source.0.position_m",
        &["at [3.000, 2.400, ", "outside the air"],
    );
    refused(
        &source("[0, 0, 1]", ", body = \"boat\""),
        "air.source.0.body",
        &["no body is called `boat`", "ball"],
    );
    refused(&source("[3.0, 2.4, 2.8]", ""), "air.source.0.position_m", &["lie in a body"]);
    refused(&source("[3.0, 2.4, 1.5]", ", radius_m = -1"), "air.source.0.radius_m", &["above 0"]);
    refused(
        &source("[3.0, 2.4, 1.5]", ", radius_m = 1e6"),
        "air.source.0.radius_m",
        &["at most 2.400, half of"],
    );
    let row = [3.0, 3.15, 3.3, 3.45]
        .map(|x| format!("{{ position_m = [{x}, 2.4, 1.5], radius_m = 0.2, smoke_m3_s = 0.19 }}"));
    refused(
        &format!("air.source=[{}]", row.join(", ")),
        "air.source.0.smoke_m3_s",
        &["with the part of 5.700e-1 m³/s that other sources add", "give those less"],
    );
    let stack = [1.5, 2.5, 3.5]
        .map(|z| format!("{{ position_m = [4.5, 2.4, {z}], radius_m = 0.2, smoke_m3_s = 0.12 }}"));
    let stack = format!("air.source=[{}]", stack.join(", "));
    refused(&stack, "air.source.2.smoke_m3_s", &["that other sources add there", "would rise at about"]);
    refused("air.source.0.smoke_m3_s=-1", "air.source.0.smoke_m3_s", &["0 or above"]);
    refused(
        "air.source.0.smoke_m3_s=50",
        "air.source.0.smoke_m3_s",
        &["the lattice carries 0.2", "give at most"],
    );
    refused("air.wind=3", "air.wind", &["unknown key"]);
    let particles = |change: &str| {
        let all = [
            "position_m = [3.0, 2.4, 4.6]",
            "per_s = 100",
            "kg_s = 0.01",
            "lasts_s = 1",
            "diameter_m = 2e-5",
            "density_kg_m3 = 1e3",
        ];
        let name = change.split(' ').next().unwrap();
        let others = all.into_iter().filter(|of| !of.starts_with(&format!("{name} ")));
        let all: Vec<&str> = others.chain([change]).collect();
        format!("air.particles=[{{ {} }}]", all.join(", "))
    };
    refused(&particles("position_m = [3, 2.4, 6]"), "air.particles.0.position_m", &["outside the air"]);
    refused(&particles("body = \"boat\""), "air.particles.0.body", &["no body is called `boat`"]);
    refused(&particles("per_s = 0"), "air.particles.0.per_s", &["above 0"]);
    refused(&particles("per_s = 1e6"), "air.particles.0.per_s", &["at most 100000", "lasts_s"]);
    // All of a step of the water come at once.
    refused(
        &particles("per_s = 1e9").replace("lasts_s = 1", "lasts_s = 1e-6"),
        "air.particles.0.per_s",
        &["at most 100000"],
    );
    refused(&particles("kg_s = -1"), "air.particles.0.kg_s", &["0 or above"]);
    refused(
        &particles("kg_s = 5"),
        "air.particles.0.kg_s",
        &["drag the air down at about", "fastest_flow_m_s"],
    );
    let one = particles("kg_s = 0.08");
    assert!(
        Scenario::parse(
            &chimney(""),
            Origin { name: "chimney".into(), folder: None },
            std::slice::from_ref(&one)
        )
        .is_ok()
    );
    let one = one.strip_prefix("air.particles=[").and_then(|one| one.strip_suffix(']')).unwrap();
    refused(
        &format!("air.particles=[{}]", [one; 10].join(", ")),
        "air.particles.0.kg_s",
        &["with the part of 7.200e-1 kg/s that other sources add there", "give those less"],
    );
    refused(
        &particles("diameter_m = 1e-3"),
        "air.particles.0.diameter_m",
        &["would fall at ", "the lattice carries "],
    );
    refused(
        &particles("density_kg_m3 = 5"),
        "air.particles.0.density_kg_m3",
        &["12 to", "ten times that of the air"],
    );
    refused(&particles("color = [2, 0, 0]"), "air.particles.0.color", &["0 to 1"]);
}

/// Winds that leave as they come need no open side.
#[test]
fn winds_that_balance_are_accepted() {
    let wind = "{ kind = \"inflow\", velocity_m_s = [0.5, 0.0, 0.0] }";
    let wall = "{ kind = \"wall\" }";
    let through =
        format!("air.sides={{ west = {wind}, east = {wind}, south = {wall}, north = {wall}, top = {wall} }}");
    let origin = Origin { name: "chimney".into(), folder: None };
    assert!(Scenario::parse(&chimney(""), origin, &[through]).is_ok());
}

/// What the error says would be carried is accepted, as it stands there.
#[test]
fn the_limits_named_are_accepted() {
    let parse = |changes: &[&str]| {
        let changes: Vec<String> = changes.iter().map(|change| (*change).into()).collect();
        Scenario::parse(&chimney(""), Origin { name: "chimney".into(), folder: None }, &changes)
    };
    let number = |message: &str, after: &str| {
        let rest = message.split(after).nth(1).unwrap_or_else(|| panic!("{message}"));
        rest.split([' ', ',']).next().unwrap().parse::<f64>().unwrap()
    };
    for radius_m in [0.1, 0.2, 0.25, 0.3, 0.37] {
        for smoke_m3_s in [40.0, 50.0, 77.0] {
            let source = |smoke_m3_s: f64| {
                format!(
                    "air.source=[{{ position_m = [3.0, 2.4, 1.5], radius_m = {radius_m}, smoke_m3_s = {smoke_m3_s:e} }}]"
                )
            };
            let message = parse(&[&source(smoke_m3_s)]).unwrap_err().to_string();
            let most = number(&message, "give at most ");
            assert!(parse(&[&source(most)]).is_ok(), "{message}");
            assert!(parse(&[&source(1.01 * most)]).is_err(), "{message}");
            let fastest = number(&message, "fastest_flow_m_s of at least ");
            let faster = format!("air.fastest_flow_m_s={fastest}");
            assert!(parse(&[&source(smoke_m3_s), &faster]).is_ok(), "{message}");
        }
    }
}

#[test]
fn air_that_does_not_fit_the_memory_is_refused() {
    let grid = "title = \"sky\"\nduration_s = 1\ngrid = { cells = [40, 40], cell_size_m = 10000 }\nwater.level_m = 1000\n\
                [air]\ncells = [4000, 4000, 4000]\ncell_size_m = 100\nfastest_flow_m_s = 10\nbuoyancy_m_s2 = 1\n";
    let scenario = Scenario::parse(grid, Origin { name: "sky".into(), folder: None }, &[]).unwrap();
    let error = World::new(&scenario).unwrap_err().to_string();
    assert!(error.starts_with("sky: air.cells: 4000 × 4000 × 4000 cells take 7"), "{error}");
    assert!(error.contains(" GB") && error.contains("fewer or larger cells"), "{error}");
}

#[test]
fn bodies_faster_than_the_air_carries_are_warned_of() {
    let warnings = |change: &str| {
        let world = World::new(&changed(change).unwrap()).unwrap();
        world.warnings().iter().filter(|of| of.contains("through the air")).cloned().collect::<Vec<_>>()
    };
    let carries_m_s = {
        let scenario = changed("duration_s=2.0").unwrap();
        scenario.air.as_ref().unwrap().carries_m_s(scenario.time_step_s())
    };
    let with = |more: &str, z: f64| {
        format!(
            "body.ball={{ hull = {{ kind = \"sphere\", radius_m = 0.3 }}, mass_kg = 100.0, position_m = [3.0, 2.4, {z}]{more} }}"
        )
    };
    let (slow, fast) = (0.95 * carries_m_s, 1.02 * carries_m_s);
    let drives = |speed: f64| format!(", motion = {{ velocity_m_s = [{speed}, 0.0] }}");
    let starts = |speed: f64| format!(", velocity_m_s = [{speed}, 0.0, 0.0]");
    // Its lowest point, over the water at 1 m, from where it comes to a speed.
    let height = |speed: f64| 1.3 + speed * speed / (2.0 * 9.81);
    for slow in [
        with(&drives(slow), 3.5),
        with("", height(slow)),
        with(&starts(slow), 1.3),
        with(", fixed = true", 5.0),
    ] {
        assert_eq!(warnings(&slow), Vec::<String>::new());
    }
    for (fast, key) in [
        (with(&drives(fast), 3.5), "body.ball.motion: "),
        (with("", height(fast)), "body.ball.position_m: "),
        (with(&starts(fast), 1.3), "body.ball.velocity_m_s: "),
    ] {
        let all = warnings(&fast);
        assert!(all.len() == 1 && all[0].starts_with(key), "{fast}: {all:?}");
        let limit = format!("whose lattice carries {carries_m_s:.3} m/s");
        assert!(all[0].contains(&limit) && all[0].contains("air.fastest_flow_m_s of at least"), "{all:?}");
    }
}

#[test]
fn a_running_source_takes_no_more_than_its_lattice_carries() {
    let mut world = World::new(&changed("air.source.0.smoke_m3_s=0.05").unwrap()).unwrap();
    let error = world.set("air.source.0.smoke_m3_s", 50.0).unwrap_err().to_string();
    assert!(error.starts_with("air.source.0.smoke_m3_s: ") && error.contains("give at most"), "{error}");
    assert_eq!(world.parameter("air.source.0.smoke_m3_s"), Some(0.05));
}
