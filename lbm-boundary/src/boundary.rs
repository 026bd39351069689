use lbm_core::d2q9::{C, Q};
use lbm_core::{BorderRow, Lattice, Layout, Site, Units};

use crate::error::Error;
use crate::ledger::{Exchange, Ledger};
use crate::links::{ContourCell, Place, Surroundings, impulse_at_rest};
use crate::open::{Beyond, BeyondSides, Discharge, Gaps, InSweep, Sponge, validate};
use crate::rebuild::{Contour, OwedBySides, OwedBySolids, Rows};
use crate::solids::{Motions, Refill, Refilled};
use crate::spec::{Side, SideKind, SolidWalls, Wall};

/// Boundaries of the water in a lattice: its sides and the solids in it.
///
/// [`Self::apply`] is called before each [`Lattice::step`]. It writes every population that enters the water from a solid or
/// through a side into the cell it comes from, so that the sweep treats all cells alike. Its cost grows with the length
/// of the contour.
///
/// ```
/// use lbm_boundary::{Boundary, Side, SideKind, Wall};
/// use lbm_core::{Lattice, Units};
///
/// let units = Units::from_gravity_number(0.5, 4.0, 0.15, 9.81)?;
/// let mut lattice = Lattice::builder(40, 20, units).rest_depth_m(4.0).build()?;
/// let mut labels = vec![0u16; 40 * 20];
/// labels[10 * 40 + 20] = 1; // one solid cell
/// let mut boundary = Boundary::builder()
///     .side(Side::West, SideKind::Inflow { velocity_m_s: 1.0, level_m: None })
///     .side(Side::East, SideKind::Outflow)
///     .side(Side::North, SideKind::Wall(Wall::FREE_SLIP))
///     .solids(&labels)
///     .build(&lattice)?;
/// for _ in 0..100 {
///     boundary.apply(&mut lattice);
///     assert!(lattice.step());
/// }
/// // The current pushes the solid downstream: the water gains momentum against the stream.
/// assert!(boundary.ledger().solid(1).momentum[0] < 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Boundary {
    /// Of the lattice that this was built for.
    pub(crate) layout: Layout,
    pub(crate) units: Units,
    pub(crate) labels: Vec<u16>,
    /// Number of water cells.
    pub(crate) water: usize,
    pub(crate) contour: Contour,
    /// See [`strays`](crate::links::strays).
    pub(crate) strays: Vec<(usize, Site)>,
    pub(crate) sides: [SideKind; 4],
    pub(crate) walls: SolidWalls,
    pub(crate) motions: Motions,
    pub(crate) refill: Refill,
    pub(crate) gaps: Gaps,
    pub(crate) beyond: BeyondSides,
    pub(crate) discharges: Vec<Discharge>,
    pub(crate) sponge: Option<Sponge>,
    /// The sponge's part in the sweep; found when it is needed.
    pub(crate) in_sweep: Option<InSweep>,
    /// Whether the sweep of the step under way does it.
    pub(crate) relaxes_in_sweep: bool,
    pub(crate) owed_by_solids: OwedBySolids,
    pub(crate) owed_by_sides: OwedBySides,
    pub(crate) ledger: Ledger,
    /// Kept from move to move: cells whose label changes, and those of them that become water.
    pub(crate) changed: Vec<usize>,
    pub(crate) refilled: Vec<Refilled>,
}

impl Boundary {
    /// The water cells next to sides and solids, in row order.
    pub fn contour(&self) -> impl Iterator<Item = ContourCell> {
        self.contour.cells().into_iter()
    }

    /// The label of each cell's solid, `[ny][nx]`, x fastest, 0 for water.
    pub fn labels(&self) -> &[u16] {
        &self.labels
    }

    /// Changes the values of an open side, as a tide does, or the width of a sponge, to those of `kind`, from the next
    /// [`Self::apply`] on. They are not part of [`Self::state`]. Gaps between solids and an inflow ([`SideKind::Inflow`]) remain those of the velocity that the
    /// boundary was built with: build it with the greatest.
    ///
    /// # Errors
    /// [`Error::OtherKind`] if the side is of another kind; those of values out of range, as when the boundary is built. Nothing
    /// changes then.
    pub fn set_side(&mut self, lattice: &Lattice, side: Side, kind: SideKind) -> Result<(), Error> {
        let k = side.index();
        let is_alike = std::mem::discriminant(&kind) == std::mem::discriminant(&self.sides[k]);
        if !is_alike || !kind.is_open() {
            return Err(Error::OtherKind { side });
        }
        let mut sides = self.sides;
        sides[k] = kind;
        validate(side, &sides, lattice, &self.labels)?;
        self.sides = sides;
        self.beyond.sides[k] = Beyond::of(&kind, side, lattice);
        self.discharges.retain(|discharge| discharge.side != side);
        self.discharges.extend(Discharge::of(&kind, side, lattice.units()));
        if matches!(kind, SideKind::Sponge { .. }) {
            let cells = [self.layout.nx(), self.layout.ny()];
            self.in_sweep = None;
            self.sponge = Sponge::new(cells, &self.labels, &self.sides, self.units.cell_size_m());
        }
        Ok(())
    }

