//! Energy that solids on their way, waves by formula and the water beyond sides give and take.

use super::dissipation::{left_of, measured};
use crate::setup::world;

/// A box that is driven through water which gets shallower takes ever less room in it: the energy of that, `½ ρ g A Δh²`, goes into what drives it, and what is left falls
/// with the cells.
#[test]
fn a_solid_driven_up_a_slope_gets_the_energy_of_its_room() {
    let driven = |bed: &str, cells: usize| {
        let scenario = format!(
            "title = \"slope\"\nduration_s = 60.0\ngrid = {{ cells = [{}, {}], cell_size_m = {:?} }}\nwater.level_m = 2.0\n{bed}\
             [solver]\ncollision = \"bgk\"\ntau = 0.6\n\
             [body.box]\nhull = {{ kind = \"box\", length_m = 3.0, beam_m = 1.5, depth_m = 5.0 }}\nposition_m = [8.25, 8.0, 2.0]\n\
             wall = {{ slip = \"free-slip\" }}\nmotion = {{ velocity_m_s = [0.1, 0.0], ramp_s = 2.0 }}\n",
            24 * cells,
            16 * cells,
            1.0 / cells as f64
        );
        measured(world(&scenario), [0.0, 41.0])
    };
    let slope =
        "[[bed]]\nkind = \"slope\"\nfrom_m = [0.0, 0.0]\nto_m = [24.0, 0.0]\nheights_m = [0.0, 1.2]\n";
    let mut left = Vec::new();
    for cells in [2, 4] {
        // By 4 m, from 1.5875 to 1.3875 m of water.
        let room_j = -0.5 * 9810.0 * 1.5 * 3.0 * (1.5875_f64.powi(2) - 1.3875_f64.powi(2));
        let energy = driven(slope, cells);
        let (got_j, residual_j) = (energy.now.solids_potential_j, energy.residual_j().unwrap());
        println!("{cells} cells a meter: {got_j} of {room_j} J, {residual_j} J are left: {energy:?}");
        assert!((got_j / room_j - 1.0).abs() < 0.02, "{got_j} of {room_j} J");
        left.push(residual_j / energy.work.driven_j);
    }
    // In proportion to the cells.
    assert!(left[0].abs() < 0.025 && left[1].abs() < 0.65 * left[0].abs(), "{left:?}");
    let level = driven("", 2);
    assert_eq!(level.now.solids_potential_j, 0.0);
}

/// Waves by formula do not lose what they give: their work on bodies comes from outside, and no more is left of it than steps and cells take.
#[test]
fn waves_by_formula_give_bodies_their_work() {
    for mode in ["none", "conservative"] {
        let raft = world(&format!(
            "title = \"sea\"\nduration_s = 30.0\ngrid = {{ cells = [80, 80], cell_size_m = 0.5 }}\n\
             water = {{ level_m = 20.0, wave_pressure = \"from-level\" }}\ncoupling.mode = \"{mode}\"\n\
             wave = [{{ kind = \"airy\", towards_deg = 30, amplitude_m = 0.2, length_m = 40 }}]\n\
             [body.raft]\nhull = {{ kind = \"box\", length_m = 6.0, beam_m = 6.0, depth_m = 1.2 }}\nmass_kg = 21600.0\n\
             position_m = [20.0, 20.0]\nheading_deg = 30\ndrag = 0.0\n"
        ));
        let energy = measured(raft, [0.0, 20.0]);
        let (given_j, left_j) = (energy.work.waves_j, energy.residual_j().unwrap());
        println!("{mode}: {given_j} J given, {left_j} J left");
        assert!(given_j > 1000.0 && left_j.abs() < 0.04 * given_j, "{mode}: {left_j} J left: {energy:?}");
    }
}

/// The tide in a basin is squeezed and stretched all over, by the stress of the water beyond its mouth: what viscosity takes is what is gone, by the level or by characteristics
/// there, at any viscosity.
#[test]
fn viscosity_takes_of_a_tide_what_its_mouth_gives() {
    let solvers = [
        "collision = \"bgk\"\ntau = 0.6",
        "collision = \"bgk\"\ntau = 0.8",
        "collision = \"central-moments\"\ntau = 0.6",
    ];
    for kind in ["characteristic", "level"] {
        for solver in solvers {
            let level_m: Vec<f64> =
                (0..=48).map(|k| 3.0 - 0.4 * (std::f64::consts::TAU * f64::from(k) / 24.0).sin()).collect();
            let time_s: Vec<f64> = (0..=48).map(|k| 5.0 * f64::from(k)).collect();
            let world = world(&format!(
                "title = \"tide\"\nduration_s = 240.0\ngrid = {{ cells = [60, 4], cell_size_m = 1.0 }}\nwater.level_m = 3.0\n[solver]\n{solver}\n[sides]\n\
                 south = {{ kind = \"wall\", slip = \"free-slip\" }}\nnorth = {{ kind = \"wall\", slip = \"free-slip\" }}\neast = {{ kind = \"wall\", slip = \"free-slip\" }}\n\
                 [sides.west]\nkind = \"{kind}\"\nseries = {{ time_s = {time_s:?}, level_m = {level_m:?} }}\n"
            ));
            let energy = measured(world, [0.0, 240.0]);
            let left = left_of(&format!("{kind}, {solver}"), &energy);
            assert!(left.abs() < 0.1, "{kind}, {solver}: {left} of {energy:?}");
        }
    }
}
