//! The water beyond open sides.

mod beyond;
mod check;
mod equilibrium;
mod gaps;
mod inlet;
mod sponge;

pub(crate) use beyond::{Beyond, BeyondSides, Inside};
pub(crate) use check::validate;
pub(crate) use gaps::{GapCells, Gaps};
pub(crate) use inlet::Inlet;
pub(crate) use sponge::Sponge;
