//! Which body covers each cell, and between which heights.

use crate::dirty::Dirty;
use crate::merge::merge;
use crate::raster::Clip;
use crate::tile::Tile;
use crate::{Error, Grid, Motion, MovingCell, WetCell};
use glam::Vec2;
use std::ops::Range;

/// The cells that bodies cover, seen along z: the body's label, its top and its bottom.
///
/// A cell counts as covered where its centre is, one texel of the depth map of Lazo et al. §2.3 per cell.
/// Where several bodies cover a sample, the one that reaches deepest has it, with its own top and bottom; at
/// equal depth the one that comes first. All slices have one value per cell, x fastest.
#[derive(Debug, Clone)]
pub struct CellMask {
    grid: Grid,
    samples_per_side: usize,
    /// One value per sample, x fastest.
    samples: Layers,
    /// The samples at the cells' centres; unused where a cell has one sample.
    centres: Layers,
    /// Columns of each row of cells outside of which nothing is covered.
    touched: Vec<Range<usize>>,
    boxes: Vec<CellBox>,
    /// The call that this mask shows, none if it shows none.
    pub(crate) call: Option<u64>,
}

/// The cells a body may cover: columns `x` of rows `y`, empty for a body outside the grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellBox {
    /// Label of the body.
    pub label: u16,
    /// Columns.
    pub x: Range<usize>,
    /// Rows.
    pub y: Range<usize>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Layers {
    pub(crate) label: Vec<u16>,
    pub(crate) top_m: Vec<f32>,
    pub(crate) bottom_m: Vec<f32>,
}

impl Layers {
    fn blank(n: usize) -> Self {
        Self { label: vec![0; n], top_m: vec![f32::NEG_INFINITY; n], bottom_m: vec![f32::INFINITY; n] }
    }

    fn clear(&mut self, range: Range<usize>) {
        self.label[range.clone()].fill(0);
        self.top_m[range.clone()].fill(f32::NEG_INFINITY);
        self.bottom_m[range].fill(f32::INFINITY);
    }
}

impl Default for CellMask {
    fn default() -> Self {
        Self::new()
    }
}

impl CellMask {
    /// An empty mask; [`Rasterizer::rasterize`](crate::Rasterizer::rasterize) gives it its size.
    pub fn new() -> Self {
        Self {
            grid: Grid { nx: 0, ny: 0, cell_size_m: 1.0, origin_m: Vec2::ZERO },
            samples_per_side: 1,
            samples: Layers::default(),
            centres: Layers::default(),
            touched: Vec::new(),
            boxes: Vec::new(),
            call: None,
        }
    }

    /// The grid of the last call to `rasterize`.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Label of the body at each cell's centre, 0 where there is none.
    pub fn labels(&self) -> &[u16] {
        &self.at_centres().label
    }

    /// Highest surface of that body over each cell's centre, m; −∞ where there is no body.
    pub fn top_m(&self) -> &[f32] {
        &self.at_centres().top_m
    }

    /// Lowest surface of that body under each cell's centre, m; +∞ where there is no body.
    pub fn bottom_m(&self) -> &[f32] {
        &self.at_centres().bottom_m
    }

    /// The cells each body may cover, in the order of the bodies.
    pub fn boxes(&self) -> &[CellBox] {
        &self.boxes
    }

    /// The wet section: the cells where a body reaches below the still level of the water, with the submerged
    /// thickness and the covered fraction of the cell.
    ///
    /// `still_level_m` gives the level for a label. At a sample with bottom `z_b` and top `z_t` the thickness is
    /// `min(level, z_t) − z_b`: what lies between a body's lowest and its highest surface counts as body, and a single sheet has
    /// no thickness ([`CellMask::single_sheets`] counts those); both figures are means over all samples of the cell. `out` is emptied first and
    /// comes back sorted by index; a cell in which the samples of several bodies are wet has an entry for each,
    /// sorted by label.
    pub fn wet_section(&self, still_level_m: impl Fn(u16) -> f32, out: &mut Vec<WetCell>) {
        // Neighbouring samples mostly belong to one body.
        let mut known = (0, 0.0);
        let level_m = |label, _cell| {
            if label != known.0 {
                known = (label, still_level_m(label));
            }
            known.1
        };
        crate::wet::wet_section(self, level_m, out);
    }

    /// The wet section under a surface that is not level: as [`CellMask::wet_section`], with the level of the water in each
    /// cell, bed and depth together, for all bodies.
    ///
    /// `surface_m: [ny][nx]`, x fastest, m. A cell whose level is not a number is dry.
    ///
    /// # Errors
    /// [`Error::Levels`] if there is not one level for each cell; `out` is empty then.
    pub fn wet_section_below(&self, surface_m: &[f32], out: &mut Vec<WetCell>) -> Result<(), Error> {
        out.clear();
        self.grid.check_levels(surface_m)?;
        crate::wet::wet_section(self, |_label, cell| surface_m[cell], out);
        Ok(())
    }

