use lbm_core::Lattice;
use lbm_core::d2q9::{Q, depth_and_momentum};
use pulp::{Simd, WithSimd};

use crate::lanes::{self, LANES, Vector};
use crate::ledger::{Exchange, Ledger};
use crate::spec::{Side, SideKind};

/// Fraction of the deviation that the outermost cells lose in a step.
///
/// A wave of celerity `√0.15 ≈ 0.39` cells per step crosses 16 cells and returns in 83 steps; with the square profile it
/// then has e⁻⁴ of its amplitude, while the gradient of the profile is small enough not to reflect.
const STRENGTH: f32 = 0.15;

/// Strips along sides in which the flow is relaxed to still water.
#[derive(Debug)]
pub(crate) struct Sponge {
    /// Width of each side's strip in cells, 0 without one.
    widths: [usize; 4],
    /// The strips of each row.
    rows: Vec<Vec<Strip>>,
}

/// Cells of a row that one side relaxes, with cells beside them that fill the vectors in which they are computed.
#[derive(Debug)]
struct Strip {
    side: Side,
    /// Column of the first cell.
    first: usize,
    /// Fraction of its deviation that each cell loses in a step; 0 in solids and in cells of other sides.
    strength: Vec<f32>,
}

impl Sponge {
    /// The strips of all sides that are sponges, `None` if there are none. Where strips overlap the stronger one acts; solids
    /// (`labels`) are left out.
    pub(crate) fn new(
        [nx, ny]: [usize; 2],
        labels: &[u16],
        sides: &[SideKind; 4],
        cell_size_m: f64,
    ) -> Option<Self> {
        let widths = sides.map(|kind| match kind {
            SideKind::Sponge { width_m } => (width_m / cell_size_m).round().max(1.0) as usize,
            _ => 0,
        });
        let strips = |j: usize| {
            let cells: Vec<_> = (0..nx).map(|i| strongest(&widths, [nx, ny], [i, j])).collect();
            Side::ALL.into_iter().filter_map(move |side| {
                let has = |&(by, strength): &(Side, f32)| by == side && strength > 0.0;
                let [first, last] = [cells.iter().position(has)?, cells.iter().rposition(has)?];
                let columns = first / LANES * LANES..(last + 1).next_multiple_of(LANES).min(nx);
                let strength =
                    |i: usize| if has(&cells[i]) && labels[j * nx + i] == 0 { cells[i].1 } else { 0.0 };
                Some(Strip { side, first: columns.start, strength: columns.map(strength).collect() })
            })
        };
        let rows: Vec<Vec<Strip>> = (0..ny).map(|j| strips(j).collect()).collect();
        rows.iter().any(|strips| !strips.is_empty()).then_some(Self { widths, rows })
    }

    /// Records that a cell has become water or solid.
    pub(crate) fn set_water(&mut self, [nx, ny]: [usize; 2], [i, j]: [usize; 2], water: bool) {
        let (side, strength) = strongest(&self.widths, [nx, ny], [i, j]);
        for strip in self.rows[j].iter_mut().filter(|strip| strip.side == side) {
            if let Some(own) = i.checked_sub(strip.first).and_then(|k| strip.strength.get_mut(k)) {
                *own = if water { strength } else { 0.0 };
            }
        }
    }

    /// Relaxes all populations in the strips towards those of still water, and books their losses.
    pub(crate) fn apply(&self, lattice: &mut Lattice, ledger: &mut Ledger) {
        let first = ledger.arm([0, 0]);
        let rows = lattice.map_rows(|j, lines| self.relax_row(j, lines, first));
        for gained in rows {
            for (account, gain) in ledger.sides.iter_mut().zip(&gained) {
                account.add(gain);
            }
        }
    }

    /// Relaxes a row, and returns what the sides gain; `first` is the grid's first cell, from the middle of the grid.
    #[inline]
    pub(super) fn relax_row(&self, j: usize, lines: [&mut [f32]; Q], first: [f64; 2]) -> [Exchange; 4] {
        let (strips, at) = (&self.rows[j][..], [first[0], first[1] + j as f64]);
        lanes::with_lanes(RelaxRow { strips, lines, at })
    }

    /// The populations of a cell as [`Self::relax_row`] leaves them.
    pub(super) fn relaxed(&self, cell: [usize; 2], mut f: [f32; Q]) -> [f32; Q] {
        for sigma in self.strengths(cell) {
            f = f.map(|f| f - sigma * f);
        }
        f
    }

    /// Whether a cell is in the vectors of some strip.
    pub(super) fn computes(&self, cell: [usize; 2]) -> bool {
        self.strengths(cell).next().is_some()
    }

    /// Fraction of its deviation that a cell loses in a step.
    pub(crate) fn strength(&self, cell: [usize; 2]) -> f32 {
        self.strengths(cell).fold(0.0, f32::max)
    }

    /// Fractions of a cell's deviation that the strips take in a step.
    fn strengths(&self, [i, j]: [usize; 2]) -> impl Iterator<Item = f32> {
        let of = move |strip: &Strip| strip.strength.get(i.checked_sub(strip.first)?).copied();
        self.rows[j].iter().filter_map(of)
    }

    /// Whether a row has a strip.
    pub(crate) fn has(&self, j: usize) -> bool {
        !self.rows[j].is_empty()
    }

    pub(super) fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// Which sides are sponges.
    pub(crate) fn sides(&self) -> [bool; 4] {
        self.widths.map(|width| width > 0)
    }
}

