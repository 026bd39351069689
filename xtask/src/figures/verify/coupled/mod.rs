//! Floating bodies and the water that they move, in the whole simulation.

mod canal;
mod carriage;
mod heave;
mod squat;
mod tank;
mod towed;

pub(super) use canal::rows as canal;
pub(super) use heave::rows as heave;
pub(super) use squat::rows as squat;
pub(super) use towed::resistance;
