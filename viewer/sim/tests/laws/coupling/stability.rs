//! Hulls that leave little water under them: the flow stays finite, or the run names the cell where it does not.

use lbm_core::Trouble;
use viewer_sim::{Fields, World};

use crate::setup::world;

const CELERITY_M_S: f64 = 3.132;

/// Water 1 m deep in a channel closed to a ring, 20 × 8 m, with a current along it.
fn channel(tau: f64, current_m_s: f64) -> String {
    format!(
        "title = \"little water\"\nduration_s = 8.0\nsolver = {{ tau = {tau}, gravity_number = 0.1 }}\n\
         water = {{ level_m = 1.0, column = [{{ x_m = [0.0, 20.0], level_m = 1.0, velocity_m_s = [{current_m_s}, 0.0] }}] }}\n\
         grid = {{ cells = [160, 64], cell_size_m = 0.125 }}\n\
         sides.west.kind = \"periodic\"\nsides.east.kind = \"periodic\"\n"
    )
}

/// A hull, 3 m long, that draws a part of the depth, or is too heavy to float.
fn hull(name: &str, draft: f64, mass_factor: f64, place: &str) -> String {
    let (beam_m, fullness) = (0.75 * (draft / 1.3).powf(0.3), 0.3);
    let mass_kg = mass_factor * 1000.0 * 2.0 / 3.0 * 3.0 * beam_m * draft / (fullness + 1.0);
    format!(
        "[body.{name}]\n\
         hull = {{ kind = \"parabolic\", length_m = 3.0, beam_m = 0.75, depth_m = 1.3, fullness = {fullness} }}\n\
         mass_kg = {mass_kg}\ncenter_of_mass_m = [0.0, 0.0, {}]\ndrag = 0.0\n{place}\n",
        0.3 * draft
    )
}

/// Runs to the end, or to the step at which a cell is in trouble.
fn outcome(text: &str) -> (World, Option<Trouble>) {
    let mut world = world(text);
    while world.time_s() < 6.0 {
        let report = world.step();
        if report.trouble.is_some() {
            return (world, report.trouble);
        }
        assert!(report.quarantined.is_empty(), "{report:?}");
    }
    (world, None)
}

/// Largest Froude number of the water that no hull covers.
fn froude_beside_hulls(world: &World) -> f64 {
    let Fields { eta_m, u_m_s, v_m_s } = world.fields();
    let mut beside = vec![true; eta_m.len()];
    world.wet_section().iter().for_each(|wet| beside[wet.index as usize] = false);
    let cells = (0..beside.len()).filter(|cell| beside[*cell]);
    let froude =
        |cell: usize| f64::from(u_m_s[cell].hypot(v_m_s[cell]) / (9.81 * (1.0 + eta_m[cell])).sqrt());
    cells.map(froude).fold(0.0, f64::max)
}

#[test]
fn hulls_slower_than_the_waves_may_draw_nine_tenths_of_the_depth() {
    for tau in [0.55, 1.0] {
        for draft in [0.5, 0.9] {
            let towed = |speed: f64, x_m: f64| {
                let tow = format!("tow = {{ speed_m_s = {speed}, ramp_s = 1.5, free = [] }}");
                hull("a", draft, 1.0, &format!("position_m = [{x_m}, 4.06]\n{tow}"))
            };
            let current_m_s = 0.3 * CELERITY_M_S;
            let drifting = format!(
                "position_m = [5.0, 4.06]\nheading_deg = 20.0\nvelocity_m_s = [{current_m_s}, 0.0, 0.0]"
            );
            let sinking = "position_m = [8.0, 4.06]\nvelocity_m_s = [1.0, 0.0, -0.3]";
            let ahead = "position_m = [6.0, 4.06]\nvelocity_m_s = [1.0, 0.0, 0.0]";
            let against = "position_m = [10.0, 4.3]\nheading_deg = 30.0\nvelocity_m_s = [-1.0, 0.0, 0.0]";
            for (case, text) in [
                ("towed", channel(tau, 0.0) + &towed(0.5 * CELERITY_M_S, 5.0)),
                ("held in a stream", channel(tau, current_m_s) + &towed(0.0, 8.0)),
                ("drifting", channel(tau, current_m_s) + &hull("a", draft, 1.0, &drifting)),
                ("grounding", channel(tau, 0.0) + &hull("a", draft, 3.0, sinking)),
                (
                    "colliding",
                    channel(tau, 0.0) + &hull("a", draft, 1.0, ahead) + &hull("b", draft, 1.0, against),
                ),
            ] {
                let (world, trouble) = outcome(&text);
                assert_eq!(trouble, None, "{case}, tau {tau}, draft {draft}");
                let froude = froude_beside_hulls(&world);
                assert!(froude < 0.8, "{case}, tau {tau}, draft {draft}: {froude}");
                let momentum = world.momentum();
                assert!(
                    momentum.residual_relative() < 1e-8,
                    "{case}, tau {tau}, draft {draft}: {momentum:?}"
                );
            }
        }
    }
}

