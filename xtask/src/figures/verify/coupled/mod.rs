//! Floating bodies and the water that they move, in the whole simulation.

mod books;
mod energy;
mod heave;
mod slow;
mod sphere;
mod still;
mod tank;
mod towed;

pub(super) use books::rows as books;
pub(super) use energy::rows as energy;
pub(super) use heave::rows as heave;
pub(super) use slow::rows as slow;
pub(super) use sphere::rows as sphere;
pub(super) use still::rows as still;
pub(super) use towed::resistance;
