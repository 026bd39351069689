//! Which bodies form an island.

use super::island::Island;

/// A forest over the bodies, whose roots are the least index of each tree: so the islands do not depend on the order of unions.
#[derive(Debug, Clone)]
pub(crate) struct Forest {
    parents: Vec<usize>,
}

impl Forest {
    pub(crate) fn new(count: usize) -> Self {
        Self { parents: (0..count).collect() }
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

/// A constraint between bodies, by its kind and index; `None` for a side that moves by no force.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Link {
    Pair(usize),
    Joint(usize),
}

/// The islands of `links`, each with the bodies on its sides; `moves` says which bodies move by forces.
pub(crate) fn islands(
    count: usize,
    links: &[(Link, [Option<usize>; 2])],
    moves: impl Fn(usize) -> bool,
) -> Vec<Island> {
    let mut forest = Forest::new(count);
    for (_, sides) in links {
        if let [Some(a), Some(b)] = *sides
            && moves(a)
            && moves(b)
        {
            forest.unite(a, b);
        }
    }
    let mut number = vec![usize::MAX; count];
    let mut islands: Vec<Island> = Vec::new();
    for (link, sides) in links {
        let Some(any) = sides.iter().flatten().copied().find(|&body| moves(body)) else { continue };
        let root = forest.root(any);
        if number[root] == usize::MAX {
            number[root] = islands.len();
            islands.push(Island::default());
        }
        let island = &mut islands[number[root]];
        match *link {
            Link::Pair(pair) => island.pairs.push(pair),
            Link::Joint(joint) => island.joints.push(joint),
        }
        island.bodies.extend(sides.iter().flatten());
    }
    for island in &mut islands {
        island.bodies.sort_unstable();
        island.bodies.dedup();
    }
    islands
}
