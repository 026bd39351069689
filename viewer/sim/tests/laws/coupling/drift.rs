//! Hulls that drift with a stream, and with waves.

use viewer_sim::World;

use crate::setup::{run, world};

/// Speed along a stream of 0.5 m/s and across it of a hull that began with the stream, after 40 s, m/s.
fn drift_m_s(hull: &str, keys: &str) -> [f64; 2] {
    let mut world = world(&format!(
        "title = \"stream\"\nduration_s = 60.0\ngrid = {{ cells = [80, 40], cell_size_m = 0.5 }}\n\
         water = {{ level_m = 3.0, column = [{{ x_m = [0.0, 40.0], level_m = 3.0, velocity_m_s = [0.5, 0.0] }}] }}\n\
         sides.west = {{ kind = \"characteristic\", level_m = 3.0, velocity_m_s = 0.5 }}\n\
         sides.east = {{ kind = \"characteristic\", level_m = 3.0, velocity_m_s = -0.5 }}\n\
         [body.hull]\nhull = {hull}\nmass_kg = 2000.0\nposition_m = [6.0, 10.0]\nvelocity_m_s = [0.5, 0.0, 0.0]\n{keys}\n"
    ));
    run(&mut world, 40.0);
    let velocity_m_s = world.bodies().next().unwrap().linvel_m_s;
    [velocity_m_s.x, velocity_m_s.y]
}

/// A hull that drifts with a uniform stream makes no wave and feels no force, whatever its sides, its heading and the viscosity are. With the viscosity of the
/// head in place of the column's, and upright sides that the water met within a cell, a box was driven to 0.58 m/s, at τ = 1 to 0.74, and turned by 45° braked to 0.37. With the change of each cell in place of the mean
/// around it a curved hull was braked to 0.45.
#[test]
fn a_hull_goes_on_with_the_stream_that_it_began_with() {
    let square = "{ kind = \"box\", length_m = 2.0, beam_m = 2.0, depth_m = 1.0 }";
    let long = "{ kind = \"box\", length_m = 4.0, beam_m = 2.0, depth_m = 1.0 }";
    let curved = "{ kind = \"parabolic\", length_m = 4.0, beam_m = 2.0, depth_m = 1.0 }";
    for (hull, keys) in [
        (square, ""),
        (square, "[solver]\ntau = 1.0"),
        (square, "heading_deg = 45.0"),
        (square, "heading_deg = 20.0\n[solver]\ntau = 0.51"),
        (square, "[solver]\ncollision = \"central-moments\""),
        (square, "[coupling]\nhull = \"lid\""),
        (long, ""),
        (long, "heading_deg = 30.0"),
        (curved, ""),
        (curved, "heading_deg = 45.0"),
        (curved, "heading_deg = 45.0\n[coupling]\nhull = \"lid\""),
    ] {
        let [along_m_s, across_m_s] = drift_m_s(hull, keys);
        println!("{hull}, {keys}: {along_m_s} m/s, {across_m_s} m/s across");
        assert!((0.495..0.515).contains(&along_m_s), "{hull}, {keys}: {along_m_s} m/s");
        assert!(across_m_s.abs() < 0.01, "{hull}, {keys}: {across_m_s} m/s across");
    }
}

