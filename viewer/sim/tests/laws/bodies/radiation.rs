//! Added mass, radiation damping and parts of other materials, as scenarios give them.

use std::f64::consts::PI;
use std::path::Path;

use viewer_sim::scenario::{Origin, Scenario};
use viewer_sim::{Error, World};

use super::half_dense_box;
use crate::setup::run;

const HEAD: &str = "frequency_rad_s,i,j,added_mass,damping\n";

/// The box of `oscillation`, 5 cm above its draft, with more keys; files are looked for in `folder`.
fn boxed(more: &str, folder: Option<&Path>) -> Result<World, Error> {
    boxed_at(3.05, more, folder)
}

fn boxed_at(z_m: f64, more: &str, folder: Option<&Path>) -> Result<World, Error> {
    boxed_in("none", z_m, more, folder)
}

fn boxed_in(mode: &str, z_m: f64, more: &str, folder: Option<&Path>) -> Result<World, Error> {
    let origin = Origin { name: "box.toml".into(), folder: folder.map(Into::into) };
    let (mode, hull) = mode.split_once(", hull ").unwrap_or((mode, "soft"));
    let keys = [format!("coupling.mode={mode}"), format!("coupling.hull={hull}")];
    World::new(&Scenario::parse(&half_dense_box(z_m, more), origin, &keys)?)
}

/// Heights of the box over `seconds` and the time between them.
fn heave(mut world: World, seconds: f64) -> (Vec<f64>, f64) {
    let mut heights = Vec::new();
    while world.time_s() < seconds {
        heights.push(world.bodies().next().unwrap().position_m.z - 3.0);
        let until = world.time_s() + world.time_step_s() / 2.0;
        run(&mut world, until);
    }
    (heights, world.time_step_s())
}

/// Mean time between upward passages of 0.
fn period((heights, step_s): &(Vec<f64>, f64)) -> f64 {
    let crossings: Vec<f64> = (1..heights.len())
        .filter(|&n| heights[n - 1] < 0.0 && heights[n] >= 0.0)
        .map(|n| (n as f64 - heights[n] / (heights[n] - heights[n - 1])) * step_s)
        .collect();
    assert!(crossings.len() > 3, "{crossings:?}");
    (crossings[crossings.len() - 1] - crossings[0]) / (crossings.len() - 1) as f64
}

/// `T = 2π √((m + A₃₃) / ρ g A)`, from the matrix and from the table alike.
#[test]
fn added_mass_lengthens_the_heave() {
    let exact = 2.0 * PI * ((32e3 + 24e3) / (1e3 * 9.81 * 32.0f64)).sqrt();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("box.csv"), format!("{HEAD}inf,3,3,24000,0\n2,3,3,30000,0\n")).unwrap();
    let matrix = "radiation.added_mass = [[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,24000,0,0,0],[0,0,0,0,0,0],\
                  [0,0,0,0,0,0],[0,0,0,0,0,0]]";
    for more in [matrix, r#"radiation.coefficients = "box.csv""#] {
        let seen = period(&heave(boxed(more, Some(folder.path())).unwrap(), 25.0));
        assert!((seen - exact).abs() < 0.01 * exact, "{more}: {seen} s, not {exact} s");
    }
}

