//! Hulls on water whose mean level is not the still level.

use glam::DVec3;
use viewer_sim::{EnergyBalance, World};

use super::dissipation::measured;
use crate::setup::{run, world};

/// A ship in the middle of water, where no tide flows, that comes to 2 m of depth within 20 s, from `raised_m` less, and then takes up speed: elevations at a gauge beside its way, its way, m, and its
/// height, m, from then on.
fn readings(raised_m: f64, hull: &str) -> (Vec<f64>, f64, f64) {
    let still_m = 2.0 - raised_m;
    let series = format!("series = {{ time_s = [0.0, 20.0], level_m = [{still_m}, 2.0] }}");
    let side = format!("{{ kind = \"characteristic\", {series} }}");
    // The same time step, which is that of the greatest depth.
    let gravity_number = 0.15 * still_m.max(2.0) / 2.0;
    let mut world = world(&format!(
        "title = \"tank\"\nduration_s = 60.0\ngrid = {{ cells = [80, 48], cell_size_m = 0.25 }}\nwater.level_m = {still_m}\n\
         solver = {{ tau = 0.6, gravity_number = {gravity_number} }}\ncoupling.hull = \"{hull}\"\n\
         sides = {{ west = {side}, east = {side}, south = {side}, north = {side} }}\n\
         [[gauge]]\nname = \"beside\"\nposition_m = [14.0, 7.0]\n\
         [body.ship]\nhull = {{ kind = \"parabolic\", length_m = 5.0, beam_m = 1.6, depth_m = 0.6 }}\nmass_kg = 1000.0\n\
         position_m = [10.0, 6.0]\n[body.ship.propeller]\nposition_m = [-2.0, 0.0, 0.1]\nthrust_n = 800.0\n\
         schedule = [{{ time_s = 0.0, thrust = 0.0 }}, {{ time_s = 50.0, thrust = 0.0 }}, {{ time_s = 51.0, thrust = 1.0 }}]\n"
    ));
    run(&mut world, 50.0);
    let (start_m, mut eta_m) = (world.bodies().next().unwrap().position_m, Vec::new());
    for _ in 0..300 {
        assert_eq!(world.step(), Default::default());
        eta_m.push(world.gauges().next().unwrap().eta_m + (world.still_level_m() - 2.0));
    }
    let end_m = world.bodies().next().unwrap().position_m;
    (eta_m, (end_m - start_m).truncate().length(), end_m.z)
}

/// A ship at high tide or at low makes the waves of one on still water as deep, and comes as far. If only what it has below the still level displaced water, one
/// that floats a draft above that would make none.
#[test]
fn a_ship_makes_the_same_waves_at_any_level_of_the_tide() {
    for (hull, all_raised_m) in [("soft", &[-0.15, 0.4][..]), ("lid", &[0.4])] {
        let (still, still_way_m, still_z_m) = readings(0.0, hull);
        let most_m = still.iter().fold(0.0_f64, |most, eta_m| most.max(eta_m.abs()));
        assert!(most_m > 5e-3 && still_way_m > 1.0, "{hull}: {most_m}, {still_way_m}");
        for &raised_m in all_raised_m {
            let (raised, way_m, z_m) = readings(raised_m, hull);
            let off_m = still.iter().zip(&raised).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
            assert!(off_m < 0.01 * most_m, "{hull}, {raised_m} m: {off_m} of {most_m} m");
            assert!(
                (way_m / still_way_m - 1.0).abs() < 0.01,
                "{hull}, {raised_m} m: {way_m} of {still_way_m} m"
            );
            assert!((z_m - still_z_m).abs() < 2e-3, "{hull}, {raised_m} m: {z_m} for {still_z_m} m");
        }
    }
}

