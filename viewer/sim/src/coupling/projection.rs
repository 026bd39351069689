//! Projection of the bodies onto the grid: mask, wet section, rim.

use std::sync::{Mutex, OnceLock, PoisonError};

use mask_raster::{CellMask, Grid, Rasterizer, RimCell, Thickness, WetCell};

use super::placed::{Bodily, Place, Placed};
use super::spread::Window;
use crate::Error;
use crate::bodies::Bodies;
use crate::reuse::emptied;
use crate::scenario::{CouplingMode, Scenario};
use crate::water::{Levels, Water};

/// The bodies as the grid sees them from above.
///
/// What somebody asks for is found then: in most steps nobody does for the mask, nor for the list of the cells of all bodies.
#[derive(Debug)]
pub(crate) struct Projection {
    grid: Grid,
    samples_per_side: usize,
    /// Bodies where they were placed last.
    now: Bodily,
    /// Bodies where they are a step later than `now`, if `is_behind`.
    later: Bodily,
    is_behind: bool,
    mask: OnceLock<CellMask>,
    drawing: Mutex<Drawing>,
    wet: OnceLock<Vec<WetCell>>,
    rim: Vec<RimCell>,
}

/// What draws the mask, and the one that was drawn before, to be brought up to date.
#[derive(Debug)]
struct Drawing {
    rasterizer: Rasterizer,
    before: CellMask,
    /// Memory for what it is drawn of.
    bodies: Vec<mask_raster::Body<'static>>,
}

impl Projection {
    /// The grid of a scenario, with nothing projected onto it yet.
    pub(crate) fn new(scenario: &Scenario) -> Result<Self, Error> {
        let rasterizer = scenario.rasterizer()?.samples_per_side(scenario.coupling.samples_per_side)?;
        Ok(Self {
            grid: *rasterizer.grid(),
            samples_per_side: scenario.coupling.samples_per_side,
            now: Bodily::default(),
            later: Bodily::default(),
            is_behind: false,
            mask: OnceLock::new(),
            drawing: Mutex::new(Drawing { rasterizer, before: CellMask::new(), bodies: Vec::new() }),
            wet: OnceLock::new(),
            rim: Vec::new(),
        })
    }

    /// Places the bodies where they are: all that were not removed, in their order.
    pub(crate) fn place(&mut self, bodies: &Bodies) {
        self.is_behind = false;
        self.forget_mask();
        self.now.place(bodies);
    }

    fn forget_mask(&mut self) {
        if let Some(mask) = self.mask.take() {
            self.drawing.get_mut().unwrap_or_else(PoisonError::into_inner).before = mask;
        }
    }

    /// Projects the bodies where they are beside the water's step. What they push the water with, and it them, is that of before until
    /// [`Self::follow`], as the water has not been displaced yet; but for mode `paper`, in which it never is.
    pub(crate) fn look_ahead(&mut self, mode: CouplingMode, bodies: &Bodies, water: &Levels<'_>) {
        if mode == CouplingMode::Paper {
            self.place(bodies);
            self.find_wet_section(mode, bodies, water);
            return;
        }
        self.later.place(bodies);
        self.later.find_section(&self.grid, bodies, water);
        self.is_behind = true;
    }

    /// Follows the bodies to where [`Self::look_ahead`] saw them.
    pub(crate) fn follow(&mut self) {
        if std::mem::take(&mut self.is_behind) {
            self.forget_mask();
            self.wet.take();
            std::mem::swap(&mut self.now, &mut self.later);
            for (now, before) in self.now.placed.iter_mut().zip(&self.later.placed) {
                now.before_eta_m = before.mean_eta_m;
            }
        } else {
            self.now.placed.iter_mut().for_each(|placed| placed.before_eta_m = placed.mean_eta_m);
        }
    }

    /// Where the bodies were placed last if that is a step behind them; empty otherwise.
    pub(super) fn places_behind(&self) -> Vec<Place> {
        self.is_behind.then_some(&self.now.placed).into_iter().flatten().map(Placed::place).collect()
    }

