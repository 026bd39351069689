//! The wet section: the cells in which bodies reach below the water level.

use super::wet_cell::{Band, WetCell};
use crate::CellMask;
use crate::raster::{LANES, Lanes, with_lanes};
use pulp::{Simd, WithSimd};
use rayon::prelude::*;
use std::ops::Range;

/// Rows of cells that one task takes.
const BAND_ROWS: usize = 16;

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
        wet_section(self, &|label, _| normal(still_level_m(label)), out);
    }

    /// The wet section below a surface that is not level: [`CellMask::wet_section`] with one water level for each cell, the same
    /// for all bodies.
    ///
    /// `level_m` gives the level for a cell, by its linear index, m above the datum. A cell whose level is NaN is dry.
    pub fn wet_section_below(&self, level_m: impl Fn(usize) -> f32 + Sync, out: &mut Vec<WetCell>) {
        wet_section(self, &|_, cell| normal(level_m(cell)), out);
    }
}

/// A level, 0 where it is subnormal: shaders may take it for 0.
#[inline]
fn normal(level_m: f32) -> f32 {
    if level_m.is_subnormal() { 0.0 } else { level_m }
}

/// Water levels by label and cell. The walk over the mask takes them behind a pointer, and those of eight cells in one call: so
/// it is compiled once instead of once for each caller's closure.
trait Levels: Sync {
    /// The level for a label and a cell, m.
    fn level_m(&self, label: u16, cell: usize) -> f32;

    /// The levels for the cells from `first` on, −∞ where the label is 0, m.
    fn levels_m(&self, labels: [u16; LANES], first: usize) -> [f32; LANES];
}

impl<L: Fn(u16, usize) -> f32 + Sync> Levels for L {
    #[inline]
    fn level_m(&self, label: u16, cell: usize) -> f32 {
        self(label, cell)
    }

    #[inline]
    fn levels_m(&self, labels: [u16; LANES], first: usize) -> [f32; LANES] {
        let mut levels_m = [f32::NEG_INFINITY; LANES];
        for l in 0..LANES {
            if labels[l] != 0 {
                levels_m[l] = self(labels[l], first + l);
            }
        }
        levels_m
    }
}

/// Computes the wet section below the water's levels.
fn wet_section(mask: &CellMask, levels: &dyn Levels, out: &mut Vec<WetCell>) {
    out.clear();
    let ny = mask.grid().ny;
    let bands = (0..ny.div_ceil(BAND_ROWS)).map(|band| band * BAND_ROWS..((band + 1) * BAND_ROWS).min(ny));
    let covered = |rows: &Range<usize>| rows.clone().any(|j| mask.runs(j).next().is_some());
    let mut memory = mask.bands().take();
    let mut count = 0;
    for rows in bands.filter(covered) {
        if count == memory.len() {
            memory.push(Band::default());
        }
        memory[count].rows = rows;
        count += 1;
    }
    match &mut memory[..count] {
        [] => {}
        [band] => wet_rows(mask, band.rows.clone(), levels, out),
        bands => {
            bands.par_iter_mut().for_each(|Band { rows, wet }| {
                wet.clear();
                wet_rows(mask, rows.clone(), levels, wet);
            });
            bands.iter().for_each(|band| out.extend_from_slice(&band.wet));
        }
    }
    mask.bands().give_back(memory);
}

/// Appends the wet section of some rows of cells.
fn wet_rows(mask: &CellMask, rows: Range<usize>, levels: &dyn Levels, out: &mut Vec<WetCell>) {
    match mask.samples_per_side() {
        1 => with_lanes(WetRows::<1> { mask, rows, levels, out }),
        3 => with_lanes(WetRows::<3> { mask, rows, levels, out }),
        5 => with_lanes(WetRows::<5> { mask, rows, levels, out }),
        _ => {
            for j in rows {
                mask.runs(j).flatten().for_each(|i| wet_cell(mask, [i, j], levels, out));
            }
        }
    }
}

/// The wet section of rows of cells with `N × N` samples, eight cells at a time; cells with several bodies one by one.
struct WetRows<'a, const N: usize> {
    mask: &'a CellMask,
    rows: Range<usize>,
    levels: &'a dyn Levels,
    out: &'a mut Vec<WetCell>,
}

