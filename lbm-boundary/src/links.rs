use lbm_core::d2q9::{C, MIRROR_X, MIRROR_Y, OPPOSITE, Q};
use lbm_core::{Lattice, Site};

use crate::classify::{ContourCell, Owner, Place, Surroundings};
use crate::{Exchange, Ledger, Scheme, Slip};

/// An unknown population: one that would stream into a water cell from somewhere that is not water.
///
/// It has a slot of its own in the cell it comes from, since that cell and the direction name the link. Rebuilding it
/// before the sweep is one copy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Link {
    /// The water cell.
    pub(crate) water: Site,
    /// Direction in which the unknown population moves.
    pub(crate) q: usize,
    /// Where it comes from: a solid, or the ring around the grid.
    pub(crate) origin: Site,
}

/// A link at a wall or a periodic side, and the known population that it takes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CopyLink {
    link: Link,
    source: Site,
    source_q: usize,
    /// `None` behind a periodic side, where nothing is exchanged.
    owner: Option<Owner>,
}

/// A link behind an open side.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OpenLink {
    pub(crate) link: Link,
    pub(crate) side: crate::Side,
}

/// Makes the links of all contour cells; each link that enters the fluid appears exactly once.
pub(crate) fn links(contour: &[ContourCell], around: &Surroundings<'_>) -> (Vec<CopyLink>, Vec<OpenLink>) {
    let layout = around.layout;
    let (mut copies, mut opens) = (Vec::new(), Vec::new());
    for contour_cell in contour {
        let cell = contour_cell.cell.map(|c| c as isize);
        let water = layout.site(cell[0], cell[1]);
        for q in (1..Q).filter(|&q| contour_cell.is_adjacent(OPPOSITE[q])) {
            let link = Link { water, q, origin: layout.neighbour(water, OPPOSITE[q]) };
            let (from, source_q, owner) =
                match around.place(cell[0] - C[q][0] as isize, cell[1] - C[q][1] as isize) {
                    Place::Open(side) => {
                        opens.push(OpenLink { link, side });
                        continue;
                    }
                    Place::Water(across) => (across.map(|c| c as isize), q, None),
                    Place::Wall(wall, owner) => {
                        let (from, source_q) = match wall.scheme {
                            Scheme::HalfWay => half_way(around, cell, q),
                            Scheme::OnGrid => on_grid(around, cell, q, wall.slip),
                        };
                        (from, source_q, Some(owner))
                    }
                };
            let source = layout.site(from[0], from[1]);
            copies.push(CopyLink { link, source, source_q, owner });
        }
    }
    (copies, opens)
}

/// Half-way reflection: the population that left the fluid and comes back as `q` at `cell`, as its cell and direction.
///
/// No slip: the opposite one of the same cell. Free slip: the one that left the neighbour along the wall towards the
/// same wall. A wall runs along x here when the cell on the solid's side is wall and the neighbour along x is water.
/// Both walls that such a population meets must let it glide, else it bounces back: then each population that leaves
/// returns exactly once, whatever the shape of the solid and the mix of walls.
fn half_way(around: &Surroundings<'_>, cell: [isize; 2], q: usize) -> ([isize; 2], usize) {
    let [dx, dy] = C[q].map(|c| c as isize);
    let bounce_back = (cell, OPPOSITE[q]);
    let glides =
        |p| matches!(p, Place::Wall(w, _) if w.slip == Slip::FreeSlip && w.scheme == Scheme::HalfWay);
    if dx == 0 || dy == 0 || !glides(around.place(cell[0] - dx, cell[1] - dy)) {
        return bounce_back;
    }
    let beside_x = around.place(cell[0] - dx, cell[1]);
    let beside_y = around.place(cell[0], cell[1] - dy);
    match (beside_x, beside_y) {
        (Place::Water(from), wall) if glides(wall) => (from.map(|c| c as isize), MIRROR_Y[q]),
        (wall, Place::Water(from)) if glides(wall) => (from.map(|c| c as isize), MIRROR_X[q]),
        _ => bounce_back,
    }
}

/// On-grid reflection (dynamic-boundaries paper, Eq. 10 and 14): the opposite or mirrored population of the same cell
/// *after* streaming, named by where it is before: one step against its direction.
///
/// Where that one is unknown as well (a gap one cell wide), half-way bounce-back.
fn on_grid(around: &Surroundings<'_>, cell: [isize; 2], q: usize, slip: Slip) -> ([isize; 2], usize) {
    let [dx, dy] = C[q].map(|c| c as isize);
    let is_wall = |i, j| matches!(around.place(i, j), Place::Wall(..));
    let arriving = match slip {
        Slip::FreeSlip if dx != 0 && dy != 0 => {
            match (is_wall(cell[0] - dx, cell[1]), is_wall(cell[0], cell[1] - dy)) {
                (false, true) => MIRROR_Y[q],
                (true, false) => MIRROR_X[q],
                _ => OPPOSITE[q],
            }
        }
        _ => OPPOSITE[q],
    };
    match around.place(cell[0] - C[arriving][0] as isize, cell[1] - C[arriving][1] as isize) {
        Place::Water(from) => (from.map(|c| c as isize), arriving),
        _ => (cell, OPPOSITE[q]),
    }
}

impl CopyLink {
    /// Copies the population and accounts for it.
    pub(crate) fn rebuild(&self, lattice: &mut Lattice, ledger: &mut Ledger) {
        let value = lattice.population(self.source_q, self.source);
        let Link { water, q, origin } = self.link;
        lattice.set_population(q, origin, value);
        match self.owner {
            None => {}
            Some(Owner::Side(side)) => ledger.sides[side.index()].add(&exchange(lattice, water, q, value)),
            Some(Owner::Solid(label)) => {
                ledger.solids[usize::from(label)].add(&exchange(lattice, water, q, value));
            }
        }
    }
}

/// What the water gains when `entering` comes in along `q` and the opposite population leaves: both carry momentum
/// along `e_q`.
pub(crate) fn exchange(lattice: &Lattice, water: Site, q: usize, entering: f32) -> Exchange {
    let leaving = lattice.population(OPPOSITE[q], water);
    let both =
        f64::from(entering) + f64::from(leaving) + 2.0 * f64::from(lattice.reference_population(q, water));
    Exchange {
        mass: f64::from(entering) - f64::from(leaving),
        momentum: [f64::from(C[q][0]) * both, f64::from(C[q][1]) * both],
    }
}
