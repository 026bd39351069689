//! The water of a world: the lattice with its boundaries and fields, the solids in it, waves by formula.

mod anywhere;
mod around;
mod cells;
mod checkpoint;
mod fields;
mod fluid;
mod mean_level;
mod pools;
mod slow_levels;
mod solids;

use glam::DVec2;
use hydro_forces::waves::{Sea, Superposition};
use hydro_forces::{GriddedSurface, WaterSample, WaterSurface};
use lbm_boundary::Motion;

use super::Error;
use super::scenario::Scenario;
use anywhere::Anywhere;
pub(crate) use around::Around;
pub(crate) use cells::Cells;
pub(crate) use checkpoint::WaterState;
pub use fields::Fields;
pub(crate) use fields::Read;
pub(crate) use fluid::Fluid;
pub(crate) use mean_level::MeanLevel;
pub(crate) use slow_levels::SlowLevels;
pub(crate) use solids::Solids;

/// The simulated water, the solids in it, and the waves that are added to its surface.
#[derive(Debug)]
pub(crate) struct Water {
    pub(crate) fluid: Fluid,
    pub(crate) solids: Solids,
    /// Waves by formula; their levels are elevations.
    pub(crate) sea: Sea,
    pub(crate) density_kg_m3: f64,
}

/// Levels of the water's surface and the solids in it, without the lattice.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Levels<'a> {
    fields: &'a Fields,
    still_level_m: f64,
    cells: Cells,
    pub(crate) solids: &'a Solids,
    sea: &'a Sea,
}

impl Levels<'_> {
    /// The still level above the datum, m.
    pub(crate) fn still_level_m(&self) -> f64 {
        self.still_level_m
    }

    /// Level of the surface that bodies meet above the datum at the center of a cell, m.
    #[inline]
    pub(crate) fn level_m(&self, cell: usize) -> f32 {
        let level_m = self.still_level_m as f32 + self.fields.eta_m[cell];
        with_sea_m((self.sea, &self.cells), cell, level_m)
    }
}

/// A level with that of the waves by formula at the center of a cell, m.
#[inline]
fn with_sea_m((sea, cells): (&Sea, &Cells), cell: usize, level_m: f32) -> f32 {
    if sea.waves.is_empty() {
        return level_m;
    }
    level_m + sea.level_m(cells.center_m(cell as u32)) as f32
}

impl Water {
    /// The water of a scenario at its start, around solids that stand where they were rasterized last.
    pub(crate) fn new(scenario: &Scenario, solids: Solids) -> Result<Self, Error> {
        let fluid = Fluid::new(scenario, &solids)?;
        let waves = scenario.wave.iter().enumerate().map(|(i, wave)| {
            wave.on(scenario.depth_m(), scenario.water.gravity_m_s2)
                .map_err(|source| Error::Wave { wave: i, source })
        });
        let waves = waves.collect::<Result<_, _>>()?;
        let sea = Sea { waves, pressure: scenario.water.wave_pressure.into(), ..Sea::default() };
        Ok(Self { fluid, solids, sea, density_kg_m3: scenario.water.density_kg_m3 })
    }