/// Mean resistance from 12 to 20 s of a box, 4 × 2 m, that draws 0.5 of 3 m and is towed at 1 m/s across still water, N.
fn towed_n(heading_deg: f64, collision: &str) -> f64 {
    let mut world = world(&format!(
        "title = \"tow\"\nduration_s = 22.0\ngrid = {{ cells = [96, 96], cell_size_m = 0.5 }}\nwater.level_m = 3.0\n\
         solver.collision = \"{collision}\"\n\
         [sides]\nwest = {{ kind = \"sponge\", width_m = 6.0 }}\neast = {{ kind = \"sponge\", width_m = 6.0 }}\n\
         south = {{ kind = \"sponge\", width_m = 6.0 }}\nnorth = {{ kind = \"sponge\", width_m = 6.0 }}\n\
         [body.box]\nhull = {{ kind = \"box\", length_m = 4.0, beam_m = 2.0, depth_m = 1.0 }}\nmass_kg = 4000.0\ndrag = 0.0\n\
         position_m = [17.0, 17.0]\nheading_deg = {heading_deg}\ntow = {{ speed_m_s = 1.0, free = [\"heave\", \"pitch\"] }}\n"
    ));
    run(&mut world, 12.0);
    let (mut sum_n, mut steps) = (0.0, 0);
    while world.time_s() < 20.0 {
        assert_eq!(world.step().trouble, None);
        sum_n += world.bodies().next().unwrap().tow.unwrap().measured.resistance_n;
        steps += 1;
    }
    sum_n / f64::from(steps)
}

/// Shallow water without viscosity does not resist a hull slower than its waves. What is left is the lattice's viscosity at the rim, and it is about the same whichever way the
/// hull goes. Of a section that is not spread it is 14 N, and 35 N at 45°; central moments, of which the pressure that the squeezed column lacks was that of the wrong
/// relaxation times, made 340 N.
#[test]
fn a_slow_box_meets_hardly_a_resistance_whichever_way_it_goes() {
    for (heading_deg, collision, most_n) in
        [(0.0, "bgk", 8.0), (45.0, "bgk", 11.0), (20.0, "bgk", 11.0), (0.0, "central-moments", 24.0)]
    {
        let got_n = towed_n(heading_deg, collision);
        println!("{heading_deg} deg, {collision}: {got_n} N");
        assert!((-2.0..most_n).contains(&got_n), "{heading_deg} deg, {collision}: {got_n} N");
    }
}

/// Way of a body in 52 s of waves of 0.2 m and 6 s that go along x, m.
fn way_in_waves_m(hull: &str, tau: f64) -> f64 {
    let mut world = world(&format!(
        "title = \"waves\"\nduration_s = 60.0\ngrid = {{ cells = [240, 32], cell_size_m = 0.25 }}\nwater.level_m = 2.0\n\
         solver.tau = {tau}\ncoupling.hull = \"{hull}\"\n\
         sides.west = {{ kind = \"characteristic\", level_m = 2.0, wave = {{ kind = \"sine\", height_m = 0.2, period_s = 6.0 }} }}\n\
         sides.east = {{ kind = \"characteristic\", level_m = 2.0 }}\n\
         [body.ball]\nhull = {{ kind = \"sphere\", radius_m = 0.5 }}\nmass_kg = 260.0\ndrag = 0.4\nposition_m = [30.0, 4.0]\n"
    ));
    run(&mut world, 52.0);
    world.bodies().next().unwrap().position_m.x - 30.0
}

/// Waves take a small body along by half a meter at most, as the water under it by `½ ω k a² T` = 0.14 m. A lid whose head did not go with it met
/// a force against them: 7 m.
#[test]
fn waves_do_not_draw_small_bodies_towards_them() {
    for (hull, tau) in [("soft", 0.6), ("lid", 0.6), ("lid", 0.51)] {
        let way_m = way_in_waves_m(hull, tau);
        println!("{hull}, {tau}: {way_m} m");
        assert!((-0.4..0.9).contains(&way_m), "{hull}, {tau}: {way_m} m");
    }
}

