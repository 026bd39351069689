//! Bodies in waves by formula.

use viewer_sim::scenario::{Origin, Scenario};
use viewer_sim::{LoadKind, World};

use crate::setup::{run, world};

/// Airy's wave of 0.3 m of amplitude and 60 m of length on 10 m of water: `a ω coth k h` is 0.344 m/s.
const WATER_M_S: f64 = 0.344;

/// A box that is small beside the wave, of 250 kg, without drag, where the water at the start is at rest.
fn small_box(radiation: &str, folder: Option<&std::path::Path>) -> World {
    let text = format!(
        r#"
        title = "box"
        duration_s = 8.0
        [grid]
        cells = [20, 20]
        cell_size_m = 1.0
        [water]
        level_m = 10.0
        wave_pressure = "decaying"
        [coupling]
        mode = "none"
        [[wave]]
        kind = "airy"
        amplitude_m = 0.3
        length_m = 60.0
        phase_deg = 30.0
        [body.box]
        hull = {{ kind = "box", length_m = 1.0, beam_m = 1.0, depth_m = 0.5 }}
        mass_kg = 250.0
        position_m = [10.0, 10.0]
        drag = 0.0
        {radiation}
        "#
    );
    let origin = Origin { name: "box.toml".into(), folder: folder.map(Into::into) };
    World::new(&Scenario::parse(&text, origin, &[]).unwrap()).unwrap()
}

fn matrix(surge_kg: f64) -> String {
    let row = |i: usize| (0..6).map(|j| if i == j && i < 3 { surge_kg } else { 0.0 }).collect::<Vec<_>>();
    format!("radiation.added_mass = {:?}", (0..6).map(row).collect::<Vec<_>>())
}

/// Half the range of the surge velocity over a period, and its middle, m/s.
fn surge_m_s(mut world: World) -> [f64; 2] {
    let [mut least, mut greatest] = [0.0f64; 2];
    while world.time_s() < 7.1 {
        let until = world.time_s() + world.time_step_s() / 2.0;
        run(&mut world, until);
        let u = world.bodies().next().unwrap().linvel_m_s.x;
        (least, greatest) = (least.min(u), greatest.max(u));
    }
    [(greatest - least) / 2.0, (greatest + least) / 2.0]
}

#[track_caller]
fn follows(world: World) {
    let [surge, drift] = surge_m_s(world);
    println!("{surge} m/s about {drift} m/s");
    assert!((surge - WATER_M_S).abs() < 0.03 * WATER_M_S, "{surge} m/s");
    // Of the second order in the wave's height.
    assert!(drift.abs() < 0.1 * WATER_M_S, "{drift} m/s");
}

/// The pressure gives it the water's acceleration; added mass may not change that.
#[test]
fn a_small_body_follows_the_water_whatever_its_added_mass() {
    follows(small_box("", None));
    for masses in [1.0, 10.0] {
        follows(small_box(&matrix(250.0 * masses), None));
    }
}

