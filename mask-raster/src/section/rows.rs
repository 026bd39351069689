//! Integrals over cells of what lies between edges, row by row.

/// Distance of the points of Gauss' rule from the middle of an interval, in lengths of it: 1/(2√3).
pub(super) const GAUSS: f64 = 0.288_675_134_594_812_9;

/// An edge, seen along z, from its first end to its second, and by how much more there is to its left than to its right.
#[derive(Debug, Clone, Copy)]
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
struct Sums {
    /// Integral of the height over this cell alone.
    height_m: f64,
    /// Integral of the height over this cell, of edges to its left, and by how much more that is in each cell further on.
    onward_m: f64,
    growth_m: f64,
    /// Changes of the areas from the last cell to this one.
    facing_down: f64,
    under: f64,
}

/// What a part of a step within a cell adds to it and to the next one, as [`Rows::add`] does: apart from areas, which few have. The bits of
/// the index of the cell; the height there, and by how much heights go on and grow from the next one on, m.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(32))]
pub(super) struct Piece(pub(super) [f64; 4]);

/// The areas of a piece, in its cell and in the next one.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Areas {
    pub(super) cell: u64,
    pub(super) facing_down: [f64; 2],
    pub(super) under: [f64; 2],
}

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
        self.sums.resize(self.stride() * (rows + 1), Sums::default());
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
        let (stride, RisingStep { low, high, .. }) = (self.stride(), *edge);
        // Of a line along y +0: from 0 to −0 it were −0, and the line were to leave its column at once.
        let along = [high[0] - low[0] + 0.0, high[1] - low[1]];
        let per_length = [1.0 / along[0], 1.0 / along[1]];
        let [mut column, mut row] = [low[0].floor(), low[1].floor()];
        let forward = if high[0] < low[0] { 0.0 } else { 1.0 };
        let turn = forward + forward - 1.0;
        let crossed = turn * (high[0].floor() - column) + (high[1].floor() - row);
        let mut at = low;
        for _ in 0..crossed as usize {
            // Fractions of the edge at which it meets the next side of a column, and the next one of a row.
            let of_column = (column + forward - low[0]) * per_length[0];
            let of_row = (row + 1.0 - low[1]) * per_length[1];
            let fraction = if of_column < of_row { of_column } else { of_row };
            let next = [low[0] + fraction * along[0], low[1] + fraction * along[1]];
            edge.add_piece(&mut self.sums[row as usize * stride..], column, at, next);
            at = next;
            let leaves_column = f64::from(u8::from(of_column < of_row));
            (column, row) = (column + turn * leaves_column, row + (1.0 - leaves_column));
        }
        edge.add_piece(&mut self.sums[row as usize * stride..], column, at, high);
    }

    /// Adds pieces of steps, and those of them that have areas.
    #[inline(always)]
    pub(super) fn add_pieces(&mut self, pieces: &[Piece], areas: &[Areas]) {
        for Piece([cell, height_m, onward_m, growth_m]) in pieces {
            let Some([cell, next]) = cells_from(&mut self.sums, cell.to_bits()) else { continue };
            cell.height_m += height_m;
            next.onward_m += onward_m;
            next.growth_m += growth_m;
        }
        for piece in areas {
            let Some([cell, next]) = cells_from(&mut self.sums, piece.cell) else { continue };
            cell.facing_down += piece.facing_down[0];
            next.facing_down += piece.facing_down[1];
            cell.under += piece.under[0];
            next.under += piece.under[1];
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
        let (stride, right) = (self.stride(), self.size[0]);
        let first = row as usize * stride;
        let sums = &mut self.sums[first..first + stride];
        let (least, most) = if from[0] < to[0] { (from[0], to[0]) } else { (to[0], from[0]) };
        if least.floor() == most.floor() && least >= 0.0 && most < right {
            return edge.add_piece(sums, least.floor(), from, to);
        }
        if least >= right {
            return;
        }
        if most <= 0.0 {
            return edge.add_piece(sums, 0.0, [0.0, from[1]], [0.0, to[1]]);
        }
        let cut = |x: f64| [x, edge.y_at(x).max(from[1]).min(to[1])];
        // The part within the columns; left of them it is moved onto their border.
        let border = |end: [f64; 2]| if end[0] > right { cut(right) } else { end };
        let (mut at, mut end) = (border(from), border(to));
        if at[0] < 0.0 {
            let start = cut(0.0);
            edge.add_piece(sums, 0.0, [0.0, at[1]], start);
            at = start;
        }
        if end[0] < 0.0 {
            let last = cut(0.0);
            edge.add_piece(sums, 0.0, last, [0.0, end[1]]);
            end = last;
        }
        let is_rising = at[0] < end[0];
        let mut column = if is_rising { at[0].floor() } else { (at[0].ceil() - 1.0).max(0.0) };
        while if is_rising { column + 1.0 < end[0] } else { column > end[0] } {
            let next = cut(if is_rising { column + 1.0 } else { column });
            edge.add_piece(sums, column, at, next);
            at = next;
            column += if is_rising { 1.0 } else { -1.0 };
        }
        edge.add_piece(sums, column, at, end);
    }

    /// Adds integrals to those of a cell.
    pub(super) fn add_to_cell(&mut self, [column, row]: [usize; 2], integrals: Integrals) {
        let first = row * self.stride() + column;
        let [cell, next] = &mut self.sums[first..first + 2] else { return };
        let Integrals { height_m, facing_down, under } = integrals;
        cell.height_m += height_m;
        cell.facing_down += facing_down;
        next.facing_down -= facing_down;
        cell.under += under;
        next.under -= under;
    }

    /// The bits of all sums; those of both zeros are the same, and those of all that is not a number.
    #[cfg(test)]
    pub(super) fn bits(&self) -> Vec<[u64; 5]> {
        let bits = |sums: &Sums| {
            let Sums { height_m, onward_m, growth_m, facing_down, under } = *sums;
            [height_m, onward_m, growth_m, facing_down, under]
                .map(|sum| if sum.is_nan() { f64::NAN } else { sum + 0.0 }.to_bits())
        };
        self.sums.iter().map(bits).collect()
    }

    /// The cells of a row.
    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> Row<'_> {
        let first = row * self.stride();
        Row {
            sums: self.sums[first..first + self.columns].iter(),
            total: Integrals::default(),
            growth_m: 0.0,
        }
    }
}

