//! What the program is given: scenarios, options, the environment; refused with what would be right, or warned of.

use super::commands::{done, errors, folder, refused};
use crate::setup::{estela, program};

#[test]
fn bad_scenarios_are_rejected_with_file_key_and_what_would_be_right() {
    let folder = folder();
    let here = folder.path();
    let set = |key_value: &'static str, words: &[&str]| {
        let key = key_value.split('=').next().unwrap();
        let words = [&["floating", key], words].concat();
        refused(here, &["check", "floating", "--set", key_value], &words);
        refused(here, &["run", "floating", "--set", key_value], &words);
    };
    set("water.levl_m=2", &["unknown key", "did you mean `level_m`"]);
    set("water.depth_m=2", &["unknown key", "did you mean `level_m`"]);
    set("water.level_m=deep", &["\"deep\"; it must be a number"]);
    set("water.level_m=-2", &["-2", "above 0"]);
    set("grid.cell_size_m=0", &["0", "above 0"]);
    set("grid.cells=[100000, 100000]", &["100000 × 100000", "at most"]);
    let beyond =
        "a whole number beyond those of TOML; it must be within -9223372036854775808 and 9223372036854775807";
    refused(
        here,
        &["check", "floating", "--set", "include=[\"floating\"]"],
        &["include: ", "--set cannot include"],
    );
    set("body.boat.drag=-1", &[": -1; it must be 0 or above"]);
    for many in ["99999999999999999999", "18446744073709551615"] {
        let cells = format!("grid.cells=[{many}, 3]");
        refused(here, &["check", "floating", "--set", &cells], &[&cells, beyond]);
    }
    set("body.boat.hull.length_m=-4", &["-4", "above 0"]);
    set("body.boat.mass_kg=nan", &["NaN", "above 0"]);
    set("body.boat.alpha=1.5", &["1.5", "0 to 1"]);
    set(
        "body.boat.hull={ kind=\"propeller\", radius_m=1, hub_radius_m=1, blades=3, skew=0, height_m=1 }",
        &["hull.hub_radius_m: 1; it must be below the radius of 1 m"],
    );
    set("grid.cells=[2, 60]", &["2 cells; at least 3"]);
    set("water.column=[{ x_m=[5, 5], level_m=2 }]", &["x_m: from 5 to 5 is empty"]);
    let fast = "water.column=[{ x_m=[0, 20], level_m=2, velocity_m_s=[5, 0] }]";
    set(fast, &["velocity_m_s: 5.000 m/s; at most a third of the lattice speed"]);
    set("body.boat.radiation={ estimate=\"ellipsoid\", memory_s=-1 }", &["radiation.memory_s: -1"]);
    set(
        "body.boat.propeller={ position_m=[-1.8, 0, 0.1], thrust_n=100, schedule=[{ time_s=1, thrust=1 }, { time_s=1, thrust=0 }] }",
        &["propeller.schedule.1.time_s: 1; times must rise"],
    );
    set("body.boat.position_m=[99, 7]", &["outside the domain", "[20, 15]"]);
    set("gauge.1.position_m=[-1, 7]", &["outside the domain", "[20, 15]"]);
    set("gauge.1.name=near", &["near", "a name of its own"]);
    set("solver.tau=0.5", &["0.5", "above 0.5"]);
    set("solver.gravity_number=0.7", &["0.7", "0.6", "0.15"]);
    set("solver.time_step_s=0.01", &["gravity_number", "given too"]);
    set("solver.fastest_flow_m_s=2", &["gravity_number", "given too"]);
    set("sides.west={kind=\"periodic\"}", &["sides.east.kind", "must be \"periodic\" too, as sides.west is"]);
    set("sides.west.slop=0", &["unknown key", "did you mean `slip`"]);
    set("view.follow=ship", &["ship", "boat"]);
    set("body.boat.mesh=none.stl", &["none.stl", "cannot be read"]);
    set("body.boat.mesh=hull.dwg", &["hull.dwg", ".stl, .obj, .gltf or .glb"]);
    let deep = "sides.west={kind=\"inflow\",velocity_m_s=1,level_m=1000}";
    let step = "solver.gravity_number=";
    refused(
        here,
        &["check", "floating", "--set", deep, "--set", step, "--set", "solver.time_step_s=0.01"],
        &["floating", "solver.time_step_s", "g h / e²", "1000 m"],
    );
    let fast = ["check", "floating", "--set", step, "--set", "solver.fastest_flow_m_s=9"];
    refused(here, &fast, &["floating", "solver.fastest_flow_m_s", "Froude number of the flow", "below 1"]);
    set("water.gravity_m_s2=1e300", &["above 0", "1e3"]);
    set("body.boat.velocity_m_s=[1e9,0,0]", &["lattice speed"]);
    set("body.boat.drag=1e30", &["0 or above", "1000"]);
    set("body.boat.mass_kg=1e300", &["1e12"]);
    set("body.boat.position_m=[9,7,1e5]", &["position_m", "at most"]);
    set("body.boat.position_m=[9,7,1e9]", &["position_m", "1e6"]);
    set("body.boat.propeller={position_m=[0,0,0],thrust_n=1e10}", &["thrust_n", "weight"]);
    set("water.column=[{x_m=[300,350],level_m=2}]", &["x_m", "outside the domain"]);
    set("solver.tau=1e300", &["above 0.5", "at most 100"]);
    set("solver.smagorinsky=2", &["2", "0 (none) to 0.5"]);
    set("duration_s=1e300", &["steps", "at most"]);
    set("water.level_m=1e308", &["above 0", "1e6"]);
    set("water.column=[{x_m=[0,5],level_m=2,velocity_m_s=[90,0]}]", &["velocity_m_s", "lattice speed"]);
    set("wave=[{kind=\"airy\",amplitude_m=-1,length_m=9}]", &["wave.0", "amplitude_m", "at least 0"]);
    set("body.boat.mesh_scale=-1", &["-1", "above 0"]);
    let fine =
        ["check", "floating", "--set", "grid.cells=[2000,1500]", "--set", "coupling.samples_per_side=15"];
    refused(here, &fine, &["coupling.samples_per_side", "15 × 15 samples in each of 2000 × 1500 cells"]);
    set("body.boat.mesh_scale=0.001", &["0.001", "no mesh"]);
    refused(
        here,
        &["check", "floating", "--set", "body.boat.hull.depth_m=900"],
        &["floating: body.boat.hull: ", "900.000 m high", "at most 350.000 m"],
    );
    set("body.boat.hull.depth_m=1e7", &["1e6"]);
    set(
        "body.boat.hull={kind=\"parabolic\",length_m=4,beam_m=1.6,depth_m=0.9,sections=900,points=900}",
        &["hull.sections", "3245400 triangles", "at most 200000"],
    );
    set("body.boat.load=[{mass_kg=1e13,position_m=[0,0,0]}]", &["load.0.mass_kg", "1e12"]);
    set("body.boat.load=[{mass_kg=1,position_m=[0,0,1e7]}]", &["load.0.position_m", "1e6"]);
    set("body.boat.skin_friction={length_m=1e300}", &["skin_friction.length_m", "1e6"]);
    set("view.every_s=1e-300", &["view.every_s", "1e-9"]);
    set("view.size=[16384, 16384]", &["view.size", "67108864"]);
    set("water.density_kg_m3=1e300", &["water.density_kg_m3: 1e300;", "1e6"]);
    set("sides.west={kind=\"level\",level_m=1e300}", &["sides.west.level_m", "1e6"]);
    let columns = format!("water.column=[{}]", ["{x_m=[0,5],level_m=2}"; 1001].join(","));
    refused(
        here,
        &["check", "floating", "--set", &columns],
        &["floating: water.column: 1001 entries", "at most 1000"],
    );
    let fine = ["body.boat.hull.length_m=15", "grid.cells=[4000, 3000]", "grid.cell_size_m=0.005"];
    let fine: Vec<&str> =
        ["check", "floating"].into_iter().chain(fine.into_iter().flat_map(|set| ["--set", set])).collect();
    refused(here, &fine, &["floating: body.boat.hull", "triangles of 0.01 m, two cells", "grid.cell_size_m"]);
    set("body.boat.gyration_m=[1,1,100]", &["principal moments"]);
    set("body.boat.load=[{mass_kg=0,position_m=[0,0,0]}]", &["load.0.mass_kg", "above 0"]);
    set("body.boat.motion={turn_deg_s=1e9}", &["lattice speed"]);
    set("body.boat.wall={slip=\"free-slip\",scheme=\"modified\"}", &["scheme", "half-way"]);
    set("body.boat.hull={kind=\"prism\",outline_m=[[0,0],[0,1],[1,0]],height_m=1}", &["counter-clockwise"]);
    refused(
        here,
        &["check", "floating", "--set", "water.level_m"],
        &["--set water.level_m", "key.path=value"],
    );
    refused(here, &["check", "flaoting"], &["flaoting", "did you mean `floating`"]);
    std::fs::write(here.join("bad.toml"), "title = \n").unwrap();
    refused(here, &["check", "bad.toml"], &["bad.toml", "line 1"]);
    std::fs::write(here.join("many.toml"), "title = \"many\"\ngrid.cells = [99999999999999999999, 3]\n")
        .unwrap();
    refused(here, &["check", "many.toml"], &["many.toml", "line 2", "grid.cells = [9", beyond]);
    std::fs::write(here.join("empty.toml"), "").unwrap();
    refused(here, &["check", "empty.toml"], &["empty.toml", "title", "missing"]);
}

