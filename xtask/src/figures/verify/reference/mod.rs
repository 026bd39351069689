//! Reference solutions of shallow water with floating bodies, in SI units and `f64`: closed forms, quadratures, and a
//! radial finite-volume solver. They share no code with the lattice.

mod beam;
mod heave;
mod hull;
mod hydraulic;

pub(super) use beam::resistance_n;
pub(super) use heave::{Heave, Record, Under};
pub(super) use hull::ParabolicHull;
pub(super) use hydraulic::Ship;
