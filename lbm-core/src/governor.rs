//! What is done, and told, where water flows faster than the scheme is stable at.

use rayon::prelude::*;

use crate::d2q9::Q;
use crate::stability::LEAST_PER_FROUDE;
use crate::{Collision, Lattice, Trouble, Units};

/// What is done about cells that flow faster than the scheme is stable at ([`crate::Collision::stable_froude`]), or are
/// too deep for it even at rest.
///
/// Under each of them [`Lattice::check`] looks at the cells; a lattice never does so by itself. Whoever steps it calls that
/// every few dozen steps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Policy {
    /// Nothing: [`Lattice::check`] says which cell is the worst.
    #[default]
    Warn,
    /// The relaxation time of a cell is raised to [`crate::Collision::least_tau`] of its Froude number, in the sweep
    /// itself: at gravity numbers up to 0.2 streams below Froude number 1 are stable with any τ, and more viscous where they
    /// are fast. [`Lattice::check`] says how many cells are raised. For BGK alone; a sweep takes half as long again.
    AdaptViscosity,
    /// [`Lattice::check`] returns the cell as one in [`Trouble`], at which whoever called it has to end the run;
    /// [`Lattice::step`] goes on.
    Stop,
}

/// How the flow lies in the range in which the scheme is stable.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stability {
    /// The cell that is nearest to its limit, or farthest beyond, the deepest where not even water at rest is stable;
    /// `None` without cells.
    pub worst: Option<WorstCell>,
    /// Cells beyond their limit, or so deep that not even water at rest is stable.
    pub beyond: usize,
    /// Cells whose relaxation time [`Policy::AdaptViscosity`] raises.
    pub raised: usize,
}

/// A cell, and the fastest flow that is stable at its depth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WorstCell {
    /// The cell `[i, j]`.
    pub cell: [usize; 2],
    /// Its depth, m.
    pub depth_m: f64,
    /// Its velocity, m/s.
    pub velocity_m_s: [f64; 2],
    /// Its Froude number `|u| / √(g h)`.
    pub froude: f64,
    /// Largest Froude number that is stable there.
    pub limit: f64,
    /// Whether water of its depth is unstable even at rest.
    pub too_deep: bool,
}

impl std::fmt::Display for WorstCell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { cell: [i, j], depth_m, velocity_m_s: [u, v], froude, limit, too_deep } = self;
        write!(
            f,
            "cell [{i}, {j}]: depth {depth_m:.3} m, velocity [{u:.3}, {v:.3}] m/s, Froude number {froude:.2} of {limit:.2}"
        )?;
        if *too_deep { write!(f, ", unstable even at rest: take a shorter time step") } else { Ok(()) }
    }
}

impl WorstCell {
    fn cause(&self) -> &'static str {
        if self.too_deep {
            "deeper than the scheme is stable at, even at rest; take a shorter time step"
        } else if self.froude >= 1.0 {
            "faster than its waves: no viscosity keeps flow beyond Froude number 1 stable on this lattice"
        } else {
            "faster than the scheme is stable at; take a larger tau, central moments, or a shorter time step"
        }
    }
}

/// Gravity numbers that share a limit.
const BIN: f64 = 0.01;
const BINS: usize = (Units::MAX_GRAVITY_NUMBER / BIN) as usize + 1;

/// Cells that are looked at together.
const CHUNK: usize = 64;

struct Chunk {
    froude_squared: [f32; CHUNK],
    gravity_number: [f32; CHUNK],
    /// Whether the cell has water that is slower than the lattice.
    sound: [bool; CHUNK],
}

/// What the cells are held against.
#[derive(Debug)]
pub(crate) struct Limits {
    /// Squared limits of gravity numbers from `n · BIN` to the next, the lesser one of both ends; 10⁻⁶ where no stream is
    /// known to be stable.
    froude_squared: [f32; BINS],
    /// Largest gravity number at which water at rest is stable.
    at_rest: f32,
    /// Squared Froude numbers between which the viscosity of a cell is raised; infinite if none is.
    raised: [f32; 2],
}

impl Limits {
    pub(crate) fn new(collision: Collision, adapts: bool) -> Self {
        let limit = |n: usize| stable_froude(collision, adapts, n as f64 * BIN);
        let of_bin = |n: usize| limit(n).min(limit((n + 1).min(BINS - 1))).powi(2).max(1e-6) as f32;
        let excess = 2.0 * collision.tau() - 1.0;
        let raised = if adapts && excess < 1.0 {
            [excess.sqrt().min((excess / LEAST_PER_FROUDE).powi(2)), 1.0 / excess.sqrt()]
        } else {
            [f64::INFINITY; 2]
        };
        Self {
            froude_squared: std::array::from_fn(of_bin),
            // A depth of just that is not beyond it by rounding.
            at_rest: (collision.gravity_number_at_rest() * (1.0 + 1e-6)) as f32,
            raised: raised.map(|squared| squared as f32),
        }
    }

    /// How near a cell is to its limit: its Froude number over the limit, squared. Where water is too deep even at rest
    /// more than any Froude number comes to, the deeper the more.
    fn share(&self, froude_squared: f32, gravity_number: f32) -> f32 {
        const TOO_DEEP: f32 = 1e30;
        if gravity_number > self.at_rest {
            return TOO_DEEP * gravity_number;
        }
        let bin = (gravity_number * (1.0 / BIN) as f32) as usize;
        froude_squared / self.froude_squared[bin.min(BINS - 1)]
    }
}

/// Largest stable Froude number, of the operator or of what it is adapted to.
fn stable_froude(collision: Collision, adapts: bool, gravity_number: f64) -> f64 {
    if adapts {
        collision.adapted_stable_froude(gravity_number)
    } else {
        collision.stable_froude(gravity_number)
    }
}