impl<const N: usize> WithSimd for WetRows<'_, N> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        for j in self.rows.clone() {
            for run in self.mask.runs(j) {
                let mut i = run.start;
                while i + LANES <= run.end {
                    self.eight_cells(simd, i, j);
                    i += LANES;
                }
                (i..run.end).for_each(|i| wet_cell(self.mask, [i, j], self.levels, self.out));
            }
        }
    }
}

impl<const N: usize> WetRows<'_, N> {
    /// Appends the wet section of the cells from column `i` of row `j` on.
    #[inline(always)]
    fn eight_cells<S: Simd>(&mut self, simd: S, i: usize, j: usize) {
        let (samples, nx) = (self.mask.samples(), self.mask.grid().nx);
        let rows: [Range<usize>; N] = std::array::from_fn(|row| {
            let start = ((j * N + row) * nx + i) * N;
            start..start + LANES * N
        });
        // Of each column of samples the greatest label, and the least but 0, less 1; then of each cell.
        let (mut most, mut least) = ([[0_u16; LANES]; N], [[u16::MAX; LANES]; N]);
        for row in &rows {
            let (labels, _) = samples.label[row.clone()].as_chunks::<LANES>();
            for k in 0..N {
                for l in 0..LANES {
                    most[k][l] = most[k][l].max(labels[k][l]);
                    least[k][l] = least[k][l].min(labels[k][l].wrapping_sub(1));
                }
            }
        }
        if most == [[0; LANES]; N] {
            return;
        }
        let (mut label, mut others) = ([0_u16; LANES], [u16::MAX; LANES]);
        // `as_flattened` is a call.
        let (most, least) = (most.as_flattened(), least.as_flattened());
        for l in 0..LANES {
            for k in l * N..(l + 1) * N {
                label[l] = label[l].max(most[k]);
                others[l] = others[l].min(least[k]);
            }
        }
        let (first, mut levels) = (j * nx + i, [[f32::NEG_INFINITY; LANES]; N]);
        let level_m = self.levels.levels_m(label, first);
        let level_of_column = levels.as_flattened_mut();
        for l in 0..LANES {
            level_of_column[l * N..(l + 1) * N].fill(level_m[l]);
        }
        // Samples without a body have their bottom at +∞.
        let (zero, one) = (Lanes::splat(simd, 0.0), Lanes::splat(simd, 1.0));
        let [mut thickness_m, mut count, mut pierced] = [[[0.0; LANES]; N]; 3];
        for k in 0..N {
            let (level, mut columns) = (Lanes::new(simd, levels[k]), zero);
            let (mut wet, mut through) = (zero, zero);
            for row in &rows {
                let (bottoms_m, _) = samples.bottom_m[row.clone()].as_chunks();
                let (tops_m, _) = samples.top_m[row.clone()].as_chunks();
                let bottom = Lanes::new(simd, bottoms_m[k]);
                let is_wet = bottom.less_than(level);
                let top = Lanes::new(simd, tops_m[k]);
                columns = columns + is_wet.select(top.min(level) - bottom, zero);
                wet = wet + is_wet.select(one, zero);
                through = through + is_wet.select(top.less_than(level).select(zero, one), zero);
            }
            (thickness_m[k], count[k], pierced[k]) = (columns.to_array(), wet.to_array(), through.to_array());
        }
        let weight = 1.0 / (N * N) as f32;
        let [thickness_m, count, pierced] =
            [thickness_m.as_flattened(), count.as_flattened(), pierced.as_flattened()];
        for l in 0..LANES {
            if label[l] == 0 {
                continue;
            }
            if others[l] + 1 != label[l] {
                wet_cell(self.mask, [i + l, j], self.levels, self.out);
                continue;
            }
            let mut sums = [0.0; 3];
            for k in l * N..(l + 1) * N {
                sums = [sums[0] + thickness_m[k], sums[1] + count[k], sums[2] + pierced[k]];
            }
            let [thickness_m, count, pierced] = sums;
            if count > 0.0 {
                self.out.push(WetCell {
                    index: (first + l) as u32,
                    label: label[l],
                    thickness_m: thickness_m * weight,
                    coverage: count * weight,
                    waterplane: pierced * weight,
                });
            }
        }
    }
}

