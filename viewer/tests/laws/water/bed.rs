//! Water over a bed: lakes at rest with bodies, books, ground under hulls, files, and what is refused.

use glam::DVec2;
use proptest::prelude::*;
use viewer::sim::World;
use viewer::sim::scenario::{Error, Origin, Scenario};

use crate::setup::{run, world};

/// A basin of 24 × 16 m over a slope with a hill and a trench, 1.5 to 3.6 m deep, and what else is given.
fn basin(more: &str) -> String {
    format!(
        r#"
        title = "basin"
        duration_s = 10.0
        [grid]
        cells = [48, 32]
        cell_size_m = 0.5
        [water]
        depth_m = 3.0
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

fn unrest(world: &World) -> f32 {
    let fields = world.fields();
    [&fields.eta_m, &fields.u_m_s, &fields.v_m_s]
        .into_iter()
        .flatten()
        .fold(0.0, |most, of| most.max(of.abs()))
}

/// Bodies afloat lie over water that does not move, to the bit where they do not either; friction and the earth's rotation find
/// nothing to act on.
#[test]
fn a_lake_with_bodies_afloat_stays_at_rest() {
    for hull in ["soft", "lid"] {
        let more = format!(
            "[coupling]\nhull = \"{hull}\"\n[friction]\nmanning_s_m13 = 0.03\n[coriolis]\nlatitude_deg = 40.0\n\
             [sides]\nwest = {{ kind = \"characteristic\", depth_m = 3.0 }}\neast = {{ kind = \"sponge\", width_m = 3.0 }}\n{}",
            boxed("afloat", "[14.0, 10.0]", "heading_deg = 20.0")
        );
        let mut world = world(&basin(&more));
        let start = world.bodies().next().unwrap();
        run(&mut world, 6.0);
        let end = world.bodies().next().unwrap();
        assert!(unrest(&world) < 1e-6, "{hull}: {}", unrest(&world));
        let moved = (end.position_m - start.position_m).length();
        assert!(
            moved < 1e-6 && world.momentum().residual_n_s().length() < 1e-3,
            "{hull}: {moved} m, {:?}",
            world.momentum()
        );
    }
}

/// A body too heavy to float lies on the hill and stays there; the water does not notice.
#[test]
fn a_body_aground_stays_on_the_hill_and_the_lake_at_rest() {
    let aground = boxed("aground", "[15.0, 11.0]", "").replace("mass_kg = 2000.0", "mass_kg = 9000.0");
    let mut world = world(&basin(&aground));
    let start = world.bodies().next().unwrap();
    let bed_m = world.bed_m().unwrap().iter().copied().fold(f32::MIN, f32::max);
    // The keel is half a meter below the center of mass.
    assert!(
        (start.position_m.z - 0.5 - f64::from(bed_m)).abs() < 0.05,
        "{} over {bed_m}",
        start.position_m.z
    );
    run(&mut world, 6.0);
    let end = world.bodies().next().unwrap();
    assert!(
        (end.position_m - start.position_m).length() < 0.05,
        "{} to {}",
        start.position_m,
        end.position_m
    );
    assert!(
        end.linvel_m_s.length() < 5e-3 && unrest(&world) < 2e-2,
        "{} m/s, {}",
        end.linvel_m_s,
        unrest(&world)
    );
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
    "[sides]\nwest = { kind = \"sponge\", width_m = 3.0 }\neast = { kind = \"characteristic\", depth_m = 3.0 }\n",
    "[sides]\nwest = { kind = \"depth\", series = { time_s = [0.0, 4.0], depth_m = [3.0, 3.1] } }\n\
     south = { kind = \"periodic\" }\nnorth = { kind = \"periodic\" }\n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// Bed, wind, rotation and friction are in the books: nothing is left over, with bodies in any motion, open sides, and a wall
    /// that is driven through the water.
    #[test]
    fn momentum_closes_over_a_bed_with_all_forces(
        place in [5.0f64..11.0, 4.0f64..12.0], speed in [-1.5f64..1.5, -1.5f64..1.5], wind in 0.0f64..40.0, towards in 0.0f64..360.0,
        parameter in -0.2f64..0.2, n in 0.0f64..0.1, sides in 0usize..3, driven in any::<bool>(),
        hull in prop_oneof![Just("soft"), Just("lid")],
    ) {
        let mut more = format!(
            "[coupling]\nhull = \"{hull}\"\n[wind]\nspeed_m_s = {wind:?}\ntowards_deg = {towards:?}\n[coriolis]\nparameter_1_s = {parameter:?}\n\
             [friction]\nmanning_s_m13 = {n:?}\n{}",
            SIDES[sides]
        );
        more += &boxed("thrown", &format!("{place:?}"), &format!("velocity_m_s = [{:?}, {:?}, 0.0]", speed[0], speed[1]));
        if driven {
            let motion = "motion = { velocity_m_s = [0.4, 0.1], turn_deg_s = 12.0, ramp_s = 1.0 }";
            more += &boxed("wall", "[17.0, 7.0, 2.4]", motion);
        }
        let mut world = world(&basin(&more));
        run(&mut world, 4.0);
        let (mass, momentum) = (world.mass(), world.momentum());
        prop_assert!(mass.residual_relative().abs() < 1e-8, "{mass:?}");
        prop_assert!(momentum.residual_relative() < 1e-5, "{} of {momentum:?}", momentum.residual_relative());
        prop_assert!(momentum.bed_n_s.length() > 0.0, "{momentum:?}");
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
        world.step();
    }
    // Uniform water is dragged along: momentum is that of the wind, less friction, turned.
    let momentum = world.momentum();
    let given = momentum.wind_n_s + momentum.coriolis_n_s + momentum.friction_n_s + momentum.bed_n_s;
    assert!((momentum.final_n_s - given).length() < 1e-4 * momentum.wind_n_s.length(), "{momentum:?}");
    let (wind, area_m2) = (momentum.wind_n_s, 24.0 * 16.0);
    let stress_pa = (0.8 + 0.065 * 30.0) * 1e-3 * 1.225 * 900.0;
    let right = DVec2::from_angle(50f64.to_radians()) * stress_pa * area_m2 * world.time_s();
    assert!((wind - right).length() < 1e-3 * right.length(), "{wind} of {right}");
    assert!(world.energy().work.wind_j > 0.0 && world.energy().work.friction_j < 0.0, "{:?}", world.energy());
}

/// The mean level of a basin follows that told to its side, and the books say through which.
#[test]
fn a_tide_fills_the_basin() {
    let tide = "[sides.west]\nkind = \"characteristic\"\n[sides.west.series]\ntime_s = [1.0, 21.0]\ndepth_m = [3.0, 3.2]\n";
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

fn refused(more: &str, key: &str, words: &[&str]) {
    let error = Scenario::parse(&basin(more), Origin { name: "test".into(), folder: None }, &[]).unwrap_err();
    let Error::Key { key: got, message, .. } = &error else { panic!("{error}") };
    assert_eq!(got, key, "{message}");
    words.iter().for_each(|word| assert!(message.contains(word), "{message:?} does not say {word:?}"));
}

#[test]
fn what_is_wrong_is_refused_by_key() {
    let hill = "[[bed]]\nkind = \"bump\"\ncenter_m = [15.0, 11.0]\nheight_m = 3.0\nradius_m = 2.0";
    refused(
        hill,
        "bed",
        &[
            "no water in",
            "cell [30, 22] at [15.250, 11.250] m",
            "above the still level",
            "water.least_depth_m",
        ],
    );
    refused(
        "[[bed]]\nkind = \"slope\"\nfrom_m = [1, 1]\nto_m = [1, 1]\nheights_m = [0, 1]",
        "bed.3.to_m",
        &["another point"],
    );
    refused(
        "[[bed]]\nkind = \"bump\"\ncenter_m = [1, 1]\nheight_m = 1\nradius_m = 0",
        "bed.3.radius_m",
        &["above 0"],
    );
    refused("[[bed]]\nkind = \"asc\"\nfile = \"none.asc\"", "bed.3.file", &["none.asc"]);
    refused("[friction]\nmanning_s_m13 = -1.0", "friction.manning_s_m13", &["0 to 10"]);
    refused("[wind]\nspeed_m_s = 90.0\ntowards_deg = 0", "wind.speed_m_s", &["90", "0 to 80"]);
    refused("[wind]\nspeed_m_s = -1.0\ntowards_deg = 0", "wind.speed_m_s", &["0 or above"]);
    refused("[coriolis]", "coriolis.latitude_deg", &["missing"]);
    refused("[coriolis]\nlatitude_deg = 91", "coriolis.latitude_deg", &["91", "−90 to 90"]);
    refused("[coriolis]\nlatitude_deg = 1\nparameter_1_s = 1", "coriolis.parameter_1_s", &["given too"]);
    let west = |side: &str| format!("[sides.west]\n{side}\n");
    refused(&west("kind = \"depth\""), "sides.west.depth_m", &["missing", "series"]);
    refused(&west("kind = \"inflow\""), "sides.west.velocity_m_s", &["missing"]);
    refused(
        &west("kind = \"depth\"\ndepth_m = 3.0\nseries = { time_s = [0], depth_m = [3] }"),
        "sides.west.series.depth_m",
        &["given too"],
    );
    refused(
        &west("kind = \"depth\"\nseries = { time_s = [0, 0], depth_m = [3, 3] }"),
        "sides.west.series.time_s",
        &["later"],
    );
    refused(
        &west("kind = \"depth\"\nseries = { time_s = [0, 1], depth_m = [3] }"),
        "sides.west.series.depth_m",
        &["1 values for 2 times"],
    );
    refused(
        &west("kind = \"depth\"\nseries = { time_s = [], depth_m = [] }"),
        "sides.west.series.time_s",
        &["no times"],
    );
    refused(
        &west("kind = \"depth\"\ndepth_m = 3\nseries = { time_s = [0], velocity_m_s = [1] }"),
        "sides.west.series.velocity_m_s",
        &["\"depth\" has none"],
    );
    refused(
        &west("kind = \"inflow\"\nseries = { time_s = [0, 1], velocity_m_s = [0, 99] }"),
        "sides.west.velocity_m_s",
        &["at t = 1 s", "99"],
    );
    refused(
        &west("kind = \"depth\"\nseries = { file = \"none.csv\" }"),
        "sides.west.series.file",
        &["none.csv", "cannot be read"],
    );
    refused(
        &west("kind = \"depth\"\nseries = { time_s = [0, 1], depth_m = [3, 0.0001] }")
            .replace("west", "east"),
        "sides.east.series.depth_m",
        &["bed along the side"],
    );
    let column = "[[water.column]]\nx_m = [0, 24]\ndepth_m = 0.2";
    refused(column, "water.column.0.depth_m", &["the bed is at a height"]);
    let flat = "title = \"flat\"\nduration_s = 1\ngrid = { cells = [9, 9], cell_size_m = 1 }\nwater = { depth_m = 1, least_depth_m = 0.5 }";
    let error = Scenario::parse(flat, Origin::default(), &[]).unwrap_err().to_string();
    assert!(error.contains("water.least_depth_m") && error.contains("[[bed]]"), "{error}");
}

/// Where a cut is asked for the bed is cut.
#[test]
fn a_high_bed_is_cut_down_where_asked() {
    let text = basin("[[bed]]\nkind = \"bump\"\ncenter_m = [15.0, 11.0]\nheight_m = 9.0\nradius_m = 2.0")
        .replace("depth_m = 3.0", "depth_m = 3.0\nleast_depth_m = 0.4");
    let world = world(&text);
    let highest = world.bed_m().unwrap().iter().copied().fold(f32::MIN, f32::max);
    assert!((highest - 2.6).abs() < 1e-6, "{highest}");
}

/// Maps lie where they should: from a file's own corner or from a point of it, north up, bilinear.
#[test]
fn maps_are_placed_and_sampled() {
    let folder = tempfile::tempdir().unwrap();
    let plane = |x: f64, y: f64| 0.02 * x + 0.01 * y;
    let mut text =
        String::from("ncols 20\nnrows 15\nxllcorner 500\nyllcorner 200\ncellsize 2\nNODATA_value -9999\n");
    for j in (0..15).rev() {
        let row: Vec<String> = (0..20)
            .map(|i| {
                if (i, j) == (19, 14) {
                    "-9999".into()
                } else {
                    plane(2.0 * i as f64 + 1.0, 2.0 * j as f64 + 1.0).to_string()
                }
            })
            .collect();
        text += &(row.join(" ") + "\n");
    }
    std::fs::write(folder.path().join("map.asc"), text).unwrap();
    let of = |origin: &str, cells: &str| {
        let text = format!(
            "title = \"map\"\nduration_s = 1\ngrid = {{ cells = {cells}, cell_size_m = 0.5 }}\nwater = {{ depth_m = 3 }}\n\
             [[bed]]\nkind = \"asc\"\nfile = \"map.asc\"\noffset_m = 0.25\n{origin}"
        );
        Scenario::parse(&text, Origin { name: "test".into(), folder: Some(folder.path().into()) }, &[])
    };
    for (origin, x0, y0) in [("origin_m = [506, 204]", 6.0, 4.0), ("", 0.0, 0.0)] {
        let scenario = of(origin, "[40, 30]").unwrap();
        let heights = scenario.heights.as_ref().unwrap();
        for k in [0, 39, 41 * 7, 40 * 29 + 17] {
            let [x, y] = [k % 40, k / 40].map(|along| (along as f64 + 0.5) * 0.5);
            // Constant in the outer half of the cells at the edge.
            let right = plane((x0 + x).max(1.0), (y0 + y).max(1.0)) + 0.25;
            assert!((f64::from(heights.bed_m[k]) - right).abs() < 1e-6, "{origin}: {k}");
        }
    }
    let beyond = of("origin_m = [530, 204]", "[40, 30]").unwrap_err().to_string();
    assert!(
        beyond.contains("bed.0.file") && beyond.contains("there it ends") && beyond.contains("cell [20, 0]"),
        "{beyond}"
    );
    let nothing = of("", "[80, 60]").unwrap_err().to_string();
    assert!(nothing.contains("bed.0.file") && nothing.contains("has no data"), "{nothing}");

    // A checkpoint does not go on over another bed.
    let one = World::new(&of("", "[40, 30]").unwrap()).unwrap();
    let mut other = World::new(&of("origin_m = [506, 204]", "[40, 30]").unwrap()).unwrap();
    assert!(other.restore(&one.checkpoint()).is_err());

    let file = std::fs::File::create(folder.path().join("gray.png")).unwrap();
    let mut encoder = png::Encoder::new(file, 2, 2);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    // The first row is the northern one.
    encoder.write_header().unwrap().write_image_data(&[0, 255, 0, 0]).unwrap();
    let text = "title = \"map\"\nduration_s = 1\ngrid = { cells = [4, 4], cell_size_m = 5 }\nwater = { depth_m = 3 }\n\
                [[bed]]\nkind = \"png\"\nfile = \"gray.png\"\npixel_m = 10\nblack_m = -1\nwhite_m = 1";
    let origin = Origin { name: "test".into(), folder: Some(folder.path().into()) };
    let scenario = Scenario::parse(text, origin, &[]).unwrap();
    let heights = &scenario.heights.as_ref().unwrap().bed_m;
    assert_eq!([heights[0], heights[3], heights[12], heights[15]], [-1.0, -1.0, -1.0, 1.0]);
    // A quarter of the way from the middles of the dark pixels to that of the white one.
    assert!((heights[5] - (-1.0 + 2.0 * 0.0625)).abs() < 1e-6, "{}", heights[5]);
}

/// A series from a file is that of lists, and the scenario that a run keeps has the values themselves.
#[test]
fn a_series_comes_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("tide.csv"), "time_s, depth_m\n0, 3\n5, 3.1\n").unwrap();
    let origin = || Origin { name: "test".into(), folder: Some(folder.path().into()) };
    let side = |series: &str| basin(&format!("[sides.west]\nkind = \"depth\"\nseries = {{ {series} }}\n"));
    let of_file = Scenario::parse(&side("file = \"tide.csv\""), origin(), &[]).unwrap();
    let of_lists = Scenario::parse(&side("time_s = [0, 5], depth_m = [3, 3.1]"), origin(), &[]).unwrap();
    assert_eq!(of_file.sides, of_lists.sides);
    let again = Scenario::parse(&of_file.to_toml().unwrap(), Origin::default(), &[]).unwrap();
    assert_eq!((again.sides, again.heights), (of_file.sides, of_file.heights));
    for (text, words) in [
        ("time_s,depth_m\n0,x\n", ["line 2", "`x`"]),
        ("time_s,level\n0,1\n", ["`level`", "must be one of"]),
        ("time_s,depth_m\n0\n", ["tide.csv", "line"]),
    ] {
        std::fs::write(folder.path().join("tide.csv"), text).unwrap();
        let error = Scenario::parse(&side("file = \"tide.csv\""), origin(), &[]).unwrap_err().to_string();
        assert!(
            error.contains("sides.west.series.file") && words.iter().all(|word| error.contains(word)),
            "{error}"
        );
    }
}

#[test]
fn waves_steep_beds_and_leaps_are_warned_of() {
    let warnings = |more: &str| world(&basin(more)).warnings().to_vec();
    let wave = "[[wave]]\nkind = \"airy\"\namplitude_m = 0.1\nlength_m = 30.0";
    assert!(
        warnings(wave).iter().any(|text| text.contains("wave.0") && text.contains("slower")),
        "{:?}",
        warnings(wave)
    );
    // Short waves do not feel the bed.
    assert!(warnings(&wave.replace("30.0", "1.5")).is_empty());
    let step = "[[bed]]\nkind = \"bump\"\ncenter_m = [5.0, 12.0]\nheight_m = 2.2\nradius_m = 0.2";
    assert!(warnings(step).iter().any(|text| text.contains("bed: at cell")), "{:?}", warnings(step));
    let west =
        |series: &str| warnings(&format!("[sides.west]\nkind = \"characteristic\"\nseries = {{ {series} }}"));
    assert!(west("time_s = [0, 20], depth_m = [3.0, 3.2]").is_empty());
    let leap = west("time_s = [0, 20], depth_m = [3.2, 3.2]");
    assert!(leap.iter().any(|text| text.contains("at the start")), "{leap:?}");
    let fast = west("time_s = [0, 0.1], depth_m = [3.0, 3.2]");
    assert!(fast.iter().any(|text| text.contains("front shorter")), "{fast:?}");
}