/// A cell and the next one.
#[inline(always)]
fn cells_from(sums: &mut [Sums], cell: u64) -> Option<&mut [Sums; 2]> {
    sums.get_mut(cell as usize..)?.first_chunk_mut()
}

/// The integrals over the cells of a row, from the left.
pub(super) struct Row<'a> {
    sums: std::slice::Iter<'a, Sums>,
    total: Integrals,
    growth_m: f64,
}

impl Row<'_> {
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Integrals> {
        let Self { sums, total, growth_m } = self;
        let sums = sums.next()?;
        total.height_m += *growth_m + sums.onward_m;
        *growth_m += sums.growth_m;
        total.facing_down += sums.facing_down;
        total.under += sums.under;
        Some(Integrals { height_m: total.height_m + sums.height_m, ..*total })
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

    /// Adds a piece that lies within a cell of the row `sums`.
    #[inline(always)]
    fn add_piece(&self, sums: &mut [Sums], column: f64, from: [f64; 2], to: [f64; 2]) {
        let rise = to[1] - from[1];
        let (run, middle) = (to[0] - from[0], [0.5 * (from[0] + to[0]), 0.5 * (from[1] + to[1])]);
        let [along_x, along_y] = self.slope;
        // Of the height over the line at `y`, from `x` to the right side of the cell.
        let right = column + 1.0;
        let height_m =
            |x: f64, y: f64| self.height_m + along_x * (x - self.low[0]) + along_y * (y - self.low[1]);
        let on_line = |x: f64, y: f64| (right - x) * height_m(0.5 * (x + right), y);
        let (dx, dy) = (GAUSS * run, GAUSS * rise);
        let both = on_line(middle[0] - dx, middle[1] - dy) + on_line(middle[0] + dx, middle[1] + dy);
        let Some([cell, next]) = sums.get_mut(column as usize..).and_then(|sums| sums.first_chunk_mut())
        else {
            return;
        };
        cell.height_m += 0.5 * rise * both;
        next.onward_m += rise * height_m(right + 0.5, middle[1]);
        next.growth_m += rise * along_x;
        // Most edges have a triangle that faces down on either side.
        if (self.facing_down == 0.0) & (self.under == 0.0) {
            return;
        }
        let width = right - middle[0];
        let (facing_down, under) = (rise * self.facing_down, rise * self.under);
        cell.facing_down += facing_down * width;
        next.facing_down += facing_down * (1.0 - width);
        cell.under += under * width;
        next.under += under * (1.0 - width);
    }
}
