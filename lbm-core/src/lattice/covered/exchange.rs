//! What links near covers exchange before a step, row by row.

use std::ops::Range;

use pulp::{Scalar, Simd, WithSimd};

use super::Cover;
use super::links::{NUMBERS, end, exchanged};
use super::neighbor::Neighbor;
use super::vectors::{in_vectors, is_zero, lanes_of};
use crate::d2q9::Q;
use crate::engine::{CACHE_LINE, Isa, Vector};
use crate::lattice::Lattice;
use crate::lattice::still::Still;

/// Directions of the links of a cell to its eastern neighbor and to those above it; the others are links of neighbors.
const FORWARD: [usize; 4] = [1, 2, 3, 4];

/// The water before a step, of which links are made.
pub(super) struct Before<'a> {
    pub(super) cover: Cover<'a>,
    pub(super) size: [usize; 2],
    /// Elevation, m, and velocity, m/s.
    fields: [&'a [f32]; 3],
    pub(super) per_meter: f32,
    /// Lattice speeds a m/s.
    per_speed: f32,
}

impl<'a> Before<'a> {
    pub(super) fn new(lattice: &Lattice, cover: &Cover<'a>, fields: [&'a [f32]; 3]) -> Self {
        let (layout, units) = (lattice.layout(), lattice.units());
        let lengths = fields.map(<[f32]>::len);
        assert_eq!(lengths, [layout.cells(); 3], "fields must have one value a cell");
        Self {
            cover: *cover,
            size: [layout.nx(), layout.ny()],
            fields,
            per_meter: lattice.per_meter(),
            per_speed: (1.0 / units.lattice_speed_m_s()) as f32,
        }
    }
}

/// A row of numbers with zeros before and after it.
#[derive(Debug, Default)]
struct Padded(Vec<f32>);

impl Padded {
    fn fit(&mut self, nx: usize) {
        if self.0.len() != nx + 2 * CACHE_LINE {
            self.0.clear();
            self.0.resize(nx + 2 * CACHE_LINE, 0.0);
        }
    }

    /// The numbers of the columns from `i + by` on.
    #[inline(always)]
    fn load<S: Simd>(&self, simd: S, i: usize, by: isize) -> Vector<S> {
        Vector::load(simd, &self.0, (CACHE_LINE + i).wrapping_add_signed(by))
    }

    #[inline(always)]
    fn store<S: Simd>(&mut self, numbers: Vector<S>, i: usize) {
        numbers.store(&mut self.0, CACHE_LINE + i);
    }

    fn clear(&mut self, i: usize) {
        self.0[CACHE_LINE + i] = 0.0;
    }

    /// Clears the columns beside these as far as vectors reach.
    fn clear_beside(&mut self, columns: &Range<usize>) {
        let [start, end] = [columns.start, columns.end].map(|i| CACHE_LINE + i);
        self.0[start.saturating_sub(2 * CACHE_LINE)..start].fill(0.0);
        let last = self.0.len().min(end + 2 * CACHE_LINE);
        self.0[end..last].fill(0.0);
    }
}

/// Ends of the links of a row, as [`end`] gives them; zeros beyond the grid, whose part in a link is 0.
#[derive(Debug, Default)]
struct Ends([Padded; NUMBERS]);

/// What cells gain by their links [`FORWARD`], 0 where one leads to no water.
#[derive(Debug, Default)]
struct Forward([Padded; FORWARD.len()]);

/// Links of two rows: of one, and of that below it.
#[derive(Debug, Default)]
pub(super) struct Exchange {
    /// Ends of the last row and of the one above it.
    ends: [Ends; 2],
    /// Links of the last row and of the one below it.
    links: [Forward; 2],
    /// The last row.
    row: Option<usize>,
}

impl Exchange {
    /// Forgets what is known of rows; those to come have `nx` cells.
    pub(super) fn start(&mut self, nx: usize) {
        self.row = None;
        let (ends, links) = (
            self.ends.iter_mut().flat_map(|ends| &mut ends.0),
            self.links.iter_mut().flat_map(|links| &mut links.0),
        );
        ends.chain(links).for_each(|row| row.fit(nx));
    }

