//! Bodies in waves by formula.

use viewer_sim::World;
use viewer_sim::scenario::{Origin, Scenario};

use crate::setup::run;

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
