//! What takes energy, measured by kind, held against what is gone.

use glam::DVec2;
use hydro_forces::waves::Splash;
use viewer_sim::{EnergyBalance, World};

use crate::setup::world;

/// Steps until a time with what takes energy measured from another one on.
pub(super) fn measured(mut world: World, [from_s, until_s]: [f64; 2]) -> EnergyBalance {
    while world.time_s() < from_s {
        assert_eq!(world.step(), Default::default());
    }
    world.measure_dissipation();
    while world.time_s() < until_s {
        assert_eq!(world.step(), Default::default());
    }
    world.energy()
}

/// The residual over what is gone since it is measured.
pub(super) fn left_of(case: &str, energy: &EnergyBalance) -> f64 {
    let gone_j = energy.dissipated_j() - energy.before_measured_j;
    let residual_j = energy.residual_j().unwrap();
    println!(
        "{case}: of {gone_j:.4e} J gone {:.3} % are left of {:.1?}",
        100.0 * residual_j / gone_j,
        energy.by_kind.unwrap()
    );
    residual_j / gone_j
}

const WALLS: &str = r#"
    west = { kind = "wall", slip = "SLIP" }
    east = { kind = "wall", slip = "SLIP" }
    south = { kind = "wall", slip = "SLIP" }
    north = { kind = "wall", slip = "SLIP" }
"#;

/// A basin 16 m × 12 m in which the water was heaped up in a corner.
fn basin(solver: &str, slip: &str) -> World {
    let sides = WALLS.replace("SLIP", slip);
    world(&format!(
        r#"
        title = "basin"
        duration_s = 100.0
        grid = {{ cells = [64, 48], cell_size_m = 0.25 }}
        water = {{ level_m = 1.0, column = [{{ x_m = [0.0, 8.0], y_m = [0.0, 6.0], level_m = 1.02 }}] }}
        solver = {{ {solver} }}
        [sides]
        {sides}
        "#
    ))
}

