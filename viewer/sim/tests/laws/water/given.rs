//! Beds, forces and series as scenarios give them: files, what is refused, and what is warned of.

use viewer_sim::World;
use viewer_sim::scenario::{Error, Origin, Scenario};

use super::bed::basin;
use crate::setup::world;

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
            "cell [29, 22] at [14.750, 11.250] m",
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
    refused("[coriolis]\nparameter_1_s = 1e2", "coriolis.parameter_1_s", &["100", "half a radian"]);
    refused("[coriolis]\nparameter_1_s = -1e2", "coriolis.parameter_1_s", &["-100", "half a radian"]);
    let west = |side: &str| format!("[sides.west]\n{side}\n");
    refused(&west("kind = \"level\""), "sides.west.level_m", &["missing", "series"]);
    refused(&west("kind = \"inflow\""), "sides.west.velocity_m_s", &["missing"]);
    refused(
        &west("kind = \"level\"\nlevel_m = 3.0\nseries = { time_s = [0], level_m = [3] }"),
        "sides.west.series.level_m",
        &["given too"],
    );
    refused(
        &west("kind = \"level\"\nseries = { time_s = [0, 0], level_m = [3, 3] }"),
        "sides.west.series.time_s",
        &["later"],
    );
    refused(
        &west("kind = \"level\"\nseries = { time_s = [0, 1], level_m = [3] }"),
        "sides.west.series.level_m",
        &["1 values for 2 times"],
    );
    refused(
        &west("kind = \"level\"\nseries = { time_s = [], level_m = [] }"),
        "sides.west.series.time_s",
        &["no times"],
    );
    refused(
        &west("kind = \"level\"\nlevel_m = 3\nseries = { time_s = [0], velocity_m_s = [1] }"),
        "sides.west.series.velocity_m_s",
        &["\"level\" has none"],
    );
    refused(
        &west("kind = \"inflow\"\nseries = { time_s = [0, 1], velocity_m_s = [0, 99] }"),
        "sides.west.velocity_m_s",
        &["at t = 1 s", "99"],
    );
    refused(
        &west("kind = \"level\"\nseries = { file = \"none.csv\" }"),
        "sides.west.series.file",
        &["none.csv", "cannot be read"],
    );
    refused(
        &west("kind = \"level\"\nseries = { time_s = [0, 1], level_m = [3, 0.0001] }")
            .replace("west", "east"),
        "sides.east.series.level_m",
        &["bed along the side"],
    );
    let column = "[[water.column]]\nx_m = [0, 24]\nlevel_m = 0.2";
    refused(column, "water.column.0.level_m", &["the bed is at a height"]);
    let flat = "title = \"flat\"\nduration_s = 1\ngrid = { cells = [9, 9], cell_size_m = 1 }\nwater = { level_m = 1, least_depth_m = 0.5 }";
    let error = Scenario::parse(flat, Origin::default(), &[]).unwrap_err().to_string();
    assert!(error.contains("water.least_depth_m") && error.contains("[[bed]]"), "{error}");
}

