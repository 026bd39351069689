use pulp::{Simd, WithSimd};

use crate::SurfaceGrid;
use crate::reals::{LANES, Lanes, Reals};

/// Added to a whole number from 0 to 2⁵² − 1 it leaves the number in the lowest 52 bits.
const MANTISSA: f64 = (1u64 << 52) as f64;

/// Bilinear means of fields `[ny][nx]` at eight positions, compiled for each instruction set. There
/// must be two columns.
pub(crate) struct GatherLanes<'a, const N: usize> {
    pub(crate) grid: &'a SurfaceGrid,
    pub(crate) fields: [&'a [f32]; N],
    pub(crate) x_m: &'a [f64; 8],
    pub(crate) y_m: &'a [f64; 8],
}

/// Eight positions in a grid.
struct Places {
    /// Linear index of the cell to the lower left, and of the one above it.
    lower: [usize; 8],
    upper: [usize; 8],
    /// Shares of the right and of the upper cells.
    fx: [f64; 8],
    fy: [f64; 8],
}

impl Places {
    /// What [`SurfaceGrid::weights`] gives, in the same arithmetic.
    #[inline(always)]
    fn new(grid: &SurfaceGrid, x_m: &[f64; 8], y_m: &[f64; 8]) -> Self {
        let SurfaceGrid { nx, ny, cells_per_m, origin_m } = *grid;
        let up = if ny > 1 { nx } else { 0 };
        let (last_i, last_j) = ((nx - 1) as f64, (ny - 1) as f64);
        let (widest_i, widest_j) = ((nx - 2) as f64, ny.saturating_sub(2) as f64);
        let mut places = Self { lower: [0; 8], upper: [0; 8], fx: [0.0; 8], fy: [0.0; 8] };
        for l in 0..8 {
            let x = ((x_m[l] - origin_m.x) * cells_per_m - 0.5).clamp(0.0, last_i);
            let y = ((y_m[l] - origin_m.y) * cells_per_m - 0.5).clamp(0.0, last_j);
            // `max` turns NaN into 0.
            let (i, j) = (x.max(0.0).floor().min(widest_i), y.max(0.0).floor().min(widest_j));
            let cell = (j * nx as f64 + i + MANTISSA).to_bits() & (MANTISSA as u64 - 1);
            (places.lower[l], places.upper[l]) = (cell as usize, cell as usize + up);
            (places.fx[l], places.fy[l]) = (x - i, y - j);
        }
        places
    }
}

/// Two neighbours of a field in one load, the left one in the lower half.
#[inline(always)]
fn pair(field: &[f32], left: usize) -> u64 {
    u64::from(field[left].to_bits()) | u64::from(field[left + 1].to_bits()) << 32
}

/// Left and right values of pairs.
#[inline(always)]
fn halves(pairs: &[u64; 8]) -> [Lanes; 2] {
    let (mut left, mut right) = ([0.0; 8], [0.0; 8]);
    for l in 0..8 {
        left[l] = f64::from(f32::from_bits(pairs[l] as u32));
    }
    for l in 0..8 {
        right[l] = f64::from(f32::from_bits((pairs[l] >> 32) as u32));
    }
    [left, right]
}

impl<const N: usize> WithSimd for GatherLanes<'_, N> {
    type Output = [[f64; 8]; N];

    #[inline(always)]
    fn with_simd<I: Simd>(self, simd: I) -> Self::Output {
        let Places { lower, upper, fx, fy } = Places::new(self.grid, self.x_m, self.y_m);
        // All of one length: an index is checked once for all of them.
        let cells = self.fields[0].len();
        let mut fields = self.fields;
        for field in &mut fields {
            *field = &field[..cells];
        }
        // One lane after the other: two loads of two values each are faster than a gather instruction.
        let (mut below, mut above) = ([[0u64; 8]; N], [[0u64; 8]; N]);
        for l in 0..8 {
            for n in 0..N {
                below[n][l] = pair(fields[n], lower[l]);
                above[n][l] = pair(fields[n], upper[l]);
            }
        }
        let mut means = [[0.0; 8]; N];
        for n in 0..N {
            let ([a, b], [c, d]) = (halves(&below[n]), halves(&above[n]));
            for part in 0..LANES / I::F64_LANES {
                let (fx, fy) = (Reals::load(simd, &fx, part), Reals::load(simd, &fy, part));
                let one = Reals::splat(simd, 1.0);
                let (gx, gy) = (one - fx, one - fy);
                let mean = gx * gy * Reals::load(simd, &a, part)
                    + fx * gy * Reals::load(simd, &b, part)
                    + gx * fy * Reals::load(simd, &c, part)
                    + fx * fy * Reals::load(simd, &d, part);
                mean.store(&mut means[n], part);
            }
        }
        means
    }
}
