//! Steps that are followed through the cells side by side, one in each lane.

use super::faces::Faces;
use super::lanes::{EIGHT, LaneMask, Lanes, WHOLE};
use super::rows::{Areas, Heights, Rows, Step, TWELFTH};
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

/// Pieces in the order in which they are to be added: that of their steps. What is between them belongs to no cell.
#[derive(Debug)]
pub(super) struct Pieces {
    heights: Box<[Heights; MOST]>,
    areas: Box<[Areas; MOST]>,
    count: usize,
}

impl Default for Pieces {
    fn default() -> Self {
        Self {
            heights: Box::new([Heights::default(); MOST]),
            areas: Box::new([Areas::default(); MOST]),
            count: 0,
        }
    }
}

impl Pieces {
    /// Adds them to the sums, and their areas if they have any.
    #[inline(always)]
    pub(super) fn flush<const AREAS: bool>(&mut self, rows: &mut Rows) {
        rows.add_heights(&self.heights[..self.count]);
        if AREAS {
            rows.add_areas(&self.heights[..self.count], &self.areas[..self.count]);
        }
        self.count = 0;
    }

    /// Adds steps to these pieces, or to `rows` after them: the same sums as of [`Rows::add`] for one after the other, to the bit, but for areas
    /// unless `AREAS`.
    #[inline(always)]
    pub(super) fn add<S: Simd, const AREAS: bool>(&mut self, simd: S, steps: &Steps<S>, rows: &mut Rows) {
        let number = |number: f64| Lanes::splat(simd, number);
        let (zero, half, one) = (number(0.0), number(0.5), number(1.0));
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
        let [column, row] = [low[0].floor(), low[1].floor()];
        let goes_back = high[0].less_than(low[0]);
        let (forward, turn) = (goes_back.select(zero, one), goes_back.select(number(-1.0), one));
        let crossed = turn * (high[0].floor() - column) + (high[1].floor() - row);
        let pieces = counts.select(crossed + one, zero);
        let rounds = pieces.most();
        let is_short = rounds * S::F64_LANES as f64 <= MOST as f64;
        if !inside.or(counts.not()).all() | !is_short {
            self.flush::<AREAS>(rows);
            add_each(&steps.one_by_one(), rows);
            return;
        }
        let rounds = rounds as usize;
        if self.count + rounds * S::F64_LANES > MOST {
            self.flush::<AREAS>(rows);
        }

        let sign = rises.select(number(-1.0), one);
        let height_m = sign * (surfaces * rises.select(az, bz));
        let [along_x, along_y] = [sign * steps.slope[0], sign * steps.slope[1]];
        let back = sign * number(-1.0);
        let [facing_down, under] = [back * surfaces, back * steps.under];
        let half_x = half * along_x;
        let (stride, beyond) =
            (number(rows.stride() as f64), numbers_from(simd, WHOLE + rows.beyond() as f64));
        // The lower left corner of the cell, and how far along the step, from its lower end.
        let [mut left, mut below] = [column - low[0], row - low[1]];
        let (mut cell, mut at) = (row * stride + column + number(WHOLE), [zero; 2]);
        for k in 0..rounds {
            let k_th = number(k as f64);
            // Fractions of the step at which it meets the next side of a column, and the next one of a row.
            let of_column = (left + forward) * per_length[0];
            let of_row = (below + one) * per_length[1];
            let leaves_column = of_column.less_than(of_row);
            let fraction = leaves_column.select(of_column, of_row);
            let goes_on = k_th.less_than(crossed);
            let next = [
                goes_on.select(fraction * along[0], along[0]),
                goes_on.select(fraction * along[1], along[1]),
            ];

            let [run, rise] = [next[0] - at[0], next[1] - at[1]];
            let middle = [half * (at[0] + next[0]), half * (at[1] + next[1])];
            let right = left + one;
            let width = right - middle[0];
            let level_m = height_m + along_y * middle[1];
            let mean_m = width * (level_m + half_x * (middle[0] + right));
            let apart_m = run * (half_x * run + along_y * rise) * number(TWELFTH);
            let onward_m = level_m + along_x * (right + half);
            let of_cell = k_th.less_than(pieces).select(cell, beyond).to_eight();
            let height_m = (rise * (mean_m - apart_m)).to_eight();
            let (onward_m, growth_m) = ((rise * onward_m).to_eight(), (rise * along_x).to_eight());
            for lane in 0..S::F64_LANES {
                // Those of a step side by side.
                let place = (self.count + lane * rounds + k) % MOST;
                self.heights[place] =
                    Heights([height_m[lane], onward_m[lane], growth_m[lane], of_cell[lane]]);
            }
            if AREAS {
                let ([facing_down, under], rest) = ([rise * facing_down, rise * under], one - width);
                let facing_down = [(facing_down * width).to_eight(), (facing_down * rest).to_eight()];
                let under = [(under * width).to_eight(), (under * rest).to_eight()];
                for lane in 0..S::F64_LANES {
                    let place = (self.count + lane * rounds + k) % MOST;
                    self.areas[place] =
                        Areas([facing_down[0][lane], facing_down[1][lane], under[0][lane], under[1][lane]]);
                }
            }

            at = next;
            left = left + leaves_column.select(turn, zero);
            below = below + leaves_column.select(zero, one);
            cell = cell + leaves_column.select(turn, stride);
        }
        self.count += rounds * S::F64_LANES;
    }
}

