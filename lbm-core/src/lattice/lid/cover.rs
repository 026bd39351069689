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
        let Self { system, still, number, lambda, water, pushes, levels, .. } = self;
        self.cells.clear();
        self.cells.extend_from_slice(cells);
        let place = |site: Site| {
            let (i, j) = layout.cell(site);
            j as usize * layout.nx() + i as usize
        };
        for (n, cell) in (1..).zip(cells) {
            number[place(cell.site)] = n;
        }
        find_levels(cells, levels, |cell, q| {
            let there = neighbor(lattice, cell.site, cover.solid, q).water()?;
            number[there].checked_sub(1)
        });
        water.clear();
        water.extend(cells.iter().map(|cell| Water::of(lattice, place(cell.site), cover)));
        pushes.clear();
        let open = cells.len() as u32;
        let gravity = f64::from(lattice.gravity());
        system.clear();
        still.clear();
        for (n, cell) in cells.iter().enumerate() {
            let (mut neighbors, mut conductances) = ([open; Q - 1], [0.0; Q - 1]);
            let (here, mut push, mut at_rest) = (water[n], Exchange::default(), [0.0; Q - 1]);
            for q in 1..Q {
                let per_depth = f64::from(W[q]) / 6.0 * gravity;
                let (level, still) = (levels[n], here.rest_depth + levels[n]);
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

/// Finds for each cell the level to which walls bear `λ`: one for all cells between which water passes, the mean of their own. Of levels that differ from cell to cell `λ` would give the
/// water a momentum that nothing loses. `next` is the number of the cell of the lid at the other end of a link.
fn find_levels(cells: &[LidCell], levels: &mut Vec<f64>, next: impl Fn(&LidCell, usize) -> Option<u32>) {
    levels.clear();
    levels.extend(cells.iter().map(|cell| f64::from(cell.level)));
    if cells.windows(2).all(|two| two[0].level == two[1].level) {
        return;
    }
    let (mut is_known, mut group) = (vec![false; cells.len()], Vec::new());
    for first in 0..cells.len() {
        if std::mem::replace(&mut is_known[first], true) {
            continue;
        }
        group.clear();
        group.push(first);
        let mut looked_at = 0;
        while let Some(&n) = group.get(looked_at) {
            looked_at += 1;
            for there in (1..Q).filter_map(|q| next(&cells[n], q)) {
                if !std::mem::replace(&mut is_known[there as usize], true) {
                    group.push(there as usize);
                }
            }
        }
        let covered = |n: &usize| f64::from(cells[*n].covered);
        let sum: f64 = group.iter().map(|n| covered(n) * f64::from(cells[*n].level)).sum();
        let mean = sum / group.iter().map(covered).sum::<f64>().max(f64::MIN_POSITIVE);
        group.iter().for_each(|n| levels[*n] = mean);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use crate::Units;

    /// Cells in a row, of which the first three and the last two pass water to each other.
    #[test]
    fn cells_between_which_water_passes_have_the_mean_of_their_levels() {
        let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
        let lattice = Lattice::builder(8, 8, units).rest_depth_m(1.0).build().unwrap();
        let layout = lattice.layout();
        let given = [(1.0, 2.0), (1.0, 2.0), (0.5, 0.5), (1.0, -1.0), (1.0, 0.0)];
        let cells: Vec<LidCell> = (0..)
            .zip(given)
            .map(|(at, (covered, level))| LidCell { site: layout.site(at, 0), covered, level })
            .collect();
        let next = |cell: &LidCell, q: usize| match (layout.cell(cell.site).0, q) {
            (at @ (0 | 1 | 3), 1) => Some(at as u32 + 1),
            (at @ (1 | 2 | 4), 2) => Some(at as u32 - 1),
            _ => None,
        };
        let mut levels = vec![7.0];
        find_levels(&cells, &mut levels, next);
        assert_eq!(levels, [1.7, 1.7, 1.7, -0.5, -0.5]);
        find_levels(&cells[..2], &mut levels, next);
        assert_eq!(levels, [2.0, 2.0]);
    }
}
