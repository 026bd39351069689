//! What fixed and driven bodies are to the water by their height: walls, a part of the bed, nothing.

use glam::DVec2;
use viewer_sim::World;

use crate::setup::{run, world};

/// A canal 24 m long, 4 m wide, with water 2 m deep, waves from the west, and a box across it from x = 7 to 9 m.
fn canal(water: &str, from_m: f64, to_m: f64, more: &str) -> World {
    let (depth_m, middle_m) = (to_m - from_m, 0.5 * (from_m + to_m));
    world(&format!(
        "title = \"canal\"\nduration_s = 12.0\n[grid]\ncells = [96, 16]\ncell_size_m = 0.25\n[water]\nlevel_m = 2.0\n{water}\n\
         [sides]\nwest = {{ kind = \"characteristic\", level_m = 2.0, wave = {{ kind = \"sine\", height_m = 0.1, period_s = 4.0 }} }}\n\
         east = {{ kind = \"characteristic\", level_m = 2.0 }}\n\
         [body.slab]\nhull = {{ kind = \"box\", length_m = 2.0, beam_m = 4.0, depth_m = {depth_m} }}\nposition_m = [8.0, 2.0, {middle_m}]\n{more}\n"
    ))
}

/// Half the greatest difference of levels at x = 15 m over the last of 12 s: of the waves that pass the box.
fn passed_m(world: &mut World) -> f64 {
    run(world, 8.0);
    let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
    while world.time_s() < 12.0 {
        assert_eq!(world.step(), Default::default());
        let eta_m = world.fields().eta_m[8 * 96 + 60];
        (low, high) = (low.min(eta_m), high.max(eta_m));
    }
    f64::from(0.5 * (high - low))
}

fn says<'a>(world: &'a World, what: &str) -> Option<&'a String> {
    let found: Vec<&String> = world.warnings().iter().filter(|text| text.contains(what)).collect();
    assert!(found.len() <= 1, "{found:?}");
    found.first().copied()
}

#[test]
fn what_is_driven_above_the_water_leaves_it_alone_and_what_dips_in_does_not() {
    let driven = "motion = { velocity_m_s = [0.4, 0.0], ramp_s = 2.0 }";
    let mut without = canal("", 5.75, 6.25, "fixed = true");
    run(&mut without, 5.0);
    let mut over = canal("", 2.01, 2.5, driven);
    run(&mut over, 5.0);
    assert_eq!(over.fields().eta_m, without.fields().eta_m);
    assert_eq!(over.energy().work.driven_j, 0.0);
    let mut deep = canal("", 1.9, 2.5, driven);
    run(&mut deep, 5.0);
    assert!(deep.energy().work.driven_j > 10.0, "{}", deep.energy().work.driven_j);
    // One that turns over the water, too fast for any solid in it.
    let mut turns = canal("", 3.25, 3.75, "motion = { turn_deg_s = 200.0 }");
    run(&mut turns, 5.0);
    assert_eq!(turns.fields().eta_m, without.fields().eta_m);
}

#[test]
fn a_slab_that_stands_under_water_is_a_part_of_the_bed() {
    let mut reef = canal("", 0.0, 0.5, "fixed = true");
    let bed_m = reef.bed_m().unwrap();
    assert!((0..96).all(|i| (bed_m[8 * 96 + i] == 0.5) == (28..36).contains(&i)));
    assert!(reef.warnings().is_empty(), "{:?}", reef.warnings());
    let mut open = canal("", 5.75, 6.25, "fixed = true");
    let (over, all) = (passed_m(&mut reef), passed_m(&mut open));
    assert!(over > 0.9 * all && over < all, "{over} of {all}");
    assert!(reef.mass().residual_relative().abs() < 1e-7, "{:?}", reef.mass());
    let tall = canal("", 0.0, 1.2, "fixed = true");
    assert_eq!(tall.bed_m().unwrap()[8 * 96 + 30], 1.2);
}

