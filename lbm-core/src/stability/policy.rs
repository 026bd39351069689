use crate::Units;
use crate::operator::{Collision, LEAST_PER_FROUDE};

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
