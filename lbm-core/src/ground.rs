use crate::d2q9::{C, Q, W};
use crate::forces::LatticeForces;
use crate::layout::LANES;
use crate::operator::Conserved;
use crate::real::{Lanes, Real};
use crate::{Error, Layout};
use pulp::Simd;

/// What a cell knows of the ground below it, in lattice units.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Below<R> {
    /// Depth of the still water over the cell's bed.
    pub(crate) rest_depth: R,
    /// Gradient of that depth: minus the slope of the bed.
    pub(crate) deepening: [R; 2],
}

/// Ground under the water, and the forces on the water.
pub(crate) trait Ground: Copy + Sync {
    /// Depth of still water and its gradient along row `j` from its first cell on, filled up to whole vectors, where they
    /// are not the same everywhere.
    fn lines(&self, j: usize) -> [&[f32]; 3];

    /// The ground below a vector of cells from column `i` on.
    fn below<S: Simd>(&self, simd: S, lines: &[&[f32]; 3], i: usize) -> Below<Lanes<S>>;

    /// What the ground and the forces add to a cell's momentum in one step, if there are any.
    fn momentum<R: Real>(&self, gravity: f32, below: Below<R>, cell: Conserved<R>) -> Option<[R; 2]>;
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
        let splat = |value| Lanes::new(simd, simd.splat_f32s(value));
        Below { rest_depth: splat(self.rest_depth), deepening: [splat(0.0); 2] }
    }

    #[inline(always)]
    fn momentum<R: Real>(&self, _: f32, _: Below<R>, _: Conserved<R>) -> Option<[R; 2]> {
        None
    }
}

/// Any bed, and forces.
///
/// Populations deviate from the still water of their own cell. Between two cells of different depth `a` and `b` the
/// still water's pressure changes by `½ g (b² − a²)`, which is what the centred bed force `−g h̄ Δz_b`, `h̄ = ½ (a + b)`,
/// gives back: the two cancel exactly and are both left out. What remains is the bed's force on the elevation,
/// `−g η ∇z_b`. So a lake at rest stays at rest to the last bit over any bed.
#[derive(Debug)]
pub(crate) struct Uneven {
    /// Rest depth and its gradient, `[ny + 2][3][stride]`.
    lines: Vec<f32>,
    stride: usize,
    pub(crate) forces: LatticeForces,
}

impl Uneven {
    /// # Arguments
    /// `depth`: depth of the still water, in cells, at the centre of cell `(i, j)`; also asked one cell beyond the grid.
    pub(crate) fn new(
        layout: &Layout,
        depth: impl Fn(isize, isize) -> f64,
        forces: LatticeForces,
    ) -> Result<Self, Error> {
        let (nx, ny, stride) = (layout.nx(), layout.ny(), layout.stride());
        let mut lines = vec![0.0f32; (ny + 2) * 3 * stride];
        let [columns, rows] = [nx, ny].map(|n| n as isize);
        let place = |i: isize, j: isize| (j + 1) as usize * 3 * stride + (LANES as isize + i) as usize;
        for j in -1..=rows {
            for i in -1..=columns {
                let h = depth(i, j);
                let inside = (0..columns).contains(&i) && (0..rows).contains(&j);
                if inside && !(h.is_finite() && h > 0.0) {
                    return Err(Error::DryBed { cell: [i as usize, j as usize], depth_cells: h });
                }
                lines[place(i, j)] = h as f32;
            }
            // What vectors compute beyond the ring.
            lines[place(columns + 1, j)..(j + 1) as usize * 3 * stride + stride].fill(1.0);
        }
        for j in 0..rows {
            for i in 0..columns {
                for axis in 0..2 {
                    let part = |q: usize| {
                        let there = lines[place(i + C[q][0] as isize, j + C[q][1] as isize)];
                        W[q] * C[q][axis] as f32 * there
                    };
                    let sum: f32 = (1..Q).map(part).sum();
                    lines[place(i, j) + (1 + axis) * stride] = sum / 3.0;
                }
            }
        }
        Ok(Self { lines, stride, forces })
    }

    /// Depth of still water at row `j` and column `i` of the grid or its ring.
    pub(crate) fn rest_depth(&self, i: isize, j: isize) -> f32 {
        self.lines[(j + 1) as usize * 3 * self.stride + (LANES as isize + i) as usize]
    }
}

impl Ground for &Uneven {
    #[inline(always)]
    fn lines(&self, j: usize) -> [&[f32]; 3] {
        let row = &self.lines[(j + 1) * 3 * self.stride..(j + 2) * 3 * self.stride];
        let line = |k: usize| &row[k * self.stride + LANES..(k + 1) * self.stride];
        [line(0), line(1), line(2)]
    }

    #[inline(always)]
    fn below<S: Simd>(&self, simd: S, lines: &[&[f32]; 3], i: usize) -> Below<Lanes<S>> {
        let [depth, x, y] = lines;
        Below {
            rest_depth: Lanes::load(simd, depth, i),
            deepening: [Lanes::load(simd, x, i), Lanes::load(simd, y, i)],
        }
    }

    #[inline(always)]
    fn momentum<R: Real>(&self, gravity: f32, below: Below<R>, cell: Conserved<R>) -> Option<[R; 2]> {
        let [x, y] = self.forces.momentum(cell);
        let weight = cell.eta * gravity;
        let [dx, dy] = below.deepening;
        Some([weight * dx + x, weight * dy + y])
    }
}
