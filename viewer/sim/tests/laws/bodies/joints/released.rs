//! Joints and mooring lines that are let go, at a time or by hand.

use glam::DVec3;
use viewer_sim::{Name, World};

use super::{driven, reading, warned};
use crate::setup::{boxed, pool, run, world};

/// A pool with a box on a line that pulls it along, let go at a time, if any; `more` goes before it.
fn tugged(hull: &str, released_at_s: Option<f64>, more: &str) -> String {
    let at = released_at_s.map_or(String::new(), |at_s| format!("released_at_s = {at_s:?}\n"));
    let line = format!(
        "[[joint]]\nname = \"line\"\nkind = \"spring\"\nbody = \"raft\"\nat_m = [1.5, 0.0, 0.5]\nto_at_m = [18.0, 8.0, 2.2]\n\
         length_m = 5.0\nstiffness_n_m = 150.0\n{at}"
    );
    pool(
        &[&format!("[coupling]\nhull = \"{hull}\"\n"), more, &line, &boxed("raft", "[6.0, 6.0]", "")]
            .concat(),
    )
}

/// All numbers of bodies and fields, as bits.
fn bits(world: &World) -> Vec<u64> {
    let fields = world.fields();
    let water = [&fields.eta_m, &fields.u_m_s, &fields.v_m_s].into_iter().flatten();
    let bodies = world.bodies().flat_map(|body| {
        let (place, speed, turn) = (body.position_m, body.linvel_m_s, body.rotation);
        [place.to_array(), speed.to_array()].concat().into_iter().chain(turn.to_array())
    });
    water.map(|x| u64::from(x.to_bits())).chain(bodies.map(f64::to_bits)).collect()
}

fn names(world: &World) -> Vec<Name> {
    world.joints().map(|joint| joint.name).collect()
}

/// Let go before the first step, lines and joints are as if they had never been, to the last bit.
#[test]
fn what_is_let_go_at_the_start_was_never_held() {
    for hull in ["soft", "lid"] {
        let push = "velocity_m_s = [0.6, 0.2, 0.0]\n";
        let text = |more: &str| {
            let moored = boxed("raft", "[6.0, 6.0]", &format!("{push}{more}"));
            pool(&format!("[coupling]\nhull = \"{hull}\"\n{moored}"))
        };
        let line = "mooring = [{ stiffness_n_m = 800.0, pretension_n = 300.0, released_at_s = 1e-9 }]\n";
        let pin = "[[joint]]\nname = \"pin\"\nkind = \"hinge\"\nbody = \"raft\"\naxis = [0, 0, 1]\nreleased_at_s = 1e-9\n";
        let (mut free, mut released) = (world(&text("")), world(&text(&format!("{line}{pin}"))));
        assert_eq!(names(&released), ["pin", "raft.mooring.0"]);
        for _ in 0..60 {
            assert_eq!((free.step(), released.step()), Default::default());
            assert!(bits(&free) == bits(&released) && released.joints().count() == 0, "{hull}");
        }
        assert!(free.body(0).position_m.x > 6.5, "it moves");
    }
}

/// In water that bodies do not move, a box that a line has pulled goes on as one that starts with the place and the velocity that it has then.
#[test]
fn a_box_that_is_let_go_drifts_as_a_free_one_from_the_same_state() {
    let still = |bodies: &str| {
        // So hard to turn that it stays upright.
        let stiff = "gyration_m = [1e6, 1e6, 1e6]\n";
        pool(&format!("[coupling]\nmode = \"none\"\n{bodies}{stiff}"))
    };
    let text = tugged("soft", Some(2.0), "");
    let (_, moored) = text.split_once("hull = \"soft\"\n").unwrap();
    let mut released = world(&still(moored));
    run(&mut released, 2.0);
    let (from, pull_n) = (released.body(0), reading(&released, "line").tension_n);
    assert!(from.linvel_m_s.length() > 0.3 && pull_n > 500.0, "{from:?} {pull_n} N");
    let [x, y, z] = from.position_m.to_array();
    let speed = from.linvel_m_s.to_array();
    let start = boxed("raft", &format!("[{x:?}, {y:?}, {z:?}]"), &format!("velocity_m_s = {speed:?}"));
    let mut free = world(&still(&start));
    let mut off_m = 0.0_f64;
    while free.time_s() < 4.0 {
        assert_eq!((free.step(), released.step()), Default::default());
        off_m = off_m.max(free.body(0).position_m.distance(released.body(0).position_m));
    }
    let way_m = free.body(0).position_m.distance(from.position_m);
    println!("{off_m:.2e} m apart after {way_m:.3} m");
    assert!(way_m > 0.5 && off_m < 1e-10, "{off_m} m apart after {way_m} m");
    assert_eq!(released.joints().count(), 0);
}

