use lbm_core::d2q9::OPPOSITE;
use lbm_core::{BorderRow, Lattice, Layout, Site};

use crate::Boundary;
use crate::classify::Owner;
use crate::links::{Link, Rule};
use crate::open::{Beyond, Inside};

impl Boundary {
    /// Takes `count` steps of [`Self::apply`] and [`Lattice::step`] while no solid moves: the same numbers, but where it can
    /// several steps in one walk through memory ([`Lattice::steps_with`]). The ledger is then that of the last step.
    ///
    /// It spares memory, not arithmetic: it pays on grids far larger than the cache, with so few steps a walk that their
    /// rows fit a core's own cache ([`lbm_core::LatticeBuilder::steps_per_traversal`]), and is slower elsewhere. Measure.
    ///
    /// It can where every population that enters comes from water at most a row away and nothing has to be given back:
    /// sides that are half-way walls, periodic in x, or open with given velocity, depth or characteristics or none; solids at
    /// rest with half-way no-slip walls. One step at a time are taken with sides that are periodic in y, sponges, or inlets
    /// of a discharge, with any other wall, and while a solid moves or mass is owed ([`Self::owed_mass`]).
    ///
    /// Returns `false` when some cell, of water or of a solid, was in trouble: [`Lattice::trouble`] then names it, and no
    /// further walk is taken. [`Lattice::steps`] says how many steps were; the ledger may then be an earlier one.
    ///
    /// # Panics
    /// As [`Self::apply`].
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
            self.apply(lattice);
            lattice.step()
        })
    }

    /// All links by the row that they come from; `None` if they are not what a walk can do.
    fn rows(&self, lattice: &Lattice) -> Option<Rows> {
        let alone = self.sponge.is_some() || !self.inlets.is_empty() || self.walls.overwrite();
        if alone || !self.solids.rest_and_owe_nothing() {
            return None;
        }
        let layout = *lattice.layout();
        let mut links = vec![Vec::new(); layout.ny() + 2];
        let mut push = |link: Entering| links[(link.row + 1) as usize].push(link);
        for (q, water) in self.contour.bounced(&layout) {
            push(Entering::bounced(&layout, q, water));
        }
        for node in self.contour.listed() {
            for link in &node.links {
                push(Entering::new(&layout, link, node.water, node.rest_depth)?);
            }
        }
        Some(Rows { links, beyond: self.outer.sides, gravity: lattice.gravity() })
    }
}

/// The links of a set of boundaries, by the row that they come from, from −1 on.
struct Rows {
    links: Vec<Vec<Entering>>,
    beyond: [Beyond; 4],
    gravity: f32,
}

/// A population `q` that enters the water from column `column` of row `row`.
#[derive(Debug, Clone)]
struct Entering {
    q: usize,
    column: isize,
    row: isize,
    from: From,
}

/// What it is made of.
#[derive(Debug, Clone)]
enum From {
    /// Population `q` of the water cell `[i, j]`.
    Copy { q: usize, cell: [isize; 2] },
    /// The water beyond a side, next to the cell.
    Open { side: usize, cell: [isize; 2], rest_depth: f32 },
}

impl Entering {
    fn bounced(layout: &Layout, q: usize, water: Site) -> Self {
        let back = OPPOSITE[q];
        let (column, row) = layout.cell(layout.neighbor(water, back));
        Self { q, column, row, from: From::Copy { q: back, cell: layout.cell(water).into() } }
    }

    /// `None` for what needs more than water at most a row away, and for what solids do not return.
    fn new(layout: &Layout, link: &Link, water: Site, rest_depth: f32) -> Option<Self> {
        let q = usize::from(link.q);
        let (column, row) = layout.cell(link.origin);
        let from = match link.rule {
            Rule::Copy { from, q: s } => {
                let s = usize::from(s);
                let returned = from == water && s == OPPOSITE[q];
                if matches!(link.owner, Owner::Solid(_)) && !returned {
                    return None;
                }
                From::Copy { q: s, cell: layout.cell(from).into() }
            }
            Rule::Open(side) => {
                From::Open { side: side.index(), cell: layout.cell(water).into(), rest_depth }
            }
            _ => return None,
        };
        let (From::Copy { cell, .. } | From::Open { cell, .. }) = &from;
        ((cell[1] - row).abs() <= 1).then_some(Self { q, column, row, from })
    }
}

impl Rows {
    /// Writes what enters the water from a row.
    fn enter(&self, row: &mut BorderRow<'_>) {
        for link in &self.links[(row.j() + 1) as usize] {
            let value = match link.from {
                From::Copy { q, cell: [i, j] } => row.population(q, i, j),
                From::Open { side, cell: [i, j], rest_depth } => {
                    let f = std::array::from_fn(|q| [row.population(q, i, j)]);
                    let inside = Inside { f, rest_depth: [rest_depth] };
                    let [value] =
                        self.beyond[side].next_to(self.gravity, &inside).population(link.q, &inside);
                    value
                }
            };
            row.set_population(link.q, link.column, value);
        }
    }
}
