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

/// Pairs `(i, j)`, `i < j`, of overlapping bounds, in ascending order; `None` touches nothing.
///
/// Sorts along x and sweeps: `n log n` plus the pairs that overlap in x.
pub(crate) fn overlapping_pairs(bounds: &[Option<Bound>]) -> Vec<(usize, usize)> {
    let mut along_x: Vec<(usize, Bound)> =
        bounds.iter().enumerate().filter_map(|(i, bound)| bound.map(|b| (i, b))).collect();
    along_x.sort_by(|(_, p), (_, q)| (p.center_m.x - p.radius_m).total_cmp(&(q.center_m.x - q.radius_m)));
    let mut pairs = Vec::new();
    for (n, (i, left)) in along_x.iter().enumerate() {
        let end = left.center_m.x + left.radius_m;
        for (j, right) in along_x[n + 1..].iter().take_while(|(_, r)| r.center_m.x - r.radius_m <= end) {
            if left.overlaps(right) {
                pairs.push((*i.min(j), *i.max(j)));
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_sweep_finds_what_all_pairs_find(
            raw in prop::collection::vec((prop::array::uniform3(-5.0..5.0f64), 0.0..2.0f64, prop::bool::weighted(0.9)), 0..30),
        ) {
            let bounds: Vec<Option<Bound>> = raw
                .into_iter()
                .map(|(c, radius_m, there)| there.then_some(Bound { center_m: DVec3::from(c), radius_m }))
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
            prop_assert_eq!(overlapping_pairs(&bounds), expected);
        }
    }
}
