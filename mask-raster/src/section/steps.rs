//! Four steps that are followed through the cells side by side, one in each lane.

use super::faces::Face;
use super::lanes::{LANES, Lanes, WHOLE};
use super::rows::{Areas, GAUSS, Piece, Rows, Step};
use glam::DVec3;
use pulp::Simd;

/// Pieces that are kept before they are added. More than a batch of short steps has; steps of more pieces are added one by one.
const MOST: usize = 256;

/// [`Step`]s with the heights of their surfaces at both ends, number by number. One from a place to the same place adds nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Steps {
    /// x and y in cells from the corner of the rows, and m above the level.
    pub(super) from: [[f64; LANES]; 3],
    pub(super) to: [[f64; LANES]; 3],
    pub(super) slope: [[f64; LANES]; 2],
    pub(super) surfaces: [f64; LANES],
    pub(super) under: [f64; LANES],
}

/// Pieces in the order in which they are to be added: that of their steps.
#[derive(Debug)]
pub(super) struct Pieces {
    /// The last one takes what is no piece.
    pieces: Box<[Piece; MOST + 1]>,
    areas: Box<[Areas; MOST + 1]>,
    counts: [usize; 2],
}

impl Default for Pieces {
    fn default() -> Self {
        Self {
            pieces: Box::new([Piece::default(); MOST + 1]),
            areas: Box::new([Areas::default(); MOST + 1]),
            counts: [0; 2],
        }
    }
}

impl Pieces {
    /// Adds them to the sums.
    #[inline(always)]
    pub(super) fn flush(&mut self, rows: &mut Rows) {
        rows.add_pieces(&self.pieces[..self.counts[0]], &self.areas[..self.counts[1]]);
        self.counts = [0; 2];
    }

    /// Adds four steps to these pieces, or to `rows` after them: the same sums as of [`Rows::add`] for one after the other, to the bit.
    #[inline(always)]
    pub(super) fn add<S: Simd>(&mut self, simd: S, steps: &Steps, rows: &mut Rows) {
        let number = |number: f64| Lanes::splat(simd, number);
        let (zero, one) = (number(0.0), number(1.0));
        let load = |numbers: &[f64; LANES]| Lanes::new(simd, *numbers);
        let [from, to] = [&steps.from, &steps.to];
        let ([ax, ay, az], [bx, by, bz]) =
            ([load(&from[0]), load(&from[1]), load(&from[2])], [load(&to[0]), load(&to[1]), load(&to[2])]);

        // From the lower end. What is level, or not a number, adds nothing.
        let (rises, falls) = (ay.less_than(by), by.less_than(ay));
        let low = [rises.select(ax, bx), rises.select(ay, by)];
        let high = [rises.select(bx, ax), rises.select(by, ay)];
        let [columns, lines] = [number(rows.size()[0]), number(rows.size()[1])];
        let within = |x: Lanes<S>, most: Lanes<S>| zero.at_most(x).and(x.at_most(most));
        let inside = within(low[0], columns)
            .and(within(high[0], columns))
            .and(zero.at_most(low[1]))
            .and(high[1].at_most(lines));
        let counts = rises.or(falls);
        let along = [high[0] - low[0] + zero, high[1] - low[1]];
        let per_length = [one / along[0], one / along[1]];
        let [mut column, mut row] = [low[0].floor(), low[1].floor()];
        let goes_back = high[0].less_than(low[0]);
        let (forward, turn) = (goes_back.select(zero, one), goes_back.select(number(-1.0), one));
        let crossed = turn * (high[0].floor() - column) + (high[1].floor() - row);
        let pieces = counts.select(crossed + one, zero).to_array();
        let mut rounds = 0.0;
        for of_lane in pieces {
            rounds = if of_lane > rounds { of_lane } else { rounds };
        }
        let is_short = rounds * LANES as f64 <= MOST as f64;
        if !inside.or(counts.not()).all() | !is_short {
            self.flush(rows);
            (0..LANES).for_each(|lane| rows.add(&steps.step(lane)));
            return;
        }
        let rounds = rounds as usize;
        if self.counts[0] + rounds * LANES > MOST {
            self.flush(rows);
        }

        let surfaces = load(&steps.surfaces);
        let height_m = surfaces * rises.select(az, bz);
        let sign = rises.select(number(-1.0), one);
        let height_m = sign * height_m;
        let [along_x, along_y] = [sign * load(&steps.slope[0]), sign * load(&steps.slope[1])];
        let back = sign * number(-1.0);
        let [facing_down, under] = [back * surfaces, back * load(&steps.under)];
        let mut has_areas = false;
        for lane in 0..LANES {
            has_areas |= (steps.surfaces[lane] != 0.0) | (steps.under[lane] != 0.0);
        }
        let mut starts = [self.counts; LANES];
        for lane in 0..LANES {
            starts[lane] = self.counts;
            self.counts[0] += pieces[lane] as usize;
            self.counts[1] += if has_areas { pieces[lane] as usize } else { 0 };
        }

        let stride = number(rows.stride() as f64);
        let mut at = low;
        for k in 0..rounds {
            let k_th = number(k as f64);
            // Fractions of the step at which it meets the next side of a column, and the next one of a row.
            let of_column = (column + forward - low[0]) * per_length[0];
            let of_row = (row + one - low[1]) * per_length[1];
            let leaves_column = of_column.less_than(of_row);
            let fraction = leaves_column.select(of_column, of_row);
            let goes_on = k_th.less_than(crossed);
            let next = [
                goes_on.select(low[0] + fraction * along[0], high[0]),
                goes_on.select(low[1] + fraction * along[1], high[1]),
            ];

            let [run, rise] = [next[0] - at[0], next[1] - at[1]];
            let half = number(0.5);
            let middle = [half * (at[0] + next[0]), half * (at[1] + next[1])];
            let right = column + one;
            let [dx, dy] = [number(GAUSS) * run, number(GAUSS) * rise];
            let [west, east] = [middle[0] - dx, middle[0] + dx];
            let [x0, y0] = [half * (west + right) - low[0], middle[1] - dy - low[1]];
            let [x1, y1] = [half * (east + right) - low[0], middle[1] + dy - low[1]];
            let both = (right - west) * (height_m + along_x * x0 + along_y * y0)
                + (right - east) * (height_m + along_x * x1 + along_y * y1);
            let onward_m = height_m + along_x * (right + half - low[0]) + along_y * (middle[1] - low[1]);
            let cell = row * stride + zero.less_than(column).select(column, zero) + number(WHOLE);
            let cells = cell.to_bits();
            let heights_m = (half * rise * both).to_array();
            let (onward_m, growths_m) = ((rise * onward_m).to_array(), (rise * along_x).to_array());
            for lane in 0..LANES {
                let is_piece = (k as f64) < pieces[lane];
                let place = if is_piece { starts[lane][0] + k } else { MOST };
                self.pieces[place.min(MOST)] = Piece {
                    cell: cells[lane] & (WHOLE as u64 - 1),
                    height_m: heights_m[lane],
                    onward_m: onward_m[lane],
                    growth_m: growths_m[lane],
                };
            }
            if has_areas {
                let width = right - middle[0];
                let ([facing_down, under], rest) = ([rise * facing_down, rise * under], one - width);
                let facing_down = [(facing_down * width).to_array(), (facing_down * rest).to_array()];
                let under = [(under * width).to_array(), (under * rest).to_array()];
                for lane in 0..LANES {
                    let is_piece = (k as f64) < pieces[lane];
                    let place = if is_piece { starts[lane][1] + k } else { MOST };
                    self.areas[place.min(MOST)] = Areas {
                        cell: cells[lane] & (WHOLE as u64 - 1),
                        facing_down: [facing_down[0][lane], facing_down[1][lane]],
                        under: [under[0][lane], under[1][lane]],
                    };
                }
            }

            at = next;
            column = column + leaves_column.select(turn, zero);
            row = row + leaves_column.select(zero, one);
        }
    }
}

