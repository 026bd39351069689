//! The wet section: the cells in which bodies reach below the water level.

use crate::CellMask;

/// A cell in which a body reaches below the water level.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WetCell {
    /// Linear index of the cell, x fastest.
    pub index: u32,
    /// Label of the body.
    pub label: u16,
    /// Submerged thickness `b`, mean over the cell, m; times the cell's area it is the displaced volume.
    pub thickness_m: f32,
    /// Fraction of the cell's samples that are wet, 0…1.
    pub coverage: f32,
}

impl CellMask {
    /// The wet section below a still level: the cells where a body reaches below it, with the submerged thickness and the wet
    /// fraction of the cell.
    ///
    /// `still_level_m` gives the level for a label. A sample with bottom `z_b` and top `z_t` is submerged by
    /// `min(level, z_t) − z_b`: everything between a body's lowest and highest surface counts as body, and a single sheet has no
    /// thickness. Both values of a cell are means over all its samples. `out` is cleared first; it is sorted by cell, then by
    /// label, with one entry for each body that is wet in a cell.
    pub fn wet_section(&self, still_level_m: impl Fn(u16) -> f32, out: &mut Vec<WetCell>) {
        // Neighboring samples mostly belong to one body, so the last level is remembered.
        let mut known = (0, 0.0);
        let level_m = |label, _cell| {
            if label != known.0 {
                known = (label, still_level_m(label));
            }
            known.1
        };
        wet_section(self, level_m, out);
    }

    /// The wet section below a surface that is not level: [`CellMask::wet_section`] with one water level for each cell, the same
    /// for all bodies.
    ///
    /// `surface_m` gives the level for a cell, by its linear index, m above the datum. A cell whose level is NaN is dry.
    pub fn wet_section_below(&self, surface_m: impl Fn(usize) -> f32, out: &mut Vec<WetCell>) {
        // The samples of a cell follow each other.
        let mut known = (usize::MAX, 0.0);
        let level_m = |_label, cell| {
            if cell != known.0 {
                known = (cell, surface_m(cell));
            }
            known.1
        };
        wet_section(self, level_m, out);
    }
}

impl CellMask {
    /// The part of a cell, 0…1, in which the body with a label reaches through a level: its bottom lies below it and its top does not.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn pierced(&self, cell: u32, label: u16, level_m: f32) -> f32 {
        let (samples, n, nx) = (self.samples(), self.samples_per_side(), self.grid().nx);
        let (i, j) = (cell as usize % nx, cell as usize / nx);
        let rows = j * n..(j + 1) * n;
        let all = rows.flat_map(|row| (row * nx + i) * n..(row * nx + i + 1) * n);
        let pierced = all.filter(|&at| {
            samples.label[at] == label && samples.bottom_m[at] < level_m && samples.top_m[at] >= level_m
        });
        pierced.count() as f32 / (n * n) as f32
    }
}

/// Computes the wet section; `level_m` gives the water level for a label and a cell.
fn wet_section(mask: &CellMask, mut level_m: impl FnMut(u16, usize) -> f32, out: &mut Vec<WetCell>) {
    out.clear();
    let (samples, n, nx) = (mask.samples(), mask.samples_per_side(), mask.grid().nx);
    let weight = 1.0 / (n * n) as f32;
    for (j, columns) in mask.columns().iter().enumerate() {
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
                    cell.thickness_m *= weight;
                    cell.coverage *= weight;
                }
                out[first..].sort_unstable_by_key(|cell| cell.label);
            }
        }
    }
}
