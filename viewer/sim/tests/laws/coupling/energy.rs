//! Energy by kind, the work that changes it, and what passes transects; momentum.

use glam::DVec2;
use viewer_sim::World;
use viewer_sim::records::Energy;

use crate::setup::{run, world};

/// Keys of a basin 2 m deep, 20 m × 16 m.
fn basin(more: &str) -> World {
    world(&format!(
        r#"
        title = "basin"
        duration_s = 10.0
        grid = {{ cells = [80, 64], cell_size_m = 0.25 }}
        water.level_m = 2.0
        solver.tau = 0.51
        coupling.samples_per_side = 5
        {more}
        "#
    ))
}

const BOX: &str = r#"
    [body.box]
    hull = { kind = "box", length_m = 4.0, beam_m = 2.0, depth_m = 1.0 }
    mass_kg = 4000.0
    drag = 0.0
"#;

/// A box that is let go heaves and makes waves: what it loses is in the water, but for the lattice's viscosity.
#[test]
fn the_energy_of_a_box_let_go_goes_over_into_the_water() {
    let mut world = basin(&format!("{BOX}\nposition_m = [10.0, 8.0, 2.1]"));
    // ½ ρ g A z² above its place at rest.
    let raised_j = 0.5 * 1e3 * 9.81 * 8.0 * 0.1f64.powi(2);
    let start = world.energy();
    assert_eq!((start.initial, start.dissipated_j()), (start.now, 0.0));
    let rest = basin(&format!("{BOX}\nposition_m = [10.0, 8.0, 2.0]")).energy().now.total_j();
    assert!(((start.now.total_j() - rest) / raised_j - 1.0).abs() < 1e-3, "{start:?}, {rest}");
    run(&mut world, 4.0);
    let energy = world.energy();
    let now = energy.now;
    assert_eq!(energy.work, Default::default());
    let in_water = now.water_kinetic_j + now.water_potential_j;
    assert!(in_water > 0.8 * raised_j, "{now:?} of {raised_j}");
    let lost = energy.dissipated_j() / raised_j;
    println!("lost {lost}");
    assert!((0.0..0.1).contains(&lost), "{lost}, {energy:?}");
}

#[test]
fn thrust_and_carriage_do_the_work_of_force_times_way() {
    let propeller = "propeller = { position_m = [-2.0, 0.0, 0.2], thrust_n = 300.0 }";
    let mut pushed = basin(&format!("{BOX}\nposition_m = [6.0, 8.0]\n{propeller}"));
    let start = pushed.bodies().next().unwrap().position_m;
    run(&mut pushed, 3.0);
    let way_m = (pushed.bodies().next().unwrap().position_m - start).length();
    let thrust_j = pushed.energy().work.thrust_j;
    // The box trims a little under the thrust.
    assert!((thrust_j / (300.0 * way_m) - 1.0).abs() < 0.01, "{thrust_j} J over {way_m} m");

    let mut towed = basin(
        r#"
        [body.ship]
        hull = { kind = "parabolic", length_m = 6.0, beam_m = 1.2, depth_m = 0.6 }
        mass_kg = 800.0
        drag = 0.0
        position_m = [6.0, 8.0]
        tow = { speed_m_s = 1.0, ramp_s = 1.0 }
        "#,
    );
    let mut carriage_j = 0.0;
    while towed.time_s() < 3.0 {
        let before = towed.bodies().next().unwrap().tow.unwrap().measured.speed_m_s;
        assert_eq!(towed.step(), Default::default());
        let tow = towed.bodies().next().unwrap().tow.unwrap();
        carriage_j += tow.carriage_n * 0.5 * (before + tow.measured.speed_m_s) * towed.time_step_s();
    }
    let energy = towed.energy();
    assert!((energy.work.carriages_j / carriage_j - 1.0).abs() < 1e-6, "{energy:?}, {carriage_j}");
    // ½ M v² of the ship and the waves of its start.
    assert!(energy.now.bodies_kinetic_j > 399.0, "{energy:?}");
    let lost = energy.dissipated_j() / carriage_j;
    println!("lost {lost}");
    assert!((-0.01..0.1).contains(&lost), "{lost}: {energy:?}");
}

