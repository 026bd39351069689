//! Each side of the domain is the one that the scenario names.

use glam::DVec2;
use viewer_sim::World;
use viewer_sim::scenario::{Origin, Scenario};

use crate::setup::{run, shipped, world};

#[test]
fn water_enters_where_the_inflow_is() {
    for (side, inward, near) in [
        ("west", DVec2::X, DVec2::new(0.75, 3.25)),
        ("east", DVec2::NEG_X, DVec2::new(9.25, 3.25)),
        ("south", DVec2::Y, DVec2::new(4.75, 0.75)),
        ("north", DVec2::NEG_Y, DVec2::new(4.75, 5.25)),
    ] {
        let mut world = world(&format!(
            r#"
            title = "inflow"
            duration_s = 1.0
            [grid]
            cells = [20, 12]
            cell_size_m = 0.5
            [water]
            level_m = 2.0
            [[gauge]]
            name = "near"
            position_m = [{}, {}]
            [sides]
            {side} = {{ kind = "inflow", velocity_m_s = 0.4 }}
            "#,
            near.x, near.y
        ));
        run(&mut world, 0.4);
        let reading = world.gauges().next().unwrap();
        let velocity = DVec2::new(reading.u_m_s, reading.v_m_s);
        assert!((velocity.dot(inward) - 0.4).abs() < 0.1, "{side}: {reading:?}");
        let gained = world.momentum().final_n_s.normalize();
        assert!(gained.dot(inward) > 0.99, "{side}: {gained}");
        assert!(world.mass().through_borders_m3 > 0.0, "{side}");
    }
}

#[test]
fn water_enters_no_faster_than_the_boundaries_allow() {
    for kind in ["\"inflow\"", "\"characteristic\", level_m=4.0"] {
        let side = format!("sides.west={{kind={kind}, velocity_m_s=-90.0}}");
        let refused = Scenario::load("dam-break", &[side]).unwrap_err().to_string();
        for word in ["dam-break: sides.west.velocity_m_s", "-90", "third of the lattice speed, 7.6245 m/s"] {
            assert!(refused.contains(word), "{refused:?} does not say {word:?}");
        }
    }
}

/// The dam break in a basin whose four sides are walls of each kind: no mass is lost while the bore runs up them, and
/// interpolated walls, which stand half a cell out there, are half-way walls.
#[test]
fn sides_may_be_walls_of_every_kind() {
    let depths_m = |slip: &str, scheme: &str| -> Vec<f64> {
        let wall = format!("{{kind=\"wall\", slip=\"{slip}\", scheme=\"{scheme}\"}}");
        let sides = ["west", "east", "south", "north"].map(|side| format!("sides.{side}={wall}"));
        let mut world = shipped("dam-break", &sides.each_ref().map(String::as_str));
        run(&mut world, 10.0);
        let residual = world.mass().residual_relative();
        assert!(residual.abs() < 1e-6, "{slip} {scheme}: {residual}");
        world.gauges().map(|reading| reading.h_m).collect()
    };
    let half_way = depths_m("no-slip", "half-way");
    let interpolated = depths_m("no-slip", "interpolated");
    for (a, b) in half_way.iter().zip(&interpolated) {
        assert!((a - b).abs() < 1e-3, "half-way {half_way:?} m, interpolated {interpolated:?} m");
    }
    for (slip, scheme) in [
        ("no-slip", "on-grid"),
        ("no-slip", "modified"),
        ("no-slip", "extrapolated"),
        ("free-slip", "half-way"),
        ("free-slip", "on-grid"),
    ] {
        // Walls elsewhere by half a cell, or that let the water glide: the same flood all the same.
        let depths = depths_m(slip, scheme);
        for (a, b) in half_way.iter().zip(&depths) {
            assert!((a - b).abs() < 0.5, "half-way {half_way:?} m, {slip} {scheme} {depths:?} m");
        }
        println!("{slip} {scheme}: {depths:.3?} m");
    }
    println!("half-way {half_way:.3?} m, interpolated {interpolated:.3?} m");
}