#[test]
fn a_time_step_too_long_is_rejected_with_one_that_is_stable() {
    let arguments = ["check", "floating", "--set=solver.gravity_number=", "--set=solver.time_step_s=0.1"];
    // g h / e² = 9.81 × 2 × (0.1 / 0.25)² = 3.139; 0.6 at 0.04372 s.
    refused(folder().path(), &arguments, &["solver.time_step_s", "3.139", "4.372e-2 s"]);
}

/// TRT at τ = 0.6 is stable up to a Froude number of 0.58 at the usual step, and 0.82 at a third of its gravity number.
#[test]
fn the_time_step_can_be_left_to_the_fastest_flow() {
    let folder = folder();
    for (flow, number) in [("1", "gravity number 0.1500"), ("3.2", "gravity number 0.0500")] {
        let flow = format!("solver.fastest_flow_m_s={flow}");
        let set = ["solver.gravity_number=", "solver.collision=trt", "solver.tau=0.6", &flow];
        let arguments: Vec<&str> =
            ["check", "floating"].into_iter().chain(set.into_iter().flat_map(|key| ["--set", key])).collect();
        let text = done(folder.path(), &arguments);
        assert!(text.contains(number), "{text}");
    }
}

#[test]
fn bad_options_are_rejected() {
    let folder = folder();
    for bad in [["--until", "-1"], ["--until", "nan"], ["--steps", "0"], ["--threads", "0"], ["--every", "0"]]
    {
        refused(folder.path(), &["run", "floating", bad[0], bad[1]], &[bad[0], bad[1]]);
    }
}

