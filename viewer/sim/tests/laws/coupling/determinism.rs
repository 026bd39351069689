//! A run has the same bits for any number of threads.

use glam::DVec3;
use viewer_sim::World;
use viewer_sim::scenario::shipped::names;

use crate::air;
use crate::setup::{shipped, world};

/// All numbers of a world's state after some steps of a shipped scenario, as bits.
fn fingerprint(threads: usize, name: &str, overrides: &[&str], steps: usize) -> Vec<u64> {
    with_threads(threads, || {
        let mut world = shipped(name, overrides);
        for _ in 0..steps {
            let _ = world.step();
        }
        bits_of(&world)
    })
}

fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// All numbers of a world's state, as bits.
fn bits_of(world: &World) -> Vec<u64> {
    let fields = world.fields();
    let water = [&fields.eta_m, &fields.u_m_s, &fields.v_m_s];
    let mut bits: Vec<u64> = water.into_iter().flatten().map(|x| u64::from(x.to_bits())).collect();
    for body in world.bodies() {
        let [x, y, z] = body.position_m.to_array();
        let [u, v, w] = body.linvel_m_s.to_array();
        bits.extend([x, y, z, u, v, w].map(f64::to_bits));
        bits.extend(body.rotation.to_array().map(f64::to_bits));
    }
    let (mass, momentum) = (world.mass(), world.momentum());
    bits.extend(
        [mass.final_m3, mass.through_borders_m3, momentum.final_n_s.x, momentum.exchanged_n_s]
            .map(f64::to_bits),
    );
    if let Some(air) = world.air() {
        let mut smoke = Vec::new();
        air.write_concentrations(&mut smoke);
        bits.extend(smoke.into_iter().map(|c| u64::from(c.to_bits())));
        bits.extend(air.particles().flat_map(|of| of.at_m.to_array()).map(f64::to_bits));
    }
    bits
}

/// Five steps of each shipped scenario, with coarser air.
#[test]
fn every_shipped_scenario_is_the_same_bits_for_any_number_of_threads() {
    for name in names() {
        let coarser = air::coarser(name);
        let coarser: Vec<&str> = coarser.iter().map(String::as_str).collect();
        let of = |threads| fingerprint(threads, name, &coarser, 5);
        let one = of(1);
        assert!(one == of(2), "{name}: two threads");
        assert!(one == of(3), "{name}: three threads");
    }
}

/// Sixty steps of some.
#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let soft =
        ["speedboat", "dam-break-full", "propeller", "weight-distribution"].map(|name| (name, &[][..]));
    let lid = ["speedboat", "floating", "complex-50"].map(|name| (name, &["coupling.hull=\"lid\""][..]));
    for (name, overrides) in soft.into_iter().chain(lid) {
        let of = |threads| fingerprint(threads, name, overrides, 60);
        let one = of(1);
        assert_eq!(one, of(2), "{name}: two threads");
        assert_eq!(one, of(3), "{name}: three threads");
        assert_eq!(one, of(4), "{name}: four threads");
    }
}

/// Sponges relax rows in the sweep; in worlds with lids, under which no hull lies here, before the boundaries.
#[test]
fn sponges_are_the_same_bits_in_the_sweep_and_before_it() {
    let waves = ["body.boat=", "view.follow=", "water.column=[{x_m=[5.0, 15.0], level_m=3.6}]"];
    let within = fingerprint(2, "bridge", &waves, 60);
    assert_eq!(within, fingerprint(3, "bridge", &[&waves[..], &["coupling.hull=\"lid\""]].concat(), 60));
}

/// Recording forces on single triangles for pictures does not change them.
#[test]
fn forces_that_are_shown_are_the_same_bits() {
    let plain = fingerprint(2, "speedboat", &[], 60);
    let shown = fingerprint(2, "speedboat", &["view.hull=pressure", "view.forces=true"], 60);
    assert_eq!(plain, shown);
}

