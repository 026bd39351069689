//! Water over a bed: lakes at rest with bodies, books, and ground under hulls.

use glam::DVec2;
use proptest::prelude::*;
use viewer_sim::World;

use crate::setup::{run, world};

/// A basin of 24 × 16 m over a slope with a hill and a trench, 1.5 to 3.6 m deep, and what else is given.
pub(super) fn basin(more: &str) -> String {
    format!(
        r#"
        title = "basin"
        duration_s = 10.0
        [grid]
        cells = [48, 32]
        cell_size_m = 0.5
        [water]
        level_m = 3.0
        [[bed]]
        kind = "slope"
        from_m = [4.0, 2.0]
        to_m = [20.0, 8.0]
        heights_m = [-0.5, 0.5]
        [[bed]]
        kind = "bump"
        center_m = [15.0, 11.0]
        height_m = 0.9
        radius_m = 2.0
        [[bed]]
        kind = "bump"
        center_m = [8.0, 5.0]
        height_m = -0.4
        radius_m = 3.0
        profile = "cosine"
        crest_deg = 30.0
        {more}
        "#
    )
}

fn boxed(name: &str, position: &str, more: &str) -> String {
    format!(
        r#"
        [body.{name}]
        hull = {{ kind = "box", length_m = 3.0, beam_m = 1.5, depth_m = 1.0 }}
        mass_kg = 2000.0
        position_m = {position}
        {more}
        "#
    )
}

/// Largest level and speed of the water beside bodies.
fn unrest(world: &World) -> f32 {
    let (fields, labels) = (world.fields(), world.labels());
    let of = |values: &[f32]| {
        let beside = values.iter().zip(labels).filter(|(_, label)| **label == 0);
        beside.fold(0.0f32, |most, (value, _)| most.max(value.abs()))
    };
    of(&fields.eta_m).max(of(&fields.u_m_s)).max(of(&fields.v_m_s))
}

/// Bodies afloat lie over water that does not move, to the bit where they do not either; friction and the earth's rotation find
/// nothing to act on.
#[test]
fn a_lake_with_bodies_afloat_stays_at_rest() {
    for hull in ["soft", "lid"] {
        let more = format!(
            "[coupling]\nhull = \"{hull}\"\n[friction]\nmanning_s_m13 = 0.03\n[coriolis]\nlatitude_deg = 40.0\n\
             [sides]\nwest = {{ kind = \"characteristic\", level_m = 3.0 }}\neast = {{ kind = \"sponge\", width_m = 3.0 }}\n{}",
            boxed("afloat", "[14.0, 10.0]", "heading_deg = 20.0")
        );
        let mut world = world(&basin(&more));
        let start = world.bodies().next().unwrap();
        run(&mut world, 6.0);
        let end = world.bodies().next().unwrap();
        assert!(unrest(&world) < 1e-6, "{hull}: {}", unrest(&world));
        let moved = (end.position_m - start.position_m).length();
        assert!(
            moved < 1e-5 && world.momentum().residual_n_s().length() < 1e-3,
            "{hull}: {moved} m, {:?}",
            world.momentum()
        );
    }
}

/// A body that draws more than there is over the hill lies on it and stays there, but for a slight rocking.
#[test]
fn a_body_aground_stays_on_the_hill() {
    let aground = boxed("aground", "[15.0, 11.0]", "center_of_mass_m = [0.0, 0.0, 0.5]")
        .replace("depth_m = 1.0", "depth_m = 2.6")
        .replace("mass_kg = 2000.0", "mass_kg = 10000.0");
    let mut world = world(&basin(&aground));
    let start = world.bodies().next().unwrap();
    let bed_m = world.bed_m().unwrap().iter().copied().fold(f32::MIN, f32::max);
    // The keel is half a meter below the center of mass.
    assert!(
        (start.position_m.z - 0.5 - f64::from(bed_m)).abs() < 0.15,
        "{} over {bed_m}",
        start.position_m.z
    );
    assert!(world.warnings().iter().any(|text| text.contains("aground")), "{:?}", world.warnings());
    run(&mut world, 6.0);
    let end = world.bodies().next().unwrap();
    assert!(
        (end.position_m - start.position_m).length() < 0.15,
        "{} to {}",
        start.position_m,
        end.position_m
    );
    assert!(
        end.linvel_m_s.length() < 2e-2 && unrest(&world) < 0.2,
        "{} m/s, {}",
        end.linvel_m_s,
        unrest(&world)
    );
}

