#![doc = include_str!("../README.md")]

mod as_printed;
mod bounce;
mod boundary;
mod builder;
mod classify;
mod contour;
mod copies;
mod error;
mod ledger;
mod links;
mod listed;
mod mask;
mod motion;
mod moving;
mod node;
mod open;
mod open_runs;
mod rebuild;
mod refill;
mod rules;
mod side;
mod side_checks;
mod solids;
mod sponge;
mod wall;

pub use boundary::Boundary;
pub use builder::BoundaryBuilder;
pub use classify::{ContourCell, classify};
pub use error::Error;
pub use ledger::{Exchange, Ledger, Load};
pub use mask::{Mask, WallDistance};
pub use motion::Motion;
pub use moving::Moved;
pub use refill::Refill;
pub use side::{Side, SideKind};
pub use wall::{Slip, Wall};
