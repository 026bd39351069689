//! Bodies whose motion is prescribed: their start, their speed, meshes too thin for the grid, and leaks.

mod schedules;

use std::fmt::Write;

use viewer_sim::World;
use viewer_sim::records::LedgerRow;
use viewer_sim::scenario::{Origin, Scenario};

use crate::setup::{run, shipped, world};

/// The propeller in a closed basin at rest.
const CLOSED: [&str; 3] = ["sides.west={kind=\"wall\"}", "sides.east={kind=\"wall\"}", "water.column="];

fn closed(more: &[&str]) -> World {
    shipped("propeller", &[&CLOSED[..], more].concat())
}

fn said(world: &World, words: &[&str]) -> usize {
    world.warnings().iter().filter(|text| words.iter().all(|word| text.contains(word))).count()
}

/// Three thin blades about the z axis that do not touch, as an STL file in text.
fn blades(radius_m: f64, thickness_m: f64) -> String {
    const FACES: [[usize; 4]; 6] =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let mut text = String::from("solid blades\n");
    for blade in 0..3 {
        let (sin, cos) = (f64::from(blade) * std::f64::consts::TAU / 3.0).sin_cos();
        let corner = |k: usize| {
            let x = if k & 1 == 0 { 0.1 * radius_m } else { radius_m };
            let y = if k & 2 == 0 { -0.5 * thickness_m } else { 0.5 * thickness_m };
            [x * cos - y * sin, x * sin + y * cos, if k & 4 == 0 { 0.0 } else { 3.0 }]
        };
        for [a, b, c, d] in FACES {
            for triangle in [[a, b, c], [a, c, d]] {
                text += "facet normal 0 0 0\nouter loop\n";
                for [x, y, z] in triangle.map(corner) {
                    writeln!(text, "vertex {x} {y} {z}").unwrap();
                }
                text += "endloop\nendfacet\n";
            }
        }
    }
    text + "endsolid blades\n"
}

/// Blades and a bar of less than half a cell: their cells come and go, all of the bar's at times, and they turn on.
#[test]
fn parts_too_thin_for_the_grid_turn_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("blades.stl");
    std::fs::write(&file, blades(4.0, 0.1)).unwrap();
    let mesh = format!("body.propeller.mesh={:?}", file.display().to_string());
    let bar = "body.propeller.hull={kind=\"box\", length_m=8.0, beam_m=0.1, depth_m=3.0}";
    for shape in [&["body.propeller.hull=", &mesh][..], &[bar]] {
        let mut world = shipped("propeller", shape);
        let (mut least, mut most) = (usize::MAX, 0);
        while world.time_s() < 40.0 {
            let until_s = world.time_s() + 0.5 * world.time_step_s();
            run(&mut world, until_s);
            let covered = world.labels().iter().filter(|&&label| label != 0).count();
            (least, most) = (least.min(covered), most.max(covered));
        }
        assert!(least < 3 * most / 4 && most > 5, "{least} to {most} cells");
        let turn = world.bodies().next().unwrap().angvel_rad_s.z.to_degrees();
        assert!((turn + 10.0).abs() < 1e-9, "{turn} °/s");
        let residual = world.mass().residual_relative();
        assert!(residual.abs() < 1e-8, "{residual}");
    }
}

/// What a solid leaks is in the residual: the printed scheme shows it, the others have none.
#[test]
fn a_leak_at_solids_is_in_the_residual() {
    for scheme in ["half-way", "on-grid", "modified", "interpolated", "extrapolated", "as-printed"] {
        let wall = format!("body.propeller.wall={{slip=\"no-slip\", scheme=\"{scheme}\"}}");
        let mut world = closed(&[&wall]);
        run(&mut world, 10.0);
        let (mass, leaks) = (world.mass(), scheme == "as-printed");
        let residual = mass.residual_relative().abs();
        println!("{scheme}: residual {residual:.1e}, {:.2e} m³ at solids", mass.at_solids_m3);
        assert_eq!(residual > 1e-4, leaks, "{scheme}: {mass:?}");
        assert_eq!(residual < 1e-8, !leaks, "{scheme}: {mass:?}");
        assert_eq!(mass.through_borders_m3, 0.0, "{scheme}");
        let unexplained = mass.final_m3 + mass.owed_m3 - mass.initial_m3 - mass.at_solids_m3;
        assert!(unexplained.abs() < 1e-8 * mass.initial_m3, "{scheme}: {mass:?}");
    }
}

