//! The wet section: the cells in which bodies reach below the water level.

use crate::CellMask;
use rayon::prelude::*;
use std::ops::Range;

/// Rows of cells that one task takes.
const BAND_ROWS: usize = 16;

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
    ///
    /// Rows are taken on all threads of the current rayon pool; the result does not depend on their number.
    pub fn wet_section(&self, still_level_m: impl Fn(u16) -> f32 + Sync, out: &mut Vec<WetCell>) {
        wet_section(self, |label, _| still_level_m(label), out);
    }

    /// The wet section below a surface that is not level: [`CellMask::wet_section`] with one water level for each cell, the same
    /// for all bodies.
    ///
    /// `surface_m` gives the level for a cell, by its linear index, m above the datum. A cell whose level is NaN is dry.
    pub fn wet_section_below(&self, surface_m: impl Fn(usize) -> f32 + Sync, out: &mut Vec<WetCell>) {
        wet_section(self, |_, cell| surface_m(cell), out);
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
fn wet_section(mask: &CellMask, level_m: impl Fn(u16, usize) -> f32 + Sync, out: &mut Vec<WetCell>) {
    out.clear();
    let ny = mask.grid().ny;
    let bands = (0..ny.div_ceil(BAND_ROWS)).map(|band| band * BAND_ROWS..((band + 1) * BAND_ROWS).min(ny));
    let covered = |rows: &Range<usize>| rows.clone().any(|j| mask.runs(j).next().is_some());
    let bands: Vec<Range<usize>> = bands.filter(covered).collect();
    match &bands[..] {
        [] => {}
        [band] => wet_rows(mask, band.clone(), &level_m, out),
        bands => {
            let of_band = |band: &Range<usize>| {
                let mut wet = Vec::new();
                wet_rows(mask, band.clone(), &level_m, &mut wet);
                wet
            };
            let wet: Vec<Vec<WetCell>> = bands.par_iter().map(of_band).collect();
            wet.iter().for_each(|wet| out.extend_from_slice(wet));
        }
    }
}

/// Appends the wet section of some rows of cells.
fn wet_rows(
    mask: &CellMask,
    rows: Range<usize>,
    level_m: impl Fn(u16, usize) -> f32,
    out: &mut Vec<WetCell>,
) {
    let (samples, n, nx) = (mask.samples(), mask.samples_per_side(), mask.grid().nx);
    let weight = 1.0 / (n * n) as f32;
    for j in rows {
        for i in mask.runs(j).flatten() {
            let first = out.len();
            // Neighboring samples mostly belong to one body, so its entry and level are remembered.
            let (mut of, mut entry, mut level) = (0, None, 0.0);
            for row in j * n..(j + 1) * n {
                let start = row * nx * n + i * n;
                let labels = &samples.label[start..start + n];
                if labels.iter().all(|label| *label == 0) {
                    continue;
                }
                let (bottoms_m, tops_m) =
                    (&samples.bottom_m[start..start + n], &samples.top_m[start..start + n]);
                for ((&label, &bottom_m), &top_m) in labels.iter().zip(bottoms_m).zip(tops_m) {
                    if label == 0 {
                        continue;
                    }
                    if label != of {
                        (of, level) = (label, level_m(label, j * nx + i));
                        entry = out[first..].iter().position(|cell| cell.label == label).map(|k| first + k);
                    }
                    if bottom_m < level {
                        let entry = *entry.get_or_insert(out.len());
                        if entry == out.len() {
                            let index = (j * nx + i) as u32;
                            out.push(WetCell { index, label, thickness_m: 0.0, coverage: 0.0 });
                        }
                        out[entry].thickness_m += level.min(top_m) - bottom_m;
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
