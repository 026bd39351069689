//! Thickness of single bodies below a surface, by samples.

use super::layers::{NO_BOTTOM, NO_TOP, cell_box};
use crate::draw::{Drawn, Scratch, StripLists, Tile};
use crate::raster::{LANES, with_lanes};
use crate::{Body, Error, Grid};
use pulp::{Simd, WithSimd};

/// The cells in which a body reaches below the water, and its submerged thickness there; keeps its memory from call to call.
#[derive(Debug, Default)]
pub struct Thickness {
    tile: Tile,
    scratch: Scratch,
    lists: StripLists,
    cells: Vec<(u32, f32)>,
    /// Bottom and top of the body at the samples of a row of cells, row by row of samples, in whole cells.
    bottoms_m: Vec<f32>,
    tops_m: Vec<f32>,
    /// Level of the water at each column of samples, and the thickness summed along it.
    levels_m: Vec<f32>,
    sums_m: Vec<f32>,
}

impl Thickness {
    /// Linear indices of the cells, ascending, and the mean of the thickness over each, m, above 0.
    pub fn cells(&self) -> &[(u32, f32)] {
        &self.cells
    }

    /// Finds the thickness of a body below a surface that is not level, with `samples_per_side`² samples a cell
    /// ([`Rasterizer::samples_per_side`](crate::Rasterizer::samples_per_side)): that of
    /// [`CellMask::wet_section_below`](crate::CellMask::wet_section_below) of the body alone, to the bit. `level_m` gives the level for a cell,
    /// by its linear index, m above the datum; a cell whose level is NaN is dry.
    ///
    /// # Errors
    /// Those of [`Rasterizer`](crate::Rasterizer) for the grid and the samples; [`Error::Index`] for a triangle that names a vertex which does
    /// not exist. No cells are found then.
    pub fn find(
        &mut self,
        (grid, samples_per_side): (&Grid, usize),
        body: &Body<'_>,
        level_m: &(dyn Fn(usize) -> f32 + Sync),
    ) -> Result<(), Error> {
        self.cells.clear();
        grid.check(samples_per_side)?;
        let sampled = (grid, samples_per_side);
        if self.tile.draw(0, body, sampled, &mut self.scratch)? == Drawn::Deferred {
            self.tile.draw_large(0, body, sampled, &mut self.lists)?;
        }
        with_lanes(Find { nx: grid.nx, n: samples_per_side, level_m, out: self });
        Ok(())
    }
}

/// Finds the thickness of a body. It is compiled for the instructions of the machine.
struct Find<'a> {
    nx: usize,
    n: usize,
    level_m: &'a (dyn Fn(usize) -> f32 + Sync),
    out: &'a mut Thickness,
}

impl WithSimd for Find<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { nx, n, level_m, out } = self;
        let Thickness { tile, cells: found, bottoms_m, tops_m, levels_m, sums_m, .. } = out;
        let clip = tile.on_grid();
        let (cells, weight) = (cell_box(0, &clip, n), 1.0 / (n * n) as f32);
        // Whole vectors; what is in the columns beyond the cells is of no use.
        let (width, first) = ((cells.x.len() * n).next_multiple_of(LANES), cells.x.start * n);
        for samples in [&mut *bottoms_m, &mut *tops_m] {
            samples.resize(n * width, 0.0);
        }
        for columns in [&mut *levels_m, &mut *sums_m] {
            columns.resize(width, 0.0);
        }
        for j in cells.y {
            bottoms_m.fill(NO_BOTTOM);
            tops_m.fill(NO_TOP);
            for row in (j * n).max(clip.y0 as usize)..((j + 1) * n).min(clip.y1 as usize) {
                let start = (row - j * n) * width + clip.x0 as usize - first;
                let reach_m = tile.row(row as i32);
                let (bottoms_m, tops_m) = (&mut bottoms_m[start..], &mut tops_m[start..]);
                for ((bottom_m, top_m), [up_m, down_m]) in bottoms_m.iter_mut().zip(tops_m).zip(reach_m) {
                    (*bottom_m, *top_m) = (-down_m, *up_m);
                }
            }
            for (i, levels_m) in cells.x.clone().zip(levels_m.chunks_exact_mut(n)) {
                levels_m.fill(level_m(j * nx + i));
            }
            sums_m.fill(0.0);
            for (bottoms_m, tops_m) in bottoms_m.chunks_exact(width).zip(tops_m.chunks_exact(width)) {
                let ((bottoms_m, _), (tops_m, _)) = (bottoms_m.as_chunks(), tops_m.as_chunks());
                let ((levels_m, _), (sums_m, _)) = (levels_m.as_chunks(), sums_m.as_chunks_mut());
                for (reach_m, (levels_m, sums_m)) in
                    bottoms_m.iter().zip(tops_m).zip(levels_m.iter().zip(sums_m))
                {
                    add_thickness(reach_m, levels_m, sums_m);
                }
            }
            for (i, columns_m) in cells.x.clone().zip(sums_m.chunks_exact(n)) {
                let mut thickness_m = 0.0;
                for column_m in columns_m {
                    thickness_m += column_m;
                }
                if thickness_m > 0.0 {
                    found.push(((j * nx + i) as u32, thickness_m * weight));
                }
            }
        }
    }
}