/// A raft of boxes on ropes between two posts, a stack and a line of moored floats, which are at rest until the wave of a dam comes; in
/// the west a crowd of balls with plates on them, which fall into each other.
const RAFT: &str = r#"
    title = "raft"
    duration_s = 20.0
    grid = { cells = [72, 40], cell_size_m = 0.4 }
    water = { level_m = 1.6, column = [{ x_m = [0.0, 3.0], level_m = 2.1 }] }
    solver = { tau = 0.6, gravity_number = 0.15 }
    coupling = { sleep = {} }
    [body.raft]
    hull = { kind = "box", length_m = 1.6, beam_m = 1.2, depth_m = 0.7 }
    mass_kg = 650.0
    position_m = [21.0, 2.4]
    heading_deg = 90.0
    repeat = { kind = "line", count = 6, to_m = [21.0, 13.4] }
    [[joint]]
    name = "rope"
    kind = "rope"
    body = "raft"
    to = "raft"
    at_m = [0.8, 0.0, 0.35]
    to_at_m = [-0.8, 0.0, 0.35]
    length_m = 0.65
    [[joint]]
    name = "post"
    kind = "rope"
    body = "raft-1"
    at_m = [-0.8, 0.0, 0.35]
    to_at_m = [21.0, 0.5, 1.6]
    length_m = 1.3
    [body.barge]
    hull = { kind = "box", length_m = 3.0, beam_m = 2.0, depth_m = 0.8 }
    mass_kg = 2200.0
    position_m = [25.0, 11.0, 1.62]
    [body.load]
    hull = { kind = "box", length_m = 1.0, beam_m = 1.0, depth_m = 0.5 }
    mass_kg = 300.0
    position_m = [25.0, 11.0, 2.28]
    [body.float]
    hull = { kind = "sphere", radius_m = 0.4, subdivisions = 1 }
    mass_kg = 110.0
    center_of_mass_m = [0.0, 0.0, 0.3]
    position_m = [24.0, 2.0]
    repeat = { kind = "line", count = 4, to_m = [24.0, 7.0] }
    mooring = [{ length_m = 1.35 }]
    [body.ball]
    hull = { kind = "sphere", radius_m = 0.4, subdivisions = 1 }
    mass_kg = 110.0
    center_of_mass_m = [0.0, 0.0, 0.35]
    position_m = [5.0, 2.0, 1.9]
    repeat = { kind = "grid", count = [9, 12], step_m = [0.95, 1.0], jitter_m = 0.06, seed = 7 }
    [body.plate]
    hull = { kind = "box", length_m = 1.2, beam_m = 1.0, depth_m = 0.2 }
    mass_kg = 60.0
    position_m = [5.5, 2.5, 2.6]
    repeat = { kind = "grid", count = [6, 6], step_m = [1.4, 2.0] }
    "#;

/// The state of [`RAFT`] after each twenty steps, as bits, and what happened to its bodies until then.
fn raft(threads: usize, steps: usize) -> (Vec<Vec<u64>>, Happened) {
    with_threads(threads, || {
        let mut world = world(RAFT);
        let (mut states, mut happened) = (Vec::new(), Happened::default());
        let mut slept = vec![false; world.body_count()];
        for step in 1..=steps {
            assert_eq!(world.step(), Default::default(), "step {step}");
            happened.contacts = happened.contacts.max(world.contacts());
            happened.taut += usize::from(world.joints().any(|joint| joint.tension_n > 0.0));
            let asleep =
                world.bodies().map(|body| (body.linvel_m_s, body.angvel_rad_s) == (DVec3::ZERO, DVec3::ZERO));
            for (slept, asleep) in slept.iter_mut().zip(asleep) {
                happened.fell_asleep += usize::from(asleep && !*slept);
                happened.woke += usize::from(!asleep && *slept);
                *slept = asleep;
            }
            if step % 20 == 0 {
                states.push(bits_of(&world));
            }
        }
        (states, happened)
    })
}

/// The most contacts at a time, steps with a taut rope, and how often a body fell asleep and woke.
#[derive(Debug, Default, PartialEq)]
struct Happened {
    contacts: usize,
    taut: usize,
    fell_asleep: usize,
    woke: usize,
}

/// Three hundred steps with contacts in such a number that threads share them, taut ropes, and sleepers that wake.
#[test]
fn crowds_ropes_and_sleepers_are_the_same_bits_for_any_number_of_threads() {
    const STEPS: usize = 300;
    let (one, happened) = raft(1, STEPS);
    println!("{happened:?}");
    for threads in [2, 3] {
        let (more, the_same) = raft(threads, STEPS);
        let first = one.iter().zip(&more).position(|(a, b)| a != b);
        assert_eq!(first, None, "{threads} threads differ within the steps before twenty times this and one");
        assert_eq!(happened, the_same, "{threads} threads");
    }
}
