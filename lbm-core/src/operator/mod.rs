//! Collision operators on D2Q9: each relaxes the populations of a cell, given as deviations from the rest state, to an
//! equilibrium. They know a cell, not a lattice of them.
//!
//! All of them work on the sums and differences of opposite populations. Mirrored and quarter-turned cells go through
//! the same operations in the same order, so the result is invariant under the symmetries of the lattice to the bit.

mod central;
mod collision;
mod eddy;
pub mod equilibrium;
mod pairs;
mod state;
mod two_rates;

pub(crate) use central::CentralMoments;
pub use collision::Collision;
pub use eddy::check_smagorinsky;
pub(crate) use eddy::{
    AdaptedViscosity, Constant, EXCESS_PER_FROUDE, EddyViscosity, Smagorinsky, smagorinsky_factor,
    smagorinsky_omega,
};
pub(crate) use pairs::{
    BedForce, Conserved, Pairs, add_momentum, add_populations, without_subnormal_squares,
};
pub use state::EquationOfState;
pub(crate) use state::Pressure;
pub(crate) use two_rates::TwoRates;

use crate::engine::Float;

/// A collision operator with its rates.
pub(crate) trait Operator: Copy + Sync {
    /// Whether the rate of the shear stress varies ([`EddyViscosity::VARIES`]).
    const VARIES: bool;

    /// The rate ω of the shear stress, as `ω / (3 h)`.
    fn third_per_depth<R: Float>(&self, pairs: Pairs<R>, cell: Conserved<R>) -> R;

    /// The pairs after the collision at that rate, with halves of the sums and differences: the contributions to each of two opposite
    /// populations.
    fn relax<R: Float>(&self, pairs: Pairs<R>, cell: Conserved<R>, third_per_depth: R) -> Pairs<R>;
}
