//! Hulls that are projected beside the water's step: what they displace is a step behind them.

use viewer_sim::scenario::{Origin, Scenario};
use viewer_sim::{Checkpoint, World};

use crate::setup::{pool, run, shipped, world};

const BESIDE: &str = "coupling.schedule=\"side-by-side\"";

/// Heights of a box of 2 t that is let go 0.15 m above its draft, and the state at the end.
fn heights_m(schedule: &str, threads: usize) -> (Vec<f64>, Checkpoint, World) {
    let text = pool(&format!(
        "[coupling]\nschedule = \"{schedule}\"\n[body.box]\nhull = {{ kind = \"box\", length_m = 3.0, beam_m = 1.5, depth_m = 1.0 }}\n\
         mass_kg = 2000.0\nposition_m = [9.7, 6.2, 1.706]\n"
    ));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let mut world = world(&text);
        let mut heights_m = Vec::new();
        while world.time_s() < 5.0 {
            assert_eq!(world.step(), Default::default());
            heights_m.push(world.body(0).position_m.z);
        }
        (heights_m, world.checkpoint(), world)
    })
}

/// In steps of 39 ms and cells of half a meter it is at most a twelfth of its range away from where it is in turn.
#[test]
fn a_bobbing_box_is_a_step_behind_and_its_books_close() {
    let (beside, state, world) = heights_m("side-by-side", 2);
    let (in_turn, ..) = heights_m("in-turn", 2);
    let most = |of: &[f64]| of.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = |of: &[f64]| of.iter().copied().fold(f64::INFINITY, f64::min);
    let differ = beside.iter().zip(&in_turn).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    let range_m = most(&in_turn) - least(&in_turn);
    println!("range {range_m:.4} m, differ by {differ:.4} m");
    assert!(differ > 0.0 && differ < range_m / 12.0, "{differ} of {range_m}");
    assert!(world.mass().residual_relative().abs() < 1e-7 && world.momentum().residual_relative() < 1e-6);
    for threads in [1, 3] {
        assert!(heights_m("side-by-side", threads).1 == state, "{threads} threads");
    }
}

/// In mode `paper` bodies push by their rims of a step before anyhow.
#[test]
fn in_mode_paper_it_is_the_same_bits() {
    for name in ["spheres-10", "sailboat-stable"] {
        let run = |more: &[&str]| {
            let mut world = shipped(name, &[&["coupling.mode=\"paper\""], more].concat());
            (0..60).for_each(|_| drop(world.step()));
            (world.fields().eta_m.clone(), world.body(0).position_m)
        };
        assert!(run(&[]) == run(&[BESIDE]), "{name}");
    }
}

#[test]
fn a_world_goes_on_from_a_checkpoint_with_the_same_bits() {
    let mut world = shipped("spheres-10", &[BESIDE]);
    (0..30).for_each(|_| drop(world.step()));
    let mut other = shipped("spheres-10", &[BESIDE]);
    other.restore(&world.checkpoint()).unwrap();
    for world in [&mut world, &mut other] {
        (0..30).for_each(|_| drop(world.step()));
    }
    assert!(world.checkpoint() == other.checkpoint());
}

#[test]
fn rigid_lids_are_refused() {
    let text = pool("[coupling]\nhull = \"lid\"\nschedule = \"side-by-side\"\n");
    let error =
        Scenario::parse(&text, Origin { name: "pool".into(), folder: None }, &[]).unwrap_err().to_string();
    assert!(error.contains("coupling.schedule") && error.contains("in-turn"), "{error}");
}

/// Resistance of a slender hull near the critical speed, in cells of 0.2 m, N.
fn resistance_n(schedule: &str) -> f64 {
    let speed_m_s = 0.8 * 9.81_f64.sqrt();
    let side = "{ kind = \"characteristic\", level_m = 1.0 }";
    let mut world = world(&format!(
        "title = \"towed\"\nduration_s = 8.0\ngrid = {{ cells = [180, 50], cell_size_m = 0.2 }}\nwater.level_m = 1.0\n\
         solver = {{ tau = 0.55, gravity_number = 0.15 }}\ncoupling.schedule = \"{schedule}\"\nsides = {{ west = {side}, east = {side} }}\n\
         [body.hull]\nhull = {{ kind = \"parabolic\", length_m = 4.0, beam_m = 0.8, depth_m = 0.6, sections = 60, points = 30 }}\n\
         mass_kg = 200.0\ndrag = 0.0\nposition_m = [8.0, 5.0]\ntow = {{ speed_m_s = {speed_m_s}, ramp_s = 1.0, free = [] }}"
    ));
    run(&mut world, 8.0);
    world.bodies().next().unwrap().tow.unwrap().mean.resistance_n
}

/// At a steady speed a step behind is the same state: the water presses on the hull where it was displaced. Pressed where the hull is a step later,
/// on the slope that it makes itself, the hull would meet `ρ g U Δt ∫ ∂b/∂x ∂η/∂x dA` more.
#[test]
fn a_towed_hull_meets_the_same_resistance() {
    let [in_turn_n, beside_n] = ["in-turn", "side-by-side"].map(resistance_n);
    println!("{in_turn_n} N in turn, {beside_n} N beside");
    assert!((beside_n / in_turn_n - 1.0).abs() < 0.01, "{in_turn_n} N in turn, {beside_n} N beside");
}
