//! The sphere of the IEA OES task in the coupled world, on water two of its diameters deep: the waves of its heave by a table, and
//! none of them in the simulated water.

use std::f64::consts::PI;

use super::one_body;
use crate::verify::bodies::{SPHERE_KG, SPHERE_RADIUS_M, heave_table, sphere_rows};
use crate::verify::row::Row;

const DEPTH_M: f64 = 20.0;
const SECONDS: f64 = 6.0;

pub(in crate::verify) fn rows() -> Vec<Row> {
    let table = std::env::temp_dir().join(format!("estela-verify-{}.csv", std::process::id()));
    let displaced_kg = 1000.0 * 2.0 / 3.0 * PI * SPHERE_RADIUS_M.powi(3);
    let written = std::fs::write(&table, heave_table(SPHERE_RADIUS_M, displaced_kg));
    written.unwrap_or_else(|error| panic!("{}: {error}", table.display()));
    let rows = [("IEA sphere, conservative", "conservative"), ("IEA sphere, mode none", "none")];
    let rows = rows.map(|(case, mode)| {
        let text = format!(
            r#"
            title = "sphere"
            duration_s = {SECONDS}
            grid = {{ cells = [60, 60], cell_size_m = 1.0 }}
            water = {{ level_m = {DEPTH_M} }}
            solver = {{ time_step_s = 0.01 }}
            coupling = {{ mode = "{mode}" }}
            [body.sphere]
            hull = {{ kind = "sphere", radius_m = {SPHERE_RADIUS_M}, subdivisions = 4 }}
            mass_kg = {SPHERE_KG}
            center_of_mass_m = [0.0, 0.0, {SPHERE_RADIUS_M}]
            position_m = [30.0, 30.0, {}]
            drag = 0.0
            radiation = {{ coefficients = {table:?} }}
            "#,
            DEPTH_M + 1.0
        );
        let mut world = one_body::world(&text);
        let mut heights = vec![1.0];
        one_body::run(&mut world, SECONDS, |world| {
            heights.push(one_body::body(world).position_m.z - DEPTH_M)
        });
        sphere_rows(case, &heights, world.time_step_s())
    });
    // A file that stays behind is no failure of a row.
    let _ = std::fs::remove_file(&table);
    rows.into_iter().flatten().collect()
}