/// Of a box of 8 m² that falls into a basin of 48 m² the water rises by its displacement over the area of the basin, beside it, too. The potential energy is
/// then that of the water beside it, `½ ρ g (A − a) r²`, of that lifted out of its place, `½ ρ g a (T − r)²`, and of its weight.
#[test]
fn a_hull_that_enters_a_basin_raises_its_water_by_what_it_displaces() {
    for hull in ["soft", "lid"] {
        let mut world = world(&format!(
            "title = \"basin\"\nduration_s = 60.0\ngrid = {{ cells = [40, 30], cell_size_m = 0.2 }}\nwater.level_m = 1.0\n\
             coupling.hull = \"{hull}\"\nsolver.tau = 0.8\n\
             [body.box]\nhull = {{ kind = \"box\", length_m = 4.0, beam_m = 2.0, depth_m = 1.0 }}\nmass_kg = 2500.0\n\
             position_m = [4.0, 3.0, 1.55]\n[[gauge]]\nname = \"beside\"\nposition_m = [0.5, 0.5]\n"
        ));
        let (mass_kg, area_m2, own_m2) = (2500.0, 48.0, 8.0);
        let (draft_m, rise_m) = (mass_kg / 1e3 / own_m2, mass_kg / 1e3 / area_m2);
        run(&mut world, 50.0);
        let (mut mean_m, steps) = (0.0, 400);
        for _ in 0..steps {
            assert_eq!(world.step(), Default::default());
            mean_m += world.gauges().next().unwrap().eta_m / f64::from(steps);
        }
        let bottom_m = world.bodies().next().unwrap().position_m.z - 0.5;
        assert!((mean_m - rise_m).abs() < 1e-4, "{hull}: {mean_m} of {rise_m}");
        assert!((bottom_m - (1.0 + rise_m - draft_m)).abs() < 1e-3, "{hull}: {bottom_m}");
        let of_weight_j = mass_kg * 9.81 * (bottom_m + 0.5 - 1.0);
        let of_water_j =
            0.5e3 * 9.81 * ((area_m2 - own_m2) * rise_m.powi(2) + own_m2 * (draft_m - rise_m).powi(2));
        let now = world.energy().now;
        let got_j = now.water_potential_j + now.bodies_potential_j - of_weight_j;
        assert!((got_j / of_water_j - 1.0).abs() < 2e-3, "{hull}: {got_j} of {of_water_j} J");
    }
}

/// A canal 60 m long and 15 m wide with a boat that coasts in its western part: its still level, and the levels at which its parts start.
fn canal(level_m: f64, columns: &str, bodies: &str) -> World {
    world(&format!(
        "title = \"canal\"\nduration_s = 200.0\ngrid = {{ cells = [240, 60], cell_size_m = 0.25 }}\n\
         solver = {{ tau = 0.6, gravity_number = {} }}\nwater = {{ level_m = {level_m}, column = [{columns}] }}\n\
         [[gauge]]\nname = \"beside\"\nposition_m = [14.0, 11.0]\n\
         [body.boat]\nhull = {{ kind = \"box\", length_m = 6.0, beam_m = 3.0, depth_m = 1.4 }}\nmass_kg = 9000.0\ndrag = 0.2\n\
         position_m = [10.0, 7.5, 3.8]\nvelocity_m_s = [2.0, 0.0, 0.0]\n{bodies}",
        // The same time step, which is that of the greatest depth.
        0.12 * level_m.max(3.6) / 3.6
    ))
}

const GATE: &str = "[body.gate]\nhull = { kind = \"box\", length_m = 2.0, beam_m = 15.0, depth_m = 5.0 }\nfixed = true\nposition_m = [28.0, 7.5, 2.5]\n";

/// Elevation at the gauge above 3.6 m, and what the boat displaces, after so many steps.
fn readings_after(world: &mut World, steps: usize) -> [Vec<f64>; 2] {
    let [mut level_m, mut displaced_m3] = [Vec::new(), Vec::new()];
    for _ in 0..steps {
        assert_eq!(world.step(), Default::default());
        level_m.push(world.gauges().next().unwrap().eta_m + world.still_level_m() - 3.6);
        displaced_m3.push(world.mass().displaced_m3);
    }
    [level_m, displaced_m3]
}