/// Waves to and fro, from when the shortest are gone.
#[test]
fn viscosity_takes_what_waves_in_a_basin_lose() {
    for solver in [
        "tau = 0.6",
        "tau = 0.9",
        r#"collision = "trt", tau = 0.6"#,
        r#"collision = "central-moments", tau = 0.6"#,
        "tau = 0.55, smagorinsky = 0.3",
        r#"tau = 0.55, policy = "adapt-viscosity""#,
    ] {
        let energy = measured(basin(solver, "free-slip"), [4.0, 24.0]);
        let left = left_of(solver, &energy);
        assert!(left.abs() < 0.006, "{solver}: {left}");
    }
    // Layers beside walls without slip are two to four cells thick.
    for (solver, within) in [("tau = 0.9", 0.03), (r#"collision = "trt", tau = 0.9"#, 0.03)] {
        let left = left_of(solver, &measured(basin(solver, "no-slip"), [4.0, 24.0]));
        assert!(left.abs() < within, "{solver}: {left}");
    }
}

/// A hump that runs into a sponge, from when it is smooth.
#[test]
fn a_sponge_takes_what_waves_lose_in_it() {
    for tau in [0.51, 0.6] {
        let open = world(&format!(
            r#"
            title = "sponge"
            duration_s = 100.0
            grid = {{ cells = [240, 8], cell_size_m = 0.25 }}
            water = {{ level_m = 1.0, column = [{{ x_m = [10.0, 16.0], level_m = 1.03 }}] }}
            solver.tau = {tau}
            [sides]
            west = {{ kind = "wall" }}
            east = {{ kind = "sponge", width_m = 10.0 }}
            south = {{ kind = "periodic" }}
            north = {{ kind = "periodic" }}
            "#
        ));
        let energy = measured(open, [4.0, 30.0]);
        let left = left_of(&format!("sponge, tau {tau}"), &energy);
        let gone_j = energy.dissipated_j() - energy.before_measured_j;
        assert!(energy.by_kind.unwrap().sponges_j > 0.7 * gone_j && left.abs() < 0.005, "{left}: {energy:?}");
    }
}

/// Keys of a pool 16 m × 12 m.
fn pool(more: &str) -> World {
    world(&format!(
        r#"
        title = "pool"
        duration_s = 200.0
        grid = {{ cells = [64, 48], cell_size_m = 0.25 }}
        water.level_m = 2.0
        coupling.samples_per_side = 5
        {more}
        "#
    ))
}

/// What a box that bobs to rest loses, drag takes and, of its waves, viscosity. The steps in time of a rigid lid take some, too, most in the cells that it covers in part: 9 to 11 % at τ = 0.6, 22 % at 0.52,
/// where viscosity takes less.
#[test]
fn a_box_that_bobs_to_rest_loses_what_viscosity_and_drag_take() {
    for (drag, tau, of_lid) in [("0.0", 0.6, 0.13), ("1.0", 0.6, 0.13), ("1.0", 0.52, 0.25)] {
        for (hull, within) in [("soft", 0.012), ("lid", of_lid)] {
            let bobbing = pool(&format!(
                r#"
                solver.tau = {tau}
                coupling.hull = "{hull}"
                [body.box]
                hull = {{ kind = "box", length_m = 4.0, beam_m = 2.0, depth_m = 1.0 }}
                mass_kg = 4000.0
                drag = {drag}
                position_m = [8.0, 6.0, 2.2]
                "#
            ));
            let energy = measured(bobbing, [0.0, 40.0]);
            let left = left_of(&format!("bob {hull}, drag {drag}, tau {tau}"), &energy);
            assert!(left.abs() < within, "{hull}, drag {drag}: {left}");
        }
    }
}

const SHIP: &str = r#"
    solver.tau = 0.6
    [body.ship]
    hull = { kind = "parabolic", length_m = 6.0, beam_m = 2.0, depth_m = 1.0 }
    mass_kg = 1500.0
    position_m = [6.0, 6.0]
"#;

#[test]
fn drag_takes_what_a_drifting_hull_loses() {
    for drag in ["1.0", "4.0"] {
        let drifting = pool(&format!("{SHIP}\ndrag = {drag}\nvelocity_m_s = [0.8, 0.0, 0.0]"));
        let energy = measured(drifting, [0.0, 6.0]);
        let left = left_of(&format!("drift, drag {drag}"), &energy);
        assert!(left.abs() < 0.012, "{drag}: {left}");
    }
}

#[test]
fn thrust_goes_into_the_ship_and_its_race() {
    let thrust = "propeller = { position_m = [-2.5, 0.0, 0.2], thrust_n = 300.0 }";
    let energy = measured(pool(&format!("{SHIP}\ndrag = 1.0\n{thrust}")), [0.0, 6.0]);
    let left = left_of("thrust", &energy);
    assert!(left.abs() < 0.025, "{left}");
}

/// Balls that sink, meet and lie still: what is left are errors of the time steps of bodies that fall, `½ F² Δt / m` a second of force F, and,
/// where they move the water, those of hulls three cells wide.
#[test]
fn contacts_take_what_balls_lose() {
    let ball = |name: &str, at: &str, v: &str| {
        format!(
            "[body.{name}]\nhull = {{ kind = \"sphere\", radius_m = 0.4 }}\nmass_kg = 400.0\nposition_m = {at}\nvelocity_m_s = {v}\n"
        )
    };
    let balls = [
        ball("a", "[6.0, 6.0, 1.2]", "[1.0, 0.0, 0.0]"),
        ball("b", "[9.0, 6.1, 1.2]", "[-1.0, 0.0, 0.0]"),
        ball("c", "[7.5, 6.0, 0.6]", "[0.0, 0.0, 0.0]"),
    ];
    for (mode, gravity_number, within) in
        [("none", 0.15, 0.04), ("none", 0.0015, 0.004), ("conservative", 0.15, 0.05)]
    {
        let keys = format!("solver.gravity_number = {gravity_number}\ncoupling.mode = \"{mode}\"");
        let energy = measured(pool(&format!("{keys}\n{}", balls.concat())), [0.0, 6.0]);
        let left = left_of(&format!("balls, {mode}, {gravity_number}"), &energy);
        assert!(energy.by_kind.unwrap().contacts_j > 1000.0 && left.abs() < within, "{mode}: {left}");
    }
}

/// Damping by formula, without water that moves.
#[test]
fn radiation_by_formula_takes_what_is_lost_to_it() {
    let damping = "[[900.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 900.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 4000.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 900.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 900.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 900.0]]";
    let bobbing = pool(&format!(
        r#"
        coupling.mode = "none"
        solver.gravity_number = 0.015
        [body.box]
        hull = {{ kind = "box", length_m = 4.0, beam_m = 2.0, depth_m = 1.0 }}
        mass_kg = 4000.0
        drag = 0.0
        position_m = [8.0, 6.0, 2.2]
        radiation = {{ damping = {damping} }}
        "#
    ));
    let energy = measured(bobbing, [0.0, 20.0]);
    let left = left_of("radiation", &energy);
    assert!(energy.by_kind.unwrap().radiation_j > 1000.0 && left.abs() < 0.02, "{left}");
}

/// A driven body that tows a box by a spring gives what drag and the spring take and what the box moves with, beside its work on the water, on which the box does not act
/// here and which is hardly moved beside it.
#[test]
fn what_a_driven_body_tows_gets_its_work() {
    let driven = |towed: &str| {
        let tug = r#"
            coupling.mode = "none"
            solver.gravity_number = 0.05
            [body.tug]
            hull = { kind = "box", length_m = 0.5, beam_m = 0.5, depth_m = 4.0 }
            mass_kg = 1.0
            position_m = [12.0, 6.0, 2.0]
            motion = { velocity_m_s = [0.25, 0.0], ramp_s = 1.0 }
            wall = { slip = "free-slip" }
        "#;
        measured(pool(&format!("{tug}\n{towed}")), [0.0, 8.0])
    };
    let towed = r#"
        [body.box]
        hull = { kind = "box", length_m = 2.0, beam_m = 2.0, depth_m = 1.0 }
        mass_kg = 2000.0
        drag = 20.0
        position_m = [4.0, 6.0]
        [[joint]]
        name = "line"
        kind = "spring"
        body = "box"
        to = "tug"
        stiffness_n_m = 20000.0
        damping_n_s_m = 4000.0
    "#;
    let [with, without] = [driven(towed), driven("")];
    let by = with.by_kind.unwrap();
    let given_j = with.work.driven_j - without.work.driven_j;
    let raised_j = with.now.bodies_potential_j - with.initial.bodies_potential_j;
    let got_j = by.drag_j + by.contacts_j + with.now.bodies_kinetic_j + raised_j;
    assert!(given_j > 1000.0 && (got_j / given_j - 1.0).abs() < 0.01, "{got_j} of {given_j} J: {by:?}");
}

/// What is measured goes on from a checkpoint with the same bits, which do not depend on threads; nor does what happens depend on it.
#[test]
fn measuring_goes_on_with_the_same_bits_and_changes_nothing() {
    let steps = |world: &mut World, count: usize| (0..count).for_each(|_| drop(world.step()));
    let run = |threads: usize| {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        threads.install(|| {
            let mut world = pool(&format!("{SHIP}\nvelocity_m_s = [0.8, 0.2, 0.3]"));
            assert_eq!((world.energy().by_kind, world.energy().residual_j()), (None, None));
            world.measure_dissipation();
            steps(&mut world, 101);
            let state = world.checkpoint();
            steps(&mut world, 50);
            (state, world)
        })
    };
    let [(state, whole), (_, other)] = [run(1), run(3)];
    let mut restored = pool(&format!("{SHIP}\nvelocity_m_s = [0.8, 0.2, 0.3]"));
    restored.restore(&state).unwrap();
    steps(&mut restored, 50);
    for (case, world) in [("threads", &other), ("checkpoint", &restored)] {
        assert_eq!(world.energy(), whole.energy(), "{case}");
        assert_eq!(world.checkpoint(), whole.checkpoint(), "{case}");
    }
    let mut unmeasured = pool(&format!("{SHIP}\nvelocity_m_s = [0.8, 0.2, 0.3]"));
    steps(&mut unmeasured, 151);
    assert_eq!((unmeasured.energy().now, unmeasured.momentum()), (whole.energy().now, whole.momentum()));
    // The work of levels is found where it is measured, and else is what nothing gave.
    let [gone_j, with_levels_j] = [&unmeasured, &whole].map(|world| world.energy().dissipated_j());
    let levels_j = whole.energy().work.levels_j;
    assert!(
        (gone_j + levels_j - with_levels_j).abs() < 1e-9 * gone_j,
        "{gone_j}, {levels_j}: {with_levels_j} J"
    );
}

/// A splash is not there before: nothing takes energy at it, and viscosity what it takes of the splashed water from then on.
#[test]
fn a_splash_takes_no_energy_of_the_steps_before_it() {
    let mut world = world(
        "title = \"pool\"\nduration_s = 9.0\ngrid = { cells = [48, 48], cell_size_m = 0.25 }\nwater.level_m = 1.0\n",
    );
    world.measure_dissipation();
    (0..12).for_each(|_| drop(world.step()));
    let splash = Splash { center_m: DVec2::splat(6.0), radius_m: 2.0, froude: 0.4 };
    assert!(world.splash(&splash) > 100);
    let taken_j = |world: &World| world.energy().by_kind.unwrap().viscosity_j;
    assert!(taken_j(&world).abs() < 1e-6, "{} J", taken_j(&world));
    (0..40).for_each(|_| drop(world.step()));
    let energy = world.energy();
    let (residual_j, given_j) = (energy.residual_j().unwrap(), energy.work.by_hand_j);
    assert!(
        taken_j(&world) > 0.01 * given_j && residual_j.abs() < 0.1 * given_j,
        "{residual_j} of {given_j} J"
    );
}

/// Water at rest beside a body that is about to start, and before a side that is about to let in a stream, loses nothing to viscosity: the walls
/// and sides of the first look are those of the start, not those at their greatest speed.
#[test]
fn water_at_rest_loses_nothing_at_the_start() {
    let post = "[body.post]\nhull = { kind = \"box\", length_m = 0.8, beam_m = 0.8, depth_m = 4.0 }\nposition_m = [6.0, 6.0, 0.0]\n\
                motion = { velocity_m_s = [0.8, 0.0], ramp_s = 2.0 }\n";
    let stream = "[sides]\nwest = { kind = \"inflow\", series = { time_s = [0.0, 2.0], velocity_m_s = [0.0, 0.8] } }\neast = { kind = \"outflow\" }\n";
    for (case, more) in [("driven", post), ("stream", stream)] {
        let viscosity_j = |until_s| measured(pool(more), [0.0, until_s]).by_kind.unwrap().viscosity_j;
        let [at_once, later] = [0.05, 2.0].map(viscosity_j);
        assert!(at_once.abs() < 1e-3 * later, "{case}: {at_once} J, later {later} J");
    }
}

/// A steady stream over a bump has the same head behind it as before: nothing is lost, and viscosity takes next to nothing, as the flow is even. The stress of a
/// stream that is not steady, `−g h (u ∇η + ∇η u)`, taken for all of it took 25.8 J of this one in 20 s.
#[test]
fn a_steady_stream_over_a_bump_loses_nothing_to_viscosity() {
    let stream = world(
        r#"
        title = "bump"
        duration_s = 90.0
        grid = { cells = [80, 4], cell_size_m = 0.5 }
        water = { level_m = 2.0, column = [{ x_m = [0.0, 40.0], level_m = 2.0, velocity_m_s = [1.0, 0.0] }] }
        [sides]
        south.kind = "periodic"
        north.kind = "periodic"
        west = { kind = "characteristic", level_m = 2.0, velocity_m_s = 1.0 }
        east = { kind = "characteristic", level_m = 2.0, velocity_m_s = -1.0 }
        [[bed]]
        kind = "bump"
        center_m = [20.0, 1.0]
        height_m = 0.3
        radius_m = 4.0
        profile = "cosine"
        crest_deg = 90.0
        "#,
    );
    let energy = measured(stream, [60.0, 80.0]);
    let taken_j = energy.by_kind.unwrap().viscosity_j;
    println!("{taken_j} J, {energy:?}");
    assert!(taken_j.abs() < 3.0, "{taken_j} J");
}

/// A hull that is lifted out leaves a hole within a step: that is no flow of the water, and viscosity takes energy from the water in each step, none gives it any.
#[test]
fn viscosity_gives_nothing_where_a_hull_is_lifted_out() {
    for steps in [20, 23, 24] {
        let mut world = world(
            "title = \"pool\"\nduration_s = 9.0\ngrid = { cells = [40, 20], cell_size_m = 0.5 }\nwater.level_m = 2.0\nsolver.tau = 1.0\n\
             [body.box]\nhull = { kind = \"box\", length_m = 4.0, beam_m = 3.0, depth_m = 1.0 }\nmass_kg = 6000.0\nposition_m = [6.0, 5.0]\n",
        );
        world.measure_dissipation();
        (0..steps).for_each(|_| drop(world.step()));
        assert!(world.remove("box"));
        // A draft of 0.5 m under 12 m².
        let hole_j = 0.5 * 9810.0 * 12.0 * 0.5_f64.powi(2);
        let taken_j = |world: &World| world.energy().by_kind.unwrap().viscosity_j;
        let mut before_j = taken_j(&world);
        let mut at_first_j = [0.0; 2];
        for step in 0..100 {
            assert_eq!(world.step(), Default::default());
            let now_j = taken_j(&world);
            // The hole is made before and after the first step, and is whole from the second on.
            if step == 1 {
                at_first_j = [now_j, world.energy().dissipated_j()];
            }
            assert!(now_j > before_j - 1e-4 * hole_j, "{steps}, step {step}: {before_j} J, then {now_j} J");
            before_j = now_j;
        }
        let [taken_j, gone_j] = [before_j - at_first_j[0], world.energy().dissipated_j() - at_first_j[1]];
        println!("{steps}: {taken_j} of {gone_j} J");
        assert!(
            gone_j > 0.5 * hole_j && (taken_j / gone_j - 1.0).abs() < 0.1,
            "{steps}: {taken_j} of {gone_j} J"
        );
    }
}