#[test]
fn threads_of_the_environment_are_bounded_as_the_option_is() {
    let folder = folder();
    let with = |value: &str, more: &[&str]| {
        let check = ["check", "floating", "--quiet"];
        let mut program = program(folder.path());
        program.args(check).args(more).env("RAYON_NUM_THREADS", value);
        program.output().unwrap()
    };
    for bad in ["100000", "0", "-1", "many", ""] {
        let output = with(bad, &[]);
        let message = errors(&output);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(&format!("RAYON_NUM_THREADS={bad}: it must be 1 to 1024")), "{message}");
        assert_eq!(with(bad, &["--threads=2"]).status.code(), Some(0), "the option wins");
    }
    assert_eq!(with("3", &[]).status.code(), Some(0));
}

#[test]
fn check_tells_the_memory_that_a_run_takes() {
    let text = done(folder().path(), &["check", "floating"]);
    let line = text.lines().find(|line| line.starts_with("memory")).unwrap();
    assert!(line.contains("about ") && line.contains("B; ") && line.ends_with(" are free"), "{line}");
}

#[test]
fn a_body_that_hardly_dips_into_the_water_is_warned_of() {
    for (mass, warned) in [("5", true), ("100", false)] {
        let mass_kg = format!("body.boat.mass_kg={mass}");
        let text = errors(&estela(folder().path(), &["check", "floating", "--set", &mass_kg]));
        assert_eq!(text.contains("body.boat: mass_kg: 5 kg is"), warned, "{text}");
    }
}