/// An uneven mound runs against each kind of side, so that what passes there has a moment: all of it is in the books, to rounding.
#[test]
fn the_moment_of_what_passes_a_side_is_booked() {
    for kind in [
        "\"wall\"",
        "\"periodic\"",
        "\"sponge\", width_m = 3.0",
        "\"outflow\"",
        "\"level\", level_m = 2.0",
        "\"characteristic\", level_m = 2.0",
        "\"inflow\", velocity_m_s = 0.2, level_m = 2.0",
        "\"discharge\", discharge_m3_s = 1.0",
    ] {
        for side in ["west", "east", "south", "north"] {
            let also = match side {
                "west" => "east",
                "east" => "west",
                "south" => "north",
                _ => "south",
            };
            let also =
                if kind == "\"periodic\"" { format!("{also} = {{ kind = {kind} }}") } else { String::new() };
            let mut world = world(&format!(
                "title = \"mound\"\nduration_s = 3.0\ngrid = {{ cells = [40, 32], cell_size_m = 0.25 }}\n\
                 [water]\nlevel_m = 2.0\ncolumn = [{{ x_m = [1.0, 3.0], y_m = [4.5, 7.5], level_m = 2.2 }}, \
                 {{ x_m = [6.0, 9.0], y_m = [1.0, 2.5], level_m = 2.2 }}]\n[sides]\n{side} = {{ kind = {kind} }}\n{also}\n"
            ));
            run(&mut world, 2.5);
            let angular = world.angular_momentum();
            let through = angular.through_borders_n_m_s.abs();
            assert!(through > 100.0, "{side}, {kind}: {angular:?}");
            assert!(angular.residual_n_m_s().abs() < 1e-5 * through, "{side}, {kind}: {angular:?}");
        }
    }
}

/// Level at a gauge some way from a wave maker: what it sent as long before as a long wave takes there. Nothing comes back from the other
/// end.
#[test]
fn a_wave_maker_sends_its_waves_in() {
    let (depth_m, height_m, period_s, x_m) = (2.0f64, 0.02, 3.0, 10.125);
    let mut world = world(&format!(
        "title = \"flume\"\nduration_s = 20.0\ngrid = {{ cells = [160, 6], cell_size_m = 0.25 }}\nwater = {{ level_m = {depth_m:?} }}\n\
         [sides]\nwest = {{ kind = \"characteristic\", level_m = {depth_m:?}, wave = {{ kind = \"sine\", height_m = {height_m}, \
         period_s = {period_s:?} }} }}\neast = {{ kind = \"characteristic\", level_m = {depth_m:?} }}\n\
         [[gauge]]\nname = \"flume\"\nposition_m = [{x_m}, 0.8]\n"
    ));
    let celerity_m_s = (9.81 * depth_m).sqrt();
    let (mut off, mut all) = (0.0, 0.0);
    while world.time_s() < 20.0 {
        assert_eq!(world.step(), Default::default());
        let sent_s = world.time_s() - x_m / celerity_m_s;
        // After its start, which rises over a period.
        if sent_s > 2.0 * period_s {
            let level_m = 0.5 * height_m * (std::f64::consts::TAU * sent_s / period_s).sin();
            let reading = world.gauges().next().unwrap();
            off += (reading.h_m - depth_m - level_m).powi(2);
            off += (reading.u_m_s * depth_m / celerity_m_s - level_m).powi(2);
            all += 2.0 * level_m * level_m;
        }
    }
    // Viscosity takes some of them on the way, and the crests run ahead of the troughs.
    assert!((off / all).sqrt() < 0.1, "{} of the waves is off", (off / all).sqrt());
}

