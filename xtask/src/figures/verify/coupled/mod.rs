//! The whole simulation, from scenarios: floating bodies and the water that they move; beds, wind, rotation and tides.

mod books;
mod canal;
mod carriage;
mod energy;
mod heave;
mod maker;
mod moored;
mod one_body;
mod sea;
mod slow;
mod sphere;
mod squat;
mod stability;
mod still;
mod towed;

pub(super) use books::rows as books;
pub(super) use canal::rows as canal;
pub(super) use energy::rows as energy;
pub(super) use heave::rows as heave;
pub(super) use maker::rows as wave_maker;
pub(super) use moored::rows as moored;
pub(super) use sea::{inertial, lake as bed_lake, ridge, tide, wind};
pub(super) use slow::rows as slow;
pub(super) use sphere::rows as sphere;
pub(super) use squat::rows as squat;
pub(super) use stability::rows as stability;
pub(super) use still::rows as still;
pub(super) use towed::resistance;
