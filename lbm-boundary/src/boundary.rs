use lbm_core::d2q9::{C, Q};
use lbm_core::{Lattice, Site};

use crate::classify::{ContourCell, Owner, Walls};
use crate::contour::{Contour, Node};
use crate::links::{exchange, replaced};
use crate::motion::LatticeMotion;
use crate::open::Beyond;
use crate::solids::Solids;
use crate::sponge::Sponge;
use crate::{Exchange, Ledger, Load, Refill, SideKind, Wall};

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
    pub(crate) beyond: [Beyond; 4],
    pub(crate) sponge: Option<Sponge>,
    pub(crate) solids: Solids,
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
        self.contour.cells()
    }

    /// The label of each cell's solid, `[ny][nx]`, x fastest, 0 for water.
    pub fn labels(&self) -> &[u16] {
        &self.labels
    }

    /// Rebuilds all unknown populations. Call it before each [`Lattice::step`], after [`Self::move_solids`].
    ///
    /// The mass that the solids' links have brought in or taken out, and the water of cells that were covered or uncovered
    /// since the last call, goes back to the contour cells of the same solid in equal shares, into the population at
    /// rest: it brings no momentum.
    ///
    /// # Panics
    /// If `lattice` is smaller than the one this was built for.
    pub fn apply(&mut self, lattice: &mut Lattice) {
        let Self { contour, sponge, solids, ledger, beyond, walls, .. } = self;
        solids.open_books(ledger);
        if let Some(sponge) = sponge {
            sponge.apply(lattice, ledger);
        }
        for node in contour.nodes() {
            solids.count(node);
            rebuild(lattice, beyond, solids, ledger, node);
        }
        solids.balance(lattice, contour, ledger, |label| walls.of(label) != Wall::AsPrinted);
    }

    /// The account of the last [`Self::apply`].
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Mass (lattice units) that the water still has to get back because a share of it is below the rounding of the
    /// populations: the next steps give it.
    pub fn owed_mass(&self) -> f64 {
        self.solids.owed_mass()
    }
}

/// Writes the unknown populations of a cell and accounts for them.
fn rebuild(lattice: &mut Lattice, beyond: &[Beyond; 4], solids: &Solids, ledger: &mut Ledger, node: &Node) {
    let mut values = [0.0f32; Q - 1];
    for (link, value) in node.links().iter().zip(&mut values) {
        let q = usize::from(link.q);
        let place = wall_point(node, q);
        let motion = solids.motion(link.owner.label());
        let velocity = motion.velocity(place);
        *value = link.entering(lattice, beyond, node.water, velocity);
        let gained = if node.is_unknown(q) {
            exchange(lattice, node.water, q, *value)
        } else {
            replaced(lattice, link, *value)
        };
        if let Owner::Solid(label) = link.owner {
            ledger.loads[usize::from(label)].add(&load(motion, place, velocity, &gained));
        }
        if let Some(account) = ledger.account(link.owner) {
            account.add(&gained);
        }
    }
    for (link, &value) in node.links().iter().zip(&values) {
        lattice.set_population(usize::from(link.q), link.origin, value);
    }
}

/// The middle of a link, in cells from the grid's lower left corner.
fn wall_point(node: &Node, q: usize) -> [f64; 2] {
    [0, 1].map(|axis| f64::from(node.cell[axis]) + 0.5 - 0.5 * f64::from(C[q][axis]))
}

/// Impulse on the solid of one link, `(e_s − u_w) f_s − (e_q − u_w) f_q` (Wen et al. 2014): minus the momentum that
/// the water gained, less what the mass that passed the wall carries along with it.
fn load(motion: &LatticeMotion, place: [f64; 2], velocity: [f64; 2], gained: &Exchange) -> Load {
    let force = [0, 1].map(|axis| velocity[axis] * gained.mass - gained.momentum[axis]);
    let [x, y] = [place[0] - motion.centre[0], place[1] - motion.centre[1]];
    Load { force, torque: x * force[1] - y * force[0] }
}
