use lbm_core::{EquationOfState, Lattice, Storage};

use crate::boundary::Boundary;
use crate::error::Error;
use crate::ledger::Ledger;
use crate::links::{Surroundings, strays};
use crate::open::{Beyond, BeyondSides, Discharge, Gaps, Sponge, validate};
use crate::rebuild::{Contour, OwedBySides, OwedBySolids};
use crate::solids::{Motions, Refill, check_speeds, is_slow};
use crate::spec::{Motion, Side, SideKind, SolidWalls, Wall, WallDistance};

/// Builds a [`Boundary`].
#[must_use = "a builder does nothing until `build`"]
#[derive(Clone)]
pub struct BoundaryBuilder<'a> {
    sides: [SideKind; 4],
    labels: &'a [u16],
    walls: SolidWalls,
    motions: &'a [(u16, Motion)],
    refill: Refill,
    distance: Option<WallDistance<'a>>,
}

impl<'a> BoundaryBuilder<'a> {
    /// Sets the kind of a side, by default a half-way no-slip wall.
    pub fn side(mut self, side: Side, kind: SideKind) -> Self {
        self.sides[side.index()] = kind;
        self
    }

    /// Sets the labels of the solids, `[ny][nx]`, x fastest, 0 for water; by default there are no solids.
    pub fn solids(mut self, labels: &'a [u16]) -> Self {
        self.labels = labels;
        self
    }

    /// Sets the kind of the solids' walls, by default half-way no-slip.
    pub fn solid_wall(mut self, wall: Wall) -> Self {
        self.walls.default = wall;
        self
    }

    /// Sets the kind of the walls of the solid with this label, by default that of [`Self::solid_wall`].
    pub fn wall_of(mut self, label: u16, wall: Wall) -> Self {
        self.walls.exceptions.insert(0, (label, wall));
        self
    }

    /// Sets the initial motions of the solids, which are at rest by default. [`Boundary::move_solids`] takes the motions of
    /// each step; with those of the start, a solid that is too fast is reported before the run.
    pub fn motions(mut self, motions: &'a [(u16, Motion)]) -> Self {
        self.motions = motions;
        self
    }

    /// Sets the populations of cells that a solid uncovers, by default an equilibrium.
    pub fn refill(mut self, refill: Refill) -> Self {
        self.refill = refill;
        self
    }

    /// Sets the link distances of the solids' walls ([`crate::Mask::distance`]), by default ½.
    pub fn distance(mut self, distance: WallDistance<'a>) -> Self {
        self.distance = Some(distance);
        self
    }

    /// Builds the boundary: classifies the cells next to sides and solids.
    ///
    /// # Errors
    /// [`Error::ShapeMismatch`] when there are labels, but not one per cell, [`Error::NoWater`] when solids cover
    /// all cells, [`Error::HalfPeriodic`] when one of two opposite sides is periodic, [`Error::OutOfRange`] for an
    /// inflow faster than a third of the lattice speed, an open side without depth, a discharge that is not finite or
    /// whose side is closed by solids, or a sponge without width or wider than the grid, [`Error::TooFast`] for a solid
    /// faster than a third of the lattice speed, [`Error::OpenGas`] for an open side of a gas, [`Error::HalfPrecision`] for a
    /// lattice that stores 16 bits.
    pub fn build(self, lattice: &Lattice) -> Result<Boundary, Error> {
        let (layout, units) = (lattice.layout(), lattice.units());
        let water;
        let labels = if self.labels.is_empty() {
            water = vec![0; layout.cells()];
            &water
        } else {
            self.labels
        };
        if labels.len() != layout.cells() {
            let (expected, got) = (layout.cells(), labels.len());
            return Err(Error::ShapeMismatch { what: "solid labels", expected, got });
        }
        if labels.iter().all(|&label| label != 0) {
            return Err(Error::NoWater { cells: layout.cells() });
        }
        if lattice.storage() != Storage::Single {
            return Err(Error::HalfPrecision);
        }
        for side in Side::ALL {
            let gas = lattice.equation_of_state() == EquationOfState::IdealGas;
            if gas && self.sides[side.index()].is_open() {
                return Err(Error::OpenGas { side });
            }
            validate(side, &self.sides, lattice, labels)?;
        }
        let largest = labels.iter().copied().max().unwrap_or_default();
        let motions = Motions::default().next(largest, self.motions, units);
        let mut gaps = Gaps::new(&self.sides, lattice, labels);
        let around = Surroundings { lattice, labels, sides: self.sides, walls: &self.walls, gaps: &[] };
        let mut contour = Contour::new(&around, &motions);
        let regions = || contour.regions(motions.len());
        let in_gaps = gaps.find(regions, (&[], labels), motions.by_label(), lattice);
        let around = Surroundings { gaps: gaps.cells(), ..around };
        contour.reclassify_around(&around, &motions, &in_gaps);
        if let Some(distance) = self.distance {
            contour.set_distances(distance, units.cell_size_m());
        }
        let beside_solids =
            contour.beside_solids(layout.nx(), |label, region| is_slow(motions.of(label), region));
        check_speeds(&motions, beside_solids, lattice)?;
        let mut ledger = Ledger::new([layout.nx(), layout.ny()]);
        ledger.clear(motions.len());
        let mut owed_by_solids = OwedBySolids::default();
        owed_by_solids.resize(motions.len());
        let beyond = Side::ALL.map(|side| Beyond::of(&self.sides[side.index()], side, lattice));
        let discharges =
            Side::ALL.into_iter().filter_map(|side| Discharge::of(&self.sides[side.index()], side, units));
        Ok(Boundary {
            layout: *layout,
            units: *units,
            labels: labels.to_vec(),
            water: labels.iter().filter(|&&label| label == 0).count(),
            contour,
            strays: strays(layout, labels),
            sides: self.sides,
            walls: self.walls,
            refill: self.refill,
            gaps,
            beyond: BeyondSides { sides: beyond, gaps: beyond },
            discharges: discharges.collect(),
            sponge: Sponge::new([layout.nx(), layout.ny()], labels, &self.sides, units.cell_size_m()),
            in_sweep: None,
            relaxes_in_sweep: false,
            motions,
            owed_by_solids,
            owed_by_sides: OwedBySides::default(),
            ledger,
            changed: Vec::new(),
            refilled: Vec::new(),
        })
    }
}

impl Boundary {
    /// A builder with four half-way no-slip walls and no solids.
    pub fn builder<'a>() -> BoundaryBuilder<'a> {
        BoundaryBuilder {
            sides: [SideKind::Wall(Wall::NO_SLIP); 4],
            labels: &[],
            walls: SolidWalls::default(),
            motions: &[],
            refill: Refill::default(),
            distance: None,
        }
    }
}
