use glam::DVec2;

use crate::Error;
use crate::error::{require, require_finite};

/// A regular grid in plan: cell (i, j) covers `origin_m + [i, i+1) × [j, j+1) · cell_size_m`, its
/// value is that at its center and has the linear index `j * nx + i`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SurfaceGrid {
    pub(super) nx: usize,
    pub(super) ny: usize,
    pub(super) cells_per_m: f64,
    pub(super) origin_m: DVec2,
}

impl SurfaceGrid {
    /// A grid of `nx` × `ny` square cells with its lower-left corner at `origin_m`.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] or [`Error::NotFinite`] if a count is zero, the cell size is not positive or a value is
    /// not finite.
    pub fn new(nx: usize, ny: usize, cell_size_m: f64, origin_m: DVec2) -> Result<Self, Error> {
        require(nx > 0, "nx", nx as f64, "at least 1")?;
        require(ny > 0, "ny", ny as f64, "at least 1")?;
        require(cell_size_m >= f64::MIN_POSITIVE, "cell_size_m", cell_size_m, "above 0")?;
        require_finite("origin_m.x", origin_m.x)?;
        require_finite("origin_m.y", origin_m.y)?;
        Ok(Self { nx, ny, cells_per_m: cell_size_m.recip(), origin_m })
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.nx * self.ny
    }

    /// Bilinear weights of the four cells around `position_m`: `(linear index, weight)`.
    ///
    /// [`GriddedSurface`](crate::GriddedSurface) interpolates with these weights; scattering a reaction with them is the
    /// adjoint of that (see [`Exchange::sample_m`](crate::Exchange::sample_m)). They add up to 1, and the weighted mean of
    /// the four centers is `position_m`, but in the outer half cell of the border, where positions are clamped to the
    /// outermost centers. In a grid one cell wide an index appears twice. A position that is not finite has indices inside
    /// the grid and weights that are not finite.
    #[inline(always)]
    pub fn weights(&self, position_m: DVec2) -> [(usize, f64); 4] {
        let around = self.around(position_m);
        let ([i0, j0], [i1, j1], [a, b, c, d]) = (around.lower, around.upper, around.weights());
        [(self.index(i0, j0), a), (self.index(i1, j0), b), (self.index(i0, j1), c), (self.index(i1, j1), d)]
    }

    /// The four cells around a position.
    #[inline(always)]
    pub(crate) fn around(&self, position_m: DVec2) -> CellsAround {
        let p = (position_m - self.origin_m) * self.cells_per_m - 0.5;
        let (i0, i1, fx) = interval(p.x, self.nx);
        let (j0, j1, fy) = interval(p.y, self.ny);
        CellsAround { lower: [i0, j0], upper: [i1, j1], fractions: [fx, fy] }
    }

    /// Linear index of a cell.
    #[inline(always)]
    pub(crate) fn index(&self, i: usize, j: usize) -> usize {
        j * self.nx + i
    }
}

/// The four cells around a position: column and row of the first and the last, and how far the position lies from the first to
/// the last, 0 to 1.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct CellsAround {
    pub(crate) lower: [usize; 2],
    pub(crate) upper: [usize; 2],
    fractions: [f64; 2],
}

impl CellsAround {
    /// Bilinear weights of the cells, columns first.
    #[inline(always)]
    pub(crate) fn weights(&self) -> [f64; 4] {
        let [fx, fy] = self.fractions;
        [(1.0 - fx) * (1.0 - fy), fx * (1.0 - fy), (1.0 - fx) * fy, fx * fy]
    }
}

/// The two neighbors of `t` among 0..n and the weight of the second.
#[inline(always)]
fn interval(t: f64, n: usize) -> (usize, usize, f64) {
    let t = t.clamp(0.0, (n - 1) as f64);
    // `t` is at least 0: the cast is a floor, and turns NaN into 0.
    let i = (t as u32 as usize).min(n.saturating_sub(2));
    (i, (i + 1).min(n - 1), t - i as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> SurfaceGrid {
        SurfaceGrid::new(4, 3, 0.5, DVec2::new(10.0, -1.0)).unwrap()
    }

    #[test]
    fn a_center_is_its_own_cell() {
        let w = grid().weights(DVec2::new(10.0 + 2.5 * 0.5, -1.0 + 1.5 * 0.5));
        assert_eq!(w[0], (6, 1.0));
        assert_eq!(w.iter().map(|w| w.1).sum::<f64>(), 1.0);
    }

    #[test]
    fn a_position_that_is_not_finite_stays_inside_the_grid() {
        for p in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(grid().weights(DVec2::new(p, 0.0)).iter().all(|&(cell, _)| cell < 12));
        }
    }
}