/// Letting go moves nothing: the energy of the line goes by hand, as much as `½ k x²`, and the books stay as closed as they were.
#[test]
fn what_a_line_holds_goes_by_hand_and_the_books_stay_closed() {
    for hull in ["soft", "lid"] {
        let mut world = world(&tugged(hull, None, ""));
        world.measure_dissipation();
        run(&mut world, 1.5);
        let (line, before, body) = (reading(&world, "line"), world.energy(), world.body(0));
        let stretch_m = line.ends_m[0].distance(line.ends_m[1]) - 5.0;
        let held_j = 0.5 * 150.0 * stretch_m * stretch_m;
        assert!(world.release("line") && !world.release("line") && !world.release("nothing"));
        let after = world.energy();
        assert!(held_j > 1000.0, "{held_j} J");
        assert!(
            (after.work.by_hand_j + held_j).abs() < 1e-9 * held_j,
            "{} J of {held_j}",
            after.work.by_hand_j
        );
        let jump_j = after.residual_j().unwrap() - before.residual_j().unwrap();
        assert!(jump_j.abs() < 1e-9 * held_j, "{hull}: {jump_j} J from nowhere");
        assert_eq!(world.body(0).linvel_m_s, body.linvel_m_s);
        run(&mut world, 5.0);
        let (energy, momentum, mass) = (world.energy(), world.momentum(), world.mass());
        let gone_j = energy.dissipated_j();
        let residual_j = energy.residual_j().unwrap() - before.residual_j().unwrap();
        println!("{hull}: {held_j:.1} J let go, {residual_j:.2} of {gone_j:.1} J gone are left");
        assert!(residual_j.abs() < 0.01 * held_j, "{hull}: {residual_j} of {held_j} J");
        assert!(momentum.residual_relative() < 1e-6, "{hull}: {momentum:?}");
        assert!(mass.residual_relative().abs() < 2e-8, "{hull}: {mass:?}");
    }
}

/// At its time and by hand at that time; on any number of threads; from checkpoints before and after, also those of who let go by hand.
#[test]
fn times_hands_threads_and_checkpoints_agree_to_the_bit() {
    let pier = boxed("pier", "[14.0, 3.0, 1.9]", "fixed = true");
    for hull in ["soft", "lid"] {
        let (timed, by_hand) = (tugged(hull, Some(1.0), &pier), tugged(hull, None, &pier));
        let with_threads = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let (mut timed, mut hand) = (world(&timed), world(&by_hand));
                let (mut all, mut states) = (Vec::new(), vec![[timed.checkpoint(), hand.checkpoint()]]);
                for _ in 0..70 {
                    if hand.joints().count() > 0 && hand.time_s() >= 1.0 - 0.5 * hand.time_step_s() {
                        assert!(hand.release("line"));
                    }
                    assert_eq!((timed.step(), hand.step()), Default::default());
                    assert!(bits(&timed) == bits(&hand), "{hull}: at {} s", hand.time_s());
                    all.push(bits(&timed));
                    states.push([timed.checkpoint(), hand.checkpoint()]);
                }
                assert_eq!((timed.joints().count(), hand.joints().count()), (0, 0));
                (all, states)
            })
        };
        let (all, states) = with_threads(1);
        assert!(all == with_threads(3).0, "{hull}: three threads");
        let steps = all.len();
        let mut other = world(&timed);
        for from in [60, 5, 40] {
            other.restore(&states[from][0]).unwrap();
            for now in &states[from..steps.min(from + 30)] {
                assert!(other.checkpoint() == now[0], "{hull}: from {from}");
                let _ = other.step();
            }
        }
        // By hand: who was let go is known, and comes back with a state of before.
        let mut file = Vec::new();
        states[60][1].write(&mut file).unwrap();
        let mut other = world(&by_hand);
        other.load(&file[..]).unwrap();
        assert_eq!(other.joints().count(), 0);
        (60..steps).for_each(|_| drop(other.step()));
        assert!(other.checkpoint() == states[steps][1], "{hull}: after");
        other.restore(&states[5][1]).unwrap();
        assert_eq!(names(&other), ["line"]);
    }
}

/// A box that a line holds under, asleep, comes up when that is let go.
#[test]
fn a_sleeper_that_is_let_go_wakes() {
    let line = "mooring = [{ length_m = 1.45, released_at_s = 12.0 }]\n";
    let text = pool(&format!("[coupling.sleep]\n{}", boxed("buoy", "[10.0, 6.0, 1.95]", line)))
        .replace("duration_s = 9.0", "duration_s = 20.0");
    let mut world = world(&text);
    run(&mut world, 11.9);
    let held_m = world.body(0).position_m.z;
    assert_eq!(world.body(0).linvel_m_s, DVec3::ZERO, "it sleeps");
    run(&mut world, 18.0);
    let rose_m = world.body(0).position_m.z - held_m;
    assert!(rose_m > 0.08 && world.joints().count() == 0, "{rose_m} m");
}

