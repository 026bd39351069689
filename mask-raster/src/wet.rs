//! The wet section: where bodies reach below the water's level.

use crate::CellMask;

/// A cell in which a body reaches below the level of the water.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WetCell {
    /// Linear index of the cell, x fastest.
    pub index: u32,
    /// Label of the body.
    pub label: u16,
    /// Submerged thickness, mean over the cell, m; times the cell's area it is the displaced volume.
    pub thickness_m: f32,
    /// Fraction of the cell's samples that are wet, 0…1.
    pub coverage: f32,
}

/// `level_m` gives the level of the water over a cell as a body with a label sees it.
pub(crate) fn wet_section(
    mask: &CellMask,
    mut level_m: impl FnMut(u16, usize) -> f32,
    out: &mut Vec<WetCell>,
) {
    out.clear();
    let (samples, n, nx) = (mask.samples(), mask.samples_per_side(), mask.grid().nx);
    let share = 1.0 / (n * n) as f32;
    for (j, columns) in mask.touched().iter().enumerate() {
        for i in columns.clone() {
            let first = out.len();
            for row in j * n..(j + 1) * n {
                let start = row * nx * n + i * n;
                for sample in start..start + n {
                    let label = samples.label[sample];
                    if label == 0 {
                        continue;
                    }
                    let (bottom_m, top_m) = (samples.bottom_m[sample], samples.top_m[sample]);
                    let level_m = level_m(label, j * nx + i);
                    if bottom_m < level_m {
                        let entry = out[first..].iter().position(|cell| cell.label == label);
                        let entry = entry.map_or(out.len(), |k| first + k);
                        if entry == out.len() {
                            let index = (j * nx + i) as u32;
                            out.push(WetCell { index, label, thickness_m: 0.0, coverage: 0.0 });
                        }
                        out[entry].thickness_m += level_m.min(top_m) - bottom_m;
                        out[entry].coverage += 1.0;
                    }
                }
            }
            if out.len() > first {
                for cell in &mut out[first..] {
                    cell.thickness_m *= share;
                    cell.coverage *= share;
                }
                out[first..].sort_unstable_by_key(|cell| cell.label);
            }
        }
    }
}