/// The largest torque on the propeller up to a time, N m.
fn largest_torque(mut world: World, until_s: f64) -> f64 {
    let mut largest = 0.0f64;
    while world.time_s() < until_s {
        let next = world.time_s() + 0.5 * world.time_step_s();
        run(&mut world, next);
        largest = largest.max(world.bodies().next().unwrap().torque_n_m.z.abs());
    }
    largest
}

#[test]
fn a_ramp_takes_the_blow_out_of_the_start() {
    let [at_once, ramped] = [0.0, 5.0].map(|ramp_s| {
        let motion = format!("body.propeller.motion={{turn_deg_s=-10.0, ramp_s={ramp_s}}}");
        let world = closed(&[&motion]);
        let start = world.bodies().next().unwrap().angvel_rad_s.z;
        assert_eq!(start != 0.0, ramp_s == 0.0, "{start} rad/s at the start");
        largest_torque(world, 5.0)
    });
    println!("largest torque {at_once:.0} N m at once, {ramped:.0} N m with a ramp");
    assert!(ramped < 0.2 * at_once, "{at_once} and {ramped} N m");
}

#[test]
fn motions_that_the_scheme_does_not_bear_are_warned_of() {
    let trt = ["solver.collision=trt", "solver.gravity_number=0.12"];
    let warned = |motion: &str| {
        let motion = format!("body.propeller.motion={motion}");
        let world = shipped("propeller", &[&trt[..], &[&motion]].concat());
        ["fastest point", "flanks"].map(|word| said(&world, &["body.propeller.motion", word]))
    };
    assert_eq!(warned("{turn_deg_s=-10.0}"), [0, 0]);
    assert_eq!(warned("{turn_deg_s=-20.0}"), [1, 0]);
    assert_eq!(warned("{velocity_m_s=[-1.0, 0.0]}"), [0, 1]);
    assert!(shipped("propeller", &[]).warnings().is_empty());
}

/// Before the run, with the cell; it stands still at first, and is that fast only when its ramp has ended.
#[test]
fn a_body_that_will_be_faster_than_the_boundaries_allow_is_rejected() {
    let made = |motion: &str, more: &str| {
        let motion = format!("body.propeller.motion={motion}");
        World::new(&Scenario::load("propeller", &[motion, more.into()]).unwrap())
    };
    // A third of the lattice speed is 3.3 m/s here.
    for (motion, more) in [
        ("{turn_deg_s=-36.0, ramp_s=5.0}", "solver.gravity_number=0.1"),
        ("{turn_deg_s=-29.3, ramp_s=5.0}", "solver.gravity_number=0.15"),
        ("{velocity_m_s=[0.0, 3.4]}", "solver.gravity_number=0.1"),
    ] {
        let refused = made(motion, more).unwrap_err().to_string();
        let words = ["body.propeller.motion", "m/s at cell (", "at most"];
        assert!(words.iter().all(|part| refused.contains(part)), "{motion}: {refused}");
    }
    // One that does not get there runs to its end.
    let mut slow = made("{turn_deg_s=-36.0, ramp_s=500.0}", "duration_s=20.0").unwrap();
    assert_eq!(said(&slow, &["laid dry"]), 1);
    run(&mut slow, 20.0);
    assert!(slow.bodies().next().unwrap().angvel_rad_s.z < 0.0);
}

