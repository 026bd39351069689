//! What the bed and forces gave the water in a step.

use pulp::{Simd, WithSimd};

use super::Lattice;
use super::still::Still;
use crate::Error;
use crate::d2q9::{Q, depth_and_momentum};
use crate::engine::{CACHE_LINE, Float, Vector};
use crate::operator::Conserved;
use crate::shallow::{Forces, LatticeForces, pushed};

/// Momentum, moment and energy that a force gave the water in a step, summed over cells, in lattice units and `f64`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Impulse {
    /// Momentum `Σ h u`.
    pub momentum: [f64; 2],
    /// Moment of that momentum about the middle of the grid, counter-clockwise.
    pub angular_momentum: f64,
    /// Kinetic energy `Σ F · u`, with the velocity `u` half-way through all forces of the step, of which that of the rotation counts as a turn of the frame; below 0 where
    /// the force took it. With all forces it is what `½ Σ |m|² / h` of the momenta `m` gained.
    pub energy: f64,
}

impl Impulse {
    /// Adds another impulse.
    pub fn add(&mut self, other: &Self) {
        self.momentum[0] += other.momentum[0];
        self.momentum[1] += other.momentum[1];
        self.angular_momentum += other.angular_momentum;
        self.energy += other.energy;
    }

    pub(super) fn of(momentum: [f64; 2], energy: f64, [x, y]: [f64; 2]) -> Self {
        Self { momentum, angular_momentum: x * momentum[1] - y * momentum[0], energy }
    }
}

/// Impulses of the single [`crate::Forces`] on the water in the last step.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Impulses {
    /// Impulse of the acceleration.
    pub acceleration: Impulse,
    /// Impulse of the wind.
    pub wind: Impulse,
    /// Impulse of the rotation of the earth, which does no work.
    pub coriolis: Impulse,
    /// Impulse of the bed's friction.
    pub friction: Impulse,
}

impl Impulses {
    /// Adds others.
    pub fn add(&mut self, other: &Self) {
        self.acceleration.add(&other.acceleration);
        self.wind.add(&other.wind);
        self.coriolis.add(&other.coriolis);
        self.friction.add(&other.friction);
    }
}

impl Lattice {
    /// Half of the impulse of a step of the bed's force.
    ///
    /// What the bed gives the water in a step is the sum of two such halves: that before the boundaries write the populations
    /// that enter, with which the water leaves its cells, and that after [`Self::step`], with which it arrives. It does no work:
    /// the potential energy `½ g Σ η²` has none of the bed's.
    ///
    /// # Arguments
    /// `solid`: `[ny][nx]`, x fastest, whether a cell does not count.
    ///
    /// # Panics
    /// If `solid` has not one value a cell.
    pub fn bed_impulse(&self, solid: &[bool]) -> Impulse {
        if !self.is_sloping() {
            return Impulse::default();
        }
        let [bed] = self.sum(BedHalf, solid);
        bed
    }

    /// Impulses of the [`crate::Forces`] in the last step: to be asked right after [`Self::step`].
    ///
    /// # Arguments
    /// `solid`: `[ny][nx]`, x fastest, whether a cell does not count.
    ///
    /// # Panics
    /// If `solid` has not one value a cell.
    pub fn impulses(&self, solid: &[bool]) -> Impulses {
        let Some(forces) = self.forces_of_step() else {
            return Impulses::default();
        };
        let [acceleration, wind, coriolis, friction] = self.sum(forces, solid);
        Impulses { acceleration, wind, coriolis, friction }
    }