/// A joint or line of a body with copies is let go at all of them.
#[test]
fn the_joints_of_all_copies_are_let_go() {
    let logs = boxed(
        "log",
        "[4.0, 4.0]",
        "repeat = { kind = \"line\", count = 4, to_m = [16.0, 4.0] }\nmooring = [{ length_m = 2.0, released_at_s = 0.6 }, { length_m = 2.0 }]",
    );
    let joints = "[[joint]]\nname = \"link\"\nkind = \"ball\"\nbody = \"log\"\nto = \"log\"\nat_m = [2.0, 0.0, 0.5]\nreleased_at_s = 0.3\n\
                  [[joint]]\nname = \"post\"\nkind = \"hinge\"\nbody = \"log\"\naxis = [0, 0, 1]\nreleased_at_s = 0.9\n";
    let mut world = world(&pool(&[joints, &logs].concat()));
    let counts = [0.0, 0.4, 0.7, 1.0].map(|time_s| {
        run(&mut world, time_s);
        world.joints().count()
    });
    assert_eq!(counts, [3 + 4 + 8, 4 + 8, 4 + 4, 4]);
    assert!(names(&world).iter().all(|name| name.ends_with("mooring.1")), "{:?}", names(&world));
}

/// Of what is let go before it tears nothing is said, and it does not tear; of what then holds longer, it is.
#[test]
fn what_tears_only_after_it_was_let_go_is_no_trouble() {
    let rope =
        |length_m: f64, more: &str| format!("kind = \"rope\"\nto = \"d\"\nlength_m = {length_m:?}\n{more}");
    let moored = |more: &str| format!("mooring = [{{ length_m = 2.0{more} }}]");
    let (post, free) =
        ("[[joint]]\nname = \"post\"\nkind = \"fixed\"\nbody = \"a\"\n", "released_at_s = 1.0\n");
    let rod = |more: &str| format!("kind = \"rod\"\nto = \"d\"\n{more}{post}");
    let long = "[[joint]]\nname = \"long\"\nbody = \"a\"\nkind = \"rope\"\nto = \"d\"\nlength_m = 6.5\n";
    for (more, joint, is_torn) in [
        (moored(""), rope(5.5, ""), true),
        (moored(""), rope(5.5, free), false),
        (moored(", released_at_s = 1.0"), rope(5.5, ""), false),
        (moored(", released_at_s = 7.9"), rope(5.5, ""), true),
        (moored(""), rope(5.5, &format!("{free}{long}")), true),
        (String::new(), rod("released_at_s = 0.05\n"), false),
        (String::new(), rod(""), true),
    ] {
        let mut world = driven(0.5, &more, &joint);
        let foreseen = warned(&world, &["body.d goes as its motion says"]);
        assert_eq!(foreseen > 0, is_torn, "{more} {joint}: {:?}", world.warnings());
        while world.time_s() < 7.0 && !is_torn {
            assert_eq!(world.step(), Default::default());
        }
        let torn = warned(&world, &["more than joints give"]);
        assert!(is_torn || torn == 0, "{more} {joint}: {:?}", world.warnings());
    }
    // Over another body, held by two ropes of which the longer one stays.
    let over = |more: &str| {
        let ropes = [("short", 4.2, free), ("long", 4.5, more)].map(|(name, length_m, more)| {
            format!("[[joint]]\nname = \"{name}\"\nbody = \"a\"\nkind = \"rope\"\nto = \"b\"\nlength_m = {length_m:?}\n{more}")
        });
        let moored = boxed("b", "[4.0, 6.0]", "mooring = [{ length_m = 2.0 }]");
        let world = driven(0.5, "", &[&rope(5.5, ""), "\n", &ropes.concat(), &moored].concat());
        ["`short`", "`long`"].map(|name| warned(&world, &["body.d goes as its motion says", name]))
    };
    assert_eq!([over(""), over(free)], [[0, 1], [0, 0]]);
    // Taken apart by two joints that contradict each other.
    let twice = |more: &str| {
        let pins =
            "[[joint]]\nname = \"pin\"\nkind = \"ball\"\nbody = \"a\"\nto = \"d\"\nat_m = [5.0, 0.0, 0.0]\n";
        driven(0.3, "", &format!("kind = \"slider\"\naxis = [0, 1, 0]\n{more}{pins}"))
    };
    let come_apart = |world: &World| warned(world, &["cannot hold what driven bodies"]);
    assert_eq!([twice(""), twice("released_at_s = 0.05\n")].map(|world| come_apart(&world)), [1, 0]);
}
