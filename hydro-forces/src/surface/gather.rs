use pulp::{Simd, WithSimd};

use super::grid::SurfaceGrid;
use crate::simd::{LANES, Lanes, Reals};

/// Added to a whole number from 0 to 2⁵² − 1, leaves that number in the lowest 52 bits.
const MANTISSA: f64 = (1u64 << 52) as f64;

/// Groups of eight positions whose values are fetched before their means are taken: values just written one by one cannot
/// be read at once as a vector.
const AHEAD: usize = 4;

/// Bilinear interpolation of fields `[ny][nx]`, eight positions at a time, compiled for each instruction set. The grid must
/// have at least two columns.
pub(super) struct BilinearGather<'a, const N: usize, const M: usize> {
    pub(super) grid: &'a SurfaceGrid,
    pub(super) fields: [&'a [f32]; N],
    /// x and y.
    pub(super) at_m: &'a [[Lanes; 2]],
    /// Receive them in their last lanes.
    pub(super) means: &'a mut [[Lanes; M]],
}

/// The cells around eight positions.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct CellsAround<const N: usize> {
    /// Weights of the right and of the upper cells.
    fx: Lanes,
    fy: Lanes,
    /// The two lower cells of each field, the left one in the lower half, and the two upper ones.
    below: [[u64; LANES]; N],
    above: [[u64; LANES]; N],
}

impl<const N: usize> CellsAround<N> {
    const EMPTY: Self =
        Self { fx: [0.0; LANES], fy: [0.0; LANES], below: [[0; LANES]; N], above: [[0; LANES]; N] };

    /// Fetches the cells and weights of [`SurfaceGrid::weights`], in the same arithmetic.
    #[inline(always)]
    fn fetch(&mut self, grid: &SurfaceGrid, fields: [&[f32]; N], [x_m, y_m]: &[Lanes; 2]) {
        let SurfaceGrid { nx, ny, cells_per_m, origin_m } = *grid;
        let up = if ny > 1 { nx } else { 0 };
        let (last_i, last_j) = ((nx - 1) as f64, (ny - 1) as f64);
        let (widest_i, widest_j) = ((nx - 2) as f64, ny.saturating_sub(2) as f64);
        let mut cells = [0; LANES];
        for l in 0..LANES {
            let x = ((x_m[l] - origin_m.x) * cells_per_m - 0.5).clamp(0.0, last_i);
            let y = ((y_m[l] - origin_m.y) * cells_per_m - 0.5).clamp(0.0, last_j);
            // `max` turns NaN into 0.
            let (i, j) = (x.max(0.0).floor().min(widest_i), y.max(0.0).floor().min(widest_j));
            cells[l] = (j * nx as f64 + i + MANTISSA).to_bits() & (MANTISSA as u64 - 1);
            (self.fx[l], self.fy[l]) = (x - i, y - j);
        }
        // One lane after the other, two values in each load: faster than an instruction that gathers.
        for l in 0..LANES {
            let (lower, upper) = (cells[l] as usize, cells[l] as usize + up);
            for n in 0..N {
                self.below[n][l] = pair(fields[n], lower);
                self.above[n][l] = pair(fields[n], upper);
            }
        }
    }

    /// The weighted means of the fetched values.
    #[inline(always)]
    fn means<I: Simd, const M: usize>(&self, simd: I, means: &mut [Lanes; M]) {
        let one = Reals::splat(simd, 1.0);
        for n in 0..N {
            let ([a, b], [c, d]) = (halves(&self.below[n]), halves(&self.above[n]));
            for part in 0..LANES / I::F64_LANES {
                let (fx, fy) = (Reals::load(simd, &self.fx, part), Reals::load(simd, &self.fy, part));
                let (gx, gy) = (one - fx, one - fy);
                let mean = gx * gy * Reals::load(simd, &a, part)
                    + fx * gy * Reals::load(simd, &b, part)
                    + gx * fy * Reals::load(simd, &c, part)
                    + fx * fy * Reals::load(simd, &d, part);
                mean.store(&mut means[M - N + n], part);
            }
        }
    }
}

/// Two neighboring values in one load.
#[inline(always)]
fn pair(field: &[f32], left: usize) -> u64 {
    u64::from(field[left].to_bits()) | u64::from(field[left + 1].to_bits()) << 32
}

/// Left and right values of pairs.
#[inline(always)]
fn halves(pairs: &[u64; LANES]) -> [Lanes; 2] {
    let (mut left, mut right) = ([0.0; LANES], [0.0; LANES]);
    for l in 0..LANES {
        left[l] = f64::from(f32::from_bits(pairs[l] as u32));
    }
    for l in 0..LANES {
        right[l] = f64::from(f32::from_bits((pairs[l] >> 32) as u32));
    }
    [left, right]
}

impl<const N: usize, const M: usize> WithSimd for BilinearGather<'_, N, M> {
    type Output = ();

    #[inline(always)]
    fn with_simd<I: Simd>(self, simd: I) {
        // Slices of one length: an index is checked once for all of them.
        let cells = self.grid.cells();
        let mut fields = self.fields;
        for field in &mut fields {
            *field = &field[..cells];
        }
        let mut around = [CellsAround::EMPTY; AHEAD];
        for (at_m, means) in self.at_m.chunks(AHEAD).zip(self.means.chunks_mut(AHEAD)) {
            for (around, at_m) in around.iter_mut().zip(at_m) {
                around.fetch(self.grid, fields, at_m);
            }
            for (around, means) in around.iter().zip(means) {
                around.means(simd, means);
            }
        }
    }
}