/// A number, and those after it.
#[inline(always)]
fn numbers_from<S: Simd>(simd: S, first: f64) -> Lanes<S> {
    Lanes::splat(simd, first) + Lanes::load(simd, &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], 0)
}

/// Adds steps one after the other.
#[inline(never)]
fn add_each(steps: &[Step; EIGHT], rows: &mut Rows) {
    steps.iter().for_each(|step| rows.add(step));
}

impl<S: Simd> Steps<S> {
    /// Steps with faces on their left and right.
    #[inline(always)]
    pub(super) fn new([from, to]: [[Lanes<S>; 3]; 2], left: &Faces<S>, right: &Faces<S>) -> Self {
        Self {
            from,
            to,
            slope: [left.slope[0] - right.slope[0], left.slope[1] - right.slope[1]],
            surfaces: left.surfaces - right.surfaces,
            under: left.under - right.under,
        }
    }

    /// Steps with faces on their left alone.
    #[inline(always)]
    pub(super) fn along([from, to]: [[Lanes<S>; 3]; 2], left: &Faces<S>) -> Self {
        Self { from, to, slope: left.slope, surfaces: left.surfaces, under: left.under }
    }

    /// Where there are areas on one side that are not on the other.
    #[inline(always)]
    pub(super) fn have_areas(&self, simd: S) -> LaneMask<S> {
        let zero = Lanes::splat(simd, 0.0);
        self.surfaces.equals(zero).and(self.under.equals(zero)).not()
    }

    /// Makes some add nothing.
    #[inline(always)]
    pub(super) fn leave_out(&mut self, those: LaneMask<S>) {
        self.to[1] = those.select(self.from[1], self.to[1]);
    }

    /// Makes those from a number on add nothing.
    #[inline(always)]
    pub(super) fn keep_first(&mut self, simd: S, count: usize) {
        self.leave_out(numbers_from(simd, 0.0).less_than(Lanes::splat(simd, count as f64)).not());
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

    /// Each of them, then some that add nothing.
    #[inline(always)]
    pub(super) fn one_by_one(&self) -> [Step; EIGHT] {
        let [ax, ay, az] = [self.from[0].to_eight(), self.from[1].to_eight(), self.from[2].to_eight()];
        let [bx, by, bz] = [self.to[0].to_eight(), self.to[1].to_eight(), self.to[2].to_eight()];
        let [x, y] = [self.slope[0].to_eight(), self.slope[1].to_eight()];
        let [surfaces, under] = [self.surfaces.to_eight(), self.under.to_eight()];
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

/// The lines along which the level cuts triangles: the part below is to the left of them. Of a triangle that it does not cut it means nothing.
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
