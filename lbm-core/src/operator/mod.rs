//! Collision operators: each relaxes the nine populations of a cell, given as deviations from the rest state.
//!
//! All of them work on the sums and differences of opposite populations. Mirrored and quarter-turned cells go through
//! the same operations in the same order, so the result is invariant under the symmetries of the lattice to the bit.

mod central;
mod collision;
mod eddy;
pub mod equilibrium;
mod parts;
mod state;
mod two_rates;

pub(crate) use central::CentralMoments;
pub use collision::Collision;
pub(crate) use eddy::{
    Constant, EddyViscosity, LEAST_PER_FROUDE, LeastViscosity, Smagorinsky, smagorinsky_factor,
};
pub(crate) use parts::{Conserved, Lean, Parts};
pub use state::EquationOfState;
pub(crate) use state::Pressure;
pub(crate) use two_rates::TwoRates;

use crate::engine::Real;

/// A collision operator with its rates.
pub(crate) trait Operator: Copy + Sync {
    /// The parts after the collision, but only half of their sums and differences: what each of two opposite
    /// populations gets of them.
    fn relax<R: Real>(&self, parts: Parts<R>, cell: Conserved<R>) -> Parts<R>;
}
