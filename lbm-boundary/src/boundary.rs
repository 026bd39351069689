use lbm_core::{Lattice, Units};

use crate::classify::{ContourCell, Surroundings, classify};
use crate::links::{CopyLink, OpenLink, exchange, links};
use crate::open::Beyond;
use crate::sponge::Sponge;
use crate::{Error, Ledger, Side, SideKind, Wall};

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
    contour: Vec<ContourCell>,
    copies: Vec<CopyLink>,
    opens: Vec<OpenLink>,
    beyond: [Beyond; 4],
    sponge: Option<Sponge>,
    ledger: Ledger,
}

/// Builds a [`Boundary`].
#[derive(Debug, Clone)]
pub struct BoundaryBuilder<'a> {
    sides: [SideKind; 4],
    labels: &'a [u16],
    solid_wall: Wall,
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
        self.solid_wall = wall;
        self
    }

    /// Classifies the cells next to sides and solids.
    ///
    /// # Errors
    /// [`Error::ShapeMismatch`] unless there is one label a cell (or none at all), [`Error::NoWater`] when solids cover
    /// everything, [`Error::HalfPeriodic`] when one of two opposite sides is periodic, [`Error::OutOfRange`] for an
    /// inflow faster than a third of the lattice speed, an inflow without depth, or a sponge without width or wider
    /// than the grid.
    pub fn build(self, lattice: &Lattice) -> Result<Boundary, Error> {
        let (layout, units) = (lattice.layout(), lattice.units());
        let water;
        let labels = if self.labels.is_empty() {
            water = vec![0; layout.cells()];
            &water
        } else {
            self.labels
        };
        let contour = classify(layout.nx(), layout.ny(), labels)?;
        if labels.iter().all(|&label| label != 0) {
            return Err(Error::NoWater { cells: layout.cells() });
        }
        for side in Side::ALL {
            validate(side, &self.sides, lattice)?;
        }
        let around = Surroundings { layout, labels, sides: self.sides, solid_wall: self.solid_wall };
        let (copies, opens) = links(&contour, &around);
        let solids = labels.iter().max().map_or(0, |&label| usize::from(label) + 1);
        Ok(Boundary {
            contour,
            copies,
            opens,
            beyond: Side::ALL.map(|side| beyond(side, &self.sides[side.index()], units)),
            sponge: Sponge::new([layout.nx(), layout.ny()], labels, &self.sides, units.cell_size_m()),
            ledger: Ledger { sides: Default::default(), solids: vec![Default::default(); solids] },
        })
    }
}

fn validate(side: Side, sides: &[SideKind; 4], lattice: &Lattice) -> Result<(), Error> {
    let require = |ok: bool, what, value, range| {
        if ok { Ok(()) } else { Err(Error::OutOfRange { side, what, value, range }) }
    };
    let units = lattice.units();
    match sides[side.index()] {
        SideKind::Periodic if sides[side.opposite().index()] != SideKind::Periodic => {
            Err(Error::HalfPeriodic { periodic: side, other: side.opposite() })
        }
        SideKind::Inflow { velocity_m_s, depth_m } => {
            let ok = units.to_lattice_velocity(velocity_m_s).abs() <= 1.0 / 3.0;
            require(ok, "velocity [m/s]", velocity_m_s, "at most a third of the lattice speed")?;
            let depth = depth_m.unwrap_or(1.0);
            require(depth.is_finite() && depth > 0.0, "depth [m]", depth, "finite and positive")
        }
        SideKind::Sponge { width_m } => {
            let across = match side {
                Side::West | Side::East => lattice.layout().nx(),
                Side::South | Side::North => lattice.layout().ny(),
            };
            let ok = width_m > 0.0 && width_m <= units.to_metres(across as f64);
            require(ok, "width [m]", width_m, "above 0 and at most the width of the grid")
        }
        _ => Ok(()),
    }
}

fn beyond(side: Side, kind: &SideKind, units: &Units) -> Beyond {
    match *kind {
        SideKind::Inflow { velocity_m_s, depth_m } => Beyond::Driven {
            velocity: side.inward().map(|n| (n * units.to_lattice_velocity(velocity_m_s)) as f32),
            depth: depth_m.map(|h| units.to_cells(h)),
        },
        SideKind::Sponge { .. } => Beyond::Still,
        _ => Beyond::Same,
    }
}

impl Boundary {
    /// Starts building: four half-way no-slip walls and no solids.
    pub fn builder<'a>() -> BoundaryBuilder<'a> {
        BoundaryBuilder { sides: [SideKind::Wall(Wall::NO_SLIP); 4], labels: &[], solid_wall: Wall::NO_SLIP }
    }

    /// The cells next to sides and solids, in row order.
    pub fn contour(&self) -> &[ContourCell] {
        &self.contour
    }

    /// Rebuilds all unknown populations. Call it before each [`Lattice::step`].
    ///
    /// # Panics
    /// If `lattice` is smaller than the one this was built for.
    pub fn apply(&mut self, lattice: &mut Lattice) {
        self.ledger.clear();
        if let Some(sponge) = &self.sponge {
            sponge.apply(lattice, &mut self.ledger);
        }
        for link in &self.copies {
            link.rebuild(lattice, &mut self.ledger);
        }
        for &OpenLink { link, side } in &self.opens {
            let entering = self.beyond[side.index()].populations(lattice, link.water)[link.q];
            lattice.set_population(link.q, link.origin, entering);
            let gained = exchange(lattice, link.water, link.q, entering);
            self.ledger.sides[side.index()].add(&gained);
        }
    }

    /// The account of the last [`Self::apply`].
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }
}
