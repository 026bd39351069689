//! The mask: which body covers each cell, and between which heights.

use super::blocks::Blocks;
use super::layers::{CellBox, Layers, cell_box};
use super::merge::merge;
use super::wet_cell::Bands;
use crate::Grid;
use crate::draw::Tile;
use glam::Vec2;
use rayon::prelude::*;
use std::ops::Range;

/// Fewest rows of a task.
const ROWS_PER_TASK: usize = 16;

/// Label, top and bottom of the body that covers each cell, seen along z.
///
/// A cell counts as covered where its center is, one texel of the depth map of Lazo et al. §2.3 per cell.
/// Where several bodies cover a sample, it belongs to the one with the lowest bottom, with that body's own top and bottom; of
/// equal bottoms to the first body. All slices have one value per cell, x fastest.
#[derive(Debug, Clone)]
pub struct CellMask {
    grid: Grid,
    samples_per_side: usize,
    /// The values at all samples.
    samples: Layers,
    /// The values at the cells' centers; empty with one sample per cell, where `samples` has them.
    centers: Layers,
    /// Blocks of columns outside of which nothing is covered.
    covered: Blocks,
    boxes: Vec<CellBox>,
    redraw: Redraw,
    /// Memory for wet sections.
    bands: Bands,
    /// Number of the rasterizer's call that drew the mask; `None` if it is blank or was filled otherwise.
    pub(crate) call: Option<u64>,
}

/// Memory for what is redrawn.
#[derive(Debug, Clone)]
struct Redraw {
    /// Boxes before.
    boxes: Vec<CellBox>,
    dirty: Blocks,
    /// Tiles of each band of rows.
    members: Vec<Vec<usize>>,
}

impl Redraw {
    fn new(grid: &Grid) -> Self {
        Self { boxes: Vec::new(), dirty: Blocks::new(grid.nx, grid.ny), members: Vec::new() }
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
        let grid = Grid { nx: 0, ny: 0, cell_size_m: 1.0, origin_m: Vec2::ZERO };
        Self {
            grid,
            samples_per_side: 1,
            samples: Layers::default(),
            centers: Layers::default(),
            covered: Blocks::new(0, 0),
            boxes: Vec::new(),
            redraw: Redraw::new(&grid),
            bands: Bands::default(),
            call: None,
        }
    }

    /// The grid of the last call to `rasterize`.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Label of the body at each cell's center, 0 for none.
    pub fn labels(&self) -> &[u16] {
        &self.at_centers().label
    }

    /// Height of that body's highest surface at each cell's center, m; −∞ for no body.
    pub fn top_m(&self) -> &[f32] {
        &self.at_centers().top_m
    }

    /// Height of that body's lowest surface at each cell's center, m; +∞ for no body.
    pub fn bottom_m(&self) -> &[f32] {
        &self.at_centers().bottom_m
    }

    /// The cells that each body may cover, in the order of the bodies.
    pub fn boxes(&self) -> &[CellBox] {
        &self.boxes
    }

    fn at_centers(&self) -> &Layers {
        if self.samples_per_side == 1 { &self.samples } else { &self.centers }
    }
}

/// Access for the rest of the crate.
impl CellMask {
    pub(crate) fn samples(&self) -> &Layers {
        &self.samples
    }

    pub(crate) fn samples_per_side(&self) -> usize {
        self.samples_per_side
    }

    pub(super) fn bands(&self) -> &Bands {
        &self.bands
    }

    /// Columns of a row of cells outside of which nothing is covered, as runs.
    pub(crate) fn runs(&self, j: usize) -> impl Iterator<Item = Range<usize>> {
        self.covered.runs(j)
    }

    /// Clears the mask and sets its grid. On the same grid only what was written is cleared.
    pub(crate) fn clear(&mut self, grid: &Grid, samples_per_side: usize) {
        self.boxes.clear();
        self.call = None;
        if self.grid == *grid && self.samples_per_side == samples_per_side {
            let n = samples_per_side;
            for j in 0..grid.ny {
                for columns in self.covered.runs(j) {
                    for row in j * n..(j + 1) * n {
                        let start = row * grid.nx * n;
                        self.samples.clear(start + columns.start * n..start + columns.end * n);
                    }
                    if n > 1 {
                        self.centers.clear(j * grid.nx + columns.start..j * grid.nx + columns.end);
                    }
                }
            }
            self.covered.clear();
        } else {
            self.grid = *grid;
            self.samples_per_side = samples_per_side;
            self.samples = Layers::blank(grid.cells() * samples_per_side * samples_per_side);
            self.centers =
                if samples_per_side == 1 { Layers::default() } else { Layers::blank(grid.cells()) };
            self.covered = Blocks::new(grid.nx, grid.ny);
            self.redraw = Redraw::new(grid);
        }
    }

