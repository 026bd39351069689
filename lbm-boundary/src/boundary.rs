use lbm_core::{Lattice, Site};

use crate::classify::{ContourCell, Walls};
use crate::contour::Contour;
use crate::gaps::Gaps;
use crate::open::{Inlet, Outer};
use crate::side_books::SideBooks;
use crate::solids::Solids;
use crate::sponge::Sponge;
use crate::{Ledger, Refill, Side, SideKind, Wall};

/// The sides of a lattice and the solids in it.
///
/// [`Self::apply`] goes before each [`Lattice::step`]: it writes every population that enters the water from a solid or
/// through a side into the cell it comes from, so that the sweep itself knows no boundary. The work grows with the
/// length of the contour.
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
///     .side(Side::West, SideKind::Inflow { velocity_m_s: 1.0, depth_m: None })
///     .side(Side::East, SideKind::Outflow)
///     .side(Side::North, SideKind::Wall(Wall::FREE_SLIP))
///     .solids(&labels)
///     .build(&lattice)?;
/// for _ in 0..100 {
///     boundary.apply(&mut lattice);
///     lattice.step();
/// }
/// // The current pushes the solid downstream: the water gains momentum against the stream.
/// assert!(boundary.ledger().solid(1).momentum[0] < 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Boundary {
    pub(crate) labels: Vec<u16>,
    /// Cells without a solid.
    pub(crate) water: usize,
    pub(crate) contour: Contour,
    pub(crate) sides: [SideKind; 4],
    pub(crate) walls: Walls,
    pub(crate) refill: Refill,
    pub(crate) gaps: Gaps,
    pub(crate) outer: Outer,
    pub(crate) inlets: Vec<Inlet>,
    pub(crate) sponge: Option<Sponge>,
    pub(crate) solids: Solids,
    pub(crate) side_books: SideBooks,
    pub(crate) ledger: Ledger,
    pub(crate) scratch: Scratch,
}

/// Lists of cells that a move needs, kept from step to step.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Cells whose label changes.
    pub(crate) changed: Vec<usize>,
    /// Cells that become water, with what they will hold and the label of the solid that leaves them.
    pub(crate) refilled: Vec<(Site, [f32; 9], u16)>,
}

impl Boundary {
    /// The cells next to sides and solids, in row order.
    pub fn contour(&self) -> impl Iterator<Item = ContourCell> {
        self.contour.cells().into_iter()
    }

    /// The label of each cell's solid, `[ny][nx]`, x fastest, 0 for water.
    pub fn labels(&self) -> &[u16] {
        &self.labels
    }

    /// Rebuilds all unknown populations. Call it before each [`Lattice::step`], after [`Self::move_solids`].
    ///
    /// The mass that the solids' links have brought in or taken out, and the water of cells that were covered or uncovered,
    /// goes back to the contour cells of the same solid in equal shares, a sixty-fourth in each step, into the population at
    /// rest: it brings no momentum; what the last of all solids leaves behind goes to all water. Until then the water is
    /// owed it ([`Self::owed_mass`]); together they stay what they were, to rounding, in every step. What walls at sides
    /// bring in or take out goes back at once, to the water along the side. Water that a moving solid shuts in rises to twice its
    /// depth at rest; what is more goes over the solid, and is owed like that of covered cells.
    ///
    /// # Panics
    /// If `lattice` is smaller than the one this was built for.
    pub fn apply(&mut self, lattice: &mut Lattice) {
        let Self {
            contour,
            sponge,
            solids,
            side_books,
            ledger,
            gaps,
            outer,
            inlets,
            walls,
            labels,
            water,
            ..
        } = self;
        for inlet in inlets {
            outer.sides[inlet.side.index()] = inlet.beyond(lattice, labels);
        }
        for side in Side::ALL {
            if let Some(beyond) = gaps.beyond(side, &outer.sides[side.index()], lattice, labels) {
                outer.gaps[side.index()] = beyond;
            }
        }
        solids.open_books(ledger);
        if let Some(sponge) = sponge {
            sponge.apply(lattice, ledger);
        }
        contour.rebuild(lattice, outer, solids, ledger);
        solids.balance(lattice, ledger, contour, labels, *water, |label| walls.of(label) != Wall::AsPrinted);
        side_books.balance(&self.sides, labels, lattice, ledger);
    }

    /// The account of the last [`Self::apply`].
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Mass (lattice units) that solids have taken from the water and that the next steps give back: as many cells of water
    /// as their masks cover more than the moving walls have pushed aside, and what is below the rounding of populations.
    pub fn owed_mass(&self) -> f64 {
        self.solids.owed_mass() + self.side_books.owed_mass()
    }
}
