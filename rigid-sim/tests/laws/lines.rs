//! Springs lose what their dampers take, and ropes come back to their length and stop what runs out.

use crate::setups::ball;
use glam::DVec3;
use rigid_sim::{Acts, Anchor, BodyHandle, Joint, JointHandle, JointKind, Spring, World};

const DT: f64 = 1.0 / 60.0;

/// Two balls along x with the places of their centers, joined center to center, without gravity.
fn joined(kind: JointKind, places_m: [f64; 2]) -> (World, [BodyHandle; 2], JointHandle) {
    let mut world = World::new(DVec3::ZERO);
    let [first, second] = [(MASSES_KG[0], places_m[0]), (MASSES_KG[1], places_m[1])].map(|(mass_kg, x_m)| {
        world.insert(ball(0.1, mass_kg).center_of_mass(DVec3::X * x_m).build().unwrap())
    });
    let ends = [first, second].map(|body| Anchor::Body(body, DVec3::ZERO));
    let joint = world.insert_joint(Joint::new(kind, ends[0], ends[1])).unwrap();
    (world, [first, second], joint)
}

const MASSES_KG: [f64; 2] = [3.0, 5.0];

/// The mass with which two bodies move against each other.
fn reduced_kg() -> f64 {
    MASSES_KG[0] * MASSES_KG[1] / (MASSES_KG[0] + MASSES_KG[1])
}

fn apart_m(world: &World, joint: JointHandle) -> f64 {
    let [a, b] = world.joint_ends_m(joint).unwrap();
    a.distance(b)
}

/// The energy of two bodies on a damped spring is that of `x(t) = x₀ e^{−ζωt} (cos ω_d t + ζ ω/ω_d sin ω_d t)`, with
/// `ζ = c / (2 μ ω)` and `ω_d = ω √(1 − ζ²)`.
///
/// The implicit step of `h` damps with `h ω/2` more. By that `h ω / (2 e ζ)` of the first energy more is gone at the most, when
/// `2 ζ ω t = 1`, and `h ω / 2 ζ` of it in the end went into the step, not the damper. `h ω` besides is for the velocity's half sub-step.
#[test]
fn a_damped_spring_loses_the_energy_that_a_damped_oscillator_loses() {
    let (rest_m, start_m, rad_s) = (2.0, 0.2, 2.0);
    let stiffness_n_m = reduced_kg() * rad_s * rad_s;
    let first_j = 0.5 * stiffness_n_m * start_m * start_m;
    for ratio in [0.02, 0.1, 0.3, 0.7] {
        for (dt, substep_s) in [(DT, DT / 4.0), (DT / 16.0, DT / 16.0)] {
            let damping_n_s_m = 2.0 * ratio * reduced_kg() * rad_s;
            let spring = Spring { rest_m, stiffness_n_m, damping_n_s_m, acts: Acts::Both };
            let (mut world, bodies, _) = joined(JointKind::Spring(spring), [0.0, rest_m + start_m]);
            let [tolerance, of_damper] =
                [std::f64::consts::E, 1.0].map(|e| substep_s * rad_s * ((2.0 * e * ratio).recip() + 1.0));
            let (mut time_s, mut spent_j) = (0.0, 0.0);
            while time_s < 8.0 {
                let apart_m_s =
                    |world: &World| (world[bodies[0]].linvel_m_s() - world[bodies[1]].linvel_m_s()).x;
                let before_m_s = apart_m_s(&world);
                let _ = world.step(dt);
                time_s += dt;
                spent_j += damping_n_s_m * before_m_s * apart_m_s(&world) * dt;
                let kinetic_j: f64 = bodies.iter().map(|&body| world[body].kinetic_energy_j()).sum();
                let energy_j = kinetic_j + world.elastic_energy_j();
                let damped_rad_s = rad_s * (1.0 - ratio * ratio).sqrt();
                let (sin, cos) = (damped_rad_s * time_s).sin_cos();
                let decay = (-ratio * rad_s * time_s).exp();
                let stretch = decay * (cos + ratio * rad_s / damped_rad_s * sin);
                // Over ω.
                let speed = decay * rad_s / damped_rad_s * sin;
                let exact = stretch * stretch + speed * speed;
                assert!(
                    (energy_j / first_j - exact).abs() < tolerance,
                    "ζ {ratio}, step {dt}: {} of the energy after {time_s} s, not {exact}",
                    energy_j / first_j
                );
                assert!(
                    (first_j - energy_j - spent_j).abs() < of_damper * first_j,
                    "ζ {ratio}, step {dt}: {} J gone after {time_s} s, {spent_j} J of them in the damper",
                    first_j - energy_j
                );
            }
        }
    }
}