/// Speed of a free box of 4 × 1.6 m in waves of 0.3 m and 8 s on water 4 m deep, without drag, from 32 to 48 s and from 64 to 80 s, m/s.
fn in_waves_m_s(draft_m: f64, under: &str) -> [f64; 2] {
    let mass_kg = 1000.0 * 4.0 * 1.6 * draft_m;
    let mut world = world(&format!(
        "title = \"waves\"\nduration_s = 80.0\ngrid = {{ cells = [600, 32], cell_size_m = 0.2 }}\nwater.level_m = 4.0\n\
         coupling.hull = \"{under}\"\n[sides]\neast = {{ kind = \"sponge\", width_m = 8.0 }}\n\
         west = {{ kind = \"characteristic\", level_m = 4.0, wave = {{ kind = \"sine\", height_m = 0.3, period_s = 8.0 }} }}\n\
         [body.box]\nhull = {{ kind = \"box\", length_m = 4.0, beam_m = 1.6, depth_m = 0.7 }}\nmass_kg = {mass_kg}\ndrag = 0.0\n\
         position_m = [20.0, 3.2]\n"
    ));
    let at_m = |world: &World| world.body(0).position_m.x;
    [32.0, 64.0].map(|from_s| {
        run(&mut world, from_s);
        let before_m = at_m(&world);
        run(&mut world, from_s + 16.0);
        (at_m(&world) - before_m) / 16.0
    })
}

/// Waves take a free hull along with the water, `½ (a / h)² c` in long ones (Stokes 1847), however little it draws. With the pressure on the thickness below the mean level, which
/// is less on crests and more in troughs than what a hull that rides on waves draws, one of 0.05 m was driven to 0.09 and then 0.22 m/s, one of 0.5 m to 0.04 and 0.08.
#[test]
fn waves_take_a_free_hull_along_as_they_do_the_water() {
    let stokes_m_s = 0.5 * (0.15f64 / 4.0).powi(2) * (9.81f64 * 4.0).sqrt();
    for (under, draft_m, bound_m_s) in [
        ("soft", 0.05, 0.01),
        ("soft", 0.2, 0.002),
        ("soft", 0.5, 0.002),
        ("lid", 0.2, 0.01),
        ("lid", 0.5, 0.007),
    ] {
        for speed_m_s in in_waves_m_s(draft_m, under) {
            println!("{under}, {draft_m} m: {speed_m_s} m/s of {stokes_m_s} m/s");
            let off_m_s = speed_m_s - stokes_m_s;
            assert!(off_m_s.abs() < bound_m_s, "{under}, {draft_m} m: {speed_m_s} m/s of {stokes_m_s} m/s");
        }
    }
}

/// A solitary wave of 0.3 m in 1.5 m of water takes a lid along as the water, by `∫ η / h dt` = 1.55 m and a little more as it goes with the wave, whatever it draws. Where its room counted from the level
/// without the wave, one that the wave lifts by its draft came and went, and was thrown: to 0.34, −0.08 and 1.00 m here, in cells of half the size to −2.2 m and to the end of the run.
#[test]
fn a_wave_takes_a_lid_along_whatever_that_draws() {
    for (draft_m, finer) in [(0.1, 1), (0.2, 1), (0.3, 1), (0.45, 1), (0.3, 2)] {
        let mass_kg = 1000.0 * 2.0 * 1.2 * draft_m;
        let (nx, ny, cell_m) = (200 * finer, 32 * finer, 0.2 / f64::from(finer));
        let mut world = world(&format!(
            "title = \"waves\"\nduration_s = 14.0\ngrid = {{ cells = [{nx}, {ny}], cell_size_m = {cell_m} }}\nwater.level_m = 1.5\ncoupling.hull = \"lid\"\n\
             [sides]\neast = {{ kind = \"characteristic\", level_m = 1.5 }}\n\
             west = {{ kind = \"characteristic\", level_m = 1.5, wave = {{ kind = \"solitary\", height_m = 0.3 }} }}\n\
             [body.box]\nhull = {{ kind = \"box\", length_m = 2.0, beam_m = 1.2, depth_m = 0.8 }}\nmass_kg = {mass_kg}\ndrag = 0.0\n\
             position_m = [15.0, 3.2]\n"
        ));
        let mut most_m_s2 = 0.0_f64;
        while world.time_s() < 14.0 {
            assert_eq!(world.step(), Default::default());
            most_m_s2 = most_m_s2.max(world.body(0).force_n.x.abs() / mass_kg);
        }
        let way_m = world.body(0).position_m.x - 15.0;
        println!("{draft_m} m, {finer}: {way_m} m, {most_m_s2} m/s²");
        assert!((1.35..1.9).contains(&way_m) && most_m_s2 < 1.2, "{draft_m} m: {way_m} m, {most_m_s2} m/s²");
    }
}

