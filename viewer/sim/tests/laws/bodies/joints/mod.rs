//! Joints, mooring lines and sleep, from their keys to their records.

mod drives;
mod released;

use glam::DVec3;
use viewer_sim::{Helm, JointReading, Name, World};

use crate::setup::{boxed, pool, run, world};

fn reading(world: &World, name: &str) -> JointReading {
    world.joints().find(|joint| joint.name == name).unwrap_or_else(|| panic!("no joint {name}"))
}

/// A line that holds a hull under pulls with what is displaced beyond its weight, straight down.
#[test]
fn a_mooring_line_pulls_with_the_lift_that_it_holds_down() {
    // Its middle floats at 2.056 m; here it is held at 1.95 m by a line from its underside at 1.45 m, within a tenth of a millimeter.
    for line in ["{ length_m = 1.45 }", "{ stiffness_n_m = 1e6, damping_n_s_m = 3e4 }"] {
        let held = boxed("buoy", "[10.0, 6.0, 1.95]", &format!("mooring = [{line}]"));
        let mut world = world(&pool(&held));
        run(&mut world, 8.0);
        let buoy = world.bodies().next().unwrap();
        let lift_n = 9.81 * (1000.0 * buoy.submerged_volume_m3 - 2000.0);
        let line = reading(&world, "buoy.mooring.0");
        assert!(lift_n > 3000.0, "{lift_n} N");
        assert!((line.tension_n / lift_n - 1.0).abs() < 0.01, "{} N hold {lift_n} N", line.tension_n);
        assert!((line.force_n.z + line.tension_n).abs() < 1e-3 * lift_n, "{line:?}");
        assert!(buoy.position_m.z < 1.96, "{:?}", buoy.position_m);
        // The books know the ground's impulse, and nothing is lost.
        assert!(world.momentum().residual_relative() < 1e-6, "{:?}", world.momentum());
    }
}

/// A slack line does nothing until the body has drifted to its end; then it goes no farther.
#[test]
fn a_slack_line_holds_at_its_length_and_not_before() {
    let drift = |more: &str| {
        world(&pool(&boxed("raft", "[6.0, 6.0]", &format!("velocity_m_s = [0.8, 0.0, 0.0]\n{more}"))))
    };
    // Made fast 1.556 m above the bed: within 3 m it goes 2.565 m.
    let (mut held, mut free) = (drift("mooring = [{ length_m = 3.0 }]"), drift(""));
    let mut taut = false;
    while held.time_s() < 8.0 {
        let _ = held.step();
        let _ = free.step();
        let (line, [a, b]) =
            (reading(&held, "raft.mooring.0"), [&held, &free].map(|world| world.bodies().next().unwrap()));
        let distance_m = line.ends_m[0].distance(line.ends_m[1]);
        taut |= line.tension_n != 0.0;
        // Bodies that are joined move in smaller steps.
        let off_m = a.position_m.distance(b.position_m);
        assert!(!taut || distance_m > 2.99 || b.position_m.x > 8.5, "it acts at {distance_m} m");
        assert!(taut || off_m < 0.03, "{off_m} m off with a slack line at {} s", held.time_s());
        assert!(distance_m < 3.02, "{line:?}");
        assert!(line.tension_n >= -1e-9, "a line never pushes: {line:?}");
    }
    assert!(taut && free.bodies().next().unwrap().position_m.x > 9.0);
}

