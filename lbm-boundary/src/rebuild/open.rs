use lbm_core::d2q9::{OPPOSITE, Q};
use lbm_core::{Lattice, Layout};

use super::account::{Passed, cross, lever, moment};
use crate::lanes::{self, LANES};
use crate::ledger::{Ledger, Owner};
use crate::links::{Node, Rule, impulse_at_rest};
use crate::open::{Around, Beyond, Inside};
use crate::spec::Side;

/// Nodes at open sides that touch nothing else, in batches of [`LANES`].
#[derive(Debug, Default)]
pub(super) struct OpenBatches {
    /// Batches by side.
    batches: [Vec<Batch>; 4],
}

/// Cells at one side.
#[derive(Debug)]
struct Batch {
    /// Slots of the population at rest, that of the last cell repeated where there are fewer cells.
    at: [usize; LANES],
    count: usize,
    rest_depth: [f32; LANES],
    around: Option<Box<Around<LANES>>>,
    /// Fractions that sponges will take of the cells in the sweep; 0 of cells that are relaxed already.
    strength: [f32; LANES],
    /// Positions of the cells' middles, from the lower left corner.
    place: [[f64; LANES]; 2],
    /// Sum of [`impulse_at_rest`] over the cells, and its moment about the lower left corner.
    at_rest: [f64; 2],
    moment_at_rest: f64,
}

impl OpenBatches {
    /// Collects `nodes`, which come in row order.
    pub(super) fn gather<'a>(&mut self, nodes: impl Iterator<Item = &'a Node>, lattice: &Lattice) {
        let mut waiting: [Vec<&Node>; 4] = Default::default();
        for node in nodes {
            if let Some(Rule::Open(side)) = node.links.first().map(|link| link.rule) {
                waiting[side.index()].push(node);
            }
        }
        for (batches, nodes) in self.batches.iter_mut().zip(waiting) {
            batches.clear();
            batches.extend(nodes.chunks(LANES).map(|nodes| Batch::new(nodes, lattice)));
        }
    }

    /// Sets the fraction that sponges will take of each cell `[i, j]` in the sweep.
    pub(super) fn set_strengths(&mut self, strength: impl Fn([usize; 2]) -> f32) {
        for batch in self.batches.iter_mut().flatten() {
            let [x, y] = batch.place;
            batch.strength = std::array::from_fn(|l| strength([x[l] as usize, y[l] as usize]));
        }
    }

    /// Writes the populations that enter from beyond the sides and books them; `is_relaxed` says whether sponges have relaxed all
    /// cells.
    pub(super) fn apply(
        &self,
        lattice: &mut Lattice,
        beyond: &[Beyond; 4],
        is_relaxed: bool,
        ledger: &mut Ledger,
    ) {
        if self.batches.iter().all(Vec::is_empty) {
            return;
        }
        let (layout, gravity) = (*lattice.layout(), lattice.gravity());
        let slots = Slots::new(&layout);
        let f = lattice.as_mut_slice();
        // Compiled for each vector width.
        pulp::Arch::new().dispatch(Wide {
            batches: &self.batches,
            slots: &slots,
            gravity,
            f,
            beyond,
            is_relaxed,
            ledger,
        });
    }
}

/// The arguments of [`OpenBatches::apply`].
struct Wide<'a> {
    batches: &'a [Vec<Batch>; 4],
    slots: &'a Slots,
    gravity: f32,
    f: &'a mut [f32],
    beyond: &'a [Beyond; 4],
    is_relaxed: bool,
    ledger: &'a mut Ledger,
}

impl pulp::NullaryFnOnce for Wide<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        for side in Side::ALL {
            let batches = &self.batches[side.index()];
            let inward = side.entering();
            let mut sums = Sums::default();
            let (mut at_rest, mut moment) = ([0.0; 2], 0.0);
            for batch in batches {
                let beyond = &self.beyond[side.index()];
                let inside = batch.inside(beyond, inward, self.slots, self.is_relaxed, self.f);
                batch.apply(inward, (beyond, inside), self.slots, self.gravity, self.f, &mut sums);
                at_rest[0] += batch.at_rest[0];
                at_rest[1] += batch.at_rest[1];
                moment += batch.moment_at_rest;
            }
            let (mut leaving, mut entering) = ([0.0; Q], [0.0; Q]);
            for (k, q) in inward.into_iter().enumerate() {
                leaving[OPPOSITE[q]] = lanes::sum(&sums.leaving[k]);
                entering[OPPOSITE[q]] = lanes::sum(&sums.entering[k]);
            }
            let moment = moment + lanes::sum(&sums.moment);
            let passed = Passed::new(&leaving, &entering, at_rest).with_moment(moment);
            passed.book(Owner::Side(side), [0.0; 2], self.ledger);
        }
    }
}

