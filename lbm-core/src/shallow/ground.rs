use pulp::Simd;

use super::forces::LatticeForces;
use crate::Error;
use crate::d2q9::C;
use crate::engine::{CACHE_LINE, Float, Vector};
use crate::operator::{BedForce, Conserved};

/// Depths of the still water at a cell and its neighbors, in lattice units.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RestDepths<R> {
    pub(crate) here: R,
    /// Values of the neighbors in directions 1 to 8; `None` where the bed is level.
    pub(crate) neighbors: Option<[R; 8]>,
}

impl<R: Float> RestDepths<R> {
    /// Half of the bed's force on the links of a cell whose surface lies `eta` above the still level:
    ///
    /// ```text
    /// sum         ½ w_q g η / 3 (d(x + e_q) − 2 d(x) + d(x − e_q))
    /// difference  ½ w_q g η / 3 (d(x + e_q) − d(x − e_q))
    /// ```
    ///
    /// with the rest depths `d`.
    #[inline(always)]
    pub(crate) fn bed_force(&self, gravity: f32, eta: R) -> Option<BedForce<R>> {
        let neighbors = self.neighbors?;
        let diagonal = eta * (gravity * (1.0 / 24.0));
        let axial = diagonal * 4.0;
        let zero = eta.splat(0.0);
        let mut force = BedForce { sum: [zero; 4], difference: [zero; 4] };
        for k in 0..4 {
            let weight = if k % 2 == 0 { axial } else { diagonal };
            let [ahead, behind] = [neighbors[k], neighbors[k + 4]];
            force.sum[k] = weight * self.here.scaled_plus(-2.0, ahead + behind);
            force.difference[k] = weight * (ahead - behind);
        }
        Some(force)
    }
}

/// The bed under the water, and the forces on the water.
pub(crate) trait Ground: Copy + Sync {
    /// Rest depths along the rows below, at and above row `j`, from one cell before its first one to one beyond whole
    /// vectors; empty where the depth is the same everywhere.
    fn lines(&self, j: usize) -> [&[f32]; 3];

    /// Rest depths of a vector of cells from column `i` on.
    fn rest_depths<S: Simd>(&self, simd: S, lines: &[&[f32]; 3], i: usize) -> RestDepths<Vector<S>>;

    /// The momentum that a cell gains in one step from forces other than the bed's, if there are any.
    fn momentum<R: Float>(&self, cell: Conserved<R>) -> Option<[R; 2]>;
}

/// A flat bed without forces.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Flat {
    pub(crate) rest_depth: f32,
}

impl Ground for Flat {
    #[inline(always)]
    fn lines(&self, _: usize) -> [&[f32]; 3] {
        [&[]; 3]
    }

    #[inline(always)]
    fn rest_depths<S: Simd>(&self, simd: S, _: &[&[f32]; 3], _: usize) -> RestDepths<Vector<S>> {
        RestDepths { here: Vector::new(simd, simd.splat_f32s(self.rest_depth)), neighbors: None }
    }

    #[inline(always)]
    fn momentum<R: Float>(&self, _: Conserved<R>) -> Option<[R; 2]> {
        None
    }
}

/// Any bed, and forces.
///
/// The bed's force acts on the links between cells, `g h̄ Δd` with the mean depth `h̄` of the two ends and the drop `Δd` of
/// the bed between them ("centered", Zhou 2011), weighted as the equilibrium weights momentum. Populations are deviations
/// from the still water of their own cell: between two cells of different depth `a` and `b` its pressure changes by `½ g
/// (b² − a²)`, which this force balances exactly for `h̄ = ½ (a + b)`, so both are left out. What remains is the force on
/// the elevation, `½ g (η(x) + η(x + e)) Δd`, of which a population gets one half as it leaves and the other as it arrives,
/// each with the elevation of the cell that it is in. Where it differs from link to link it would create or destroy water,
/// for which the population at rest compensates.
///
/// The pressure of water at rest at a level `η` differs along a link by `g η Δd`, just as much. So a lake at rest
/// stays at rest over any bed: to the last bit at the still level, to rounding at any other.
#[derive(Debug)]
pub(crate) struct Uneven {
    /// Rest depth, `[ny + 2][stride]`, and a cache line of padding.
    depths: Vec<f32>,
    /// Cells along x and y.
    cells: [isize; 2],
    stride: usize,
    /// Whether the bed is not level.
    sloping: bool,
    pub(crate) forces: LatticeForces,
}

