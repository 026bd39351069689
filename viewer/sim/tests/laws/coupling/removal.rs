//! Bodies that are taken out of the world: the water takes their place, and the books close.

use proptest::prelude::*;
use viewer_sim::{Name, World};

use crate::setup::{run, world};

/// A pool of 24 × 16 m and 2.5 m of water over a bed, with more in it.
fn pool(more: &str) -> String {
    format!(
        "title = \"pool\"\nduration_s = 10.0\n[grid]\ncells = [48, 32]\ncell_size_m = 0.5\n[water]\nlevel_m = 2.5\n{more}"
    )
}

/// A box of 4 × 2 × 1.5 m.
fn boxed(name: &str, place: &str, more: &str) -> String {
    format!(
        "[body.{name}]\nhull = {{ kind = \"box\", length_m = 4.0, beam_m = 2.0, depth_m = 1.5 }}\nmass_kg = 5000.0\nposition_m = {place}\n{more}\n"
    )
}

const SLOPE: &str =
    "[[bed]]\nkind = \"slope\"\nfrom_m = [0.0, 3.0]\nto_m = [24.0, 9.0]\nheights_m = [-0.4, 0.4]\n";

/// Mean level of the water above the still level, m.
fn mean_level_m(world: &World) -> f64 {
    let eta_m = &world.fields().eta_m;
    eta_m.iter().copied().map(f64::from).sum::<f64>() / eta_m.len() as f64
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// Of any kind of body, over any bed, volume and momentum close, before and after.
    #[test]
    fn volume_and_momentum_stay_in_the_books(
        kind in 0usize..4, hull in prop_oneof![Just("soft"), Just("lid")], slopes in any::<bool>(),
        at in [6.0f64..17.0, 5.0f64..10.0], heading in 0.0f64..360.0, speed in -0.8f64..0.8, when_s in 0.3f64..1.2,
    ) {
        let kinds = ["velocity_m_s = [SPEED, 0.2, 0.0]", "fixed = true", "motion = { velocity_m_s = [SPEED, 0.2], ramp_s = 0.5 }",
            "velocity_m_s = [SPEED, 0.0, 0.0]\nmooring = [{ at_m = [1.0, 0.0, 0.1], anchor_m = [3.0, 1.0], stiffness_n_m = 3000.0 }]"];
        let more = kinds[kind].replace("SPEED", &format!("{speed:?}")) + &format!("\nheading_deg = {heading:?}");
        let height = if kind == 1 || kind == 2 { ", 2.3" } else { "" };
        let text = pool(&format!(
            "[coupling]\nhull = \"{hull}\"\n{}{}{}", if slopes { SLOPE } else { "" },
            boxed("gone", &format!("[{:?}, {:?}{height}]", at[0], at[1]), &more),
            boxed("stays", "[12.0, 13.5]", "velocity_m_s = [0.3, 0.0, 0.0]"),
        ));
        let mut world = world(&text);
        run(&mut world, when_s);
        prop_assert!(world.remove("gone") && !world.remove("gone") && !world.remove("nobody"));
        for more_s in [0.1, 0.6, 2.0] {
            run(&mut world, when_s + more_s);
            let (mass, momentum, angular) = (world.mass(), world.momentum(), world.angular_momentum());
            prop_assert!(mass.residual_relative().abs() < 2e-8, "{mass:?}");
            prop_assert!(momentum.residual_relative() < 1e-5, "{} of {momentum:?}", momentum.residual_relative());
            let rounding = 1e-9 * angular.through_borders_n_m_s.abs();
            let residual = (angular.residual_n_m_s().abs() - rounding) / (12.0 * momentum.exchanged_n_s);
            // Lines pull at places of their own in each part of a step.
            prop_assert!(residual < 1e-5, "{residual} of {angular:?}");
        }
        let names: Vec<Name> = world.bodies().map(|body| body.name).collect();
        prop_assert_eq!(names, ["stays"]);
        prop_assert_eq!((world.surfaces().len(), world.joints().count()), (1, 0));
        prop_assert!(world.labels().iter().all(|label| [0, 2].contains(label)));
    }
}

/// Where a solid was, there is water in the end; all of the water has sunk by the volume that it took.
#[test]
fn water_takes_the_place_of_a_solid() {
    let pier = boxed("pier", "[11.0, 8.0, 2.0]", "fixed = true").replace("depth_m = 1.5", "depth_m = 5.0");
    let mut world = world(&pool(&pier));
    let cells = world.solid().iter().filter(|solid| **solid).count();
    assert_eq!(cells, 32);
    run(&mut world, 0.2);
    world.remove("pier");
    assert_eq!(world.step(), Default::default());
    assert!(world.solid().iter().all(|solid| !solid), "the solid is still there");
    let gone_s = world.time_s();
    run(&mut world, gone_s + 60.0);
    let (mass, sunk_m) = (world.mass(), 2.5 * 32.0 / (48.0 * 32.0));
    assert!(mass.residual_relative().abs() < 1e-7 && mass.owed_m3.abs() < 1e-3, "{mass:?}");
    assert!((mean_level_m(&world) + sunk_m).abs() < 1e-4, "{} of -{sunk_m}", mean_level_m(&world));
    let lowest = world.fields().eta_m.iter().copied().fold(f32::INFINITY, f32::min);
    assert!(f64::from(lowest) > -3.0 * sunk_m, "a hole is left: {lowest}");
}