/// A box that is driven on to a beach, where hardly any water is left under it, comes to rest there, and the water goes on.
#[test]
fn a_box_driven_aground_comes_to_rest() {
    for (hull, draft_m, tau) in [("soft", 0.1, 1.0), ("soft", 0.3, 0.6), ("lid", 0.3, 0.6)] {
        let text = format!(
            "title = \"beach\"\nduration_s = 6\nsolver.tau = {tau}\ncoupling.hull = \"{hull}\"\nwater.level_m = 1.0\n\
             grid = {{ cells = [96, 48], cell_size_m = 0.125 }}\n\
             bed = [{{ kind = \"slope\", from_m = [3.0, 0.0], to_m = [6.5, 0.0], heights_m = [0.0, {}] }}]\n\
             [body.box]\nhull = {{ kind = \"box\", length_m = 2.0, beam_m = 0.75, depth_m = 1.4 }}\nmass_kg = {}\n\
             center_of_mass_m = [0.0, 0.0, {}]\ndrag = 0.0\nposition_m = [1.7, 3.03]\nvelocity_m_s = [1.5, 0.0, 0.0]",
            1.0 - 0.85 * draft_m,
            1500.0 * draft_m,
            0.3 * draft_m
        );
        let mut world = world(&text);
        run(&mut world, 6.0);
        let aground = world.body(0);
        assert!(
            aground.linvel_m_s.length() < 0.1 && aground.position_m.x > 6.0,
            "{hull}, {draft_m} m: {aground:?}"
        );
        let residual_n_s = world.momentum().residual_n_s().length();
        assert!(residual_n_s < 1e-3, "{hull}, {draft_m} m: {residual_n_s} N s");
    }
}

/// A hull that sinks through the water comes to rest on the bed, not under it.
#[test]
fn a_sinking_body_stops_at_the_bed() {
    let sinks = boxed("sinks", "[9.0, 11.0, 2.5]", "").replace("mass_kg = 2000.0", "mass_kg = 9000.0");
    let mut world = world(&basin(&sinks));
    run(&mut world, 10.0);
    let end = world.bodies().next().unwrap();
    let cell = (end.position_m.y / 0.5) as usize * 48 + (end.position_m.x / 0.5) as usize;
    let above_m = end.position_m.z - f64::from(world.bed_m().unwrap()[cell]);
    assert!(
        (above_m - 0.5).abs() < 0.1 && end.linvel_m_s.length() < 0.05,
        "{above_m} m, {} m/s",
        end.linvel_m_s
    );
}

