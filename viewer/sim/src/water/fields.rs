//! Surface and velocity of the water's cells in SI.

use std::sync::{Mutex, OnceLock, PoisonError};

use glam::DVec2;
use hydro_forces::{GriddedSurface, SurfaceGrid, WaterSample};
use lbm_core::Region;

/// The regions and the single cells of which fields are read.
pub(crate) type Read<'a> = (&'a [Region], &'a [usize]);

/// Surface and velocity of all cells, `[ny][nx]`, x fastest.
#[derive(Debug, Clone, Default)]
pub struct Fields {
    /// Elevation of the surface above the still level, m.
    pub eta_m: Vec<f32>,
    /// Velocity along x, m/s.
    pub u_m_s: Vec<f32>,
    /// Velocity along y, m/s.
    pub v_m_s: Vec<f32>,
}

impl Fields {
    /// Zeros in so many cells.
    pub(crate) fn zeros(cells: usize) -> Self {
        let zeros = || vec![0.0; cells];
        Self { eta_m: zeros(), u_m_s: zeros(), v_m_s: zeros() }
    }

    /// The surface about the still level, and the water's velocity.
    pub(crate) fn surface(&self, grid: SurfaceGrid) -> GriddedSurface<'_> {
        let Self { eta_m, u_m_s, v_m_s } = self;
        GriddedSurface::new(grid, eta_m, u_m_s, v_m_s).expect("fields have one value a cell")
    }

    /// The water in the middle of a cell; its level is the elevation.
    pub(crate) fn sample(&self, cell: usize) -> WaterSample {
        let [eta_m, u_m_s, v_m_s] =
            [&self.eta_m, &self.u_m_s, &self.v_m_s].map(|field| f64::from(field[cell]));
        WaterSample { level_m: eta_m, velocity_m_s: DVec2::new(u_m_s, v_m_s) }
    }

    /// Elevation, and velocity along x and y.
    pub(crate) fn each(&mut self) -> [&mut Vec<f32>; 3] {
        let Self { eta_m, u_m_s, v_m_s } = self;
        [eta_m, u_m_s, v_m_s]
    }
}

/// Fields of all cells, found when somebody asks for them.
#[derive(Debug, Default)]
pub(crate) struct AllFields {
    found: OnceLock<Fields>,
    /// Memory of those before.
    before: Mutex<Fields>,
}

impl AllFields {
    /// The fields that `write` writes, unless they are known.
    pub(crate) fn get(&self, write: impl FnOnce(&mut Fields)) -> &Fields {
        self.found.get_or_init(|| {
            let mut fields = std::mem::take(&mut *self.before.lock().unwrap_or_else(PoisonError::into_inner));
            write(&mut fields);
            fields
        })
    }

    /// Forgets the fields, which are written anew when they are asked for next.
    pub(crate) fn forget(&mut self) {
        if let Some(fields) = self.found.take() {
            *self.before.get_mut().unwrap_or_else(PoisonError::into_inner) = fields;
        }
    }
}
