//! Level and momentum of the cells along a row, with the vectors of this machine.

use pulp::{Simd, WithSimd};

use super::Lattice;
use crate::d2q9::Q;

/// Cells that are worked on side by side.
const CELLS: usize = 16;

/// `N` cells of a row: surface above the still level, depth, and momentum `h u`, `h v`.
struct Along<const N: usize> {
    eta: [f32; N],
    h: [f32; N],
    hu: [f32; N],
    hv: [f32; N],
}

impl<const N: usize> Along<N> {
    /// The cells of row `j`, of which `lines` are the populations, from column `first` on.
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
                let [x, y] = lattice.given_by_bed(i as isize, j as isize, eta[l]);
                (hu[l], hv[l]) = (hu[l] - x, hv[l] - y);
            }
        }
        Self { eta, h, hu, hv }
    }
}

/// Writes surface and velocity of a row, times the factors that make SI of them.
pub(crate) struct Writing<'a> {
    pub(crate) lattice: &'a Lattice,
    pub(crate) j: usize,
    pub(crate) lines: [&'a [f32]; Q],
    /// First column, and that after the last.
    pub(crate) columns: [usize; 2],
    pub(crate) cell_size_m: f32,
    pub(crate) speed_m_s: f32,
    /// Surface, and velocity along x and y, one value for each cell of the row.
    pub(crate) out: [&'a mut [f32]; 3],
}

impl Writing<'_> {
    #[inline(always)]
    fn write<const N: usize>(&mut self, first: usize) {
        let Along::<N> { eta, h, hu, hv } = Along::read(self.lattice, self.j, &self.lines, first);
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

impl WithSimd for Writing<'_> {
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
pub(crate) struct Fastest<'a, F> {
    pub(crate) lattice: &'a Lattice,
    pub(crate) j: usize,
    pub(crate) lines: [&'a [f32]; Q],
    /// Given the index `j · nx + i`, whether a cell counts.
    pub(crate) include: &'a F,
}

impl<F: Fn(usize) -> bool> Fastest<'_, F> {
    /// That of some cells, or what it was before.
    #[inline(always)]
    fn of<const N: usize>(&self, first: usize, mut largest: [f32; N]) -> [f32; N] {
        let Along::<N> { h, hu, hv, .. } = Along::read(self.lattice, self.j, &self.lines, first);
        let state = self.lattice.equation_of_state();
        let index = self.j * self.lattice.layout().nx() + first;
        let mut squared = [0.0; N];
        for l in 0..N {
            squared[l] = (hu[l] * hu[l] + hv[l] * hv[l]) / (state.wave_speed_squared(h[l]) * h[l] * h[l]);
        }
        for l in 0..N {
            let counted = if (self.include)(index + l) { squared[l] } else { 0.0 };
            // What is not a number is not larger.
            largest[l] = if counted > largest[l] { counted } else { largest[l] };
        }
        largest
    }
}

impl<F: Fn(usize) -> bool> WithSimd for Fastest<'_, F> {
    type Output = f32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f32 {
        let nx = self.lattice.layout().nx();
        let (mut first, mut largest, mut last) = (0, [0.0; CELLS], [0.0]);
        while nx - first >= CELLS {
            largest = self.of(first, largest);
            first += CELLS;
        }
        for i in first..nx {
            last = self.of(i, last);
        }
        largest.into_iter().fold(last[0], f32::max)
    }
}
