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

pub(crate) fn wet_section(mask: &CellMask, level_m: impl Fn(u16) -> f32, out: &mut Vec<WetCell>) {
    out.clear();
    let (samples, n, nx) = (mask.samples(), mask.samples_per_side(), mask.grid().nx);
    let share = 1.0 / (n * n) as f32;
    // Neighbouring samples mostly belong to one body.
    let mut known = (0, 0.0);
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
                    if label != known.0 {
                        known = (label, level_m(label));
                    }
                    let (bottom_m, top_m) = (samples.bottom_m[sample], samples.top_m[sample]);
                    if bottom_m < known.1 {
                        let entry = out[first..].iter().position(|cell| cell.label == label);
                        let entry = entry.map_or(out.len(), |k| first + k);
                        if entry == out.len() {
                            let index = (j * nx + i) as u32;
                            out.push(WetCell { index, label, thickness_m: 0.0, coverage: 0.0 });
                        }
                        out[entry].thickness_m += known.1.min(top_m) - bottom_m;
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
