//! Contacts between bodies: pairs whose bounds overlap, their contact points, and the impulses that keep them apart.

mod broad_phase;
mod narrow_phase;
mod solver;
mod warm_start;

pub(crate) use broad_phase::{Bound, overlapping_pairs};
pub(crate) use narrow_phase::{Contact, Other, between_bodies, with_static};
pub(crate) use solver::{Mover, Velocity, solve};
pub(crate) use warm_start::{Impulse, ImpulseMemory};
