//! Four steps that are followed through the cells side by side, one in each lane.

use super::faces::Face;
use super::lanes::{LANES, LaneMask, Lanes, WHOLE};
use super::rows::{Areas, GAUSS, Piece, Rows, Step};
use pulp::Simd;

/// Pieces that are kept before they are added. More than a batch of short steps has; steps of more pieces are added one by one.
const MOST: usize = 256;

/// [`Step`]s with the heights of their surfaces at both ends. One from a place to the same place adds nothing.
#[derive(Clone, Copy)]
pub(super) struct Steps<S: Simd> {
    /// x and y in cells from the corner of the rows, and m above the level.
    pub(super) from: [Lanes<S>; 3],
    pub(super) to: [Lanes<S>; 3],
    /// What is left of them beyond what is right of them.
    pub(super) slope: [Lanes<S>; 2],
    pub(super) surfaces: Lanes<S>,
    pub(super) under: Lanes<S>,
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
    pub(super) fn add<S: Simd>(&mut self, simd: S, steps: &Steps<S>, rows: &mut Rows) {
        let number = |number: f64| Lanes::splat(simd, number);
        let (zero, one) = (number(0.0), number(1.0));
        let (Steps { from: [ax, ay, az], to: [bx, by, bz], .. }, surfaces) = (*steps, steps.surfaces);

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
            add_each(&steps.one_by_one(), rows);
            return;
        }
        let rounds = rounds as usize;
        if self.counts[0] + rounds * LANES > MOST {
            self.flush(rows);
        }

