//! What bodies displace in the cells of a band of rows.

use std::ops::Range;

use mask_raster::WetCell;

/// The cells of a band of rows.
pub(super) struct BandCells<'a> {
    pub(super) nx: usize,
    pub(super) solid: &'a [bool],
    pub(super) thickness_m: &'a mut [f32],
    pub(super) coverage: &'a mut [f32],
    pub(super) fresh_m: &'a mut [f32],
    pub(super) change_m: &'a mut [f32],
    pub(super) covered: &'a mut [Range<usize>],
}

impl BandCells<'_> {
    /// Advances the cells from `first` of the grid on. `columns` are those with a change before, and then now. Returns whether there are solids in
    /// them.
    pub(super) fn advance<'w>(
        self,
        first: usize,
        wet: impl Iterator<Item = &'w [WetCell]>,
        columns: &mut [Range<usize>],
    ) -> bool {
        let Self { nx, solid, thickness_m, coverage, fresh_m, change_m, covered } = self;
        for (row, (columns, covered)) in columns.iter_mut().zip(&mut *covered).enumerate() {
            let cells = row * nx + columns.start..row * nx + columns.end;
            change_m[cells.clone()].fill(0.0);
            coverage[cells].fill(0.0);
            *columns = std::mem::replace(covered, 0..0);
        }
        let (mut row, mut start) = (0, 0);
        for cells in wet {
            let from = cells.partition_point(|cell| (cell.index as usize) < first);
            for cell in &cells[from..] {
                let at = cell.index as usize - first;
                if at >= solid.len() {
                    break;
                }
                if solid[at] {
                    continue;
                }
                fresh_m[at] += cell.thickness_m;
                coverage[at] = (coverage[at] + cell.coverage).min(1.0);
                if at < start || at >= start + nx {
                    (row, start) = (at / nx, at / nx * nx);
                }
                let (i, all) = (at - start, &mut covered[row]);
                *all = if all.start >= all.end { i..i + 1 } else { all.start.min(i)..all.end.max(i + 1) };
            }
        }
        let mut has_solids = false;
        for (row, (columns, covered)) in columns.iter_mut().zip(covered).enumerate() {
            *columns = union(columns, covered);
            let cells = row * nx + columns.start..row * nx + columns.end;
            has_solids |= solid[cells.clone()].contains(&true);
            let (fresh_m, thickness_m) = (&mut fresh_m[cells.clone()], &mut thickness_m[cells.clone()]);
            for ((fresh_m, thickness_m), change_m) in
                fresh_m.iter_mut().zip(thickness_m).zip(&mut change_m[cells])
            {
                *change_m = *fresh_m - *thickness_m;
                *thickness_m = std::mem::take(fresh_m);
            }
        }
        has_solids
    }
}

/// The least range around two.
fn union(a: &Range<usize>, b: &Range<usize>) -> Range<usize> {
    match (a.is_empty(), b.is_empty()) {
        (true, _) => b.clone(),
        (_, true) => a.clone(),
        _ => a.start.min(b.start)..a.end.max(b.end),
    }
}