/// Half of Lamb's ellipsoid of the semi-axes 4, 2 and 1 m: its heave has an added mass of 1.9 displaced masses.
#[test]
fn the_estimate_is_that_of_an_ellipsoid_in_the_waterline() {
    let seen = period(&heave(boxed(r#"radiation.estimate = "ellipsoid""#, None).unwrap(), 25.0));
    let ellipsoid = hydro_forces::radiation::AddedMass::floating(8.0, 4.0, 0.95, 1e3).unwrap();
    let exact = 2.0 * PI * ((32e3 + ellipsoid.matrix()[2][2]) / (1e3 * 9.81 * 32.0f64)).sqrt();
    assert!((seen - exact).abs() < 0.01 * exact, "{seen} s, not {exact} s");
}

/// A damping that is flat around the frequency of the heave takes `exp(−B t / 2 (m + A))` of it.
#[test]
fn radiated_waves_damp_the_heave() {
    let folder = tempfile::tempdir().unwrap();
    let table: String = [(0.5, 8000.0), (4.5, 8000.0), (5.0, 0.0)]
        .map(|(frequency, damping)| format!("{frequency},3,3,0,{damping}\n"))
        .concat();
    std::fs::write(folder.path().join("box.csv"), format!("{HEAD}inf,3,3,24000,0\n{table}")).unwrap();
    let world = boxed("radiation = { coefficients = \"box.csv\", memory_s = 15.0 }", Some(folder.path()));
    let (heights, step_s) = heave(world.unwrap(), 25.0);
    let largest = |from: f64, to: f64| {
        heights[(from / step_s) as usize..(to / step_s) as usize].iter().fold(0.0f64, |a, z| a.max(z.abs()))
    };
    let (seen, exact) = (largest(20.0, 23.0) / largest(2.0, 5.0), (-8000.0 * 18.0 / (2.0 * 56e3f64)).exp());
    assert!((seen / exact).ln().abs() < 0.15, "{seen}, not {exact}");
}

/// In mode `conservative` a table has the waves of heave, roll and pitch, and the simulated water makes none of them: the body
/// moves as in mode `none`, until it moves ahead. A rigid lid lies there as the body does at rest: its water has no part in them either.
#[test]
fn waves_of_a_table_are_not_made_by_the_water_too() {
    let folder = tempfile::tempdir().unwrap();
    let table = "inf,3,3,24000,0\n0.5,3,3,0,8000\n4.5,3,3,0,8000\n5,3,3,0,0\n";
    std::fs::write(folder.path().join("box.csv"), format!("{HEAD}{table}")).unwrap();
    let key = "radiation.coefficients = \"box.csv\"\n";
    let set_up = |mode: &str, more: &str| {
        let world = boxed_in(mode, 3.05, &format!("{key}{more}"), Some(folder.path())).unwrap();
        assert_eq!(world.warnings(), [] as [&str; 0]);
        world
    };
    let highest = |world: &World| world.fields().eta_m.iter().fold(0.0f32, |most, eta| most.max(eta.abs()));
    let lid = "conservative, hull lid";
    let heaved = |mut world: World| {
        run(&mut world, 2.0);
        (world.bodies().next().unwrap().position_m.z, highest(&world))
    };
    let [(apart, _), (soft, of_soft), (under_lid, of_lid)] =
        ["none", "conservative", lid].map(|mode| heaved(set_up(mode, "")));
    assert!((apart - 3.0).abs() > 1e-3, "{apart}");
    assert!((apart - soft).abs() < 1e-9 && (apart - under_lid).abs() < 1e-9, "{apart} {soft} {under_lid}");
    assert!(of_soft < 1e-6 && of_lid < 1e-6, "{of_soft} {of_lid}");
    for mode in ["conservative", lid] {
        let (_, without) = heaved(boxed_in(mode, 3.05, "", None).unwrap());
        assert!(without > 1e-3, "{mode}: {without}");
        let mut ahead = set_up(mode, "velocity_m_s = [1.0, 0.0, 0.0]\nheading_deg = 20");
        run(&mut ahead, 1.0);
        assert!(highest(&ahead) > 1e-2, "{mode}: {}", highest(&ahead));
        let momentum = ahead.momentum();
        assert!(momentum.residual_relative() < 1e-6, "{mode}: {momentum:?}");
    }
}

/// `radiation.damping` with one element, in heave.
fn heave_damping(b33: f64) -> String {
    let row = "[0,0,0,0,0,0]";
    format!("damping = [{row},{row},[0,0,{b33},0,0,0],{row},{row},{row}]")
}

/// `exp(−ζ ω t)` with `ζ ω = B / 2 m`, by the crests and troughs, with and without added mass.
#[test]
fn linear_damping_dissipates_a_fraction_of_each_swing() {
    for (more, mass_kg) in [("", 32e3), (", added_mass = MATRIX", 56e3)] {
        let row = "[0,0,0,0,0,0]";
        let matrix = format!("[{row},{row},[0,0,24000,0,0,0],{row},{row},{row}]");
        let radiation =
            format!("radiation = {{ {}{} }}", heave_damping(8000.0), more.replace("MATRIX", &matrix));
        let (heights, step_s) = heave(boxed(&radiation, None).unwrap(), 12.0);
        let turns: Vec<(f64, f64)> = (1..heights.len() - 1)
            .filter(|&n| heights[n].abs() > heights[n - 1].abs() && heights[n].abs() >= heights[n + 1].abs())
            .map(|n| (n as f64 * step_s, heights[n].abs().ln()))
            .collect();
        let ((from, first), (to, last)) = (turns[0], turns[turns.len() - 1]);
        let (seen, exact) = ((first - last) / (to - from), 8000.0 / (2.0 * mass_kg));
        println!("rate {seen}, exact {exact}, over {} turns, step {step_s}", turns.len());
        assert!(turns.len() > 5 && (seen / exact - 1.0).abs() < 0.02, "{seen} /s, not {exact} /s");
    }
}

/// `k / B = 3·10⁻⁷` of the way in a second, and no more.
#[test]
fn a_stiff_damping_only_holds() {
    let (heights, _) = heave(boxed(&format!("radiation.{}", heave_damping(1e12)), None).unwrap(), 3.0);
    let moved = heights.iter().map(|z| (z - heights[0]).abs()).fold(0.0f64, f64::max);
    let speed = 1e3 * 9.81 * 32.0 * heights[0] / 1e12;
    println!("moved {moved} m, {} m by the law", speed * 3.0);
    assert!((moved / (speed * 3.0) - 1.0).abs() < 0.02, "{moved} m in 3 s, not {}", speed * 3.0);
}

#[track_caller]
fn refused(more: &str, folder: Option<&Path>, parts: &[&str]) {
    let message = boxed(more, folder).map(|_| ()).unwrap_err().to_string();
    for part in parts {
        assert!(message.contains(part), "{message:?} does not say {part:?}");
    }
}

#[test]
fn errors_name_file_key_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("bad.csv", &format!("{HEAD}inf,3,3,24000,0\n1.0,3,7,1,2\n"));
    write("no-infinity.csv", &format!("{HEAD}1.0,3,3,1,2\n"));
    let here = Some(folder.path());
    let coefficients = |name: &str| format!("radiation.coefficients = \"{name}\"");
    let key = "box.toml: body.box.radiation.coefficients: ";
    refused(&coefficients("none.csv"), here, &[key, "none.csv"]);
    refused(&coefficients("bad.csv"), here, &[key, "bad.csv:3:3", "from 1 to 6"]);
    refused(&coefficients("no-infinity.csv"), here, &[key, "inf", "estimate"]);
    refused("radiation = {}", None, &["body.box.radiation: ", "estimate", "coefficients"]);
    refused(
        "radiation.estimat = \"ellipsoid\"",
        None,
        &["body.box.radiation.estimat", "did you mean `estimate`"],
    );
    refused(
        "radiation = { estimate = \"ellipsoid\", memory_s = 0 }",
        None,
        &["radiation.memory_s", "above 0"],
    );
    let above =
        boxed_at(9.0, "radiation = { estimate = \"ellipsoid\" }", None).map(|_| ()).unwrap_err().to_string();
    assert!(
        above.contains("body.box.radiation.estimate: ")
            && above.contains("starts above the water; let it start in"),
        "{above}"
    );
    write("heave.csv", &format!("{HEAD}1.0,3,3,1,2\ninf,3,3,24000,0\n"));
    let endless = |s: f64| format!("radiation = {{ coefficients = \"heave.csv\", memory_s = {s:e} }}");
    refused(&endless(1e9), here, &["body.box.radiation.memory_s: ", "a million times time_step_s"]);
    refused(&endless(1e300), here, &["body.box.radiation.memory_s: ", "from 1e-9 to 1e12"]);
    write("feeds.csv", &format!("{HEAD}1.0,3,3,1,-2\ninf,3,3,24000,0\n"));
    refused(&coefficients("feeds.csv"), here, &[key, "damping matrix = -2", "gives no energy"]);
    refused("fixed = true\nradiation.estimate = \"ellipsoid\"", None, &["body.box.radiation: ", "fixed"]);
    let row = "[0,0,0,0,0,0]";
    let odd = format!("radiation.added_mass = [[0,1,0,0,0,0],{row},{row},{row},{row},{row}]");
    refused(&odd, None, &["body.box.radiation.added_mass: ", "asymmetry"]);
    refused(
        &format!("radiation.{}", heave_damping(-5.0)),
        None,
        &["body.box.radiation.damping: ", "damping matrix = -5"],
    );
    let part = |keys: &str| format!("part = [{{ from_m = [0, 0, 0], to_m = [1, 1, 1], {keys} }}]");
    refused(&part("drag = -1"), None, &["body.box.part.0.drag: ", "0 or above"]);
    refused(&part("drag = 1, alpha = 2"), None, &["body.box.part.0.alpha: "]);
    refused(
        "part = [{ from_m = [20, 0, 0], to_m = [30, 1, 1], drag = 1 }]",
        None,
        &["part.0", "no triangle", "from ["],
    );
}

/// Position after a second of a box that is thrown ahead.
fn thrown(more: &str) -> f64 {
    let mut world = boxed_at(3.0, &format!("velocity_m_s = [2.0, 0.0, 0.0]\n{more}"), None).unwrap();
    run(&mut world, 1.0);
    world.bodies().next().unwrap().position_m.x
}

#[test]
fn a_part_has_a_drag_of_its_own() {
    let part = |from: f64, to: f64, drag: f64| {
        format!("{{ from_m = [{from}, -9, -9], to_m = [{to}, 9, 9], drag = {drag} }}")
    };
    let (free, rough) = (thrown(""), thrown(&format!("part = [{}]", part(-9.0, 9.0, 1.0))));
    assert!(rough < free - 1e-2, "{rough} {free}");
    // The box trims a little as it is braked.
    let close = |a: f64, b: f64| assert!((a - b).abs() < 0.05 * (free - rough), "{a} {b}, of {free} {rough}");
    // The bow alone meets the water.
    close(thrown(&format!("part = [{}]", part(3.9, 9.0, 1.0))), rough);
    close(thrown(&format!("part = [{}]", part(-9.0, -3.9, 1.0))), free);
    // Later parts win.
    close(thrown(&format!("part = [{}, {}]", part(-9.0, 9.0, 1.0), part(3.9, 9.0, 0.0))), free);
}
