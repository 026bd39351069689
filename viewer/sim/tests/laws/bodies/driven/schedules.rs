//! Bodies whose motion begins at a time, or is scheduled: where they go, what they do to the water, and what is foreseen of them.

use glam::{DVec2, DVec3};
use viewer_sim::World;
use viewer_sim::scenario::{Origin, Scenario};

use super::said;
use crate::setup::{boxed, pool, world};

/// A gate in a pool, which moves as a motion says.
fn gate(motion: &str, more: &str) -> String {
    let gate = boxed("gate", "[7.0, 6.0, 1.5]", &format!("motion = {{ {motion} }}\n{more}"));
    pool(&gate.replace("depth_m = 1.0", "depth_m = 3.0"))
}

/// From 2 to 6 s, with 0.6 m/s and 12°/s at most; then back from 7 to 8 s.
const OPENS: &str = "schedule = [{ time_s = 2 }, { time_s = 3, velocity_m_s = [0.6, -0.2], turn_deg_s = 12 }, \
                     { time_s = 5, velocity_m_s = [0.6, -0.2], turn_deg_s = 12 }, { time_s = 6 }, { time_s = 7 }, \
                     { time_s = 7.5, velocity_m_s = [-0.4, 0] }, { time_s = 8 }]";

/// Way and turn, m and degrees, by the areas under the lines of the schedule.
fn opened(time_s: f64) -> (DVec2, f64) {
    let rise = |since_s: f64, lasts_s: f64| 0.5 * since_s.clamp(0.0, lasts_s).powi(2) / lasts_s;
    let fall = |since_s: f64, lasts_s: f64| since_s.clamp(0.0, lasts_s) - rise(since_s, lasts_s);
    let full_s = rise(time_s - 2.0, 1.0) + (time_s - 3.0).clamp(0.0, 2.0) + fall(time_s - 5.0, 1.0);
    let back_s = rise(time_s - 7.0, 0.5) + fall(time_s - 7.5, 0.5);
    (DVec2::new(0.6, -0.2) * full_s + DVec2::new(-0.4, 0.0) * back_s, 12.0 * full_s)
}

#[test]
fn a_scheduled_body_is_where_the_integral_of_its_schedule_has_it() {
    let mut world = world(&gate(OPENS, ""));
    let (start_m, dt) = (world.body(0).position_m.truncate(), world.time_step_s());
    while world.time_s() < 9.0 {
        assert_eq!(world.step(), Default::default());
        let (body, time_s) = (world.body(0), world.time_s());
        let (way_m, turned_deg) = opened(time_s);
        let off_m = (body.position_m.truncate() - start_m - way_m).length();
        let off_deg = (body.heading_deg - turned_deg).abs();
        // A step goes with the velocity at its end: half of a step's change ahead, and at rest again at corners of the schedule alone.
        let (speed_m_s, turn_deg_s) = (body.linvel_m_s.length(), body.angvel_rad_s.z.to_degrees().abs());
        let corners_s2 = 7.0 * 0.8 * dt * dt;
        assert!(off_m < 0.5 * dt * speed_m_s + corners_s2 + 1e-12, "{off_m} m off at {time_s} s");
        assert!(off_deg < 0.5 * dt * turn_deg_s + 20.0 * corners_s2 + 1e-9, "{off_deg}° off at {time_s} s");
    }
    let (body, (way_m, turned_deg)) = (world.body(0), opened(9.0));
    assert_eq!(
        (way_m.round(), turned_deg.round(), body.linvel_m_s),
        (DVec2::new(2.0, -1.0), 36.0, DVec3::ZERO)
    );
    assert!(world.mass().residual_relative().abs() < 1e-8, "{:?}", world.mass());
    assert!(world.momentum().residual_relative() < 1e-6, "{:?}", world.momentum());
}