/// Relaxes a row, and returns what the sides gain.
///
/// In explicit vectors: the compiler made pairs of the lanes of these sums, which took 2.3 times as long on 200 × 200 cells.
struct RelaxRow<'a> {
    strips: &'a [Strip],
    lines: [&'a mut [f32]; Q],
    /// The first cell, from the middle of the grid.
    at: [f64; 2],
}

impl WithSimd for RelaxRow<'_> {
    type Output = [Exchange; 4];

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> [Exchange; 4] {
        let Self { strips, lines, at: [x, y] } = self;
        let mut row = Vectors::of(lines);
        let mut gained = [Exchange::default(); 4];
        for Strip { side, first, strength } in strips {
            let [mass, along_x, along_y, turn] = row.relax(simd, *first, strength);
            gained[side.index()].add(&Exchange {
                mass: -mass,
                momentum: [-along_x, -along_y],
                angular_momentum: y * along_x - (x + *first as f64) * along_y - turn,
            });
        }
        gained
    }
}

/// The side in whose strip a cell lies, and the fraction that it loses there; 0 outside all strips.
fn strongest(widths: &[usize; 4], [nx, ny]: [usize; 2], [i, j]: [usize; 2]) -> (Side, f32) {
    let distances = [i, nx - 1 - i, j, ny - 1 - j];
    let profile = |side: Side| {
        let (n, distance) = (widths[side.index()], distances[side.index()]);
        if distance < n { STRENGTH * ((n - distance) as f32 / n as f32).powi(2) } else { 0.0 }
    };
    Side::ALL
        .map(|side| (side, profile(side)))
        .into_iter()
        .fold((Side::West, 0.0), |a, b| if b.1 > a.1 { b } else { a })
}

/// The populations of a row by vectors, and those beyond the last whole one.
struct Vectors<'a> {
    whole: [&'a mut [[f32; LANES]]; Q],
    rest: [&'a mut [f32]; Q],
}

impl<'a> Vectors<'a> {
    #[inline(always)]
    fn of(lines: [&'a mut [f32]; Q]) -> Self {
        let count = lines[0].len() / LANES;
        let mut row = Self { whole: Default::default(), rest: Default::default() };
        for (q, line) in lines.into_iter().enumerate() {
            let (whole, rest) = line.as_chunks_mut::<LANES>();
            // Told to the compiler, which then compares with one length in place of nine.
            (row.whole[q], row.rest[q]) = (&mut whole[..count], rest);
        }
        row
    }

    /// Relaxes the populations of a strip, `f ← f − σ f`; returns what is lost of mass and momentum, and the moment of the latter's y about the
    /// first cell.
    ///
    /// Strips are short and their deviations small: the error of sums in `f32` is less than the populations' own rounding.
    #[inline(always)]
    fn relax<S: Simd>(&mut self, simd: S, first: usize, strength: &[f32]) -> [f64; 4] {
        let Self { whole, rest } = self;
        let mut losses = Losses::new(simd);
        let (strengths, last) = strength.as_chunks::<LANES>();
        for (k, strengths) in (first / LANES..whole[0].len()).zip(strengths) {
            let mut f = [[0.0; LANES]; Q];
            for q in 0..Q {
                f[q] = whole[q][k];
            }
            let f = losses.relax(f, *strengths);
            for q in 0..Q {
                whole[q][k] = f[q];
            }
        }
        if !last.is_empty() {
            let (mut strengths, mut f) = ([0.0; LANES], [[0.0; LANES]; Q]);
            strengths[..last.len()].copy_from_slice(last);
            for q in 0..Q {
                f[q][..last.len()].copy_from_slice(rest[q]);
            }
            let f = losses.relax(f, strengths);
            for q in 0..Q {
                rest[q].copy_from_slice(&f[q][..last.len()]);
            }
        }
        losses.sums()
    }
}

/// Sums of what is lost in each lane: mass, momentum, and the moment of the latter's y about the first cell of the lane.
struct Losses<S: Simd> {
    sums: [Vector<S>; 4],
    /// Column of the first cell of the next vector.
    at: f32,
}

impl<S: Simd> Losses<S> {
    #[inline(always)]
    fn new(simd: S) -> Self {
        Self { sums: [Vector::splat(simd, 0.0); 4], at: 0.0 }
    }

    /// Relaxes the populations of the next cells.
    #[inline(always)]
    fn relax(&mut self, f: [[f32; LANES]; Q], strengths: [f32; LANES]) -> [[f32; LANES]; Q] {
        let simd = self.sums[0].simd;
        let sigma = Vector::new(simd, strengths);
        let mut lost = [Vector::splat(simd, 0.0); Q];
        let mut after = f;
        for q in 0..Q {
            let before = Vector::new(simd, f[q]);
            let left = before - sigma * before;
            lost[q] = before - left;
            after[q] = left.to_array();
        }
        let [mass, x, y] = depth_and_momentum(lost);
        let turn = Vector::splat(simd, self.at) * y;
        for (sum, lost) in self.sums.iter_mut().zip([mass, x, y, turn]) {
            *sum = *sum + lost;
        }
        self.at += LANES as f32;
        after
    }

    /// The same of all lanes, with the moment about the first cell.
    #[inline(always)]
    fn sums(self) -> [f64; 4] {
        let [mass, x, y, turn] = self.sums;
        let turn = turn + Vector::new(turn.simd, COLUMNS) * y;
        let of_lanes = [mass, x, y, turn].map(Vector::to_array);
        let mut sums = [0.0; 4];
        for k in 0..4 {
            sums[k] = f64::from(lanes::sum(&of_lanes[k]));
        }
        sums
    }
}

/// Columns of the cells of a vector, from the first one.
const COLUMNS: [f32; LANES] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
