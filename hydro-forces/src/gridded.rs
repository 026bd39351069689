use glam::DVec2;

use crate::error::check;
use crate::gather::Gather;
use crate::surface::{levels_one_by_one, one_by_one};
use crate::{Error, WaterSample, WaterSurface};

/// A regular grid in plan: cell (i, j) covers `origin_m + [i, i+1) × [j, j+1) · cell_size_m`, its
/// value sits at its centre and has the linear index `j * nx + i`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SurfaceGrid {
    pub(crate) nx: usize,
    pub(crate) ny: usize,
    pub(crate) cells_per_m: f64,
    pub(crate) origin_m: DVec2,
}

impl SurfaceGrid {
    /// A grid of `nx` × `ny` square cells with its lower-left corner at `origin_m`.
    ///
    /// # Errors
    /// [`Error::InvalidParameter`] if a count is zero, the cell size is not positive or a value is
    /// not finite.
    pub fn new(nx: usize, ny: usize, cell_size_m: f64, origin_m: DVec2) -> Result<Self, Error> {
        check("nx", nx as f64, nx > 0, "at least 1")?;
        check("ny", ny as f64, ny > 0, "at least 1")?;
        check("cell_size_m", cell_size_m, cell_size_m >= f64::MIN_POSITIVE, "finite and above 0")?;
        check("origin_m.x", origin_m.x, true, "finite")?;
        check("origin_m.y", origin_m.y, true, "finite")?;
        Ok(Self { nx, ny, cells_per_m: cell_size_m.recip(), origin_m })
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.nx * self.ny
    }

    /// Bilinear weights of the four cells around `position_m`: `(linear index, weight)`.
    ///
    /// They are the weights that [`GriddedSurface::sample`] gathers with; scattering a reaction
    /// with them is the adjoint of that gathering (see [`Exchange::sample_m`](crate::Exchange::sample_m)). They add up to 1, and the weighted mean of the
    /// four centres is `position_m`, up to the half cell at the border where positions are clamped
    /// to the outermost centres. In a grid one cell wide an index appears twice. A position that is
    /// not finite gives indices inside the grid and weights that are not finite.
    #[inline(always)]
    pub fn weights(&self, position_m: DVec2) -> [(usize, f64); 4] {
        let p = (position_m - self.origin_m) * self.cells_per_m - 0.5;
        let (i0, i1, fx) = interval(p.x, self.nx);
        let (j0, j1, fy) = interval(p.y, self.ny);
        let index = |i, j| j * self.nx + i;
        [
            (index(i0, j0), (1.0 - fx) * (1.0 - fy)),
            (index(i1, j0), fx * (1.0 - fy)),
            (index(i0, j1), (1.0 - fx) * fy),
            (index(i1, j1), fx * fy),
        ]
    }
}

/// The two neighbours of `t` among 0..n and the share of the second.
#[inline(always)]
fn interval(t: f64, n: usize) -> (usize, usize, f64) {
    let t = t.clamp(0.0, (n - 1) as f64);
    // `t` is at least 0: the cast is a floor, and turns NaN into 0.
    let i = (t as u32 as usize).min(n.saturating_sub(2));
    (i, (i + 1).min(n - 1), t - i as f64)
}

/// Level and velocity on a [`SurfaceGrid`], bilinear between cell centres, constant beyond them.
#[derive(Debug, Clone, Copy)]
pub struct GriddedSurface<'a> {
    grid: SurfaceGrid,
    level_m: &'a [f32],
    u_m_s: &'a [f32],
    v_m_s: &'a [f32],
    arch: pulp::Arch,
}

impl<'a> GriddedSurface<'a> {
    /// Wraps three fields of shape `[ny][nx]`, x fastest: surface level (m) and velocity (m/s).
    ///
    /// # Errors
    /// [`Error::ShapeMismatch`] if a slice has not one value per cell.
    pub fn new(
        grid: SurfaceGrid,
        level_m: &'a [f32],
        u_m_s: &'a [f32],
        v_m_s: &'a [f32],
    ) -> Result<Self, Error> {
        for (what, field) in [("level_m", level_m), ("u_m_s", u_m_s), ("v_m_s", v_m_s)] {
            if field.len() != grid.cells() {
                return Err(Error::ShapeMismatch { what, expected: grid.cells(), got: field.len() });
            }
        }
        Ok(Self { grid, level_m, u_m_s, v_m_s, arch: pulp::Arch::new() })
    }

    /// The grid that the fields live on.
    pub fn grid(&self) -> &SurfaceGrid {
        &self.grid
    }
}

