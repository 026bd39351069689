//! Elevation and momentum of the cells of a row, with the vector instructions of this machine.

use pulp::{Simd, WithSimd};

use super::Lattice;
use crate::d2q9::Q;

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
    /// The cells of row `j` from column `first` on, given the row's populations `lines`.
    #[inline(always)]
    fn read(lattice: &Lattice, j: usize, lines: &[&[f32]; Q], first: usize) -> Self {
        let mut f = [[0.0; N]; Q];
        for q in 0..Q {
            f[q].copy_from_slice(&lines[q][first..first + N]);
        }
        let h_ref = lattice.reference_depth();
        let [mut eta, mut h, mut hu, mut hv] = [[0.0; N]; 4];
        for l in 0..N {
            let (east, west) = (f[1][l] + f[2][l] + f[8][l], f[4][l] + f[5][l] + f[6][l]);
            let (north, south) = (f[2][l] + f[3][l] + f[4][l], f[6][l] + f[7][l] + f[8][l]);
            eta[l] = f[0][l] + (east + west) + (f[3][l] + f[7][l]);
            h[l] = h_ref + eta[l];
            (hu[l], hv[l]) = (east - west, north - south);
        }
        if lattice.uneven().is_some() {
            for l in 0..N {
                let i = first + l;
                h[l] = lattice.rest_depth_of(i, j) + eta[l];
                let [x, y] = lattice.bed_momentum(i as isize, j as isize, eta[l]);
                (hu[l], hv[l]) = (hu[l] - x, hv[l] - y);
            }
        }
        Self { eta, h, hu, hv }
    }
}

/// Writes elevation and velocity of a row, times the factors that convert them to SI.
pub(crate) struct WriteFields<'a> {
    pub(crate) lattice: &'a Lattice,
    pub(crate) j: usize,
    pub(crate) lines: [&'a [f32]; Q],
    /// First column, and the one after the last.
    pub(crate) columns: [usize; 2],
    pub(crate) cell_size_m: f32,
    pub(crate) speed_m_s: f32,
    /// Elevation, velocity along x and along y, one value for each cell of the row.
    pub(crate) out: [&'a mut [f32]; 3],
}

impl WriteFields<'_> {
    #[inline(always)]
    fn write<const N: usize>(&mut self, first: usize) {
        let RowMoments::<N> { eta, h, hu, hv } = RowMoments::read(self.lattice, self.j, &self.lines, first);
        let mut si = [[0.0; N]; 3];
        for l in 0..N {
            let speed = self.speed_m_s / h[l];
            si[0][l] = eta[l] * self.cell_size_m;
            si[1][l] = hu[l] * speed;
            si[2][l] = hv[l] * speed;
        }
        for k in 0..3 {
            self.out[k][first..first + N].copy_from_slice(&si[k]);
        }
    }
}

impl WithSimd for WriteFields<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, _: S) {
        let [mut first, end] = self.columns;
        while end - first >= CELLS {
            self.write::<CELLS>(first);
            first += CELLS;
        }
        for i in first..end {
            self.write::<1>(i);
        }
    }
}

/// Finds the largest squared Froude number of a row.
pub(crate) struct MaxFroude<'a, F> {
    pub(crate) lattice: &'a Lattice,
    pub(crate) j: usize,
    pub(crate) lines: [&'a [f32]; Q],
    /// Whether a cell counts, given the index `j · nx + i`.
    pub(crate) include: &'a F,
}

impl<F: Fn(usize) -> bool> MaxFroude<'_, F> {
    /// The larger of that of some cells and `largest`.
    #[inline(always)]
    fn update<const N: usize>(&self, first: usize, mut largest: [f32; N]) -> [f32; N] {
        let RowMoments::<N> { h, hu, hv, .. } = RowMoments::read(self.lattice, self.j, &self.lines, first);
        let state = self.lattice.equation_of_state();
        let index = self.j * self.lattice.layout().nx() + first;
        let mut squared = [0.0; N];
        for l in 0..N {
            squared[l] = (hu[l] * hu[l] + hv[l] * hv[l]) / (state.wave_speed_squared(h[l]) * h[l] * h[l]);
        }
        for l in 0..N {
            let counted = if (self.include)(index + l) { squared[l] } else { 0.0 };
            // Not-a-number is not larger.
            largest[l] = if counted > largest[l] { counted } else { largest[l] };
        }
        largest
    }
}

impl<F: Fn(usize) -> bool> WithSimd for MaxFroude<'_, F> {
    type Output = f32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f32 {
        let nx = self.lattice.layout().nx();
        let (mut first, mut largest, mut last) = (0, [0.0; CELLS], [0.0]);
        while nx - first >= CELLS {
            largest = self.update(first, largest);
            first += CELLS;
        }
        for i in first..nx {
            last = self.update(i, last);
        }
        largest.into_iter().fold(last[0], f32::max)
    }
}