/// Turned by 28° a second in the stream the propeller's tips lay the water dry and the run ends; by 24° it goes on.
#[test]
fn a_body_that_may_lay_the_water_dry_is_warned_of() {
    let warned = |motion: &str| {
        let world = shipped("propeller", &[&format!("body.propeller.motion={motion}")]);
        said(&world, &["body.propeller.motion", "laid dry"])
    };
    assert_eq!(warned("{turn_deg_s=-28.0}"), 1);
    assert_eq!(warned("{turn_deg_s=-24.0}"), 0);
    assert_eq!(warned("{velocity_m_s=[3.0, 0.0]}"), 1);
    assert_eq!(warned("{velocity_m_s=[2.0, 0.0]}"), 0);
}

/// Before the run, with the cell, if it begins across the side and moves inwards; at the other side, and outwards, it runs.
#[test]
fn a_body_driven_in_through_an_outflow_is_rejected() {
    const OUTFLOW: &str = "kind = \"outflow\"";
    let made = |x_m: f64, velocity_m_s: f64, east: &str| {
        let text = format!(
            r#"
            title = "outflow"
            duration_s = 5.0
            [grid]
            cells = [60, 40]
            cell_size_m = 0.5
            [water]
            level_m = 2.0
            [sides]
            west = {{ kind = "inflow", velocity_m_s = 0.4 }}
            east = {{ {east} }}
            [body.box]
            hull = {{ kind = "box", length_m = 4.0, beam_m = 4.0, depth_m = 4.0 }}
            mass_kg = 1000.0
            position_m = [{x_m:?}, 10.0, 1.0]
            motion = {{ velocity_m_s = [{velocity_m_s:?}, 0.0] }}
            "#
        );
        let scenario = Scenario::parse(&text, Origin { name: "test".into(), folder: None }, &[]).unwrap();
        World::new(&scenario)
    };
    let refused = made(29.0, -0.8, OUTFLOW).unwrap_err().to_string();
    assert!(refused.contains("body.box.motion") && refused.contains("cell (59, 20)"), "{refused}");
    let mut gone = made(29.0, 3.0, "kind = \"wall\"").unwrap();
    run(&mut gone, 5.0);
    assert_eq!(said(&gone, &["body.box: left the domain"]), 1, "{:?}", gone.warnings());
    for (x_m, velocity_m_s, east) in
        [(29.0, 0.8, OUTFLOW), (27.5, -0.8, OUTFLOW), (29.0, -0.8, "kind = \"level\", level_m = 2.0")]
    {
        let mut world = made(x_m, velocity_m_s, east).unwrap();
        run(&mut world, 5.0);
        assert_eq!(said(&world, &["left the domain"]), 0, "{:?}", world.warnings());
    }
}

/// A propeller whose blades sweep over a side: through an inflow, a corner and the open sea they turn for a minute; through an
/// outflow, which lets no water in behind them, they may not.
#[test]
fn a_propeller_turns_across_sides() {
    let at = |place: &str, more: &str| {
        let place = format!("body.propeller.position_m={place}");
        let overrides = [place, more.into()];
        World::new(&Scenario::load("propeller", &overrides).unwrap())
    };
    const SAME: &str = "title=turned";
    for place in ["[3.0, 12.5, 1.0]", "[4.0, 4.0, 1.0]", "[22.0, 12.5, 1.0]"] {
        let mut world = at(place, SAME).unwrap();
        run(&mut world, 40.0);
        let residual = world.mass().residual_relative();
        assert!(
            residual.abs() < 1e-6 && world.max_froude() < 1.0,
            "{place}: {residual}, {}",
            world.max_froude()
        );
    }
    let refused = at("[22.0, 12.5, 1.0]", "sides.east={kind=\"outflow\"}").unwrap_err().to_string();
    assert!(
        refused.contains("body.propeller.motion") && refused.contains("east side, an outflow"),
        "{refused}"
    );
    assert!(at("[19.0, 12.5, 1.0]", "sides.east={kind=\"outflow\"}").is_ok());
}