#[test]
fn one_stands_on_another() {
    let stone = "[body.a-stone]\nhull = { kind = \"box\", length_m = 1.0, beam_m = 4.0, depth_m = 0.5 }\nposition_m = [8.0, 2.0, 0.75]\nfixed = true";
    let pile = canal("", 0.0, 0.5, &format!("fixed = true\n{stone}"));
    let bed_m = pile.bed_m().unwrap();
    assert_eq!([27, 28, 30, 33, 35].map(|i| bed_m[i]), [0.0, 0.5, 1.0, 1.0, 0.5]);
}

#[test]
fn a_solid_wholly_under_water_that_is_none_is_named() {
    let hangs = canal("", 0.75, 1.25, "fixed = true");
    assert!(hangs.bed_m().is_none());
    let text = says(&hangs, "body.slab: its top at 1.250 m is under the water").unwrap();
    assert!(text.contains("0.750 m of water are under it"), "{text}");
    let driven = canal("", 0.0, 0.5, "motion = { velocity_m_s = [0.1, 0.0] }");
    assert!(says(&driven, "is under the water, but it is driven").is_some() && driven.bed_m().is_none());
    let gate = canal("", 0.0, 0.5, "fixed = true\nremoved_at_s = 5.0");
    assert!(says(&gate, "removed_at_s").is_some() && gate.bed_m().is_none());
    let ebb = "column = [{ x_m = [20.0, 24.0], level_m = 1.0 }]";
    let dries = canal(ebb, 0.0, 1.1, "fixed = true");
    assert!(says(&dries, "the water falls to 1.000 m").is_some() && dries.bed_m().is_none());
}

#[test]
fn a_driven_hull_passes_over_what_is_bed_as_a_wall() {
    let ship = "[body.ship]\nhull = { kind = \"box\", length_m = 2.0, beam_m = 1.0, depth_m = 1.0 }\nposition_m = [8.0, 2.0, 1.9]\n\
                motion = { velocity_m_s = [0.2, 0.0], ramp_s = 1.0 }";
    let mut over = canal("", 0.0, 0.5, &format!("fixed = true\n{ship}"));
    assert!(says(&over, "covers no cell").is_none(), "{:?}", over.warnings());
    run(&mut over, 4.0);
    let ship = over.bodies().find(|body| body.name == "ship").unwrap();
    assert!(ship.force_n.length() > 10.0 && over.energy().work.driven_j > 1.0, "{:?}", ship.force_n);
}

#[test]
fn a_dock_in_the_water_of_the_start_is_a_wall_whatever_the_still_level() {
    let flooded = "column = [{ x_m = [0.0, 24.0], level_m = 2.6 }]";
    let mut dock = canal(flooded, 2.1, 3.5, "fixed = true");
    assert!(says(&dock, "underside").is_none(), "{:?}", dock.warnings());
    run(&mut dock, 3.0);
    let mut over = canal(flooded, 2.7, 3.5, "fixed = true");
    run(&mut over, 3.0);
    // West of it is less water, which has left through the side, and does not get more from the east.
    let [walled, free] = [&dock, &over].map(|of| [27, 36].map(|i| of.fields().eta_m[8 * 96 + i]));
    assert!(walled[1] - walled[0] > 0.2 && (free[1] - free[0]).abs() < 0.1, "{walled:?}, {free:?}");
    let (mut gate, mut open) = (canal("", 1.9, 3.5, "fixed = true"), canal("", 5.75, 6.25, "fixed = true"));
    let (shut, all) = (passed_m(&mut gate), passed_m(&mut open));
    assert!(shut < 1e-3 * all, "{shut} of {all}");
}