/// Copies that are joined to each other form a chain; its ends hold the ground and a driven body.
#[test]
fn copies_are_joined_to_a_chain_that_holds_together() {
    let logs = boxed("log", "[4.0, 4.0]", "repeat = { kind = \"line\", count = 4, to_m = [16.0, 4.0] }\n");
    let tug = boxed("tug", "[4.0, 9.0, 1.9]", "motion = { velocity_m_s = [0.0, 0.1], ramp_s = 2.0 }");
    let joints = "[[joint]]\nname = \"link\"\nkind = \"ball\"\nbody = \"log\"\nto = \"log\"\nat_m = [2.0, 0.0, 0.5]\n\
                  [[joint]]\nname = \"shore\"\nkind = \"ball\"\nbody = \"log-4\"\nat_m = [2.0, 0.0, 0.5]\n\
                  [[joint]]\nname = \"tow\"\nkind = \"rope\"\nbody = \"log-1\"\nto = \"tug\"\nlength_m = 5.2\n";
    let mut world = world(&pool(&[joints, &logs, &tug].concat()));
    let names: Vec<Name> = world.joints().map(|joint| joint.name).collect();
    assert_eq!(names, ["link-1", "link-2", "link-3", "shore", "tow"]);
    let start: Vec<_> = world.bodies().map(|body| body.position_m).collect();
    let mut pull_n = 0.0f64;
    while world.time_s() < 8.0 {
        let _ = world.step();
        pull_n = pull_n.max(reading(&world, "tow").tension_n);
        for joint in world.joints().take(4) {
            let apart_m = joint.ends_m[0].distance(joint.ends_m[1]);
            assert!(apart_m < 0.02, "{}: {apart_m} m apart at {} s", joint.name, world.time_s());
        }
    }
    let end: Vec<_> = world.bodies().map(|body| body.position_m).collect();
    assert!(end[0].y - start[0].y > 0.1 && end[0].y - start[0].y > 3.0 * (end[3].y - start[3].y), "{end:?}");
    assert!(pull_n > 10.0, "the tug pulls with {pull_n} N");
}

/// A hinge leaves a body one rotation, a slider one shift.
#[test]
fn hinges_and_sliders_leave_one_motion() {
    let stream = "[sides]\nwest = { kind = \"inflow\", velocity_m_s = 0.5 }\neast = { kind = \"sponge\", width_m = 4.0 }\n\
                  [[water.column]]\nx_m = [0.0, 20.0]\nlevel_m = 2.0\nvelocity_m_s = [0.5, 0.0]\n";
    let gate = boxed("gate", "[6.0, 3.0]", "heading_deg = 60.0");
    let sled = boxed("sled", "[6.0, 9.0]", "heading_deg = 30.0");
    let joints = "[[joint]]\nname = \"post\"\nkind = \"hinge\"\nbody = \"gate\"\nat_m = [-1.5, 0.0, 0.5]\naxis = [0, 0, 1]\n\
                  [[joint]]\nname = \"rail\"\nkind = \"slider\"\nbody = \"sled\"\naxis = [1, 0, 0]\n";
    let mut world = world(&pool(&[stream, joints, &gate, &sled].concat()));
    let start: Vec<_> = world.bodies().collect();
    run(&mut world, 6.0);
    let end: Vec<_> = world.bodies().collect();
    assert!(end[0].heading_deg < 50.0, "the stream turns the gate: {:?}", end[0]);
    assert!(end[0].heel_deg.abs() < 0.5 && end[0].trim_deg.abs() < 0.5, "{:?}", end[0]);
    let way = end[1].position_m - start[1].position_m;
    let along = glam::DVec3::new(30f64.to_radians().cos(), 30f64.to_radians().sin(), 0.0);
    assert!(way.dot(along) > 0.2, "the stream takes the sled along its rail: {way}");
    assert!((way - along * way.dot(along)).length() < 0.01, "{way}");
    assert!((end[1].heading_deg - 30.0).abs() < 0.3, "{:?}", end[1]);
}

