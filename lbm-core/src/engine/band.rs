//! One thread's share of a walk through the rows.

use pulp::{Simd, WithSimd};

use super::kernel::{First, RowBorder, RowKernel};
use super::storage::Slots;

/// Rows that one step shifts its results by: the three that a row is computed from must not contain the one it goes to.
pub(crate) const SHIFT: usize = 2;

/// Rows by which the results of a step trail its front in all: shifted, and waiting for the border of the next.
pub(crate) const LAG: usize = 2 * SHIFT;

/// Rows that one thread computes in order, so that each is written after all that need it have read it.
///
/// The copied rows and its own are numbered by *slots* in the order opposite to that in which they are computed: first
/// the `steps · LAG` copied ones, then its own, upwards if the walk shifts upwards. Step `s` computes a row into slot `t`
/// from the slots `t − 3` to `t − 1`, where step `s − 1` has left its neighbours and itself; it needs no slot beyond the
/// band's own, and no slot below `s · LAG`. Near the copied rows, bands compute the same rows twice, each for itself.
pub(crate) struct Band<'a, K, R> {
    pub(crate) slots: R,
    /// Number of the first row of its own.
    pub(crate) start: usize,
    /// Rows of its own.
    pub(crate) own: usize,
    /// Rows of the grid.
    pub(crate) inner: usize,
    pub(crate) up: bool,
    pub(crate) steps: usize,
    pub(crate) kernel: &'a K,
    pub(crate) border: Option<RowBorder<'a>>,
}

impl<K: RowKernel, R: Slots> WithSimd for Band<'_, K, R> {
    type Output = Option<First<K::Fault>>;

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) -> Self::Output {
        let slots = self.steps * LAG + self.own;
        let mut found = None;
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
                    self.enter(step - 1, t - 1);
                    self.enter(step - 1, t - 2);
                }
                self.enter(step - 1, t - 3);
                self.compute(simd, step, t, &mut found);
                if step == self.steps {
                    self.slots.close(t);
                }
            }
        }
        found
    }
}

impl<K: RowKernel, R: Slots> Band<'_, K, R> {
    /// Number of the row that step `step` leaves in slot `t`.
    #[inline(always)]
    fn row(&self, step: usize, t: usize) -> isize {
        let place = t as isize - ((self.steps + step) * SHIFT) as isize;
        self.start as isize + if self.up { place } else { self.own as isize - 1 - place }
    }

    /// Computes the row that step `step` leaves in slot `t`, if it is one of the grid.
    #[inline(always)]
    fn compute<S: Simd>(&mut self, simd: S, step: usize, t: usize, found: &mut Option<First<K::Fault>>) {
        let row = self.row(step, t);
        if !(0..self.inner as isize).contains(&row) {
            return;
        }
        let [first, here, last, target] = self.slots.rows([t - 3, t - 2, t - 1, t]);
        let sources = if self.up { [&*first, here, last] } else { [&*last, here, first] };
        if !self.kernel.compute(simd, row as usize, sources, target) {
            First::note(found, [step, row as usize], || self.kernel.fault(row as usize, sources));
        }
    }

    /// Writes what enters the row that step `step` has left in slot `t`, if it is one of the grid or its ring.
    fn enter(&mut self, step: usize, t: usize) {
        let Some(border) = self.border else { return };
        let (row, last) = (self.row(step, t), self.inner as isize);
        if !(-1..=last).contains(&row) {
            return;
        }
        let up = self.up;
        let [first, here, second] = self.slots.rows([t - 1, t, t + 1]);
        let (below, above): (&[f32], &[f32]) = if up { (first, second) } else { (second, first) };
        border(row, if row < 0 { &[] } else { below }, here, if row == last { &[] } else { above });
    }
}