/// A wall that pushes water ahead of it gives it the energy that it has, but for what its bore and friction take.
#[test]
fn a_driven_wall_works_on_the_water() {
    let mut world = basin(
        r#"
        [body.wall]
        hull = { kind = "box", length_m = 1.0, beam_m = 16.0, depth_m = 4.0 }
        mass_kg = 1.0
        position_m = [6.0, 8.0, 2.0]
        motion = { velocity_m_s = [0.1, 0.0], ramp_s = 2.0 }
        wall = { slip = "free-slip" }
        "#,
    );
    run(&mut world, 3.0);
    let energy = world.energy();
    let gained = energy.now.total_j() - energy.initial.total_j();
    println!("{energy:?}");
    assert!(energy.work.driven_j > 10.0 && (gained / energy.work.driven_j - 1.0).abs() < 0.1, "{energy:?}");
}

/// The momentum that is booked is `ρ Σ w u A` of the column that a hull leaves, not of the head.
#[test]
fn the_momentum_of_the_water_is_that_of_its_column() {
    let mut world = basin(&format!(
        "water.column = [{{ x_m = [0.0, 20.0], level_m = 2.0, velocity_m_s = [0.4, 0.1] }}]\n\
         sides = {{ west.kind = \"periodic\", east.kind = \"periodic\", south.kind = \"periodic\", north.kind = \"periodic\" }}\n\
         {BOX}\nposition_m = [10.0, 8.0]"
    ));
    for _ in 0..50 {
        let _ = world.step();
    }
    let body = world.bodies().next().unwrap();
    let (fields, area) = (world.fields(), world.cell_size_m().powi(2));
    let mut under = vec![0.0; fields.eta_m.len()];
    world.wet_section().iter().for_each(|wet| under[wet.index as usize] += f64::from(wet.thickness_m));
    let sum = |under: &[f64]| -> DVec2 {
        let cells = under.iter().zip(&fields.eta_m).zip(fields.u_m_s.iter().zip(&fields.v_m_s));
        cells
            .map(|((under, eta), (u, v))| {
                DVec2::new(f64::from(*u), f64::from(*v)) * ((2.0 + f64::from(*eta) - under) * 1e3 * area)
            })
            .sum()
    };
    let of_body = body.linvel_m_s.truncate() * 4000.0;
    let (columns, heads) = (sum(&under) + of_body, sum(&vec![0.0; under.len()]) + of_body);
    let booked = world.momentum().final_n_s;
    // The column is that of the section spread over the cells beside the hull.
    assert!((booked - columns).length() < 5e-5 * booked.length(), "{booked} {columns}");
    assert!((booked - heads).length() > 1e-3 * booked.length(), "{booked} {heads}");
}

/// What passes a transect is what is beyond it.
#[test]
fn a_transect_counts_volume_and_energy() {
    let mut world = basin(
        r#"
        water.column = [{ x_m = [0.0, 5.0], level_m = 2.02 }]
        transect = [
            { name = "up", from_m = [10.0, 16.0], to_m = [10.0, 0.0] },
            { name = "down", from_m = [10.0, 0.0], to_m = [10.0, 16.0] },
        ]
        "#,
    );
    // The wave, 10 m long with its reflection, has passed the line and not met the far wall.
    run(&mut world, 2.2);
    let fields = world.fields();
    let beyond = |of: fn(f64, f64) -> f64| -> f64 {
        let cells = fields.eta_m.iter().zip(&fields.u_m_s).enumerate().filter(|(cell, _)| cell % 80 >= 40);
        cells.map(|(_, (eta, u))| of(f64::from(*eta), f64::from(*u)) * 0.0625).sum()
    };
    let volume = beyond(|eta, _| eta);
    let energy = 1e3 * beyond(|eta, u| 0.5 * (9.81 * eta * eta + (2.0 + eta) * u * u));
    let [up, down] = [0, 1].map(|n| world.transects().nth(n).unwrap());
    assert!(volume > 0.5 && energy > 5.0, "{volume} m³, {energy} J");
    assert!((up.volume_m3 / volume - 1.0).abs() < 2e-3, "{up:?}, {volume}");
    assert!((up.energy_j / energy - 1.0).abs() < 0.02, "{up:?}, {energy}");
    assert!((up.energy_j + down.energy_j).abs() < 1e-9 * up.energy_j.abs(), "{down:?}");
}