/// A boat makes the same waves on water of the same depth, whatever the still level is: where a column raises all water, and in the chamber of a lock.
/// If hulls displaced what they have below the still level it would displace nothing there.
#[test]
fn a_boat_displaces_the_same_where_columns_raise_the_water() {
    // Before the boat is at the gate.
    let steps = 600;
    for gate in ["", GATE] {
        let [level_m, displaced_m3] = readings_after(&mut canal(3.6, "", gate), steps);
        let most_m = level_m.iter().fold(0.0_f64, |most, eta_m| most.max(eta_m.abs()));
        assert!(most_m > 0.02 && displaced_m3[steps - 1] > 8.5, "{most_m} m, {} m3", displaced_m3[steps - 1]);
        for (still_m, end_m) in [(3.0, 60.0), (4.2, 60.0), (3.0, 28.0)] {
            if end_m < 60.0 && gate.is_empty() {
                continue;
            }
            let columns = format!("{{ x_m = [0.0, {end_m:?}], level_m = 3.6 }}");
            let raised = readings_after(&mut canal(still_m, &columns, gate), steps);
            let off =
                |a: &[f64], b: &[f64]| a.iter().zip(b).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
            let (off_m, off_m3) = (off(&level_m, &raised[0]), off(&displaced_m3, &raised[1]));
            assert!(
                off_m < 1e-3 * most_m && off_m3 < 1e-2,
                "{still_m}, {end_m}: {off_m} of {most_m} m, {off_m3} m3"
            );
        }
    }
}

/// A boat without a height starts afloat on the water that is there, above the still level or below it, and stays; soft or a lid.
#[test]
fn a_boat_starts_afloat_on_the_water_of_its_chamber() {
    for hull in ["soft", "lid"] {
        for level_m in [3.0, 3.6, 2.4] {
            let mut world = world(&format!(
                "title = \"chamber\"\nduration_s = 9.0\ngrid = {{ cells = [60, 20], cell_size_m = 0.25 }}\ncoupling.hull = \"{hull}\"\n\
                 water = {{ level_m = 3.0, column = [{{ x_m = [0.0, 9.5], level_m = {level_m:?} }}] }}\n\
                 [body.boat]\nhull = {{ kind = \"box\", length_m = 4.0, beam_m = 2.0, depth_m = 1.4 }}\nmass_kg = 4000.0\nposition_m = [5.0, 2.5]\n\
                 [body.gate]\nhull = {{ kind = \"box\", length_m = 1.0, beam_m = 5.0, depth_m = 5.0 }}\nfixed = true\nposition_m = [9.5, 2.5, 2.5]\n"
            ));
            let draft_m = |world: &World| level_m - (world.body(0).position_m.z - 0.7);
            assert!((draft_m(&world) - 0.5).abs() < 1e-6, "{hull}, {level_m}: {}", draft_m(&world));
            assert!((world.mass().displaced_m3 - 4.0).abs() < 1e-5, "{hull}, {level_m}: {:?}", world.mass());
            run(&mut world, 4.0);
            assert!((draft_m(&world) - 0.5).abs() < 1e-4, "{hull}, {level_m}: {}", draft_m(&world));
        }
    }
}