/// Where it moves with the water it makes no waves.
#[test]
fn a_small_body_that_follows_the_water_radiates_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let head = "frequency_rad_s,i,j,added_mass,damping\ninf,1,1,250,0\ninf,2,2,250,0\n";
    let table = "0.5,1,1,250,500\n4.0,1,1,250,500\n5.0,1,1,250,0\n";
    std::fs::write(folder.path().join("box.csv"), format!("{head}{table}")).unwrap();
    follows(small_box(r#"radiation = { coefficients = "box.csv", memory_s = 5.0 }"#, Some(folder.path())));
}

/// An added mass of ten masses along one axis of the body alone: it tumbles where the waves turn it, and stays.
#[test]
fn an_added_mass_in_one_direction_alone_does_not_fling_the_body() {
    let row = "[0,0,0,0,0,0]";
    let odd = format!("radiation.added_mass = [[2500,0,0,0,0,0],{row},{row},{row},{row},{row}]");
    let mut world = small_box(&odd, None);
    run(&mut world, 60.0);
    let state = world.bodies().next().unwrap();
    assert!((state.position_m - glam::DVec3::new(10.0, 10.0, 10.0)).length() < 5.0, "{state:?}");
    assert!(state.linvel_m_s.length() < 2.0, "{state:?}");
}

/// Amplitudes of surge and heave of the pressure of Airy waves on a box of 4 × 2 m, 1 m deep, that is held at rest, N.
fn pushed_n(length_m: f64, pressure: &str, mode: &str) -> [f64; 2] {
    let mut world = world(&format!(
        r#"
        title = "held"
        duration_s = 8.0
        grid = {{ cells = [40, 40], cell_size_m = 0.5 }}
        water = {{ level_m = 8.0, wave_pressure = "{pressure}" }}
        coupling.mode = "{mode}"
        [[wave]]
        kind = "airy"
        amplitude_m = 0.1
        length_m = {length_m}
        [body.box]
        hull = {{ kind = "box", length_m = 4.0, beam_m = 2.0, depth_m = 2.0 }}
        mass_kg = 8000.0
        position_m = [10.0, 10.0]
        drag = 0.0
        tow = {{ speed_m_s = 0.0, free = [] }}
        "#
    ));
    let (mut least, mut greatest) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    while world.time_s() < 4.0 {
        let until = world.time_s() + world.time_step_s() / 2.0;
        run(&mut world, until);
        for (axis, kind) in [LoadKind::Push, LoadKind::Buoyancy].into_iter().enumerate() {
            let load = world.loads().into_iter().find(|load| load.kind == kind);
            let force_n = load.map_or(0.0, |load| if axis == 0 { load.force_n.x } else { load.force_n.z });
            least[axis] = least[axis].min(force_n);
            greatest[axis] = greatest[axis].max(force_n);
        }
    }
    [0, 1].map(|axis| 0.5 * (greatest[axis] - least[axis]))
}

/// The Froude–Krylov force on a box: `ρ g a k L B ∫₀ᵀ f(d) dd sin(kL/2)/(kL/2)` along the waves and `ρ g a L B f(T) sin(kL/2)/(kL/2)`
/// upwards, with `f = cosh k(h − d) / cosh kh` or 1, whether the horizontal part acts on triangles or through cells.
#[test]
fn waves_push_a_box_with_the_pressure_that_decays() {
    let (depth_m, draft_m, size_m2, scale_n) = (8.0, 1.0, 8.0, 1000.0 * 9.81 * 0.1);
    for (length_m, within) in [(20.0, 0.03), (6.0, 0.09)] {
        let k: f64 = std::f64::consts::TAU / length_m;
        let along = (2.0 * k).sin() / (2.0 * k);
        for pressure in ["from-level", "decaying"] {
            let [mean_m, at_keel] = match pressure {
                "from-level" => [draft_m, 1.0],
                _ => [
                    ((k * depth_m).sinh() - (k * (depth_m - draft_m)).sinh()) / (k * (k * depth_m).cosh()),
                    (k * (depth_m - draft_m)).cosh() / (k * depth_m).cosh(),
                ],
            };
            let theory = [scale_n * size_m2 * k * mean_m * along, scale_n * size_m2 * at_keel * along];
            for mode in ["none", "conservative"] {
                let pushed = pushed_n(length_m, pressure, mode);
                println!("{length_m} m, {pressure}, {mode}: {pushed:.0?} N, by theory {theory:.0?}");
                for axis in [0, 1] {
                    let off = pushed[axis] / theory[axis] - 1.0;
                    assert!(off.abs() < within, "{length_m} {pressure} {mode}: {pushed:?} {theory:?}");
                }
            }
        }
    }
}

/// Waves of 0.1 m on 4 m of water, with a pier at the middle if it is given a wall: half of the range of the elevation there, m, or of the force along x, N.
fn in_waves(pier: Option<&str>) -> f64 {
    let corner = |k: u32| {
        let (sin, cos) = (f64::from(k) * std::f64::consts::TAU / 96.0).sin_cos();
        format!("[{:.6}, {:.6}]", 2.0 * cos, 2.0 * sin)
    };
    let outline: Vec<String> = (0..96).map(corner).collect();
    let body = pier.map_or(String::new(), |wall| {
        format!(
            "[body.pier]\nhull = {{ kind = \"prism\", outline_m = [{}], height_m = 8.0 }}\nposition_m = [25.0, 30.0, 4.0]\nfixed = true\n\
             wall = {{ {wall} }}\n",
            outline.join(", ")
        )
    });
    let mut world = world(&format!(
        "title = \"pier\"\nduration_s = 12.1\n[grid]\ncells = [240, 240]\ncell_size_m = 0.25\n[water]\nlevel_m = 4.0\n[solver]\ntau = 0.51\n\
         [sides]\nwest = {{ kind = \"characteristic\", level_m = 4.0, wave = {{ kind = \"sine\", height_m = 0.1, period_s = {PERIOD_S} }} }}\n\
         east = {{ kind = \"characteristic\", level_m = 4.0 }}\n\
         {body}[[gauge]]\nname = \"middle\"\nposition_m = [25.0, 30.0]\n"
    ));
    run(&mut world, 8.0);
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    while world.time_s() < 8.0 + PERIOD_S {
        assert_eq!(world.step(), Default::default());
        let now =
            world.bodies().next().map_or_else(|| world.gauges().next().unwrap().eta_m, |pier| pier.force_n.x);
        (least, most) = (now.min(least), now.max(most));
    }
    0.5 * (most - least)
}

/// Of waves of which `k r` is ½ on a pier of 2 m.
const PERIOD_S: f64 = 4.012_13;

/// A round pier in waves that slips has the force of an ideal fluid (MacCamy and Fuchs 1954, in shallow water),
/// `4 ρ g h a / (k |H₁'(k r)|)`, within 7 % on cells of an eighth of its radius; without slip the friction of the lattice, which water does not have, adds to that.
#[test]
fn a_pier_that_slips_in_waves_has_the_force_of_an_ideal_fluid() {
    let amplitude_m = in_waves(None);
    // |H₁'(½)|.
    let wanted_n = 4.0 * 1000.0 * 9.81 * 4.0 * amplitude_m / (0.25 * 2.539_33);
    let [slips, rubs] = ["slip = \"free-slip\"", "slip = \"no-slip\""].map(|wall| in_waves(Some(wall)));
    assert!((1.0..1.07).contains(&(slips / wanted_n)), "{slips} of {wanted_n} N");
    assert!(rubs > 1.12 * wanted_n, "{rubs} of {wanted_n} N");
}
