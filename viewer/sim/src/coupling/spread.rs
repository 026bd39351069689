//! What a body with upright sides displaces, spread over the cells beside it.

use mask_raster::WetCell;

use super::frame::{Frame, Places};
use super::spline::Spline;
use crate::bodies::Filter;

/// The section of a body spread over the cells: under a lid by a [`Spline`], else by the filter ¼, ½, ¼ along either axis.
///
/// A side that is upright is a jump of the thickness within a cell or two. As it goes through the water, the lattice carries the shortest waves of such a jump at another
/// speed than the body goes, and the pressure of what is left behind brakes it: a box towed at 1 m/s across still water by 14 N, turned by 45° by 35 N, spread by 6 and 8 N. The
/// filter takes those waves away. Both the water that the body displaces and the pressure that it feels have the spread thickness.
///
/// It costs sharpness: waves that a towed hull makes are those of one whose ends are 0.7 cells softer. So it is for hulls with upright sides alone, of which linear
/// theory has no waves.
///
/// A cell without water, or beyond the grid, takes no part: what it would give or take stays where it is, so that the volume is kept.
#[derive(Debug, Default)]
pub(super) struct Spread {
    /// By which; without one the section counts as it is.
    pub(super) filter: Option<Filter>,
    /// Number of its section among those on the finer grid of splines.
    pub(super) of_fine: usize,
    /// The section of which it was found.
    before: Vec<WetCell>,
    cells: Vec<WetCell>,
    window: Window<3>,
    spline: Spline,
}

impl Spread {
    /// Finds that of a section on a grid of `[nx, ny]` cells, or on the finer one for splines. `solids` are the labels of solids by cell, none where there are none.
    pub(super) fn find(&mut self, size: [usize; 2], section: &[WetCell], solids: &[u16]) {
        let Self { filter, before, cells, window, spline, .. } = self;
        if solids.is_empty() && section == before {
            return;
        }
        before.clear();
        before.extend_from_slice(section);
        if *filter == Some(Filter::Spline) {
            return spline.spread(size, section, solids, cells);
        }
        cells.clear();
        let Some(&WetCell { label, .. }) = section.first() else { return };
        let values = |cell: &WetCell| (cell.index, [cell.thickness_m, cell.coverage, cell.waterplane]);
        window.spread(size, section.iter().map(values), solids);
        cells.extend(window.cells().map(|(index, [thickness_m, coverage, waterplane])| WetCell {
            index,
            label,
            thickness_m,
            coverage,
            waterplane,
        }));
    }

    /// This section, or the one as it was found if it is not spread.
    pub(super) fn or<'a>(&'a self, found: &'a [WetCell]) -> &'a [WetCell] {
        if self.filter.is_some() { &self.cells } else { found }
    }
}

/// Cells around a body with `N` numbers each; keeps its memory.
#[derive(Debug)]
pub(super) struct Window<const N: usize> {
    frame: Frame,
    values: [Vec<f32>; N],
    /// The part of each cell that passes to the next one along x, and along y.
    passes: [Vec<f32>; 2],
    along_x: Vec<f32>,
}

impl<const N: usize> Default for Window<N> {
    fn default() -> Self {
        let values = std::array::from_fn(|_| Vec::new());
        Self { frame: Frame::default(), values, passes: [Vec::new(), Vec::new()], along_x: Vec::new() }
    }
}

