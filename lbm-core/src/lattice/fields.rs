//! Elevation and momentum of the cells of a row half-way through the forces of the last step, with the vector instructions of this machine.

use pulp::{Scalar, Simd, WithSimd};

use super::Lattice;
use super::still::Still;
use crate::d2q9::{Q, depth_and_momentum};
use crate::engine::Vector;
use crate::operator::{EquationOfState, without_subnormal_squares};

/// Cells that are computed side by side.
const CELLS: usize = 16;

/// Elevation, depth, and momentum `h u`, `h v` of `N` cells of a row.
struct RowMoments<const N: usize> {
    eta: [f32; N],
    h: [f32; N],
    hu: [f32; N],
    hv: [f32; N],
}

impl<const N: usize> RowMoments<N> {
    /// Squared Froude numbers, of a gas squared Mach numbers, given the squared speed of waves; of a momentum [`without_subnormal_squares`].
    #[inline(always)]
    fn froude_squared(&self, wave_speed_squared: &[f32; N]) -> [f32; N] {
        let Self { h, hu, hv, .. } = self;
        let mut froude_squared = [0.0; N];
        for l in 0..N {
            let [x, y] = without_subnormal_squares([hu[l], hv[l]]);
            let momentum_squared = x * x + y * y;
            froude_squared[l] = momentum_squared / (wave_speed_squared[l] * h[l] * h[l]);
        }
        froude_squared
    }

    /// Squared speeds of waves, the gravity numbers of water.
    #[inline(always)]
    fn wave_speed_squared(&self, still: &Still<'_>) -> [f32; N] {
        let mut squared = [0.0; N];
        // One loop for each state: a choice in the loop is none of vectors.
        match still.state {
            state @ EquationOfState::ShallowWater { .. } => {
                for l in 0..N {
                    squared[l] = state.wave_speed_squared(self.h[l]);
                }
            }
            state @ EquationOfState::IdealGas => {
                for l in 0..N {
                    squared[l] = state.wave_speed_squared(self.h[l]);
                }
            }
        }
        squared
    }

    /// The cells of row `j` from column `first` on, a whole number of vectors, given the row's populations `lines`.
    #[inline(always)]
    fn read<S: Simd>(simd: S, still: &Still<'_>, j: usize, lines: &[&[f32]; Q], first: usize) -> Self {
        // References: copies went through memory once more.
        let f: [&[f32; N]; Q] =
            std::array::from_fn(|q| lines[q][first..].first_chunk().expect("whole cells"));
        let [mut eta, mut h, mut hu, mut hv] = [[0.0; N]; 4];
        for l in 0..N {
            let mut cell = [0.0; Q];
            for q in 0..Q {
                cell[q] = f[q][l];
            }
            [eta[l], hu[l], hv[l]] = depth_and_momentum(cell);
        }
        if still.is_flat() {
            let rest_depth = still.rest_depth(0, 0);
            for l in 0..N {
                h[l] = rest_depth + eta[l];
            }
        } else {
            let forces = still.forces_given();
            for l in (0..N).step_by(S::F32_LANES) {
                let above = Vector::load(simd, &eta, l);
                let bed = still.bed_under([first + l, j], above);
                let [x, y] = bed.momentum();
                let depth = bed.rest_depth + above;
                let mut momentum = [Vector::load(simd, &hu, l) - x, Vector::load(simd, &hv, l) - y];
                if let Some(forces) = &forces {
                    momentum = forces.halfway(depth, momentum);
                }
                depth.store(&mut h, l);
                momentum[0].store(&mut hu, l);
                momentum[1].store(&mut hv, l);
            }
        }
        Self { eta, h, hu, hv }
    }
}

