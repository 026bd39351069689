//! The water's surface against a hull: the pressure acts below it, above the still level too, and nowhere else.

use crate::setup::world;

const DRAFT_M: f64 = 0.5;
const HEIGHT_M: f64 = 1.0;

/// Force along x of a box, 4 × 1 × 1 m with a draft of 0.5 m, in water whose surface falls by `drop_m` from the bow (x = 8 m) to
/// the stern (x = 4 m), N.
fn force_n(drop_m: f64) -> f64 {
    let column = |k: u32| {
        let x_m = (f64::from(k) + 0.5) * 0.125;
        let depth_m = 2.0 - drop_m * ((8.0 - x_m) / 4.0).clamp(0.0, 1.0);
        format!("{{ x_m = [{}, {}], depth_m = {depth_m} }}", f64::from(k) * 0.125, f64::from(k + 1) * 0.125)
    };
    let columns: Vec<String> = (0..96).map(column).collect();
    let mut world = world(&format!(
        "title = \"slope\"\nduration_s = 1.0\nwater = {{ depth_m = 2.0, column = [{}] }}\n\
         grid = {{ cells = [96, 48], cell_size_m = 0.125 }}\n\
         [body.box]\n\
         hull = {{ kind = \"box\", length_m = 4.0, beam_m = 1.0, depth_m = {HEIGHT_M} }}\n\
         mass_kg = 2000.0\nposition_m = [6.0, 3.0]\ndrag = 0.0\n\
         tow = {{ speed_m_s = 0.0, free = [] }}",
        columns.join(", ")
    ));
    world.step();
    world.bodies().next().unwrap().force_n.x
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
        let (got, want) = (force_n(drop_m), end_n(-drop_m) - end_n(0.0));
        assert!((got - want).abs() < 0.03 * want.abs(), "{drop_m} m: {got} N of {want} N");
    }
}