#[cfg(unix)]
#[test]
fn scenarios_and_tables_are_read_from_regular_files_alone() {
    let folder = folder();
    refused(folder.path(), &["check", "/dev/zero"], &["/dev/zero: cannot be read", "no regular file"]);
    refused(folder.path(), &["check", "."], &["no regular file"]);
    for (set, key) in [
        ("body.boat.radiation={coefficients=\"/dev/zero\"}", "radiation.coefficients"),
        ("body.boat.repeat={kind=\"table\",file=\"/dev/zero\"}", "repeat.file"),
        ("sides.west={kind=\"level\",series={file=\"/dev/zero\"}}", "series.file"),
        ("bed=[{kind=\"asc\",file=\"/dev/zero\"}]", "bed.0.file"),
    ] {
        refused(folder.path(), &["check", "floating", "--set", set], &[key, "no regular file"]);
    }
    let pipe = folder.path().join("checkpoint.estela");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    refused(folder.path(), &["resume", "."], &["no regular file"]);
    std::fs::write(folder.path().join("latin.toml"), b"title = \"\xe9\"").unwrap();
    refused(folder.path(), &["check", "latin.toml"], &["latin.toml", "byte 9", "UTF-8"]);
}

#[test]
fn waves_are_told_of_with_what_they_pass() {
    let wave = "wave=[{kind=\"airy\",amplitude_m=0.2,length_m=6}]";
    let output = estela(folder().path(), &["check", "floating", "--set", wave]);
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find(|line| line.starts_with("wave.0")).unwrap();
    for part in [
        "airy by formula, amplitude 0.2 m, length 6 m, period 1.9",
        "passes through the walls of the domain (west",
    ] {
        assert!(line.contains(part), "{line:?} does not say {part:?}");
    }
}

#[test]
fn pretension_is_bounded_by_the_weight() {
    let line = "body.boat.mooring=[{anchor_m=[2,0],stiffness_n_m=100,pretension_n=1e8}]";
    refused(
        folder().path(),
        &["check", "floating", "--set", line],
        &["body.boat.mooring.0.pretension_n", "at most", "1e3 times the weight"],
    );
}

#[test]
fn thin_air_without_eddies_is_warned_of() {
    let said = |set: &str| {
        errors(&estela(folder().path(), &["check", "smoke-2d", "--set", set, "--set", "air.tau=0.5001"]))
    };
    let text = said("air.smagorinsky=0");
    assert!(text.contains("air.tau: 0.5001 leaves hardly any viscosity"), "{text}");
    assert_eq!(said("air.smagorinsky=0.1"), "");
}

#[test]
fn a_body_too_heavy_to_float_is_warned_of() {
    let output = estela(folder().path(), &["check", "floating", "--set", "body.boat.mass_kg=9000"]);
    assert_eq!(output.status.code(), Some(0));
    let text = errors(&output);
    let full_kg = 1000.0 * viewer::sim::hulls::speedboat(4.0, 1.6, 0.9).volume_m3();
    for word in ["warning: ", "body.boat", "9000 kg", &format!("{full_kg:.4} kg"), "sinks"] {
        assert!(text.contains(word), "{text:?} does not say {word:?}");
    }
}

