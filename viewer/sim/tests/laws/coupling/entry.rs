//! Bodies that enter a running world: what was before is as without them, what comes is as if they had been waited for, and the books close.

use hydro_forces::waves::Splash;
use proptest::prelude::*;
use viewer_sim::scenario::{Origin, Scenario};
use viewer_sim::{Checkpoint, Name, World};

use crate::setup::{run, world};

/// A pool of 24 × 16 m and 2.5 m of water over a bed, with more in it.
fn pool(more: &str) -> String {
    format!(
        "title = \"pool\"\nduration_s = 10.0\n[grid]\ncells = [48, 32]\ncell_size_m = 0.5\n[water]\nlevel_m = 2.5\n{more}"
    )
}

/// A box of 4 × 2 × 1 m with half the density of the water.
fn boxed(name: &str, place: &str, more: &str) -> String {
    format!(
        "[body.{name}]\nhull = {{ kind = \"box\", length_m = 4.0, beam_m = 2.0, depth_m = 1.0 }}\nmass_kg = 4000.0\nposition_m = {place}\n{more}\n"
    )
}

const SLOPE: &str =
    "[[bed]]\nkind = \"slope\"\nfrom_m = [0.0, 3.0]\nto_m = [24.0, 9.0]\nheights_m = [-0.4, 0.4]\n";

fn scenario(text: &str) -> Scenario {
    let origin = Origin { name: "test".into(), folder: None };
    Scenario::parse(text, origin, &[]).unwrap_or_else(|error| panic!("{error}"))
}

/// The states after each of some steps, the first one included.
fn states(world: &mut World, steps: usize) -> Vec<Checkpoint> {
    let mut states = vec![world.checkpoint()];
    for _ in 0..steps {
        assert_eq!(world.step(), Default::default());
        states.push(world.checkpoint());
    }
    states
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// Over any bed, at any time, with any motion: volume, momentum and its moment close, and the water that is displaced rises elsewhere.
    #[test]
    fn volume_and_momentum_stay_in_the_books(
        hull in prop_oneof![Just("soft"), Just("lid")], slopes in any::<bool>(), at in [6.0f64..17.0, 5.0f64..9.0],
        heading in 0.0f64..360.0, speed in -0.8f64..0.8, when_s in 0.3f64..1.2,
    ) {
        let moving = format!("enters_at_s = {when_s:?}\nheading_deg = {heading:?}\nvelocity_m_s = [{speed:?}, 0.2, -0.3]");
        let text = pool(&format!(
            "[coupling]\nhull = \"{hull}\"\n{}{}{}", if slopes { SLOPE } else { "" },
            boxed("comes", &format!("[{:?}, {:?}]", at[0], at[1]), &moving),
            boxed("stays", "[12.0, 13.5]", "velocity_m_s = [0.3, 0.0, 0.0]"),
        ));
        let mut world = world(&text);
        prop_assert_eq!(world.body_count(), 1);
        let before = world.mass();
        for until_s in [when_s + 0.05, when_s + 0.4, when_s + 2.5] {
            run(&mut world, until_s);
            let (mass, momentum, angular) = (world.mass(), world.momentum(), world.angular_momentum());
            prop_assert!(mass.residual_relative().abs() < 2e-8, "{mass:?}");
            prop_assert!(momentum.residual_relative() < 1e-5, "{} of {momentum:?}", momentum.residual_relative());
            let rounding = 1e-9 * angular.through_borders_n_m_s.abs();
            let residual = (angular.residual_n_m_s().abs() - rounding) / (12.0 * momentum.exchanged_n_s);
            prop_assert!(residual < 1e-5, "{residual} of {angular:?}");
        }
        let names: Vec<Name> = world.bodies().map(|body| body.name).collect();
        prop_assert_eq!(names, ["stays", "comes"]);
        prop_assert!(world.mass().displaced_m3 > 1.4 * before.displaced_m3, "{:?}", world.mass());
        // Its momentum came from outside, to the last digit.
        let external_n_s = world.momentum().external_n_s;
        prop_assert!((external_n_s.x - 4000.0 * speed).abs() < 1e-6 || slopes || hull == "lid", "{external_n_s}");
    }
}

