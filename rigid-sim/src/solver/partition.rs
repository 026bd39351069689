//! Which bodies form an island.

use crate::reuse::refill;
use std::ops::Range;

/// A forest over the bodies, whose roots are the least index of each tree: so the islands do not depend on the order of unions.
#[derive(Debug, Clone, Default)]
pub(crate) struct Forest {
    parents: Vec<usize>,
}

impl Forest {
    /// Begins with so many trees of one body.
    pub(crate) fn begin(&mut self, count: usize) {
        self.parents.clear();
        self.parents.extend(0..count);
    }

    pub(crate) fn root(&mut self, mut i: usize) -> usize {
        while self.parents[i] != i {
            self.parents[i] = self.parents[self.parents[i]];
            i = self.parents[i];
        }
        i
    }

    pub(crate) fn unite(&mut self, i: usize, j: usize) {
        let (i, j) = (self.root(i), self.root(j));
        self.parents[i.max(j)] = i.min(j);
    }
}

/// A constraint between bodies, by its kind and index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Link {
    Pair(usize),
    Joint(usize),
}

/// The bodies that a link is between; `None` for a side that is no body.
pub(crate) type Sides = [Option<usize>; 2];

/// Places of an island among the bodies and links of all.
pub(crate) type Places = [Range<usize>; 2];

/// Bodies and links, each with the number of the island.
type Island<'a> = (&'a [(usize, usize)], &'a [(usize, Link)]);

/// Bodies that touch each other or are joined, without others between them, in the order of their first links.
#[derive(Debug, Clone, Default)]
pub(crate) struct Islands {
    /// Island and body: those that move by forces and what they touch that does not, ascending.
    bodies: Vec<(usize, usize)>,
    /// Island and link: its pairs with contacts, ascending, then its joints.
    links: Vec<(usize, Link)>,
    /// Places of each island in both.
    pub(crate) all: Vec<Places>,
    forest: Forest,
    /// Number of the island by its root.
    number: Vec<usize>,
}

impl Islands {
    /// Finds the islands of `links`, each with the bodies on its sides; `moves` says which of `count` bodies move by forces.
    pub(crate) fn find(&mut self, count: usize, given: &[(Link, Sides)], moves: impl Fn(usize) -> bool) {
        let Self { bodies, links, all, forest, number } = self;
        forest.begin(count);
        for (_, sides) in given {
            if let [Some(a), Some(b)] = *sides
                && moves(a)
                && moves(b)
            {
                forest.unite(a, b);
            }
        }
        refill(number, count, usize::MAX);
        bodies.clear();
        links.clear();
        let mut islands = 0;
        for (link, sides) in given {
            let Some(any) = sides.iter().flatten().copied().find(|&body| moves(body)) else { continue };
            let root = forest.root(any);
            if number[root] == usize::MAX {
                number[root] = islands;
                islands += 1;
            }
            links.push((number[root], *link));
            bodies.extend(sides.iter().flatten().map(|body| (number[root], *body)));
        }
        links.sort_unstable();
        bodies.sort_unstable();
        bodies.dedup();
        let each = bodies.chunk_by(|a, b| a.0 == b.0).zip(links.chunk_by(|a, b| a.0 == b.0));
        let mut ends = [0; 2];
        all.clear();
        all.extend(each.map(|(bodies, links)| {
            let starts = ends;
            ends = [starts[0] + bodies.len(), starts[1] + links.len()];
            [starts[0]..ends[0], starts[1]..ends[1]]
        }));
    }

    /// Bodies and links of an island at its places.
    pub(super) fn at(&self, [bodies, links]: &Places) -> Island<'_> {
        (&self.bodies[bodies.clone()], &self.links[links.clone()])
    }
}
