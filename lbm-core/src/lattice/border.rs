use super::Layout;
use crate::d2q9::Q;
use crate::engine::CACHE_LINE;

/// A row between two steps of [`crate::Lattice::steps_with`], with the rows below and above it.
///
/// Its cells hold post-collision populations, as deviations from rest. Boundary code writes the populations that stream
/// into the water to cells of this row that are not water, solid ones or ghost cells, and reads water alone: then the order
/// of the rows does not matter.
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

    /// The row's number; −1 and `ny` are ghost rows.
    #[inline]
    pub fn j(&self) -> isize {
        self.j
    }

    /// The memory layout.
    #[inline]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Population `q` of cell `(i, j)`.
    ///
    /// # Panics
    /// Unless the cell lies in this row or one next to it, within the grid and its ghost cells.
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
    /// Unless the cell lies within the grid or its ghost cells.
    #[inline]
    pub fn set_population(&mut self, q: usize, i: isize, value: f32) {
        let slot = self.slot(q, i);
        self.here[slot] = value;
    }

    #[inline]
    fn slot(&self, q: usize, i: isize) -> usize {
        assert!(q < Q && (-1..=self.layout.nx() as isize).contains(&i), "population {q} of column {i}");
        q * self.layout.stride() + (CACHE_LINE as isize + i) as usize
    }
}
