//! What a lid over its cells needs in a step: links, pushes, and where it was.

use rayon::prelude::*;

use super::group::OfLid;
use super::links::{Ends, NONE, Water};
use super::members::mean_level;
use super::{Lid, LidCell, LidGroup, fill, is_large};
use crate::d2q9::{OPPOSITE, Q};
use crate::lattice::{Cover, Lattice, Layout, Neighbor};

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
        self.cells.clear();
        self.cells.extend_from_slice(cells);
        self.link(&layout, cover.solid);
        self.find_groups();
        let Self { places, links, ends, lambda, apart, water, levels, .. } = self;
        fill(water, places.len(), |n| Water::of(lattice, places[n] as usize, cover));
        let gravity = f64::from(lattice.gravity());
        fill(ends, cells.len(), |n| Ends::of(n, &links[n], water, (gravity, levels[n])));
        apart.clear();
        lambda.clear();
        let mut last = self.last.iter().peekable();
        self.passed.clear();
        let mut pass = |&(at, lambda, apart): &(u32, f64, bool), now: f64| {
            // Water that does not touch the lid is free to fall.
            self.passed.push((at, if apart { 0.0 } else { now - lambda }));
        };
        for (n, cell) in cells.iter().enumerate() {
            let at = places[n];
            while let Some(uncovered) = last.next_if(|(of, ..)| *of < at) {
                pass(uncovered, 0.0);
            }
            let before = last.next_if(|(of, ..)| *of == at).copied().unwrap_or((at, 0.0, false));
            lambda.push(before.1);
            apart.push(before.2);
            pass(&before, f64::from(cell.covered) * (water[n].eta - f64::from(cell.level) + before.1));
        }
        last.for_each(|uncovered| pass(uncovered, 0.0));
        self.fill_groups();
    }
}

impl Lid {
    /// Finds where the cells are, and where their links lead.
    fn link(&mut self, layout: &Layout, is_solid: &[bool]) {
        let Self { cells, places, links, number, .. } = self;
        let size @ [nx, _] = [layout.nx(), layout.ny()];
        places.clear();
        links.clear();
        for cell in &*cells {
            let (i, j) = layout.cell(cell.site);
            let place = j as usize * nx + i as usize;
            places.push(place as u32);
            links.push([NONE; Q - 1]);
            number[place] = places.len() as u32;
        }
        for n in 0..cells.len() {
            let at = [places[n] as usize % nx, places[n] as usize / nx];
            for q in 1..Q {
                let Some(there) = Neighbor::of(is_solid, size, at, q).water() else { continue };
                if number[there] == 0 {
                    places.push(there as u32);
                    links.push([NONE; Q - 1]);
                    number[there] = places.len() as u32;
                }
                let next = number[there] - 1;
                links[n][q - 1] = next;
                links[next as usize][OPPOSITE[q] - 1] = n as u32;
            }
        }
        places.iter().for_each(|place| number[*place as usize] = 0);
    }

    /// Finds the cells between which water passes, and the level to which walls bear the `λ` of each.
    fn find_groups(&mut self) {
        let Self { cells, links, members, levels, .. } = self;
        members.find(&links[..cells.len()]);
        levels.clear();
        levels.resize(cells.len(), 0.0);
        for group in members.groups() {
            let level = mean_level(cells, group);
            group.iter().for_each(|n| levels[*n as usize] = level);
        }
    }

    /// Hands each group its cells, when all of them are known.
    fn fill_groups(&mut self) {
        let Self { cells, places, links, ends, water, members, groups, group_count, local, .. } = self;
        local.resize(cells.len(), 0);
        *group_count = members.len();
        groups.resize_with((*group_count).max(groups.len()), LidGroup::default);
        for (k, n) in members.groups().flat_map(|group| (0..).zip(group)) {
            local[*n as usize] = k;
        }
        let of_lid = OfLid { nx: self.nx, cells, places, links, ends, water, local };
        let gather = |(k, group): (usize, &mut LidGroup)| group.gather(members.group(k), &of_lid);
        let groups = &mut groups[..*group_count];
        if is_large(cells.len()) {
            groups.par_iter_mut().enumerate().for_each(gather);
        } else {
            groups.iter_mut().enumerate().for_each(gather);
        }
    }
}