/// Where the gate of a lock is taken out, what the boat in its chamber displaces does not leap: as its water sinks to the mean of both, so does the level from which it counts,
/// and when the canal sloshes from end to end the boat displaces its weight in the mean.
///
/// Into the place of a gate of 2 m the water falls so far that a trough of 1.2 m passes 8 m from it (shallow water over a dry bed, by an HLL scheme in cells of 12.5 mm). The boat
/// goes down with it, by 0.9 m, and what it has below the slow level comes to 24 of its 25 m³; below the water's own surface it has no more than what lifts it as it is thrown
/// back.
#[test]
fn a_boat_goes_on_displacing_where_a_gate_is_taken_out() {
    let gate = format!("{GATE}removed_at_s = 4.0\n");
    let mut world = canal(3.0, "{ x_m = [0.0, 28.0], level_m = 3.6 }", &gate);
    let waterplane_m2 = 6.0 * 3.0;
    let height_m = |world: &World| world.body(0).position_m.z;
    let (start_m, mut last, mut lowest_m) =
        (height_m(&world), (world.mass().displaced_m3, height_m(&world)), f64::MAX);
    let ([mut late_m3, mut late_steps], mut under_m3) = ([0.0; 2], Vec::new());
    while world.time_s() < 120.0 {
        assert_eq!(world.step(), Default::default());
        let now = (world.mass().displaced_m3, height_m(&world));
        // Beyond what its heave brings. Later the slow level comes over its deck.
        let leap_m3 = now.0 - last.0 + waterplane_m2 * (now.1 - last.1);
        let time_s = world.time_s();
        assert!(leap_m3.abs() < if time_s < 5.0 { 0.02 } else { 0.25 }, "t = {time_s}: {last:?} to {now:?}");
        last = now;
        if time_s < 7.0 {
            lowest_m = lowest_m.min(now.1);
        }
        under_m3.push(world.body(0).submerged_volume_m3);
        if world.time_s() > 40.0 {
            (late_m3, late_steps) = (late_m3 + now.0, late_steps + 1.0);
        }
    }
    assert!(start_m - lowest_m > 0.8, "{start_m} to {lowest_m} m");
    let late_mean_m3 = late_m3 / late_steps;
    // It swings by 4 m³ either way, and the mean of not quite three swings by a part of that.
    assert!((late_mean_m3 - 9.0).abs() < 1.0, "{late_mean_m3}");
    // Its weight in the mean, as it ends no faster than it started.
    let mean_m3 = under_m3.iter().sum::<f64>() / under_m3.len() as f64;
    assert!((mean_m3 - 9.0).abs() < 0.05, "{mean_m3}");
    assert!(under_m3.iter().all(|m3| (6.0..15.0).contains(m3)), "{under_m3:?}");
}

/// A box afloat in a tide that changes steadily along x, and goes across it: what it displaces, m³, and its speed, m/s, each second.
fn across_a_tide(hull: &str, rise_m_s: f64) -> Vec<[f64; 2]> {
    let end_m = 3.0 + 60.0 * rise_m_s;
    let mut world = world(&format!(
        "title = \"tide\"\nduration_s = 60.0\ngrid = {{ cells = [80, 60], cell_size_m = 0.5 }}\nwater.level_m = 3.0\n\
         coupling.hull = \"{hull}\"\n\
         [sides]\nwest = {{ kind = \"characteristic\", series = {{ time_s = [0.0, 60.0], level_m = [3.0, {end_m:?}] }} }}\n\
         [body.box]\nhull = {{ kind = \"box\", length_m = 2.0, beam_m = 2.0, depth_m = 1.0 }}\nmass_kg = 2000.0\ndrag = 0.0\n\
         position_m = [38.0, 4.0]\nvelocity_m_s = [0.0, 0.2, 0.0]\n"
    ));
    let each = |second: u32| {
        run(&mut world, f64::from(second));
        [world.mass().displaced_m3, world.bodies().next().unwrap().linvel_m_s.y]
    };
    (1..=60).map(each).collect()
}

/// In a tide that falls or rises steadily a hull displaces its weight, while the level of its place takes up that of the side, to 4 cm, and goes no faster across it. Below a level that lagged by 12 s it would displace a third more, and
/// under a lid be driven: from 0.2 to 0.7 m/s within a minute.
#[test]
fn a_steady_tide_drives_no_hull_across_it() {
    for hull in ["soft", "lid"] {
        for rise_m_s in [-0.01, 0.01] {
            let seconds = across_a_tide(hull, rise_m_s);
            for [displaced_m3, speed_m_s] in &seconds[29..] {
                assert!(
                    (displaced_m3 / 2.0 - 1.0).abs() < 0.07,
                    "{hull}, {rise_m_s}: {displaced_m3} m³ of 2"
                );
                assert!((0.0..0.2).contains(speed_m_s), "{hull}, {rise_m_s}: {speed_m_s} m/s");
            }
            let [.., [_, last_m_s]] = seconds[..] else { unreachable!() };
            assert!(last_m_s < 0.18, "{hull}, {rise_m_s}: {last_m_s} m/s");
        }
    }
}