/// Sums, side by side, of the populations that enter in each of a side's three inward directions, and of those that leave in
/// the opposite ones; the moment of the impulse on the side about the lower left corner.
#[derive(Debug, Default)]
struct Sums {
    leaving: [[f64; LANES]; 3],
    entering: [[f64; LANES]; 3],
    moment: [f64; LANES],
}

/// Offsets in memory from the population at rest of a cell.
struct Slots {
    own: [usize; Q],
    /// Offset of population `q` in the neighbor that it comes from.
    entering: [usize; Q],
}

impl Slots {
    fn new(layout: &Layout) -> Self {
        let middle = layout.site(0, 0);
        let offset = |slot: usize| slot.wrapping_sub(layout.slot(0, middle));
        Self {
            own: std::array::from_fn(|q| offset(layout.slot(q, middle))),
            entering: std::array::from_fn(|q| offset(layout.slot(q, layout.neighbor(middle, OPPOSITE[q])))),
        }
    }
}

impl Batch {
    fn new(nodes: &[&Node], lattice: &Lattice) -> Self {
        let layout = lattice.layout();
        let node = |l: usize| nodes[l.min(nodes.len() - 1)];
        let place = |node: &Node| node.cell.map(|c| f64::from(c) + 0.5);
        let at_rest = |node: &Node| impulse_at_rest(lattice, node.water, node.adjacency);
        let each = nodes.iter().map(|node| at_rest(node));
        Self {
            at: std::array::from_fn(|l| layout.slot(0, node(l).water)),
            count: nodes.len(),
            rest_depth: std::array::from_fn(|l| node(l).rest_depth),
            around: Around::new(lattice, std::array::from_fn(|l| node(l).water)).map(Box::new),
            strength: [0.0; LANES],
            place: [0, 1].map(|axis| std::array::from_fn(|l| place(node(l))[axis])),
            at_rest: each.fold([0.0; 2], |sum, at_rest| [sum[0] + at_rest[0], sum[1] + at_rest[1]]),
            moment_at_rest: nodes.iter().map(|node| cross(place(node), at_rest(node))).sum(),
        }
    }

    /// The cells as sponges leave them; beside still water only what leaves against the directions `inward`.
    #[inline(always)]
    fn inside(
        &self,
        beyond: &Beyond,
        inward: [usize; 3],
        slots: &Slots,
        is_relaxed: bool,
        f: &[f32],
    ) -> Inside<'_, LANES> {
        let around = self.around.as_deref();
        let mut inside = Inside { f: [[0.0; LANES]; Q], rest_depth: self.rest_depth, around };
        let mut read = |q: usize| {
            let own: [f32; LANES] = std::array::from_fn(|l| f[self.at[l] + slots.own[q]]);
            for l in 0..LANES {
                inside.f[q][l] = if is_relaxed { own[l] } else { own[l] - self.strength[l] * own[l] };
            }
        };
        match beyond {
            Beyond::Still => inward.into_iter().for_each(|q| read(OPPOSITE[q])),
            _ => (0..Q).for_each(read),
        }
        inside
    }

    /// Writes the populations that enter in the directions `inward`, and adds them to `sums`.
    #[inline(always)]
    fn apply(
        &self,
        inward: [usize; 3],
        (beyond, inside): (&Beyond, Inside<'_, LANES>),
        slots: &Slots,
        gravity: f32,
        f: &mut [f32],
        sums: &mut Sums,
    ) {
        let outside = beyond.next_to(gravity, &inside);
        for (k, q) in inward.into_iter().enumerate() {
            let entering = outside.population(q, &inside);
            for l in 0..LANES {
                f[self.at[l].wrapping_add(slots.entering[q])] = entering[l];
            }
            let s = OPPOSITE[q];
            let leaving = inside.f[s];
            for l in 0..LANES {
                let counts = if l < self.count { 1.0 } else { 0.0 };
                let [enters, leaves] = [entering[l], leaving[l]].map(|f| counts * f64::from(f));
                sums.entering[k][l] += enters;
                sums.leaving[k][l] += leaves;
                let lever = lever([self.place[0][l], self.place[1][l]], s);
                sums.moment[l] += moment(lever, [enters, leaves]);
            }
        }
    }
}