/// The water falls into the place of a hull at once, and all of it has sunk by what the hull displaced.
#[test]
fn water_takes_the_place_of_a_hull() {
    for hull in ["soft", "lid"] {
        let mut world =
            world(&pool(&format!("[coupling]\nhull = \"{hull}\"\n{}", boxed("raft", "[11.0, 8.0]", ""))));
        run(&mut world, 0.2);
        world.remove("raft");
        assert_eq!(world.step(), Default::default());
        assert_eq!(world.mass().displaced_m3, 0.0);
        assert!(world.fields().eta_m.iter().any(|eta| *eta < -0.3), "{hull}: there is no hole");
        run(&mut world, 40.0);
        let sunk_m = 5.0 / (24.0 * 16.0);
        assert!(
            (mean_level_m(&world) + sunk_m).abs() < 2e-5,
            "{hull}: {} of -{sunk_m}",
            mean_level_m(&world)
        );
    }
}

/// One that a rope held is free.
#[test]
fn what_was_joined_to_it_is_free() {
    let joint = "[[joint]]\nname = \"line\"\nkind = \"rope\"\nbody = \"held\"\nto = \"post\"\nto_at_m = [0.0, 0.0, 0.5]\n";
    let post = boxed("post", "[6.0, 8.0, 2.3]", "fixed = true");
    let text =
        pool(&format!("{joint}{post}{}", boxed("held", "[14.0, 8.0]", "velocity_m_s = [1.0, 0.0, 0.0]")));
    let [mut held, mut freed] = [world(&text), world(&text)];
    freed.remove("post");
    assert_eq!((held.joints().count(), freed.joints().count()), (1, 0));
    for world in [&mut held, &mut freed] {
        run(world, 3.0);
    }
    let place_m = |world: &World| world.bodies().find(|body| body.name == "held").unwrap().position_m.x;
    assert!(place_m(&held) < 14.1 && place_m(&freed) > 15.0, "{} {}", place_m(&held), place_m(&freed));
}

/// From checkpoints before, while a solid leaves, and after, forwards and back.
#[test]
fn a_world_goes_on_from_checkpoints_with_the_same_bits() {
    let pier = boxed("pier", "[6.0, 8.0, 2.0]", "fixed = true\nremoved_at_s = 0.5");
    let raft = boxed("raft", "[15.0, 8.0]", "velocity_m_s = [0.4, 0.0, 0.0]\nremoved_at_s = 1.0");
    for hull in ["soft", "lid"] {
        let text = pool(&format!(
            "[coupling]\nhull = \"{hull}\"\n{SLOPE}{pier}{raft}{}",
            boxed("stays", "[12.0, 13.0]", "")
        ));
        let mut through = world(&text);
        let mut states = vec![through.checkpoint()];
        for _ in 0..120 {
            assert_eq!(through.step(), Default::default());
            states.push(through.checkpoint());
        }
        assert_eq!(through.body_count(), 1);
        let mut other = world(&text);
        for from in [110, 60, 45, 20, 0, 90, 35] {
            other.restore(&states[from]).unwrap();
            for step in from..120.min(from + 40) {
                assert!(other.checkpoint() == states[step], "{hull}: from {from}, step {step}");
                let _ = other.step();
            }
        }
    }
}

/// What is lifted out leaves a hole, whose energy the hand gave: none comes from nowhere when the water falls into it, but for what falls within
/// the step in which half of it is made before and half after.
#[test]
fn a_removal_creates_no_energy() {
    for hull in ["soft", "lid"] {
        let text = pool(&format!("[coupling]\nhull = \"{hull}\"\n{}", boxed("gone", "[12.0, 8.0]", "")));
        let mut world = world(&text);
        run(&mut world, 0.5);
        let before_j = world.energy().dissipated_j();
        assert!(world.remove("gone"));
        // A draft of 0.625 m under 8 m².
        let hole_j = 0.5 * 1000.0 * 9.81 * 0.625_f64.powi(2) * 8.0;
        let mut least_j = before_j;
        while world.time_s() < 4.0 {
            assert_eq!(world.step(), Default::default());
            let now_j = world.energy().dissipated_j();
            println!("{hull} {:.3} {now_j:.1}", world.time_s());
            least_j = least_j.min(now_j);
        }
        let last_j = world.energy().dissipated_j();
        assert!(least_j - before_j > -0.06 * hole_j, "{hull}: {least_j} J, {before_j} before");
        assert!(last_j > before_j + 0.2 * hole_j, "{hull}: {last_j} J after {before_j}");
    }
}

