//! Levels of the water as they are drawn.

use rayon::prelude::*;

use crate::scene::{Edge, WaterSheet};

/// Writes the elevations of the cells above a level, m; solid cells and those that are not finite take those around them. With
/// `fades` the sides of the sea fade to that level.
///
/// # Panics
/// Unless the sheet has one level a cell.
pub(crate) fn elevations(sheet: &WaterSheet, above_m: f32, fades: bool, eta_m: &mut Vec<f32>) {
    assert_eq!(sheet.level_m.len(), sheet.nx * sheet.ny, "a sheet has one level a cell, x fastest");
    let solid = |k: usize| sheet.solid.get(k).copied().unwrap_or(false);
    let level = |(k, level): (usize, &f32)| if solid(k) { f32::NAN } else { *level - above_m };
    sheet.level_m.par_iter().enumerate().map(level).collect_into_vec(eta_m);
    fill(eta_m, [sheet.nx, sheet.ny]);
    if fades && sheet.edges.iter().any(|edge| *edge != Edge::Bank) {
        // As many cells from a side nothing has faded.
        let wide_m = sheet.edges.iter().map(|edge| if let Edge::Sea(wide_m) = edge { *wide_m } else { 0.0 });
        let reach = (wide_m.fold(0.0, f32::max) / sheet.cell_size_m) as usize + 2;
        eta_m.par_chunks_mut(sheet.nx).enumerate().for_each(|(j, row)| {
            let is_inside = j >= reach && j + reach < sheet.ny;
            for (i, eta_m) in row.iter_mut().enumerate() {
                if !(is_inside && i >= reach && i + reach < sheet.nx) {
                    *eta_m *= fade(sheet, [i as f32, j as f32]);
                }
            }
        });
    }
}

/// Fraction of what is drawn at a place in cells, 0 in the middle of the first: 0 at the sides that fade into the sea.
pub(crate) fn fade(sheet: &WaterSheet, [x, y]: [f32; 2]) -> f32 {
    let last = [sheet.nx as f32 - 1.0, sheet.ny as f32 - 1.0];
    let away = [x, last[0] - x, y, last[1] - y];
    sheet.edges.iter().zip(away).fold(1.0, |fraction, (edge, cells)| match edge {
        Edge::Bank => fraction,
        Edge::Sea(width_m) => {
            let t = (cells * sheet.cell_size_m / width_m.max(sheet.cell_size_m)).clamp(0.0, 1.0);
            fraction * (t * t * (3.0 - 2.0 * t))
        }
    })
}

/// Replaces what is not finite by the mean of the values around it, in rings from the rest; by 0 where there is none.
pub(crate) fn fill(values: &mut [f32], [nx, ny]: [usize; 2]) {
    let found = values.par_iter().enumerate().filter(|(_, value)| !value.is_finite());
    let mut unknown: Vec<usize> = found.map(|(k, _)| k).collect();
    unknown.iter().for_each(|&k| values[k] = f32::NAN);
    while !unknown.is_empty() {
        let known = &*values;
        let mean = |k: usize| {
            let (i, j) = (k % nx, k / nx);
            let around = (j.saturating_sub(1)..ny.min(j + 2))
                .flat_map(|j| (i.saturating_sub(1)..nx.min(i + 2)).map(move |i| known[j * nx + i]));
            let (sum, count) = around
                .filter(|value| !value.is_nan())
                .fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
            (count > 0).then(|| sum / count as f32)
        };
        let found: Vec<(usize, f32)> =
            unknown.iter().filter_map(|&k| mean(k).map(|value| (k, value))).collect();
        if found.is_empty() {
            unknown.iter().for_each(|&k| values[k] = 0.0);
            return;
        }
        found.iter().for_each(|&(k, value)| values[k] = value);
        unknown.retain(|&k| values[k].is_nan());
    }
}
