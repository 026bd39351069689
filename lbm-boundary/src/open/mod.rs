//! The water beyond open sides.

mod around;
mod beyond;
mod check;
mod discharge;
mod equilibrium;
mod gaps;
mod in_sweep;
mod sponge;

pub(crate) use around::Around;
pub(crate) use beyond::{Beyond, BeyondSides, Inside};
pub(crate) use check::validate;
pub(crate) use discharge::Discharge;
pub(crate) use gaps::{GapCells, Gaps};
pub(crate) use in_sweep::InSweep;
pub(crate) use sponge::Sponge;
