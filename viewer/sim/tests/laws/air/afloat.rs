//! Air over bodies afloat: they carry its smoke along, and it leaves them in peace.

use viewer_sim::World;
use viewer_sim::scenario::Scenario;

use super::chimney;
use crate::setup::{run, shipped, world};

/// The launch with coarser air.
const COARSE: [&str; 3] = [
    "air.cells=[86, 44, 16]",
    "air.cell_size_m=0.8",
    "body.launch.propeller.schedule=[{ time_s = 0.0, thrust = 1.0 }]",
];

#[test]
fn bodies_and_water_go_their_way_as_without_air() {
    let mut with = shipped("boat-smoke", &COARSE);
    let mut without = shipped("boat-smoke", &["air=", COARSE[2]]);
    assert!(with.air().is_some() && without.air().is_none());
    run(&mut with, 2.0);
    run(&mut without, 2.0);
    assert!(with.bodies().eq(without.bodies()));
    assert!(with.body(1).linvel_m_s.x > 1.0, "it is under way");
    let of = |world: &World| {
        world.fields().eta_m.iter().chain(&world.fields().u_m_s).map(|v| v.to_bits()).collect::<Vec<_>>()
    };
    assert!(of(&with) == of(&without), "the water is the same");
}

/// The source goes with the funnel: smoke trails behind, all of it in the books, and hull and funnel take air along.
#[test]
fn smoke_trails_behind_the_funnel_of_a_boat_under_way() {
    let mut world = shipped("boat-smoke", &COARSE);
    let mut covered = world.air().unwrap().labels().to_vec();
    let (start, mut changed) = (world.body(0).position_m, 0);
    while world.time_s() < 6.0 {
        let until_s = world.time_s() + 0.25;
        run(&mut world, until_s);
        let labels = world.air().unwrap().labels();
        changed += labels.iter().zip(&covered).filter(|(is, was)| is != was).count();
        covered.clear();
        covered.extend_from_slice(labels);
    }
    let went = world.body(0).position_m - start;
    let air = world.air().unwrap();
    let (books, plume) = (air.balance(), air.plume());
    assert!(went.x > 5.0 && changed > 100, "{went} m, {changed} cells");
    assert!((books.given_m3 / (0.25 * world.time_s()) - 1.0).abs() < 1e-6, "{books:?}");
    assert!(books.smoke_residual_m3().abs() < 1e-6 * books.given_m3, "{:e}", books.smoke_residual_m3());
    assert!(books.mass_residual_kg().abs() < 1e-6 * books.mass_kg, "{:e}", books.mass_residual_kg());
    let lost = books.momentum_residual_n_s().length();
    assert!(lost < 2e-5 * books.buoyancy_n_s, "{lost:e} of {:e} N s", books.buoyancy_n_s);
    // From where the funnel was to where it is, drifting north with the wind.
    let funnel = start + went;
    assert!(plume.center_m.x > start.x && plume.center_m.x < funnel.x - 0.2 * went.x, "{plume:?}");
    assert!(plume.center_m.y > funnel.y, "{plume:?}");
    assert!(books.solids_n_s.x > 0.0, "{books:?}");
}

/// A funnel that is taken away takes its source along; so it does in a world that goes on from a checkpoint.
#[test]
fn a_source_on_a_removed_body_gives_nothing_more() {
    let mut world = shipped("boat-smoke", &COARSE);
    run(&mut world, 0.3);
    assert!(world.remove("funnel"));
    let given_m3 = |world: &World| world.air().unwrap().balance().given_m3;
    let before_m3 = given_m3(&world);
    run(&mut world, 0.5);
    assert!(before_m3 > 0.05);
    assert_eq!(given_m3(&world), before_m3);
    let mut other = shipped("boat-smoke", &COARSE);
    other.restore(&world.checkpoint()).unwrap();
    run(&mut other, 0.7);
    assert_eq!(given_m3(&other), before_m3);
}

/// A ball comes over a source: one warning, in a world that goes on from a checkpoint too.
#[test]
fn sources_where_there_is_no_air_are_warned_of_once() {
    let text = chimney("particles = [{ position_m = [4.0, 2.4, 2.8], per_s = 100, kg_s = 0.0, lasts_s = 1.0, diameter_m = 1e-5, density_kg_m3 = 600.0 }]")
        .replace("fixed = true", "motion = { velocity_m_s = [0.8, 0.0], ramp_s = 0.0 }");
    let of = |world: &World| {
        world.warnings().iter().filter(|text| text.starts_with("air.")).cloned().collect::<Vec<_>>()
    };
    let mut covered = world(&text);
    run(&mut covered, 0.2);
    assert!(of(&covered).is_empty(), "{:?}", covered.warnings());
    run(&mut covered, 1.0);
    let warnings = of(&covered);
    let [of_particles] = &warnings[..] else { panic!("{warnings:?}") };
    assert!(
        of_particles.starts_with("air.particles.0: at [4.000, 2.400, 2.800] m it is in a body at t = "),
        "{of_particles}"
    );
    let mut other = world(&text);
    other.restore(&covered.checkpoint()).unwrap();
    run(&mut other, 1.5);
    assert_eq!(of(&other), warnings);
}

/// A funnel on a boat is not the water's; one that falls into it is.
#[test]
fn what_is_fixed_above_the_water_may_be_smaller_than_its_cells() {
    let warns = |changes: &[&str]| {
        let changes: Vec<String> = COARSE.iter().chain(changes).map(|change| (*change).into()).collect();
        let world = World::new(&Scenario::load("boat-smoke", &changes).unwrap()).unwrap();
        world
            .warnings()
            .iter()
            .any(|text| text.contains("body.funnel.hull") && text.contains("smaller than the cells"))
    };
    assert!(!warns(&[]));
    assert!(warns(&["joint=[]"]));
}

/// A crate falls into smoke that hangs over the water, and covers many cells at once: their smoke goes to the air around it.
#[test]
fn smoke_that_a_body_comes_into_is_not_lost() {
    let crate_in = "[body.crate]\nhull = { kind = \"box\", length_m = 1.6, beam_m = 1.6, depth_m = 1.2 }\nmass_kg = 500.0\n\
                    position_m = [3.0, 2.4]\nenters_at_s = 1.0\n";
    let text = format!("{}{crate_in}", chimney("").replace("2.4, 2.8]", "2.4, 4.6]"));
    let mut world = world(&text);
    let covered = |world: &World| world.air().unwrap().labels().iter().filter(|label| **label == 2).count();
    run(&mut world, 0.95);
    let before = world.air().unwrap().balance().smoke_m3;
    assert!(covered(&world) == 0 && before > 0.04, "{before}");
    run(&mut world, 1.5);
    let books = world.air().unwrap().balance();
    assert!(covered(&world) > 100, "{}", covered(&world));
    assert!(books.smoke_residual_m3().abs() < 1e-6 * books.given_m3, "{:e}", books.smoke_residual_m3());
    assert!(books.mass_residual_kg().abs() < 1e-6 * books.mass_kg, "{:e}", books.mass_residual_kg());
    assert!(books.smoke_m3 > before, "{books:?}");
}
