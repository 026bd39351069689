use lbm_core::d2q9::{OPPOSITE, Q};
use lbm_core::{Layout, Region, Site};

use crate::links::{Link, Surroundings, impulse_at_rest};

/// A water cell all of whose unknown populations are half-way bounce-back at one solid, as most are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct HalfwayCell {
    /// Row and column, by which cells are sorted.
    pub(super) key: u32,
    /// Slot of its population at rest.
    pub(super) at: u32,
    /// Its depth at rest, and the [`impulse_at_rest`] of its links.
    pub(super) rest_depth: f32,
    pub(super) at_rest: [f64; 2],
    pub(super) label: u16,
    /// See [`crate::ContourCell`].
    pub(super) adjacency: u8,
}

impl HalfwayCell {
    #[inline]
    pub(super) fn new(around: &Surroundings<'_>, cell: [usize; 2], adjacency: u8, label: u16) -> Self {
        let (lattice, layout) = (around.lattice, around.layout());
        let water = layout.site(cell[0] as isize, cell[1] as isize);
        Self {
            key: key(cell),
            at: layout.slot(0, water) as u32,
            rest_depth: lattice.rest_depth(water),
            at_rest: impulse_at_rest(lattice, water, adjacency),
            label,
            adjacency,
        }
    }

    /// Sort key: the label, then row order.
    #[inline]
    pub(super) fn order(&self) -> u64 {
        u64::from(self.label) << 32 | u64::from(self.key)
    }

    /// Whether its solid returns mass owed to it ([`crate::links::Node::receives`]).
    #[inline]
    pub(super) fn receives(&self) -> bool {
        self.adjacency != u8::MAX
    }

    /// Its links, with the cell itself and its depth at rest.
    pub(super) fn links(&self, layout: &Layout) -> impl Iterator<Item = (Site, f32, Link)> + use<> {
        let (layout, cell) = (*layout, *self);
        let [i, j] = self::cell(cell.key).map(|c| c as isize);
        let water = layout.site(i, j);
        let is_unknown = move |q: &usize| cell.adjacency >> (OPPOSITE[*q] - 1) & 1 == 1;
        let link = move |q| (water, cell.rest_depth, Link::bounce_back(&layout, water, q, cell.label));
        (1..Q).filter(is_unknown).map(link)
    }
}

/// The key of the cell `[i, j]`: in row order.
#[inline(always)]
pub(super) fn key([i, j]: [usize; 2]) -> u32 {
    (j as u32) << 16 | i as u32
}

/// The cell `[i, j]` of a key.
#[inline(always)]
pub(super) fn cell(key: u32) -> [usize; 2] {
    [key & 0xffff, key >> 16].map(|k| k as usize)
}

/// The region of `cells`, which are in row order.
#[inline]
pub(super) fn region(cells: &[HalfwayCell]) -> Region {
    let (mut from, mut to) = (0xffff, 0);
    for cell in cells {
        from = (cell.key & 0xffff).min(from);
        to = (cell.key & 0xffff).max(to);
    }
    Region { i0: from as usize, i1: to as usize + 1, ..rows(cells, 0) }
}

/// The rows of `cells`, which are in row order, in all of `nx` columns.
#[inline]
pub(super) fn rows(cells: &[HalfwayCell], nx: usize) -> Region {
    let row = |cell: Option<&HalfwayCell>| cell.map_or(0, |cell| (cell.key >> 16) as usize);
    Region::new(0..nx, row(cells.first())..row(cells.last()) + 1)
}

/// The cells of one solid after the other.
#[inline]
pub(super) fn by_solid(mut cells: &[HalfwayCell]) -> impl Iterator<Item = &[HalfwayCell]> {
    std::iter::from_fn(move || {
        let solid = cells.split_off(..count_of_first(cells))?;
        (!solid.is_empty()).then_some(solid)
    })
}

/// Number of `cells` that belong to the solid of the first one, found by bisection, since most solids have many cells.
#[inline]
pub(super) fn count_of_first(cells: &[HalfwayCell]) -> usize {
    cells.first().map_or(0, |first| cells.partition_point(|cell| cell.label == first.label))
}
