use lbm_core::d2q9::{C, OPPOSITE, Q, W};
use lbm_core::{Lattice, Layout};

use crate::links::Rule;
use crate::node::Node;
use crate::open::{Beyond, Inside};
use crate::{Exchange, Ledger, Side};

/// Cells that are worked on side by side.
const LANES: usize = 8;

/// Cells at open sides that touch nothing else, [`LANES`] at a time.
#[derive(Debug, Default)]
pub(crate) struct OpenRuns {
    batches: Vec<Batch>,
}

/// Cells at one side.
#[derive(Debug)]
struct Batch {
    side: Side,
    /// Slots of the population at rest; the last cell again where there are fewer.
    at: [usize; LANES],
    count: usize,
    rest_depth: [f32; LANES],
    /// Sum over the cells of a pair of opposite populations along an axis at rest.
    at_rest: f64,
}

impl OpenRuns {
    /// Collects `nodes`, which come in row order.
    pub(crate) fn gather<'a>(&mut self, nodes: impl Iterator<Item = &'a Node>, lattice: &Lattice) {
        self.batches.clear();
        let mut waiting: [Vec<&Node>; 4] = Default::default();
        for node in nodes {
            if let Some(Rule::Open(side)) = node.links.first().map(|link| link.rule) {
                waiting[side.index()].push(node);
            }
        }
        for (side, nodes) in Side::ALL.into_iter().zip(waiting) {
            let batches = nodes.chunks(LANES).map(|nodes| Batch::new(side, nodes, lattice.layout()));
            self.batches.extend(batches);
        }
    }

    /// Writes what enters from beyond the sides and accounts for it.
    pub(crate) fn apply(&self, lattice: &mut Lattice, beyond: &[Beyond; 4], ledger: &mut Ledger) {
        if self.batches.is_empty() {
            return;
        }
        let (layout, gravity) = (*lattice.layout(), lattice.gravity());
        let slots = Slots::new(&layout);
        let f = lattice.as_mut_slice();
        // Compiled for vectors of any width.
        pulp::Arch::new().dispatch(Wide {
            batches: &self.batches,
            slots: &slots,
            gravity,
            f,
            beyond,
            ledger,
        });
    }
}

/// The work at all batches.
struct Wide<'a> {
    batches: &'a [Batch],
    slots: &'a Slots,
    gravity: f32,
    f: &'a mut [f32],
    beyond: &'a [Beyond; 4],
    ledger: &'a mut Ledger,
}

impl pulp::NullaryFnOnce for Wide<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        for batch in self.batches {
            let side = batch.side.index();
            let gained = batch.apply(&self.beyond[side], self.slots, self.gravity, self.f);
            self.ledger.sides[side].add(&gained);
        }
    }
}

/// Offsets in memory from the population at rest of a cell.
struct Slots {
    own: [usize; Q],
    /// Of population `q` in the neighbour that it comes from.
    entering: [usize; Q],
}

impl Slots {
    fn new(layout: &Layout) -> Self {
        let middle = layout.site(0, 0);
        let offset = |slot: usize| slot.wrapping_sub(layout.slot(0, middle));
        Self {
            own: std::array::from_fn(|q| offset(layout.slot(q, middle))),
            entering: std::array::from_fn(|q| offset(layout.slot(q, layout.neighbour(middle, OPPOSITE[q])))),
        }
    }
}

impl Batch {
    fn new(side: Side, nodes: &[&Node], layout: &Layout) -> Self {
        let node = |l: usize| nodes[l.min(nodes.len() - 1)];
        Self {
            side,
            at: std::array::from_fn(|l| layout.slot(0, node(l).water)),
            count: nodes.len(),
            rest_depth: std::array::from_fn(|l| node(l).rest_depth),
            at_rest: nodes.iter().map(|node| 2.0 * f64::from(node.rest_population)).sum(),
        }
    }

    #[inline(always)]
    fn apply(&self, beyond: &Beyond, slots: &Slots, gravity: f32, f: &mut [f32]) -> Exchange {
        let mut inside = Inside { f: [[0.0; LANES]; Q], rest_depth: self.rest_depth };
        for q in 0..Q {
            for l in 0..LANES {
                inside.f[q][l] = f[self.at[l] + slots.own[q]];
            }
        }
        let outside = beyond.next_to(gravity, &inside);
        let inward = match self.side {
            Side::West => [1, 2, 8],
            Side::East => [4, 5, 6],
            Side::South => [2, 3, 4],
            Side::North => [6, 7, 8],
        };
        let mut gained = Exchange::default();
        for q in inward {
            let entering = outside.population(q, &inside);
            for l in 0..LANES {
                f[self.at[l].wrapping_add(slots.entering[q])] = entering[l];
            }
            let (enters, leaves) = (self.sum(&entering), self.sum(&inside.f[OPPOSITE[q]]));
            let along = enters + leaves + f64::from(W[q]) * self.at_rest;
            let (ex, ey) = (f64::from(C[q][0]), f64::from(C[q][1]));
            gained.add(&Exchange { mass: enters - leaves, momentum: [ex * along, ey * along] });
        }
        gained
    }

    /// The sum over the cells of the batch.
    #[inline(always)]
    fn sum(&self, f: &[f32; LANES]) -> f64 {
        let mut terms = [0.0; LANES];
        for l in 0..LANES {
            terms[l] = if l < self.count { f64::from(f[l]) } else { 0.0 };
        }
        let [a, b, c, d, e, f, g, h] = terms;
        ((a + e) + (c + g)) + ((b + f) + (d + h))
    }
}