/// Two boxes pass each other on their way up and down the basin, one of them turning: in each step the books count as water
/// just what no body is drawn over, so that no cell is forgotten that one of them has come to or has left. One cell is
/// 1/2400 of the water, roundings less than a ten-millionth of each.
#[test]
fn the_water_is_where_no_solid_is_drawn() {
    let mut text = String::from(
        r#"
        title = "boxes"
        duration_s = 20.0
        [grid]
        cells = [60, 40]
        cell_size_m = 0.5
        [water]
        level_m = 2.0
        [solver]
        tau = 0.8
        "#,
    );
    for (name, place, motion) in [
        ("goes", "[6.0, 4.0, 1.0]", "velocity_m_s = [0.8, 0.9]"),
        ("turns", "[23.0, 16.0, 1.0]", "velocity_m_s = [-0.5, -0.9], turn_deg_s = 8.0"),
    ] {
        write!(
            text,
            "[body.{name}]\nhull = {{ kind = \"box\", length_m = 3.0, beam_m = 2.0, depth_m = 4.0 }}\nmass_kg = 1.0\n\
             position_m = {place}\nmotion = {{ {motion} }}\n"
        )
        .unwrap();
    }
    let mut world = world(&text);
    let cell_m2 = world.cell_size_m().powi(2);
    while world.time_s() < 15.0 {
        assert_eq!(world.step(), Default::default(), "step {}", world.steps());
        let depths = world.labels().iter().zip(&world.fields().eta_m);
        let water = depths.filter(|(label, _)| **label == 0);
        let drawn_m3: f64 = water.map(|(_, eta)| cell_m2 * (world.still_level_m() + f64::from(*eta))).sum();
        let booked_m3 = world.mass().final_m3;
        assert!(
            (drawn_m3 / booked_m3 - 1.0).abs() < 1e-6,
            "step {}: {drawn_m3} m³ outside of what is drawn, {booked_m3} m³ in the books",
            world.steps()
        );
    }
}

#[test]
fn a_solid_that_covers_no_cell_is_warned_of() {
    let small = "body.propeller.hull={kind=\"box\", length_m=0.2, beam_m=0.2, depth_m=3.0}";
    for how in ["body.propeller.position_m=[12.5, 12.5, 1.0]", "body.propeller.fixed=true"] {
        let still = if how.contains("fixed") { "body.propeller.motion=" } else { how };
        let world = shipped("propeller", &[small, still, how]);
        assert_eq!(said(&world, &["body.propeller", "covers no cell"]), 1, "{:?}", world.warnings());
    }
}

/// Each way to refill uncovered cells that a scenario names is one of its own, and keeps the water.
#[test]
fn the_two_refills_differ_and_keep_the_water() {
    let [one, other] = ["equilibrium", "non-equilibrium"].map(|refill| {
        let mut world = closed(&[&format!("coupling.refill={refill}")]);
        run(&mut world, 10.0);
        assert!(world.mass().residual_relative().abs() < 1e-8, "{refill}: {:?}", world.mass());
        world.fields().u_m_s.clone()
    });
    assert_ne!(one, other);
}

/// The columns of the ledger add up in each row: water, what solids owe, and what came through sides.
#[test]
fn the_volumes_of_a_ledger_add_up() {
    let mut world = closed(&["sides.east={kind=\"characteristic\", level_m=LEVEL}"
        .replace("LEVEL", &format!("{:?}", 1.001 * closed(&[]).still_level_m()))
        .as_str()]);
    let start_m3 = LedgerRow::new(&world).water_m3;
    let mut most_owed_m3 = 0.0f64;
    for _ in 0..200 {
        assert_eq!(world.step(), Default::default());
        let row = LedgerRow::new(&world);
        let sum_m3 = row.water_m3 + row.owed_m3 - row.through_borders_m3;
        assert!((sum_m3 - start_m3 - row.water_residual_m3).abs() < 1e-9 * start_m3, "{row:?}");
        assert!(row.water_residual_m3.abs() < 1e-8 * start_m3, "{row:?}");
        most_owed_m3 = most_owed_m3.max(row.owed_m3.abs());
    }
    assert!(most_owed_m3 > 1e-3, "{most_owed_m3} m³");
}