/// Appends the wet section of a cell, label by label. Each column of samples is summed, then the columns.
fn wet_cell(mask: &CellMask, [i, j]: [usize; 2], levels: &dyn Levels, out: &mut Vec<WetCell>) {
    let (samples, n, nx) = (mask.samples(), mask.samples_per_side(), mask.grid().nx);
    let (cell, weight) = (j * nx + i, 1.0 / (n * n) as f32);
    let columns = || (0..n).map(|k| (0..n).map(move |row| ((j * n + row) * nx + i) * n + k));
    let mut last = 0;
    while let Some(label) =
        columns().flatten().map(|at| samples.label[at]).filter(|label| *label > last).min()
    {
        let level = levels.level_m(label, cell);
        let is_wet = |at: &usize| samples.label[*at] == label && samples.bottom_m[*at] < level;
        let (mut thickness_m, mut count, mut pierced) = (0.0, 0.0, 0.0);
        for column in columns() {
            let mut sum = 0.0;
            for at in column.filter(is_wet) {
                sum += level.min(samples.top_m[at]) - samples.bottom_m[at];
                count += 1.0;
                pierced += if samples.top_m[at] >= level { 1.0 } else { 0.0 };
            }
            thickness_m += sum;
        }
        if count > 0.0 {
            let [thickness_m, coverage, waterplane] = [thickness_m, count, pierced].map(|sum| sum * weight);
            out.push(WetCell { index: cell as u32, label, thickness_m, coverage, waterplane });
        }
        last = label;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Body, Grid, Rasterizer};
    use glam::{Quat, Vec2, Vec3};

    /// Wedges that cover each other and the grid's border, with a level that differs by label and cell and is not a number in some.
    #[test]
    fn eight_cells_at_a_time_are_cells_one_by_one() {
        let vertices = [[0.0, 0.0, -1.0], [5.3, 0.4, 0.2], [4.1, 3.9, 0.9], [0.3, 4.4, -0.2]].map(Vec3::from);
        let triangles = [[0, 1, 2], [0, 2, 3], [0, 1, 3], [1, 2, 3]];
        let body = |k: u16| Body {
            vertices: &vertices,
            triangles: &triangles,
            rotation: Quat::from_rotation_z(f32::from(k)) * Quat::from_rotation_x(0.3 * f32::from(k)),
            translation_m: Vec3::new(f32::from(k * 7 % 40) - 1.0, f32::from(k * 5 % 23) - 1.0, 0.0),
            label: [1, 2, 700, u16::MAX][usize::from(k) % 4],
        };
        let bodies: Vec<Body<'_>> = (0..40).map(body).collect();
        let level_m = |label: u16, cell: usize| {
            let wave = 0.4 * (cell as f32 * 0.7 + f32::from(label)).sin();
            if cell.is_multiple_of(13) { f32::NAN } else { wave }
        };
        let bits = |wet: &[WetCell]| -> Vec<[u32; 5]> {
            let bits = |cell: &WetCell| {
                let parts = [cell.thickness_m, cell.coverage, cell.waterplane].map(f32::to_bits);
                [cell.index, cell.label.into(), parts[0], parts[1], parts[2]]
            };
            wet.iter().map(bits).collect()
        };
        for samples in [1, 3, 5, 7] {
            let grid = Grid { nx: 43, ny: 25, cell_size_m: 1.0, origin_m: Vec2::ZERO };
            let rasterizer =
                Rasterizer::new(grid).and_then(|rasterizer| rasterizer.samples_per_side(samples));
            let mut mask = CellMask::new();
            rasterizer.expect("a grid").rasterize(&bodies, &mut mask).expect("bodies");
            let (mut together, mut alone) = (Vec::new(), Vec::new());
            mask.wet_section_below(|cell| level_m(0, cell), &mut together);
            assert!(together.len() > 150, "{}", together.len());
            wet_section(&mask, &level_m, &mut together);
            for k in 0..grid.cells() {
                wet_cell(&mask, [k % grid.nx, k / grid.nx], &level_m, &mut alone);
            }
            assert_eq!(bits(&together), bits(&alone), "{samples} samples a side");
            let several =
                together.chunk_by(|a, b| a.index == b.index).filter(|parts| parts.len() > 1).count();
            assert!(several > 10 || samples == 1, "{several} cells with several bodies");
        }
    }
}