impl<const N: usize> Window<N> {
    /// Spreads the numbers of cells, ascending, on a grid of `[nx, ny]` cells.
    pub(super) fn spread(
        &mut self,
        [nx, ny]: [usize; 2],
        cells: impl Iterator<Item = (u32, [f32; N])> + Clone,
        solids: &[u16],
    ) {
        let mut places = Places::of(nx);
        let of_cells = cells.clone().map(|(index, _)| places.place(index));
        let Some(frame) = Frame::around([nx, ny], of_cells) else {
            self.frame = Frame::default();
            return;
        };
        self.frame = frame;
        let ([columns, rows], [west, south]) = (frame.size(), frame.first());
        let (stride, at) = (frame.stride, |i: usize, j: usize| frame.at([i, j]));
        let zeros = |values: &mut Vec<f32>| {
            values.clear();
            values.resize(frame.count, 0.0);
        };
        self.passes.iter_mut().chain(&mut self.values).for_each(zeros);
        zeros(&mut self.along_x);
        let [along_x, along_y] = &mut self.passes;
        let (east, north) = (west + columns, south + rows);
        for j in south..north {
            along_x[at(west, j)..at(east, j) - 1].fill(0.25);
            if j + 1 < north {
                along_y[at(west, j)..at(east, j)].fill(0.25);
            }
            let solid = solids.get(j * nx..).unwrap_or_default();
            for (i, _) in (west..east).zip(solid.iter().skip(west)).filter(|(_, label)| **label != 0) {
                let here = at(i, j);
                for (passes, before) in [(&mut *along_x, here - 1), (along_y, here - stride)] {
                    (passes[here], passes[before]) = (0.0, 0.0);
                }
            }
        }
        let mut places = Places::of(nx);
        for (index, numbers) in cells {
            let here = frame.at(places.place(index));
            for (values, number) in self.values.iter_mut().zip(numbers) {
                values[here] = number;
            }
        }
        for values in &mut self.values {
            pass(values, &self.passes[0], 1, &mut self.along_x);
            pass(&self.along_x, &self.passes[1], stride, values);
        }
    }

    /// The cells of which a number is not 0, ascending.
    pub(super) fn cells(&self) -> impl Iterator<Item = (u32, [f32; N])> {
        self.frame.cells().filter_map(|(index, at)| {
            let numbers: [f32; N] = std::array::from_fn(|k| self.values[k][at]);
            numbers.iter().any(|number| *number != 0.0).then_some((index, numbers))
        })
    }
}

/// Lets what passes between cells that are so `far` apart pass, from one field to another; the first and last cells belong to nothing.
fn pass(from: &[f32], passes: &[f32], far: usize, to: &mut [f32]) {
    let inner = from.len().saturating_sub(2 * far);
    let (behind, here, ahead) = (&from[..inner], &from[far..][..inner], &from[2 * far..][..inner]);
    let (from_behind, to_ahead, to) = (&passes[..inner], &passes[far..][..inner], &mut to[far..][..inner]);
    for k in 0..inner {
        to[k] = here[k] + (to_ahead[k] * (ahead[k] - here[k]) + from_behind[k] * (behind[k] - here[k]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The numbers of cells of a grid, spread.
    fn spread(size: [usize; 2], values: &[f32], solids: &[u16]) -> Vec<f32> {
        let mut window = Window::<1>::default();
        // Memory of another body.
        window.spread(size, [(3, [2.0])].into_iter(), &[]);
        let cells = values.iter().enumerate().filter(|(_, value)| **value != 0.0);
        window.spread(size, cells.map(|(cell, value)| (cell as u32, [*value])), solids);
        let mut all = vec![0.0; values.len()];
        window.cells().for_each(|(cell, [value])| all[cell as usize] = value);
        all
    }

    #[test]
    fn one_cell_is_spread_over_nine() {
        let mut values = [0.0; 25];
        values[12] = 16.0;
        let nine = [1.0, 2.0, 1.0, 2.0, 4.0, 2.0, 1.0, 2.0, 1.0];
        let got = spread([5, 5], &values, &[]);
        for (k, got) in got.iter().enumerate() {
            let [x, y] = [k % 5, k / 5];
            let inside = (1..4).contains(&x) && (1..4).contains(&y);
            assert_eq!(*got, if inside { nine[(y - 1) * 3 + x - 1] } else { 0.0 }, "cell {k}");
        }
    }

    proptest! {
        /// Solids and the grid's border keep what they have, the rest its sum, and nothing becomes less than nothing.
        #[test]
        fn the_sum_is_kept(seed in prop::collection::vec(0.0f32..1.0, 54), solid in prop::collection::vec(0u16..4, 54)) {
            let values: Vec<f32> = seed.iter().map(|value| if *value < 0.5 { 0.0 } else { *value }).collect();
            let solids: Vec<u16> = solid.iter().map(|label| u16::from(*label == 3)).collect();
            let got = spread([9, 6], &values, &solids);
            let sum = |values: &[f32]| values.iter().map(|value| f64::from(*value)).sum::<f64>();
            prop_assert!((sum(&got) - sum(&values)).abs() < 1e-5);
            for (k, got) in got.iter().enumerate() {
                prop_assert!(*got >= -1e-7 && (solids[k] == 0 || *got == values[k]), "cell {k}: {got}");
            }
        }
    }
}