/// One that begins later does the same later, and nothing before.
#[test]
fn a_motion_that_begins_later_is_the_same_later() {
    for ramp in ["", ", ramp_s = 0.5"] {
        let motion = format!("velocity_m_s = [0.5, 0.1], turn_deg_s = 10{ramp}");
        let mut now = world(&gate(&motion, ""));
        let wait = 60;
        let wait_s = f64::from(wait) * now.time_step_s();
        let mut later = world(&gate(&format!("{motion}, starts_at_s = {wait_s:?}"), ""));
        for _ in 0..wait {
            assert_eq!(later.step(), Default::default());
        }
        assert_eq!(later.body(0).position_m, now.body(0).position_m);
        assert!(later.fields().eta_m.iter().all(|eta| *eta == 0.0), "the water is still");
        for _ in 0..150 {
            assert_eq!((now.step(), later.step()), Default::default());
        }
        let [a, b] = [&now, &later].map(|world| world.body(0));
        assert!(a.position_m.x > 7.5 && a.position_m.distance(b.position_m) < 1e-9, "{a:?} {b:?}");
        assert!((a.heading_deg - b.heading_deg).abs() < 1e-9);
        let pairs = now.fields().eta_m.iter().zip(&later.fields().eta_m);
        let off_m = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        let most_m = now.fields().eta_m.iter().fold(0.0f32, |most, eta| most.max(eta.abs()));
        assert!(off_m < 1e-4 * most_m, "{off_m} of {most_m} m");
    }
}

/// A piston across a channel sends out waves of the height `u √(h/g)` of its velocity `u` when they left it, to and fro.
#[test]
fn a_paddle_sends_out_waves_as_it_moves() {
    let points: Vec<String> = (0..8)
        .map(|n| {
            let u_m_s = [0.0, 0.01, -0.01, 0.01, -0.01, 0.0, 0.0, 0.0][n];
            format!("{{ time_s = {}, velocity_m_s = [{u_m_s}, 0] }}", 1.0 + 2.0 * n as f64)
        })
        .collect();
    let mut world = world(&format!(
        "title = \"paddle\"\nduration_s = 20.0\n[grid]\ncells = [320, 8]\ncell_size_m = 0.25\n[water]\nlevel_m = 1.0\n[solver]\ntau = 0.52\n[[gauge]]\nname = \"g\"\n\
         position_m = [25.0, 1.0]\n[body.paddle]\nhull = {{ kind = \"box\", length_m = 4.0, beam_m = 2.0, depth_m = 3.0 }}\n\
         position_m = [13.0, 1.0, 1.0]\nmotion = {{ schedule = [{}] }}\nwall.slip = \"free-slip\"\n",
        points.join(", ")
    ));
    let schedule = |time_s: f64| {
        let u = [0.0, 0.01, -0.01, 0.01, -0.01, 0.0];
        let at = ((time_s - 1.0) / 2.0).clamp(0.0, 4.999);
        let n = at as usize;
        u[n] + (at - n as f64) * (u[n + 1] - u[n])
    };
    let (celerity_m_s, per_speed_s) = (9.81f64.sqrt(), 1.0 / 9.81f64.sqrt());
    let (mut off_m2, mut all_m2) = (0.0, 0.0);
    // Waves of the other side of it come back from the wall behind after 7 s, but the paddle is in their way.
    while world.time_s() < 15.0 {
        assert_eq!(world.step(), Default::default());
        let (eta_m, theory_m) = (
            world.gauges().next().unwrap().h_m - 1.0,
            per_speed_s * schedule(world.time_s() - 10.0 / celerity_m_s),
        );
        off_m2 += (eta_m - theory_m).powi(2);
        all_m2 += theory_m.powi(2);
    }
    let off = (off_m2 / all_m2).sqrt();
    let energy = world.energy();
    println!("{:.3} % off, {energy:.3?}", 100.0 * off);
    // Of which 4 % are lost on the way, and corners are rounded.
    assert!(off < 0.08, "{off}");
    let gained_j = energy.now.total_j() - energy.initial.total_j();
    assert!(energy.work.driven_j > gained_j && gained_j > 0.5 * energy.work.driven_j, "{energy:?}");
    assert!(world.mass().residual_relative().abs() < 1e-8 && world.momentum().residual_relative() < 1e-6);
}

/// For any number of threads, and from checkpoints in the midst of it.
#[test]
fn scheduled_worlds_go_on_with_the_same_bits() {
    let text = gate(OPENS, &boxed("raft", "[12.0, 6.0]", ""));
    let states = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut world = world(&text);
            let step = |_| {
                assert_eq!(world.step(), Default::default());
                world.checkpoint()
            };
            (0..220).map(step).collect::<Vec<_>>()
        })
    };
    let all = states(1);
    assert!(all == states(3), "three threads");
    let mut other = world(&text);
    for from in [150, 90] {
        other.restore(&all[from]).unwrap();
        for state in &all[from + 1..from + 40] {
            let _ = other.step();
            assert!(other.checkpoint() == *state, "from {from}");
        }
    }
}

