use std::ops::Range;

use lbm_core::Lattice;

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
    /// Fraction of its deviation that each cell loses in a step, `[ny][nx]`; 0 in solids.
    strength: Vec<f32>,
    /// Width of each side's strip in cells, 0 without one.
    widths: [usize; 4],
    /// Runs of cells of one side's strip, by row.
    runs: Vec<Vec<(Side, Range<usize>)>>,
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
        let mut strength = Vec::with_capacity(nx * ny);
        let mut runs = Vec::with_capacity(ny);
        for j in 0..ny {
            let mut row: Vec<(Side, Range<usize>)> = Vec::new();
            for i in 0..nx {
                let (side, sigma) = strongest(&widths, [nx, ny], [i, j]);
                strength.push(if labels[j * nx + i] == 0 { sigma } else { 0.0 });
                match row.last_mut() {
                    _ if sigma == 0.0 => {}
                    Some((last, run)) if *last == side && run.end == i => run.end = i + 1,
                    _ => row.push((side, i..i + 1)),
                }
            }
            runs.push(row);
        }
        runs.iter().any(|row| !row.is_empty()).then_some(Self { strength, widths, runs })
    }

    /// Records that a cell has become water or solid.
    pub(crate) fn set_water(&mut self, [nx, ny]: [usize; 2], [i, j]: [usize; 2], water: bool) {
        self.strength[j * nx + i] = if water { strongest(&self.widths, [nx, ny], [i, j]).1 } else { 0.0 };
    }

    /// Relaxes all populations in the strips towards those of still water, and books their losses.
    pub(crate) fn apply(&self, lattice: &mut Lattice, ledger: &mut Ledger) {
        let nx = lattice.layout().nx();
        let middle = ledger.arm([0, 0]);
        let rows = lattice.map_rows(|j, lines| {
            let strength = &self.strength[j * nx..(j + 1) * nx];
            let mut gained = [Exchange::default(); 4];
            for (q, line) in lines.into_iter().enumerate() {
                for (side, run) in &self.runs[j] {
                    let [lost, moment] = relax(&mut line[run.clone()], &strength[run.clone()]);
                    let [x, y] = [middle[0] + run.start as f64, middle[1] + j as f64];
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
/// Runs are short and their deviations small: the error of sums in `f32` is less than the populations' own rounding.
fn relax(f: &mut [f32], strength: &[f32]) -> [f64; 2] {
    let (mut sums, mut moments) = ([0.0f32; LANES], [0.0f32; LANES]);
    let (mut cells, mut sigmas) = (f.chunks_exact_mut(LANES), strength.chunks_exact(LANES));
    let mut first = 0.0;
    for (f, sigma) in (&mut cells).zip(&mut sigmas) {
        for l in 0..LANES {
            let after = f[l] - sigma[l] * f[l];
            let lost = f[l] - after;
            sums[l] += lost;
            moments[l] += first * lost;
            f[l] = after;
        }
        first += LANES as f32;
    }
    let [sums, moments] = [sums, moments].map(|sums| sums.map(f64::from));
    // A lane has its place beside the first of its vector.
    let places = std::array::from_fn(|l| moments[l] + l as f64 * sums[l]);
    let [mut sum, mut moment] = [&sums, &places].map(lanes::sum);
    for (k, (f, sigma)) in cells.into_remainder().iter_mut().zip(sigmas.remainder()).enumerate() {
        let after = *f - sigma * *f;
        let lost = f64::from(*f - after);
        sum += lost;
        moment += (f64::from(first) + k as f64) * lost;
        *f = after;
    }
    [sum, moment]
}