#[test]
fn waves_that_break_or_pass_solids_and_hulls_smaller_than_cells_are_warned_of() {
    let warnings = |sets: &[&str]| {
        let arguments: Vec<&str> =
            ["check", "floating"].into_iter().chain(sets.iter().flat_map(|set| ["--set", set])).collect();
        errors(&estela(folder().path(), &arguments))
    };
    let steep = warnings(&["wave=[{kind=\"airy\",amplitude_m=0.6,length_m=6}]"]);
    assert!(steep.contains("wave.0.amplitude_m: 1.4") && steep.contains("does not break"), "{steep}");
    let crests = |amplitude_m: f64, power: f64| {
        warnings(&[&format!(
            "wave=[{{kind=\"crests\",amplitude_m={amplitude_m},length_m=6,speed_m_s=2,power={power}}}]"
        )])
    };
    assert!(crests(0.6, 1.0).contains("wave.0: its crests rise by up to 32°"), "{}", crests(0.6, 1.0));
    assert!(crests(0.6, 4.0).contains("wave.0: its crests rise by up to 39°"), "{}", crests(0.6, 4.0));
    assert!(crests(0.01, 0.5).contains("up to 90°") && !crests(0.5, 1.0).contains("its crests rise"));
    let gentle = "wave=[{kind=\"airy\",amplitude_m=0.2,length_m=6}]";
    let walls = warnings(&[gentle]);
    assert!(walls.contains("pass through the walls of the domain (west, east, south, north)"), "{walls}");
    let open: Vec<String> = ["west", "east", "south", "north"]
        .map(|side| format!("sides.{side}={{kind=\"sponge\",width_m=2}}"))
        .into();
    let open: Vec<&str> = open.iter().map(String::as_str).collect();
    assert_eq!(warnings(&[&[gentle], &open[..]].concat()), "");
    // On the 2 m of water: an Ursell number of 2 a L² / h³ of 8π²/3 or 26 is that of L = 32 m.
    let stokes = |length_m: f64| {
        warnings(&[&format!("wave=[{{kind=\"stokes\",amplitude_m=0.1,length_m={length_m}}}]")])
    };
    assert!(!stokes(25.0).contains("second harmonic"));
    let long = stokes(60.0);
    assert!(
        long.contains("wave.0: its second harmonic is 0.8") && long.contains("kind = \"airy\""),
        "{long}"
    );
    let train = "{kind=\"airy\",amplitude_m=0.2,length_m=6}";
    let trains = warnings(&[&format!("wave=[{train},{train},{train}]")]);
    assert!(trains.contains("wave: where the crests of all trains meet they are 1.4"), "{trains}");
    let solid = warnings(&["wave=[{kind=\"airy\",amplitude_m=0.2,length_m=6}]", "body.boat.fixed=true"]);
    assert!(solid.contains("wave: waves by formula pass through body.boat"), "{solid}");
    let speck =
        warnings(&["body.boat.hull.length_m=0.4", "body.boat.hull.beam_m=0.16", "body.boat.mass_kg=3"]);
    assert!(speck.contains("body.boat.hull: 0.400 × 0.160 m on cells of 0.25 m"), "{speck}");
    let pile = warnings(&["body.boat.hull={kind=\"sphere\",radius_m=0.2}", "body.boat.fixed=true"]);
    assert!(!pile.contains("on cells of"), "{pile}");
}