    /// Finds the links of a row and of the row below it, in the columns near covers.
    pub(super) fn find(&mut self, isa: Isa, before: (Still<'_>, &Before<'_>), j: usize) {
        if self.row.is_none_or(|row| row + 1 != j) {
            if let Some(below) = j.checked_sub(1) {
                self.find_ends(isa, before, below, 0);
                self.find_ends(isa, before, j, 1);
                self.find_links(isa, before.1, below);
            } else {
                self.find_ends(isa, before, j, 1);
                self.links[0].0.iter_mut().for_each(|row| row.0.fill(0.0));
            }
        }
        self.links.swap(0, 1);
        self.ends.swap(0, 1);
        if j + 1 < before.1.size[1] {
            self.find_ends(isa, before, j + 1, 1);
        } else {
            self.ends[1].0.iter_mut().for_each(|row| row.0.fill(0.0));
        }
        self.find_links(isa, before.1, j);
        self.row = Some(j);
    }

    fn find_ends(&mut self, isa: Isa, (still, before): (Still<'_>, &Before<'_>), j: usize, which: usize) {
        let columns = before.cover.near(j.saturating_sub(2)..j + 3, 3, before.size[0]);
        isa.run(FindEnds { still, before, j, columns, ends: &mut self.ends[which] });
    }

    /// Finds the links of a row from its ends and those of the row above.
    fn find_links(&mut self, isa: Isa, before: &Before<'_>, j: usize) {
        let nx = before.size[0];
        let columns = before.cover.near(j.saturating_sub(1)..j + 3, 2, nx);
        let links = &mut self.links[0];
        isa.run(FindLinks { columns: columns.clone(), nx, ends: &self.ends, links });
        links.0.iter_mut().for_each(|row| row.clear_beside(&columns));
        let solid = before.cover.solid;
        let both = &solid[j * nx..((j + 2) * nx).min(solid.len())];
        for start in columns.clone().step_by(CACHE_LINE) {
            let end = (start + CACHE_LINE).min(columns.end);
            let beside = start.saturating_sub(1)..(end + 1).min(nx);
            if both.chunks_exact(nx).all(|row| !row[beside.clone()].contains(&true)) {
                continue;
            }
            for i in start..end {
                for (links, q) in links.0.iter_mut().zip(FORWARD) {
                    if solid[j * nx + i] || Neighbor::of(solid, before.size, [i, j], q).water().is_none() {
                        links.clear(i);
                    }
                }
            }
        }
    }

    /// What the populations of the cells of a vector of the last row gain by their links; that at rest nothing.
    #[inline(always)]
    pub(super) fn gained<S: Simd>(&self, simd: S, first: usize) -> [Vector<S>; Q] {
        let [here, below] = &self.links;
        let [east, north_east, north, north_west] = &here.0;
        let [_, below_north_east, below_north, below_north_west] = &below.0;
        [
            Vector::new(simd, simd.splat_f32s(0.0)),
            east.load(simd, first, 0),
            north_east.load(simd, first, 0),
            north.load(simd, first, 0),
            north_west.load(simd, first, 0),
            east.load(simd, first, -1),
            below_north_east.load(simd, first, -1),
            below_north.load(simd, first, 0),
            below_north_west.load(simd, first, 1),
        ]
    }
}

struct FindEnds<'a> {
    still: Still<'a>,
    before: &'a Before<'a>,
    j: usize,
    columns: Range<usize>,
    ends: &'a mut Ends,
}

impl FindEnds<'_> {
    #[inline(always)]
    fn compute<S: Simd>(&mut self, simd: S, first: usize) {
        let Before { cover, size: [nx, _], fields: [eta_m, u_m_s, v_m_s], per_meter, per_speed } =
            *self.before;
        let at = self.j * nx + first;
        let before_m = Vector::load(simd, cover.thickness_m, at) - Vector::load(simd, cover.change_m, at);
        let velocity = [Vector::load(simd, u_m_s, at) * per_speed, Vector::load(simd, v_m_s, at) * per_speed];
        let head = [self.still.rest_depths(simd, [first, self.j]), Vector::load(simd, eta_m, at) * per_meter];
        let numbers = end(head, before_m * per_meter, velocity);
        for k in 0..NUMBERS {
            self.ends.0[k].store(numbers[k], first);
        }
    }
}

impl WithSimd for FindEnds<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        let nx = self.before.size[0];
        in_vectors!(simd, self.columns.clone(), 0..nx, (first, _done) => self.compute(simd, first));
    }
}

struct FindLinks<'a> {
    columns: Range<usize>,
    nx: usize,
    ends: &'a [Ends; 2],
    links: &'a mut Forward,
}

