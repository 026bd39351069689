//! Solids in the stream: the experiments of the dynamic-boundaries paper, and dams with a breach.

use glam::DVec2;
use viewer_sim::World;

use crate::setup::{run, shipped, world};

fn depth_m(world: &World, gauge: &str) -> f64 {
    world.gauges().find(|reading| reading.name == gauge).unwrap().h_m
}

/// Mean of `of` over the time from `from_s` to `to_s`.
fn mean(world: &mut World, from_s: f64, to_s: f64, of: impl Fn(&World) -> f64) -> f64 {
    run(world, from_s);
    let (mut sum, mut count) = (0.0, 0.0);
    while world.time_s() < to_s {
        let until = world.time_s() + 0.5 * world.time_step_s();
        run(world, until);
        sum += of(world);
        count += 1.0;
    }
    sum / count
}

/// Discharge through the column of cells `i`, m³/s.
fn discharge(world: &World, i: usize) -> f64 {
    let [nx, ny] = world.cells();
    let fields = world.fields();
    let through = |j: usize| {
        let cell = j * nx + i;
        f64::from(fields.u_m_s[cell]) * (world.still_level_m() + f64::from(fields.eta_m[cell]))
    };
    (0..ny).map(through).sum::<f64>() * world.cell_size_m()
}

#[test]
fn a_stream_piles_up_before_the_column_and_sinks_behind_it() {
    let mut world = shipped("triangular-column", &[]);
    let rise = mean(&mut world, 60.0, 120.0, |world| depth_m(world, "before") - depth_m(world, "behind"));
    assert!(rise > 0.02, "{rise} m");
    let through = mean(&mut world, 120.0, 240.0, |world| discharge(world, 2) - discharge(world, 97));
    let stream = discharge(&world, 2);
    assert!(through.abs() < 0.01 * stream, "{through} of {stream} m³/s stay in the channel");
}

/// A column moved by a fifth of a cell covers the same cells: only walls at link distances see a difference.
#[test]
fn interpolated_walls_stand_where_outlines_do() {
    let elevations = |scheme: &str, x_m: f64| {
        let wall = format!("body.column.wall={{slip=\"no-slip\",scheme=\"{scheme}\"}}");
        let place = format!("body.column.position_m=[{x_m}, 25.1, 2.0]");
        let square = "body.column.hull.outline_m=[[-2.0, -2.0], [2.0, -2.0], [2.0, 2.0], [-2.0, 2.0]]";
        let mut world = shipped("triangular-column", &[square, &wall, &place]);
        run(&mut world, 2.0);
        world.fields().eta_m.clone()
    };
    for (scheme, differs) in [("half-way", false), ("interpolated", true), ("extrapolated", true)] {
        assert_eq!(elevations(scheme, 18.1) != elevations(scheme, 18.2), differs, "{scheme}");
    }
}

/// Largest change of a driven propeller's torque from one step to the next over its root mean square, in its steady state.
fn largest_jump(scheme: &str) -> f64 {
    let wall = format!("body.propeller.wall={{slip=\"no-slip\",scheme=\"{scheme}\"}}");
    let mut world = shipped("propeller", &[&wall]);
    run(&mut world, 10.0);
    let (mut last, mut jump, mut square, mut count) = (None, 0.0f64, 0.0, 0.0);
    while world.time_s() < 25.0 {
        let until = world.time_s() + 0.5 * world.time_step_s();
        run(&mut world, until);
        let torque = world.bodies().next().unwrap().torque_n_m.z;
        jump = jump.max(last.map_or(0.0, |last: f64| (torque - last).abs()));
        last = Some(torque);
        square += torque * torque;
        count += 1.0;
    }
    let residual = world.mass().residual_relative();
    assert!(residual.abs() < 1e-6, "{scheme}: {residual}");
    jump / f64::sqrt(square / count)
}

