//! Volume and momentum of random bodies in random motion: what no border accounts for.

use glam::DVec2;
use proptest::prelude::*;

use crate::setup::{run, shipped, world};

#[derive(Debug, Clone)]
struct Thrown {
    place: [f64; 3],
    heading_deg: f64,
    velocity: [f64; 3],
    size: [f64; 3],
    density: f64,
}

fn thrown() -> impl Strategy<Value = Thrown> {
    (
        [6.0f64..14.0, 6.0f64..10.0, 1.5f64..2.6],
        0.0f64..360.0,
        [-2.0f64..2.0, -2.0f64..2.0, -1.0f64..1.0],
        [1.0f64..4.0, 0.8f64..2.0, 0.5f64..1.2],
        200.0f64..900.0,
    )
        .prop_map(|(place, heading_deg, velocity, size, density)| Thrown {
            place,
            heading_deg,
            velocity,
            size,
            density,
        })
}

fn scenario(coupling: &str, sides: &str, bodies: &[Thrown]) -> String {
    let mut text = format!(
        r#"
        title = "thrown bodies"
        duration_s = 1.0
        [grid]
        cells = [40, 32]
        cell_size_m = 0.5
        [water]
        level_m = 2.0
        [coupling]
        {coupling}
        [sides]
        {sides}
        "#
    );
    for (n, Thrown { place, heading_deg, velocity, size: [length, beam, depth], density }) in
        bodies.iter().enumerate()
    {
        let mass = density * length * beam * depth;
        text += &format!(
            r#"
            [body.b{n}]
            hull = {{ kind = "box", length_m = {length}, beam_m = {beam}, depth_m = {depth} }}
            mass_kg = {mass}
            position_m = {place:?}
            heading_deg = {heading_deg}
            velocity_m_s = {velocity:?}
            propeller = {{ position_m = [-0.3, 0.0, 0.1], thrust_n = 500.0 }}
            "#
        );
    }
    text
}

const WALLS: &str = r#"
    west = { kind = "wall", slip = "no-slip" }
    east = { kind = "wall", slip = "free-slip" }
    south = { kind = "wall", slip = "free-slip" }
    north = { kind = "wall", slip = "no-slip" }
"#;

const OPEN: &str = r#"
    west = { kind = "sponge", width_m = 2.0 }
    east = { kind = "outflow" }
    south = { kind = "periodic" }
    north = { kind = "periodic" }
"#;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn volume_and_momentum_change_only_through_the_borders(
        bodies in prop::collection::vec(thrown(), 1..4), open in any::<bool>(),
        hull in prop_oneof![Just("soft"), Just("lid")],
    ) {
        let mut world = world(&scenario(&format!("hull = \"{hull}\""), if open { OPEN } else { WALLS }, &bodies));
        run(&mut world, 6.0);
        let mass = world.mass();
        prop_assert!(mass.residual_relative().abs() < 1e-8, "{mass:?}");
        if !open {
            prop_assert!(mass.through_borders_m3.abs() < 1e-9, "{mass:?}");
        }
        let momentum = world.momentum();
        prop_assert!(momentum.residual_relative() < 1e-5, "{} of {momentum:?}", momentum.residual_relative());
        let (angular, arm_m) = (world.angular_momentum(), 10.0);
        let residual = angular.residual_n_m_s() / (arm_m * momentum.turnover_n_s());
        let bound = if hull == "soft" { 1e-6 } else { 1e-4 };
        prop_assert!(residual.abs() < bound, "{residual} of {angular:?}");
    }

    /// Rim forces give to the water only, and the books say so.
    #[test]
    fn the_other_modes_close_their_books_with_what_is_external(
        body in thrown(), mode in prop_oneof![Just("paper"), Just("none")],
    ) {
        let mut world = world(&scenario(&format!("mode = \"{mode}\""), WALLS, &[body]));
        run(&mut world, 2.0);
        let (mass, momentum) = (world.mass(), world.momentum());
        prop_assert!(mass.residual_relative().abs() < 1e-8 && mass.displaced_m3 == 0.0, "{mass:?}");
        prop_assert!(momentum.residual_relative() < 1e-5, "{momentum:?}");
        prop_assert!(momentum.external_n_s.length() > 0.0);
    }
}

/// A box that touches a wall, and one that gives its push to the solid cells of a pier beside it.
#[test]
fn what_walls_and_piers_take_is_booked() {
    let box_at = |y_m: f64, velocity: [f64; 3]| Thrown {
        place: [3.0, y_m, 2.1],
        heading_deg: 0.0,
        velocity,
        size: [2.0, 1.0, 1.0],
        density: 500.0,
    };
    let pier = r#"
        [body.pier]
        hull = { kind = "box", length_m = 4.0, beam_m = 2.0, depth_m = 4.0 }
        mass_kg = 1000.0
        position_m = [3.2, 12.0, 2.0]
        fixed = true
    "#;
    let into_the_wall = scenario("", WALLS, &[box_at(6.0, [-4.0, 0.0, 0.0])]);
    let along_the_pier = scenario("", WALLS, &[box_at(10.4, [1.5, 0.0, 0.0])]) + pier;
    for (text, name) in [(into_the_wall, "b0"), (along_the_pier, "b0")] {
        let mut world = world(&text);
        let before = world.bodies().find(|body| body.name == name).unwrap();
        run(&mut world, 3.0);
        let after = world.bodies().find(|body| body.name == name).unwrap();
        let momentum = world.momentum();
        assert!(momentum.residual_relative() < 1e-5, "{} of {momentum:?}", momentum.residual_relative());
        assert!(momentum.external_n_s.length() > 1.0, "{before:?} to {after:?}: {momentum:?}");
    }
}

/// Everything that the bodies take from the water, pressure included, is returned to it.
#[test]
fn the_reaction_is_what_the_bodies_took() {
    let mut world = shipped("speedboat", &[]);
    for _ in 0..60 {
        let _ = world.step();
        let taken: DVec2 = world.bodies().map(|body| body.force_n.truncate()).sum();
        let given: DVec2 = world.forces_on_water_n().map(|(_, force)| force).sum();
        assert!(
            taken.length() > 1000.0 && (given + taken).length() < 1e-9 * taken.length(),
            "{given} {taken}"
        );
    }
}