impl Uneven {
    /// # Arguments
    /// `depth`: depth of the still water, in cells, at the center of cell `(i, j)`; `beyond`: the same of ghost cells `[i, j]`
    /// where it is given; `periodic`: axes along which other ghost cells are as deep as the grid's other end, instead of the
    /// nearest cell.
    pub(crate) fn new(
        [nx, ny]: [usize; 2],
        stride: usize,
        depth: impl Fn(usize, usize) -> f64,
        beyond: impl Fn([isize; 2]) -> Option<f64>,
        periodic: [bool; 2],
        forces: LatticeForces,
    ) -> Result<Self, Error> {
        // The padding that vectors compute needs some depth, too.
        let mut depths = vec![1.0f32; (ny + 2) * stride + CACHE_LINE];
        let [columns, rows] = [nx, ny].map(|n| n as isize);
        let mut sloping = false;
        let level = depth(0, 0) as f32;
        for j in -1..=rows {
            for i in -1..=columns {
                let [x, y] = [within(i, columns, periodic[0]), within(j, rows, periodic[1])];
                let h = beyond([i, j]).unwrap_or_else(|| depth(x, y));
                if !(h.is_finite() && h > 0.0) {
                    return Err(Error::DryBed { cell: [x, y], depth_cells: h });
                }
                depths[(j + 1) as usize * stride + (CACHE_LINE as isize + i) as usize] = h as f32;
                sloping |= h as f32 != level;
            }
        }
        Ok(Self { depths, cells: [columns, rows], stride, sloping, forces })
    }

    /// Whether the bed is not level.
    pub(crate) fn is_sloping(&self) -> bool {
        self.sloping
    }

    /// Depth of still water at row `j` and column `i` of the grid or its ghost cells.
    pub(crate) fn rest_depth(&self, i: isize, j: isize) -> f32 {
        self.depths[(j + 1) as usize * self.stride + (CACHE_LINE as isize + i) as usize]
    }

    /// Rest depths of a row from a cell on.
    pub(crate) fn rest_depths_from(&self, i: usize, j: usize) -> &[f32] {
        &self.depths[(j + 1) * self.stride + CACHE_LINE + i..]
    }

    /// Rest depths at a cell of the grid or a ghost cell; the bed is taken to be level beyond those.
    pub(crate) fn at(&self, i: isize, j: isize) -> RestDepths<f32> {
        let neighbors = self.sloping.then(|| {
            std::array::from_fn(|k| {
                let [x, y] = [i + C[k + 1][0] as isize, j + C[k + 1][1] as isize];
                self.rest_depth(x.clamp(-1, self.cells[0]), y.clamp(-1, self.cells[1]))
            })
        });
        RestDepths { here: self.rest_depth(i, j), neighbors }
    }
}

impl Ground for &Uneven {
    #[inline(always)]
    fn lines(&self, j: usize) -> [&[f32]; 3] {
        let line = |row: usize| {
            &self.depths[row * self.stride + CACHE_LINE - 1..(row + 1) * self.stride + CACHE_LINE]
        };
        [line(j), line(j + 1), line(j + 2)]
    }

    #[inline(always)]
    fn rest_depths<S: Simd>(&self, simd: S, lines: &[&[f32]; 3], i: usize) -> RestDepths<Vector<S>> {
        let [south, here, north] = lines;
        let neighbors = if self.sloping {
            Some([
                Vector::load(simd, here, i + 2),
                Vector::load(simd, north, i + 2),
                Vector::load(simd, north, i + 1),
                Vector::load(simd, north, i),
                Vector::load(simd, here, i),
                Vector::load(simd, south, i),
                Vector::load(simd, south, i + 1),
                Vector::load(simd, south, i + 2),
            ])
        } else {
            None
        };
        RestDepths { here: Vector::load(simd, here, i + 1), neighbors }
    }

    #[inline(always)]
    fn momentum<R: Float>(&self, cell: Conserved<R>) -> Option<[R; 2]> {
        Some(self.forces.momentum(cell))
    }
}

/// The cell of an axis of `n` cells whose depth the cell or ghost cell `at` has.
fn within(at: isize, n: isize, periodic: bool) -> usize {
    (if periodic { at.rem_euclid(n) } else { at.clamp(0, n - 1) }) as usize
}