/// Writes elevation and velocity of a row, times the factors that convert them to SI. Returns its largest squared Froude number.
pub(super) struct WriteFields<'a> {
    pub(super) still: Still<'a>,
    pub(super) j: usize,
    pub(super) lines: [&'a [f32]; Q],
    /// First column, and the one after the last.
    pub(super) columns: [usize; 2],
    pub(super) cell_size_m: f32,
    pub(super) speed_m_s: f32,
    /// Elevation, velocity along x and along y, one value for each cell of the row.
    pub(super) out: [&'a mut [f32]; 3],
    /// Whether a cell of the row does not count for the Froude number.
    pub(super) solid: &'a [bool],
}

impl WriteFields<'_> {
    #[inline(always)]
    fn write<S: Simd, const N: usize>(&mut self, simd: S, first: usize, largest: &mut [f32; N]) {
        let moments = RowMoments::<N>::read(simd, &self.still, self.j, &self.lines, first);
        let froude_squared = moments.froude_squared(&moments.wave_speed_squared(&self.still));
        let RowMoments { eta, h, hu, hv } = moments;
        let mut si = [[0.0; N]; 3];
        for l in 0..N {
            let speed = self.speed_m_s / h[l];
            si[0][l] = eta[l] * self.cell_size_m;
            si[1][l] = hu[l] * speed;
            si[2][l] = hv[l] * speed;
        }
        for k in 0..3 {
            *self.out[k][first..].first_chunk_mut().expect("whole cells") = si[k];
        }
        let solid: &[bool; N] = self.solid[first..].first_chunk().expect("whole cells");
        for l in 0..N {
            let counts = if solid[l] { 0.0 } else { froude_squared[l] };
            // Not-a-number is not larger.
            largest[l] = if counts > largest[l] { counts } else { largest[l] };
        }
    }
}

impl WithSimd for WriteFields<'_> {
    type Output = f32;

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) -> f32 {
        let [mut first, end] = self.columns;
        // Slices of one length: an index is checked once for all of them.
        for line in &mut self.lines {
            *line = &line[..end];
        }
        for out in &mut self.out {
            *out = &mut std::mem::take(out)[..end];
        }
        self.solid = &self.solid[..end];
        let (mut largest, mut rest) = ([0.0; CELLS], [0.0; 1]);
        let is_wide = end - first >= CELLS;
        while end - first >= CELLS {
            self.write(simd, first, &mut largest);
            first += CELLS;
        }
        if is_wide && first < end {
            // Some cells are written again, with the same values.
            self.write(simd, end - CELLS, &mut largest);
            first = end;
        }
        for i in first..end {
            self.write(Scalar, i, &mut rest);
        }
        largest.into_iter().fold(rest[0], f32::max)
    }
}

/// State of a cell that decides on its stability.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct FlowState {
    pub(super) froude_squared: f32,
    pub(super) gravity_number: f32,
    /// Whether the cell has water, slower than the lattice speed.
    pub(super) valid: bool,
}

/// Computes the states of cells along a row. Not generic, so that the crates that use it do not compile it anew.
struct FlowStates<'a> {
    still: Still<'a>,
    j: usize,
    lines: [&'a [f32]; Q],
    /// Column of the first cell.
    first: usize,
    out: &'a mut [FlowState],
}

impl FlowStates<'_> {
    #[inline(always)]
    fn compute<S: Simd, const N: usize>(&mut self, simd: S, k: usize) {
        let moments = RowMoments::<N>::read(simd, &self.still, self.j, &self.lines, self.first + k);
        let gravity_number = moments.wave_speed_squared(&self.still);
        let froude_squared = moments.froude_squared(&gravity_number);
        let RowMoments { h, hu, hv, .. } = moments;
        let mut valid = [0.0; N];
        for l in 0..N {
            let momentum_squared = hu[l] * hu[l] + hv[l] * hv[l];
            valid[l] = if h[l] > 0.0 && momentum_squared < h[l] * h[l] { 1.0 } else { 0.0 };
        }
        for l in 0..N {
            self.out[k + l] = FlowState {
                froude_squared: froude_squared[l],
                gravity_number: gravity_number[l],
                valid: valid[l] > 0.0,
            };
        }
    }
}

impl WithSimd for FlowStates<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        let whole = self.out.len() / CELLS * CELLS;
        for k in (0..whole).step_by(CELLS) {
            self.compute::<S, CELLS>(simd, k);
        }
        for k in whole..self.out.len() {
            self.compute::<Scalar, 1>(Scalar, k);
        }
    }
}

impl Lattice {
    /// Calls `visit(i, state)` for the cells of row `j` in order.
    pub(super) fn each_flow_state(&self, j: usize, mut visit: impl FnMut(usize, FlowState)) {
        const CHUNK: usize = 4 * CELLS;
        let nx = self.layout().nx();
        let mut states = [FlowState::default(); CHUNK];
        self.read_row(j, |lines| {
            for first in (0..nx).step_by(CHUNK) {
                let out = &mut states[..CHUNK.min(nx - first)];
                self.compute_flow_states(j, lines, first, out);
                out.iter().enumerate().for_each(|(k, &state)| visit(first + k, state));
            }
        });
    }

    fn compute_flow_states(&self, j: usize, lines: [&[f32]; Q], first: usize, out: &mut [FlowState]) {
        self.isa.run(FlowStates { still: self.still(), j, lines, first, out });
    }
}
