//! Impulses on the water: reactions to forces, thrust, rim forces.

use std::cell::Cell;
use std::ops::Range;

use glam::DVec2;
use hydro_forces::{CellForces, SurfaceGrid};
use lbm_core::Units;
use rayon::prelude::*;

use crate::bodies::{Body, WetHull};
use crate::reuse::emptied;
use crate::water::Cells;

/// Rows of cells whose impulses are summed in one task.
const ROWS_PER_BAND: usize = 8;

/// Horizontal impulses on the water, until they are applied.
#[derive(Debug)]
pub(crate) struct Impulses {
    grid: SurfaceGrid,
    cells: Cells,
    /// Impulses on single cells, N s, by cell and number, and the same in the order of the cells.
    single: Vec<((usize, usize), DVec2)>,
    in_order: CellForces,
    /// Memory for the parts of an impulse that the cells of some rows get, and for the lists that are summed up.
    disc: Vec<f64>,
    lists: Vec<List<'static>>,
    /// Numbers of the bodies whose hulls' forces are returned, and the time over which they are, s.
    reactions: Vec<(usize, f64)>,
    bands: Vec<Band>,
    /// The sum in each cell of those that were applied last, `[ny][nx]`, lattice units along x and y.
    momentum: [Vec<f32>; 2],
    /// For each row the columns outside of which there is none.
    columns: Vec<Range<usize>>,
    /// Whether these are still to be added to the water.
    is_due: bool,
}

/// Momenta in all cells, as [`lbm_core::Lattice::add_momenta`] takes them.
pub(super) type Momenta<'a> = (&'a [Range<usize>], [&'a [f32]; 2]);

/// Rows of cells that are summed together.
#[derive(Debug, Default)]
struct Band {
    /// Indices of the lists with cells among them.
    lists: Vec<usize>,
    /// Impulses that were applied last, N s, by cell in ascending order.
    applied: Vec<(u32, DVec2)>,
    /// Moment of these about the vertical through the middle of the domain, N m s.
    moment_n_m_s: f64,
    on_solids: Impulse,
}

thread_local! {
    /// Memory of a thread, zero but while it adds up: few sums, which stay near its processor, where those of all cells would not.
    static SUMS: Cell<BandSums> = Cell::default();
}

/// Sums in the cells of a band.
#[derive(Debug, Default)]
struct BandSums {
    /// By cell, N s; zero where there is none.
    impulse: Vec<DVec2>,
    /// A bit for each cell that may have one, whole words a row: they are fewer than those between the first and the last one of a row.
    touched: Vec<u64>,
}

/// Vectors in cells, and the factor by which these are impulses, N s.
type List<'a> = (&'a CellForces, f64);

/// An impulse, N s, and its moment about the vertical through the middle of the domain, N m s.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Impulse {
    pub(crate) linear_n_s: DVec2,
    pub(crate) angular_n_m_s: f64,
}

impl Impulses {
    pub(crate) fn new(grid: SurfaceGrid, cells: Cells) -> Self {
        let count = grid.cells();
        Self {
            grid,
            cells,
            single: Vec::new(),
            in_order: CellForces::default(),
            disc: Vec::new(),
            lists: Vec::new(),
            reactions: Vec::new(),
            bands: (0..cells.ny.div_ceil(ROWS_PER_BAND)).map(|_| Band::default()).collect(),
            momentum: [vec![0.0; count], vec![0.0; count]],
            columns: vec![0..0; cells.ny],
            is_due: false,
        }
    }

    /// Cells and impulses of the last [`Self::apply`], N s.
    pub(crate) fn applied(&self) -> impl Iterator<Item = &(u32, DVec2)> {
        self.bands.iter().flat_map(|band| &band.applied)
    }

    /// Moment of these about the vertical through the middle of the domain, N m s; not after [`Self::restore`].
    pub(crate) fn applied_moment_n_m_s(&self) -> f64 {
        self.bands.iter().map(|band| band.moment_n_m_s).sum()
    }

    /// Replaces the cells and impulses of the last [`Self::apply`].
    pub(super) fn restore(&mut self, applied: &[(u32, DVec2)]) {
        self.bands.iter_mut().for_each(|band| band.applied.clear());
        if let Some(first) = self.bands.first_mut() {
            first.applied.extend_from_slice(applied);
        }
    }

    /// Adds the reactions to the forces that the hull of the body of a number took from the water for a time.
    pub(crate) fn react(&mut self, number: usize, hull: &WetHull, time_s: f64) {
        self.reactions.push((number, time_s));
        for (at, force) in hull.point_exchanges() {
            self.scatter(*at, -*force * time_s);
        }
    }

    /// Distributes an impulse over the four cells around a point, with the weights of bilinear interpolation.
    pub(crate) fn scatter(&mut self, at_m: DVec2, impulse_n_s: DVec2) {
        for (cell, weight) in self.grid.weights(at_m) {
            self.put(cell, impulse_n_s * weight);
        }
    }

