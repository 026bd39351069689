//! Contacts: which bodies may touch, and where.

mod broad_phase;
mod narrow_phase;
mod pair;
mod pairs;
mod reduce;

pub(crate) use pair::{Contact, Impulse, Other, Pair, Piece, Points};
pub(crate) use pairs::{Pairs, awake, is_near};