/// On a river whose surface falls with its bed a boat displaces its weight at each place, soft or a lid. Below the mean of all water one upstream would displace next to nothing, and one downstream four times
/// as much.
#[test]
fn a_boat_displaces_its_weight_all_along_a_river() {
    // Uniform flow: `u = √slope depth^⅔ / n`.
    let (length_m, slope, depth_m, manning) = (160.0, 0.004, 1.0, 0.06);
    let speed_m_s = f64::sqrt(slope) / manning;
    let level_m = |x_m: f64| depth_m + slope * (length_m - x_m);
    let columns: Vec<String> = (0..32)
        .map(|k| {
            let from_m = 5.0 * f64::from(k);
            let level_m = level_m(from_m + 2.5);
            format!(
                "{{ x_m = [{from_m:?}, {:?}], level_m = {level_m}, velocity_m_s = [{speed_m_s}, 0.0] }}",
                from_m + 5.0
            )
        })
        .collect();
    for hull in ["soft", "lid"] {
        for x_m in [20.0, 140.0] {
            let mut world = world(&format!(
                "title = \"river\"\nduration_s = 120.0\ngrid = {{ cells = [320, 16], cell_size_m = 0.5 }}\ncoupling.hull = \"{hull}\"\n\
                 water = {{ level_m = {}, column = [{}] }}\n\
                 [[bed]]\nkind = \"slope\"\nfrom_m = [0.0, 0.0]\nto_m = [{length_m:?}, 0.0]\nheights_m = [{}, 0.0]\n\
                 [friction]\nmanning_s_m13 = {manning}\n\
                 [sides]\nwest = {{ kind = \"characteristic\", level_m = {}, velocity_m_s = {speed_m_s} }}\n\
                 east = {{ kind = \"characteristic\", level_m = {depth_m:?}, velocity_m_s = -{speed_m_s} }}\n\
                 [body.boat]\nhull = {{ kind = \"parabolic\", length_m = 4.0, beam_m = 1.5, depth_m = 0.6, fullness = 0.3 }}\nmass_kg = 450.0\n\
                 position_m = [{x_m:?}, 4.0]\ntow = {{ speed_m_s = 0.0 }}\n",
                depth_m + 0.5 * slope * length_m,
                columns.join(", "),
                slope * length_m,
                level_m(0.0),
            ));
            for until_s in 1..=12 {
                run(&mut world, 10.0 * f64::from(until_s));
                let displaced_m3 = world.mass().displaced_m3;
                assert!(
                    (displaced_m3 / 0.45 - 1.0).abs() < 0.05,
                    "{hull} at {x_m} m: {displaced_m3} m³ of 0.45"
                );
            }
        }
    }
}

/// Nothing feeds water that sloshes before a side that holds its level: what a hull displaces is not that of a level that lags behind it. A hull held over water that swings by 2 mm would have it
/// swing by 0.1 m within eight minutes.
#[test]
fn a_hull_does_not_feed_a_basin_that_sloshes() {
    for side in ["level", "characteristic"] {
        let mut world = world(&format!(
            "title = \"canal\"\nduration_s = 600.0\ngrid = {{ cells = [40, 4], cell_size_m = 0.5 }}\n\
             water = {{ level_m = 1.0, column = [{{ x_m = [0.0, 10.0], level_m = 1.002 }}, {{ x_m = [10.0, 20.0], level_m = 0.998 }}] }}\n\
             sides.west = {{ kind = \"{side}\", level_m = 1.0 }}\n\
             [body.box]\nhull = {{ kind = \"box\", length_m = 2.0, beam_m = 2.0, depth_m = 1.0 }}\nmass_kg = 2000.0\nposition_m = [15.0, 1.0]\n\
             tow = {{ speed_m_s = 0.0, free = [] }}\n"
        ));
        let mut most_j = [0.0_f64; 2];
        for half in 0..2 {
            while world.time_s() < 300.0 * f64::from(half + 1) {
                assert_eq!(world.step(), Default::default());
                most_j[half as usize] = most_j[half as usize].max(world.energy().now.water_kinetic_j);
            }
        }
        assert!(most_j[1] < most_j[0] && most_j[0] < 1.0, "{side}: {most_j:?} J");
    }
}

