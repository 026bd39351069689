use lbm_core::d2q9::{C, Q};
use lbm_core::{Layout, Site};

use crate::spec::Side;

/// The populations, by direction and origin, that enter solid cells from beyond the grid. No water moves with them; they are written all the same, so that
/// solid cells hold the same in every run. `labels` is `[ny][nx]`, 0 for water.
pub(crate) fn strays(layout: &Layout, labels: &[u16]) -> Vec<(usize, Site)> {
    let (nx, ny) = (layout.nx(), layout.ny());
    let solid = Side::ALL.into_iter().flat_map(|side| side.cells(nx, ny)).filter(|&k| labels[k] != 0);
    let origins = solid.flat_map(|k| {
        let cell = [(k % nx) as isize, (k / nx) as isize];
        (1..Q).map(move |q| (q, [cell[0] - C[q][0] as isize, cell[1] - C[q][1] as isize]))
    });
    let beyond = origins.filter(|(_, [i, j])| !(0..nx as isize).contains(i) || !(0..ny as isize).contains(j));
    beyond.map(|(q, [i, j])| (q, layout.site(i, j))).collect()
}