impl FindLinks<'_> {
    #[inline(always)]
    fn compute<S: Simd>(&mut self, simd: S, first: usize) {
        let [here, above] = self.ends;
        let thickness = [
            here.0[0].load(simd, first, 0),
            here.0[0].load(simd, first, 1),
            above.0[0].load(simd, first, 1),
            above.0[0].load(simd, first, 0),
            above.0[0].load(simd, first, -1),
        ];
        if is_zero(thickness) {
            for k in 0..FORWARD.len() {
                self.links.0[k].store(Vector::new(simd, simd.splat_f32s(0.0)), first);
            }
            return;
        }
        let ends = [
            of_ends(simd, here, first, 0),
            of_ends(simd, here, first, 1),
            of_ends(simd, above, first, 1),
            of_ends(simd, above, first, 0),
            of_ends(simd, above, first, -1),
        ];
        for k in 0..FORWARD.len() {
            self.links.0[k].store(exchanged(ends[0], ends[k + 1], FORWARD[k]), first);
        }
    }
}

#[inline(always)]
fn of_ends<S: Simd>(simd: S, ends: &Ends, first: usize, by: isize) -> [Vector<S>; NUMBERS] {
    let [thickness, weight, u, v, part] = &ends.0;
    [
        thickness.load(simd, first, by),
        weight.load(simd, first, by),
        u.load(simd, first, by),
        v.load(simd, first, by),
        part.load(simd, first, by),
    ]
}

impl WithSimd for FindLinks<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        in_vectors!(simd, self.columns.clone(), 0..self.nx, (first, _done) => self.compute(simd, first));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use crate::Units;

    /// What the cells of the last of these rows gain.
    fn find(
        exchange: &mut Exchange,
        lattice: &Lattice,
        before: &Before<'_>,
        rows: &[usize],
    ) -> Vec<[f32; Q]> {
        exchange.start(before.size[0]);
        rows.iter().for_each(|j| exchange.find(Isa::Plain, (lattice.still(), before), *j));
        (0..before.size[0]).map(|i| exchange.gained(Scalar, i).map(|number| number.values)).collect()
    }

    #[test]
    fn links_of_a_row_are_the_same_after_any_other_rows() {
        let (nx, ny) = (20, 10);
        let units = Units::from_gravity_number(1.0, 4.0, 0.15, 9.81).unwrap();
        let lattice = Lattice::builder(nx, ny, units).rest_depth_m(4.0).build().unwrap();
        let numbers = |scale: f32, salt: f32| -> Vec<f32> {
            (0..nx * ny).map(|k| scale * (1.0 + (salt * k as f32).sin())).collect()
        };
        let (thickness_m, change_m, solid) = (numbers(1.0, 0.7), vec![0.0; nx * ny], vec![false; nx * ny]);
        let columns = vec![0..nx; ny];
        let cover =
            Cover { thickness_m: &thickness_m, change_m: &change_m, solid: &solid, columns: &columns };
        let fields = [numbers(0.1, 0.3), numbers(0.5, 1.1), numbers(0.4, 1.7)];
        let before = Before::new(&lattice, &cover, fields.each_ref().map(|field| &field[..]));
        let gained = |rows: &[usize]| find(&mut Exchange::default(), &lattice, &before, rows);
        for rows in [&[5, 0][..], &[3, 4, 5], &[5, 2], &[9, 0, 1], &[2, 4], &[7, 8, 9]] {
            let alone = gained(&rows[rows.len() - 1..]);
            assert_eq!(gained(rows), alone, "{rows:?}");
            assert!(alone.iter().flatten().filter(|number| **number != 0.0).count() > 80, "{rows:?}");
        }
        // What one cell gains by a link, its neighbor does by the same.
        let [row, above] = [4, 5].map(|j| gained(&[j]));
        for i in 1..nx - 1 {
            assert_eq!(
                [row[i][1], row[i][2], row[i][3], row[i][4]],
                [row[i + 1][5], above[i + 1][6], above[i][7], above[i - 1][8]]
            );
        }
        // Memory that has the row below of other water.
        let (mut exchange, other) = (Exchange::default(), Before::new(&lattice, &cover, [&fields[2]; 3]));
        assert_ne!(find(&mut exchange, &lattice, &other, &[4]), row);
        assert_eq!(find(&mut exchange, &lattice, &before, &[5]), above);
    }
}