    /// Samples that a body covers with a single sheet: top and bottom are one, and the thickness under water is 0.
    ///
    /// Under a closed mesh there are few, where a vertical line grazes it. Many mean that a hull is open where it should not
    /// be: its bottom without a deck displaces nothing. The cost grows with the cells that bodies may cover.
    pub fn single_sheets(&self) -> usize {
        let Layers { label, top_m, bottom_m } = &self.samples;
        let (n, nx) = (self.samples_per_side, self.grid.nx);
        let in_row = |row: usize| {
            let columns = &self.touched[row / n];
            let start = row * nx * n;
            let is_single = |&k: &usize| label[k] != 0 && top_m[k] == bottom_m[k];
            (start + columns.start * n..start + columns.end * n).filter(is_single).count()
        };
        (0..self.touched.len() * n).map(in_row).sum()
    }

    /// The velocity of the body in each cell whose centre it covers: `u = v + ω × r` at the cell's centre on the body's
    /// underside, with `r` from the body's centre to `(x, y, bottom)`.
    ///
    /// A cell whose centre is bare while half of its samples or more are covered, as a wet section takes it in, has the velocity
    /// of the body that covers most of them, of equals of the one with the smallest label: at the cell's centre, as high as that
    /// body's lowest bottom in the cell.
    ///
    /// `motion` tells how the body with a label moves; bodies that share a label move as one. `out` is emptied first and
    /// comes back sorted by index.
    pub fn velocities(&self, motion: impl Fn(u16) -> Motion, out: &mut Vec<MovingCell>) {
        crate::velocity::velocities(self, motion, out);
    }

    fn at_centres(&self) -> &Layers {
        if self.samples_per_side == 1 { &self.samples } else { &self.centres }
    }
}

/// What the crate does with a mask.
impl CellMask {
    pub(crate) fn samples(&self) -> &Layers {
        &self.samples
    }

    pub(crate) fn samples_per_side(&self) -> usize {
        self.samples_per_side
    }

    pub(crate) fn touched(&self) -> &[Range<usize>] {
        &self.touched
    }

    /// Makes the mask blank: only where something was written, unless the grid has changed.
    pub(crate) fn clear(&mut self, grid: &Grid, samples_per_side: usize) {
        self.boxes.clear();
        self.call = None;
        if self.grid == *grid && self.samples_per_side == samples_per_side {
            let n = samples_per_side;
            for (j, columns) in self.touched.iter_mut().enumerate() {
                let columns = std::mem::take(columns);
                if columns.is_empty() {
                    continue;
                }
                for row in j * n..(j + 1) * n {
                    let start = row * grid.nx * n;
                    self.samples.clear(start + columns.start * n..start + columns.end * n);
                }
                if n > 1 {
                    self.centres.clear(j * grid.nx + columns.start..j * grid.nx + columns.end);
                }
            }
        } else {
            self.grid = *grid;
            self.samples_per_side = samples_per_side;
            self.samples = Layers::blank(grid.cells() * samples_per_side * samples_per_side);
            self.centres =
                if samples_per_side == 1 { Layers::default() } else { Layers::blank(grid.cells()) };
            self.touched = vec![0..0; grid.ny];
        }
    }

    /// Lays the tiles over each other in the order in which they come: everywhere, or if the mask shows them as they were
    /// before some have `changed`, only about where those were and are.
    pub(crate) fn lay(&mut self, tiles: &[Tile], labels: &[u16], changed: Option<&[bool]>) {
        let n = self.samples_per_side;
        let boxes = tiles.iter().zip(labels).map(|(tile, &label)| cell_box(label, &tile.on_grid(), n));
        let old = std::mem::replace(&mut self.boxes, boxes.collect());
        let mut dirty = Dirty::new(self.grid.nx, self.grid.ny);
        for boxes in [&old, &self.boxes] {
            for (k, cells) in boxes.iter().enumerate() {
                if changed.is_none_or(|changed| changed.get(k) != Some(&false)) {
                    dirty.add(cells);
                }
            }
        }
        self.touched.fill(0..0);
        touch(&mut self.touched, &self.boxes);
        merge((self.grid.nx, n), &mut self.samples, &dirty, (tiles, &self.boxes));
        if n > 1 {
            for j in 0..self.grid.ny {
                dirty.runs(j).for_each(|columns| self.pick_centres(j, columns));
            }
        }
    }