    /// Rebuilds all unknown populations. To be called before each [`Lattice::step`], after [`Self::move_solids`].
    ///
    /// Mass that entered or left along the solids' links, and that of cells that were covered or uncovered, is returned to
    /// the contour cells of the same solid in equal parts, a sixty-fourth in each step, into the population at rest, so
    /// without momentum, over a sloping bed as volume that keeps its balance there ([`Lattice::settle_volume`]). What a solid that is gone leaves behind is
    /// returned where it was last: the water there sinks by up to half of its depth, and what falls in from beside it pays the rest. Until then it is mass owed
    /// ([`Self::owed_mass`]), and the sum of the water and the mass owed is constant, to rounding, in every step. Mass that walls
    /// at sides do not conserve is returned at once, over a sloping bed in the next step, to the water along the side. Water that a moving solid shuts in rises to
    /// twice its depth at rest; the rest flows over the solid, and is owed like that of covered cells.
    ///
    /// # Panics
    /// If `lattice` has other numbers of cells or other units than the one that this was built for.
    pub fn apply(&mut self, lattice: &mut Lattice) {
        self.relaxes_in_sweep = false;
        self.rebuild(lattice);
    }

    /// [`Self::apply`], where [`Self::sweep`] may be left with the rest of the sponge.
    pub(crate) fn rebuild(&mut self, lattice: &mut Lattice) {
        self.require_alike(lattice);
        for discharge in &self.discharges {
            self.beyond.sides[discharge.side.index()] = discharge.beyond(lattice, &self.labels);
        }
        for side in &mut self.beyond.sides {
            if let Beyond::Leaving { forces, .. } = side {
                *forces = lattice.forces_of_step();
            }
        }
        for (k, side) in Side::ALL.into_iter().enumerate() {
            if let Some(beyond) = self.gaps.beyond(side, &self.beyond.sides[k], lattice, &self.labels) {
                self.beyond.gaps[k] = beyond;
            }
        }
        self.owed_by_solids.open_ledger(&mut self.ledger);
        self.owed_by_sides.begin();
        // Over a slope what returns changes populations that leave, so that it must be there before those that enter are made of
        // them, with what was owed after the last step.
        let returns_before = lattice.is_sloping();
        if returns_before {
            self.return_owed(lattice);
        }
        let Self { contour, motions, beyond, ledger, .. } = self;
        match (&self.sponge, &mut self.in_sweep) {
            (Some(sponge), Some(in_sweep)) if self.relaxes_in_sweep => {
                in_sweep.begin(sponge, lattice, ledger.arm([0, 0]));
                ledger.hold(sponge.sides());
            }
            (Some(sponge), _) => sponge.apply(lattice, ledger),
            (None, _) => {}
        }
        contour.rebuild(lattice, (beyond, !self.relaxes_in_sweep), motions, ledger);
        self.strays.iter().for_each(|&(q, from)| lattice.set_population(q, from, 0.0));
        self.count_owed();
        if !returns_before {
            self.return_owed(lattice);
            self.count_owed();
        }
    }

    /// Counts what passed walls in this step as owed to the water, or by it.
    fn count_owed(&mut self) {
        let Self { walls, ledger, sides, .. } = self;
        self.owed_by_solids.count(ledger, |label| walls.of(label) != Wall::AsPrinted);
        self.owed_by_sides.count(sides, ledger);
    }

    /// Returns mass owed to the water.
    fn return_owed(&mut self, lattice: &mut Lattice) {
        let Self { contour, motions, labels, ledger, sides, .. } = self;
        self.owed_by_solids.settle(lattice, ledger, contour, motions, labels, self.water);
        self.owed_by_sides.settle(sides, labels, lattice, ledger);
    }

