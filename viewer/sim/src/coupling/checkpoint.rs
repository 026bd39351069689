//! The state of the coupling between two steps.

use glam::DVec2;
use mask_raster::WetCell;

use super::lid::{Lids, LidsState};
use super::placed::Place;
use super::{Coupling, Projection};
use crate::bodies::Bodies;
use crate::checkpoint::Error;
use crate::codec::coded;
use crate::scenario::CouplingMode;
use crate::water::Water;

/// What bodies displace, and the last impulses on the water. The projection of the bodies follows from their poses,
/// and from those of a step before where it is behind.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CouplingState {
    /// Cells with displaced water, and its thickness, m.
    displaced: Vec<(u32, f32)>,
    /// Cells and impulses that were applied in the last step, N s.
    applied: Vec<(u32, DVec2)>,
    /// The wet section in mode `paper`, where it depends on the water before the last step.
    wet: Vec<WetCell>,
    /// Places of the bodies in a projection that is behind them; none where it is not.
    behind: Vec<Place>,
    /// Lids, with `coupling.hull = "lid"`.
    lids: Option<LidsState>,
}

coded!(CouplingState { displaced, applied, wet, behind, lids });

impl Coupling {
    /// The present state, with that of the `projection`.
    pub(crate) fn state(&self, projection: &Projection) -> CouplingState {
        CouplingState {
            displaced: self.displacement.state(),
            applied: self.impulses.applied().copied().collect(),
            wet: if self.mode == CouplingMode::Paper { projection.wet().to_vec() } else { Vec::new() },
            behind: projection.places_behind(),
            lids: self.lids.as_ref().map(Lids::state),
        }
    }

    /// Goes to a state, and projects the bodies where they are.
    pub(crate) fn restore(
        &mut self,
        state: &CouplingState,
        projection: &mut Projection,
        bodies: &Bodies,
        water: &Water,
    ) -> Result<(), Error> {
        let CouplingState { displaced, applied, wet, behind, lids } = state;
        let cells = water.fluid.solid.len();
        let is_cell = |cell: u32| (cell as usize) < cells;
        let in_order = displaced.is_sorted_by(|(a, _), (b, _)| a < b)
            && wet.is_sorted_by(|a, b| (a.index, a.label) < (b.index, b.label));
        let on_grid = displaced.iter().all(|(cell, _)| is_cell(*cell))
            && applied.iter().all(|(cell, _)| is_cell(*cell))
            && wet.iter().all(|wet| is_cell(wet.index));
        if !on_grid || !in_order {
            return Err(Error::state("cells of the coupling are not in order, or beyond the grid"));
        }
        let is_body = |label: u16| (1..=bodies.all.len()).contains(&usize::from(label));
        if !wet.iter().all(|wet| is_body(wet.label)) {
            return Err(Error::state("a label of the wet section is not that of a body"));
        }
        match (&mut self.lids, lids) {
            (Some(lids), Some(state)) => lids.restore(state, bodies.all.len())?,
            (None, None) => {}
            _ => return Err(Error::state("the lids are missing, or there are none")),
        }
        projection.place(bodies);
        if self.mode == CouplingMode::Paper {
            projection.set_wet(wet.clone());
        } else {
            projection.find_wet_section(self.mode, bodies, &water.levels());
        }
        let is_behind = !behind.is_empty();
        let is_valid = behind.iter().all(Place::is_finite);
        if is_behind && !(is_valid && projection.fall_behind(behind, bodies, &water.levels())) {
            return Err(Error::state("places of the projection are missing, too many or not finite"));
        }
        self.displacement.restore(displaced);
        self.impulses.restore(applied);
        Ok(())
    }
}