#[test]
fn water_that_reaches_a_dry_deck_is_told_of_once() {
    let breaks = "column = [{ x_m = [0.0, 4.0], level_m = 2.8 }]";
    let mut deck = canal(breaks, 2.1, 3.5, "fixed = true");
    assert!(says(&deck, "body.slab: its underside at 2.100 m is above the water at the start").is_some());
    run(&mut deck, 6.0);
    let text = says(&deck, "body.slab: the water reaches its underside of 2.100 m at t = ").unwrap();
    assert!(text.contains("has no effect on it"), "{text}");
    let mut high = canal(breaks, 2.9, 3.5, "fixed = true");
    run(&mut high, 6.0);
    assert!(high.warnings().iter().all(|text| !text.contains("underside")), "{:?}", high.warnings());
    let tide = "column = []\n[sides.north]\nkind = \"level\"\nseries = { time_s = [0.0, 60.0, 3600.0], level_m = [2.0, 2.0, 2.5] }";
    let tidal = canal(tide, 2.1, 3.5, "fixed = true");
    assert!(says(&tidal, "sides.north brings it up to 2.500 m").is_some(), "{:?}", tidal.warnings());
}

/// A stream of 0.8 m/s against a pier from x = 10 to 14 m in cells of 0.5 m: gauges beside it have the water of the cells that are water, and within it there is none.
#[test]
fn gauges_beside_a_pier_have_the_water_alone() {
    let places = [9.25, 9.75, 9.9, 9.99, 10.1, 12.0, 13.9, 14.01, 14.25, 9.74];
    let gauges: String = places
        .iter()
        .map(|x_m| format!("[[gauge]]\nname = \"x{x_m}\"\nposition_m = [{x_m}, 10.25]\n"))
        .collect();
    let mut world = world(&format!(
        "title = \"pier\"\nduration_s = 9.0\n[grid]\ncells = [60, 40]\ncell_size_m = 0.5\n[water]\nlevel_m = 1.0\n\
         column = [{{ x_m = [0.0, 30.0], level_m = 1.0, velocity_m_s = [0.8, 0.0] }}]\n\
         [sides]\nwest = {{ kind = \"characteristic\", level_m = 1.0, velocity_m_s = 0.8 }}\n\
         east = {{ kind = \"characteristic\", level_m = 1.0, velocity_m_s = -0.8 }}\n\
         [body.pier]\nfixed = true\nhull = {{ kind = \"box\", length_m = 4.0, beam_m = 8.0, depth_m = 4.0 }}\nposition_m = [12.0, 10.0, 1.0]\n{gauges}"
    ));
    let within: Vec<_> = world.warnings().iter().filter(|text| text.starts_with("gauge.")).collect();
    assert_eq!(within.len(), 3, "{within:?}");
    assert!(within.iter().all(|text| text.contains("within body.pier, which is fixed")), "{within:?}");
    run(&mut world, 6.0);
    let depth_m = |x_m: f64| world.gauges().find(|of| *of.name == *format!("x{x_m}")).unwrap().h_m;
    assert!(depth_m(9.75) > 1.03 && depth_m(14.25) < 0.98, "{} {}", depth_m(9.75), depth_m(14.25));
    for (beside, middle) in [(9.9, 9.75), (9.99, 9.75), (14.01, 14.25)] {
        assert!((depth_m(beside) - depth_m(middle)).abs() < 1e-9, "{beside}: {}", depth_m(beside));
    }
    // Without a step on the way there.
    assert!((depth_m(9.74) - depth_m(9.75)).abs() < 1e-3);
    for reading in world.gauges().filter(|reading| ["x10.1", "x12", "x13.9"].contains(&&*reading.name)) {
        let here = [reading.h_m, reading.eta_m, reading.u_m_s, reading.v_m_s];
        assert_eq!(here, [0.0, -1.0, 0.0, 0.0], "{reading:?}");
    }
    // The same wherever it is looked at.
    for x_m in places {
        let probed = world.probe("", DVec2::new(x_m, 10.25));
        assert!((probed.h_m - depth_m(x_m)).abs() < 1e-6, "{x_m}: {probed:?}");
    }
}