/// What takes a rope past its length is a gap that closes: `Ċ = −r C` for what is beyond, never across zero, and nothing flies on.
///
/// The rate `r` is that of joints, 60 Hz with a damping ratio of 2, taken implicitly (`solver::Soft`): with `ω h = π/2` a sub-step leaves
/// `1 − h ω / a₁` = 0.718 of a gap, so 24 sub-steps of 0.1 s leave a thousandth.
#[test]
fn a_rope_past_its_length_comes_back_to_it_and_stays() {
    let length_m = 1.0;
    for beyond_m in [0.001, 0.05, 0.5] {
        let kind = JointKind::Rope { length_m };
        let (mut world, [first, second], joint) = joined(kind, [0.0, length_m]);
        world[second].shift(DVec3::X * beyond_m).unwrap();
        let middle_m = |world: &World| {
            [first, second]
                .iter()
                .map(|&body| world[body].center_of_mass_m() * world[body].mass_properties().mass_kg)
                .sum::<DVec3>()
                / MASSES_KG.iter().sum::<f64>()
        };
        let start_m = middle_m(&world);
        let mut last_m = beyond_m;
        for step in 1..=60 {
            let _ = world.step(DT);
            let now_m = apart_m(&world, joint) - length_m;
            assert!(now_m > -1e-9, "{beyond_m} m: {now_m} m, shorter than its length in step {step}");
            assert!(now_m <= last_m, "{beyond_m} m: {now_m} m after {last_m} m in step {step}");
            last_m = now_m;
            let exact_m = beyond_m * 0.718_f64.powi(4 * step);
            // To the digits of that ratio, 0.1 % of it a sub-step.
            let tolerance_m = exact_m * 1e-3 * 4.0 * f64::from(step) + 1e-9;
            assert!(
                (now_m - exact_m).abs() < tolerance_m,
                "{beyond_m} m: {now_m} m in step {step}, not {exact_m} m"
            );
            // The velocity that closes the gap is no motion: it is taken out again, to the solver's tolerance.
            let speed_m_s = (world[second].linvel_m_s() - world[first].linvel_m_s()).length();
            assert!(speed_m_s < 1e-5, "{beyond_m} m: {speed_m_s} m/s in step {step}");
        }
        assert!((middle_m(&world) - start_m).length() < 1e-12, "the middle stays");
    }
}

/// What runs out on a rope runs freely until its end is a sub-step away; after each step its speed is such that it does not pass the
/// end in the next sub-step, with the slack at the end of the drift, and at the end it stops.
#[test]
fn a_rope_that_comes_taut_stops_what_runs_out_at_its_end() {
    let (length_m, speed_m_s) = (1.0, 1.5);
    for (dt, substep_s) in [(DT, DT / 4.0), (DT / 4.0, DT / 4.0)] {
        for part in 0..32 {
            // It is there within the third step.
            let first_slack_m = speed_m_s * dt * (2.0 + f64::from(part) / 32.0);
            let (mut world, [first, second], joint) =
                joined(JointKind::Rope { length_m }, [0.0, length_m - first_slack_m]);
            world[second].set_linvel(DVec3::X * speed_m_s).unwrap();
            for step in 1..=10 {
                let _ = world.step(dt);
                let case = format!("{part}/32 of {dt} s, step {step}");
                let slack_m = length_m - apart_m(&world, joint);
                let runs_m_s = (world[second].linvel_m_s() - world[first].linvel_m_s()).x;
                // To rounding of the places.
                assert!(slack_m > -1e-12, "{case}: {slack_m} m");
                // To the solver's tolerance.
                assert!(runs_m_s < slack_m / substep_s + 1e-5, "{case}: {runs_m_s} m/s with {slack_m} m");
                if slack_m > speed_m_s * substep_s + 1e-12 {
                    assert_eq!(runs_m_s, speed_m_s, "{case}: {slack_m} m");
                }
                if step > 3 {
                    assert!(slack_m < 1e-9 && runs_m_s.abs() < 1e-5, "{case}: {slack_m} m, {runs_m_s} m/s");
                }
            }
            let momentum = world[first].momentum() + world[second].momentum();
            assert!((momentum - DVec3::X * (MASSES_KG[1] * speed_m_s)).length() < 1e-12, "{momentum}");
        }
    }
}

/// A rope pulls and never pushes, at its length and past it too: what comes in keeps its speed.
#[test]
fn a_taut_rope_does_not_hold_back_what_comes_in() {
    for beyond_m in [0.0, 1e-6, 0.01] {
        let length_m = 1.0;
        let (mut world, [first, second], joint) = joined(JointKind::Rope { length_m }, [0.0, length_m]);
        world[second].shift(DVec3::X * beyond_m).unwrap();
        world[second].set_linvel(-DVec3::X).unwrap();
        for step in 1..=20 {
            let _ = world.step(DT);
            let runs_m_s = (world[second].linvel_m_s() - world[first].linvel_m_s()).x;
            // To rounding of an impulse that is given and taken back.
            assert!((runs_m_s + 1.0).abs() < 1e-12, "{beyond_m} m past, step {step}: {runs_m_s} m/s");
        }
        assert!(apart_m(&world, joint) < length_m - 0.3, "{beyond_m} m past");
    }
}
