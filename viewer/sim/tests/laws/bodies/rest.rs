//! Bodies at rest in water at rest.

use crate::setup::world;

/// A dam that breaks before a box that is held, and one that floats; `more` are keys of the first.
fn dam(coupling: &str, more: &str) -> viewer_sim::World {
    let body = |name: &str, at: &str, more: &str| {
        format!(
            "[body.{name}]\nhull = {{ kind = \"box\", length_m = 3.0, beam_m = 2.0, depth_m = 1.5 }}\n\
             mass_kg = 4000.0\nposition_m = {at}\n{more}\n"
        )
    };
    world(&format!(
        "title = \"dam\"\nduration_s = 9.0\n[grid]\ncells = [60, 24]\ncell_size_m = 0.5\n[water]\nlevel_m = 2.0\n\
         [[water.column]]\nx_m = [0.0, 5.0]\ny_m = [0.0, 12.0]\nlevel_m = 2.2\n\
         [coupling]\n{coupling}\n{}{}",
        body("held", "[15.0, 6.0, 2.0]", &format!("fixed = true\n{more}")),
        body("raft", "[24.0, 6.0]", ""),
    ))
}

/// Slamming, with which every step is computed and which does not move a body that is held.
const ALWAYS: &str = "slamming = { bound_m_s2 = 1.0 }";

/// Displaced volumes of the held box and places of the raft.
fn record(mut world: viewer_sim::World, steps: usize) -> Vec<[u64; 4]> {
    let state = |world: &viewer_sim::World| {
        let bodies: Vec<_> = world.bodies().collect();
        let [x, y, z] = bodies[1].position_m.to_array();
        [bodies[0].submerged_volume_m3, x, y, z].map(f64::to_bits)
    };
    (0..steps)
        .map(|_| {
            let _ = world.step();
            state(&world)
        })
        .collect()
}

/// The wave's front, a cell a step, comes to the held box after 17 cells at rest, and is felt in the step in which it
/// arrives.
#[test]
fn bodies_at_rest_feel_what_computing_would_give() {
    let (kept, computed) = (record(dam("", ""), 260), record(dam("", ALWAYS), 260));
    let volumes: Vec<f64> = computed.iter().map(|state| f64::from_bits(state[0])).collect();
    let still = volumes.iter().take_while(|v| **v == volumes[0]).count();
    assert!(still > 10 && still < 20, "still for {still} steps");
    for (step, (kept, computed)) in kept.iter().zip(&computed).enumerate() {
        assert_eq!(kept[0], computed[0], "step {step}");
    }
}

/// Forces of a state that is less than the tolerance away, in a wave of centimeters: they lag behind by so little that the raft goes the same way but for the
/// rounding of levels in 32 bits.
#[test]
fn within_a_tolerance_bodies_go_nearly_the_same_way() {
    let place = |bits: &[u64; 4]| [1, 2, 3].map(|k| f64::from_bits(bits[k]));
    let exact = record(dam("", ""), 400);
    for tolerance_m in [1e-5, 1e-3, 1e-2] {
        let near = record(dam(&format!("rest_tolerance_m = {tolerance_m}"), ""), 400);
        let apart = exact.iter().zip(&near).flat_map(|(a, b)| {
            let (a, b) = (place(a), place(b));
            [0, 1, 2].map(|k| (a[k] - b[k]).abs())
        });
        let furthest_m = apart.fold(0.0f64, f64::max);
        println!("within {tolerance_m} m: {furthest_m} m apart");
        assert!(furthest_m > 0.0 && furthest_m < 1e-6, "within {tolerance_m} m: {furthest_m} m apart");
    }
}

#[test]
fn the_books_stay_closed_where_forces_are_kept() {
    let mut world = dam("rest_tolerance_m = 1e-2", "");
    for _ in 0..400 {
        let _ = world.step();
    }
    // The bounds of `ledgers`.
    assert!(world.mass().residual_relative().abs() < 1e-8, "{:?}", world.mass());
    assert!(world.momentum().residual_relative() < 1e-5, "{:?}", world.momentum());
}

/// A box let go 2 cm above its place at rest, with 3.9 J. It does not roll on, as a ball would.
fn let_go(coupling: &str) -> viewer_sim::World {
    world(&format!(
        "title = \"box\"\nduration_s = 60.0\n[grid]\ncells = [32, 24]\ncell_size_m = 0.5\n[water]\nlevel_m = 2.0\n\
         [solver]\ngravity_number = 0.15\n[sides]\nwest = {{ kind = \"sponge\", width_m = 3.0 }}\neast = {{ kind = \"sponge\", width_m = 3.0 }}\n\
         [coupling]\n{coupling}\n[body.box]\nhull = {{ kind = \"box\", length_m = 2.0, beam_m = 1.0, depth_m = 0.6 }}\nmass_kg = 600.0\n\
         position_m = [8.0, 6.0, 2.02]\n"
    ))
}

/// Half the range of its height in each 5 s, m, and the least energy that was gone by then, J.
fn swings(mut world: viewer_sim::World) -> Vec<[f64; 2]> {
    let mut all = Vec::new();
    for until_s in (1..=10).map(|k| 5.0 * f64::from(k)) {
        let ([mut low_m, mut high_m], mut least_j) = ([f64::INFINITY, f64::NEG_INFINITY], f64::INFINITY);
        while world.time_s() < until_s {
            assert_eq!(world.step(), Default::default());
            let z_m = world.body(0).position_m.z;
            (low_m, high_m) = (low_m.min(z_m), high_m.max(z_m));
            least_j = least_j.min(world.energy().dissipated_j());
        }
        all.push([0.5 * (high_m - low_m), least_j]);
    }
    all
}

/// Forces that lag behind a motion feed it: whatever the tolerance, a body that is let go comes to rest as it does without, but for a small part of the tolerance, and
/// at no time is there more energy than it had.
#[test]
fn no_tolerance_feeds_a_motion() {
    for mode in ["conservative", "none"] {
        let exact = swings(let_go(&format!("mode = \"{mode}\"")));
        for tolerance_m in [1e-3, 0.05, 1.0] {
            let kept = swings(let_go(&format!("mode = \"{mode}\"\nrest_tolerance_m = {tolerance_m}")));
            for (k, ([swing_m, least_j], [exact_m, exact_least_j])) in kept.iter().zip(&exact).enumerate() {
                let case = format!(
                    "{mode}, {tolerance_m} m, until {} s: {swing_m} and {exact_m} m, {least_j} J",
                    5 * (k + 1)
                );
                println!("{case}");
                assert!(*swing_m < 1.1 * exact_m + 1e-3 * tolerance_m, "{case}");
                assert!(*least_j > exact_least_j - 1e-3 * 3.9, "{case}");
            }
            assert!(kept[9][0] < 0.6 * kept[0][0], "{mode}, {tolerance_m} m: {kept:?}");
        }
    }
}
