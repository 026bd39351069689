//! The state of the water between two steps.

use lbm_boundary::{BoundaryState, Motion};
use lbm_core::LatticeState;
use lbm_core::d2q9::Q;

use super::{SlowLevels, Solids, Water};
use crate::checkpoint::Error;
use crate::codec::{Coded, Malformed, Runs};

/// Lattice, boundaries and solids. The fields follow from the lattice, the waves by formula from the time.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WaterState {
    lattice: LatticeState,
    boundary: BoundaryState,
    solids: SolidsState,
    slow_levels: SlowLevels,
}

/// What [`Solids`] were rasterized last. They are not those of the boundary after the water could not follow them.
#[derive(Debug, Clone, PartialEq)]
struct SolidsState {
    driven: bool,
    labels: Vec<u16>,
    motions: Vec<(u16, Motion)>,
}

/// Most steps of a world, far beyond those of the longest run.
const MOST_STEPS: u64 = 1 << 53;

impl Water {
    /// The present state.
    pub(crate) fn state(&self) -> WaterState {
        let Solids { driven, labels, motions, .. } = &self.solids;
        WaterState {
            lattice: self.fluid.lattice.state(),
            boundary: self.fluid.boundary.state(),
            solids: SolidsState { driven: *driven, labels: labels.clone(), motions: motions.clone() },
            slow_levels: self.fluid.slow_levels.clone(),
        }
    }

    /// Goes to a state; the fields are still those of before.
    pub(crate) fn restore(&mut self, state: &WaterState) -> Result<(), Error> {
        let WaterState { lattice, boundary, solids, slow_levels } = state;
        let is_solid = |label: &u16| *label == 0 || self.solids.is_solid(*label);
        let labels =
            boundary.labels.iter().chain(&solids.labels).chain(solids.motions.iter().map(|(of, _)| of));
        if !labels.into_iter().all(is_solid) || solids.labels.len() != self.solids.labels.len() {
            return Err(Error::state("a label is not that of a solid"));
        }
        if lattice.steps >= MOST_STEPS {
            return Err(Error::state("a number of steps that no run takes"));
        }
        slow_levels.check(self.solids.labels.len())?;
        let fluid = &mut self.fluid;
        fluid.slow_levels.clone_from(slow_levels);
        fluid.lattice.restore(lattice).map_err(Error::state)?;
        fluid.boundary.restore(&fluid.lattice, boundary).map_err(Error::state)?;
        fluid.mark_solid_cells();
        let SolidsState { driven, labels, motions } = solids.clone();
        self.solids.restore(driven, labels, motions);
        Ok(())
    }
}

impl Coded for WaterState {
    fn encode(&self, out: &mut Vec<u8>) {
        let Self { lattice, boundary, solids, slow_levels } = self;
        lattice.encode(out);
        let BoundaryState {
            labels,
            motions,
            distances,
            tangents,
            owed_by_solids,
            moved,
            pushes,
            holes,
            owed_by_sides,
            sides,
            periodic,
            bed,
            solids: exchanges,
            loads,
        } = boundary;
        Runs::encode(labels, out);
        motions.encode(out);
        distances.encode(out);
        tangents.encode(out);
        owed_by_solids.encode(out);
        moved.encode(out);
        pushes.encode(out);
        let holes: Vec<_> = holes.iter().map(|&(label, cell, kept)| (label, (cell, kept))).collect();
        holes.encode(out);
        owed_by_sides.encode(out);
        sides.encode(out);
        periodic.encode(out);
        bed.encode(out);
        exchanges.encode(out);
        loads.encode(out);
        let SolidsState { driven, labels, motions } = solids;
        driven.encode(out);
        Runs::encode(labels, out);
        motions.encode(out);
        slow_levels.encode(out);
    }

    fn decode(input: &mut &[u8]) -> Result<Self, Malformed> {
        let lattice = LatticeState::decode(input)?;
        let cells = lattice.populations.len() / Q;
        let boundary = BoundaryState {
            labels: Runs::decode(cells, input)?,
            motions: Coded::decode(input)?,
            distances: Coded::decode(input)?,
            tangents: Coded::decode(input)?,
            owed_by_solids: Coded::decode(input)?,
            moved: Coded::decode(input)?,
            pushes: Coded::decode(input)?,
            holes: Vec::<(u16, (u32, f32))>::decode(input)?
                .into_iter()
                .map(|(label, (cell, kept))| (label, cell, kept))
                .collect(),
            owed_by_sides: Coded::decode(input)?,
            sides: Coded::decode(input)?,
            periodic: Coded::decode(input)?,
            bed: Coded::decode(input)?,
            solids: Coded::decode(input)?,
            loads: Coded::decode(input)?,
        };
        let driven = Coded::decode(input)?;
        let labels = Runs::decode(cells, input)?;
        let motions = Coded::decode(input)?;
        let solids = SolidsState { driven, labels, motions };
        let slow_levels = Coded::decode(input)?;
        Ok(Self { lattice, boundary, solids, slow_levels })
    }
}
