use lbm_core::d2q9::{C, OPPOSITE, Q, depth_and_momentum};
use lbm_core::{Lattice, Layout, Site};

use super::account::{Passed, cross, lever, moment};
use crate::lanes::{self, LANES};
use crate::ledger::{Ledger, Owner};
use crate::links::{Link, Node, Rule, lift};
use crate::solids::Motions;

/// Links of walls at rest: populations that are copied from slot to slot ([`Layout::slot`]).
///
/// No slot is both read and written, so their order is free: they are sorted by account and direction, and those that
/// follow each other in equal steps, as along a side, form a run.
#[derive(Debug, Default)]
pub(super) struct Copies {
    runs: Vec<Run>,
    links: Vec<Run>,
    /// Additions to those over a bed that is not level, in the order of their owners.
    lifts: Vec<Lift>,
}

/// An addition to a population that is copied ([`lift`]).
#[derive(Debug, Clone, Copy)]
struct Lift {
    owner: Owner,
    s: usize,
    /// Slot of the population.
    to: usize,
    /// The cell that it enters and the one that it was copied from.
    cells: [Site; 2],
    bed: f32,
    lever: f64,
}

/// Links with the same account and direction, with a distance `step` in memory.
#[derive(Debug, Clone)]
struct Run {
    owner: Owner,
    /// Direction from the water to the wall, in which populations leave.
    s: usize,
    /// Slots of the first link: of the known population, of the unknown one that enters, and of the one that leaves.
    from: usize,
    to: usize,
    leaving: usize,
    step: usize,
    count: usize,
    /// Center of the owner's motion.
    center: [f64; 2],
    /// Moment of the direction's unit vector about that center at the first link, and by how much it grows from one link to the next.
    lever: f64,
    lever_step: f64,
    /// Sum of the impulses at rest over the links, and its moment.
    at_rest: [f64; 2],
    moment_at_rest: f64,
}

impl Copies {
    /// Collects the links of `nodes`, which come in row order.
    pub(super) fn gather<'a>(
        &mut self,
        nodes: impl Iterator<Item = &'a Node>,
        lattice: &Lattice,
        motions: &Motions,
    ) {
        let layout = lattice.layout();
        self.links.clear();
        self.lifts.clear();
        for node in nodes {
            for link in &node.links {
                let q = usize::from(link.q);
                let Rule::Copy { from, q: s } = link.rule else { continue };
                let slots = [layout.slot(usize::from(s), from), layout.slot(q, link.origin)];
                let run = Run::new(layout, node, link, slots, motions);
                if link.bed != 0.0 {
                    let cells = [node.water, from];
                    let Run { owner, s, to, lever, .. } = run;
                    self.lifts.push(Lift { owner, s, to, cells, bed: link.bed, lever });
                }
                self.links.push(run);
            }
        }
        // A stable sort: the links of an account stay in row order.
        self.links.sort_by_key(|link| (link.owner, link.s, link.bounces_back()));
        self.lifts.sort_by_key(|lift| lift.owner);
        self.runs.clear();
        for link in self.links.drain(..) {
            match self.runs.last_mut() {
                Some(run) if run.is_followed_by(&link) => run.append(&link),
                _ => self.runs.push(link),
            }
        }
    }

    /// Copies all populations and books them.
    pub(super) fn apply(&self, lattice: &mut Lattice, ledger: &mut Ledger) {
        let (layout, gravity) = (*lattice.layout(), lattice.gravity());
        let f = lattice.as_mut_slice();
        for runs in self.runs.chunk_by(|a, b| a.owner == b.owner) {
            let owner = runs[0].owner;
            let (mut leaving, mut entering) = ([0.0; Q], [0.0; Q]);
            let (mut at_rest, mut moment) = ([0.0; 2], 0.0);
            for run in runs {
                let enters = run.copy(f);
                entering[run.s] += enters;
                leaving[run.s] += if run.bounces_back() { enters } else { run.sum(f, run.leaving) };
                at_rest[0] += run.at_rest[0];
                at_rest[1] += run.at_rest[1];
                moment += run.moment(f);
            }
            let first = self.lifts.partition_point(|lift| lift.owner < owner);
            for lift in self.lifts[first..].iter().take_while(|lift| lift.owner == owner) {
                let added = lift.apply(f, &layout, gravity);
                entering[lift.s] += added;
                moment += lift.lever * added;
            }
            let passed = Passed::new(&leaving, &entering, at_rest).with_moment(moment);
            passed.book(owner, runs[0].center, ledger);
        }
    }
}