/// Height of the waves that a box of 2 × 1.6 m throws back from the middle of a channel, as a part of those that come to it: sines of 0.04 m and 4 s in water of 2 m. And whether a warning says
/// that this is not right.
fn thrown_back(hull: &str, keys: &str) -> (f64, bool) {
    let mut world = world(&format!(
        "title = \"channel\"\nduration_s = 60.0\ngrid = {{ cells = [300, 16], cell_size_m = 0.2 }}\nwater.level_m = 2.0\nsolver.tau = 0.51\n\
         coupling.hull = \"{hull}\"\n\
         sides.west = {{ kind = \"characteristic\", level_m = 2.0, wave = {{ kind = \"sine\", height_m = 0.04, period_s = 4.0 }} }}\n\
         sides.east = {{ kind = \"sponge\", width_m = 8.0 }}\n\
         [[gauge]]\nname = \"before\"\nposition_m = [9.0, 1.5]\n\
         [body.box]\nhull = {{ kind = \"box\", length_m = 2.0, beam_m = 1.6, depth_m = 0.7 }}\nmass_kg = 640.0\nposition_m = [15.0, 1.6]\ndrag = 0.0\n{keys}\n"
    ));
    let warns = world.warnings().iter().any(|text| text.contains("throws them back"));
    run(&mut world, 18.0);
    // Eight periods, of the waves that run east and west.
    let (mut sums, mut squares, mut steps) = ([0.0; 2], [0.0; 2], 0.0);
    while world.time_s() < 50.0 {
        assert_eq!(world.step(), Default::default());
        let gauge = world.gauges().next().unwrap();
        let flow = (2.0_f64 / 9.81).sqrt() * gauge.u_m_s;
        for (k, eta) in [gauge.eta_m + flow, gauge.eta_m - flow].into_iter().enumerate() {
            (sums[k], squares[k]) = (sums[k] + eta, squares[k] + eta * eta);
        }
        steps += 1.0;
    }
    let [come, back] = [0, 1].map(|k| squares[k] / steps - (sums[k] / steps).powi(2));
    ((back / come).sqrt(), warns)
}

/// A hull that is held keeps the water under it from rising, and so throws back `k A / 2 W` of long waves with its area `A` in a channel of the width `W`: `k = 2 π / (4 s · 4.43 m/s)`, 0.177. One that rides
/// on them throws back next to nothing. A lid does so; soft hulls do the opposite, which a warning says.
#[test]
fn lids_throw_back_the_waves_that_they_keep_from_rising() {
    let held = "tow = { speed_m_s = 0.0, free = [] }";
    let wanted = std::f64::consts::TAU / (4.0 * (2.0 * 9.81_f64).sqrt()) * 2.0 * 1.6 / (2.0 * 3.2);
    let [lid_held, lid_free] = [held, ""].map(|keys| thrown_back("lid", keys));
    assert!(
        (lid_held.0 / wanted - 1.0).abs() < 0.05 && lid_free.0 < 0.1 * wanted,
        "{lid_held:?}, {lid_free:?}"
    );
    let [soft_held, soft_free] = [held, ""].map(|keys| thrown_back("soft", keys));
    assert!(soft_held.0 < 0.2 * wanted && soft_free.0 > 0.8 * wanted, "{soft_held:?}, {soft_free:?}");
    assert_eq!([lid_held.1, lid_free.1, soft_held.1, soft_free.1], [false, false, true, true]);
}
