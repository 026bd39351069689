//! Air with smoke: its sides, solids and sources, and their books.

mod boundary;
mod builder;
mod ledger;
mod side;

pub use boundary::{AirBoundary, AirBoundaryState};
pub use builder::AirBoundaryBuilder;
pub use ledger::{AirExchange, AirLedger};
