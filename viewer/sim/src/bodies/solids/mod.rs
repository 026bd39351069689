//! Bodies that are solids to the water: what is wrong with them at the start, and how they are carried.

mod carried;
mod checks;
mod gaps;

pub(crate) use carried::{Carried, Course};
pub(crate) use checks::warnings;