    /// The surface that bodies meet, the simulated water with the waves by formula, for forces: its levels are elevations,
    /// heights above the still level.
    pub(crate) fn surface(&self) -> Superposition<GriddedSurface<'_>, &Sea> {
        Superposition { base: self.fluid.surface(), added: &self.sea }
    }

    /// Elevation, m, and velocity, m/s, of that surface at a position.
    pub(crate) fn sample(&self, at_m: DVec2) -> (f64, DVec2) {
        let WaterSample { level_m: eta_m, velocity_m_s } = self.surface().sample(at_m);
        (eta_m, velocity_m_s)
    }

    /// The same of the cells around it that are water; none within a solid.
    pub(crate) fn sample_beside_solids(&self, at_m: DVec2) -> Option<(f64, DVec2)> {
        self.beside_solids(at_m, |cell| self.fluid.fields.sample(cell), || self.sample(at_m))
    }

    /// The same at any position, wherever the last step brought the fields up to date: `thickness_m` of the hulls over each cell.
    pub(crate) fn sample_anywhere(&self, at_m: DVec2, thickness_m: &[f32]) -> Option<(f64, DVec2)> {
        let base = Anywhere { fluid: &self.fluid, thickness_m };
        self.beside_solids(
            at_m,
            |cell| base.sample_of(cell),
            || {
                let WaterSample { level_m, velocity_m_s } =
                    Superposition { base: &base, added: &self.sea }.sample(at_m);
                (level_m, velocity_m_s)
            },
        )
    }

    /// Elevation and velocity at a position by those of cells without what solids cover, or `in_the_open` where none is beside it: bilinear, by the weights
    /// that are left.
    fn beside_solids(
        &self,
        at_m: DVec2,
        of_cell: impl Fn(usize) -> WaterSample,
        in_the_open: impl Fn() -> (f64, DVec2),
    ) -> Option<(f64, DVec2)> {
        let solid = &self.fluid.solid;
        if solid[self.fluid.cells().at(at_m)] {
            return None;
        }
        let around = self.fluid.grid.weights(at_m);
        if !around.iter().any(|(cell, weight)| solid[*cell] && *weight > 0.0) {
            return Some(in_the_open());
        }
        let (mut all, mut eta_m, mut flow_m_s) = (0.0, 0.0, DVec2::ZERO);
        for (cell, weight) in around.into_iter().filter(|(cell, _)| !solid[*cell]) {
            let WaterSample { level_m, velocity_m_s } = of_cell(cell);
            all += weight;
            eta_m += weight * level_m;
            flow_m_s += weight * velocity_m_s;
        }
        let waves = self.sea.sample(at_m);
        Some((eta_m / all + waves.level_m, flow_m_s / all + waves.velocity_m_s))
    }

    /// Elevation of the waves by formula at a position, within the domain or beyond it, m; none without any.
    pub(crate) fn waves_m(&self, at_m: DVec2) -> Option<f64> {
        (!self.sea.waves.is_empty()).then(|| self.sea_eta_m(at_m))
    }

    /// Elevation of the waves by formula at a position, m.
    fn sea_eta_m(&self, at_m: DVec2) -> f64 {
        self.sea.level_m(at_m)
    }

    /// Slope of the pressure head of the waves by formula at a position, the mean from the surface down to a depth, by differences over a cell.
    pub(crate) fn sea_slope(&self, at_m: DVec2, depth_m: f64) -> DVec2 {
        let half_m = 0.5 * self.fluid.cells().cell_size_m;
        let rise_m = |at_m: DVec2| self.sea.mean_rise_m(at_m, depth_m);
        let along = |step: DVec2| rise_m(at_m + step) - rise_m(at_m - step);
        DVec2::new(along(DVec2::X * half_m), along(DVec2::Y * half_m)) / (2.0 * half_m)
    }

    /// Level of that surface above the datum at the center of a cell, m.
    #[inline]
    pub(crate) fn level_m(&self, cell: usize) -> f32 {
        self.levels().level_m(cell)
    }

    /// A level with that of the waves by formula at the center of a cell, m.
    #[inline]
    fn with_sea_m(&self, cell: usize, level_m: f32) -> f32 {
        with_sea_m((&self.sea, &self.fluid.cells()), cell, level_m)
    }

    /// What hulls are projected on.
    pub(crate) fn levels(&self) -> Levels<'_> {
        let Self { fluid, solids, sea, .. } = self;
        Levels {
            fields: &fluid.fields,
            still_level_m: fluid.still_level_m,
            cells: fluid.cells(),
            solids,
            sea,
        }
    }

    /// Takes the step of the lattice, which relaxes and streams, while something is done with the levels of before it; says whether all cells are valid.
    pub(crate) fn sweep_beside(&mut self, other: impl FnOnce(Levels<'_>) + Send) -> bool {
        let cells = self.fluid.cells();
        let Self { fluid: Fluid { lattice, boundary, fields, still_level_m, .. }, solids, sea, .. } = self;
        let levels = Levels { fields, still_level_m: *still_level_m, cells, solids, sea };
        rayon::join(|| boundary.sweep(lattice), || other(levels)).0
    }

    /// Writes that level in each cell, given the fields of all: `[ny][nx]`, x fastest.
    pub(crate) fn write_levels(&self, fields: &Fields, level_m: &mut Vec<f32>) {
        level_m.clear();
        let levels_m = fields.eta_m.iter().map(|eta_m| self.fluid.still_level_m as f32 + eta_m);
        level_m.extend(levels_m.enumerate().map(|(cell, level_m)| self.with_sea_m(cell, level_m)));
    }

    /// Sets motions of solids where they are, and the sides to those of the start.
    pub(crate) fn start(&mut self, motions: impl Iterator<Item = (u16, Motion)>) -> Result<(), Error> {
        self.solids.set_motions(motions);
        self.fluid.set_sides(0.0);
        self.move_solids().map_err(Error::Boundary)
    }

    /// Moves the solids of the lattice to where they were rasterized last.
    pub(crate) fn move_solids(&mut self) -> Result<(), lbm_boundary::Error> {
        self.fluid.move_solids(&self.solids)
    }
}