/// A box in the corner of a basin, where what it displaces is spread to one side alone, and one across the cells, stay upright on even water above the still level.
#[test]
fn boxes_stay_upright_on_even_water_above_the_still_level() {
    for hull in ["soft", "lid"] {
        for place in ["position_m = [1.62, 1.13]", "position_m = [10.1, 9.2]\nheading_deg = 17.0"] {
            let mut world = world(&format!(
                "title = \"basin\"\nduration_s = 5.0\ngrid = {{ cells = [40, 40], cell_size_m = 0.5 }}\n\
                 water = {{ level_m = 2.0, column = [{{ x_m = [0.0, 20.0], level_m = 2.4 }}] }}\nsolver.tau = 0.6\ncoupling.hull = \"{hull}\"\n\
                 [body.box]\nhull = {{ kind = \"box\", length_m = 3.0, beam_m = 2.0, depth_m = 1.0 }}\nmass_kg = 3000.0\n{place}\n"
            ));
            let mut most_deg = 0.0_f64;
            while world.time_s() < 5.0 {
                assert_eq!(world.step(), Default::default());
                let reading = world.bodies().next().unwrap();
                most_deg = most_deg.max((reading.rotation * DVec3::Z).z.min(1.0).acos().to_degrees());
            }
            println!("{hull}, {place}: {most_deg}°");
            assert!(most_deg < 0.02, "{hull}, {place}: {most_deg}°");
        }
    }
}

/// Energy of a barge in a basin whose level swings by 0.2 m at a side, a period of 20 s, at low water; what takes energy is measured.
fn in_a_swell(keys: &str) -> EnergyBalance {
    let times_s: Vec<f64> = (0..=240).map(|quarter| 0.25 * f64::from(quarter)).collect();
    let level_m: Vec<f64> =
        times_s.iter().map(|t_s| 2.0 + 0.2 * (std::f64::consts::TAU * t_s / 20.0).sin()).collect();
    let swell = world(&format!(
        "title = \"swell\"\nduration_s = 60.0\ngrid = {{ cells = [80, 20], cell_size_m = 0.5 }}\nwater.level_m = 2.0\nsolver.tau = 0.6\n{keys}\n\
         sides.west = {{ kind = \"characteristic\", series = {{ time_s = {times_s:?}, level_m = {level_m:?} }} }}\n\
         [body.barge]\nhull = {{ kind = \"box\", length_m = 6.0, beam_m = 3.0, depth_m = 1.0 }}\nmass_kg = 9000.0\nposition_m = [20.0, 5.0]\ndrag = 0.0\n"
    ));
    measured(swell, [0.0, 55.0])
}

/// A level below which a hull displaces water works on the water as it changes, most where it lags behind: without that work more is gone than anything takes. The water under a
/// rigid lid has the room under it at any level.
#[test]
fn levels_that_change_under_soft_hulls_work_on_the_water() {
    let held = "joint = [{ name = \"post\", kind = \"fixed\", body = \"barge\" }]";
    let beside = "coupling.schedule = \"side-by-side\"";
    for (case, keys) in [("free", ""), ("held", held), ("side by side", beside)] {
        let energy = in_a_swell(keys);
        let (residual_j, levels_j) = (energy.residual_j().unwrap(), energy.work.levels_j);
        println!("{case}: {levels_j} J by levels, {residual_j} J are left");
        assert!(
            levels_j < -5e3 && residual_j.abs() < 0.07 * levels_j.abs(),
            "{case}: {residual_j} of {levels_j} J"
        );
    }
    let lid = in_a_swell("coupling.hull = \"lid\"");
    assert_eq!(lid.work.levels_j, 0.0);
    assert!(lid.residual_j().unwrap().abs() < 2e3, "{lid:?}");
}