/// What is found in a row of cells.
#[derive(Clone, Copy)]
struct Row {
    /// Whether every cell has water that is slower than the lattice.
    sound: bool,
    /// Greatest squared Froude number over its squared limit, and the column.
    worst: Option<(f32, usize)>,
    beyond: usize,
    raised: usize,
}

impl Lattice {
    /// Looks at all cells that `include` (given the index `j · nx + i`) lets in: the one nearest to the limit of stability
    /// or farthest beyond, and how many are beyond or have their viscosity raised.
    ///
    /// Rows are looked at in parallel; the result does not depend on the number of threads. To be called every few dozen
    /// steps: it takes as long as two. [`Self::step`] tells at once of cells that have left the range of the method
    /// altogether.
    ///
    /// # Errors
    /// [`Trouble`] when a cell is in trouble ([`Self::trouble`]); under [`Policy::Stop`] also when one is beyond its limit.
    pub fn check(&self, include: impl Fn(usize) -> bool + Sync) -> Result<Stability, Trouble> {
        let limits = self.limits();
        let [from, to] = limits.raised;
        let nx = self.layout().nx();
        let of_row = |j: usize, f: [&[f32]; Q]| {
            let mut row = Row { sound: true, worst: None, beyond: 0, raised: 0 };
            let mut greatest_share = -1.0;
            for first in (0..nx).step_by(CHUNK) {
                let chunk = self.chunk(j, first, &f);
                for (k, i) in (first..nx.min(first + CHUNK)).enumerate().filter(|&(_, i)| include(j * nx + i))
                {
                    let froude_squared = chunk.froude_squared[k];
                    let share = limits.share(froude_squared, chunk.gravity_number[k]);
                    row.sound &= chunk.sound[k];
                    row.beyond += usize::from(share > 1.0);
                    row.raised += usize::from(froude_squared > from && froude_squared < to);
                    if share > greatest_share {
                        greatest_share = share;
                        row.worst = Some((share, i));
                    }
                }
            }
            row
        };
        let rows = (0..self.layout().ny()).into_par_iter().with_min_len(32);
        let rows: Vec<Row> = rows.map(|j| self.read_row(j, |f| of_row(j, f))).collect();

        if rows.iter().any(|row| !row.sound)
            && let Some(trouble) = self.trouble(&include)
        {
            return Err(trouble);
        }
        let worst = rows.iter().zip(0..).filter_map(|(row, j)| row.worst.map(|(share, i)| (share, [i, j])));
        let worst = worst.reduce(|a, b| if b.0 > a.0 { b } else { a }).map(|(_, cell)| self.worst_cell(cell));
        let beyond = rows.iter().map(|row| row.beyond).sum();
        match worst {
            Some(worst) if self.policy() == Policy::Stop && beyond > 0 => Err(Trouble {
                cell: worst.cell,
                depth_m: worst.depth_m,
                velocity_m_s: worst.velocity_m_s,
                cause: worst.cause(),
            }),
            _ => Ok(Stability { worst, beyond, raised: rows.iter().map(|row| row.raised).sum() }),
        }
    }

    /// Largest Froude number that is stable in water of depth `depth_m`: [`Collision::stable_froude`], under
    /// [`Policy::AdaptViscosity`] that of the raised relaxation time.
    pub fn stable_froude(&self, depth_m: f64) -> f64 {
        stable_froude(self.collision(), self.adapts(), self.units().gravity_number(depth_m))
    }

    /// The cells of row `j`, of which `lines` are the populations, from column `first` on. Without a branch, so that vector
    /// instructions do it.
    fn chunk(&self, j: usize, first: usize, lines: &[&[f32]; Q]) -> Chunk {
        let count = CHUNK.min(self.layout().nx() - first);
        let bed = self.uneven().is_some();
        let f: [&[f32]; Q] = std::array::from_fn(|q| &lines[q][first..first + count]);
        let mut chunk =
            Chunk { froude_squared: [0.0; CHUNK], gravity_number: [0.0; CHUNK], sound: [true; CHUNK] };
        for i in 0..count {
            let (east, west) = (f[1][i] + f[2][i] + f[8][i], f[4][i] + f[5][i] + f[6][i]);
            let (north, south) = (f[2][i] + f[3][i] + f[4][i], f[6][i] + f[7][i] + f[8][i]);
            let eta = f[0][i] + (east + west) + (f[3][i] + f[7][i]);
            let h = self.rest_depth_of(first + i, j) + eta;
            let [x, y] =
                if bed { self.given_by_bed((first + i) as isize, j as isize, eta) } else { [0.0; 2] };
            let (hu, hv) = (east - west - x, north - south - y);
            let momentum_squared = hu * hu + hv * hv;
            let gravity_number = self.equation_of_state().wave_speed_squared(h);
            chunk.froude_squared[i] = momentum_squared / (gravity_number * h * h);
            chunk.gravity_number[i] = gravity_number;
            chunk.sound[i] = h > 0.0 && momentum_squared < h * h;
        }
        chunk
    }

    fn worst_cell(&self, [i, j]: [usize; 2]) -> WorstCell {
        let m = self.moments(self.layout().site(i as isize, j as isize));
        let [h, u, v] = [m.h, m.u, m.v].map(f64::from);
        let gravity_number = f64::from(self.equation_of_state().wave_speed_squared(m.h));
        WorstCell {
            cell: [i, j],
            depth_m: self.units().to_metres(h),
            velocity_m_s: [u, v].map(|c| self.units().to_m_s(c)),
            froude: u.hypot(v) / gravity_number.sqrt(),
            limit: stable_froude(self.collision(), self.adapts(), gravity_number),
            too_deep: gravity_number > f64::from(self.limits().at_rest),
        }
    }
}
