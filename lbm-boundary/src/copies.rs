use lbm_core::d2q9::{C, OPPOSITE, Q, W};
use lbm_core::{Lattice, Layout};

use crate::Ledger;
use crate::classify::Owner;
use crate::links::Rule;
use crate::node::{Links, Node};
use crate::solids::Solids;

/// Links of walls that stand still: populations that are copied from slot to slot ([`Layout::slot`]).
///
/// No slot is both read and written, so their order does not matter: they are sorted by account and direction, and what
/// is booked are sums.
#[derive(Debug, Default)]
pub(crate) struct Copies {
    /// Where a population that enters the water is found, and where it is put.
    from: Vec<u32>,
    to: Vec<u32>,
    /// Where the population is found that leaves along the link.
    leaving: Vec<u32>,
    /// The moment about the owner's centre of what enters in the link's direction; empty for sides.
    lever: Vec<f64>,
    groups: Vec<Group>,
    unsorted: Vec<Copy>,
}

/// Links with the same account and direction: as many as there are up to `end`.
#[derive(Debug)]
struct Group {
    owner: Owner,
    q: usize,
    end: usize,
    /// Whether each of them returns what leaves.
    bounces: bool,
    /// Sum of the links' populations at rest, both ways, and of their moments.
    at_rest: f64,
    moment_at_rest: f64,
}

#[derive(Debug)]
struct Copy {
    owner: Owner,
    q: usize,
    bounces: bool,
    slots: [u32; 3],
    lever: f64,
    at_rest: f64,
}

impl Copies {
    /// Collects the links of `nodes`.
    pub(crate) fn gather<'a>(
        &mut self,
        nodes: impl Iterator<Item = &'a Node>,
        lattice: &Lattice,
        solids: &Solids,
    ) {
        let layout = lattice.layout();
        self.unsorted.clear();
        for node in nodes {
            match &node.links {
                Links::Bounce(owner) => {
                    for q in (1..Q).filter(|&q| node.is_unknown(q)) {
                        let back = layout.slot(OPPOSITE[q], node.water);
                        let to = layout.slot(q, layout.neighbour(node.water, OPPOSITE[q]));
                        self.unsorted.push(Copy::new(layout, node, *owner, q, [back, to], solids));
                    }
                }
                Links::Listed(links) => {
                    for link in links {
                        let q = usize::from(link.q);
                        let Rule::Copy { from, q: s } = link.rule else { continue };
                        let slots = [layout.slot(usize::from(s), from), layout.slot(q, link.origin)];
                        self.unsorted.push(Copy::new(layout, node, link.owner, q, slots, solids));
                    }
                }
            }
        }
        // Stable, so that links of a group stay in row order.
        self.unsorted.sort_by_key(|copy| (copy.owner, copy.q, copy.bounces));
        self.spread();
    }

    fn spread(&mut self) {
        let Self { from, to, leaving, lever, groups, unsorted } = self;
        [&mut *from, &mut *to, &mut *leaving].into_iter().for_each(Vec::clear);
        lever.clear();
        groups.clear();
        for copy in unsorted {
            let &mut Copy { owner, q, bounces, slots, at_rest, .. } = copy;
            from.push(slots[0]);
            to.push(slots[1]);
            leaving.push(slots[2]);
            lever.push(copy.lever);
            let end = from.len();
            let moment_at_rest = copy.lever * at_rest;
            match groups.last_mut() {
                Some(group) if (group.owner, group.q, group.bounces) == (owner, q, bounces) => {
                    group.end = end;
                    group.at_rest += at_rest;
                    group.moment_at_rest += moment_at_rest;
                }
                _ => groups.push(Group { owner, q, end, bounces, at_rest, moment_at_rest }),
            }
        }
    }

    /// Copies all of them and accounts for them.
    pub(crate) fn apply(&self, lattice: &mut Lattice, ledger: &mut Ledger) {
        let f = lattice.as_mut_slice();
        let mut start = 0;
        for group in &self.groups {
            let range = start..group.end;
            start = group.end;
            let (from, to) = (&self.from[range.clone()], &self.to[range.clone()]);
            let lever = match group.owner {
                Owner::Solid(_) => &self.lever[range.clone()],
                _ => &[],
            };
            let entering = copy(f, from, to);
            let leaving = if group.bounces { entering } else { sum(f, &self.leaving[range.clone()]) };
            let along = entering + leaving + group.at_rest;
            let e = C[group.q].map(f64::from);
            let Some(account) = ledger.account(group.owner) else { continue };
            account.mass += entering - leaving;
            account.momentum[0] += e[0] * along;
            account.momentum[1] += e[1] * along;
            if let Owner::Solid(label) = group.owner {
                let load = &mut ledger.loads[usize::from(label)];
                load.force[0] -= e[0] * along;
                load.force[1] -= e[1] * along;
                let moment: f64 = (from.iter().zip(&self.leaving[range]).zip(lever))
                    .map(|((&a, &b), lever)| lever * (f64::from(f[a as usize]) + f64::from(f[b as usize])))
                    .sum();
                load.torque -= moment + group.moment_at_rest;
            }
        }
    }
}

impl Copy {
    fn new(
        layout: &Layout,
        node: &Node,
        owner: Owner,
        q: usize,
        [from, to]: [usize; 2],
        solids: &Solids,
    ) -> Self {
        let leaving = layout.slot(OPPOSITE[q], node.water);
        let (place, centre) = (node.place(), solids.motion(owner.label()).centre);
        let [x, y] = [place[0] - centre[0], place[1] - centre[1]];
        let e = C[q].map(f64::from);
        Self {
            owner,
            q,
            bounces: from == leaving,
            slots: [from, to, leaving].map(|slot| slot as u32),
            lever: x * e[1] - y * e[0],
            at_rest: f64::from(W[q]) * 2.0 * f64::from(node.rest_population),
        }
    }
}

/// Sums that are added up side by side.
const LANES: usize = 4;

/// Copies populations and returns their sum.
fn copy(f: &mut [f32], from: &[u32], to: &[u32]) -> f64 {
    let mut sums = [0.0f64; LANES];
    let (mut sources, mut targets) = (from.chunks_exact(LANES), to.chunks_exact(LANES));
    for (from, to) in (&mut sources).zip(&mut targets) {
        let values: [f32; LANES] = std::array::from_fn(|l| f[from[l] as usize]);
        for l in 0..LANES {
            f[to[l] as usize] = values[l];
            sums[l] += f64::from(values[l]);
        }
    }
    for (&from, &to) in sources.remainder().iter().zip(targets.remainder()) {
        let value = f[from as usize];
        f[to as usize] = value;
        sums[0] += f64::from(value);
    }
    sums.iter().sum()
}

fn sum(f: &[f32], slots: &[u32]) -> f64 {
    let mut sums = [0.0f64; LANES];
    let mut chunks = slots.chunks_exact(LANES);
    for slots in &mut chunks {
        for l in 0..LANES {
            sums[l] += f64::from(f[slots[l] as usize]);
        }
    }
    chunks.remainder().iter().for_each(|&slot| sums[0] += f64::from(f[slot as usize]));
    sums.iter().sum()
}
