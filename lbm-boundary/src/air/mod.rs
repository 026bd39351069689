//! Air with smoke: its sides, solids and sources, and their books.

mod around;
mod boundary;
mod builder;
mod ledger;
mod moving;
mod side;

pub use boundary::{AirBoundary, AirBoundaryState};
pub use builder::AirBoundaryBuilder;
pub use ledger::{AirExchange, AirLedger};
