//! Angular momentum of water and bodies about the vertical through the middle of the domain, exchange by exchange.

use viewer_sim::{AngularBalance, World};

use crate::setup::{run, world};

const BOX: &str = "{ kind = \"box\", length_m = 4.0, beam_m = 2.0, depth_m = 1.0 }";
const BALL: &str = "{ kind = \"sphere\", radius_m = 0.6, subdivisions = 3 }";

/// A closed basin of 20 m × 16 m, 2 m deep, with a body.
fn basin(under: &str, hull: &str, body: &str) -> World {
    world(&format!(
        "title = \"basin\"\nduration_s = 10.0\ngrid = {{ cells = [80, 64], cell_size_m = 0.25 }}\nwater.level_m = 2.0\n\
         solver.tau = 0.51\ncoupling = {{ samples_per_side = 5, hull = \"{under}\" }}\n\
         [body.hull]\nhull = {hull}\n{body}\n"
    ))
}

/// The balance after some time, whose residual is rounding of the populations, which is greater where lids press.
fn balance(under: &str, hull: &str, body: &str) -> AngularBalance {
    let mut world = basin(under, hull, body);
    run(&mut world, 0.7);
    let (angular, turnover_n_s) = (world.angular_momentum(), world.momentum().turnover_n_s());
    let relative = angular.residual_n_m_s() / (10.0 * turnover_n_s);
    println!("{under}, {body}: {relative:.1e} of {angular:?}");
    let bound = if under == "soft" { 1e-8 } else { 2e-6 };
    assert!(turnover_n_s > 50.0 && relative.abs() < bound, "{relative} of {angular:?}");
    angular
}

/// A propeller ahead and at an angle turns the hull one way and the water the other; so does the pressure on a hull that drifts.
#[test]
fn thrust_and_pressure_turn_hull_and_water_in_opposite_ways() {
    let propeller = "propeller = { position_m = [-1.5, 0.3, 0.2], thrust_n = 300.0";
    for under in ["soft", "lid"] {
        for more in [
            format!("{propeller} }}"),
            format!("{propeller}, schedule = [{{ time_s = 0, thrust = 1, angle_deg = 20 }}] }}"),
            format!("{propeller}, race_radius_m = 0.3 }}"),
            format!("{propeller}, race_radius_m = 0.01 }}"),
            "velocity_m_s = [0.3, 0.2, 0.0]".into(),
        ] {
            let body =
                format!("mass_kg = 4000.0\nheading_deg = 30.0\nposition_m = [8.0, 9.0]\ndrag = 0.0\n{more}");
            let angular = balance(under, BOX, &body);
            for none in [angular.offset_n_m_s, angular.external_n_m_s] {
                assert!(none.abs() < 1e-9, "{angular:?}");
            }
        }
    }
}

/// Under water no triangle is partly wet, and drag is returned where it acts.
#[test]
fn drag_under_water_is_returned_where_it_acts() {
    let body = "mass_kg = 900.0\nposition_m = [8.0, 9.0, 1.0]\nvelocity_m_s = [0.9, 0.4, 0.1]";
    let angular = balance("soft", BALL, body);
    assert!(angular.offset_n_m_s.abs() < 1e-9 && angular.external_n_m_s.abs() < 1e-9, "{angular:?}");
}

/// Drag on triangles that the level cuts acts on their wet part and is returned below the middle of the whole triangle: never
/// farther off than it reaches.
#[test]
fn drag_at_the_waterline_is_returned_beside_it_and_booked() {
    for under in ["soft", "lid"] {
        let body = "mass_kg = 4000.0\nheading_deg = 30.0\nposition_m = [8.0, 9.0, 2.1]\nvelocity_m_s = [0.5, 0.3, -0.6]";
        let angular = balance(under, BOX, body);
        assert!(angular.offset_n_m_s.abs() > 1e-4 && angular.external_n_m_s.abs() < 1e-9, "{angular:?}");
    }
}

/// A side that cuts the race leaves its middle inside the basin: from the hull the water is pushed farther from it than where the propeller is. The
/// thrust of 300 N along the side's normal has the arm of the propeller alone.
#[test]
fn thrust_beside_a_side_is_booked_with_the_way_between_them() {
    let body = "mass_kg = 4000.0\nheading_deg = 0.0\nposition_m = [2.3, 9.0]\ndrag = 0.0\n\
                propeller = { position_m = [-1.9, 0.0, 0.2], thrust_n = 300.0, schedule = [{ time_s = 0, thrust = 1, angle_deg = 90 }] }";
    let mut world = basin("soft", BOX, body);
    let _ = world.step();
    let dt = world.time_step_s();
    let given: glam::DVec2 = world.forces_on_water_n().map(|(_, force)| force).sum();
    let middle = world
        .forces_on_water_n()
        .fold(0.0, |sum, (cell, force)| sum + (f64::from(cell % 80) + 0.5) * 0.25 * force.y / given.y);
    let angular = world.angular_momentum();
    let booked = -given.y * (0.4 - middle) * dt;
    println!("{given} at {middle}, {booked}, {angular:?}");
    assert!(middle > 0.5 && (angular.offset_n_m_s / booked - 1.0).abs() < 1e-6, "{booked} of {angular:?}");
    balance("soft", BOX, body);
}

/// A box that runs into a wall, one that slides along it, and one on a carriage that lets it heave alone.
#[test]
fn walls_and_carriages_turn_a_body_along_its_way() {
    for under in ["soft", "lid"] {
        for body in [
            "position_m = [2.8, 9.0]\ndrag = 0.0\nvelocity_m_s = [-1.0, 0.7, 0.0]",
            "position_m = [2.4, 9.0]\ndrag = 0.0\nvelocity_m_s = [-2.0, 2.0, 0.0]",
            "position_m = [8.0, 9.0]\ntow = { speed_m_s = 1.0, ramp_s = 0.2, free = [\"heave\"] }",
        ] {
            let angular = balance(under, BOX, &format!("mass_kg = 4000.0\nheading_deg = 30.0\n{body}"));
            assert!(angular.external_n_m_s.abs() > 50.0, "{angular:?}");
        }
    }
}
