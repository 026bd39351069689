//! Hulls that are projected beside the water's step, `coupling.schedule = "side-by-side"`: what they displace is a step behind.

use super::heave;
use super::towed::resistance_beside;
use crate::verify::reference::{Heave, Under};
use crate::verify::row::Row;

const CYLINDER: Heave = Heave { depth_m: 6.0, radius_m: 2.5, draft_m: 1.2, raised_m: 0.08 };

const SECONDS: f64 = 3.5;

/// Cells of the cylinder's radius, and the part of the delay's effect by which the grid may see another: the section of upright sides is spread over the cells beside
/// them, and the water takes its change as the mean of the cells around.
const GRIDS: [(u32, f64); 2] = [(5, 0.35), (10, 0.15)];

/// A cylinder let go, of which the delay changes crossings and trough as it does in the radial solver of the same model, whose source is the same time
/// behind; and a towed hull, whose resistance it does not change.
pub(in crate::verify) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for (cells, part) in GRIDS {
        let [in_turn, beside] = ["in-turn", "side-by-side"].map(|schedule| {
            let coupling = format!("hull = \"soft\", schedule = \"{schedule}\"");
            heave::simulated(&CYLINDER, SECONDS, cells, &coupling)
        });
        let [exact, behind] =
            [0.0, beside.1].map(|behind_s| CYLINDER.record_behind(Under::SoftHead, SECONDS, 100, behind_s));
        let mut row = |quantity: &str, value: f64, reference: f64| {
            rows.push(Row {
                case: "side by side, bobbing",
                quantity: format!("{quantity}, R = {cells} Δx"),
                value,
                reference,
                tolerance: part * reference.abs(),
            });
        };
        for (n, exact_s) in exact.crossings_s.iter().enumerate() {
            let crossing = |crossings_s: &[f64]| crossings_s.get(n).map_or(f64::NAN, |at_s| 1e3 * at_s);
            let value = crossing(&beside.0.crossings_s) - crossing(&in_turn.0.crossings_s);
            let moved_ms = crossing(&behind.crossings_s) - 1e3 * exact_s;
            row(&format!("crossing {} moved [ms]", n + 1), value, moved_ms);
        }
        let moved_mm = 1e3 * (behind.trough[1] - exact.trough[1]);
        row("trough moved up [mm]", 1e3 * (beside.0.trough[1] - in_turn.0.trough[1]), moved_mm);
    }
    rows.extend(resistance_beside());
    rows
}