    /// Distributes an impulse over a disc of `radius_m` around a point, with parabolic weights on a square lattice of points of which it is one, and from
    /// each of these over the four cells around it: the moment is that of the impulse at the point, unless a side cuts the disc. Returns which of
    /// [`Self::single`] these are, each cell once.
    pub(crate) fn spread(&mut self, at_m: DVec2, radius_m: f64, impulse_n_s: DVec2) -> Range<usize> {
        let first = self.single.len();
        let (dx, reach) = (self.cells.cell_size_m, (radius_m / self.cells.cell_size_m).floor());
        let along = |at: f64, size: f64| {
            let from = (-at / dx).ceil().clamp(-reach, 0.0) as i64;
            from..=((size - at) / dx).floor().clamp(0.0, reach) as i64
        };
        let [columns, rows] = [DVec2::X, DVec2::Y].map(|e| along(at_m.dot(e), self.cells.size_m().dot(e)));
        // Cells of whole rows, from that of the first point on.
        let corner = |i: i64, j: i64| {
            self.grid.weights(at_m + DVec2::new(i as f64, j as f64) * dx).map(|(cell, _)| cell)
        };
        let nx = self.cells.nx;
        let start = corner(*columns.start(), *rows.start()).into_iter().fold(usize::MAX, usize::min);
        let end = corner(*columns.end(), *rows.end()).into_iter().fold(0, usize::max);
        let begin = start - start % nx;
        let mut disc = std::mem::take(&mut self.disc);
        disc.clear();
        disc.resize(end + 1 - begin, 0.0);
        let mut sum = 0.0;
        for (i, j) in rows.flat_map(|j| columns.clone().map(move |i| (i as f64, j as f64))) {
            let beside_m = DVec2::new(i, j) * dx;
            let part = 1.0 - (beside_m / radius_m).length_squared();
            if part > 0.0 {
                sum += part;
                for (cell, weight) in self.grid.weights(at_m + beside_m) {
                    disc[cell - begin] += weight * part;
                }
            }
        }
        for row in (begin..=end).step_by(nx).filter(|_| sum > 0.0) {
            for cell in row + start % nx..=row + end % nx {
                self.put(cell, impulse_n_s * (disc[cell - begin] / sum));
            }
        }
        self.disc = disc;
        first..self.single.len()
    }

    /// Single cells and the impulses that they get, N s.
    pub(super) fn single(&self, which: Range<usize>) -> impl Iterator<Item = (usize, DVec2)> {
        self.single[which].iter().map(|((cell, _), impulse)| (*cell, *impulse))
    }

    /// The cells around a point, with their weights.
    pub(super) fn around(&self, at_m: DVec2) -> impl Iterator<Item = (usize, f64)> {
        self.grid.weights(at_m).into_iter()
    }

    /// Adds an impulse to one cell.
    #[inline]
    pub(crate) fn put(&mut self, cell: usize, impulse_n_s: DVec2) {
        if impulse_n_s != DVec2::ZERO {
            self.single.push(((cell, self.single.len()), impulse_n_s));
        }
    }

    /// The momenta of the last [`Self::apply`], if they were not taken yet.
    pub(super) fn take_due(&mut self) -> Option<Momenta<'_>> {
        let [x, y] = &self.momentum;
        std::mem::take(&mut self.is_due).then_some((&self.columns, [x, y]))
    }

    /// Sums up all impulses, with those of the lists `pressed`, to be applied to the water ([`Self::take_due`]). Returns the sum of those on
    /// solid cells, which are not applied.
    ///
    /// Bands of rows are summed on all threads, each cell in the order of the lists, so that the sums depend neither on bands nor on threads.
    pub(super) fn apply<'a>(
        &mut self,
        (units, solid): (&Units, &[bool]),
        (bodies, pressed): (&'a [Body], impl Iterator<Item = List<'a>>),
        density_kg_m3: f64,
    ) -> Impulse {
        let Self {
            cells,
            single,
            in_order,
            lists: memory,
            reactions,
            bands,
            momentum: [x, y],
            columns,
            is_due,
            ..
        } = self;
        single.sort_unstable_by_key(|(place, _)| *place);
        in_order.clear();
        for ((cell, _), impulse) in single.drain(..) {
            in_order.start_row(cell);
            in_order.push(impulse);
        }
        let mut lists: Vec<List<'_>> = emptied(std::mem::take(memory));
        lists.push((in_order, 1.0));
        for &(number, time_s) in &*reactions {
            lists.extend(bodies[number].hull.cell_exchanges().map(|list| (list, -time_s)));
        }
        pressed.for_each(|list| lists.push(list));
        let length = ROWS_PER_BAND * cells.nx;
        bands.iter_mut().for_each(|band| band.lists.clear());
        for (k, (list, _)) in lists.iter().enumerate() {
            if let Some([first, last]) = list.ends() {
                bands[first / length..=last / length].iter_mut().for_each(|band| band.lists.push(k));
            }
        }
        let tasks = bands.par_iter_mut().with_max_len(1).enumerate();
        let rows = columns.par_chunks_mut(ROWS_PER_BAND);
        let momenta = x.par_chunks_mut(length).zip(y.par_chunks_mut(length)).zip(rows);
        tasks.zip(momenta).for_each(|((k, band), ((x, y), columns))| {
            let first = k * length;
            let mut sums = SUMS.take();
            sums.impulse.resize(x.len(), DVec2::ZERO);
            sums.touched.resize(columns.len() * words_of(cells.nx), 0);
            band.add_up(&lists, (first, cells.nx), &mut sums);
            band.take((*cells, first, solid), &mut sums, ([x, y], columns), (units, density_kg_m3));
            SUMS.set(sums);
        });
        *memory = emptied(lists);
        reactions.clear();
        *is_due = true;
        bands.iter().fold(Impulse::default(), |sum, band| Impulse {
            linear_n_s: sum.linear_n_s + band.on_solids.linear_n_s,
            angular_n_m_s: sum.angular_n_m_s + band.on_solids.angular_n_m_s,
        })
    }
}

