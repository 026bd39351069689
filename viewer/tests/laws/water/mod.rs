//! Water with sides, columns and dams.

mod columns;
mod dam_break;
mod finite_volume;
mod foresight;
mod partial_breach;
mod policies;
mod sides;
mod stoker;