/// Where a cut is asked for the bed is cut.
#[test]
fn a_high_bed_is_cut_down_where_asked() {
    let text = basin("[[bed]]\nkind = \"bump\"\ncenter_m = [15.0, 11.0]\nheight_m = 9.0\nradius_m = 2.0")
        .replace("level_m = 3.0", "level_m = 3.0\nleast_depth_m = 0.4");
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
            "title = \"map\"\nduration_s = 1\ngrid = {{ cells = {cells}, cell_size_m = 0.5 }}\nwater = {{ level_m = 3 }}\n\
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
    let text = "title = \"map\"\nduration_s = 1\ngrid = { cells = [4, 4], cell_size_m = 5 }\nwater = { level_m = 3 }\n\
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
    std::fs::write(folder.path().join("tide.csv"), "time_s, level_m\n0, 3\n5, 3.1\n").unwrap();
    let origin = || Origin { name: "test".into(), folder: Some(folder.path().into()) };
    let side = |series: &str| basin(&format!("[sides.west]\nkind = \"level\"\nseries = {{ {series} }}\n"));
    let of_file = Scenario::parse(&side("file = \"tide.csv\""), origin(), &[]).unwrap();
    let of_lists = Scenario::parse(&side("time_s = [0, 5], level_m = [3, 3.1]"), origin(), &[]).unwrap();
    assert_eq!(of_file.sides, of_lists.sides);
    let again = Scenario::parse(&of_file.to_toml().unwrap(), Origin::default(), &[]).unwrap();
    assert_eq!((again.sides, again.heights), (of_file.sides, of_file.heights));
    for (text, words) in [
        ("time_s,level_m\n0,x\n", ["line 2", "`x`"]),
        ("time_s,level\n0,1\n", ["`level`", "must be one of"]),
        ("time_s,level_m\n0\n", ["tide.csv", "line"]),
        (
            "time_s,level_m\n",
            ["tide.csv", "holds no values; it must be a table with names such as time_s,level_m"],
        ),
        ("\n\n", ["tide.csv", "holds no values; it must be a table with names such as time_s,level_m"]),
        ("", ["tide.csv", "holds no values; it must be a table with names such as time_s,level_m"]),
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
    let short = warnings(&wave.replace("30.0", "1.5"));
    assert!(!short.iter().any(|text| text.contains("slower")), "{short:?}");
    let step = "[[bed]]\nkind = \"bump\"\ncenter_m = [5.0, 12.0]\nheight_m = 2.2\nradius_m = 0.4";
    assert!(warnings(step).iter().any(|text| text.contains("bed: at cell")), "{:?}", warnings(step));
    let west =
        |series: &str| warnings(&format!("[sides.west]\nkind = \"characteristic\"\nseries = {{ {series} }}"));
    assert!(west("time_s = [0, 20], level_m = [3.0, 3.2]").is_empty());
    let leap = west("time_s = [0, 20], level_m = [3.2, 3.2]");
    assert!(leap.iter().any(|text| text.contains("at the start")), "{leap:?}");
    let fast = west("time_s = [0, 0.1], level_m = [3.0, 3.2]");
    assert!(fast.iter().any(|text| text.contains("front shorter")), "{fast:?}");
}

/// Waves that a side sends in are warned of where they are not long beside the depth: where a real one of their period, by the dispersion of Airy,
/// runs more than a tenth slower.
#[test]
fn waves_that_are_not_long_are_warned_of() {
    let depth_m = 10.0_f64;
    let warned = |kind: &str, period_s: f64| {
        let world = world(&format!(
            "title = \"flume\"\nduration_s = 20.0\ngrid = {{ cells = [160, 6], cell_size_m = 0.5 }}\nwater.level_m = {depth_m:?}\n[sides]\n\
             west = {{ kind = \"characteristic\", level_m = {depth_m:?}, wave = {{ kind = \"{kind}\", height_m = 0.1, period_s = {period_s:?} }} }}\n"
        ));
        world.warnings().iter().find(|text| text.starts_with("sides.west.wave.period_s: ")).cloned()
    };
    let text = warned("sine", 2.0).unwrap();
    assert!(text.contains(" 6.2 m long on water 10.000 m deep and run at 3.1 m/s"), "{text}");
    assert!(
        text.contains(" 19.8 m long and run at 9.9 m/s") && text.contains("take at least 8.6 s"),
        "{text}"
    );
    for period_s in [6.0, 8.0, 8.5, 8.7, 9.0, 20.0] {
        let slower = (9.81 * depth_m).sqrt() / hydro_forces::waves::celerity_m_s(period_s, depth_m, 9.81);
        assert_eq!(warned("sine", period_s).is_some(), slower > 1.1, "{period_s} s, {slower}");
        assert_eq!(warned("irregular", period_s).is_some(), slower > 1.1, "{period_s} s, {slower}");
    }
}