/// Where walls stand half-way to the next cell they leap by a cell as they turn; interpolated ones do not.
#[test]
fn interpolated_walls_take_the_spikes_from_a_propeller() {
    let [half_way, interpolated] = ["half-way", "interpolated"].map(largest_jump);
    println!("largest jump of the torque over its rms: {half_way}, {interpolated}");
    assert!(interpolated < 1.0 && interpolated < 0.6 * half_way, "{half_way}, {interpolated}");
}

/// Meshes that are no part of the project, in the folder that `ESTELA_MESHES` names.
#[test]
#[ignore = "needs ESTELA_MESHES, a folder with wam_v_propeller.stl"]
fn a_propeller_of_real_meshes_turns_the_water() {
    let folder = std::env::var("ESTELA_MESHES").expect("ESTELA_MESHES names the folder of the meshes");
    let mesh = format!("body.propeller.mesh={folder}/wam_v_propeller.stl");
    let mut world = shipped("propeller", &[&mesh, "body.propeller.mesh_scale=40"]);
    assert!(world.warnings().is_empty(), "{:?}", world.warnings());
    run(&mut world, 40.0);
    let covered = world.labels().iter().filter(|label| **label != 0).count();
    let torque = world.bodies().next().unwrap().torque_n_m.z;
    let residual = world.mass().residual_relative();
    println!("{covered} cells, {torque} N m, residual {residual}");
    assert!(covered > 100 && torque > 0.0 && residual.abs() < 1e-6, "{covered}, {torque}, {residual}");
}

/// Water that a propeller drags along turns as it does; none of it is lost, and its force has no spikes.
#[test]
fn a_propeller_turns_the_water_and_keeps_its_mass() {
    let mut world =
        shipped("propeller", &["sides.west={kind=\"wall\"}", "sides.east={kind=\"wall\"}", "water.column="]);
    run(&mut world, 5.0);
    let mut torques = Vec::new();
    while world.time_s() < 60.0 {
        let until = world.time_s() + 0.5 * world.time_step_s();
        run(&mut world, until);
        torques.push(world.bodies().next().unwrap().torque_n_m.z);
    }
    // The propeller turns clockwise; the water holds it back.
    let mean = torques.iter().sum::<f64>() / torques.len() as f64;
    let largest = torques.iter().fold(0.0f64, |a, torque| a.max((torque - mean).abs()));
    println!("torque {mean} N m, {largest} off at most");
    assert!(mean > 0.0 && largest < 3.0 * mean, "{mean} N m, {largest} off at most");
    let mass = world.mass();
    assert!(mass.residual_relative().abs() < 1e-7 && mass.through_borders_m3.abs() < 1e-3, "{mass:?}");
    let turning = turning_m4_s(&world, 25.0);
    assert!(turning < 0.0, "{turning}");
}

/// As shipped, in a stream: from the ramp's end on the water about the propeller turns as it does.
#[test]
fn a_propeller_in_a_stream_turns_the_water_around_it() {
    let mut world = shipped("propeller", &[]);
    let mut least = f64::INFINITY;
    for second in 1..=40 {
        run(&mut world, f64::from(second));
        let turning = -turning_m4_s(&world, 6.0);
        if second >= 5 {
            least = least.min(turning);
        }
    }
    // 97 was seen; it grows to more than twice that.
    println!("at least {least} m4/s");
    assert!(least > 50.0, "{least} m4/s");
}

/// Angular momentum of the water within `reach_m` of the middle of the shipped propeller's domain, about that, over the depth
/// and the density, m⁴/s.
fn turning_m4_s(world: &World, reach_m: f64) -> f64 {
    let ([nx, _], cell_m, fields) = (world.cells(), world.cell_size_m(), world.fields());
    let of_cell = |cell: usize| {
        let place = DVec2::new((cell % nx) as f64 + 0.5, (cell / nx) as f64 + 0.5) * cell_m;
        let arm = place - DVec2::splat(12.5);
        let velocity = DVec2::new(f64::from(fields.u_m_s[cell]), f64::from(fields.v_m_s[cell]));
        let counts = world.labels()[cell] == 0 && arm.length() < reach_m;
        if counts { arm.perp_dot(velocity) } else { 0.0 }
    };
    (0..fields.u_m_s.len()).map(of_cell).sum::<f64>() * cell_m * cell_m
}