    /// Part of forces that populations as they are now would take in a step, `Σ G·F / Σ F·F` of the momentum `F` that each cell is given and `G` that it gets; `None` where no
    /// cell is given any.
    ///
    /// Populations are deviations from still water. Where the water stands at the still level they have all digits that a force needs. An elevation
    /// `η` makes them of the size `w_q g h η / 3 e²` with 24 bits, and each is given `w_q e_q·F / 3` alone: less than half of the last bit is nothing, more of it the whole, and with a steady force the same in
    /// every step. In 16 bits populations are rounded once more as they are stored, which is not counted. The bed's force is not among these: what rounding takes of it is given back, as in collisions.
    ///
    /// # Arguments
    /// `forces`: in place of its own. `solid`: `[ny][nx]`, x fastest, whether a cell does not count.
    ///
    /// # Errors
    /// As [`Self::set_forces`] for forces that are out of range.
    ///
    /// # Panics
    /// If `solid` has not one value a cell.
    pub fn part_of_forces(&self, forces: &Forces, solid: &[bool]) -> Result<Option<f64>, Error> {
        forces.validate()?;
        let (forces, [nx, ny]) =
            (LatticeForces::new(forces, &self.units), [self.layout().nx(), self.layout().ny()]);
        assert_eq!(solid.len(), nx * ny, "solid must have one value a cell");
        if !forces.act() {
            return Ok(None);
        }
        let (mut gained, mut given) = (0.0, 0.0);
        for cell in (0..solid.len()).filter(|cell| !solid[*cell]) {
            let site = self.layout().site((cell % nx) as isize, (cell / nx) as isize);
            let (f, rest_depth) = (self.populations(site), self.rest_depth(site));
            let [eta, hu, hv] = depth_and_momentum(f);
            let momentum = forces.momentum(Conserved { rest_depth, eta, h: rest_depth + eta, hu, hv });
            let after = pushed(f, momentum);
            let [_, x, y] =
                depth_and_momentum(std::array::from_fn(|q| f64::from(after[q]) - f64::from(f[q])));
            let [wanted_x, wanted_y] = momentum.map(f64::from);
            gained += x * wanted_x + y * wanted_y;
            given += wanted_x * wanted_x + wanted_y * wanted_y;
        }
        Ok((given > 0.0).then(|| gained / given))
    }

    /// Sums what cells were given: rows in parallel, added in order.
    fn sum<G: Giver<K>, const K: usize>(&self, giver: G, solid: &[bool]) -> [Impulse; K] {
        let (nx, ny, still) = (self.layout().nx(), self.layout().ny(), self.still());
        assert_eq!(solid.len(), nx * ny, "solid must have one value a cell");
        let row = |j: usize| {
            self.read_row(j, |lines| {
                let solid = &solid[j * nx..][..nx];
                let sums = self.isa.run(SumRow { giver, still, lines, j, solid });
                sums.map(|sums| sums.total(from_middle(j, ny)))
            })
        };
        let mut all = [Impulse::default(); K];
        for row in self.rows(&row) {
            all.iter_mut().zip(&row).for_each(|(all, row)| all.add(row));
        }
        all
    }
}

/// Distance of cell `k` of a side of `n` cells from its middle.
fn from_middle(k: usize, n: usize) -> f64 {
    k as f64 - 0.5 * (n as f64 - 1.0)
}

/// Depth and momentum of the cells of a vector, and the momentum of the half of the bed's force that they have.
struct Moments<S: Simd> {
    h: Vector<S>,
    momentum: [Vector<S>; 2],
    bed: [Vector<S>; 2],
}

/// Forces, `K` of them, which gave the cells of a vector momentum along x and y, and energy.
trait Giver<const K: usize>: Copy + Sync {
    /// Whether each of them gives any.
    fn acting(&self) -> [bool; K];

    fn given<S: Simd>(&self, cells: &Moments<S>) -> [[Vector<S>; 3]; K];
}

/// The half of the bed's force that cells have.
#[derive(Clone, Copy)]
struct BedHalf;

impl Giver<1> for BedHalf {
    #[inline(always)]
    fn acting(&self) -> [bool; 1] {
        [true]
    }

    #[inline(always)]
    fn given<S: Simd>(&self, cells: &Moments<S>) -> [[Vector<S>; 3]; 1] {
        let [x, y] = cells.bed;
        [[x, y, x.splat(0.0)]]
    }
}

impl Giver<4> for LatticeForces {
    #[inline(always)]
    fn acting(&self) -> [bool; 4] {
        self.acting()
    }

    #[inline(always)]
    fn given<S: Simd>(&self, cells: &Moments<S>) -> [[Vector<S>; 3]; 4] {
        let mut all = [[cells.h; 3]; 4];
        let given = self.given(cells.h, cells.momentum);
        for k in 0..4 {
            let [x, y] = given[k].momentum;
            all[k] = [x, y, given[k].energy];
        }
        all
    }
}

/// Cells whose sums are kept apart, so that they take vectors and have the same bits with any.
const CELLS: usize = CACHE_LINE;

