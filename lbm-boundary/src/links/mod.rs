//! Links across walls and sides: which ones a water cell has, and what enters along them.

mod adjacency;
mod as_printed;
mod direction;
mod entering;
mod halfway;
mod lift;
mod link;
mod node;
mod shared;
mod still;
mod strays;
mod surroundings;

pub use adjacency::{ContourCell, classify};

pub(crate) use adjacency::{closed, neighborhood};
pub(crate) use entering::WaterCell;
pub(crate) use halfway::wall_term;
pub(crate) use lift::lift;
pub(crate) use link::{HALF_WAY, Link, Rule};
pub(crate) use node::{Class, Node};
pub(crate) use shared::Shared;
pub(crate) use still::impulse_at_rest;
pub(crate) use strays::strays;
pub(crate) use surroundings::{Place, Surroundings};
