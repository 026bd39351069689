//! Integrals over cells of what lies between edges, row by row.

use super::lanes::{EIGHT, WHOLE};

/// Mean square of the distance from the middle of an interval, in squares of its length.
pub(super) const TWELFTH: f64 = 1.0 / 12.0;

/// An edge, seen along z, from its first end to its second, and by how much more there is to its left than to its right.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Step {
    /// Its ends, in cells from the corner of the rows.
    pub(super) ends: [[f64; 2]; 2],
    /// Height at the first end and at the second, m.
    pub(super) heights_m: [f64; 2],
    /// Change of the height along x and y, m per cell.
    pub(super) slope: [f64; 2],
    /// Number of surfaces, and of those that face down.
    pub(super) surfaces: f64,
    pub(super) under: f64,
}

/// Integrals over a cell, per area of a cell.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Integrals {
    /// Integral of the height of surfaces that face up, less that of those that face down, m.
    pub(super) height_m: f64,
    /// Area of those that face down, less that of those that face up.
    pub(super) facing_down: f64,
    /// Area of those that face down.
    pub(super) under: f64,
}

/// What edges add to the integrals of a cell, and to those of all cells to its right: the sums along a row, from the left, are the integrals.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(64))]
struct Sums {
    heights: Heights,
    areas: Areas,
}

/// Integral of the height over a cell alone; over the next one, of edges to its left, and by how much more that is in each cell further on, m. The
/// last number of a piece of a step is its cell, see [`Rows::cell`]; that of sums means nothing.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(32))]
pub(super) struct Heights(pub(super) [f64; 4]);

/// Changes of the area of what faces down, less what faces up, from the cell before to this one, and from this one to the next; then of the area of
/// what faces down.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(32))]
pub(super) struct Areas(pub(super) [f64; 4]);

/// A rectangle of cells. Of surfaces that are planes between edges the edges alone give the integrals over a cell `C`, by Green's theorem:
///
/// ```text
/// ∫_{S ∩ C} g dA = −∮_{∂S} G dy,    G(x, y) = ∫_x^∞ g dx over the part in C
/// ```
///
/// An edge counts in the cells that it crosses, and in those to the right of them by its height in the row alone; the latter are summed from cell
/// to cell, as font rasterizers sum coverage along a line (Greene's accumulation buffer).
#[derive(Debug, Default)]
pub(super) struct Rows {
    columns: usize,
    /// Sums of each cell; those of no cell come last.
    sums: Vec<Sums>,
    /// Size as coordinates.
    size: [f64; 2],
}

impl Rows {
    /// Clears the sums and sets the size.
    pub(super) fn clear(&mut self, columns: usize, rows: usize) {
        self.columns = columns;
        self.size = [columns as f64, rows as f64];
        self.sums.clear();
        // One row more, for edges on the border.
        self.sums.resize(self.stride() * (rows + 1) + EIGHT, Sums::default());
    }

    /// Columns and rows, as coordinates.
    #[inline(always)]
    pub(super) fn size(&self) -> [f64; 2] {
        self.size
    }

    /// Three more than columns: edges on the border, which rounding may take for edges beyond it, and what goes on beyond them.
    #[inline(always)]
    pub(super) fn stride(&self) -> usize {
        self.columns + 3
    }

    /// The first of eight cells that are none.
    #[inline(always)]
    pub(super) fn beyond(&self) -> usize {
        self.sums.len() - EIGHT
    }

    /// Adds an edge of any place. What is left of the rectangle counts in all cells of its rows, what is beyond its other sides in none.
    #[inline(always)]
    pub(super) fn add(&mut self, step: &Step) {
        let [[x0, y0], [x1, y1]] = step.ends;
        // From the lower end. Along x no area is bounded.
        let (low, high, height_m, turn) = if y0 < y1 {
            ([x0, y0], [x1, y1], step.heights_m[0], 1.0)
        } else if y1 < y0 {
            ([x1, y1], [x0, y0], step.heights_m[1], -1.0)
        } else {
            return;
        };
        let edge = RisingStep {
            low,
            high,
            height_m: -turn * height_m,
            slope: [-turn * step.slope[0], -turn * step.slope[1]],
            facing_down: turn * step.surfaces,
            under: turn * step.under,
        };
        let [columns, rows] = self.size;
        let within = |x: f64| (x >= 0.0) & (x <= columns);
        if within(low[0]) & within(high[0]) & (low[1] >= 0.0) & (high[1] <= rows) {
            self.add_within(&edge);
        } else {
            self.add_across(&edge);
        }
    }