/// What the piers add to a gauge before them: nothing until the bow wave has been there, then the crest that comes back.
#[test]
fn a_bow_wave_comes_back_from_the_piers() {
    let mut with = shipped("bridge", &[]);
    let mut without = shipped("bridge", &["body.pier-north=", "body.pier-south="]);
    let (mut first_s, mut crest_m, mut arrival_s) = (None, 0.0f64, None);
    while with.time_s() < 11.0 {
        let until = with.time_s() + 0.5 * with.time_step_s();
        run(&mut with, until);
        run(&mut without, until);
        let (here, alone) = (depth_m(&with, "pier"), depth_m(&without, "pier"));
        if (alone - without.still_level_m()).abs() > 0.02 {
            arrival_s.get_or_insert(with.time_s());
        }
        if (here - alone).abs() > 0.02 {
            first_s.get_or_insert(with.time_s());
        }
        crest_m = crest_m.max(here - alone);
    }
    let (arrival_s, first_s) = (arrival_s.unwrap(), first_s.unwrap());
    println!(
        "bow wave at {arrival_s:.2} s, back from the pier at {first_s:.2} s with a crest of {crest_m:.3} m"
    );
    assert!(arrival_s < first_s, "the wave is there at {arrival_s} s, its echo at {first_s} s");
    assert!(crest_m > 0.05, "{crest_m} m");
}

/// Each scheme that a scenario names is one of its own.
#[test]
fn the_kinds_of_wall_differ() {
    let flow = |scheme: &str| {
        let wall = format!("body.column.wall={{slip=\"no-slip\",scheme=\"{scheme}\"}}");
        let mut world = shipped("triangular-column", &[&wall]);
        run(&mut world, 2.0);
        world.fields().u_m_s.clone()
    };
    let schemes = ["half-way", "on-grid", "modified", "interpolated", "extrapolated", "as-printed"];
    let flows = schemes.map(flow);
    for (k, one) in flows.iter().enumerate() {
        assert!(flows[..k].iter().all(|other| other != one), "scheme {k} is that of another");
    }
}

/// A pier in a basin of walls, 1.5 m deep.
const PIER: &str = r#"
    title = "pier"
    duration_s = 20.0
    grid = { cells = [60, 40], cell_size_m = 0.25 }
    water = { level_m = 1.5 }
    [body.pier]
    hull = { kind = "box", length_m = 2.0, beam_m = 1.5, depth_m = 3.0 }
    mass_kg = 1.0
    position_m = [4.0, 5.0, 1.5]
    fixed = true
"#;

