//! What a lid over its cells needs in a step: links, pushes, and where it was.

use super::links::{Exchange, Water, neighbor};
use super::{Lid, LidCell};
use crate::d2q9::{Q, W};
use crate::lattice::{Cover, Lattice, Site};

impl Lid {
    /// Puts the lid where it is in the present step.
    ///
    /// # Arguments
    /// `cells`: in row order, each once. `cover`: all that covers the water in this step, with which [`Lattice::begin_cover`] has begun it.
    ///
    /// # Panics
    /// If a field of the cover has not one value a cell.
    pub fn cover(&mut self, lattice: &Lattice, cells: &[LidCell], cover: &Cover<'_>) {
        let layout = *lattice.layout();
        lattice.check_cover(cover);
        let Self { system, still, number, lambda, water, pushes, .. } = self;
        self.cells.clear();
        self.cells.extend_from_slice(cells);
        let place = |site: Site| {
            let (i, j) = layout.cell(site);
            j as usize * layout.nx() + i as usize
        };
        for (n, cell) in (1..).zip(cells) {
            number[place(cell.site)] = n;
        }
        water.clear();
        water.extend(cells.iter().map(|cell| Water::of(lattice, place(cell.site), cover)));
        pushes.clear();
        let open = cells.len() as u32;
        let gravity = f64::from(lattice.gravity());
        // One for all: of levels that differ from cell to cell `λ` would give the water a momentum that nothing loses.
        let level = cells.iter().map(|cell| f64::from(cell.level)).sum::<f64>() / cells.len().max(1) as f64;
        system.clear();
        still.clear();
        for (n, cell) in cells.iter().enumerate() {
            let (mut neighbors, mut conductances) = ([open; Q - 1], [0.0; Q - 1]);
            let (here, mut push, mut at_rest) = (water[n], Exchange::default(), [0.0; Q - 1]);
            for q in 1..Q {
                let per_depth = f64::from(W[q]) / 6.0 * gravity;
                let still = here.rest_depth + level;
                at_rest[q - 1] = per_depth * 2.0 * still;
                let Some(there) = neighbor(lattice, cell.site, cover.solid, q).water() else { continue };
                let there = match number[there] {
                    0 => Water::of(lattice, there, cover),
                    m => {
                        neighbors[q - 1] = m - 1;
                        water[m as usize - 1]
                    }
                };
                conductances[q - 1] = per_depth * (here.column + there.column);
                at_rest[q - 1] = per_depth * (still + there.rest_depth + level);
                let of_head = per_depth * (here.head + there.head);
                push.leaving[q - 1] = (conductances[q - 1] - of_head) * (here.eta - there.eta);
                push.at_rest[q - 1] = of_head * (here.eta - there.eta);
                push.drawn[q - 1] = here.drawn(&there, q);
            }
            pushes.push(push);
            still.push(at_rest);
            let covered = f64::from(cell.covered).clamp(f64::MIN_POSITIVE, 1.0);
            system.push((1.0 - covered) / covered, neighbors, conductances);
        }
        lambda.clear();
        let mut last = self.last.iter().peekable();
        self.passed.clear();
        let mut pass = |&(at, lambda, apart): &(u32, f64, bool), now: f64| {
            // Water that does not touch the lid is free to fall.
            self.passed.push((at, if apart { 0.0 } else { now - lambda }));
        };
        for (n, cell) in cells.iter().enumerate() {
            let at = place(cell.site) as u32;
            number[at as usize] = 0;
            while let Some(uncovered) = last.next_if(|(of, ..)| *of < at) {
                pass(uncovered, 0.0);
            }
            let before = last.next_if(|(of, ..)| *of == at).copied().unwrap_or((at, 0.0, false));
            lambda.push(before.1);
            system.given[n] = before.2;
            pass(&before, f64::from(cell.covered) * (water[n].eta - f64::from(cell.level) + before.1));
        }
        last.for_each(|uncovered| pass(uncovered, 0.0));
        lambda.push(0.0);
    }
}
