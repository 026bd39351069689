//! Effects of moving solids apart from their walls: they cover water cells and leave others.

mod change;
pub mod flanks;
mod motions;
mod refill;
mod vacated;

pub use change::Moved;
pub use refill::Refill;

pub(crate) use change::{LabelChange, Refilled, check_speeds, is_slow};
pub(crate) use motions::Motions;
pub(crate) use vacated::{Filled, fill, places};
