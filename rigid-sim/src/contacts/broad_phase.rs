//! Pairs of bodies that may touch in a step.

use glam::DVec3;

/// A ball that encloses all positions of a body in a step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bound {
    pub(crate) center_m: DVec3,
    pub(crate) radius_m: f64,
}

impl Bound {
    pub(crate) fn overlaps(&self, other: &Bound) -> bool {
        let reach = self.radius_m + other.radius_m;
        self.center_m.distance_squared(other.center_m) <= reach * reach
    }
}

/// A bound in its cell, seen along z.
#[derive(Debug, Clone, Copy)]
struct Placed {
    /// Power of two of the cell's side, which is no less than the diameter.
    level: i32,
    /// Row and column.
    cell: [i64; 2],
    index: usize,
    bound: Bound,
}

/// Least and greatest power of two of a cell's side: what is smaller shares the smallest cells.
const LEVELS: [f64; 2] = [-20.0, 1000.0];

impl Placed {
    fn new(index: usize, bound: Bound) -> Self {
        // Without a number where the radius has none: such a bound overlaps nothing.
        let level = (2.0 * bound.radius_m).log2().ceil().clamp(LEVELS[0], LEVELS[1]) as i32;
        Self { level, cell: bound.cell(level), index, bound }
    }

    fn key(&self) -> (i32, [i64; 2]) {
        (self.level, self.cell)
    }
}

impl Bound {
    /// Row and column of the center among cells of a side that is a power of two.
    fn cell(&self, level: i32) -> [i64; 2] {
        let per_side = f64::from(-level).exp2();
        [self.center_m.y, self.center_m.x].map(|at_m| (at_m * per_side).floor() as i64)
    }
}

/// Finds what overlaps; keeps its memory from call to call.
#[derive(Debug, Clone, Default)]
pub(crate) struct BroadPhase {
    placed: Vec<Placed>,
    pairs: Vec<(usize, usize)>,
}

impl BroadPhase {
    /// Pairs `(i, j)`, `i < j`, of overlapping bounds, in ascending order; `None` touches nothing.
    ///
    /// By cell lists on a hierarchy of square grids, seen along z: each bound lies in a cell of a side of one to two diameters, and overlaps only
    /// what is in the cells around it on its own grid and on coarser ones. `n log n`, and as many looks as bounds lie in such cells.
    pub(crate) fn overlapping_pairs(&mut self, bounds: &[Option<Bound>]) -> &[(usize, usize)] {
        let Self { placed, pairs } = self;
        pairs.clear();
        placed.clear();
        let there = bounds.iter().enumerate();
        placed.extend(there.filter_map(|(i, bound)| bound.map(|bound| Placed::new(i, bound))));
        placed.sort_unstable_by_key(|placed| (placed.key(), placed.index));
        let mut look = |a: &Placed, near: &[Placed], last: [i64; 2]| {
            for b in near.iter().take_while(|b| b.cell <= last) {
                if a.bound.overlaps(&b.bound) {
                    pairs.push((a.index.min(b.index), a.index.max(b.index)));
                }
            }
        };
        let is_one_level = |a: &Placed, b: &Placed| a.level == b.level;
        let mut rest = &placed[..];
        for own in placed.chunk_by(is_one_level) {
            rest = &rest[own.len()..];
            // What comes before in the order has looked at what comes after.
            let mut above = 0;
            for (n, a) in own.iter().enumerate() {
                let [row, column] = a.cell;
                let [west, east] = [column.saturating_sub(1), column.saturating_add(1)];
                look(a, &own[n + 1..], [row, east]);
                if let Some(row) = row.checked_add(1) {
                    above += own[above..].iter().take_while(|b| b.cell < [row, west]).count();
                    look(a, &own[above..], [row, east]);
                }
            }
            for coarser in rest.chunk_by(is_one_level) {
                for a in own {
                    let [row, column] = a.bound.cell(coarser[0].level);
                    let [west, east] = [column.saturating_sub(1), column.saturating_add(1)];
                    for row in row.saturating_sub(1)..=row.saturating_add(1) {
                        let first = coarser.partition_point(|b| b.cell < [row, west]);
                        look(a, &coarser[first..], [row, east]);
                    }
                }
            }
        }
        pairs.sort_unstable();
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn cell_lists_find_what_all_pairs_find(
            raw in prop::collection::vec(
                (prop::array::uniform3(-5.0..5.0f64), 0.0..2.0f64, -6..3i32, prop::bool::weighted(0.9)),
                0..60,
            ),
        ) {
            let bounds: Vec<Option<Bound>> = raw
                .into_iter()
                .map(|(c, of_size, size, there)| {
                    there.then_some(Bound { center_m: DVec3::from(c), radius_m: of_size * f64::from(size).exp2() })
                })
                .collect();
            let mut expected = Vec::new();
            for i in 0..bounds.len() {
                for j in i + 1..bounds.len() {
                    if let (Some(a), Some(b)) = (bounds[i], bounds[j])
                        && a.center_m.distance(b.center_m) <= a.radius_m + b.radius_m
                    {
                        expected.push((i, j));
                    }
                }
            }
            let mut broad_phase = BroadPhase::default();
            prop_assert_eq!(broad_phase.overlapping_pairs(&bounds), expected);
        }
    }

    #[test]
    fn places_without_end_overlap_what_is_there() {
        let at = |x: f64, radius_m: f64| Some(Bound { center_m: DVec3::new(x, 0.0, 0.0), radius_m });
        let mut broad_phase = BroadPhase::default();
        let mut overlapping = |bounds: &[Option<Bound>]| broad_phase.overlapping_pairs(bounds).to_vec();
        assert_eq!(overlapping(&[at(1e300, 1.0), at(1e300, 2.0), at(-1e300, 1.0)]), [(0, 1)]);
        assert_eq!(overlapping(&[at(0.0, f64::INFINITY), at(1e9, 1.0), None]), [(0, 1)]);
        assert_eq!(overlapping(&[at(f64::NAN, 1.0), at(0.0, f64::NAN), at(0.0, 1.0)]), []);
        // Neighbors on the border between two cells, and points.
        assert_eq!(overlapping(&[at(2.0, 1.0), at(4.0, 1.0), at(0.0, 1.0)]), [(0, 1), (0, 2)]);
        assert_eq!(overlapping(&[at(3.0, 0.0), at(3.0, 0.0)]), [(0, 1)]);
    }
}
