//! Bodies afloat, fixed and driven.

mod driven;
mod floating;
mod given;
mod ground;
mod joints;
mod light;
mod loads;
mod oscillation;
mod radiation;
mod rest;
mod sailboats;
mod solids;
mod speedboat;
mod standing;
mod strays;
mod surfaces;
mod towing;
mod waves;

/// The text of a scenario with a box of 8 × 4 × 2 m and half the density of the water, without drag, on water that stays flat
/// and in which it floats with its middle at a height of 3 m.
pub(crate) fn half_dense_box(z_m: f64, more: &str) -> String {
    format!(
        r#"
        title = "box"
        duration_s = 1.0
        [grid]
        cells = [40, 40]
        cell_size_m = 0.5
        [water]
        level_m = 3.0
        [coupling]
        mode = "none"
        [body.box]
        hull = {{ kind = "box", length_m = 8.0, beam_m = 4.0, depth_m = 2.0 }}
        mass_kg = 32000.0
        position_m = [10.0, 10.0, {z_m}]
        drag = 0.0
        {more}
        "#
    )
}