/// A body at rest sleeps; a wave wakes it, and it goes the way that it would have gone without sleep.
#[test]
fn a_wave_wakes_a_sleeper_and_changes_little() {
    let text = |sleep: &str| {
        let dam = "[[water.column]]\nx_m = [0.0, 3.0]\nlevel_m = 2.2\n";
        pool(&[sleep, dam, &boxed("raft", "[17.0, 6.0]", "")].concat())
    };
    let (mut sleeps, mut wakes) = (world(&text("[coupling]\nsleep = {}\n")), world(&text("")));
    let start = wakes.bodies().next().unwrap().position_m;
    let (mut slept, mut woke_s, mut farthest_m, mut moved_m) = (0, None, 0.0f64, 0.0f64);
    while wakes.time_s() < 6.0 {
        let _ = sleeps.step();
        let _ = wakes.step();
        let is_asleep = sleeps.bodies().next().unwrap().linvel_m_s == DVec3::ZERO;
        slept += usize::from(is_asleep);
        if slept > 0 && !is_asleep {
            woke_s.get_or_insert(sleeps.time_s());
        }
        let [a, b] = [&sleeps, &wakes].map(|world| world.bodies().next().unwrap().position_m);
        farthest_m = farthest_m.max(a.distance(b));
        moved_m = moved_m.max(b.distance(start));
    }
    // Waves run at 4.43 m/s and have 12.5 m to go to the bow.
    let woke_s = woke_s.expect("the wave wakes it");
    assert!(slept > 20 && woke_s > 2.0 && woke_s < 3.5, "{slept} steps, until {woke_s} s");
    assert!(moved_m > 0.05 && farthest_m < 0.1 * moved_m, "{farthest_m} m apart on a way of {moved_m} m");
    assert!(sleeps.momentum().residual_relative() < 1e-6, "{:?}", sleeps.momentum());
}

/// A stream that rises so slowly that no step of it wakes a raft takes it along all the same, as it would one that does not sleep.
#[test]
fn a_slow_stream_takes_a_sleeper_along() {
    let side = |name: &str, sign: &str| {
        format!(
            "{name} = {{ kind = \"characteristic\", series = {{ time_s = [0.0, 5.0, 60.0], velocity_m_s = [0.0, 0.0, {sign}0.3], \
             level_m = [2.0, 2.0, 2.0] }} }}\n"
        )
    };
    let text = |sleep: &str| {
        format!(
            "title = \"stream\"\nduration_s = 70.0\n[grid]\ncells = [80, 24]\ncell_size_m = 0.5\n[water]\nlevel_m = 2.0\n\
             [sides]\n{}{}{sleep}[body.raft]\nhull = {{ kind = \"box\", length_m = 3.0, beam_m = 2.0, depth_m = 1.0 }}\n\
             mass_kg = 3000.0\nposition_m = [10.0, 6.0]\n",
            side("west", ""),
            side("east", "-"),
        )
    };
    let mut worlds = [world(&text("[coupling.sleep]\n")), world(&text(""))];
    let (mut slept, mut apart_m) = (0, 0.0_f64);
    while worlds[0].time_s() < 70.0 {
        worlds.iter_mut().for_each(|world| assert_eq!(world.step(), Default::default()));
        let [sleeps, wakes] = worlds.each_ref().map(|world| world.body(0));
        slept += usize::from(sleeps.linvel_m_s == DVec3::ZERO);
        apart_m = apart_m.max((sleeps.position_m - wakes.position_m).length());
    }
    let way_m = worlds[1].body(0).position_m.x - 10.0;
    println!("slept {slept} steps, {apart_m:.3} m apart after {way_m:.3} m");
    assert!(slept > 100 && way_m > 5.0 && apart_m < 0.1 * way_m, "{slept}, {apart_m} of {way_m} m");
}