/// The water under hulls is reported with its own velocity and depth, not by those of the head, and where its inertia is bounded the run
/// says so.
#[test]
fn water_squeezed_under_a_hull_is_reported_as_fast_as_it_is() {
    let held = "hull = { kind = \"box\", length_m = 2.0, beam_m = 0.75, depth_m = 1.4 }\ndrag = 0.0\n\
                center_of_mass_m = [0.0, 0.0, 0.2]\nposition_m = [8.0, 4.06]\ntow = { speed_m_s = 0.0, free = [] }\n";
    for (draft, is_bounded) in [(0.5, false), (0.95, true)] {
        let text = channel(0.6, 0.3 * CELERITY_M_S)
            + &format!("[body.barge]\n{held}mass_kg = {}\n", 1000.0 * 2.0 * 0.75 * draft);
        let mut world = world(&text);
        let mut froude = 0.0;
        while world.time_s() < 3.0 {
            assert_eq!(world.step().trouble, None);
            for wet in world.wet_section() {
                let cell = wet.index as usize;
                let [eta, u, v] = [&world.fields().eta_m, &world.fields().u_m_s, &world.fields().v_m_s]
                    .map(|of| f64::from(of[cell]));
                let left_m = (1.0 + eta - f64::from(wet.thickness_m)).max(0.05);
                froude = (u.hypot(v) / (9.81 * left_m).sqrt()).max(froude);
            }
        }
        let warned =
            world.warnings().iter().filter(|warning| warning.starts_with("body.barge: from t =")).count();
        assert!(
            (world.max_froude() / froude - 1.0).abs() < 1e-3,
            "draft {draft}: {} {froude}",
            world.max_froude()
        );
        assert_eq!(warned, usize::from(is_bounded), "draft {draft}: {:?}", world.warnings());
    }
}

/// A hull that lies on the bed moves no water: with the viscous stress of a column that changes by more than itself within a cell corrected
/// as that of a smooth one, currents grew under it as fast as the scheme carries.
#[test]
fn still_water_stays_at_rest_under_a_hull_aground() {
    let box_shaped = "hull = { kind = \"box\", length_m = 2.0, beam_m = 0.75, depth_m = 1.4 }";
    let slender =
        "hull = { kind = \"parabolic\", length_m = 2.0, beam_m = 0.75, depth_m = 1.4, fullness = 0.3 }";
    for (hull, mass_kg) in [(box_shaped, 1510.0), (box_shaped, 1600.0), (slender, 1000.0)] {
        for under in ["soft", "lid"] {
            for tau in [0.55, 1.0] {
                let text = format!("coupling.hull = \"{under}\"\n")
                    + &channel(tau, 0.0)
                    + &format!(
                        "[body.barge]\n{hull}\nmass_kg = {mass_kg}\ncenter_of_mass_m = [0.0, 0.0, 0.285]\ndrag = 0.0\nposition_m = [8.0, 4.03]\n"
                    );
                let (world, trouble) = outcome(&text);
                let case = format!("{hull}, {mass_kg} kg, {under}, tau {tau}");
                assert_eq!(trouble, None, "{case}");
                let energy = world.energy();
                // The slender one settles by a millimeter.
                let most_j = if hull == slender { 2.0 } else { 1e-3 };
                assert!(energy.now.water_kinetic_j < most_j, "{case}: {energy:?}");
                assert!(energy.dissipated_j() > -1e-3, "{case}: {energy:?}");
            }
        }
    }
}

/// Behind a hull faster than the waves the water would have to be shallower than the bed is deep.
#[test]
fn where_the_water_runs_dry_behind_a_fast_hull_the_run_names_the_cell() {
    let tow = format!("tow = {{ speed_m_s = {}, ramp_s = 1.5, free = [] }}", 1.6 * CELERITY_M_S);
    let text = channel(0.6, 0.0) + &hull("a", 0.9, 1.0, &format!("position_m = [4.0, 4.06]\n{tow}"));
    let (world, trouble) = outcome(&text);
    let trouble = trouble.expect("the water runs dry");
    let ship = world.bodies().next().unwrap().position_m;
    let behind_m = ship.x - (trouble.cell[0] as f64 + 0.5) * 0.125;
    assert!((0.0..4.0).contains(&behind_m), "{trouble:?} {behind_m} m behind {ship}");
    // Which of the two comes first is chance: a cell without water, or the last of it as fast as the lattice.
    assert!(trouble.depth_m < 0.1, "{trouble:?}");
}