/// Sums of impulses in a row, of every sixteenth cell for itself.
#[derive(Clone, Copy, Default)]
struct Sums {
    momentum: [[f64; CELLS]; 2],
    /// Sums of the momentum along y times the distance from the middle along x.
    turning: [f64; CELLS],
    energy: [f64; CELLS],
}

impl Sums {
    /// Adds what the cells of a vector were given, the first of which is added to the sums of number `first` and lies `from_middle` from the middle along x.
    #[inline(always)]
    fn add<S: Simd>(&mut self, [x, y, energy]: [Vector<S>; 3], first: usize, from_middle: f64) {
        let mut numbers = [[0.0; CELLS]; 3];
        x.store(&mut numbers[0], 0);
        y.store(&mut numbers[1], 0);
        energy.store(&mut numbers[2], 0);
        for l in 0..S::F32_LANES {
            self.momentum[0][first + l] += f64::from(numbers[0][l]);
            self.momentum[1][first + l] += f64::from(numbers[1][l]);
            self.turning[first + l] += (from_middle + l as f64) * f64::from(numbers[1][l]);
            self.energy[first + l] += f64::from(numbers[2][l]);
        }
    }

    /// The sum of all, in a row at this distance from the middle of the grid along y.
    fn total(&self, from_middle: f64) -> Impulse {
        let sum = |parts: &[f64; CELLS]| parts.iter().sum::<f64>();
        let [x, y] = [sum(&self.momentum[0]), sum(&self.momentum[1])];
        let angular_momentum = sum(&self.turning) - from_middle * x;
        Impulse { momentum: [x, y], angular_momentum, energy: sum(&self.energy) }
    }
}

/// Sums up what the cells of a row were given.
struct SumRow<'a, G, const K: usize> {
    giver: G,
    still: Still<'a>,
    /// The populations of the row.
    lines: [&'a [f32]; Q],
    j: usize,
    /// Whether a cell does not count.
    solid: &'a [bool],
}

impl<G: Giver<K>, const K: usize> WithSimd for SumRow<'_, G, K> {
    type Output = [Sums; K];

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> [Sums; K] {
        let nx = self.lines[0].len();
        let mut sums = [Sums::default(); K];
        let whole = nx - nx % CELLS;
        for first in (0..whole).step_by(CELLS) {
            self.add::<S, true>(simd, first, &mut sums);
        }
        if whole < nx {
            self.add::<S, false>(simd, whole, &mut sums);
        }
        sums
    }
}

impl<G: Giver<K>, const K: usize> SumRow<'_, G, K> {
    /// Adds what the cells from column `first` on were given, of which there may be less than [`CELLS`] if they are not `WHOLE`.
    #[inline(always)]
    fn add<S: Simd, const WHOLE: bool>(&self, simd: S, first: usize, sums: &mut [Sums; K]) {
        let nx = self.lines[0].len();
        let (acting, solid) = (self.giver.acting(), &self.solid[first..]);
        let mut counts = [0.0; CELLS];
        let cells = if WHOLE { CELLS } else { nx - first };
        let solid = &solid[..cells];
        for l in 0..cells {
            counts[l] = f32::from(u8::from(!solid[l]));
        }
        for l in (0..cells).step_by(S::F32_LANES) {
            let given = self.giver.given(&self.read::<S, WHOLE>(simd, first + l));
            let counts = Vector::load(simd, &counts, l);
            let counted = counts.splat(0.0).less_than(counts);
            for k in 0..K {
                if acting[k] {
                    let [x, y, energy] = given[k];
                    let given = [x.masked(counted), y.masked(counted), energy.masked(counted)];
                    sums[k].add(given, l, from_middle(first + l, nx));
                }
            }
        }
    }

    /// The vector of cells from column `i` on.
    #[inline(always)]
    fn read<S: Simd, const WHOLE: bool>(&self, simd: S, i: usize) -> Moments<S> {
        let Self { still, lines, j, .. } = self;
        let mut f = [Vector::new(simd, simd.splat_f32s(0.0)); Q];
        for q in 0..Q {
            let line = &lines[q][i..];
            f[q] = if WHOLE { Vector::load(simd, line, 0) } else { Vector::load_part(simd, line, 0) };
        }
        let [eta, hu, hv] = depth_and_momentum(f);
        let bed = still.bed_under([i, *j], eta);
        let [x, y] = bed.momentum();
        Moments { h: bed.rest_depth + eta, momentum: [hu - x, hv - y], bed: [x, y] }
    }
}
