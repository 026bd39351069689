//! Projection of the bodies onto the grid: mask, wet section, rim.

use mask_raster::{Body, CellMask, Rasterizer, RimCell, Section, WetCell};

use crate::sim::Error;
use crate::sim::bodies::Bodies;
use crate::sim::scenario::{CouplingMode, Scenario};
use crate::sim::water::Water;

/// The bodies as the grid sees them from above.
#[derive(Debug)]
pub(crate) struct Projection {
    rasterizer: Rasterizer,
    pub(crate) mask: CellMask,
    section: Section,
    /// Cells in which bodies afloat reach below the still level; in mode `paper` below the water's own surface.
    pub(crate) wet: Vec<WetCell>,
    /// Cells in which they reach below the water's own surface.
    wetted: Vec<WetCell>,
    rim: Vec<RimCell>,
}

impl Projection {
    /// The grid of a scenario, with nothing projected onto it yet.
    pub(crate) fn new(scenario: &Scenario) -> Result<Self, Error> {
        Ok(Self {
            rasterizer: scenario.rasterizer()?.samples_per_side(scenario.coupling.samples_per_side)?,
            mask: CellMask::new(),
            section: Section::new(),
            wet: Vec::new(),
            wetted: Vec::new(),
            rim: Vec::new(),
        })
    }

    /// Rasterizes the bodies where they are.
    pub(crate) fn rasterize(&mut self, bodies: &[Body<'_>]) -> Result<(), mask_raster::Error> {
        self.rasterizer.rasterize(bodies, &mut self.mask).map(drop)
    }

    /// Finds the wet section of the bodies afloat below the still level, from which displaced water is measured: by areas, as water is
    /// displaced as smoothly as bodies move. In mode `paper` it is below the water's own surface in each cell, by samples, as Lazo et
    /// al. §2.3 compare the depth maps of hull and water.
    pub(crate) fn find_wet_section(&mut self, mode: CouplingMode, bodies: &Bodies, water: &Water) {
        if !bodies.any_afloat() {
            self.wet.clear();
        } else if mode == CouplingMode::Paper {
            self.mask.wet_section_below(|cell| water.level_m(cell), &mut self.wet);
            water.solids.remove_from(&mut self.wet);
        } else {
            let afloat = bodies.outlines_afloat();
            let found =
                self.section.find(self.mask.grid(), &afloat, water.fluid.still_level_m, &mut self.wet);
            debug_assert!(found.is_ok(), "meshes were checked when the world was built");
        }
    }

    /// Cells in which bodies afloat reach below the water's own surface, with their thickness below it.
    pub(super) fn wetted(&mut self, water: &Water) -> &[WetCell] {
        self.mask.wet_section_below(|cell| water.level_m(cell), &mut self.wetted);
        water.solids.remove_from(&mut self.wetted);
        &self.wetted
    }

    /// The wet section of bodies that lie on the water as rigid lids, by label, and of the others [`Self::wetted`].
    pub(super) fn wetted_beside(&mut self, water: &Water, is_lid: impl Fn(u16) -> bool) -> &[WetCell] {
        self.wetted(water);
        self.wetted.retain(|cell| !is_lid(cell.label));
        self.wetted.extend(self.wet.iter().filter(|cell| is_lid(cell.label)));
        &self.wetted
    }

    /// The same in memory of its own.
    pub(super) fn wetted_now(&self, water: &Water, is_lid: impl Fn(u16) -> bool) -> Vec<WetCell> {
        let mut wetted = Vec::new();
        self.mask.wet_section_below(|cell| water.level_m(cell), &mut wetted);
        water.solids.remove_from(&mut wetted);
        wetted.retain(|cell| !is_lid(cell.label));
        wetted.extend(self.wet.iter().filter(|cell| is_lid(cell.label)));
        wetted
    }

    /// The rim of the wet section.
    pub(crate) fn rim(&mut self) -> &[RimCell] {
        mask_raster::rim(self.mask.grid(), &self.wet, &mut self.rim);
        &self.rim
    }
}
