//! Projection of the bodies onto the grid: mask, wet section, rim.

use std::sync::{Mutex, OnceLock, PoisonError};

use mask_raster::{Body, CellMask, Grid, Rasterizer, RimCell, Section, Thickness, WetCell};

use crate::Error;
use crate::bodies::Bodies;
use crate::scenario::{CouplingMode, Scenario};
use crate::water::Water;

/// The bodies as the grid sees them from above.
#[derive(Debug)]
pub(crate) struct Projection {
    rasterizer: Rasterizer,
    mask: LazyMask,
    section: Section,
    /// Cells in which bodies afloat reach below the still level; in mode `paper` below the water's own surface.
    pub(crate) wet: Vec<WetCell>,
    rim: Vec<RimCell>,
}

/// The mask of all bodies, composited when somebody first asks for it: bodies afloat alone need none.
#[derive(Debug, Default)]
struct LazyMask {
    composited: OnceLock<CellMask>,
    /// The last one that was composited, to be brought up to date.
    last: Mutex<CellMask>,
}

impl LazyMask {
    fn get(&self, rasterizer: &Rasterizer) -> &CellMask {
        self.composited.get_or_init(|| {
            let mut mask = std::mem::take(&mut *self.last.lock().unwrap_or_else(PoisonError::into_inner));
            rasterizer.composite(&mut mask);
            mask
        })
    }

    /// Says that other bodies were drawn.
    fn outdate(&mut self) {
        if let Some(mask) = self.composited.take() {
            *self.last.get_mut().unwrap_or_else(PoisonError::into_inner) = mask;
        }
    }
}

impl Projection {
    /// The grid of a scenario, with nothing projected onto it yet.
    pub(crate) fn new(scenario: &Scenario) -> Result<Self, Error> {
        Ok(Self {
            rasterizer: scenario.rasterizer()?.samples_per_side(scenario.coupling.samples_per_side)?,
            mask: LazyMask::default(),
            section: Section::new(),
            wet: Vec::new(),
            rim: Vec::new(),
        })
    }

    /// Draws the bodies where they are: all that were not removed, in their order.
    pub(crate) fn rasterize(&mut self, bodies: &[Body<'_>]) -> Result<(), mask_raster::Error> {
        self.mask.outdate();
        self.rasterizer.draw(bodies).map(drop)
    }

    /// The cells.
    pub(crate) fn grid(&self) -> &Grid {
        self.rasterizer.grid()
    }

    /// The mask of the bodies drawn last.
    pub(crate) fn mask(&self) -> &CellMask {
        self.mask.get(&self.rasterizer)
    }

    /// Finds the wet section of the bodies afloat below the still level, from which displaced water is measured: by areas, as water is
    /// displaced as smoothly as bodies move. In mode `paper` it is below the water's own surface in each cell, by samples, as Lazo et
    /// al. §2.3 compare the depth maps of hull and water.
    pub(crate) fn find_wet_section(&mut self, mode: CouplingMode, bodies: &Bodies, water: &Water) {
        if !bodies.any_afloat() {
            self.wet.clear();
        } else if mode == CouplingMode::Paper {
            let mask = self.mask.get(&self.rasterizer);
            mask.wet_section_below(|cell| water.level_m(cell), &mut self.wet);
            water.solids.remove_from(&mut self.wet);
        } else {
            let afloat = bodies.outlines_afloat();
            let found =
                self.section.find(self.rasterizer.grid(), &afloat, water.fluid.still_level_m, &mut self.wet);
            debug_assert!(found.is_ok(), "meshes were checked when the world was built");
        }
    }

    /// Finds the thickness of a body below the water's own surface, by its number among the bodies drawn last.
    pub(super) fn find_thickness(&self, number: usize, water: &Water, thickness: &mut Thickness) {
        self.rasterizer.find_thickness(number, &|cell| water.level_m(cell), thickness);
    }

    /// The rim of the wet section.
    pub(crate) fn rim(&mut self) -> &[RimCell] {
        mask_raster::rim(self.rasterizer.grid(), &self.wet, &mut self.rim);
        &self.rim
    }
}