const SIDES: [&str; 3] = [
    "[sides]\nwest = { kind = \"wall\", slip = \"no-slip\" }\n",
    "[sides]\nwest = { kind = \"sponge\", width_m = 3.0 }\neast = { kind = \"characteristic\", level_m = 3.0 }\n",
    "[sides]\nwest = { kind = \"level\", series = { time_s = [0.0, 4.0], level_m = [3.0, 3.1] } }\n\
     south = { kind = \"periodic\" }\nnorth = { kind = \"periodic\" }\n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// Bed, wind, rotation and friction are in the books: nothing is left over, with bodies in any motion, open sides, and a wall
    /// that is driven through the water.
    #[test]
    fn momentum_closes_over_a_bed_with_all_forces(
        place in [5.0f64..11.0, 4.0f64..12.0], speed in [-1.5f64..1.5, -1.5f64..1.5], wind in 0.0f64..40.0, towards in 0.0f64..360.0,
        parameter in -0.2f64..0.2, n in 0.0f64..0.1, sides in 0usize..3, driven in prop::option::of(prop_oneof![Just("half-way"), Just("interpolated"), Just("extrapolated")]),
        hull in prop_oneof![Just("soft"), Just("lid")],
    ) {
        let mut more = format!(
            "[coupling]\nhull = \"{hull}\"\n[wind]\nspeed_m_s = {wind:?}\ntowards_deg = {towards:?}\n[coriolis]\nparameter_1_s = {parameter:?}\n\
             [friction]\nmanning_s_m13 = {n:?}\n{}",
            SIDES[sides]
        );
        more += &boxed("thrown", &format!("{place:?}"), &format!("velocity_m_s = [{:?}, {:?}, 0.0]", speed[0], speed[1]));
        if let Some(scheme) = driven {
            let motion = "motion = { velocity_m_s = [0.4, 0.1], turn_deg_s = 12.0, ramp_s = 1.0 }";
            let wall = format!("wall = {{ slip = \"no-slip\", scheme = \"{scheme}\" }}");
            more += &boxed("wall", "[17.0, 7.0, 2.4]", &format!("{motion}\n{wall}"));
        }
        let mut world = world(&basin(&more));
        run(&mut world, 4.0);
        let (mass, momentum) = (world.mass(), world.momentum());
        prop_assert!(mass.residual_relative().abs() < 1e-8, "{mass:?}");
        prop_assert!(momentum.residual_relative() < 1e-5, "{} of {momentum:?}", momentum.residual_relative());
        prop_assert!(momentum.bed_n_s.length() > 0.0, "{momentum:?}");
        let (angular, arm_m) = (world.angular_momentum(), 12.0);
        // Beside the hydrostatic pressure on walls and bed, which is not exchanged.
        let rounding = 1e-9 * angular.through_borders_n_m_s.abs();
        let residual = (angular.residual_n_m_s().abs() - rounding) / (arm_m * momentum.exchanged_n_s);
        prop_assert!(residual < 1e-5, "{residual} of {angular:?}");
    }
}

/// A body on the hill, one that is driven, a tide, and all forces: a world goes on from a checkpoint with the same bits.
#[test]
fn a_world_over_a_bed_goes_on_with_the_same_bits() {
    let aground = boxed("aground", "[15.0, 11.0]", "").replace("mass_kg = 2000.0", "mass_kg = 9000.0");
    let driven = boxed("driven", "[17.0, 5.0, 2.6]", "motion = { velocity_m_s = [0.4, 0.1], ramp_s = 1.0 }");
    let forces = "[wind]\nspeed_m_s = 15.0\ntowards_deg = 70.0\n[coriolis]\nparameter_1_s = 0.05\n[friction]\nmanning_s_m13 = 0.03\n\
                  [sides.west]\nkind = \"inflow\"\nseries = { time_s = [0.0, 3.0], velocity_m_s = [0.0, 0.4], level_m = [3.0, 3.1] }\n\
                  [sides.east]\nkind = \"discharge\"\nseries = { time_s = [0.0, 2.0, 3.0], discharge_m3_s = [0.0, -9.0, -12.0] }\n";
    for hull in ["soft", "lid"] {
        let text = basin(&format!("[coupling]\nhull = \"{hull}\"\n{forces}{aground}{driven}"));
        let [mut through, mut resumed] = [world(&text), world(&text)];
        for _ in 0..77 {
            let _ = through.step();
        }
        let mut file = Vec::new();
        through.save(&mut file).unwrap();
        resumed.load(&file[..]).unwrap();
        for step in 0..60 {
            assert_eq!(through.step(), Default::default(), "{hull}, step {step}");
            let _ = resumed.step();
            assert_eq!(resumed.checkpoint(), through.checkpoint(), "{hull}, step {step}");
        }
    }
}

