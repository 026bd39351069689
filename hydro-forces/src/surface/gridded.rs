use glam::DVec2;

use super::gather::BilinearGather;
use super::grid::SurfaceGrid;
use super::water_surface::{WaterSample, WaterSurface, levels_one_by_one, one_by_one};
use crate::Error;
use crate::simd::LANES;

/// Level and velocity on a [`SurfaceGrid`], bilinear between cell centers, constant beyond them.
#[derive(Debug, Clone, Copy)]
pub struct GriddedSurface<'a> {
    grid: SurfaceGrid,
    level_m: &'a [f32],
    u_m_s: &'a [f32],
    v_m_s: &'a [f32],
    arch: pulp::Arch,
}

impl<'a> GriddedSurface<'a> {
    /// Borrows three fields of shape `[ny][nx]`, x fastest: surface level (m) and velocity (m/s).
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

    /// The weighted mean of four cells, as that of the [`SurfaceGrid::weights`] of a position that stays.
    ///
    /// # Panics
    /// If a cell is beyond the grid.
    #[inline(always)]
    pub fn mean(&self, around: &[(usize, f64); 4]) -> WaterSample {
        let (mut level_m, mut velocity_m_s) = (0.0, DVec2::ZERO);
        for &(cell, weight) in around {
            level_m += weight * f64::from(self.level_m[cell]);
            velocity_m_s += weight * DVec2::new(f64::from(self.u_m_s[cell]), f64::from(self.v_m_s[cell]));
        }
        WaterSample { level_m, velocity_m_s }
    }

    /// The grid of the fields.
    pub fn grid(&self) -> &SurfaceGrid {
        &self.grid
    }
}

impl WaterSurface for GriddedSurface<'_> {
    #[inline(always)]
    fn sample(&self, position_m: DVec2) -> WaterSample {
        self.mean(&self.grid.weights(position_m))
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
        self.arch.dispatch(BilinearGather { grid: &self.grid, fields, at_m, means: water });
    }

    #[inline(always)]
    fn velocity_lanes(&self, at_m: &[[[f64; 8]; 2]], water: &mut [[[f64; 8]; 3]]) {
        if self.grid.nx < 2 {
            return one_by_one(self, at_m, water);
        }
        let fields = [self.u_m_s, self.v_m_s];
        self.arch.dispatch(BilinearGather { grid: &self.grid, fields, at_m, means: water });
    }

    #[inline(always)]
    fn level_lanes(&self, at_m: &[[[f64; 8]; 2]], level_m: &mut [[f64; 8]]) {
        if self.grid.nx < 2 {
            return levels_one_by_one(self, at_m, level_m);
        }
        let (means, _) = level_m.as_chunks_mut::<1>();
        self.arch.dispatch(BilinearGather { grid: &self.grid, fields: [self.level_m], at_m, means });
    }

    fn highest_level_m(&self, min_m: DVec2, max_m: DVec2) -> f64 {
        let [(first, _), ..] = self.grid.weights(min_m);
        let [.., (last, _)] = self.grid.weights(max_m);
        let nx = self.grid.nx;
        let (rows, end) = (first / nx..=last / nx, last % nx + 1);
        // Whole vectors, with columns beside the box where it has fewer: under a small hull single cells took longer.
        let first = (first % nx).min(end.saturating_sub(LANES));
        let mut highest = [f32::NEG_INFINITY; LANES];
        for j in rows {
            let row = &self.level_m[j * nx..][..nx];
            if nx < LANES {
                row.iter().zip(&mut highest).for_each(|(level, highest)| *highest = higher(*level, *highest));
                continue;
            }
            let (mut next, end) = (first, end.max(LANES));
            while next < end {
                let Some(levels) = row[next.min(end - LANES)..].first_chunk::<LANES>() else { break };
                for lane in 0..LANES {
                    highest[lane] = higher(levels[lane], highest[lane]);
                }
                next += LANES;
            }
        }
        let highest = f64::from(highest.into_iter().fold(f32::NEG_INFINITY, f32::max));
        // A weighted mean may round above its largest term.
        highest + 1e-12 * highest.abs()
    }
}

/// The higher of two levels; one that is not a number is infinitely high, where `max` alone would ignore it.
#[inline(always)]
fn higher(level: f32, than: f32) -> f32 {
    let level = if level.is_nan() { f32::INFINITY } else { level };
    if level > than { level } else { than }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> SurfaceGrid {
        SurfaceGrid::new(4, 3, 0.5, DVec2::new(10.0, -1.0)).unwrap()
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
    fn a_short_slice_is_refused() {
        let error = GriddedSurface::new(grid(), &[0.0; 12], &[0.0; 11], &[0.0; 12]).unwrap_err();
        assert_eq!(error, Error::ShapeMismatch { what: "u_m_s", expected: 12, got: 11 });
    }

    #[test]
    fn a_bound_over_a_cell_that_is_not_a_number_is_infinite() {
        for nx in [4, 8, 21] {
            let grid = SurfaceGrid::new(nx, 3, 0.5, DVec2::ZERO).unwrap();
            let (mut level, still) = (vec![1.0; 3 * nx], vec![0.0; 3 * nx]);
            level[2 * nx - 1] = f32::NAN;
            let surface = GriddedSurface::new(grid, &level, &still, &still).unwrap();
            assert_eq!(surface.highest_level_m(DVec2::splat(-1e3), DVec2::splat(1e3)), f64::INFINITY);
        }
    }
}
