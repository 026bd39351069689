//! Laws of mechanics that bodies, contacts and steps obey.

#![allow(clippy::unwrap_used, reason = "a law whose case cannot be set up has failed")]

mod contacts;
mod determinism;
mod floats;
mod forces;
mod guides;
mod joints;
mod lines;
mod losses;
mod mass_properties;
mod momentum;
mod parts;
mod passing;
mod rest_and_bounce;
mod setups;
mod sleep;
mod state;
mod torque_free;
mod waking;