/// Angular momentum of a closed basin of which the walls do not hear.
#[test]
fn angular_momentum_of_forces_is_booked() {
    let forces = "[wind]\nspeed_m_s = 30.0\ntowards_deg = 50.0\n[coriolis]\nparameter_1_s = 0.1\n[friction]\nmanning_s_m13 = 0.05\n\
                  [sides]\nwest = { kind = \"periodic\" }\neast = { kind = \"periodic\" }\nsouth = { kind = \"periodic\" }\nnorth = { kind = \"periodic\" }\n";
    let mut world = world(
        &basin(forces).replace("[[bed]]\n        kind = \"slope\"", "[[bed]]\n        kind = \"bump\"\n        center_m=[9, 9]\n        height_m = 0.4\n        radius_m = 2\n        [[bed]]\n        kind = \"slope\"")
            .replace("heights_m = [-0.5, 0.5]", "heights_m = [0.0, 0.0]"),
    );
    for _ in 0..20 {
        let _ = world.step();
    }
    // Uniform water is dragged along: momentum is that of the wind, less friction, turned.
    let momentum = world.momentum();
    let given = momentum.wind_n_s + momentum.coriolis_n_s + momentum.friction_n_s + momentum.bed_n_s;
    assert!((momentum.final_n_s - given).length() < 1e-4 * momentum.wind_n_s.length(), "{momentum:?}");
    let (wind, area_m2) = (momentum.wind_n_s, 24.0 * 16.0);
    let stress_pa = (0.8 + 0.065 * 30.0) * 1e-3 * 1.225 * 900.0;
    let right = DVec2::from_angle(50f64.to_radians()) * stress_pa * area_m2 * world.time_s();
    assert!((wind - right).length() < 1e-3 * right.length(), "{wind} of {right}");
    let energy = world.energy();
    assert!(energy.work.wind_j > 0.0 && energy.work.friction_j < 0.0, "{energy:?}");
    // Where hardly anything shears, what both give is what the water has.
    assert!(
        energy.dissipated_j().abs() < 0.01 * energy.work.wind_j,
        "{} J: {energy:?}",
        energy.dissipated_j()
    );
}

/// Water raised all over, with a hull on it, over a trench and a hill: nothing but the bed slopes, and neither kind of hull is driven
/// along by the pressure on that.
#[test]
fn a_raised_lake_does_not_drive_a_hull_along() {
    for hull in ["soft", "lid"] {
        let raised = format!(
            "[coupling]\nhull = \"{hull}\"\n[[water.column]]\nx_m = [0.0, 24.0]\nlevel_m = 2.8\n{}",
            boxed("afloat", "[13.0, 10.0]", "heading_deg = 20.0")
        );
        let mut world = world(&basin(&raised));
        run(&mut world, 10.0);
        let speed_m_s = world.bodies().next().unwrap().linvel_m_s.truncate().length();
        let momentum = world.momentum();
        // Without the bed's part of a lid's pressure it is some meters a second.
        assert!(speed_m_s < 0.15, "{hull}: {speed_m_s} m/s");
        assert!(
            momentum.residual_relative() < 1e-5,
            "{hull}: {} of {momentum:?}",
            momentum.residual_relative()
        );
    }
}

/// The mean level of a basin follows that given at its side, and the books say through which.
#[test]
fn a_tide_fills_the_basin() {
    let tide = "[sides.west]\nkind = \"characteristic\"\n[sides.west.series]\ntime_s = [1.0, 21.0]\nlevel_m = [3.0, 3.2]\n";
    let mut world = world(&basin(tide).replace("duration_s = 10.0", "duration_s = 60.0"));
    run(&mut world, 45.0);
    let mean_m = world.fields().eta_m.iter().map(|eta| f64::from(*eta)).sum::<f64>() / (48.0 * 32.0);
    assert!((mean_m - 0.2).abs() < 2e-3, "{mean_m}");
    let mass = world.mass();
    assert!(
        (mass.through_borders_m3 - 0.2 * 24.0 * 16.0).abs() < 1.0 && mass.residual_relative().abs() < 1e-8,
        "{mass:?}"
    );
}

