#![doc = include_str!("../README.md")]

mod boundary;
mod classify;
mod error;
mod ledger;
mod links;
mod open;
mod side;
mod slip;
mod sponge;

pub use boundary::{Boundary, BoundaryBuilder};
pub use classify::{ContourCell, classify};
pub use error::Error;
pub use ledger::{Exchange, Ledger};
pub use side::{Side, SideKind};
pub use slip::{Scheme, Slip, Wall};