    /// Adds an edge that lies within the rectangle, cell by cell (Amanatides and Woo 1987). The number of cells is known before, and nothing else
    /// branches: which side an edge leaves a cell by is hard to predict.
    #[inline(always)]
    fn add_within(&mut self, edge: &RisingStep) {
        let (stride, RisingStep { low, high, .. }) = (self.stride() as f64, *edge);
        // Of a line along y +0: from 0 to −0 it were −0, and the line were to leave its column at once.
        let along = [high[0] - low[0] + 0.0, high[1] - low[1]];
        let per_length = [1.0 / along[0], 1.0 / along[1]];
        let [column, row] = [low[0].floor(), low[1].floor()];
        let forward = if high[0] < low[0] { 0.0 } else { 1.0 };
        let turn = forward + forward - 1.0;
        let crossed = turn * (high[0].floor() - column) + (high[1].floor() - row);
        // The lower left corner of the cell, and how far along the edge, from its lower end.
        let [mut left, mut below] = [column - low[0], row - low[1]];
        let (mut cell, mut at) = (row * stride + column, [0.0; 2]);
        for _ in 0..crossed as usize {
            // Fractions of the edge at which it meets the next side of a column, and the next one of a row.
            let of_column = (left + forward) * per_length[0];
            let of_row = (below + 1.0) * per_length[1];
            let fraction = if of_column < of_row { of_column } else { of_row };
            let next = [fraction * along[0], fraction * along[1]];
            edge.add_piece(&mut self.sums, cell as usize, left, at, next);
            at = next;
            let leaves_column = of_column < of_row;
            left += if leaves_column { turn } else { 0.0 };
            below += if leaves_column { 0.0 } else { 1.0 };
            cell += if leaves_column { turn } else { stride };
        }
        edge.add_piece(&mut self.sums, cell as usize, left, at, along);
    }

    /// Adds pieces of steps, of which each names its cell.
    #[inline(always)]
    pub(super) fn add_heights(&mut self, pieces: &[Heights]) {
        for Heights(piece) in pieces {
            let Some(Sums { heights: Heights(sums), .. }) = self.sums.get_mut(cell_of(piece)) else {
                continue;
            };
            for k in 0..4 {
                sums[k] += piece[k];
            }
        }
    }

    /// Adds the areas of pieces to their cells.
    #[inline(always)]
    pub(super) fn add_areas(&mut self, pieces: &[Heights], areas: &[Areas]) {
        for k in 0..pieces.len().min(areas.len()) {
            let Some(Sums { areas: Areas(sums), .. }) = self.sums.get_mut(cell_of(&pieces[k].0)) else {
                continue;
            };
            for q in 0..4 {
                sums[q] += areas[k].0[q];
            }
        }
    }

    /// Adds an edge that may cross the borders of the rectangle.
    #[inline(never)]
    fn add_across(&mut self, edge: &RisingStep) {
        let RisingStep { low, high, .. } = *edge;
        let mut at = if low[1] < 0.0 { [edge.x_at(0.0), 0.0] } else { low };
        let end = if high[1] > self.size[1] { [edge.x_at(self.size[1]), self.size[1]] } else { high };
        let mut row = at[1].floor();
        while at[1] < end[1] {
            let next = if end[1] <= row + 1.0 { end } else { [edge.x_at(row + 1.0), row + 1.0] };
            self.add_in_row(edge, row, at, next);
            (at, row) = (next, row + 1.0);
        }
    }

    /// Adds a part of an edge within a row.
    #[inline(always)]
    fn add_in_row(&mut self, edge: &RisingStep, row: f64, from: [f64; 2], to: [f64; 2]) {
        let (first, right) = (row as usize * self.stride(), self.size[0]);
        let sums = &mut self.sums;
        let mut add_piece = |column: f64, from: [f64; 2], to: [f64; 2]| {
            let [from, to] = [from, to].map(|[x, y]| [x - edge.low[0], y - edge.low[1]]);
            edge.add_piece(sums, first + column as usize, column - edge.low[0], from, to);
        };
        let (least, most) = if from[0] < to[0] { (from[0], to[0]) } else { (to[0], from[0]) };
        if least.floor() == most.floor() && least >= 0.0 && most < right {
            return add_piece(least.floor(), from, to);
        }
        if least >= right {
            return;
        }
        if most <= 0.0 {
            return add_piece(0.0, [0.0, from[1]], [0.0, to[1]]);
        }
        let cut = |x: f64| [x, edge.y_at(x).max(from[1]).min(to[1])];
        // The part within the columns; left of them it is moved onto their border.
        let border = |end: [f64; 2]| if end[0] > right { cut(right) } else { end };
        let (mut at, mut end) = (border(from), border(to));
        if at[0] < 0.0 {
            let start = cut(0.0);
            add_piece(0.0, [0.0, at[1]], start);
            at = start;
        }
        if end[0] < 0.0 {
            let last = cut(0.0);
            add_piece(0.0, last, [0.0, end[1]]);
            end = last;
        }
        let is_rising = at[0] < end[0];
        let mut column = if is_rising { at[0].floor() } else { (at[0].ceil() - 1.0).max(0.0) };
        while if is_rising { column + 1.0 < end[0] } else { column > end[0] } {
            let next = cut(if is_rising { column + 1.0 } else { column });
            add_piece(column, at, next);
            at = next;
            column += if is_rising { 1.0 } else { -1.0 };
        }
        add_piece(column, at, end);
    }