    /// Goes back from the bodies where they are to where they were a step before; says whether that many bodies are there.
    pub(super) fn fall_behind(&mut self, places: &[Place], bodies: &Bodies, water: &Levels<'_>) -> bool {
        if places.len() != self.now.placed.len() {
            return false;
        }
        self.forget_mask();
        self.wet.take();
        self.later.place(bodies);
        self.later.find_section(&self.grid, bodies, water);
        for (body, place) in self.now.placed.iter_mut().zip(places) {
            body.go_to(place);
        }
        self.now.find_section(&self.grid, bodies, water);
        self.is_behind = true;
        true
    }

    /// The cells.
    pub(crate) fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The mask of the bodies as they were placed last.
    pub(crate) fn mask(&self) -> &CellMask {
        self.mask.get_or_init(|| {
            let mut drawing = self.drawing.lock().unwrap_or_else(PoisonError::into_inner);
            let mut mask = std::mem::take(&mut drawing.before);
            let mut bodies = emptied(std::mem::take(&mut drawing.bodies));
            bodies.extend(self.now.placed.iter().map(Placed::outline));
            let drawn = drawing.rasterizer.rasterize(&bodies, &mut mask);
            debug_assert!(drawn.is_ok(), "meshes were checked when they were read");
            drawing.bodies = emptied(bodies);
            mask
        })
    }

    /// Finds the wet section of the bodies afloat below the mean level, from which displaced water is measured: by areas, as water is
    /// displaced as smoothly as bodies move. In mode `paper` it is below the water's own surface in each cell, by samples, as Lazo et
    /// al. §2.3 compare the depth maps of hull and water.
    pub(crate) fn find_wet_section(&mut self, mode: CouplingMode, bodies: &Bodies, water: &Levels<'_>) {
        let before = self.wet.take();
        if mode == CouplingMode::Paper {
            let mut wet = emptied(before.unwrap_or_default());
            if bodies.any_afloat() {
                self.mask().wet_section_below(|cell| water.level_m(cell), &mut wet);
                water.solids.remove_from(&mut wet);
            }
            self.set_wet(wet);
            return;
        }
        self.now.find_section(&self.grid, bodies, water);
    }

    /// Elevation of the level below which the wet section of the body of a number among those placed was found, m.
    pub(super) fn mean_eta_m(&self, number: usize) -> f64 {
        self.now.placed[number].mean_eta_m
    }

    /// Elevations of that level in the step before and now, m.
    pub(crate) fn mean_etas_m(&self, number: usize) -> [f64; 2] {
        let placed = &self.now.placed[number];
        [placed.before_eta_m, placed.mean_eta_m]
    }

    /// Cells in which bodies afloat displace water below the mean level, of one body after the other; not in mode `paper`.
    pub(super) fn wet_by_body(&self) -> impl ExactSizeIterator<Item = &[WetCell]> {
        self.now.displaced()
    }

    /// The same of the body of a number among those placed; none of a solid.
    pub(crate) fn wet_of(&self, number: usize) -> &[WetCell] {
        self.now.displaced_by(number)
    }

    /// The same as it was found, before it was spread.
    pub(super) fn found_of(&self, number: usize) -> &[WetCell] {
        self.now.found(number)
    }

    /// Cells in which bodies afloat reach below the mean level, in order; in mode `paper` below the water's own surface.
    pub(crate) fn wet(&self) -> &[WetCell] {
        self.wet.get_or_init(|| {
            let mut wet = Vec::new();
            self.now.collect(&mut wet);
            wet
        })
    }

    /// Replaces these in mode `paper`.
    pub(super) fn set_wet(&mut self, wet: Vec<WetCell>) {
        self.wet = wet.into();
    }