    /// Performs `count` steps of [`Self::apply`] and [`Lattice::step`] while no solid moves: the same results, but where
    /// possible with several steps in one traversal of the memory ([`Lattice::steps_with`]). The ledger is then that of the
    /// last step.
    ///
    /// This saves memory traffic, not arithmetic: it is faster on grids far larger than the cache, with so few steps per
    /// traversal that their rows fit a core's own cache ([`lbm_core::LatticeBuilder::steps_per_traversal`]), and slower elsewhere.
    /// With AVX-512, a megabyte of cache a core and 32 behind it, four steps per traversal took 1.05 of the processor time of single steps on
    /// 512² cells and 0.97 on 1024², with central moments and eddies 0.99 and 0.94 (medians of 41 and 21 turns). Measure.
    ///
    /// It is possible where every unknown population is made of water at most a row away and no mass is owed: with sides that
    /// are half-way walls, periodic in x, or open with given velocity, depth or characteristics or zero gradient, and solids at
    /// rest with half-way no-slip walls. Single steps are performed with sides that are periodic in y, sponges, or discharges of a
    /// discharge, with any other wall, where solids touch at a corner alone, and while a solid moves or mass is owed ([`Self::owed_mass`]).
    ///
    /// Returns `false` when some cell, of water or of a solid, was in trouble: [`Lattice::trouble`] then names it, and no
    /// further traversal is begun. [`Lattice::steps`] is the number of steps done; the ledger may then be an earlier one.
    ///
    /// # Panics
    /// If `lattice` has other numbers of cells or other units than the one that this was built for.
    #[must_use = "`false` means that cells are in trouble: `trouble` names one"]
    pub fn steps(&mut self, lattice: &mut Lattice, count: usize) -> bool {
        let mut left = count;
        if count > 2
            && let Some(rows) = self.rows(lattice)
        {
            if !lattice.steps_with(count - 1, &|row: &mut BorderRow<'_>| rows.enter(row)) {
                return false;
            }
            left = 1;
        }
        (0..left).all(|_| {
            self.prepare(lattice);
            self.sweep(lattice)
        })
    }

    /// Panics unless `lattice` has the cells and units of the one that this was built for.
    pub(crate) fn require_alike(&self, lattice: &Lattice) {
        let size = |layout: &Layout| [layout.nx(), layout.ny()];
        let (got, own) = (size(lattice.layout()), size(&self.layout));
        assert!(got == own, "a boundary of {own:?} cells does not fit a lattice of {got:?}");
        let (got, own) = (lattice.units(), &self.units);
        assert!(got == own, "a boundary in {own:?} does not fit a lattice in {got:?}");
    }

    /// The links by row, `None` if single steps are to be performed.
    fn rows(&self, lattice: &Lattice) -> Option<Rows> {
        let single = self.sponge.is_some() || !self.discharges.is_empty() || self.walls.overwrite();
        if single || !self.motions.are_rest() || !self.owed_by_solids.is_settled() {
            return None;
        }
        Rows::new((&self.contour, &self.strays), self.beyond.sides, lattice)
    }

    /// Exchanges of mass and momentum in the last [`Self::apply`].
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Momentum, with its moment, that walls, sides and solids give still water at the rest state in each step, in lattice units: the
    /// hydrostatic part of [`Self::ledger`]. Over a level bed it is zero in all; over another one the bed gives the opposite of it, beside what it gives the
    /// water by its elevation ([`Lattice::bed_impulse`]).
    ///
    /// # Panics
    /// Panics if `lattice` is smaller than the one this was built for.
    pub fn impulse_at_rest(&self, lattice: &Lattice) -> Exchange {
        let around = self.around(lattice);
        let mut sum = Exchange::default();
        for ContourCell { cell, mut adjacency } in self.contour.cells() {
            let at = self.ledger.arm(cell);
            let cell = cell.map(|k| k as isize);
            for q in 1..Q {
                if let Place::Water(_) = around.across(cell, C[q].map(|c| c as isize)) {
                    // Across periodic sides the pressure of still water goes on.
                    adjacency &= !(1 << (q - 1));
                }
            }
            let on_walls = impulse_at_rest(lattice, lattice.layout().site(cell[0], cell[1]), adjacency);
            sum.add(&Exchange::at(at, 0.0, on_walls.map(|e| -e)));
        }
        sum
    }

    /// What the water of the lattice has around it.
    pub(crate) fn around<'a>(&'a self, lattice: &'a Lattice) -> Surroundings<'a> {
        let Self { labels, sides, walls, gaps, .. } = self;
        Surroundings { lattice, labels, sides: *sides, walls, gaps: gaps.cells() }
    }

    /// Mass (lattice units) that solids have taken from the water and that later steps return: the mask's area beyond what the
    /// moving walls have displaced, in cells of water, and what is below the rounding of populations.
    pub fn owed_mass(&self) -> f64 {
        self.owed_by_solids.total() + self.owed_by_sides.total()
    }
}
