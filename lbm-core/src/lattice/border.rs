use super::Layout;
use crate::d2q9::Q;
use crate::engine::LANES;

/// A row between two steps of [`crate::Lattice::steps_with`], with the rows below and above it.
///
/// Its cells hold post-collision populations, as deviations from rest. Whoever borders the water writes into cells that
/// are not water, of the row or of the ring around the grid, the populations that stream from them into the water, and
/// reads water alone: then the order of the rows does not matter.
#[derive(Debug)]
pub struct BorderRow<'a> {
    layout: Layout,
    j: isize,
    below: &'a [f32],
    here: &'a mut [f32],
    above: &'a [f32],
}

impl<'a> BorderRow<'a> {
    pub(crate) fn new(layout: Layout, j: isize, [below, above]: [&'a [f32]; 2], here: &'a mut [f32]) -> Self {
        Self { layout, j, below, here, above }
    }

    /// The row's number: −1 and `ny` are the ring's.
    #[inline]
    pub fn j(&self) -> isize {
        self.j
    }

    /// Where cells lie.
    #[inline]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Population `q` of cell `(i, j)`.
    ///
    /// # Panics
    /// Unless the cell lies in this row or one next to it, within the grid and its ring.
    #[inline]
    pub fn population(&self, q: usize, i: isize, j: isize) -> f32 {
        let row = match j - self.j {
            -1 => self.below,
            0 => &*self.here,
            1 => self.above,
            _ => panic!("row {j} is not next to row {}", self.j),
        };
        row[self.slot(q, i)]
    }

    /// Sets population `q` of cell `i` of this row.
    ///
    /// # Panics
    /// Unless the cell lies within the grid or its ring.
    #[inline]
    pub fn set_population(&mut self, q: usize, i: isize, value: f32) {
        let slot = self.slot(q, i);
        self.here[slot] = value;
    }

    #[inline]
    fn slot(&self, q: usize, i: isize) -> usize {
        assert!(q < Q && (-1..=self.layout.nx() as isize).contains(&i), "population {q} of column {i}");
        q * self.layout.stride() + (LANES as isize + i) as usize
    }
}
