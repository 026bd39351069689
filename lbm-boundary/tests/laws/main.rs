//! Laws that boundaries obey: what is conserved, what is the same from every side, what known flows look like.

#![allow(clippy::unwrap_used, reason = "a law whose case cannot be set up has failed")]

mod air;
mod air_moving;
mod air_particles;
mod air_winds;
mod as_printed;
mod bore;
mod classification;
mod corners;
mod driven;
mod forces;
mod free;
mod give_back;
mod lakes;
mod leaving_waves;
mod ledger;
mod meshes;
mod moving;
mod places;
mod reference;
mod removed;
mod rivers;
mod robustness;
mod setups;
mod sides;
mod slipping;
mod slopes;
mod solids_at_sides;
mod sponges_in_sweep;
mod state;
mod traversals;
mod turned;
mod walls;