/// A seiche between two walls 50 cells apart, half a wave: by its `levels`, and what is left of its height and what the scenario says after some periods.
fn left_of_seiche(solver: &str) -> [f64; 2] {
    let (n, dx, depth_m) = (50_usize, 0.5, 4.0);
    let shape = |i: usize| (std::f64::consts::PI * (i as f64 + 0.5) / n as f64).cos();
    let columns: String = (0..n)
        .map(|i| {
            let [from, to] = [i, i + 1].map(|i| i as f64 * dx);
            format!("[[water.column]]\nx_m = [{from}, {to}]\nlevel_m = {}\n", depth_m + 0.02 * shape(i))
        })
        .collect();
    let text = format!(
        "title = \"seiche\"\nduration_s = 60.0\nsolver = {solver}\n[grid]\ncells = [{n}, 3]\ncell_size_m = {dx}\n[water]\nlevel_m = {depth_m}\n{columns}"
    );
    let origin = Origin { name: "seiche".into(), folder: None };
    let scenario = Scenario::parse(&text, origin, &[]).unwrap();
    let length_m = 2.0 * n as f64 * dx;
    let [rate_1_s, _] = scenario.wave_damping_1_s(length_m);
    let mut world = World::new(&scenario).unwrap();
    let height = |world: &World| {
        let along = world.fields().eta_m[..n].iter().enumerate();
        2.0 / n as f64 * along.map(|(i, eta_m)| f64::from(*eta_m) * shape(i)).sum::<f64>()
    };
    let start_m = height(&world);
    let period_s = length_m / (9.81 * depth_m).sqrt();
    let (from_s, until_s) = (5.7 * period_s, 6.3 * period_s);
    let mut peak = (0.0_f64, 0.0);
    while world.time_s() < until_s {
        let next_s = world.time_s() + 0.5 * world.time_step_s();
        run(&mut world, next_s);
        let now_m = height(&world);
        if world.time_s() > from_s && now_m > peak.0 {
            peak = (now_m, world.time_s());
        }
    }
    [peak.0 / start_m, (-rate_1_s * peak.1).exp()]
}

/// Long waves lose what their own diffusivity takes, of shear and of the trace of the stress: under central moments, where the latter has a time of its own, a multiple of what
/// the viscosity of shear would.
#[test]
fn long_waves_lose_what_the_scenario_says() {
    for (solver, least, most) in [
        ("{ collision = \"bgk\", tau = 0.51 }", 0.96, 0.99),
        ("{ collision = \"bgk\", tau = 0.7 }", 0.5, 0.75),
        ("{ collision = \"trt\", tau = 0.6 }", 0.7, 0.9),
        ("{ collision = \"central-moments\", tau = 0.51 }", 0.3, 0.6),
        ("{ collision = \"central-moments\", tau = 0.51, bulk_tau = 0.6 }", 0.8, 0.9),
        ("{ collision = \"central-moments\", tau = 0.51, bulk_tau = 0.7 }", 0.65, 0.8),
        ("{ collision = \"central-moments\", tau = 0.6, bulk_tau = 0.6 }", 0.7, 0.9),
    ] {
        let [left, said] = left_of_seiche(solver);
        println!("{solver}: {left:.4} is left, {said:.4} by the formula");
        assert!((left / said).ln().abs() < 0.01 + 0.04 * said.ln().abs(), "{solver}: {left}, {said}");
        assert!((least..most).contains(&left), "{solver}: {left}");
    }
}

/// A tank of 40 m with waves from the west and a pile in it.
fn tank(solver: &str, period_s: f64, pile: &str) -> Vec<String> {
    let world = world(&format!(
        "title = \"tank\"\nduration_s = 9.0\nsolver = {solver}\n[grid]\ncells = [80, 20]\ncell_size_m = 0.5\n[water]\nlevel_m = 2.0\n\
         [sides]\neast = {{ kind = \"characteristic\", level_m = 2.0 }}\n[sides.west]\nkind = \"characteristic\"\nlevel_m = 2.0\n\
         wave = {{ kind = \"sine\", height_m = 0.05, period_s = {period_s} }}\n{pile}"
    ));
    world.warnings().to_vec()
}

/// By the damping and the layer of a boundary of Stokes.
#[test]
fn waves_that_viscosity_takes_are_foreseen() {
    let (bgk, central) = ("{ tau = 0.51 }", "{ collision = \"central-moments\", tau = 0.51 }");
    let said = |all: &[String], key: &str| {
        all.iter().filter(|text| text.starts_with(key)).cloned().collect::<Vec<_>>()
    };
    for (solver, period_s, count, remedy) in [
        (bgk, 4.0, 0, ""),
        (central, 4.0, 1, "solver.bulk_tau"),
        ("{ tau = 0.8 }", 3.0, 1, "solver.tau"),
        (central, 20.0, 0, ""),
    ] {
        let all = tank(solver, period_s, "");
        let lost = said(&all, "sides.west.wave: its waves of ");
        assert_eq!(lost.len(), count, "{solver} {period_s}: {all:?}");
        assert!(lost.iter().all(|text| text.contains(remedy)), "{lost:?}");
    }
    let pile = |wall: &str, size_m: f64| {
        format!(
            "[body.pile]\nfixed = true\nhull = {{ kind = \"box\", length_m = 6.0, beam_m = {size_m}, depth_m = 3.0 }}\nposition_m = [20.0, 5.0, 2.0]\n{wall}"
        )
    };
    for (wall, count) in [("", 1), ("wall = { slip = \"free-slip\" }", 0)] {
        let rubbed =
            said(&tank(bgk, 4.0, &pile(wall, 2.0)), "body.pile.wall.slip: \"no-slip\" in waves of 4 s");
        assert_eq!(rubbed.len(), count, "{rubbed:?}");
        // √(2 ν/ω) with ν = e² Δt / 300, e² = g h / 0.15: 0.16 m.
        assert!(rubbed.iter().all(|text| text.contains("16 % of the half breadth of 1.00 m")), "{rubbed:?}");
    }
    assert!(said(&tank("{ tau = 0.5003 }", 4.0, &pile("", 2.0)), "body.pile.wall.slip").is_empty());
}