/// What leaves through open sides is not dissipated.
#[test]
fn energy_that_waves_carry_through_a_side_is_booked_there() {
    let mut world = world(
        r#"
        title = "waves that leave"
        duration_s = 12.0
        grid = { cells = [120, 4], cell_size_m = 0.2 }
        water = { level_m = 1.0, column = [{ x_m = [8.0, 14.0], level_m = 1.03 }] }
        solver = { tau = 0.51 }
        [sides]
        west = { kind = "characteristic", level_m = 1.0 }
        east = { kind = "characteristic", level_m = 1.0 }
        south = { kind = "periodic" }
        north = { kind = "periodic" }
        "#,
    );
    while world.time_s() < 10.0 {
        assert_eq!(world.step(), Default::default());
    }
    let energy = world.energy();
    let of_start = |of: f64| of / energy.initial.total_j();
    assert!(of_start(energy.now.total_j()) < 0.01, "the waves have left: {energy:?}");
    assert!((-1.0..-0.9).contains(&of_start(energy.through_sides_j)), "{energy:?}");
    assert!((-0.01..0.1).contains(&of_start(energy.dissipated_j())), "{energy:?}");
}

/// A slow tide brings in what the water of a basin gains, `½ ρ g A η²`. What passes the middle of the outermost cells is less by half a cell of a basin, here a 40th.
#[test]
fn a_tide_brings_in_what_the_basin_gains() {
    for kind in ["characteristic", "level"] {
        let mut world = world(&format!(
            "title = \"tide\"\nduration_s = 200.0\ngrid = {{ cells = [20, 6], cell_size_m = 0.5 }}\nwater.level_m = 2.0\n\
             [sides]\nwest = {{ kind = \"{kind}\", series = {{ time_s = [0.0, 20.0, 100.0], level_m = [2.0, 2.02, 2.3] }} }}\n"
        ));
        while world.time_s() < 100.0 {
            assert_eq!(world.step(), Default::default());
        }
        let energy = world.energy();
        let gained_j = energy.now.total_j() - energy.initial.total_j();
        let part = energy.through_sides_j / gained_j;
        assert!((part - 1.0).abs() < 1e-3, "{kind}: {part} of {gained_j} J");
        // Between two looks at the sides too.
        let _ = world.step();
        let later = world.energy();
        let (more_j, came_j) =
            (later.now.total_j() - energy.now.total_j(), later.through_sides_j - energy.through_sides_j);
        assert!((more_j - came_j).abs() < 0.05 * came_j.abs(), "{kind}: {came_j} of {more_j} J");
    }
}

/// What a summary has as work, through sides and as dissipated makes up for the change of all energy: thrust and race, wind, friction, hands and all others.
#[test]
fn the_work_of_a_summary_is_all_of_it() {
    let mut world = world(
        r#"
        title = "busy"
        duration_s = 10.0
        grid = { cells = [80, 48], cell_size_m = 0.25 }
        water.level_m = 2.0
        wind = { speed_m_s = 20.0, towards_deg = 30.0 }
        friction.manning_s_m13 = 0.03
        sides.east = { kind = "characteristic", level_m = 2.0 }
        [body.boat]
        hull = { kind = "box", length_m = 3.0, beam_m = 1.5, depth_m = 0.8 }
        mass_kg = 1500.0
        position_m = [8.0, 6.0]
        drag = 1.0
        propeller = { thrust_n = 500.0, position_m = [-1.5, 0.0, 0.1] }
        "#,
    );
    while world.time_s() < 3.0 {
        assert!(world.add_force("boat", glam::DVec3::Y * 300.0, world.body(0).position_m));
        assert_eq!(world.step(), Default::default());
    }
    let energy = Energy::from(world.energy());
    for work_j in [energy.thrust_j, energy.race_j, energy.wind_j, energy.friction_j, energy.by_hand_j] {
        assert!(work_j != 0.0, "{energy:?}");
    }
    let given_j = energy.work_j() + energy.through_sides_j - energy.dissipated_j;
    let off_j = energy.final_j - energy.initial_j - given_j;
    assert!(off_j.abs() < 1e-9 * energy.work_j().abs(), "{off_j} J are missing: {energy:?}");
}