    /// Adds integrals to those of a cell.
    pub(super) fn add_to_cell(&mut self, [column, row]: [usize; 2], integrals: Integrals) {
        let cell = row * self.stride() + column;
        let Sums { heights: Heights(heights), areas: Areas(areas) } = &mut self.sums[cell];
        let Integrals { height_m, facing_down, under } = integrals;
        heights[0] += height_m;
        areas[0] += facing_down;
        areas[1] -= facing_down;
        areas[2] += under;
        areas[3] -= under;
    }

    /// The bits of all sums; those of both zeros are the same, and those of all that is not a number.
    #[cfg(test)]
    pub(super) fn bits(&self) -> Vec<[u64; 7]> {
        let bits = |sums: &Sums| {
            let ([h, onward, growth, _], [a, b, c, d]) = (sums.heights.0, sums.areas.0);
            [h, onward, growth, a, b, c, d]
                .map(|sum| if sum.is_nan() { f64::NAN } else { sum + 0.0 }.to_bits())
        };
        self.sums[..self.beyond()].iter().map(bits).collect()
    }

    /// The cells of a row.
    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> Row<'_> {
        let first = row * self.stride();
        Row {
            sums: self.sums[first..first + self.columns].iter(),
            total: Integrals::default(),
            growth_m: 0.0,
            changes: [0.0; 2],
        }
    }
}

/// The cell of a piece: in its last number, from 2⁵² on, in which a step is 1.
#[inline(always)]
fn cell_of(piece: &[f64; 4]) -> usize {
    (piece[3].to_bits() & (WHOLE as u64 - 1)) as usize
}

/// The integrals over the cells of a row, from the left.
pub(super) struct Row<'a> {
    sums: std::slice::Iter<'a, Sums>,
    total: Integrals,
    growth_m: f64,
    /// Changes of the areas from the last cell to the next one.
    changes: [f64; 2],
}

impl Row<'_> {
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Integrals> {
        let Self { sums, total, growth_m, changes } = self;
        let Sums { heights: Heights([height_m, onward_m, growing_m, _]), areas: Areas(areas) } =
            sums.next()?;
        total.facing_down += changes[0] + areas[0];
        total.under += changes[1] + areas[2];
        *changes = [areas[1], areas[3]];
        let found = Integrals { height_m: total.height_m + height_m, ..*total };
        total.height_m += *growth_m + onward_m;
        *growth_m += growing_m;
        Some(found)
    }
}

/// A step from its lower end up.
#[derive(Debug, Clone, Copy)]
struct RisingStep {
    low: [f64; 2],
    high: [f64; 2],
    /// Height at the lower end, m, and its change along x and y, m per cell.
    height_m: f64,
    slope: [f64; 2],
    facing_down: f64,
    under: f64,
}

impl RisingStep {
    #[inline(always)]
    fn x_at(&self, y: f64) -> f64 {
        let Self { low, high, .. } = self;
        low[0] + (y - low[1]) * ((high[0] - low[0]) / (high[1] - low[1]))
    }

    fn y_at(&self, x: f64) -> f64 {
        let Self { low, high, .. } = self;
        low[1] + (x - low[0]) * ((high[1] - low[1]) / (high[0] - low[0]))
    }

    /// Adds a piece that lies within a cell, whose left side is at `left`; places are from the lower end.
    #[inline(always)]
    fn add_piece(&self, sums: &mut [Sums], cell: usize, left: f64, from: [f64; 2], to: [f64; 2]) {
        let [run, rise] = [to[0] - from[0], to[1] - from[1]];
        let middle = [0.5 * (from[0] + to[0]), 0.5 * (from[1] + to[1])];
        let [along_x, along_y] = self.slope;
        // Of the height from a place on the line to the right side of the cell: width times the height halfway, both linear along the line.
        let right = left + 1.0;
        let width = right - middle[0];
        let level_m = self.height_m + along_y * middle[1];
        let mean_m = width * (level_m + 0.5 * along_x * (middle[0] + right));
        let apart_m = run * (0.5 * along_x * run + along_y * rise) * TWELFTH;
        let onward_m = level_m + along_x * (right + 0.5);
        let Some(Sums { heights: Heights(heights), areas: Areas(areas) }) = sums.get_mut(cell) else {
            return;
        };
        heights[0] += rise * (mean_m - apart_m);
        heights[1] += rise * onward_m;
        heights[2] += rise * along_x;
        // Most edges have a triangle that faces down on either side.
        if (self.facing_down == 0.0) & (self.under == 0.0) {
            return;
        }
        let (facing_down, under) = (rise * self.facing_down, rise * self.under);
        areas[0] += facing_down * width;
        areas[1] += facing_down * (1.0 - width);
        areas[2] += under * width;
        areas[3] += under * (1.0 - width);
    }
}