/// A fixed body that is carried goes slowly, stops before the wall, and pushes the water as the books say; on the way the run can be gone on with
/// from a checkpoint, with the same bits.
#[test]
fn a_pier_is_carried_to_another_place() {
    let pier = || world(PIER);
    let mut one = pier();
    let bits = |world: &World| {
        let mut bytes = Vec::new();
        world.save(&mut bytes).unwrap();
        bytes
    };
    let still = bits(&one);
    let at_m = |world: &World| world.bodies().next().unwrap().position_m.truncate();
    // To the east, then beyond the wall in the north.
    let [first_m, second_m] = [DVec2::new(6.0, 5.0), DVec2::new(6.0, 30.0)];
    assert!(one.carry(Some(("pier", first_m))) && !one.carry(Some(("nobody", first_m))));
    assert!(bits(&one) == still);
    one.carry(Some(("pier", first_m)));
    let most_m_s = 0.151 * (9.81f64 * 1.5).sqrt();
    let mut fastest_m_s = 0.0_f64;
    let mut half = None;
    while one.time_s() < 6.0 {
        let before_m = at_m(&one);
        assert_eq!(one.step(), Default::default());
        fastest_m_s = fastest_m_s.max(at_m(&one).distance(before_m) / one.time_step_s());
        if half.is_none() && one.time_s() > 2.0 {
            half = Some(one.checkpoint());
        }
    }
    assert!(at_m(&one).distance(first_m) < 1e-6, "{}", at_m(&one));
    assert!((0.9 * most_m_s..most_m_s).contains(&fastest_m_s), "{fastest_m_s} m/s of {most_m_s}");
    let mut other = pier();
    other.restore(&half.unwrap()).unwrap();
    other.carry(Some(("pier", first_m)));
    run(&mut other, 6.0);
    assert!(bits(&one) == bits(&other));
    one.carry(Some(("pier", second_m)));
    run(&mut one, 16.0);
    one.carry(None);
    run(&mut one, 20.0);
    let wall_m = 10.0 - 2.0 * 0.25 - 0.75;
    assert!((wall_m - 0.3..wall_m + 1e-9).contains(&at_m(&one).y), "{}", at_m(&one));
    assert_eq!(one.bodies().next().unwrap().linvel_m_s, glam::DVec3::ZERO);
    let (mass, momentum, energy) = (one.mass(), one.momentum(), one.energy());
    assert!(mass.residual_relative().abs() < 1e-7, "{mass:?}");
    assert!(momentum.residual_relative() < 1e-5, "{momentum:?}");
    assert!(energy.work.by_hand_j > 1.0 && energy.work.driven_j == 0.0, "{energy:?}");
}

/// A driven body that was carried goes on from where it was let go, neither back to its path nor faster all at once, and turns on; from a checkpoint
/// on the way with the same bits.
#[test]
fn a_driven_body_goes_on_from_where_it_was_carried() {
    let driven = PIER
        .replace("fixed = true", "motion = { velocity_m_s = [0.15, 0.0], turn_deg_s = 20.0, ramp_s = 0.5 }");
    let new = || world(&driven);
    let mut one = new();
    let reading = |world: &World| world.bodies().next().unwrap();
    run(&mut one, 2.0);
    assert_eq!(reading(&one).linvel_m_s.x, 0.15, "to the bit where nobody has carried it");
    let to_m = DVec2::new(8.0, 6.0);
    assert!(one.carry(Some(("pier", to_m))));
    let most_m_s2 = 0.151 * (9.81f64 * 1.5).sqrt() / 0.5;
    let mut watched = reading(&one);
    let mut step = |world: &mut World| {
        assert_eq!(world.step(), Default::default());
        let (now, dt) = (reading(world), world.time_step_s());
        let way_m = now.position_m.distance(watched.position_m);
        assert!(way_m < 0.151 * (9.81f64 * 1.5).sqrt() * dt, "{way_m} m in a step");
        let change_m_s = now.linvel_m_s.distance(watched.linvel_m_s);
        assert!(change_m_s < most_m_s2 * dt, "{change_m_s} m/s in a step at {} s", world.time_s());
        let turn = (now.angvel_rad_s.z - watched.angvel_rad_s.z).abs();
        assert!(turn < most_m_s2 * dt, "{turn} rad/s in a step at {} s", world.time_s());
        watched = now;
    };
    while one.time_s() < 12.0 {
        step(&mut one);
    }
    let there = reading(&one);
    assert!(there.position_m.truncate().distance(to_m) < 1e-6 && there.angvel_rad_s.z == 0.0, "{there:?}");
    one.carry(None);
    let (let_go_s, mut half) = (one.time_s(), None);
    while one.time_s() < 16.0 {
        step(&mut one);
        // While it comes to its speed.
        half = half.or_else(|| Some(one.checkpoint()));
    }
    let now = reading(&one);
    assert_eq!((now.linvel_m_s.x, now.linvel_m_s.y), (0.15, 0.0));
    assert!((now.angvel_rad_s.z.to_degrees() - 20.0).abs() < 1e-9);
    let way_m = now.position_m.x - to_m.x;
    let full_m = 0.15 * (one.time_s() - let_go_s);
    assert!((0.9 * full_m..full_m).contains(&way_m), "{way_m} m of {full_m}");
    let mut other = new();
    other.restore(&half.unwrap()).unwrap();
    run(&mut other, one.time_s() - 0.5 * one.time_step_s());
    assert_eq!(other.steps(), one.steps());
    let bits = |world: &World| {
        let mut bytes = Vec::new();
        world.save(&mut bytes).unwrap();
        bytes
    };
    assert!(bits(&one) == bits(&other));
    assert!(one.mass().residual_relative().abs() < 1e-7, "{:?}", one.mass());
}

