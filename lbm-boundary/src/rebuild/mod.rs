//! Rebuilding the unknown populations before each sweep, and the account of what they exchange.

mod account;
mod at_rest;
mod cells;
mod contour;
mod fixed;
mod general;
mod give_back;
mod halfway;
mod holes;
mod nodes;
mod open;
mod owed;
mod share;
mod traversal;

pub(crate) use contour::Contour;
pub(crate) use owed::{OwedBySides, OwedBySolids};
pub(crate) use traversal::Rows;