        let height_m = surfaces * rises.select(az, bz);
        let sign = rises.select(number(-1.0), one);
        let height_m = sign * height_m;
        let [along_x, along_y] = [sign * steps.slope[0], sign * steps.slope[1]];
        let back = sign * number(-1.0);
        let [facing_down, under] = [back * surfaces, back * steps.under];
        let has_areas = !surfaces.equals(zero).and(steps.under.equals(zero)).all();
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
            let cells = cell.lowest_bits();
            let of_lanes =
                Lanes::transposed(simd, [cells, half * rise * both, rise * onward_m, rise * along_x]);
            for lane in 0..LANES {
                let is_piece = (k as f64) < pieces[lane];
                let place = if is_piece { starts[lane][0] + k } else { MOST };
                self.pieces[place.min(MOST)] = Piece(of_lanes[lane].to_array());
            }
            if has_areas {
                let width = right - middle[0];
                let ([facing_down, under], rest) = ([rise * facing_down, rise * under], one - width);
                let facing_down = [(facing_down * width).to_array(), (facing_down * rest).to_array()];
                let under = [(under * width).to_array(), (under * rest).to_array()];
                let cells = cells.to_array();
                for lane in 0..LANES {
                    let is_piece = (k as f64) < pieces[lane];
                    let place = if is_piece { starts[lane][1] + k } else { MOST };
                    self.areas[place.min(MOST)] = Areas {
                        cell: cells[lane].to_bits(),
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

/// Adds steps one after the other.
#[inline(never)]
fn add_each(steps: &[Step; LANES], rows: &mut Rows) {
    steps.iter().for_each(|step| rows.add(step));
}

impl<S: Simd> Steps<S> {
    /// Steps with faces on their left and right.
    #[inline(always)]
    pub(super) fn new(
        simd: S,
        [from, to]: [[Lanes<S>; 3]; 2],
        left: [&Face; LANES],
        right: [&Face; LANES],
    ) -> Self {
        let less = |lane: usize| Lanes::new(simd, left[lane].0) - Lanes::new(simd, right[lane].0);
        let [x, y, surfaces, under] = Lanes::transposed(simd, [less(0), less(1), less(2), less(3)]);
        Self { from, to, slope: [x, y], surfaces, under }
    }

    /// Makes those from a number on add nothing.
    #[inline(always)]
    pub(super) fn keep_first(&mut self, simd: S, count: usize) {
        let is_kept = Lanes::new(simd, [0.0, 1.0, 2.0, 3.0]).less_than(Lanes::splat(simd, count as f64));
        for axis in 0..3 {
            self.to[axis] = is_kept.select(self.to[axis], self.from[axis]);
        }
    }

    /// Cuts off what is above the level.
    #[inline(always)]
    pub(super) fn keep_wet(&mut self, simd: S) {
        let zero = Lanes::splat(simd, 0.0);
        let [from_z, to_z] = [self.from[2], self.to[2]];
        let [dry_from, dry_to] = [zero.at_most(from_z), zero.at_most(to_z)];
        let (wet_z, dry_z) = (dry_from.select(to_z, from_z), dry_from.select(from_z, to_z));
        let fraction = wet_z / (wet_z - dry_z);
        for axis in 0..2 {
            let [from, to] = [self.from[axis], self.to[axis]];
            let (wet, dry) = (dry_from.select(to, from), dry_from.select(from, to));
            let crossing = wet + (dry - wet) * fraction;
            self.from[axis] = dry_from.select(crossing, from);
            self.to[axis] = dry_to.select(crossing, to);
        }
        self.from[2] = dry_from.select(zero, from_z);
        self.to[2] = dry_to.select(zero, to_z);
    }

    /// Each of them.
    #[inline(always)]
    pub(super) fn one_by_one(&self) -> [Step; LANES] {
        let [ax, ay, az] = [self.from[0].to_array(), self.from[1].to_array(), self.from[2].to_array()];
        let [bx, by, bz] = [self.to[0].to_array(), self.to[1].to_array(), self.to[2].to_array()];
        let [x, y] = [self.slope[0].to_array(), self.slope[1].to_array()];
        let [surfaces, under] = [self.surfaces.to_array(), self.under.to_array()];
        std::array::from_fn(|lane| {
            let surfaces = surfaces[lane];
            Step {
                ends: [[ax[lane], ay[lane]], [bx[lane], by[lane]]],
                heights_m: [surfaces * az[lane], surfaces * bz[lane]],
                slope: [x[lane], y[lane]],
                surfaces,
                under: under[lane],
            }
        })
    }
}

/// The lines along which the level cuts four triangles: the part below is to the left of them. Of a triangle that it does not cut it means nothing.
#[inline(always)]
pub(super) fn waterlines<S: Simd>(simd: S, [a, b, c]: [[Lanes<S>; 3]; 3]) -> [[Lanes<S>; 3]; 2] {
    let zero = Lanes::splat(simd, 0.0);
    let [wet_a, wet_b, wet_c] = [a[2].less_than(zero), b[2].less_than(zero), c[2].less_than(zero)];
    // The corner that is alone on its side of the level, and the two after it.
    let is_first = wet_b.is(wet_c);
    let is_second = is_first.not().and(wet_a.is(wet_c));
    let is_wet = is_first.and(wet_a).or(is_second.and(wet_b)).or(is_first.or(is_second).not().and(wet_c));
    let turned = |[first, second, third]: [[Lanes<S>; 3]; 3]| {
        let pick = |axis: usize| is_first.select(first[axis], is_second.select(second[axis], third[axis]));
        [pick(0), pick(1), pick(2)]
    };
    let (alone, next, last) = (turned([a, b, c]), turned([b, c, a]), turned([c, a, b]));
    // From there to the next where it is wet, else from the last to there.
    let first = crossing(simd, is_wet, alone, either(is_wet, next, last));
    let second = crossing(simd, is_wet, alone, either(is_wet, last, next));
    [first, second]
}

/// These places where a mask is true, else those.
#[inline(always)]
fn either<S: Simd>(mask: LaneMask<S>, these: [Lanes<S>; 3], those: [Lanes<S>; 3]) -> [Lanes<S>; 3] {
    [mask.select(these[0], those[0]), mask.select(these[1], those[1]), mask.select(these[2], those[2])]
}

/// Where the level cuts edges, of which one end is wet and the other dry.
#[inline(always)]
fn crossing<S: Simd>(simd: S, is_wet: LaneMask<S>, at: [Lanes<S>; 3], other: [Lanes<S>; 3]) -> [Lanes<S>; 3] {
    let (wet, dry) = (either(is_wet, at, other), either(is_wet, other, at));
    let fraction = wet[2] / (wet[2] - dry[2]);
    [wet[0] + (dry[0] - wet[0]) * fraction, wet[1] + (dry[1] - wet[1]) * fraction, Lanes::splat(simd, 0.0)]
}