/// A moored sleeper goes the way of one that does not sleep where its propeller, a rudder of the user's or a force of theirs starts, each too weak
/// for a step of it to wake.
#[test]
fn thrust_and_hands_wake_a_moored_sleeper() {
    let text = |sleep: &str, propeller: &str| {
        let line = "mooring = [{ pretension_n = 40.0, stiffness_n_m = 1000.0 }]\n";
        pool(&[sleep, &boxed("boat", "[10.0, 6.0]", &[line, propeller].concat())].concat())
            .replace("duration_s = 10.0", "duration_s = 30.0")
    };
    let from = |time_s: f64| {
        format!(
            "propeller = {{ position_m = [-1.5, 0.0, 0.2], thrust_n = 60.0, schedule = [{{ time_s = 0.0, thrust = 0.0 }}, \
             {{ time_s = {time_s:?}, thrust = 0.0 }}, {{ time_s = {:?}, thrust = 1.0 }}] }}\n",
            time_s + 0.1
        )
    };
    let (scheduled, later) = (from(15.0), from(90.0));
    let by_force = |world: &mut World| {
        let at_m = world.body(0).position_m;
        assert!(world.add_force("boat", DVec3::X * 60.0, at_m));
    };
    let by_rudder =
        |world: &mut World| assert!(world.steer("boat", Helm { thrust: Some(1.0), angle_deg: None }));
    type Hand<'a> = &'a dyn Fn(&mut World);
    let cases: [(&str, &str, Hand); 3] =
        [("thrust", &scheduled, &|_| {}), ("steered", &later, &by_rudder), ("pushed", "", &by_force)];
    for (case, propeller, hand) in cases {
        let way_m = |sleep: &str| {
            let mut world = world(&text(sleep, propeller));
            let (start_m, mut slept) = (world.body(0).position_m.x, 0);
            while world.time_s() < 30.0 {
                if world.time_s() > 15.0 {
                    hand(&mut world);
                }
                let _ = world.step();
                slept += usize::from(world.body(0).linvel_m_s == DVec3::ZERO);
            }
            (world.body(0).position_m.x - start_m, slept)
        };
        let ((way_m, slept), (awake_m, _)) = (way_m("[coupling.sleep]\n"), way_m(""));

        assert!(slept > 200, "{case}: slept {slept} steps");
        assert!(
            awake_m > 0.2 && (way_m - awake_m).abs() < 0.15 * awake_m,
            "{case}: {way_m} m, awake {awake_m} m"
        );
    }
}

/// A pool with a driven box and one afloat, and how they are joined.
fn driven(velocity_m_s: f64, more: &str, joint: &str) -> World {
    let motion = format!("motion = {{ velocity_m_s = [{velocity_m_s:?}, 0.0] }}\n");
    let bodies = [boxed("d", "[13.0, 6.0, 2.0]", &motion), boxed("a", "[8.0, 6.0]", more)].concat();
    world(&pool(&format!("{bodies}[[joint]]\nname = \"j\"\nbody = \"a\"\n{joint}\n")))
}

fn warned(world: &World, words: &[&str]) -> usize {
    world.warnings().iter().filter(|text| words.iter().all(|word| text.contains(word))).count()
}