/// The place of a wall is a hole in the water, whose energy is that of the room that the wall had: what falls in loses some of it, and none comes.
#[test]
fn a_wall_that_is_taken_out_gives_no_energy() {
    for (collision, depths_m, thick_m) in
        [("bgk", [2.0, 2.0], 2.0), ("central-moments", [2.0, 1.0], 2.0), ("bgk", [2.0, 1.0], 0.4)]
    {
        let mut world = world(&format!(
            "title = \"dam\"\nduration_s = 9.0\n[grid]\ncells = [600, 4]\ncell_size_m = 0.1\n[water]\nlevel_m = 2.0\n\
             [[water.column]]\nx_m = [30.0, 60.0]\nlevel_m = {:?}\n[solver]\ntau = 0.6\ncollision = \"{collision}\"\n\
             [sides.south]\nkind = \"wall\"\nslip = \"free-slip\"\n[sides.north]\nkind = \"wall\"\nslip = \"free-slip\"\n\
             [body.dam]\nhull = {{ kind = \"box\", length_m = {thick_m:?}, beam_m = 0.399, depth_m = 5.0 }}\nposition_m = [30.0, 0.2, 2.0]\nfixed = true\n\
             removed_at_s = 0.5\n",
            depths_m[1]
        ));
        run(&mut world, 0.4);
        let room_j = 0.5 * 9810.0 * 4.0 * thick_m * 0.4;
        let (before, mut gone_j) = (world.energy(), 0.0);
        assert!(before.dissipated_j().abs() < 1e-3 * room_j, "{before:?}");
        while world.time_s() < 4.0 {
            assert_eq!(world.step(), Default::default());
            let now_j = world.energy().dissipated_j();
            assert!(
                now_j > gone_j - 1e-5 * room_j,
                "{collision}, {depths_m:?}: {now_j} J are gone at {} s, {gone_j} before",
                world.time_s()
            );
            gone_j = now_j;
        }
        let (energy, work) = (world.energy().now, world.energy().work);
        println!("{collision}, {depths_m:?}, {thick_m} m: {gone_j} J are gone, the room had {room_j} J");
        assert!(
            (energy.solids_potential_j / room_j + 1.0).abs() < 1e-6 && work == Default::default(),
            "{energy:?}"
        );
        assert!(gone_j > 0.0 && gone_j < 1.2 * room_j, "{gone_j} of {room_j} J");
    }
}

/// A wall across a canal is taken out, of still water and as a dam breaks: the water far away, and that around a pier, learns of it when a wave has come, and all
/// volume that it left comes from beside it.
#[test]
fn waves_alone_tell_of_a_wall_that_is_taken_out() {
    for west_m in [1.0f64, 1.4] {
        let mut world = world(&format!(
            "title = \"dam\"\nduration_s = 20.0\n[grid]\ncells = [240, 8]\ncell_size_m = 0.5\n[water]\nlevel_m = 1.0\n\
             [[water.column]]\nx_m = [0.0, 60.0]\nlevel_m = {west_m:?}\n[solver]\ntau = 0.6\n\
             [body.dam]\nhull = {{ kind = \"box\", length_m = 4.0, beam_m = 4.0, depth_m = 4.0 }}\nposition_m = [60.0, 2.0, 2.0]\nfixed = true\n\
             removed_at_s = 0.5\n[body.pier]\nhull = {{ kind = \"box\", length_m = 1.0, beam_m = 1.0, depth_m = 4.0 }}\n\
             position_m = [20.0, 2.25, 2.0]\nfixed = true\n"
        ));
        let celerity_m_s = (9.81 * west_m).sqrt();
        while world.time_s() < 18.0 {
            assert_eq!(world.step(), Default::default());
            let (time_s, fields) = (world.time_s(), world.fields());
            let reach_m = 1.05 * celerity_m_s * (time_s - 0.5).max(0.0) + 12.0;
            for i in (0..240).filter(|i| (0.5 * *i as f64 + 0.25 - 60.0).abs() > reach_m) {
                let still_m = if i < 120 { west_m - 1.0 } else { 0.0 };
                let off_m = f64::from(fields.eta_m[i]) - still_m;
                assert!(off_m.abs() < 1e-5, "{west_m} m: {off_m} in column {i} at {time_s} s");
            }
            let mass = world.mass();
            assert!(mass.residual_relative().abs() < 1e-7, "{mass:?}");
        }
        assert!(world.mass().owed_m3.abs() < 1e-4, "{:?}", world.mass());
    }
}
