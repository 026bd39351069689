use lbm_core::Region;

/// Cells that solids cover, by label.
#[derive(Clone, Copy)]
pub struct Mask<'a> {
    /// Label of the solid that covers each cell, `[ny][nx]`, x fastest, 0 for water. Labels are small numbers: the ledger
    /// keeps arrays as long as the largest one.
    pub labels: &'a [u16],
    /// Labels of solids that were taken away between two steps, such as a gate that is lifted: where they leave water, it falls in from beside, where otherwise
    /// it follows a wall that moves ([`crate::Boundary::move_solids`]).
    pub removed: &'a [u16],
    /// Region outside of which all labels are those of the last mask, so that no comparison is needed there; the whole grid
    /// if `None`.
    pub changed: Option<Region>,
    /// Link distances for walls anywhere on a link ([`crate::Wall::Interpolated`], [`crate::Wall::Extrapolated`]). If
    /// `None`, links that stay keep theirs and new ones get ½.
    pub distance: Option<WallDistance<'a>>,
}

/// Function that returns the link distance: the fraction of the link, from the water cell's center to the wall, 0 to 1. Its
/// arguments are the solid's label, the center of the water cell and that of the solid cell, m; of free-slip walls also lines beside the link, by which the
/// wall's tangent is found. Values outside are clamped, NaN counts as ½. All threads of the current rayon pool call it. For solids that are triangle meshes see `mask_raster::Outlines::link_distance`.
pub type WallDistance<'a> = &'a (dyn Fn(u16, [f64; 2], [f64; 2]) -> f64 + Sync);

impl<'a> Mask<'a> {
    /// A mask of `labels`, which may differ from the last mask's anywhere.
    pub fn new(labels: &'a [u16]) -> Self {
        Self { labels, removed: &[], changed: None, distance: None }
    }

    /// Sets the link distances.
    #[must_use]
    pub fn distance(mut self, distance: WallDistance<'a>) -> Self {
        self.distance = Some(distance);
        self
    }
}

/// Writes the cells whose labels differ to `out`, as `j · nx + i` in ascending order.
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
        // Few cells of a row differ: equal pieces are found by one comparison each.
        for (piece, (was, is)) in was.chunks(PIECE).zip(is.chunks(PIECE)).enumerate() {
            if was != is {
                let first = row.start + piece * PIECE;
                out.extend((0..was.len()).filter(|&k| was[k] != is[k]).map(|k| first + k));
            }
        }
    }
}

/// Cells that are compared at once: a cache line of labels.
const PIECE: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Holds on rows of any length, a multiple of the piece or not, and in any region.
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
            let changed = Some(Region { i0, i1, j0, j1 });
            differences(nx, ny, &old, &Mask { changed, ..mask }, &mut found);
            prop_assert_eq!(found, differ.into_iter().filter(within).collect::<Vec<_>>());
        }
    }
}