/// A driven body takes the end of a rope or rod away from the ground that its other end comes to, straight or over a body afloat: named before the
/// run with the time, and in the run when it is stretched. Where it reaches, or a spring gives way, nothing is said.
#[test]
fn lines_that_a_driven_body_tears_at_are_foreseen_and_seen() {
    let moored = "mooring = [{ length_m = 2.0 }]";
    let fixed = "[[joint]]\nname = \"post\"\nkind = \"fixed\"\nbody = \"a\"";
    let rope = |length_m: f64| format!("kind = \"rope\"\nto = \"d\"\nlength_m = {length_m:?}");
    for (more, joint, is_torn) in [
        (moored, rope(5.5), true),
        (moored, rope(12.0), false),
        ("", rope(5.5), false),
        ("", format!("kind = \"rod\"\nto = \"d\"\n{fixed}"), true),
        ("", format!("kind = \"spring\"\nto = \"d\"\nstiffness_n_m = 500.0\n{fixed}"), false),
    ] {
        let mut world = driven(0.5, more, &joint);
        let foreseen = warned(
            &world,
            &["joint.0: body.d goes as its motion says, tied to the ground", "`j`", "from t = "],
        );
        assert_eq!(foreseen, usize::from(is_torn), "{more} {joint}: {:?}", world.warnings());
        while world.time_s() < 9.0 {
            let _ = world.step();
        }
        // It parts, or throws what it pulls at so fast that the water breaks, or out of all bounds.
        let seen = warned(&world, &["joint.0: `j`, ", "more than joints give"])
            + warned(&world, &["body.a: ", "broke the water"])
            + warned(&world, &["body.a: ", "no longer finite"]);
        assert_eq!(seen > 0, is_torn, "{more} {joint}: {:?}", world.warnings());
    }
    // Towards the ground a rod is pressed, and a rope is slack.
    for (kind, is_pressed) in [("rod", 1), ("rope", 0)] {
        let world = driven(-0.3, "", &format!("kind = \"{kind}\"\nto = \"d\"\n{fixed}"));
        assert_eq!(
            warned(&world, &["joint.0: body.d goes", "keep it within"]),
            is_pressed,
            "{kind}: {:?}",
            world.warnings()
        );
    }
    // It is taken out of the world before.
    let gone = driven(0.5, &format!("{moored}\nremoved_at_s = 1.0"), &rope(5.5));
    assert_eq!(warned(&gone, &["joint.0: body.d goes"]), 0, "{:?}", gone.warnings());
}

/// The energy of a spring at the start, as a speed: beyond that of the lattice it is named with its force.
#[test]
fn a_spring_that_throws_what_it_holds_is_foreseen() {
    let foreseen = |stiffness_n_m: f64, length_m: f64| {
        let spring = format!(
            "[[joint]]\nname = \"s\"\nkind = \"spring\"\nbody = \"a\"\nto_at_m = [16.0, 6.0, 2.0]\nlength_m = {length_m:?}\nstiffness_n_m = {stiffness_n_m:?}\n"
        );
        let world = world(&pool(&[boxed("a", "[8.0, 6.0]", ""), spring].concat()));
        warned(
            &world,
            &["joint.0.stiffness_n_m: at the start `s`", "times the weight", "the lattice carries 11."],
        )
    };
    // 2000 kg and 7.9 m: √(k/m) times that is 11.4 m/s for 4.2 kN/m.
    assert_eq!(
        [(1e10, 0.1), (5e3, 0.1), (3.5e3, 0.1), (1e6, 8.01)].map(|(k, l)| foreseen(k, l)),
        [1, 1, 0, 0]
    );
}

/// A line that is never taut changes nothing of how a log rolls: the forces of the water feed no roll of what is joined.
#[test]
fn a_log_on_a_slack_line_rolls_as_a_free_one() {
    let log = |more: &str| {
        let text = format!(
            "title = \"log\"\nduration_s = 20.0\n[grid]\ncells = [50, 40]\ncell_size_m = 0.4\n[water]\nlevel_m = 3.0\n\
             [body.log]\nhull = {{ kind = \"box\", length_m = 2.0, beam_m = 0.5, depth_m = 0.3 }}\nmass_kg = 90.0\n\
             position_m = [10.0, 8.0, 3.06]\ndrag = 0.1\nload = [{{ mass_kg = 0.5, position_m = [0.0, 0.2, 0.3] }}]\n{more}"
        );
        let mut world = world(&text);
        let mut heels_deg = Vec::new();
        while world.time_s() < 20.0 {
            let _ = world.step();
            heels_deg.push(world.body(0).heel_deg);
        }
        heels_deg
    };
    let (free, moored) = (log(""), log("mooring = [{ length_m = 5.0 }]"));
    let off_deg = free.iter().zip(&moored).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    let most_deg = free.iter().map(|heel| heel.abs()).fold(0.0, f64::max);
    assert!(most_deg > 0.8 && off_deg < 1e-3, "{off_deg} of {most_deg} degrees");
}
