use lbm_core::Region;

/// Which solid covers each cell, as plain values.
#[derive(Clone, Copy)]
pub struct Mask<'a> {
    /// Label of each cell's solid, `[ny][nx]`, x fastest, 0 for water. Labels are small numbers: the accounts are kept
    /// in arrays as long as the largest one.
    pub labels: &'a [u16],
    /// A box outside of which no label differs from the last mask's, to spare the comparison there; the whole grid if
    /// `None`.
    pub changed: Option<Region>,
    /// For walls that stand anywhere on a link ([`crate::Wall::Interpolated`], [`crate::Wall::Extrapolated`]): if `None`,
    /// links that stay keep theirs and new ones are half-way.
    pub distance: Option<WallDistance<'a>>,
}

/// Where the wall of a solid crosses a link: given its label, the water cell's centre and the solid cell's, m, the share
/// of the way at which it does, 0 to 1. What lies outside is clamped, what is not a number is ½. For solids that are
/// triangle meshes `mask_raster::Outlines::link_distance` finds it.
pub type WallDistance<'a> = &'a dyn Fn(u16, [f64; 2], [f64; 2]) -> f64;

impl<'a> Mask<'a> {
    /// A mask of `labels`, which may differ from the last one anywhere.
    pub fn new(labels: &'a [u16]) -> Self {
        Self { labels, changed: None, distance: None }
    }

    /// Says where on their links the walls stand.
    pub fn distance(mut self, distance: WallDistance<'a>) -> Self {
        self.distance = Some(distance);
        self
    }

    /// Says that nothing has changed outside `region`.
    pub fn changed_within(mut self, region: Region) -> Self {
        self.changed = Some(region);
        self
    }
}

/// Cells whose labels differ, as `j · nx + i` in rising order, written to `out`.
pub(crate) fn differences(nx: usize, ny: usize, old: &[u16], mask: &Mask<'_>, out: &mut Vec<usize>) {
    out.clear();
    let whole = Region { i0: 0, i1: nx, j0: 0, j1: ny };
    let Region { i0, i1, j0, j1 } = mask.changed.unwrap_or(whole);
    let (i1, j1) = (i1.min(nx), j1.min(ny));
    for j in j0.min(j1)..j1 {
        let row = j * nx + i0.min(i1)..j * nx + i1;
        let (was, is) = (&old[row.clone()], &mask.labels[row.clone()]);
        if was == is {
            continue;
        }
        // Few cells of a row differ: pieces without any are compared as a whole.
        for (piece, (was, is)) in was.chunks(PIECE).zip(is.chunks(PIECE)).enumerate() {
            if was != is {
                let first = row.start + piece * PIECE;
                out.extend((0..was.len()).filter(|&k| was[k] != is[k]).map(|k| first + k));
            }
        }
    }
}

/// Cells of a row that are compared at once: a cache line of them.
const PIECE: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// On rows of any length, whole pieces or not, and in any box.
        #[test]
        fn differences_are_the_cells_whose_labels_differ(
            (nx, ny) in (1usize..100, 1usize..4),
            places in prop::collection::vec((0usize..300, 1u16..3), 0..6),
            (i0, i1, j0, j1) in (0usize..100, 0usize..120, 0usize..4, 0usize..5),
        ) {
            let old = vec![0; nx * ny];
            let mut labels = old.clone();
            places.iter().for_each(|&(place, label)| labels[place % (nx * ny)] = label);
            let mut found = Vec::new();
            let mask = Mask::new(&labels);
            let differ: Vec<usize> = (0..nx * ny).filter(|&k| labels[k] != 0).collect();
            differences(nx, ny, &old, &mask, &mut found);
            prop_assert_eq!(&found, &differ);
            let within = |k: &usize| (i0..i1).contains(&(k % nx)) && (j0..j1).contains(&(k / nx));
            differences(nx, ny, &old, &mask.changed_within(Region { i0, i1, j0, j1 }), &mut found);
            prop_assert_eq!(found, differ.into_iter().filter(within).collect::<Vec<_>>());
        }
    }
}
