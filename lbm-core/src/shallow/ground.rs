use pulp::Simd;

use super::forces::LatticeForces;
use crate::Error;
use crate::d2q9::C;
use crate::engine::{LANES, Lanes, Real};
use crate::operator::{Conserved, Lean};

/// What a cell knows of the ground below it, in lattice units.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Below<R> {
    /// Depth of the still water over the cell's bed.
    pub(crate) rest_depth: R,
    /// The same of its neighbours in directions 1 to 8, where the bed is not level.
    pub(crate) around: Option<[R; 8]>,
}

impl<R: Real> Below<R> {
    /// ```text
    /// sum         ½ w_q g η / 3 (d(x + e_q) − 2 d(x) + d(x − e_q))
    /// difference  ½ w_q g η / 3 (d(x + e_q) − d(x − e_q))
    /// ```
    /// of the rest depths `d`, at a surface `eta` above the still level.
    #[inline(always)]
    pub(crate) fn lean(&self, gravity: f32, eta: R) -> Option<Lean<R>> {
        let around = self.around?;
        let diagonal = eta * (gravity * (1.0 / 24.0));
        let axial = diagonal * 4.0;
        let zero = eta.splat(0.0);
        let mut lean = Lean { sum: [zero; 4], difference: [zero; 4] };
        for k in 0..4 {
            let weight = if k % 2 == 0 { axial } else { diagonal };
            let [ahead, behind] = [around[k], around[k + 4]];
            lean.sum[k] = weight * self.rest_depth.scaled_plus(-2.0, ahead + behind);
            lean.difference[k] = weight * (ahead - behind);
        }
        Some(lean)
    }
}

/// Ground under the water, and the forces on the water.
pub(crate) trait Ground: Copy + Sync {
    /// Depth of still water along the rows below, at and above row `j`, from one cell before its first one on and filled
    /// up to one beyond whole vectors, where it is not the same everywhere.
    fn lines(&self, j: usize) -> [&[f32]; 3];

    /// The ground below a vector of cells from column `i` on.
    fn below<S: Simd>(&self, simd: S, lines: &[&[f32]; 3], i: usize) -> Below<Lanes<S>>;

    /// What forces apart from the bed's add to a cell's momentum in one step, if there are any.
    fn momentum<R: Real>(&self, cell: Conserved<R>) -> Option<[R; 2]>;
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
    fn below<S: Simd>(&self, simd: S, _: &[&[f32]; 3], _: usize) -> Below<Lanes<S>> {
        Below { rest_depth: Lanes::new(simd, simd.splat_f32s(self.rest_depth)), around: None }
    }

    #[inline(always)]
    fn momentum<R: Real>(&self, _: Conserved<R>) -> Option<[R; 2]> {
        None
    }
}

/// Any bed, and forces.
///
/// The bed's force acts on the links between cells, `g h̄ Δd` with `h̄` the mean depth of the two ends and `Δd` what
/// the bed falls between them ("centred", Zhou 2011), weighted as the equilibrium weights momentum. Populations deviate
/// from the still water of their own cell: between two cells of different depth `a` and `b` its pressure changes by `½ g
/// (b² − a²)`, which is what that force gives back for `h̄ = ½ (a + b)`, so the two cancel exactly and are both left
/// out. What remains is the force on the elevation, `½ g (η(x) + η(x + e)) Δd`, of which a population takes one half as
/// it leaves and the other as it arrives, each with the elevation of the cell that it is in. Its change from link to link
/// would make or take water; the populations at rest give and take that.
///
/// The pressure of water at rest at a level `η` differs along a link by `g η Δd`, just as much. So a lake at rest
/// stays at rest over any bed: to the last bit at the still level, to rounding at any other.
#[derive(Debug)]
pub(crate) struct Uneven {
    /// Rest depth, `[ny + 2][stride]`, and a few beyond.
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
    /// `depth`: depth of the still water, in cells, at the centre of cell `(i, j)`; `periodic`: along which axes the ring
    /// is as deep as the grid's other end, and not as its next cell.
    pub(crate) fn new(
        [nx, ny]: [usize; 2],
        stride: usize,
        depth: impl Fn(usize, usize) -> f64,
        periodic: [bool; 2],
        forces: LatticeForces,
    ) -> Result<Self, Error> {
        // What vectors compute beyond the ring has some depth, too.
        let mut depths = vec![1.0f32; (ny + 2) * stride + LANES];
        let [columns, rows] = [nx, ny].map(|n| n as isize);
        let mut sloping = false;
        let level = depth(0, 0) as f32;
        for j in -1..=rows {
            for i in -1..=columns {
                let [x, y] = [within(i, columns, periodic[0]), within(j, rows, periodic[1])];
                let h = depth(x, y);
                if !(h.is_finite() && h > 0.0) {
                    return Err(Error::DryBed { cell: [x, y], depth_cells: h });
                }
                depths[(j + 1) as usize * stride + (LANES as isize + i) as usize] = h as f32;
                sloping |= h as f32 != level;
            }
        }
        Ok(Self { depths, cells: [columns, rows], stride, sloping, forces })
    }

    /// Depth of still water at row `j` and column `i` of the grid or its ring.
    pub(crate) fn rest_depth(&self, i: isize, j: isize) -> f32 {
        self.depths[(j + 1) as usize * self.stride + (LANES as isize + i) as usize]
    }

    /// The ground below a cell of the grid; a bed is taken to go on level beyond the ring.
    pub(crate) fn at(&self, i: isize, j: isize) -> Below<f32> {
        let rest_depth = self.rest_depth(i, j);
        let around = self.sloping.then(|| {
            std::array::from_fn(|k| {
                let [x, y] = [i + C[k + 1][0] as isize, j + C[k + 1][1] as isize];
                self.rest_depth(x.clamp(-1, self.cells[0]), y.clamp(-1, self.cells[1]))
            })
        });
        Below { rest_depth, around }
    }
}

impl Ground for &Uneven {
    #[inline(always)]
    fn lines(&self, j: usize) -> [&[f32]; 3] {
        let line = |row: usize| &self.depths[row * self.stride + LANES - 1..(row + 1) * self.stride + LANES];
        [line(j), line(j + 1), line(j + 2)]
    }

    #[inline(always)]
    fn below<S: Simd>(&self, simd: S, lines: &[&[f32]; 3], i: usize) -> Below<Lanes<S>> {
        let [south, here, north] = lines;
        let rest_depth = Lanes::load(simd, here, i + 1);
        let around = if self.sloping {
            Some([
                Lanes::load(simd, here, i + 2),
                Lanes::load(simd, north, i + 2),
                Lanes::load(simd, north, i + 1),
                Lanes::load(simd, north, i),
                Lanes::load(simd, here, i),
                Lanes::load(simd, south, i),
                Lanes::load(simd, south, i + 1),
                Lanes::load(simd, south, i + 2),
            ])
        } else {
            None
        };
        Below { rest_depth, around }
    }

    #[inline(always)]
    fn momentum<R: Real>(&self, cell: Conserved<R>) -> Option<[R; 2]> {
        Some(self.forces.momentum(cell))
    }
}

/// The cell of a grid of `n` that lies at `at` in its ring, or next to it.
fn within(at: isize, n: isize, periodic: bool) -> usize {
    (if periodic { at.rem_euclid(n) } else { at.clamp(0, n - 1) }) as usize
}
