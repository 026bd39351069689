//! The part of a traversal that one thread does.

use super::isa::Isa;
use super::kernel::{FirstFailure, RowBorder, RowKernel};
use super::slots::Slots;

/// Rows by which each step shifts its results: a row must not overwrite any of the three it is computed from.
pub(crate) const SHIFT: usize = 2;

/// Rows by which each step lags behind the one before: its results are shifted, and it waits for the boundary values
/// between the two.
pub(crate) const LAG: usize = 2 * SHIFT;

/// A band of rows that one thread computes in order, so that each row is overwritten only after all that need it have
/// read it.
///
/// The copied rows and the band's own are numbered by *slots* in the order opposite to that in which they are computed:
/// first the `steps · LAG` copied ones, then its own, upwards if the traversal shifts rows upwards. Step `s` computes a
/// row into slot `t` from the slots `t − 3` to `t − 1`, where step `s − 1` has left its neighbors and itself; it needs no
/// slot beyond the band's own, and none below `s · LAG`. Rows near the copied ones are computed by both bands.
pub(crate) struct Band<'a, F, R> {
    pub(crate) slots: R,
    /// Number of the first row of its own.
    pub(crate) start: usize,
    /// Rows of its own.
    pub(crate) own: usize,
    /// Rows of the grid.
    pub(crate) inner: usize,
    pub(crate) up: bool,
    pub(crate) steps: usize,
    pub(crate) isa: Isa,
    pub(crate) kernel: &'a dyn RowKernel<Failure = F>,
    pub(crate) border: Option<RowBorder<'a>>,
}

impl<F, R: Slots> Band<'_, F, R> {
    /// Computes all rows; returns the first failure.
    pub(crate) fn compute(mut self) -> Option<FirstFailure<F>> {
        let slots = self.steps * LAG + self.own;
        let mut first = None;
        for front in (LAG..slots).rev() {
            if front == slots - 1 {
                (1..LAG).for_each(|back| self.slots.open(front - back));
            }
            self.slots.open(front - LAG);
            for step in 1..=self.steps {
                let t = front + (step - 1) * LAG;
                if t >= slots {
                    break;
                }
                if t == slots - 1 {
                    self.write_border(step - 1, t - 1);
                    self.write_border(step - 1, t - 2);
                }
                self.write_border(step - 1, t - 3);
                self.compute_row(step, t, &mut first);
                if step == self.steps {
                    self.slots.close(t);
                }
            }
        }
        first
    }

    /// Number of the row that step `step` leaves in slot `t`.
    fn row(&self, step: usize, t: usize) -> isize {
        let place = t as isize - ((self.steps + step) * SHIFT) as isize;
        self.start as isize + if self.up { place } else { self.own as isize - 1 - place }
    }

    /// Computes the row that step `step` leaves in slot `t`, if it is one of the grid.
    fn compute_row(&mut self, step: usize, t: usize, first: &mut Option<FirstFailure<F>>) {
        let row = self.row(step, t);
        if !(0..self.inner as isize).contains(&row) {
            return;
        }
        let [ahead, low, here, high, target] = self.slots.rows([t - 4, t - 3, t - 2, t - 1, t]);
        let ahead: &[f32] = if step == 1 { ahead } else { &[] };
        let sources = if self.up { [&*low, here, high] } else { [&*high, here, low] };
        if !self.kernel.compute(self.isa, row as usize, sources, target, ahead) {
            let failure = || self.kernel.failure(row as usize, sources);
            FirstFailure::record(first, [step, row as usize], failure);
        }
    }

    /// Writes the boundary values of the row that step `step` has left in slot `t`, if it is one of the grid or a ghost
    /// row.
    fn write_border(&mut self, step: usize, t: usize) {
        let Some(border) = self.border else { return };
        let (row, last) = (self.row(step, t), self.inner as isize);
        if !(-1..=last).contains(&row) {
            return;
        }
        let up = self.up;
        let [low, here, high] = self.slots.rows([t - 1, t, t + 1]);
        let (below, above): (&[f32], &[f32]) = if up { (low, high) } else { (high, low) };
        border(row, if row < 0 { &[] } else { below }, here, if row == last { &[] } else { above });
    }
}