/// `bulk_tau` is a key of central moments alone, and within their range.
#[test]
fn a_bulk_relaxation_time_is_of_central_moments_alone() {
    for (set, words) in [
        (
            "solver={collision=\"bgk\", bulk_tau=0.7}",
            "solver.bulk_tau: is for collision = \"central-moments\" alone",
        ),
        ("solver={collision=\"central-moments\", bulk_tau=0.5}", "solver.bulk_tau: "),
        (
            "solver={collision=\"central-moments\", tau=0.6, bulk_tau=0.52}",
            "water at rest is unstable with less",
        ),
    ] {
        let refused = Scenario::load("floating", &[set.to_owned()]).unwrap_err().to_string();
        assert!(refused.contains(words), "{refused}");
    }
}

/// Between walls, periodic sides, and sides that let them out: whether a loss of height is foreseen, and the height of waves of 0.1 m at the other end.
#[test]
fn waves_lose_their_height_along_open_sides() {
    let open = "{ kind = \"characteristic\", level_m = 2.0 }";
    let periodic = "{ kind = \"periodic\" }";
    let sponge = "{ kind = \"sponge\", width_m = 4.0 }";
    for (beside, is_open) in [
        (["\"wall\"", "\"wall\""], false),
        ([periodic, periodic], false),
        (["\"wall\"", open], true),
        ([open, open], true),
        ([sponge, "\"wall\""], true),
    ] {
        for turned in [false, true] {
            let ([sends, far, left, right], size, at) = match turned {
                false => (["west", "east", "south", "north"], "[80, 40]", "[32, 10]"),
                true => (["south", "north", "east", "west"], "[40, 80]", "[10, 32]"),
            };
            let side = |name: &str, text: &str| match text {
                "\"wall\"" => String::new(),
                _ => format!("{name} = {text}\n"),
            };
            let mut world = world(&format!(
                "title = \"basin\"\nduration_s = 30.0\ngrid = {{ cells = {size}, cell_size_m = 0.5 }}\nwater.level_m = 2.0\nsolver.tau = 0.51\n\
                 gauge = [{{ name = \"far\", position_m = {at} }}]\n[sides]\n{far} = {open}\n\
                 {sends} = {{ kind = \"characteristic\", level_m = 2.0, wave = {{ kind = \"sine\", height_m = 0.1, period_s = 4.0 }} }}\n{}{}",
                side(left, beside[0]),
                side(right, beside[1]),
            ));
            let key = format!("sides.{sends}.wave: along sides.");
            let said = world.warnings().iter().filter(|text| text.starts_with(&key)).count();
            let mut range_m = [f64::MAX, f64::MIN];
            while world.time_s() < 30.0 {
                assert_eq!(world.step(), Default::default());
                if world.time_s() > 22.0 {
                    let eta_m = world.gauges().next().unwrap().eta_m;
                    range_m = [range_m[0].min(eta_m), range_m[1].max(eta_m)];
                }
            }
            let height_m = range_m[1] - range_m[0];
            println!("{beside:?}, {sends}: {height_m} m");
            assert_eq!(said, usize::from(is_open), "{beside:?}: {:?}", world.warnings());
            assert!(
                if is_open { height_m < 0.09 } else { height_m > 0.095 },
                "{beside:?}, {sends}: {height_m} m"
            );
        }
    }
}