    /// Replaces everything by what the GPU found: label, bits of the top and of the bottom of each sample, layer by layer.
    #[cfg(feature = "gpu")]
    pub(crate) fn fill(&mut self, grid: &Grid, samples_per_side: usize, boxes: &[CellBox], words: &[u32]) {
        self.clear(grid, samples_per_side);
        touch(&mut self.touched, boxes);
        self.boxes.extend_from_slice(boxes);
        let (n, layer) = (samples_per_side, words.len() / 3);
        for row in 0..grid.ny * n {
            let columns = &self.touched[row / n];
            let start = row * grid.nx * n;
            for sample in start + columns.start * n..start + columns.end * n {
                self.samples.label[sample] = words[sample] as u16;
                self.samples.top_m[sample] = f32::from_bits(words[layer + sample]);
                self.samples.bottom_m[sample] = f32::from_bits(words[2 * layer + sample]);
            }
        }
        if n > 1 {
            for j in 0..grid.ny {
                self.pick_centres(j, self.touched[j].clone());
            }
        }
    }

    /// Takes the cells' own values from the samples at their centres.
    fn pick_centres(&mut self, j: usize, columns: Range<usize>) {
        let (n, nx) = (self.samples_per_side, self.grid.nx);
        for i in columns {
            let (cell, sample) = (j * nx + i, (j * n + n / 2) * nx * n + i * n + n / 2);
            self.centres.label[cell] = self.samples.label[sample];
            self.centres.top_m[cell] = self.samples.top_m[sample];
            self.centres.bottom_m[cell] = self.samples.bottom_m[sample];
        }
    }
}

/// The cells that hold the samples of `clip`.
pub(crate) fn cell_box(label: u16, clip: &Clip, samples_per_side: usize) -> CellBox {
    let cells =
        |from: i32, to: i32| from as usize / samples_per_side..(to as usize).div_ceil(samples_per_side);
    let is_empty = clip.x0 >= clip.x1 || clip.y0 >= clip.y1;
    let (x, y) = if is_empty { (0..0, 0..0) } else { (cells(clip.x0, clip.x1), cells(clip.y0, clip.y1)) };
    CellBox { label, x, y }
}

/// Adds rectangles to the columns of their rows.
fn touch(rows: &mut [Range<usize>], boxes: &[CellBox]) {
    for cells in boxes {
        for columns in &mut rows[cells.y.clone()] {
            *columns = union(columns, &cells.x);
        }
    }
}

/// The smallest range with both in it.
fn union(a: &Range<usize>, b: &Range<usize>) -> Range<usize> {
    match (a.is_empty(), b.is_empty()) {
        (true, _) => b.clone(),
        (_, true) => a.clone(),
        _ => a.start.min(b.start)..a.end.max(b.end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Body, Rasterizer};
    use glam::{Quat, Vec3};

    /// What is written over a mask between two calls is still there but where a body was or is that moved.
    #[test]
    fn a_mask_changes_only_where_bodies_were_and_are_that_moved() {
        let grid = Grid { nx: 200, ny: 60, cell_size_m: 1.0, origin_m: Vec2::ZERO };
        let vertices = [[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [9.0, 7.0, 1.0], [0.0, 7.0, 1.0]].map(Vec3::from);
        let body = |label, x, y| Body {
            vertices: &vertices,
            triangles: &[[0, 1, 2], [0, 2, 3]],
            rotation: Quat::IDENTITY,
            translation_m: Vec3::new(x, y, 0.0),
            label,
        };
        let bodies = |x: f32| [body(1, 20.0, 10.0), body(2, x, 30.0), body(3, 150.0, 33.0)];
        for samples in [1, 3] {
            let grid_of = Rasterizer::new(grid).and_then(|rasterizer| rasterizer.samples_per_side(samples));
            let mut rasterizer = grid_of.expect("a grid");
            let mut mask = CellMask::new();
            for _ in 0..3 {
                rasterizer.rasterize(&bodies(80.0), &mut mask).expect("bodies");
            }
            let before = mask.boxes[1].clone();
            let written_m = 7.0;
            mask.samples.top_m.fill(written_m);
            rasterizer.rasterize(&bodies(95.0), &mut mask).expect("bodies");
            let after = &mask.boxes[1];
            // Columns are cleared by blocks.
            let block = 8;
            let (mut kept, mut anew) = (0, 0);
            for (k, &top_m) in mask.samples.top_m.iter().enumerate() {
                let (i, j) = (k % (200 * samples) / samples, k / (200 * samples) / samples);
                let within = |own: &CellBox, margin: usize| {
                    own.y.contains(&j) && i + margin >= own.x.start && i < own.x.end + margin
                };
                if within(&before, 0) || within(after, 0) {
                    assert!(top_m < written_m, "cell ({i}, {j}) was left as it was");
                    anew += 1;
                } else if !within(&before, block) && !within(after, block) {
                    assert!(top_m == written_m, "cell ({i}, {j}) was made anew");
                    kept += 1;
                }
            }
            assert!(anew > 100 * samples * samples && kept > 10_000 * samples * samples, "{anew}, {kept}");
        }
    }
}