impl Steps {
    /// Sets one of them: its ends, and what is left of it beyond what is right of it.
    #[inline(always)]
    pub(super) fn put(&mut self, lane: usize, [from, to]: [DVec3; 2], face: &Face) {
        for axis in 0..3 {
            (self.from[axis][lane], self.to[axis][lane]) = (from[axis], to[axis]);
        }
        (self.slope[0][lane], self.slope[1][lane]) = (face.slope[0], face.slope[1]);
        (self.surfaces[lane], self.under[lane]) = (face.surfaces, face.under);
    }

    /// Cuts off what is above the level.
    #[inline(always)]
    pub(super) fn keep_wet<S: Simd>(&mut self, simd: S) {
        let zero = Lanes::splat(simd, 0.0);
        let [from_z, to_z] = [Lanes::new(simd, self.from[2]), Lanes::new(simd, self.to[2])];
        let [dry_from, dry_to] = [zero.at_most(from_z), zero.at_most(to_z)];
        let (wet_z, dry_z) = (dry_from.select(to_z, from_z), dry_from.select(from_z, to_z));
        let fraction = wet_z / (wet_z - dry_z);
        for axis in 0..2 {
            let [from, to] = [Lanes::new(simd, self.from[axis]), Lanes::new(simd, self.to[axis])];
            let (wet, dry) = (dry_from.select(to, from), dry_from.select(from, to));
            let crossing = wet + (dry - wet) * fraction;
            self.from[axis] = dry_from.select(crossing, from).to_array();
            self.to[axis] = dry_to.select(crossing, to).to_array();
        }
        self.from[2] = dry_from.select(zero, from_z).to_array();
        self.to[2] = dry_to.select(zero, to_z).to_array();
    }

    /// One of them.
    pub(super) fn step(&self, lane: usize) -> Step {
        let Self { from: [ax, ay, az], to: [bx, by, bz], slope: [x, y], surfaces, under } = self;
        let surfaces = surfaces[lane];
        Step {
            ends: [[ax[lane], ay[lane]], [bx[lane], by[lane]]],
            heights_m: [surfaces * az[lane], surfaces * bz[lane]],
            slope: [x[lane], y[lane]],
            surfaces,
            under: under[lane],
        }
    }
}
