//! Which cells make a group.

use super::cell::LidCell;
use crate::d2q9::Q;

/// Numbers of the cells of each group.
#[derive(Debug, Default)]
pub(super) struct Members {
    /// Group after group, each in order.
    numbers: Vec<u32>,
    /// The end of each group.
    ends: Vec<usize>,
    is_known: Vec<bool>,
}

impl Members {
    /// Number of groups.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn find(&mut self, links: &[[u32; Q - 1]]) {
        let Self { numbers, ends, is_known } = self;
        numbers.clear();
        ends.clear();
        is_known.clear();
        is_known.resize(links.len(), false);
        for first in 0..links.len() {
            if std::mem::replace(&mut is_known[first], true) {
                continue;
            }
            let start = numbers.len();
            numbers.push(first as u32);
            let mut looked_at = start;
            while let Some(&n) = numbers.get(looked_at) {
                looked_at += 1;
                for next in links[n as usize] {
                    if is_known.get(next as usize) == Some(&false) {
                        is_known[next as usize] = true;
                        numbers.push(next);
                    }
                }
            }
            numbers[start..].sort_unstable();
            ends.push(numbers.len());
        }
    }

    pub(super) fn groups(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.ends.len()).map(|k| self.group(k))
    }

    pub(super) fn group(&self, k: usize) -> &[u32] {
        let start = k.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.numbers[start..self.ends[k]]
    }
}

/// The mean level of a group of cells: of levels that differ from cell to cell `λ` would give the water a momentum that nothing loses.
pub(super) fn mean_level(cells: &[LidCell], group: &[u32]) -> f64 {
    let of_group = || group.iter().map(|n| &cells[*n as usize]);
    let first = of_group().next().map_or(0.0, |cell| cell.level);
    if of_group().all(|cell| cell.level == first) {
        return f64::from(first);
    }
    let sum: f64 = of_group().map(|cell| f64::from(cell.covered) * f64::from(cell.level)).sum();
    sum / of_group().map(|cell| f64::from(cell.covered)).sum::<f64>().max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use crate::{Lattice, Units};

    /// Cells in a row, of which the first and the third two and the others pass water to each other.
    #[test]
    fn cells_between_which_water_passes_are_a_group_with_the_mean_of_their_levels() {
        let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
        let lattice = Lattice::builder(8, 8, units).rest_depth_m(1.0).build().unwrap();
        let given = [(1.0, 2.0), (1.0, -1.0), (1.0, 2.0), (1.0, 0.0), (0.5, 0.5)];
        let cells: Vec<LidCell> = (0..)
            .zip(given)
            .map(|(at, (covered, level))| LidCell { site: lattice.layout().site(at, 0), covered, level })
            .collect();
        let linked =
            |others: &[u32]| -> [u32; Q - 1] { std::array::from_fn(|k| others.get(k).copied().unwrap_or(5)) };
        let mut members = Members::default();
        members.find(&[linked(&[4]), linked(&[3]), linked(&[4]), linked(&[1]), linked(&[2, 0])]);
        let groups: Vec<_> = members.groups().collect();
        assert_eq!(groups, [&[0, 2, 4][..], &[1, 3]]);
        assert_eq!([0, 1].map(|k| mean_level(&cells, groups[k])), [1.7, -0.5]);
        assert_eq!(mean_level(&cells, &[0, 2]), 2.0);
    }
}