/// Until it enters, the world is that of the scenario without it, to the last bit; from then on it is that of one which always had it in its
/// scenario, also where it was put in by hand, and for any number of threads.
#[test]
fn a_body_put_in_by_hand_is_one_that_was_waited_for() {
    for hull in ["soft", "lid"] {
        let start = format!(
            "[coupling]\nhull = \"{hull}\"\n{SLOPE}{}",
            boxed("raft", "[15.0, 5.0]", "velocity_m_s = [0.4, 0.1, 0.0]")
        );
        let without = scenario(&pool(&start));
        let mut by_hand = World::new(&without).unwrap();
        let before = states(&mut by_hand, 40);
        let now_s = by_hand.time_s();
        // Of a name that comes first, and one that enters at the same time.
        let more = format!(
            "{start}{}{}",
            boxed("a", "[6.0, 8.0]", &format!("enters_at_s = {now_s:?}\nvelocity_m_s = [0.3, 0.0, 0.0]")),
            boxed("b", "[12.0, 12.0]", &format!("enters_at_s = {:?}", now_s + 0.2))
        );
        let with = scenario(&pool(&more));
        by_hand.add(&with).unwrap();
        assert_eq!(by_hand.body_count(), 2);
        let after = states(&mut by_hand, 80);
        assert_eq!(by_hand.body_count(), 3);
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut waited = World::new(&with).unwrap();
                let all = states(&mut waited, 120);
                for step in 0..40 {
                    assert!(all[step] == before[step], "{hull}, {threads}: step {step} before it entered");
                }
                for step in 40..=120 {
                    assert!(all[step] == after[step - 40], "{hull}, {threads}: step {step} after it entered");
                }
                // Forwards and back, over the moments of entry; the state of the last moment without it is that of the first one with it.
                for from in [110, 0, 45, 39, 90, 41, 20] {
                    waited.restore(&all[from]).unwrap();
                    for step in from..120.min(from + 30) {
                        assert!(
                            waited.checkpoint() == all[step],
                            "{hull}, {threads}: from {from}, step {step}"
                        );
                        let _ = waited.step();
                    }
                }
                waited.restore(&before[40]).unwrap();
                assert!(
                    waited.checkpoint() == after[0],
                    "{hull}, {threads}: it enters as the state is restored"
                );
            });
        }
        // And back to the world without it.
        let mut other = World::new(&without).unwrap();
        other.restore(&before[30]).unwrap();
        assert!(other.restore(&after[0]).is_err());
    }
}

/// The water may lie lower than its still level, at the start or by then; a height that the scenario gives it above the water counts.
#[test]
fn it_touches_the_water_that_is_there() {
    let entered = |level_m: f64, at: &str| {
        let column = format!("[[water.column]]\nx_m = [0.0, 24.0]\nlevel_m = {level_m}\n");
        let mut world = world(&pool(&format!("{column}{}", boxed("raft", at, "enters_at_s = 0.2"))));
        while world.body_count() == 0 {
            assert_eq!(world.step(), Default::default());
        }
        world.body(0).position_m.z - 0.5
    };
    for level_m in [1.9, 2.7] {
        let lowest_m = entered(level_m, "[12.0, 8.0]");
        assert!((lowest_m - level_m).abs() < 1e-6, "water at {level_m} m, its keel at {lowest_m} m");
    }
    let lowest_m = entered(1.9, "[12.0, 8.0, 3.0]");
    assert!((lowest_m - 2.5).abs() < 1e-6, "given 3 m, its keel is at {lowest_m} m");

    // A hump that has run apart by then, by more than the draft with which the raft would float on it.
    let hump = "[[water.column]]\nx_m = [9.0, 15.0]\nlevel_m = 3.2\n";
    let mut world = world(&pool(&format!("{hump}{}", boxed("raft", "[12.0, 8.0]", "enters_at_s = 2.0"))));
    while world.body_count() == 0 {
        assert_eq!(world.step(), Default::default());
    }
    let cells = (14..=18).flat_map(|j| (20..=28).map(move |i| j * 48 + i));
    let level_m = 2.5 + cells.map(|cell| f64::from(world.fields().eta_m[cell])).fold(f64::MIN, f64::max);
    let lowest_m = world.body(0).position_m.z - 0.5;
    assert!(
        level_m < 2.65 && (lowest_m - level_m).abs() < 1e-6,
        "water at {level_m} m, its keel at {lowest_m} m"
    );
}