/// Adds what of a body is below the levels at eight samples, given its bottoms and tops. By arrays: slices whose lengths the compiler does not
/// know are not computed in vectors.
#[inline(always)]
fn add_thickness(
    (bottoms_m, tops_m): (&[f32; LANES], &[f32; LANES]),
    levels_m: &[f32; LANES],
    sums_m: &mut [f32; LANES],
) {
    for x in 0..LANES {
        let (level_m, bottom_m, top_m) = (levels_m[x], bottoms_m[x], tops_m[x]);
        let up_to_m = if top_m < level_m { top_m } else { level_m };
        sums_m[x] += if bottom_m < level_m { up_to_m - bottom_m } else { 0.0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CellMask, Rasterizer};
    use glam::{Quat, Vec2, Vec3};

    /// Wedges at all places, the border of the grid among them, on water that is no number in some cells.
    #[test]
    fn the_thickness_of_a_body_is_that_of_its_mask() {
        let vertices = [[0.0, 0.0, -1.0], [5.3, 0.4, 0.2], [4.1, 3.9, 0.9], [0.3, 4.4, -0.2]].map(Vec3::from);
        let triangles = [[0, 1, 2], [0, 2, 3], [0, 1, 3], [1, 2, 3]];
        let body = |k: u16| Body {
            vertices: &vertices,
            triangles: &triangles,
            rotation: Quat::from_rotation_z(f32::from(k)) * Quat::from_rotation_x(0.3 * f32::from(k)),
            translation_m: Vec3::new(f32::from(k * 7 % 40) - 1.0, f32::from(k * 5 % 23) - 1.0, 0.0),
            label: k + 1,
        };
        let bodies: Vec<Body<'_>> = (0..40).map(body).collect();
        let level_m = |cell: usize| match cell.is_multiple_of(13) {
            true => f32::NAN,
            false => 0.4 * (cell as f32 * 0.7).sin(),
        };
        for samples in [1, 3, 5] {
            let grid = Grid { nx: 43, ny: 25, cell_size_m: 1.0, origin_m: Vec2::ZERO };
            let rasterizer = Rasterizer::new(grid).and_then(|of| of.samples_per_side(samples));
            let mut rasterizer = rasterizer.expect("a grid");
            let (mut mask, mut wet) = (CellMask::new(), Vec::new());
            let mut thickness = Thickness::default();
            let mut several = 0;
            for (k, body) in bodies.iter().enumerate() {
                rasterizer.rasterize(std::slice::from_ref(body), &mut mask).expect("a body");
                mask.wet_section_below(level_m, &mut wet);
                thickness.find((&grid, samples), body, &level_m).expect("a body");
                let own = wet.iter().filter(|cell| cell.thickness_m > 0.0);
                let wanted: Vec<_> = own.map(|cell| (cell.index, cell.thickness_m.to_bits())).collect();
                let found: Vec<_> = thickness.cells().iter().map(|(cell, m)| (*cell, m.to_bits())).collect();
                assert_eq!(found, wanted, "{samples} samples a side, body {k}");
                several += wanted.len();
            }
            assert!(several > 150, "{several}");
        }
    }
}