    /// Finds the thickness of the body of a number below the water's own surface in cells, ascending, by samples, as its section is spread.
    pub(super) fn sample_thickness(
        &self,
        number: usize,
        water: &Water,
        (thickness, window): (&mut Thickness, &mut Window<1>),
        out: &mut Vec<(u32, f32)>,
    ) {
        let placed = &self.now.placed[number];
        let sampled = (&self.grid, self.samples_per_side);
        let found = thickness.find(sampled, &placed.displacing(), &|cell| water.level_m(cell));
        debug_assert!(found.is_ok(), "meshes were checked when they were read");
        out.clear();
        if placed.filter.is_none() {
            return out.extend_from_slice(thickness.cells());
        }
        let size = [self.grid.nx, self.grid.ny];
        let cells = thickness.cells().iter().map(|(cell, thickness_m)| (*cell, [*thickness_m]));
        window.spread(size, cells, water.solids.over_cells());
        out.extend(window.cells().map(|(cell, [thickness_m])| (cell, thickness_m)));
    }

    /// The rim of the wet section.
    pub(crate) fn rim(&mut self) -> &[RimCell] {
        let mut rim = std::mem::take(&mut self.rim);
        mask_raster::rim(&self.grid, self.wet(), &mut rim);
        self.rim = rim;
        &self.rim
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use crate::scenario::Origin;
    use crate::water::Solids;

    /// Floating bodies side by side, each a hull at a place along x, m.
    fn pool(hulls: &[(&str, f64)]) -> (Scenario, Bodies) {
        let mut text = String::from(
            "title = \"pool\"\nduration_s = 1\ngrid = { cells = [40, 30], cell_size_m = 0.2 }\nwater.level_m = 2\n",
        );
        for (k, (hull, x_m)) in hulls.iter().enumerate() {
            let at_m = format!("[{x_m}, 3.0, 2.0]");
            text += &format!("[body.hull-{k}]\nhull = {hull}\nmass_kg = 500\nposition_m = {at_m}\n");
        }
        let scenario = Scenario::parse(&text, Origin { name: "pool".into(), folder: None }, &[]).unwrap();
        let bodies = Bodies::new(&scenario, &mut Vec::new()).unwrap();
        (scenario, bodies)
    }

    const BALL: &str = "{ kind = \"sphere\", radius_m = 0.6, subdivisions = 3 }";
    const BOX: &str = "{ kind = \"box\", length_m = 1.8, beam_m = 1.2, depth_m = 0.5 }";

    /// Mask and wet section of bodies, on a projection that had others before and on a new one, must be the same.
    fn assert_as_new(projection: &mut Projection, (scenario, bodies): &(Scenario, Bodies)) {
        let mut new = Projection::new(scenario).unwrap();
        for projection in [&mut *projection, &mut new] {
            projection.place(bodies);
            let mut solids = Solids::new(scenario, *projection.grid(), |_| false).unwrap();
            solids.update(&bodies.outlines(), || projection.mask(), bodies.solid_motions());
            let water = Water::new(scenario, solids).unwrap();
            projection.find_wet_section(CouplingMode::Conservative, bodies, &water.levels());
        }
        assert_eq!(projection.mask().labels(), new.mask().labels());
        assert!(projection.wet() == new.wet() && new.wet().len() > 10);
    }

    #[test]
    fn another_body_under_an_old_label_is_placed_as_it_is() {
        let (first, other, more) =
            (pool(&[(BALL, 4.0)]), pool(&[(BOX, 4.0)]), pool(&[(BOX, 2.0), (BALL, 5.0)]));
        let mut projection = Projection::new(&first.0).unwrap();
        for bodies in [&first, &other, &more, &first, &more, &other, &first] {
            assert_as_new(&mut projection, bodies);
        }
    }

    #[test]
    fn bodies_behind_one_that_was_removed_are_placed_as_they_are() {
        let mut bodies = pool(&[(BALL, 2.0), (BOX, 4.5), (BALL, 6.5)]);
        let mut projection = Projection::new(&bodies.0).unwrap();
        assert_as_new(&mut projection, &bodies);
        bodies.1.remove(0);
        assert_as_new(&mut projection, &bodies);
    }
}
