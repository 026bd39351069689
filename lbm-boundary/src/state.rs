use lbm_core::Lattice;

use crate::boundary::Boundary;
use crate::error::Error;
use crate::ledger::{Exchange, Load};
use crate::links::{Surroundings, strays};
use crate::rebuild::{Contour, OwedBySides, OwedBySolids};
use crate::solids::Motions;
use crate::spec::Side;

/// The state of a [`Boundary`] between two steps, from which one that was built alike continues with the same bits
/// ([`Boundary::restore`]). The links follow from it.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BoundaryState {
    /// Label of the solid over each cell, `[ny][nx]`, x fastest, 0 for water.
    pub labels: Vec<u16>,
    /// Center, velocity and angular velocity of the solid of each label, in cells and steps: `[x, y, u, v, ω]`. The first, of label 0,
    /// which is no solid, is zero.
    pub motions: Vec<[f64; 5]>,
    /// Link distances of walls that have one ([`crate::Mask::distance`]).
    pub distances: Vec<f32>,
    /// Tangents of the free-slip ones among them ([`crate::Wall::Interpolated`]).
    pub tangents: Vec<[f32; 2]>,
    /// Mass owed by the solid of each label.
    pub owed_by_solids: Vec<f64>,
    /// Exchange of each label by cells that were covered or uncovered since the last [`Boundary::apply`].
    pub moved: Vec<Exchange>,
    /// Impulse of such cells on the solid of each label that is still to be part of its load.
    pub pushes: Vec<Load>,
    /// Holes of solids that are gone and owe mass: label, number of the cell, and depth that the water keeps there; in order.
    pub holes: Vec<(u16, u32, f32)>,
    /// Mass owed by the wall of each side.
    pub owed_by_sides: [f64; 4],
    /// Exchange with each side in the last step.
    pub sides: [Exchange; 4],
    /// Exchange across periodic sides in the last step.
    pub periodic: Exchange,
    /// Momentum that the bed gave the water before solids' walls in the last step ([`crate::Ledger::bed`]).
    pub bed: Exchange,
    /// Exchange with the solid of each label in the last step.
    pub solids: Vec<Exchange>,
    /// Force and torque on it.
    pub loads: Vec<Load>,
}

impl Boundary {
    /// The present state.
    pub fn state(&self) -> BoundaryState {
        let (owed_by_solids, moved, pushes, holes) = self.owed_by_solids.state();
        BoundaryState {
            labels: self.labels.clone(),
            motions: self.motions.state(),
            distances: self.contour.distances().collect(),
            tangents: self.contour.tangents().collect(),
            owed_by_solids: owed_by_solids.to_vec(),
            moved: moved.to_vec(),
            pushes: pushes.to_vec(),
            holes: holes.to_vec(),
            owed_by_sides: self.owed_by_sides.owed,
            sides: self.ledger.sides,
            periodic: self.ledger.periodic,
            bed: self.ledger.bed,
            solids: self.ledger.solids.clone(),
            loads: self.ledger.loads.clone(),
        }
    }

    /// Restores a state of this boundary, or of one that was built alike. The populations are those of the lattice at that
    /// moment ([`Lattice::restore`]); `lattice` is not changed.
    ///
    /// # Errors
    /// [`Error::ShapeMismatch`] when there is not one label per cell, [`Error::NoWater`] when the solids cover all cells,
    /// [`Error::State`] for a state that no boundary of this kind has. Nothing changes then.
    ///
    /// # Panics
    /// If `lattice` has other numbers of cells or other units than the one that this was built for.
    pub fn restore(&mut self, lattice: &Lattice, state: &BoundaryState) -> Result<(), Error> {
        self.require_alike(lattice);
        let (nx, ny) = (lattice.layout().nx(), lattice.layout().ny());
        let (got, expected) = (state.labels.len(), self.labels.len());
        if got != expected {
            return Err(Error::ShapeMismatch { what: "solid labels", expected, got });
        }
        let water = state.labels.iter().filter(|&&label| label == 0).count();
        if water == 0 {
            return Err(Error::NoWater { cells: expected });
        }
        let largest = state.labels.iter().copied().max().unwrap_or_default();
        let labels = state.motions.len();
        if labels <= usize::from(largest) || labels > 1 + usize::from(u16::MAX) {
            return Err(Error::State { reason: "not one motion for each label" });
        }
        if [state.owed_by_solids.len(), state.moved.len(), state.pushes.len()] != [labels; 3] {
            return Err(Error::State { reason: "not one mass owed and push for each label" });
        }
        let is_hole = |&(label, cell, kept): &(u16, u32, f32)| {
            usize::from(label) < labels && (cell as usize) < expected && kept.is_finite()
        };
        let in_order = state.holes.is_sorted_by_key(|&(label, cell, _)| (label, cell));
        if !in_order || !state.holes.iter().all(is_hole) {
            return Err(Error::State { reason: "a hole that no solid left" });
        }
        // After solids of new labels came the ledger is still that of the step before.
        if state.solids.len() > labels || state.loads.len() != state.solids.len() {
            return Err(Error::State { reason: "not one account and load for each label" });
        }
        if !state.motions.iter().flatten().all(|value| value.is_finite()) {
            return Err(Error::State { reason: "a motion that is not finite" });
        }

        let motions = Motions::of_state(&state.motions);
        let around =
            Surroundings { lattice, labels: &state.labels, sides: self.sides, walls: &self.walls, gaps: &[] };
        let mut contour = Contour::new(&around, &motions);
        if contour.distances().count() != state.distances.len() {
            return Err(Error::State { reason: "not one distance for each link that has one" });
        }
        if contour.tangents().count() != state.tangents.len() {
            return Err(Error::State { reason: "not one tangent for each link that has one" });
        }
        let regions = || contour.regions(motions.len());
        self.gaps.find(regions, (&[], &state.labels), motions.by_label(), lattice);
        if !self.gaps.cells().is_empty() {
            let around = Surroundings { gaps: self.gaps.cells(), ..around };
            let at_sides: Vec<usize> = Side::ALL.iter().flat_map(|side| side.cells(nx, ny)).collect();
            contour.reclassify_around(&around, &motions, &at_sides);
        }
        contour.put_walls(&state.distances, &state.tangents);

        if let Some(sponge) = &mut self.sponge {
            for (k, (was, is)) in self.labels.iter().zip(&state.labels).enumerate() {
                if (*was == 0) != (*is == 0) {
                    sponge.set_water([nx, ny], [k % nx, k / nx], *is == 0);
                }
            }
        }
        self.labels.copy_from_slice(&state.labels);
        self.strays = strays(lattice.layout(), &self.labels);
        (self.water, self.contour, self.motions) = (water, contour, motions);
        self.owed_by_solids =
            OwedBySolids::of_state(&state.owed_by_solids, &state.moved, &state.pushes, &state.holes);
        self.owed_by_sides = OwedBySides::of_state(state.owed_by_sides);
        let ledger = &mut self.ledger;
        (ledger.sides, ledger.periodic, ledger.bed) = (state.sides, state.periodic, state.bed);
        ledger.solids.clone_from(&state.solids);
        ledger.loads.clone_from(&state.loads);
        self.in_sweep = None;
        Ok(())
    }
}