/// A basin of four walls of a thickness, turned by some degrees, with 0.3 m more water in a part of it than there is outside.
fn basin(thickness_m: f64, degrees: f64) -> World {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let walls = [[5.0, 0.0], [-5.0, 0.0], [0.0, 5.0], [0.0, -5.0]].map(|[x, y]: [f64; 2]| {
        let at_m = [10.03 + x * cos - y * sin, 10.07 + x * sin + y * cos];
        let (length_m, beam_m) =
            if x == 0.0 { (10.0 + thickness_m, thickness_m) } else { (thickness_m, 10.0 + thickness_m) };
        (at_m, length_m, beam_m)
    });
    let wall = |(n, (at_m, length_m, beam_m)): (usize, ([f64; 2], f64, f64))| {
        format!(
            "[body.wall{n}]\nhull = {{ kind = \"box\", length_m = {length_m:?}, beam_m = {beam_m:?}, depth_m = 4.0 }}\n\
             position_m = [{:?}, {:?}, 2.0]\nheading_deg = {degrees:?}\nfixed = true\n",
            at_m[0], at_m[1]
        )
    };
    let walls: String = walls.into_iter().enumerate().map(wall).collect();
    world(&format!(
        "title = \"basin\"\nduration_s = 20.0\n[grid]\ncells = [40, 40]\ncell_size_m = 0.5\n[water]\nlevel_m = 1.0\n\
         [[water.column]]\nx_m = [8.0, 12.0]\ny_m = [8.0, 12.0]\nlevel_m = 1.3\n{walls}"
    ))
}

/// A wall that covers a cell everywhere along it keeps the water where it is, however it lies to the grid; of a thinner one the user is told.
#[test]
fn thin_walls_oblique_to_the_grid_hold_water_or_a_warning_says_why_not() {
    for degrees in [5.0, 15.0, 30.0, 45.0] {
        let mut tight = basin(0.51, degrees);
        assert!(tight.warnings().iter().all(|text| !text.contains("pieces")), "{:?}", tight.warnings());
        run(&mut tight, 20.0);
        let outside = tight.fields().eta_m[0].abs().max(tight.fields().eta_m[40 * 40 - 1].abs());
        assert!(outside < 1e-6, "{degrees}°: {outside} m outside");
        let mut leaks = basin(0.1, degrees);
        // On the diagonal a wall covers a cell everywhere or nowhere.
        let gaps = if degrees == 45.0 {
            "covers no cell".to_owned()
        } else {
            format!("pieces on the grid, between which water passes; at {degrees:.0}° to the grid")
        };
        let is_about = |text: &&String| text.starts_with("body.wall") && text.contains(&gaps);
        let about = leaks.warnings().iter().find(is_about);
        assert!(about.is_some(), "{degrees}°: {:?}", leaks.warnings());
        assert!(degrees == 45.0 || about.unwrap().contains("0.100 m thick"), "{about:?}");
        run(&mut leaks, 5.0);
    }
}
