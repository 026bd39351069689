//! A run has the same bits for any number of threads.

use viewer_sim::scenario::shipped::names;

use crate::air;
use crate::setup::shipped;

/// All numbers of a world's state, as bits.
fn fingerprint(threads: usize, name: &str, overrides: &[&str], steps: usize) -> Vec<u64> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let mut world = shipped(name, overrides);
        for _ in 0..steps {
            let _ = world.step();
        }
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
    })
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
    let lid = ["speedboat", "floating"].map(|name| (name, &["coupling.hull=\"lid\""][..]));
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
