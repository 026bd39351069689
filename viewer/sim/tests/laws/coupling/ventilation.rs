//! The water's surface against a hull: the pressure acts below it, above the still level too, and nowhere else.

use viewer_sim::World;

use crate::setup::world;

const CELL_M: f64 = 0.125;
const DRAFT_M: f64 = 0.5;
const HEIGHT_M: f64 = 1.0;

/// After a step of a box, 4 × 1 × 1 m with a draft of 0.5 m, in water whose surface falls by `drop_m` from the bow (x = 8 m) to
/// the stern (x = 4 m).
fn sloping(drop_m: f64) -> World {
    let column = |k: u32| {
        let [from_m, to_m] = [k, k + 1].map(|k| f64::from(k) * CELL_M);
        let depth_m = 2.0 - drop_m * ((8.0 - 0.5 * (from_m + to_m)) / 4.0).clamp(0.0, 1.0);
        format!("{{ x_m = [{from_m}, {to_m}], level_m = {depth_m} }}")
    };
    let columns: Vec<String> = (0..96).map(column).collect();
    let mut world = world(&format!(
        "title = \"slope\"\nduration_s = 1.0\nwater = {{ level_m = 2.0, column = [{}] }}\n\
         grid = {{ cells = [96, 48], cell_size_m = {CELL_M} }}\n\
         [body.box]\n\
         hull = {{ kind = \"box\", length_m = 4.0, beam_m = 1.0, depth_m = {HEIGHT_M} }}\n\
         mass_kg = 2000.0\nposition_m = [6.0, 3.0, 2.0]\ndrag = 0.0\n\
         tow = {{ speed_m_s = 0.0, free = [] }}",
        columns.join(", ")
    ));
    let _ = world.step();
    world
}

/// `ρ g ∫ z dz` over the part of an end that lies below a surface at `eta_m`: of a column of water that high, cut off at the deck.
fn end_n(eta_m: f64) -> f64 {
    let wet_m = DRAFT_M + eta_m;
    let above_deck_m = (wet_m - HEIGHT_M).max(0.0);
    1000.0 * 9.81 * 0.5 * (wet_m.max(0.0).powi(2) - above_deck_m.powi(2))
}

/// From a stern far out of the water that lies below it, through one that is just wet and the linear range, to one under water.
#[test]
fn a_sloping_surface_pushes_the_ends_of_a_box_as_deep_as_they_are_wet() {
    for drop_m in [1.2, 0.8, 0.5, 0.25, 0.02, -0.02, -0.25, -0.8] {
        let got = sloping(drop_m).bodies().next().unwrap().force_n.x;
        let want = end_n(-drop_m) - end_n(0.0);
        // The slope begins and ends within a cell at the ends, of which the section is spread over one more.
        assert!((got - want).abs() < 0.06 * want.abs(), "{drop_m} m: {got} N of {want} N");
    }
}

/// Not at the rim, where the forces of a real hull's sides act: the water under the hull has lost them cell by cell.
#[test]
fn the_water_is_pushed_back_in_each_cell_under_the_hull() {
    let drop_m = 0.25;
    let world = sloping(drop_m);
    let mut along_n = vec![0.0; 96 * 48];
    world.forces_on_water_n().for_each(|(cell, force_n)| along_n[cell as usize] += force_n.x);
    let slope = drop_m / 4.0;
    // One cell inside of the rim, of the 32 × 8 cells of the box.
    for (i, j) in (33..63).flat_map(|i| (21..27).map(move |j| (i, j))) {
        let eta_m = -drop_m * (8.0 - (f64::from(i) + 0.5) * CELL_M) / 4.0;
        let want = 1000.0 * 9.81 * (DRAFT_M + eta_m) * slope * CELL_M * CELL_M;
        let got = along_n[(j * 96 + i) as usize];
        assert!((got - want).abs() < 1e-3 * want, "cell [{i}, {j}]: {got} N of {want} N");
    }
}