/// It comes back before what it would meet, or before the line that it pulls at is taut, or does not: foreseen of each.
#[test]
fn what_a_schedule_meets_and_tears_is_foreseen() {
    let to_and_fro = |until_s: f64| {
        format!(
            "schedule = [{{ time_s = 0, velocity_m_s = [1, 0] }}, {{ time_s = {until_s:?}, velocity_m_s = [1, 0] }}, {{ time_s = {:?} }}, \
             {{ time_s = {:?}, velocity_m_s = [-1, 0] }}]",
            until_s + 0.5,
            until_s + 1.0
        )
    };
    let pier = boxed("pier", "[14.0, 6.0, 1.5]", "fixed = true").replace("depth_m = 1.0", "depth_m = 3.0");
    // 4 m of water between them, of which it takes the time at its speed and 0.25 m.
    let meets = |motion: &str| {
        let world = world(&gate(motion, &pier));
        said(&world, &["body.gate.motion: it meets body.pier at t = "])
    };
    assert_eq!([3.4, 4.2].map(|until_s| meets(&to_and_fro(until_s))), [0, 1]);
    let plain = |starts_at_s: f64| meets(&format!("velocity_m_s = [1, 0], starts_at_s = {starts_at_s:?}"));
    // 9 s, of which the ramp takes 1.
    assert_eq!([0.0, 3.6, 4.4].map(plain), [1, 1, 0]);
    let line =
        "[[joint]]\nname = \"line\"\nkind = \"rope\"\nbody = \"raft\"\nto = \"gate\"\nlength_m = 5.0\n";
    let raft = boxed("raft", "[3.5, 6.0]", "mooring = [{ length_m = 2.0 }]");
    let tears = |motion: &str| {
        let world = world(&gate(motion, &[&raft[..], line].concat()));
        said(&world, &["tied to the ground"]) + said(&world, &["cannot hold what driven bodies"])
    };
    assert_eq!([1.0, 5.0].map(|until_s| tears(&to_and_fro(until_s))), [0, 1]);
}

/// A schedule that is fast in its midst is refused and warned of as a motion that lasts is; what comes after the run is not.
#[test]
fn the_fastest_of_a_schedule_counts() {
    let made = |time_s: f64, u_m_s: f64| {
        let motion = format!(
            "schedule = [{{ time_s = 0 }}, {{ time_s = {time_s:?}, velocity_m_s = [{u_m_s:?}, 0] }}, {{ time_s = 20 }}]"
        );
        let scenario = Scenario::parse(&gate(&motion, ""), Origin { name: "test".into(), folder: None }, &[]);
        World::new(&scenario.unwrap())
    };
    // A third of the lattice speed, 11.
    let refused = made(8.0, 5.0).unwrap_err().to_string();
    assert!(refused.contains("body.gate.motion") && refused.contains("at most"), "{refused}");
    assert!(made(8.0, 1.0).is_ok());
    assert_eq!([(8.0, 3.7), (8.0, 1.0)].map(|(t, u)| said(&made(t, u).unwrap(), &["laid dry"])), [1, 0]);
}

#[test]
fn motions_that_contradict_themselves_are_refused() {
    let refused = |motion: &str, key: &str, part: &str| {
        let origin = Origin { name: "test".into(), folder: None };
        let message = Scenario::parse(&gate(motion, ""), origin, &[]).unwrap_err().to_string();
        assert!(
            message.contains(&format!("body.gate.motion.{key}: ")) && message.contains(part),
            "{message}"
        );
    };
    let beside = "given beside motion.schedule";
    refused("velocity_m_s = [1, 0], schedule = [{ time_s = 0 }]", "velocity_m_s", beside);
    refused("turn_deg_s = 1, schedule = [{ time_s = 0 }]", "turn_deg_s", beside);
    refused("ramp_s = 1, schedule = [{ time_s = 0 }]", "ramp_s", beside);
    refused("starts_at_s = 1, schedule = [{ time_s = 0 }]", "starts_at_s", beside);
    refused("starts_at_s = -1", "starts_at_s", "0 or above");
    refused("schedule = [{ time_s = 2 }, { time_s = 1 }]", "schedule.1.time_s", "must rise");
    refused("schedule = [{ time_s = 2, velocity_m_s = [nan, 0] }]", "schedule.0.velocity_m_s", "finite");
    refused("schedule = [{ time_s = 2, turn_deg_s = inf }]", "schedule.0.turn_deg_s", "finite");
}
