use lbm_core::d2q9::{OPPOSITE, depth_and_momentum};
use lbm_core::{BorderRow, Lattice, Site};

use super::contour::Contour;
use crate::ledger::Owner;
use crate::links::{Link, Rule, lift};
use crate::open::{Around, Beyond};

/// The links of a contour by the row that they come from, from −1 on, for several steps in one traversal.
pub(crate) struct Rows {
    links: Vec<Vec<Entering>>,
    beyond: [Beyond; 4],
    gravity: f32,
}

/// A population `q` that enters the water, or a solid at a side, from column `column` of row `row`.
#[derive(Debug, Clone)]
struct Entering {
    q: usize,
    column: isize,
    row: isize,
    from: From,
}

/// Source of an unknown population.
#[derive(Debug, Clone)]
enum From {
    /// Population `q` of the water cell `[i, j]`.
    Copy { q: usize, cell: [isize; 2] },
    /// The same with the [`lift`] for the water cell `to`.
    Lifted { q: usize, cell: [isize; 2], to: [isize; 2], bed: f32 },
    /// The water beyond a side, next to the cell.
    Open { side: usize, cell: [isize; 2], rest_depth: f32, around: Option<Box<Around<1>>> },
    /// Still water.
    Still,
}

impl Entering {
    /// `None` for a link that needs water more than a row away, or at which a solid exchanges mass.
    fn new(lattice: &Lattice, link: &Link, water: Site, rest_depth: f32) -> Option<Self> {
        let layout = lattice.layout();
        let q = usize::from(link.q);
        let (column, row) = layout.cell(link.origin);
        let from = match link.rule {
            Rule::Copy { from, q: s } => {
                let s = usize::from(s);
                let bounces_back = from == water && s == OPPOSITE[q];
                if matches!(link.owner, Owner::Solid(_)) && !bounces_back {
                    return None;
                }
                let cell = layout.cell(from).into();
                match link.bed {
                    0.0 => From::Copy { q: s, cell },
                    bed => From::Lifted { q: s, cell, to: layout.cell(water).into(), bed },
                }
            }
            Rule::Open(side) => {
                let around = Around::new(lattice, [water]).map(Box::new);
                From::Open { side: side.index(), cell: layout.cell(water).into(), rest_depth, around }
            }
            _ => return None,
        };
        let is_near = match &from {
            From::Copy { cell, .. } | From::Lifted { cell, .. } | From::Open { cell, .. } => {
                (cell[1] - row).abs() <= 1
            }
            From::Still => true,
        };
        is_near.then_some(Self { q, column, row, from })
    }
}

impl Rows {
    /// The links of walls at rest and of open sides with the water `beyond`; `None` if there are others, some that need
    /// water more than a row away, or closed corners, whose populations have the slots of others.
    pub(crate) fn new(
        (contour, strays): (&Contour, &[(usize, Site)]),
        beyond: [Beyond; 4],
        lattice: &Lattice,
    ) -> Option<Self> {
        let layout = *lattice.layout();
        if contour.has_corners() {
            return None;
        }
        let mut links = vec![Vec::new(); layout.ny() + 2];
        for (water, rest_depth, link) in contour.links(&layout) {
            let entering = Entering::new(lattice, &link, water, rest_depth)?;
            links[(entering.row + 1) as usize].push(entering);
        }
        for &(q, from) in strays {
            let (column, row) = layout.cell(from);
            links[(row + 1) as usize].push(Entering { q, column, row, from: From::Still });
        }
        Some(Self { links, beyond, gravity: lattice.gravity() })
    }

    /// Writes the populations that enter the water from a row.
    pub(crate) fn enter(&self, row: &mut BorderRow<'_>) {
        for link in &self.links[(row.j() + 1) as usize] {
            let value = match &link.from {
                &From::Copy { q, cell: [i, j] } => row.population(q, i, j),
                &From::Lifted { q, cell, to, bed } => {
                    let etas = [to, cell].map(|[i, j]| {
                        let [eta, ..] = depth_and_momentum(std::array::from_fn(|q| row.population(q, i, j)));
                        eta
                    });
                    row.population(q, cell[0], cell[1]) + lift(self.gravity, bed, etas)
                }
                &From::Open { side, cell: [i, j], rest_depth, ref around } => {
                    let f = std::array::from_fn(|q| row.population(q, i, j));
                    self.beyond[side].population(self.gravity, &f, (rest_depth, around.as_deref()), link.q)
                }
                From::Still => 0.0,
            };
            row.set_population(link.q, link.column, value);
        }
    }
}
