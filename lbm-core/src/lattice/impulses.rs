//! What the bed and forces gave the water in a step.

use pulp::{Simd, WithSimd};

use super::Lattice;
use super::still::Still;
use crate::d2q9::{Q, depth_and_momentum};
use crate::engine::{CACHE_LINE, Vector};
use crate::shallow::LatticeForces;

/// Momentum, moment and energy that a force gave the water in a step, summed over cells, in lattice units and `f64`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Impulse {
    /// Momentum `Σ h u`.
    pub momentum: [f64; 2],
    /// Moment of that momentum about the middle of the grid, counter-clockwise.
    pub angular_momentum: f64,
    /// Kinetic energy `½ Σ |m|² / h`, of the momentum `m`; below 0 where the force took it.
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
    /// Half of the impulse of a step of the bed's force on the cells for which `include`, given the index `j · nx + i`, is true.
    ///
    /// What the bed gives the water in a step is the sum of two such halves: that before the boundaries write the populations
    /// that enter, with which the water leaves its cells, and that after [`Self::step`], with which it arrives. It does no work:
    /// the potential energy `½ g Σ η²` has none of the bed's.
    pub fn bed_impulse(&self, include: impl Fn(usize) -> bool + Sync) -> Impulse {
        if !self.is_sloping() {
            return Impulse::default();
        }
        let [bed] = self.sum(include, |cells: Cells<'_>, [sums]: &mut [Sums; 1]| {
            self.isa.run(OfBed { cells, sums });
        });
        bed
    }

    /// Impulses of the [`crate::Forces`] on the cells for which `include`, given the index `j · nx + i`, is true, in the last step: to be
    /// asked right after [`Self::step`].
    pub fn impulses(&self, include: impl Fn(usize) -> bool + Sync) -> Impulses {
        let Some(forces) = self.forces_of_step() else {
            return Impulses::default();
        };
        let of_forces = self.sum(include, |cells: Cells<'_>, sums: &mut [Sums; 4]| {
            self.isa.run(OfForces { forces, cells, sums });
        });
        let [acceleration, wind, coriolis, friction] = of_forces;
        Impulses { acceleration, wind, coriolis, friction }
    }

    /// Sums what is added for [`Cells`]: rows in parallel, added in order.
    fn sum<const K: usize>(
        &self,
        include: impl Fn(usize) -> bool + Sync,
        add: impl Fn(Cells<'_>, &mut [Sums; K]) + Sync,
    ) -> [Impulse; K] {
        let (nx, ny) = (self.layout().nx(), self.layout().ny());
        let from_middle = |k: usize, n: usize| k as f64 - 0.5 * (n as f64 - 1.0);
        let still = self.still();
        let row = |j: usize| {
            self.read_row(j, |lines| {
                let mut sums = [Sums::default(); K];
                for first in (0..nx).step_by(CELLS) {
                    let count = CELLS.min(nx - first);
                    let included = std::array::from_fn(|l| l < count && include(j * nx + first + l));
                    let from_middle = from_middle(first, nx);
                    add(Cells { still, lines, place: [first, j], included, from_middle }, &mut sums);
                }
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

/// Cells that are read at a time.
const CELLS: usize = CACHE_LINE;

/// Cells side by side in a row.
#[derive(Clone, Copy)]
struct Cells<'a> {
    still: Still<'a>,
    /// The populations of the row.
    lines: [&'a [f32]; Q],
    /// Column of the first cell, and the row.
    place: [usize; 2],
    /// Flags of the cells that count; none beyond the row.
    included: [bool; CELLS],
    /// Distance of the first one from the middle of the grid along x.
    from_middle: f64,
}

/// Depth and momentum of the cells of a vector, and the momentum of the half of the bed's force that they have.
struct Moments<S: Simd> {
    h: Vector<S>,
    momentum: [Vector<S>; 2],
    bed: [Vector<S>; 2],
}

/// A momentum along x and along y, and an energy, of each of [`Cells`].
type OfCells = [[f32; CELLS]; 3];

impl Cells<'_> {
    /// The vector of cells from number `l` on; none beyond the row.
    #[inline(always)]
    fn read<S: Simd>(&self, simd: S, l: usize) -> Option<Moments<S>> {
        let Self { still, lines, place: [first, j], .. } = self;
        let i = first + l;
        if i >= lines[0].len() {
            return None;
        }
        let mut f = [Vector::load_part(simd, lines[0], i); Q];
        for q in 1..Q {
            f[q] = Vector::load_part(simd, lines[q], i);
        }
        let [eta, hu, hv] = depth_and_momentum(f);
        let bed = still.bed_under([i, *j], eta);
        let [x, y] = bed.momentum();
        Some(Moments { h: bed.rest_depth + eta, momentum: [hu - x, hv - y], bed: [x, y] })
    }

    /// Adds what those cells were given that count.
    #[inline(always)]
    fn add(&self, [xs, ys, energies]: &OfCells, sums: &mut Sums) {
        for l in 0..CELLS {
            let (x, y, energy) = if self.included[l] { (xs[l], ys[l], energies[l]) } else { (0.0, 0.0, 0.0) };
            sums.momentum[0][l] += f64::from(x);
            sums.momentum[1][l] += f64::from(y);
            sums.turning[l] += (self.from_middle + l as f64) * f64::from(y);
            sums.energy[l] += f64::from(energy);
        }
    }
}

/// Sums of impulses in a row, of every sixteenth cell for itself, which takes vectors.
#[derive(Clone, Copy, Default)]
struct Sums {
    momentum: [[f64; CELLS]; 2],
    /// Sums of the momentum along y times the distance from the middle along x.
    turning: [f64; CELLS],
    energy: [f64; CELLS],
}

impl Sums {
    /// The sum of all, in a row at this distance from the middle of the grid along y.
    fn total(&self, from_middle: f64) -> Impulse {
        let sum = |parts: &[f64; CELLS]| parts.iter().sum::<f64>();
        let [x, y] = [sum(&self.momentum[0]), sum(&self.momentum[1])];
        let angular_momentum = sum(&self.turning) - from_middle * x;
        Impulse { momentum: [x, y], angular_momentum, energy: sum(&self.energy) }
    }
}

/// Adds the half of the bed's impulse that cells have.
struct OfBed<'a> {
    cells: Cells<'a>,
    sums: &'a mut Sums,
}

impl WithSimd for OfBed<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { cells, sums } = self;
        let mut given = OfCells::default();
        for l in (0..CELLS).step_by(S::F32_LANES) {
            let Some(Moments { bed: [x, y], .. }) = cells.read(simd, l) else { break };
            x.store(&mut given[0], l);
            y.store(&mut given[1], l);
        }
        cells.add(&given, sums);
    }
}

/// Adds the impulses of forces on cells.
struct OfForces<'a> {
    forces: LatticeForces,
    cells: Cells<'a>,
    sums: &'a mut [Sums; 4],
}

impl WithSimd for OfForces<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { forces, cells, sums } = self;
        let (acting, mut given) = (forces.acting(), [OfCells::default(); 4]);
        for l in (0..CELLS).step_by(S::F32_LANES) {
            let Some(Moments { h, momentum, .. }) = cells.read(simd, l) else { break };
            let each = forces.given(h, momentum);
            for k in 0..4 {
                each[k].momentum[0].store(&mut given[k][0], l);
                each[k].momentum[1].store(&mut given[k][1], l);
                each[k].energy.store(&mut given[k][2], l);
            }
        }
        for k in 0..4 {
            if acting[k] {
                cells.add(&given[k], &mut sums[k]);
            }
        }
    }
}