impl Band {
    /// Adds up the impulses in the band's cells, from `first` on.
    fn add_up(&self, lists: &[List<'_>], (first, nx): (usize, usize), sums: &mut BandSums) {
        let BandSums { impulse, touched } = sums;
        for &k in &self.lists {
            let (list, factor) = lists[k];
            for (cell, vectors) in list.rows_from(first) {
                let at = cell - first;
                if at >= impulse.len() {
                    break;
                }
                for (impulse, vector) in impulse[at..].iter_mut().zip(vectors) {
                    *impulse += *vector * factor;
                }
                // Divisions of 32 bits take half as long.
                let row = (at as u32 / nx as u32) as usize;
                let start = at - row * nx;
                set_bits(&mut touched[row * words_of(nx)..], start..start + vectors.len());
            }
        }
    }

    /// Takes the sums as momenta in lattice units, those on solid cells apart; finds the columns outside of which there is none.
    fn take(
        &mut self,
        (cells, first, solid): (Cells, usize, &[bool]),
        BandSums { impulse, touched }: &mut BandSums,
        ([x, y], columns): ([&mut [f32]; 2], &mut [Range<usize>]),
        (units, density_kg_m3): (&Units, f64),
    ) {
        self.applied.clear();
        (self.moment_n_m_s, self.on_solids) = (0.0, Impulse::default());
        let (first_row, per_impulse) = (first / cells.nx, units.to_lattice_momentum(1.0 / density_kg_m3));
        let rows = columns.iter_mut().zip(touched.chunks_exact_mut(words_of(cells.nx)));
        for (row, (columns, touched)) in rows.enumerate() {
            let of_row = row * cells.nx;
            let before = of_row + columns.start..of_row + columns.end;
            x[before.clone()].fill(0.0);
            y[before].fill(0.0);
            let mut found = 0..0;
            take_bits(touched, |i| {
                let at = of_row + i;
                let impulse = std::mem::take(&mut impulse[at]);
                if impulse == DVec2::ZERO {
                    return;
                }
                let cell = (first + at) as u32;
                let moment_n_m_s = cells.moment_at([i, first_row + row], impulse);
                if solid[first + at] {
                    self.on_solids.linear_n_s += impulse;
                    self.on_solids.angular_n_m_s += moment_n_m_s;
                    return;
                }
                self.moment_n_m_s += moment_n_m_s;
                self.applied.push((cell, impulse));
                found = if found.is_empty() { i..i + 1 } else { found.start..i + 1 };
                let momentum = impulse * per_impulse;
                (x[at], y[at]) = (momentum.x as f32, momentum.y as f32);
            });
            *columns = found;
        }
    }
}

/// Words with a bit for each of so many cells.
fn words_of(cells: usize) -> usize {
    cells.div_ceil(BITS)
}

/// Bits of a word.
const BITS: usize = u64::BITS as usize;

/// Sets the bits of a range.
fn set_bits(words: &mut [u64], range: Range<usize>) {
    let Range { mut start, end } = range;
    while start < end {
        let next = (start / BITS + 1) * BITS;
        let count = next.min(end) - start;
        words[start / BITS] |= u64::MAX >> (BITS - count) << (start % BITS);
        start = next;
    }
}

/// Clears all bits; calls `take` with the places of those that were set, ascending.
fn take_bits(words: &mut [u64], mut take: impl FnMut(usize)) {
    for (k, word) in words.iter_mut().enumerate() {
        let mut left = std::mem::take(word);
        while left != 0 {
            take(k * BITS + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_that_were_set_are_taken_once_in_order() {
        let mut words = vec![0; words_of(300)];
        let ranges = [130..190, 3..3, 63..65, 0..1, 128..131, 250..300];
        ranges.iter().for_each(|range| set_bits(&mut words, range.clone()));
        let mut taken = Vec::new();
        take_bits(&mut words, |place| taken.push(place));
        let wanted: Vec<usize> =
            (0..300).filter(|place| ranges.iter().any(|range| range.contains(place))).collect();
        assert_eq!(taken, wanted);
        take_bits(&mut words, |place| panic!("{place} again"));
    }
}