impl WaterSurface for GriddedSurface<'_> {
    #[inline(always)]
    fn sample(&self, position_m: DVec2) -> WaterSample {
        let (mut level_m, mut velocity_m_s) = (0.0, DVec2::ZERO);
        for (cell, weight) in self.grid.weights(position_m) {
            level_m += weight * f64::from(self.level_m[cell]);
            velocity_m_s += weight * DVec2::new(f64::from(self.u_m_s[cell]), f64::from(self.v_m_s[cell]));
        }
        WaterSample { level_m, velocity_m_s }
    }

    #[inline(always)]
    fn level_m(&self, position_m: DVec2) -> f64 {
        let [a, b, c, d] = self.grid.weights(position_m);
        let at = |(cell, weight): (usize, f64)| weight * f64::from(self.level_m[cell]);
        at(a) + at(b) + at(c) + at(d)
    }

    #[inline(always)]
    fn sample_lanes(&self, at_m: &[[[f64; 8]; 2]], water: &mut [[[f64; 8]; 3]]) {
        if self.grid.nx < 2 {
            return one_by_one(self, at_m, water);
        }
        let fields = [self.level_m, self.u_m_s, self.v_m_s];
        self.arch.dispatch(Gather { grid: &self.grid, fields, at_m, means: water });
    }

    #[inline(always)]
    fn level_lanes(&self, at_m: &[[[f64; 8]; 2]], level_m: &mut [[f64; 8]]) {
        if self.grid.nx < 2 {
            return levels_one_by_one(self, at_m, level_m);
        }
        let (means, _) = level_m.as_chunks_mut();
        self.arch.dispatch(Gather { grid: &self.grid, fields: [self.level_m], at_m, means });
    }

    fn highest_level_m(&self, min_m: DVec2, max_m: DVec2) -> f64 {
        let [(first, _), ..] = self.grid.weights(min_m);
        let [.., (last, _)] = self.grid.weights(max_m);
        let nx = self.grid.nx;
        // Eight columns side by side: a comparison that waits for the one before is slow. NaN is taken as
        // infinite; `max` alone would let it pass.
        let mut highest = [f32::NEG_INFINITY; 8];
        let mut higher = |lane: usize, level: f32| {
            let level = if level.is_nan() { f32::INFINITY } else { level };
            highest[lane] = if level > highest[lane] { level } else { highest[lane] };
        };
        for j in first / nx..=last / nx {
            let row = &self.level_m[j * nx + first % nx..=j * nx + last % nx];
            let (eights, rest) = row.as_chunks::<8>();
            for eight in eights {
                (0..8).for_each(|lane| higher(lane, eight[lane]));
            }
            rest.iter().for_each(|level| higher(0, *level));
        }
        let highest = f64::from(highest.into_iter().fold(f32::NEG_INFINITY, f32::max));
        // A weighted mean may round above its largest term.
        highest + 1e-12 * highest.abs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> SurfaceGrid {
        SurfaceGrid::new(4, 3, 0.5, DVec2::new(10.0, -1.0)).unwrap()
    }

    #[test]
    fn a_centre_is_its_own_cell() {
        let w = grid().weights(DVec2::new(10.0 + 2.5 * 0.5, -1.0 + 1.5 * 0.5));
        assert_eq!(w[0], (6, 1.0));
        assert_eq!(w.iter().map(|w| w.1).sum::<f64>(), 1.0);
    }

    #[test]
    fn a_single_cell_holds_everywhere() {
        let grid = SurfaceGrid::new(1, 1, 2.0, DVec2::ZERO).unwrap();
        let surface = GriddedSurface::new(grid, &[3.0], &[1.0], &[-1.0]).unwrap();
        for p in [DVec2::ZERO, DVec2::splat(-1e9), DVec2::new(5.0, 0.1)] {
            let want = WaterSample { level_m: 3.0, velocity_m_s: DVec2::new(1.0, -1.0) };
            assert_eq!(surface.sample(p), want);
        }
    }

    #[test]
    fn a_position_that_is_not_finite_stays_inside_the_grid() {
        for p in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(grid().weights(DVec2::new(p, 0.0)).iter().all(|&(cell, _)| cell < 12));
        }
    }

    #[test]
    fn a_short_slice_is_refused() {
        let error = GriddedSurface::new(grid(), &[0.0; 12], &[0.0; 11], &[0.0; 12]).unwrap_err();
        assert_eq!(error, Error::ShapeMismatch { what: "u_m_s", expected: 12, got: 11 });
    }

    #[test]
    fn a_bound_over_a_cell_that_is_not_a_number_is_infinite() {
        let mut level = [1.0; 12];
        level[6] = f32::NAN;
        let surface = GriddedSurface::new(grid(), &level, &[0.0; 12], &[0.0; 12]).unwrap();
        assert_eq!(surface.highest_level_m(DVec2::splat(-1e3), DVec2::splat(1e3)), f64::INFINITY);
    }
}
