use lbm_core::{EquationOfState, Lattice, Storage};

use crate::boundary::Scratch;
use crate::classify::{Surroundings, Walls};
use crate::contour::Contour;
use crate::gaps::Gaps;
use crate::moving::check_speeds;
use crate::open::Outer;
use crate::side_books::SideBooks;
use crate::side_checks::{side_cells, validate};
use crate::solids::Solids;
use crate::sponge::Sponge;
use crate::{Boundary, Error, Ledger, Motion, Refill, Side, SideKind, Wall, WallDistance};

/// Builds a [`Boundary`].
#[derive(Clone)]
pub struct BoundaryBuilder<'a> {
    sides: [SideKind; 4],
    labels: &'a [u16],
    walls: Walls,
    motions: &'a [(u16, Motion)],
    refill: Refill,
    distance: Option<WallDistance<'a>>,
}

impl<'a> BoundaryBuilder<'a> {
    /// What happens at a side; a half-way no-slip wall unless set.
    pub fn side(mut self, side: Side, kind: SideKind) -> Self {
        self.sides[side.index()] = kind;
        self
    }

    /// Labels of the solids, `[ny][nx]`, x fastest, 0 for water; no solids unless set.
    pub fn solids(mut self, labels: &'a [u16]) -> Self {
        self.labels = labels;
        self
    }

    /// What the solids' walls do to the water; half-way no-slip unless set.
    pub fn solid_wall(mut self, wall: Wall) -> Self {
        self.walls.every = wall;
        self
    }

    /// What the walls of the solid with this label do; what [`Self::solid_wall`] says unless set.
    pub fn wall_of(mut self, label: u16, wall: Wall) -> Self {
        self.walls.of.insert(0, (label, wall));
        self
    }

    /// How the solids move at first; they stand still unless set. [`Boundary::move_solids`] takes the motions of each
    /// step; given here too, a solid that is too fast is named before the run.
    pub fn motions(mut self, motions: &'a [(u16, Motion)]) -> Self {
        self.motions = motions;
        self
    }

    /// What cells hold that a solid uncovers; equilibrium unless set.
    pub fn refill(mut self, refill: Refill) -> Self {
        self.refill = refill;
        self
    }

    /// Where the solids' walls stand on their links ([`crate::Mask::distance`]); half-way unless set.
    pub fn distance(mut self, distance: WallDistance<'a>) -> Self {
        self.distance = Some(distance);
        self
    }

    /// Classifies the cells next to sides and solids.
    ///
    /// # Errors
    /// [`Error::ShapeMismatch`] unless there is one label a cell (or none at all), [`Error::NoWater`] when solids cover
    /// everything, [`Error::HalfPeriodic`] when one of two opposite sides is periodic, [`Error::OutOfRange`] for an
    /// inflow faster than a third of the lattice speed, an open side without depth, a discharge that is not finite or
    /// whose side is closed by solids, or a sponge without width or wider than the grid, [`Error::TooFast`] for a solid faster
    /// than a third of the lattice speed.
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
            let (nx, ny) = (layout.nx(), layout.ny());
            return Err(Error::ShapeMismatch { got: labels.len(), expected: layout.cells(), nx, ny });
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
        let mut solids = Solids::default();
        let largest = labels.iter().copied().max().unwrap_or_default();
        solids.set_motions(solids.motions(largest, self.motions, units));
        let (nx, ny) = (layout.nx(), layout.ny());
        let open = |side| side_cells(side, nx, ny).filter(|&k| labels[k] == 0).count();
        let mut gaps = Gaps::new(&self.sides, units, units.to_metres(lattice.reference_depth().into()), open);
        let around =
            Surroundings { lattice, labels, sides: self.sides, walls: &self.walls, gaps: &Gaps::default() };
        let mut contour = Contour::new(&around, &solids);
        let in_gaps = gaps.find(&contour, (&[], labels), solids.all(), lattice);
        let around = Surroundings { gaps: &gaps, ..around };
        contour.reclassify_around(&around, &solids, &in_gaps);
        if let Some(distance) = self.distance {
            contour.set_distances(distance, units.cell_size_m());
        }
        check_speeds(solids.all(), &contour, std::iter::empty(), lattice)?;
        let mut ledger = Ledger::default();
        ledger.clear(solids.len());
        let beyond = Side::ALL.map(|side| self.sides[side.index()].beyond(side, units));
        Ok(Boundary {
            labels: labels.to_vec(),
            water: labels.iter().filter(|&&label| label == 0).count(),
            contour,
            sides: self.sides,
            walls: self.walls,
            refill: self.refill,
            gaps,
            outer: Outer { sides: beyond, gaps: beyond },
            inlets: Side::ALL
                .into_iter()
                .filter_map(|side| self.sides[side.index()].inlet(side, units))
                .collect(),
            sponge: Sponge::new([layout.nx(), layout.ny()], labels, &self.sides, units.cell_size_m()),
            solids,
            side_books: SideBooks::default(),
            ledger,
            scratch: Scratch::default(),
        })
    }
}

impl Boundary {
    /// Starts building: four half-way no-slip walls and no solids.
    pub fn builder<'a>() -> BoundaryBuilder<'a> {
        BoundaryBuilder {
            sides: [SideKind::Wall(Wall::NO_SLIP); 4],
            labels: &[],
            walls: Walls::default(),
            motions: &[],
            refill: Refill::default(),
            distance: None,
        }
    }
}
