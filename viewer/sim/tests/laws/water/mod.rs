//! Water with sides, beds, columns and dams.

mod bed;
mod columns;
mod dam_break;
mod exact;
mod falls;
mod finite_volume;
mod foresight;
mod given;
mod hydraulics;
mod idle_keys;
mod little_viscosity;
mod parameters;
mod partial_breach;
mod policies;
mod sides;
mod stoker;
