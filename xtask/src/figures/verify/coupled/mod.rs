//! Floating bodies and the water that they move, in the whole simulation.

mod heave;
mod tank;
mod towed;

pub(super) use heave::rows as heave;
pub(super) use towed::resistance;