    /// Composites the tiles. With `changed`, which marks the tiles that differ from those the mask shows, redraws only the old and
    /// new rectangles of these.
    pub(crate) fn composite(&mut self, tiles: &[Tile], labels: &[u16], changed: Option<&[bool]>) {
        let n = self.samples_per_side;
        let boxes = tiles.iter().zip(labels).map(|(tile, &label)| cell_box(label, &tile.on_grid(), n));
        let Redraw { boxes: before, dirty, members } = &mut self.redraw;
        std::mem::swap(before, &mut self.boxes);
        self.boxes.clear();
        self.boxes.extend(boxes);
        dirty.clear();
        for boxes in [&*before, &self.boxes] {
            for (k, cells) in boxes.iter().enumerate() {
                if changed.is_none_or(|changed| changed.get(k) != Some(&false)) {
                    dirty.add(cells);
                }
            }
        }
        self.covered.clear();
        self.boxes.iter().for_each(|cells| self.covered.add(cells));
        merge((self.grid.nx, n), &mut self.samples, (dirty, members), (tiles, &self.boxes));
        copy_centers((self.grid.nx, n), &self.samples, &mut self.centers, dirty);
    }

    /// Replaces the mask by one from the GPU: `words` holds three layers, one value per sample: label, bits of the top, bits of the
    /// bottom.
    #[cfg(feature = "gpu")]
    pub(crate) fn fill(&mut self, grid: &Grid, samples_per_side: usize, boxes: &[CellBox], words: &[u32]) {
        self.clear(grid, samples_per_side);
        boxes.iter().for_each(|cells| self.covered.add(cells));
        self.boxes.extend_from_slice(boxes);
        let (n, layer) = (samples_per_side, words.len() / 3);
        for row in 0..grid.ny * n {
            for columns in self.covered.runs(row / n) {
                let start = row * grid.nx * n;
                for sample in start + columns.start * n..start + columns.end * n {
                    self.samples.label[sample] = words[sample] as u16;
                    self.samples.top_m[sample] = f32::from_bits(words[layer + sample]);
                    self.samples.bottom_m[sample] = f32::from_bits(words[2 * layer + sample]);
                }
            }
        }
        copy_centers((grid.nx, n), &self.samples, &mut self.centers, &self.covered);
    }
}

/// Copies the values of the centers of some cells from the samples there, `n × n` a cell and `nx` cells a row.
fn copy_centers((nx, n): (usize, usize), samples: &Layers, centers: &mut Layers, cells: &Blocks) {
    if n == 1 {
        return;
    }
    let Layers { label, top_m, bottom_m } = centers;
    let rows = label.par_chunks_exact_mut(nx).zip(top_m.par_chunks_exact_mut(nx));
    let rows = rows.zip(bottom_m.par_chunks_exact_mut(nx)).enumerate().with_min_len(ROWS_PER_TASK);
    rows.for_each(|(j, ((label, top_m), bottom_m))| {
        for i in cells.runs(j).flatten() {
            let sample = (j * n + n / 2) * nx * n + i * n + n / 2;
            label[i] = samples.label[sample];
            top_m[i] = samples.top_m[sample];
            bottom_m[i] = samples.bottom_m[sample];
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Body, Rasterizer};
    use glam::{Quat, Vec3};

    /// Values written into a mask between two calls survive, except where moved bodies were and are.
    #[test]
    fn a_mask_changes_only_where_moved_bodies_were_and_are() {
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
            // Columns are redrawn in blocks.
            let block = 8;
            let (mut kept, mut redrawn) = (0, 0);
            for (k, &top_m) in mask.samples.top_m.iter().enumerate() {
                let (i, j) = (k % (200 * samples) / samples, k / (200 * samples) / samples);
                let within = |own: &CellBox, margin: usize| {
                    own.y.contains(&j) && i + margin >= own.x.start && i < own.x.end + margin
                };
                if within(&before, 0) || within(after, 0) {
                    assert!(top_m < written_m, "cell ({i}, {j}) was left as it was");
                    redrawn += 1;
                } else if !within(&before, block) && !within(after, block) {
                    assert!(top_m == written_m, "cell ({i}, {j}) was redrawn");
                    kept += 1;
                }
            }
            assert!(
                redrawn > 100 * samples * samples && kept > 10_000 * samples * samples,
                "{redrawn}, {kept}"
            );
        }
    }
}
