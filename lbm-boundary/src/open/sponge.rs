use lbm_core::Lattice;

use crate::lanes::LANES;
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
        let middle = ledger.arm([0, 0]);
        let rows = lattice.map_rows(|j, lines| {
            let mut gained = [Exchange::default(); 4];
            for (q, line) in lines.into_iter().enumerate() {
                for Strip { side, first, strength } in &self.rows[j] {
                    let [lost, moment] = relax(&mut line[*first..][..strength.len()], strength);
                    let [x, y] = [middle[0] + *first as f64, middle[1] + j as f64];
                    gained[side.index()].add_population(q, -lost, [-(x * lost + moment), -y * lost]);
                }
            }
            gained
        });
        for gained in rows {
            for (account, gain) in ledger.sides.iter_mut().zip(&gained) {
                account.add(gain);
            }
        }
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

/// Relaxes populations, `f ← f − σ f`; returns the sum of their losses, and the moment of these about the first cell.
///
/// Strips are short and their deviations small: the error of sums in `f32` is less than the populations' own rounding.
fn relax(f: &mut [f32], strength: &[f32]) -> [f64; 2] {
    let (mut sums, mut moments) = ([0.0f32; LANES], [0.0f32; LANES]);
    let ((cells, rest), (strengths, others)) = (f.as_chunks_mut::<LANES>(), strength.as_chunks::<LANES>());
    let mut first = 0.0;
    for (f, sigma) in cells.iter_mut().zip(strengths) {
        let mut after = [0.0; LANES];
        for l in 0..LANES {
            after[l] = f[l] - sigma[l] * f[l];
        }
        for l in 0..LANES {
            let lost = f[l] - after[l];
            sums[l] += lost;
            moments[l] += first * lost;
        }
        *f = after;
        first += LANES as f32;
    }
    let [sums, moments] = [sums, moments].map(|sums| sums.map(f64::from));
    let mut sum: f64 = sums.into_iter().sum();
    // A lane has its place beside the first of its vector.
    let mut moment: f64 =
        moments.into_iter().zip(sums).enumerate().map(|(l, (of, sum))| of + l as f64 * sum).sum();
    for (k, (f, sigma)) in rest.iter_mut().zip(others).enumerate() {
        let after = *f - sigma * *f;
        let lost = f64::from(*f - after);
        sum += lost;
        moment += (f64::from(first) + k as f64) * lost;
        *f = after;
    }
    [sum, moment]
}