/// In the end it floats as one that was there from the start, and the water has risen by what it displaces.
#[test]
fn it_comes_to_float_where_it_would_have_been() {
    for hull in ["soft", "lid"] {
        let text = |more: &str| {
            pool(&format!("[coupling]\nhull = \"{hull}\"\n{}", boxed("raft", "[12.0, 8.0]", more)))
        };
        let mut entered = world(&text("enters_at_s = 0.5"));
        run(&mut entered, 0.45);
        assert_eq!((entered.body_count(), entered.mass().displaced_m3), (0, 0.0));
        assert!(entered.fields().eta_m.iter().all(|eta| *eta == 0.0), "the water knows of it");
        while entered.body_count() == 0 {
            assert_eq!(entered.step(), Default::default());
        }
        assert!((entered.time_s() - 0.5).abs() < entered.time_step_s());
        let lowest_m = entered.body(0).position_m.z - 0.5;
        assert!((lowest_m - 2.5).abs() < 1e-6, "{hull}: its keel is at {lowest_m} m");
        run(&mut entered, 20.0);
        // The pool still sways: the mean over many of its periods.
        let (mut sum_m, mut volume_m3, mut steps) = (0.0, 0.0, 0.0);
        while entered.time_s() < 80.0 {
            assert_eq!(entered.step(), Default::default());
            let floats = entered.body(0);
            (sum_m, volume_m3, steps) =
                (sum_m + floats.position_m.z, volume_m3 + floats.submerged_volume_m3, steps + 1.0);
        }
        let (mean_z_m, volume_m3) = (sum_m / steps, volume_m3 / steps);
        let rest_m = world(&text("")).body(0).position_m.z;
        let risen_m = 4.0 / (24.0 * 16.0);
        assert!((volume_m3 - 4.0).abs() < 0.01, "{hull}: it displaces {volume_m3} m³");
        assert!(
            (mean_z_m - rest_m - risen_m).abs() < 2e-3,
            "{hull}: at {mean_z_m} m, {rest_m} m from the start"
        );
        let mean_m = entered.fields().eta_m.iter().map(|eta| f64::from(*eta)).sum::<f64>() / (48.0 * 32.0);
        let displaced_m = entered.mass().displaced_m3 / (24.0 * 16.0);
        // Under a lid the level is a pressure.
        assert!(
            (mean_m - displaced_m).abs() < 1e-6 || hull == "lid",
            "{hull}: risen by {mean_m} of {displaced_m} m"
        );
    }
}

/// Where it enters inside another body that floats there then, it is said; put in by hand it is refused, and what ran goes on.
#[test]
fn a_place_that_is_taken_is_said() {
    let raft = boxed("raft", "[12.0, 8.0]", "");
    let with = pool(&format!("{raft}{}", boxed("late", "[13.0, 8.0]", "enters_at_s = 0.2")));
    let mut waited = world(&with);
    while waited.body_count() < 2 {
        let _ = waited.step();
    }
    let warned = |world: &World| {
        world
            .warnings()
            .iter()
            .any(|line| line.contains("body.late: at t = 0.196 s") && line.contains("inside body.raft"))
    };
    assert!(warned(&waited), "{:?}", waited.warnings());
    let mut by_hand = world(&pool(&raft));
    while by_hand.time_s() < 0.3 {
        let _ = by_hand.step();
    }
    let before = by_hand.checkpoint();
    let error = by_hand.add(&scenario(&with)).unwrap_err().to_string();
    assert!(error.contains("body.late.position_m") && error.contains("inside body.raft"), "{error}");
    let shallower = scenario(&with.replace("level_m = 2.5", "level_m = 2.4"));
    let error = by_hand.add(&shallower).unwrap_err().to_string();
    assert!(error.contains("another scenario"), "{error}");
    assert!(by_hand.checkpoint() == before && by_hand.body_count() == 1);
}

/// What someone does to a body when another comes in, or when the water is pushed apart far off, it does in the next step all the same.
#[test]
fn forces_of_the_user_stay_where_a_body_comes_in_or_water_is_pushed_apart() {
    let pool_with = |more: &str| scenario(&pool(&[boxed("box", "[6.0, 8.0]", ""), more.into()].concat()));
    let way_m = |between: &dyn Fn(&mut World)| {
        let mut world = World::new(&pool_with("")).unwrap();
        let at_m = world.body(0).position_m;
        assert!(world.add_force("box", glam::DVec3::X * 1e5, at_m));
        between(&mut world);
        let _ = world.step();
        world.body(0).position_m.x - at_m.x
    };
    let splash = Splash { center_m: glam::DVec2::new(20.0, 8.0), radius_m: 1.0, froude: 0.3 };
    let more = pool_with(&boxed("late", "[18.0, 8.0]", "enters_at_s = 1.0"));
    let alone_m = way_m(&|_| {});
    assert!(alone_m > 1e-3, "{alone_m} m");
    assert_eq!(way_m(&|world| assert!(world.splash(&splash) > 4)), alone_m);
    assert_eq!(way_m(&|world| world.add(&more).unwrap()), alone_m);
    // As the docs have it, going to a state forgets them.
    let restored_m = way_m(&|world| world.restore(&world.checkpoint()).unwrap());
    assert!(restored_m.abs() < 1e-6, "{restored_m} m");
}
