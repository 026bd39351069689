use lbm_core::Lattice;
use lbm_core::d2q9::{C, Q};
use pulp::bytemuck::cast;
use pulp::{Simd, WithSimd};

use crate::lanes::{self, LANES};
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
        let Self { strips, mut lines, at: [x, y] } = self;
        let mut gained = [Exchange::default(); 4];
        for Strip { side, first, strength } in strips {
            let zero = simd.splat_f32s(0.0);
            // Losses of mass and momentum, and the moment of the latter's y about the first cell of each lane.
            let [mut mass, mut along_x, mut along_y, mut turn] = [zero; 4];
            for (lines, e) in
                lines.as_chunks_mut::<SIDE_BY_SIDE>().0.iter_mut().zip(C.as_chunks::<SIDE_BY_SIDE>().0)
            {
                let cells = lines.each_mut().map(|line| &mut line[*first..][..strength.len()]);
                let sums = relax(simd, cells, strength);
                for ([sum, moment], [ex, ey]) in sums.into_iter().zip(*e) {
                    let [ex, ey] = [ex, ey].map(|e| simd.splat_f32s(e as f32));
                    mass = simd.add_f32s(mass, sum);
                    along_x = simd.add_f32s(along_x, simd.mul_f32s(ex, sum));
                    along_y = simd.add_f32s(along_y, simd.mul_f32s(ey, sum));
                    turn = simd.add_f32s(turn, simd.mul_f32s(ey, moment));
                }
            }
            let [mass, along_x, along_y, turn] =
                [mass, along_x, along_y, turn].map(|sums| cast::<_, [f32; LANES]>(sums).map(f64::from));
            let of_lanes = std::array::from_fn(|l| turn[l] + l as f64 * along_y[l]);
            let [mass, along_x, along_y, turn] =
                [mass, along_x, along_y, of_lanes].map(|sums| lanes::sum(&sums));
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

/// Lines that are relaxed in one loop: their sums do not wait for each other.
const SIDE_BY_SIDE: usize = 3;

/// Relaxes the populations of lines, `f ← f − σ f`; returns the sums of the losses of each in each lane, and the moments of these about
/// the first cell of the lane.
///
/// Strips are short and their deviations small: the error of sums in `f32` is less than the populations' own rounding.
#[inline(always)]
fn relax<S: Simd>(
    simd: S,
    lines: [&mut [f32]; SIDE_BY_SIDE],
    strength: &[f32],
) -> [[S::f32s; 2]; SIDE_BY_SIDE] {
    let mut sums = [[simd.splat_f32s(0.0); 2]; SIDE_BY_SIDE];
    let mut relax = |line: usize, f: &mut [f32; LANES], sigma: S::f32s, first: S::f32s| {
        let before: S::f32s = cast(*f);
        let after = simd.sub_f32s(before, simd.mul_f32s(sigma, before));
        let lost = simd.sub_f32s(before, after);
        let [sum, moment] = sums[line];
        sums[line] = [simd.add_f32s(sum, lost), simd.add_f32s(moment, simd.mul_f32s(first, lost))];
        *f = cast(after);
    };
    let (strengths, others) = strength.as_chunks::<LANES>();
    let [a, b, c] = lines.map(|line| line.as_chunks_mut::<LANES>());
    let mut first = 0.0;
    for (((sigma, a), b), c) in strengths.iter().zip(a.0).zip(b.0).zip(c.0) {
        let (sigma, at): (S::f32s, _) = (cast(*sigma), simd.splat_f32s(first));
        relax(0, a, sigma, at);
        relax(1, b, sigma, at);
        relax(2, c, sigma, at);
        first += LANES as f32;
    }
    if !others.is_empty() {
        let mut sigma = [0.0; LANES];
        sigma[..others.len()].copy_from_slice(others);
        for (line, rest) in [a.1, b.1, c.1].into_iter().enumerate() {
            let mut last = [0.0; LANES];
            last[..rest.len()].copy_from_slice(rest);
            relax(line, &mut last, cast(sigma), simd.splat_f32s(first));
            rest.copy_from_slice(&last[..rest.len()]);
        }
    }
    sums
}
