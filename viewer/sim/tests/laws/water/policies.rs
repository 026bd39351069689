//! What `solver.policy` does about water that is faster than the scheme is stable at.

use viewer_sim::World;
use viewer_sim::scenario::{Origin, Scenario};

use crate::setup::world;

/// A dam of 10 m breaks over water of another depth; BGK with τ = 0.6.
fn dam(policy: &str, low_m: f64) -> String {
    format!(
        r#"
        title = "dam"
        duration_s = 1.5
        [grid]
        cells = [200, 3]
        cell_size_m = 0.25
        [water]
        level_m = 10.0
        column = [{{ x_m = [25.0, 50.0], level_m = {low_m} }}]
        [solver]
        policy = "{policy}"
        [sides]
        south = {{ kind = "periodic" }}
        north = {{ kind = "periodic" }}
        "#
    )
}

fn said(world: &World) -> usize {
    world.warnings().iter().filter(|text| text.contains("solver.policy")).count()
}

/// The Froude number is 0.81 behind the bore: BGK with τ = 0.6 is stable up to 0.78.
#[test]
fn a_run_warns_once_and_goes_on() {
    let mut world = world(&dam("warn", 2.0));
    crate::setup::run(&mut world, 1.5);
    assert_eq!(said(&world), 1, "{:?}", world.warnings());
}

/// The Froude number is 0.30, BGK with τ = 0.505 is stable up to 0.24.
#[test]
fn a_stream_that_is_too_fast_is_reported_before_the_first_step() {
    let stream = |policy: &str, tau: f64| {
        let text = format!(
            r#"
            title = "stream"
            duration_s = 1.0
            [grid]
            cells = [8, 8]
            cell_size_m = 0.25
            [water]
            level_m = 1.0
            column = [{{ x_m = [0.0, 2.0], level_m = 1.0, velocity_m_s = [0.94, 0.0] }}]
            [solver]
            tau = {tau}
            policy = "{policy}"
            "#
        );
        world(&text)
    };
    let slow = stream("warn", 0.505);
    assert!((slow.stable_froude(1.0) - 0.24).abs() < 0.01, "{}", slow.stable_froude(1.0));
    assert_eq!(said(&slow), 1, "{:?}", slow.warnings());
    assert!(stream("stop", 0.505).warnings().iter().any(|text| text.starts_with("the run will end")));
    assert_eq!(said(&stream("adapt-viscosity", 0.505)), 0);
    assert_eq!(said(&stream("warn", 0.6)), 0);
}

#[test]
fn a_run_stops_at_the_cell_that_is_too_fast() {
    let mut world = world(&dam("stop", 2.0));
    let trouble = (0..100).find_map(|_| world.step().trouble).unwrap();
    assert_eq!(world.steps(), 64, "at the first look");
    assert!((80..140).contains(&trouble.cell[0]) && trouble.depth_m > 1.9, "{trouble:?}");
    assert!(trouble.cause.contains("faster than the scheme is stable at"), "{}", trouble.cause);
}

/// The Froude number is 0.96 behind the bore, and beyond 1 at the dam for a while.
#[test]
fn adapted_viscosity_survives_what_ends_a_run_without() {
    let end = |policy: &str| {
        let mut world = world(&dam(policy, 1.5));
        while world.time_s() < 1.5 && world.step().trouble.is_none() {}
        world.time_s()
    };
    assert!(end("adapt-viscosity") >= 1.5);
    assert!(end("warn") < 1.5);
}

#[test]
fn only_bgk_adapts() {
    let text = dam("adapt-viscosity\"\ncollision = \"trt", 2.0);
    let error = Scenario::parse(&text, Origin { name: "test".into(), folder: None }, &[]).unwrap_err();
    assert!(error.to_string().contains("solver.policy"), "{error}");
}
