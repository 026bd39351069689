use crate::operator::{Collision, EXCESS_PER_FROUDE};
use crate::{Error, Units};

/// The treatment of cells in which water flows too fast for the scheme to be stable ([`crate::Collision::stable_froude`]),
/// or is too deep even at rest.
///
/// The caller checks the cells with [`crate::Lattice::check`] every few dozen steps; a lattice does not do so by itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Policy {
    /// Leaves the cells as they are: [`crate::Lattice::check`] returns the worst one.
    #[default]
    Warn,
    /// The sweep raises the relaxation time of a cell to [`crate::Collision::min_tau`] of its Froude number: at gravity
    /// numbers up to 0.2 streams below Froude number 1 are stable with any τ, and more viscous where they are fast.
    /// [`crate::Lattice::check`] returns how many cells are affected. For BGK alone; a sweep takes half as long again.
    AdaptViscosity,
    /// [`crate::Lattice::check`] returns the cell as an error, [`crate::Trouble`], and the caller has to end the run;
    /// [`crate::Lattice::step`] continues.
    Stop,
}

impl Policy {
    /// Checks that an operator can be combined with the policy.
    ///
    /// # Errors
    /// [`Error::NotSupported`] for [`Policy::AdaptViscosity`] with another operator than BGK.
    pub fn check(self, collision: &Collision) -> Result<(), Error> {
        if self != Self::AdaptViscosity || collision.is_adaptable() {
            return Ok(());
        }
        Err(Error::NotSupported {
            what: "adapted viscosity with an operator other than BGK",
            instead: "take BGK; central moments are as stable without it at g h / e² from 0.05 to 0.1",
        })
    }
}

/// The cells of a flow compared with their limits of stability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stability {
    /// The cell nearest to its limit or farthest beyond it; the deepest if some are unstable even at rest; `None` without
    /// cells.
    pub worst: Option<WorstCell>,
    /// Largest Froude number of any cell, as [`crate::Lattice::max_froude`].
    pub froude: f64,
    /// Number of cells beyond their limit or unstable even at rest.
    pub beyond: usize,
    /// Number of cells whose relaxation time [`Policy::AdaptViscosity`] raises.
    pub raised: usize,
}

/// A cell, and the largest stable Froude number at its depth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WorstCell {
    /// The cell `[i, j]`.
    pub cell: [usize; 2],
    /// Depth of the cell, m.
    pub depth_m: f64,
    /// Velocity in the cell, m/s.
    pub velocity_m_s: [f64; 2],
    /// Froude number `|u| / √(g h)`.
    pub froude: f64,
    /// Largest stable Froude number at its depth.
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
    /// What is wrong, and what would help.
    pub(crate) fn cause(&self) -> &'static str {
        if self.too_deep {
            "deeper than the scheme is stable at, even at rest; take a shorter time step"
        } else if self.froude >= 1.0 {
            "faster than its waves: no viscosity keeps flow beyond Froude number 1 stable on this lattice"
        } else {
            "faster than the scheme is stable at; take a larger tau, central moments, or a shorter time step"
        }
    }
}

/// Width of a range of gravity numbers with one limit.
const BIN: f64 = 0.01;
const BINS: usize = (Units::MAX_GRAVITY_NUMBER / BIN) as usize + 1;

/// The limits that cells are compared with.
#[derive(Debug)]
pub(crate) struct Limits {
    /// Squared limits of gravity numbers from `n · BIN` to the next, the smaller one of both ends; 10⁻⁶ where no stream is
    /// known to be stable.
    froude_squared: [f32; BINS],
    /// Largest gravity number at which water at rest is stable.
    pub(crate) at_rest: f32,
    /// Squared Froude numbers between which the viscosity of a cell is raised; infinite if none is.
    pub(crate) raised: [f32; 2],
}

impl Limits {
    pub(crate) fn new(collision: Collision, adapts: bool) -> Self {
        let limit = |n: usize| stable_froude(collision, adapts, n as f64 * BIN);
        let of_bin = |n: usize| limit(n).min(limit((n + 1).min(BINS - 1))).powi(2).max(1e-6) as f32;
        let excess = 2.0 * collision.tau() - 1.0;
        let raised = if adapts && excess < 1.0 {
            [excess.sqrt().min((excess / EXCESS_PER_FROUDE).powi(2)), 1.0 / excess.sqrt()]
        } else {
            [f64::INFINITY; 2]
        };
        Self {
            froude_squared: std::array::from_fn(of_bin),
            // With a margin for rounding, so that exactly this depth is not beyond it.
            at_rest: (collision.gravity_number_at_rest() * (1.0 + 1e-6)) as f32,
            raised: raised.map(|squared| squared as f32),
        }
    }

    /// The Froude number of a cell over its limit, squared. For water that is unstable even at rest a number larger than any
    /// of these, in proportion to its depth.
    pub(crate) fn ratio(&self, froude_squared: f32, gravity_number: f32) -> f32 {
        const TOO_DEEP: f32 = 1e30;
        if gravity_number > self.at_rest {
            return TOO_DEEP * gravity_number;
        }
        let bin = (gravity_number * (1.0 / BIN) as f32) as usize;
        froude_squared / self.froude_squared[bin.min(BINS - 1)]
    }
}

/// Largest stable Froude number, of the operator as it is or with adapted viscosity.
pub(crate) fn stable_froude(collision: Collision, adapts: bool, gravity_number: f64) -> f64 {
    if adapts {
        collision.adapted_stable_froude(gravity_number)
    } else {
        collision.stable_froude(gravity_number)
    }
}