impl Lift {
    /// Returns what it adds after rounding.
    fn apply(&self, f: &mut [f32], layout: &Layout, gravity: f32) -> f64 {
        let etas = self.cells.map(|cell| {
            let [eta, ..] = depth_and_momentum(std::array::from_fn(|q| f[layout.slot(q, cell)]));
            eta
        });
        let before = f[self.to];
        f[self.to] = before + lift(gravity, self.bed, etas);
        f64::from(f[self.to]) - f64::from(before)
    }
}

impl Run {
    /// A single link.
    fn new(layout: &Layout, node: &Node, link: &Link, [from, to]: [usize; 2], motions: &Motions) -> Self {
        let (owner, s) = (link.owner, OPPOSITE[usize::from(link.q)]);
        let motion = motions.of(owner.label());
        let arm = motion.arm(node.cell.map(usize::from));
        let at_rest = C[s].map(|e| f64::from(e) * link.at_rest);
        Self {
            owner,
            s,
            from,
            to,
            leaving: layout.slot(s, node.water),
            step: 0,
            count: 1,
            center: motion.center,
            lever: lever(arm, s),
            lever_step: 0.0,
            at_rest,
            moment_at_rest: cross(arm, at_rest),
        }
    }

    /// Whether each link returns the population that leaves along it.
    fn bounces_back(&self) -> bool {
        self.from == self.leaving
    }

    /// Whether `link` is the next one. Equal steps in memory are equal steps from cell to cell.
    fn is_followed_by(&self, link: &Self) -> bool {
        let step = if self.count == 1 { link.to.wrapping_sub(self.to) } else { self.step };
        let next = |start: usize| start.wrapping_add(self.count.wrapping_mul(step));
        (self.owner, self.s, self.bounces_back()) == (link.owner, link.s, link.bounces_back())
            && [link.from, link.to, link.leaving] == [self.from, self.to, self.leaving].map(next)
            && step < isize::MAX as usize
    }

    fn append(&mut self, link: &Self) {
        if self.count == 1 {
            self.step = link.to - self.to;
            self.lever_step = link.lever - self.lever;
        }
        self.count += 1;
        self.at_rest[0] += link.at_rest[0];
        self.at_rest[1] += link.at_rest[1];
        self.moment_at_rest += link.moment_at_rest;
    }

    /// Copies populations and returns their sum.
    fn copy(&self, f: &mut [f32]) -> f64 {
        if self.step == 1 {
            f.copy_within(self.from..self.from + self.count, self.to);
            return self.sum(f, self.to);
        }
        let mut sums = [0.0f64; LANES];
        for k in 0..self.count {
            let value = f[self.from + k * self.step];
            f[self.to + k * self.step] = value;
            sums[k % LANES] += f64::from(value);
        }
        lanes::sum(&sums)
    }

    /// The sum of populations in steps from `start` on.
    fn sum(&self, f: &[f32], start: usize) -> f64 {
        let mut sums = [0.0f64; LANES];
        if self.step == 1 {
            let chunks = f[start..start + self.count].chunks_exact(LANES);
            sums[0] += chunks.remainder().iter().copied().map(f64::from).sum::<f64>();
            for chunk in chunks {
                for l in 0..LANES {
                    sums[l] += f64::from(chunk[l]);
                }
            }
        } else {
            for k in 0..self.count {
                sums[k % LANES] += f64::from(f[start + k * self.step]);
            }
        }
        lanes::sum(&sums)
    }

    /// Moment of the impulse on the owner.
    fn moment(&self, f: &[f32]) -> f64 {
        let links = (0..self.count).map(|k| {
            let pair = [self.to, self.leaving].map(|start| f64::from(f[start + k * self.step]));
            moment(self.lever + k as f64 * self.lever_step, pair)
        });
        links.sum::<f64>() + self.moment_at_rest
    }
}