#[test]
fn sides_that_leave_the_bed_dry_or_start_far_from_the_still_level_are_warned_of() {
    let scenario = |side: &str| {
        format!(
            "title = \"ebb\"\nduration_s = 1\ngrid = {{ cells = [40, 8], cell_size_m = 0.5 }}\nwater.level_m = 2\n\
             bed = [{{ kind = \"slope\", from_m = [5, 0], to_m = [15, 0], heights_m = [0, 1.6] }}]\n\
             sides.west = {{ kind = \"characteristic\", {side} }}\n"
        )
    };
    let warnings = |side: &str| {
        let folder = folder();
        std::fs::write(folder.path().join("ebb.toml"), scenario(side)).unwrap();
        errors(&estela(folder.path(), &["check", "ebb.toml"]))
    };
    let falls = warnings("series = { time_s = [0, 60], level_m = [2.0, 1.3] }");
    for part in ["sides.west.series.level_m: the level falls to 1.3 m", "1.600 m in cell [", "least_depth_m"]
    {
        assert!(falls.contains(part), "{falls:?} does not say {part:?}");
    }
    let starts = warnings("level_m = 1.7");
    assert!(starts.contains("sides.west.level_m: 1.7 m are 0.300 m from the still level of 2 m"), "{starts}");
    assert_eq!(warnings("series = { time_s = [0, 60], level_m = [2.0, 1.7] }"), "");
}

#[test]
fn a_discharge_too_fast_for_the_lattice_names_its_side() {
    let sets =
        ["sides.west={kind=\"discharge\",discharge_m3_s=900}", "sides.east={kind=\"level\",level_m=2}"];
    let arguments: Vec<&str> =
        ["check", "floating"].into_iter().chain(sets.iter().flat_map(|set| ["--set", *set])).collect();
    refused(folder().path(), &arguments, &["sides.west: ", "velocity of the discharge", "at most a third"]);
}

/// Keys of bodies afloat on one that is fixed, and bodies that a file does not have, are named as what they are.
#[test]
fn keys_of_fixed_bodies_and_of_nobody_are_told() {
    let place = folder();
    let post = "title = \"post\"\nduration_s = 1\ngrid = { cells = [40, 40], cell_size_m = 0.5 }\nwater.level_m = 2\n\
                [body.post]\nhull = { kind = \"box\", length_m = 1, beam_m = 1, depth_m = 3 }\nfixed = true\nposition_m = [5, 10, 0]\n\
                [body.ferry]\nhull = { kind = \"box\", length_m = 3, beam_m = 2, depth_m = 1 }\nmass_kg = 3000\nposition_m = [12, 10]\n";
    std::fs::write(place.path().join("post.toml"), post).unwrap();
    let check =
        |set: &str, words: &[&str]| refused(place.path(), &["check", "post.toml", "--set", set], words);
    done(place.path(), &["check", "post.toml"]);
    check(
        "body.post.slamming={ bound_m_s2 = 9.0 }",
        &["body.post.slamming: given for a body that is fixed", "remove it"],
    );
    check(
        "body.post.propeller={ thrust_n = 3, position_m = [0, 0, 0] }",
        &["body.post.propeller: given for a body that is fixed", "remove it"],
    );
    check("body.fery.mass_kg=3", &["no body is called fery; did you mean `ferry`? There are: post, ferry"]);
    check("body.x9.mass_kg=3", &["no body is called x9; there are: post, ferry"]);
    // One that has all it needs is a body as any other.
    let new = "body.raft={ hull = { kind = \"box\", length_m = 3, beam_m = 2, depth_m = 1 }, mass_kg = 900, position_m = [12, 4] }";
    done(place.path(), &["check", "post.toml", "--set", new]);
}

#[test]
fn levels_by_a_series_are_told_as_such() {
    let series = "{ time_s = [0, 5], level_m = [2.0, 2.1] }";
    for (kind, words) in
        [("level", "west level by its series"), ("characteristic", "west open to waves, level by its series")]
    {
        let set = format!("sides.west={{ kind = \"{kind}\", series = {series} }}");
        let text = done(folder().path(), &["check", "floating", "--set", &set]);
        assert!(text.contains(words), "{text}");
    }
}