/// The same basin, boat and waves, with all heights from a datum 3 m higher: the still level is 0, the bed below it.
#[test]
fn heights_count_from_any_datum() {
    let more = "[[wave]]\nkind = \"airy\"\namplitude_m = 0.1\nlength_m = 12.0\n[sides.west]\nkind = \"characteristic\"\n\
                level_m = 3.0\n[[gauge]]\nname = \"middle\"\nposition_m = [12.0, 8.0]\n";
    let text = basin(&(more.to_owned() + &boxed("afloat", "[9.0, 9.0]", "heading_deg = 30.0")));
    let shifted = text.replace("level_m = 3.0", "level_m = 0.0").replace("[-0.5, 0.5]", "[-3.5, -2.5]");
    let [mut one, mut other] = [text, shifted].map(|text| world(&text));
    for world in [&mut one, &mut other] {
        run(world, 8.0);
    }
    let [a, b] = [&one, &other].map(|world| world.bodies().next().unwrap());
    let way_m = (a.position_m - b.position_m).truncate().length();
    let rise_m = (a.position_m.z - b.position_m.z - 3.0).abs();
    let [p, q] = [&one, &other].map(|world| world.gauges().next().unwrap());
    assert!(a.position_m.truncate().distance(DVec2::new(9.0, 9.0)) > 0.05, "{a:?}");
    assert!(way_m < 1e-3 && rise_m < 1e-3, "{way_m} {rise_m}");
    assert!((p.eta_m - q.eta_m).abs() < 1e-4, "{p:?} {q:?}");
}

/// In a closed basin that the wind has tilted nothing passes and nothing works, and a transect across a rough river has the discharge of its side: readings are of what the
/// water carries, half-way through the forces of a step.
#[test]
fn readings_of_water_under_forces_are_what_passes() {
    let basin = "title = \"basin\"\nduration_s = 6000.0\n[grid]\ncells = [40, 6]\ncell_size_m = 0.5\n[water]\nlevel_m = 0.1\n\
                 [friction]\nmanning_s_m13 = 0.03\n[wind]\nspeed_m_s = 20.0\ntowards_deg = 180.0\n[solver]\ntau = 1.0\n\
                 [[gauge]]\nname = \"middle\"\nposition_m = [10.0, 1.5]\n[[transect]]\nname = \"middle\"\nfrom_m = [10.0, 0.0]\nto_m = [10.0, 3.0]\n";
    let mut basin = world(basin);
    let passed = |world: &World| world.transects().next().map(|transect| transect.volume_m3).unwrap();
    run(&mut basin, 3000.0);
    let (volume_m3, work) = (passed(&basin), basin.energy().work);
    run(&mut basin, 6000.0);
    // Half of what the wind gives in a step would be 1 mm/s, which passes 0.9 m³ in this time.
    let gauge = basin.gauges().next().unwrap();
    assert!(gauge.u_m_s.hypot(gauge.v_m_s) < 2e-5, "{gauge:?}");
    assert!((passed(&basin) - volume_m3).abs() < 0.02, "{volume_m3} {}", passed(&basin));
    // By the momentum after the wind friction took 4 mJ in this time, and the wind gave as much.
    let now = basin.energy().work;
    let worked_j = [now.wind_j - work.wind_j, now.friction_j - work.friction_j];
    assert!(worked_j[0].abs() < 2e-3 && worked_j[1].abs() < 1e-5, "{worked_j:?} {now:?}");

    let river = "title = \"river\"\nduration_s = 1500.0\n[grid]\ncells = [60, 4]\ncell_size_m = 1.0\n[water]\nlevel_m = 1.0\n\
                 [[bed]]\nkind = \"slope\"\nfrom_m = [0.0, 0.0]\nto_m = [60.0, 0.0]\nheights_m = [0.7, 0.4]\n[friction]\nmanning_s_m13 = 0.1\n\
                 [sides]\nwest = { kind = \"discharge\", discharge_m3_s = 2.0, ramp_s = 10.0 }\neast = { kind = \"level\", level_m = 0.8 }\n\
                 [[transect]]\nname = \"up\"\nfrom_m = [20.0, 0.0]\nto_m = [20.0, 4.0]\n[[transect]]\nname = \"down\"\nfrom_m = [50.0, 0.0]\nto_m = [50.0, 4.0]\n";
    let mut river = world(river);
    run(&mut river, 1500.0);
    for transect in river.transects() {
        assert!((transect.discharge_m3_s.abs() / 2.0 - 1.0).abs() < 1e-3, "{transect:?}");
    }
}
